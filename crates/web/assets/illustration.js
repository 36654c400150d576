// One illustration of the rules: a position, actions, and the positions after them. It plays them when
// it is pointed at or tapped, and by its button.

import { GridBoard } from "./board.js";
import { h, icon, s, seatMark } from "./dom.js";
import { middleOf } from "./pieces.js";
import { Positions } from "./positions.js";
import { RULES_MOTIONS } from "./rules/motions.js";
import { RULES_WORDS, playerName, playerWord, rich, said } from "./rules_text.js";

/// How squares of a game are drawn and numbered.
/** @type {Record<string, { style: Playback["style"], from_bottom: boolean, secrets: boolean }>} */
const DIAGRAM_LOOKS = {
  plantation: { style: "numbers", from_bottom: false, secrets: true },
  virus: { style: "stones", from_bottom: false, secrets: false },
  conga: { style: "boxes", from_bottom: true, secrets: false },
};

/// How long a position stands before its move is shown, and a move before the next, in milliseconds.
const DIAGRAM_PAUSES = { before: 450, move: 1700 };

/// Motion is slower than in games, and always has the time it takes.
const DIAGRAM_PACE = { budget: 5000, rate: 0.6 };

/// Signed numbers, row by row, of a position as diagrams write it.
/** @param {string} position */
const readCells = (position) =>
  (position.split(" ")[0] ?? "").split("/").map((row) => row.split(",").map(Number));

/// A diagram as a game that the board can show.
/** @param {RulesData} rules @param {RulesDiagram} diagram @returns {Playback} */
function diagramPlayback(rules, diagram) {
  const rows = readCells(diagram.start);
  const look = /** @type {typeof DIAGRAM_LOOKS[string]} */ (DIAGRAM_LOOKS[rules.game]);
  const first = diagram.start.split(" ")[1] === "1" ? 1 : 0;
  const seats = /** @type {[string, string]} */ (rules.players.map(([english]) => english));
  const players = /** @type {Playback["players"]} */ (seats.map((name) => ({ name, spec: "", version: "" })));
  let cells = rows.flat();
  const actions = diagram.steps.map((step, at) => {
    const after = readCells(step.board).flat();
    const changes = after.flatMap((value, square) => (value === cells[square] ? [] : [square, value]));
    cells = after;
    // A diagram shows one command of a turn of Plantation, and whole turns of other games.
    const seat = /** @type {Seat} */ ((first + at) % 2);
    const seen = (step.seen ?? []).flatMap(([square, value]) => [square, Math.abs(value), 1]);
    return /** @type {PlaybackAction} */ ([seat, 1, step.action, step.reply ?? null, null, changes, traceOf(step), seen, null]);
  });
  return {
    ...look,
    game: rules.game,
    seats,
    players,
    has_margin: false,
    cols: rows[0]?.length ?? 1,
    col_labels: (rows[0] ?? []).map((_, at) => (look.from_bottom ? at + 1 : at)),
    row_labels: rows.map((_, at) => (look.from_bottom ? rows.length - at : at)),
    rules: "",
    seed: null,
    clock: "",
    clocks: [null, null],
    charged: "",
    sandbox: "",
    moves_first: first,
    motions: RULES_MOTIONS,
    start: rows.flat(),
    actions,
    outcome: null,
    unasked: [0, 0],
    is_cut: false,
    restricted: false,
  };
}

/// A command that failed moves nothing, although it names squares.
/** @param {RulesStep} step */
function traceOf({ motion = ["still"], reply }) {
  const [word, ...path] = reply === "error" ? ["still"] : motion;
  return [RULES_MOTIONS.findIndex(([name]) => name === word), ...path];
}

/// The pieces of a position in words: `Disc: (1, 4) 10; Ring: (4, 1) 10`.
/** @param {RulesData} rules @param {Playback} playback @param {(number | null)[]} cells */
function describeCells(rules, { cols, col_labels, row_labels, from_bottom, style }, cells) {
  const square = (/** @type {number} */ at) => {
    const [row, col] = [row_labels[Math.floor(at / cols)], col_labels[at % cols]];
    const count = style === "stones" ? "" : ` ${Math.abs(Number(cells[at]))}`;
    return (from_bottom ? `(${col}, ${row})` : `(${row}, ${col})`) + count;
  };
  const owned = (/** @type {Seat} */ seat) =>
    cells.flatMap((value, at) => (Number(value) * (seat === 0 ? 1 : -1) > 0 ? [square(at)] : []));
  const list = (/** @type {Seat} */ seat) =>
    `${said([playerWord(rules, seat) + ":", playerWord(rules, seat) + " :"])} ${owned(seat).join(", ") || "–"}`;
  return `${list(0)}; ${list(1)}`;
}

/// One board of an illustration: what it shows, and how it moves there.
class DiagramFrame {
  /** @param {RulesData} rules @param {RulesDiagram} diagram @param {Positions} positions @param {number} at @param {Seat | null} view */
  constructor(rules, diagram, positions, at, view) {
    this.positions = positions;
    this.at = at;
    this.viewpoint = /** @type {ViewpointName} */ (view === null ? "all" : String(view));
    // As a picture: nobody walks through its squares.
    this.board = new GridBoard();
    this.board.setAttribute("static", "");
    this.board.playback = positions.playback;
    this.show();
    if (at === 0) this.markChoices(diagram.choices ?? []);
    const seat = positions.playback.actions[at - 1]?.[0] ?? 0;
    const parts = [frameHead(rules, diagram, at, view, seat), this.picture(rules), frameFoot(rules, diagram, at)];
    this.element = h("div", { class: "frame" }, parts);
  }

  /// The board between the numbers of its rows and columns: captions name squares by them.
  /** @param {RulesData} rules */
  picture(rules) {
    const { playback } = this.positions;
    const { row_labels, col_labels, from_bottom } = playback;
    const shown = this.board.views?.map(({ value, state }) => (state === "unseen" ? null : value)) ?? [];
    const labels = (/** @type {string} */ name, /** @type {number[]} */ numbers) =>
      h("div", { class: name, "aria-hidden": "true" }, numbers.map((it) => h("span", {}, String(it))));
    return h(
      "div",
      {
        class: from_bottom ? "drawn-board from-bottom" : "drawn-board",
        style: { "--frame": this.board.style.getPropertyValue("--frame") },
        role: "img",
        "aria-label": describeCells(rules, playback, shown),
      },
      labels("row-labels", row_labels),
      labels("col-labels", col_labels),
      h("div", { class: "squares", "aria-hidden": "true" }, this.board),
    );
  }

  /// The position of this frame, at once.
  show() {
    this.board.showPosition(this.positions, this.at, { viewpoint: this.viewpoint });
  }

  /// The position of this frame, with the motion that leads to it.
  play() {
    this.board.showPosition(this.positions, this.at, { viewpoint: this.viewpoint, budget: DIAGRAM_PACE.budget });
    for (const animation of this.board.motion?.running ?? []) animation.playbackRate = DIAGRAM_PACE.rate;
  }

  showBefore() {
    this.board.showPosition(this.positions, this.at - 1, { viewpoint: this.viewpoint });
  }

  /// Marks the squares that may be played.
  /** @param {string[]} choices */
  markChoices(choices) {
    const { cols, col_labels, row_labels, from_bottom } = this.positions.playback;
    for (const choice of choices) {
      const [one = 0, two = 0] = choice.split(" ").slice(-2).map(Number);
      const [row, col] = from_bottom ? [two, one] : [one, two];
      const [cx, cy] = middleOf(row_labels.indexOf(row) * cols + col_labels.indexOf(col), cols);
      this.board.ghosts?.append(s("circle", { class: "choice", cx, cy, r: 4 }));
    }
  }
}

/// What stands above a board: the action that led there, or whose view it is.
/** @param {RulesData} rules @param {RulesDiagram} diagram @param {number} at @param {Seat | null} view @param {Seat} seat */
function frameHead(rules, diagram, at, view, seat) {
  const head = (/** @type {Child[]} */ ...words) => h("div", { class: "frame-head" }, words);
  if (diagram.views && view === null) return head(said(RULES_WORDS.all_see));
  if (diagram.views && view !== null) {
    const [before, after] = said(RULES_WORDS.seen_by).split("{0}");
    return head(h("span", {}, before, playerName(rules, view), after));
  }
  const step = diagram.steps[at - 1];
  if (!step) return diagram.steps.length > 0 && head(h("span", { class: "faint" }, said(RULES_WORDS.before)));
  return head(playerName(rules, seat), h("code", {}, step.action));
}

/// What stands below a board: the count, the reply, or how the game ended.
/** @param {RulesData} rules @param {RulesDiagram} diagram @param {number} at */
function frameFoot(rules, diagram, at) {
  const step = diagram.steps[at - 1];
  const counts = diagram.views ? undefined : diagram.counts?.[at];
  const over = diagram.repeat ? undefined : step?.over;
  const parts = [
    counts && [seatMark(0), ` ${counts[0]} `, seatMark(1), ` ${counts[1]}`],
    step && rules.game === "plantation" && [said(RULES_WORDS.reply), " ", h("code", {}, step.reply)],
    step?.forced && said(RULES_WORDS.forced),
    step?.fault && h("b", { class: "bad" }, "⚠ ", said(RULES_WORDS.mistake)),
    step?.played && [said(RULES_WORDS.counts_as), " ", h("code", {}, step.played)],
    over && h("b", {}, howItEnded(rules, over)),
  ];
  return h("div", { class: "frame-foot" }, parts.filter(Boolean).map((part) => h("span", {}, part)));
}

/** @param {RulesData} rules @param {{ score: number }} over */
function howItEnded(rules, { score }) {
  if (score === 0) return said(RULES_WORDS.draw);
  const by = (score > 0 ? "+" : "−") + Math.abs(score);
  return said(RULES_WORDS.wins).replace("{0}", playerWord(rules, score > 0 ? 0 : 1)).replace("{1}", by);
}

/** @param {RulesData} rules @param {RulesDiagram} diagram */
export function illustration(rules, diagram) {
  const positions = new Positions(diagramPlayback(rules, diagram));
  const views = diagram.views ?? [diagram.view ?? null];
  const frames = [0, ...diagram.steps.map((_, at) => at + 1)].flatMap((at) =>
    views.map((view) => new DiagramFrame(rules, diagram, positions, at, view)),
  );
  const canPlay = diagram.steps.length > 0;
  /** @type {number | undefined} */
  let timer;
  /// Plays the move that leads to this frame, then the others.
  const play = (at = 1) => {
    clearTimeout(timer);
    const frame = frames[at];
    if (!frame) return;
    frame.showBefore();
    timer = setTimeout(() => {
      frame.play();
      timer = setTimeout(() => play(at + 1), DIAGRAM_PAUSES.move);
    }, DIAGRAM_PAUSES.before);
  };
  const hasFeet = frames.some(({ element }) => element.querySelector(".frame-foot > *"));
  const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const triggers = {
    onpointerenter: (/** @type {PointerEvent} */ { pointerType }) => pointerType === "mouse" && !isCalm() && play(),
    onclick: () => play(),
  };
  const button = h(
    "button",
    { type: "button", class: "show", onclick: () => play(), "aria-label": said(RULES_WORDS.show_move) },
    icon("play"),
    h("span", {}, said(RULES_WORDS.show)),
  );
  return h(
    "figure",
    {
      id: diagram.id,
      class: `illustration of-${frames.length}${diagram.views ? " views" : ""}${hasFeet ? "" : " bare"}`,
    },
    h("div", { class: "frames", ...(canPlay ? triggers : {}) }, frames.map((it) => it.element)),
    h("figcaption", {}, canPlay && button, h("p", {}, rich(rules, diagram.caption))),
  );
}
