// The shapes of a game in the browser, as `playback.rs` and the server write them.

/** A seat: 0 or 1. */
type Seat = 0 | 1;

/** Whose knowledge a board shows: that of all, or of one seat. */
type ViewpointName = "all" | "0" | "1";

interface PlaybackPlayer {
  name: string;
  spec: string;
  version: string;
  clock?: string;
}

interface PlaybackRemarks {
  by?: string;
  sent?: string;
  fault?: string;
  message?: string;
  stderr?: string;
  unbilled?: boolean;
}

/** What an action did; see `playback/action.rs`. */
type PlaybackAction = [
  seat: Seat,
  turn: number,
  action: string | null,
  reply: string | null,
  time_ns: number | null,
  changes: number[],
  trace: number[],
  seen: number[],
  left_ms: number | null,
  remarks?: PlaybackRemarks,
];

interface PlaybackOutcome {
  winner: Seat | null;
  score: number;
  cause: string;
  sent?: string;
  message?: string;
  stderr?: string;
}

interface Playback {
  game: string;
  seats: [string, string];
  secrets: boolean;
  has_margin: boolean;
  style: "numbers" | "stones" | "boxes";
  cols: number;
  col_labels: number[];
  row_labels: number[];
  from_bottom: boolean;
  rules: string;
  seed: number | null;
  clock: string;
  clocks: [number | null, number | null];
  charged: string;
  sandbox: string;
  players: [PlaybackPlayer, PlaybackPlayer];
  moves_first: Seat;
  motions: [word: string, area: [down: number, right: number][]][];
  start: number[];
  actions: PlaybackAction[];
  outcome: PlaybackOutcome | null;
  unasked: [number, number];
  is_cut: boolean;
  restricted: boolean;
}

/** A game that is being played, or was until a moment ago. */
interface LiveGame extends Playback {
  live: {
    id: string;
    tournament: string | null;
    players: [string, string];
    to_act: Seat | null;
    clocks: [number | null, number | null];
    at_ms: number;
    over: boolean;
    number: number | null;
  };
}

/** What the server has found out about a game. */
interface Analysis {
  state: "done" | "working" | "none";
  /** While it is computed: actions that are done, and all. */
  progress?: [number, number] | null;
  /** The score of seat 0 after each ply; one more if the start counts too. */
  values: (number | null)[] | null;
  /** The best action in each position, by the number of actions before it. */
  best: ({ action: string; value: number } | null)[] | null;
  exact: boolean[] | null;
  turning: number[] | null;
  depth: number | null;
}

/** What a seat remembers of a square: pieces of the enemy (or -1: hit), and since which turn. */
type Remembered = { count: number; turn: number };

/** The game after some of its actions. */
interface GameFrame {
  /** `null` where they are withheld. */
  cells: number[] | null;
  memories: [(Remembered | null)[], (Remembered | null)[]];
  clocks: [number | null, number | null];
  totals: [number, number];
  turn: number;
}

/** What a viewpoint shows of a square. */
interface CellView {
  value: number;
  /** `known` now; `remembered` from a reply; `hit` and not known how much is left; never `unseen`. */
  state: "known" | "remembered" | "hit" | "unseen";
  /** How many turns ago it was seen. */
  age: number;
}

/** The last action as a board marks it. */
interface BoardMark {
  seat: Seat;
  motion: string;
  /** The squares of the action, in order; empty if the viewpoint does not know them. */
  path: number[];
  /** The squares that it affects. */
  area: number[];
  /** The squares that look otherwise than before. */
  changed: number[];
}

type Positions = import("./positions.js").Positions;
type GridBoard = import("./board.js").GridBoard;

/** An action that might be played: its squares in order. */
type Ghost = { seat: Seat; path: number[] };

/** What a motion leads from and to. */
type Change = { mark: BoardMark; before: CellView[]; after: CellView[]; cols: number };

/** What keys and buttons of the viewer do. */
interface ViewerActions {
  at: number;
  last: number;
  hasViewpoints: boolean;
  toggle(): void;
  jump(at: number): void;
  changeRate(step: 1 | -1): void;
  setRate(rate: number): void;
  toggleFullScreen(): void;
  jumpToMoment(step: 1 | -1): void;
  look(viewpoint: ViewpointName): void;
  follow(): void;
  showKeys(): void;
}

type IconName = Parameters<typeof import("./dom.js").icon>[0];
