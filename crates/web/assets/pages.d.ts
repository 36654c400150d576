// The shapes of the API's answers that pages use; `docs/api.md` describes them.

interface TournamentSummary {
  id: string;
  title: string;
  game: string | null;
  format: string | null;
  state: "waiting" | "running" | "stopping" | "stopped" | "finished" | "elsewhere" | "broken";
  players: number;
  pairs_done: number;
  pairs_planned: number | null;
  games: number;
  leader: string | null;
  /** How many share the first place. */
  leaders: number;
  began: number | null;
  ended: number | null;
  problem: ProblemBody | null;
  has_file: boolean;
  can_play: boolean;
}

interface ProblemBody {
  code: string;
  values: Record<string, string>;
  message: string;
}

interface LiveSummary {
  id: string;
  tournament: string | null;
  game: string;
  players: [string, string];
  turn: number;
  totals: [number, number] | null;
  since_ms: number;
}

/** A finished game that can be played back. */
interface RecentGame {
  tournament: string;
  number: number;
}

interface GameLine {
  number: number;
  round: number | null;
  players: [string, string];
  winner: Seat | null;
  score: number;
  cause: string;
  actions: number;
  faults: Record<string, Record<string, number>>;
  upset: number | null;
  ended: number;
  kept: boolean;
}

/** An option of rules or of a built-in player. */
interface OptionInfo {
  key: string;
  kind: "integer" | "milliseconds" | "choice";
  default: string;
  help: string;
  min: number | null;
  max: number | null;
  choices: string[];
}

/** A game, for a form. */
interface GameInfo {
  name: string;
  clock: string;
  options: OptionInfo[];
  players: { name: string; about: string; options: OptionInfo[]; sees_all: boolean }[];
}

/** Two players who meet. */
interface Meeting {
  round: number | null;
  stage: Stage | null;
  third_place: boolean;
  players: [string | null, string | null];
  done: number;
  planned: number | null;
  state: "running" | "next" | "open" | "done";
}

/** A tournament with all that its page shows. */
interface TournamentView {
  summary: TournamentSummary;
  report: Report;
  live: LiveSummary[];
  latest: GameLine[];
  schedule: Meeting[];
  /** Its file, for the organiser. */
  text: string | null;
}

/** What the list of games can be searched by, as in its address. */
type GameFilter = Partial<
  Record<
    "bot" | "against" | "result" | "cause" | "fault" | "upset" | "min_length" | "max_length" | "order" | "page",
    string
  >
>;

interface Session {
  role: "none" | "viewer" | "organiser";
  private: boolean;
  /** Whether tournaments can be created here. */
  creates: boolean;
}

/** What a page gets from the site around it. */
interface Site {
  session: Session;
  /** Settles when the session is the visitor's own; it is when a page is drawn. */
  known: Promise<void>;
  /** Draws bar and page again, as after another language. */
  draw: () => void;
}

/** A page: drawn again whenever the language changes. */
interface SitePage {
  /** A class of the content. */
  name?: string;
  title: () => string;
  draw: () => Node[];
  /** What the bar's links lead to: the game and tournament that the page is about. */
  game?: string | null;
  tournament?: string | null;
  /** Whether it only says what went wrong. */
  isFailure?: boolean;
  /** Loads again what depends on the visitor's role. */
  renew?: () => Promise<void>;
  key?: (event: KeyboardEvent) => void;
  /** After the page was put into the document. */
  placed?: () => void;
}
