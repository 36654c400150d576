// What the server tells walls; see `crates/server/src/wall/state.rs`.

interface WallRow {
  place: number;
  name: string;
  points: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  elo: number | null;
  elo_err95: number | null;
  moved: number;
  has_just_played: boolean;
}

interface WallPlayer {
  name: string;
  place: number | null;
  elo: number | null;
}

interface WallGameCard {
  tournament: string;
  number: number | null;
  live: string | null;
  players: [WallPlayer, WallPlayer];
  actions: number | null;
  stage: { stage: string; number?: number } | null;
  reasons: string[];
}

interface WallState {
  id: string;
  tournament: string | null;
  title: string;
  plays: string;
  now_ms: number;
  mode: "waiting" | "game" | "result" | "standings" | "podium";
  started_ms: number;
  length_ms: number | null;
  held_ms: number | null;
  held: boolean;
  rate: number;
  intro_ms: number;
  game: WallGameCard | null;
  standings: WallRow[];
  page: number;
  pages: number;
  rows: number;
  first_row: number;
  is_reveal: boolean;
  is_final: boolean;
  sealed: number;
  podium: WallRow[];
  suspense: boolean;
  frozen: boolean;
  next: WallGameCard | null;
  is_podium_next: boolean;
  progress: {
    pairs_done: number;
    pairs_planned: number | null;
    games: number;
    is_running: boolean;
    is_finished: boolean;
  };
}

/** A game that the organiser can choose. */
interface WallSuggestion {
  game: WallGameCard;
  score: number;
  reasons: string[];
  winner: Seat | null;
  margin: number;
  cause: string;
}

/** What a view of the wall needs from the picture around it. */
interface WallStage {
  /** A hundredth of the picture's height, in pixels; less where the picture is narrow. */
  unit: number;
  /** The server's clock. */
  now: () => number;
  isStill: boolean;
  /** Shows at once what is due. */
  wake: () => void;
}

/** One thing that a wall shows: drawn once, then moved on until it is removed. */
interface WallView {
  element: HTMLElement;
  /** Whether this state is another moment of the same thing. */
  takes: (state: WallState) => boolean;
  /** Shows what is due now; returns milliseconds until something changes. */
  tick: (state: WallState) => number;
  /** After the picture has another size. */
  fit: () => void;
  remove: () => void;
}

/** Who plays at one seat, as an element and the parts of it that change. */
interface PlayerPanel {
  element: HTMLElement;
  name: HTMLElement;
  score: HTMLElement;
  clock: HTMLElement;
}
