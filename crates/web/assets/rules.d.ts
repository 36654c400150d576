// The shapes of the modules in `rules/`.

/** English, French. `…` is code, **…** is strong, {0} and {1} are the players. */
type BothLanguages = [english: string, french: string];

interface RulesStep {
  action: string;
  /** Absent if the action ended the game as a fault. */
  reply?: string;
  /** The word of a motion and the squares of the action. */
  motion?: [string, ...number[]];
  /** The position after it. */
  board: string;
  /** What the seat learned: squares with their values. */
  seen?: [number, number][];
  /** The rules played it without asking. */
  forced?: boolean;
  /** The action was a mistake; `played` is what the rules played in its place. */
  fault?: string;
  played?: string;
  /** How the game ended. */
  over?: { score: number; cause: string };
  /** What the test compares besides: moves left, the seat to act. */
  left?: number;
  to_act?: number;
}

interface RulesDiagram {
  id: string;
  /** Rows of signed numbers, then the seat to act, as positions are written. */
  start: string;
  /** The seed of the game that starts so. */
  seed?: number;
  /** Whose knowledge is drawn; all if absent. */
  view?: Seat;
  /** The same position by several viewpoints. */
  views?: (Seat | null)[];
  /** All that may be played at the start. */
  choices?: string[];
  steps: RulesStep[];
  /** How often the steps are played. */
  repeat?: number;
  caption: BothLanguages;
  /** Stones or points of both seats in each position. */
  counts?: [number, number][];
}

interface IllustratedRule {
  title: BothLanguages;
  cost?: BothLanguages;
  text: BothLanguages;
  diagram: RulesDiagram;
  checks?: object[];
}

/** A cell that is a string is the same in both languages. */
interface RulesTable {
  head: BothLanguages[];
  rows: { cells: (BothLanguages | string)[]; checks?: object[] }[];
}

interface RulesBlock {
  text?: BothLanguages;
  list?: BothLanguages[];
  steps?: BothLanguages[];
  table?: RulesTable;
  options?: { key: string; default: string; text: BothLanguages }[];
  rules?: IllustratedRule[];
}

interface RulesData {
  game: string;
  title: BothLanguages;
  players: [BothLanguages, BothLanguages];
  lead: BothLanguages;
  facts: { name: BothLanguages; value: BothLanguages }[];
  start: RulesDiagram;
  sections: { id: string; title: BothLanguages; blocks: RulesBlock[]; checks?: object[] }[];
}
