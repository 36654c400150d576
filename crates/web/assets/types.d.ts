// The shapes that the modules share: what an element is made of, and a tournament's report as
// `league/src/report.rs` writes it.

// Elements.

type Child = Node | string | null | undefined | false | Child[];
type AttributeValue = string | number | boolean | null | undefined;
/** An event of an element with a value. */
type ChangeEvent = Event & { target: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement };

/** Attributes and listeners of an element that is made; those that are absent are left out. */
interface Attributes {
  style?: Record<string, string | number>;
  onclick?: (event: MouseEvent) => unknown;
  onkeydown?: (event: KeyboardEvent) => unknown;
  onsubmit?: (event: SubmitEvent) => unknown;
  onchange?: (event: ChangeEvent) => unknown;
  oninput?: (event: ChangeEvent) => unknown;
  [name: string]: AttributeValue | Record<string, string | number> | ((event: any) => unknown);
}

/** Texts of a page: for each key English, then French. */
type WordTable = Record<string, string[]>;

// A report.

interface Report {
  about: About;
  standings: Standing[];
  /** `null` where two have not met. */
  crosstable: (Encounter | null)[][];
  history: Checkpoint[];
  rounds: Round[];
  notes: Note[];
  faults: FaultNote[];
}

interface About {
  title: string;
  game: string;
  rules: string;
  plan: Plan;
  clock: string;
  charged: string;
  sandbox: string | null;
  store?: string;
  seed?: number | null;
  rank_by: "beaten" | "points" | "elo" | "bracket";
  pairs_done: number;
  pairs_planned: number | null;
  games: number;
  began: number | null;
  ended: number | null;
  is_finished: boolean;
}

interface Plan {
  format: string;
  pairs?: number;
  challengers?: number;
  rounds?: number | null;
}

interface Score {
  wins: number;
  draws: number;
  losses: number;
}

interface Withdrawal {
  reason: string;
  times?: number;
}

interface Standing {
  place: number;
  ahead_by: string | null;
  name: string;
  spec: string;
  version: string;
  aside: Withdrawal | null;
  beaten: number;
  met: number;
  /** Those of a Swiss tournament that is ranked by them. */
  matches: Score | null;
  points: number;
  score: Score;
  rate: number;
  rate_95: [low: number, high: number];
  mean_margin: number;
  elo: number;
  elo_err95: number | null;
  los_next: number | null;
  faults: Record<string, number>;
  answers: number;
  thought_s: number;
  longest_s: number;
  margins: [margin: number, games: number][];
}

interface Encounter {
  score: Score;
  points: number;
  against: number;
  margin: number;
}

interface Checkpoint {
  games: number;
  elo: (number | null)[];
}

/** The number or the name of a round. */
interface Stage {
  stage: string;
  number?: number;
}

interface Round extends Stage {
  matches: RoundMatch[];
}

interface RoundMatch {
  /** Places in the standings. */
  players: [number | null, number | null];
  points: [number, number];
  winner: Seat | null;
  decided: string | null;
  is_for_third_place: boolean;
}

interface FaultNote {
  /** A place in the standings. */
  player: number;
  game: number;
  cause: string;
  words: string;
  /** Where in the game; absent where it is not known. */
  ply?: number | null;
}

type Note =
  | { kind: "circles"; chi_square: number; dof: number; p_value: number; shares: { name: string; share: number }[] }
  | { kind: "set-aside"; name: string; why: Withdrawal }
  | { kind: "lots"; players: [string, string]; winner: string }
  | { kind: "same-program"; names: string[]; version: string }
  | { kind: "left" | "begins-again" | "begins-anew" | "goes-on"; name: string };

/** A game in the list of a page in one file. */
interface GameRow {
  number: number;
  round: number | null;
  /** Indexes of the page's names. */
  players: [number, number];
  winner: Seat | null;
  score: number;
  cause: string;
  ended: number;
  why?: string;
}

/** Where numbers and names of a report lead: addresses, or `null` where there is nothing to open. */
interface Links {
  games: (filter: GameFilter) => string | null;
  bot: (name: string) => string | null;
  game: (number: number, ply: number | "last") => string | null;
}

/** A section of a report: its name in the address, its heading, and itself. */
interface Section {
  name: string;
  word: string;
  element: HTMLElement;
}

/** The smallest and the largest value of a scale. */
type Scale = [low: number, high: number];
