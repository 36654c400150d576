// <grid-board>: one position of any game as a grid that people can look at, walk through by
// keyboard, and hear read out. With the attribute `static` it is only a picture.

import { addWords, number, t } from "./language.js";
import { plain, s } from "./dom.js";
import { GAME_WORDS } from "./game_words.js";
import { cellViews, contentName, knownCell, markOf, squareName } from "./fog.js";
import { drawChoices, drawGhost, drawMark, drawPath } from "./marks.js";
import { CELL, cellLook, middleOf, pieceOf, unitOf } from "./pieces.js";
import { BoardMotion } from "./motion.js";

addWords(GAME_WORDS);

/// The iron around the squares, and the room for the numbers of rows and columns, in units.
const FRAME = 5;
const EDGE = 17;

/// Where a square's top left corner is.
const cornerOf = (/** @type {number} */ at, /** @type {number} */ cols) =>
  `translate(${(at % cols) * CELL} ${Math.floor(at / cols) * CELL})`;

export class GridBoard extends HTMLElement {
  /// Sets size, labels and style of the board from a playback.
  /** @param {Playback} playback */
  set playback(playback) {
    this.motion?.cancel();
    this.data = playback;
    const { cols, col_labels, row_labels, from_bottom } = playback;
    const rows = row_labels.length;
    const size = rows * cols;
    this.isStatic = this.hasAttribute("static");
    const unit = unitOf(playback);
    const frame = FRAME * unit;
    const edge = this.isStatic ? 0 : EDGE * unit;
    const [left, top] = [edge + frame, (from_bottom ? 0 : edge) + frame];
    const [wide, high] = [cols * CELL + 2 * frame + edge, rows * CELL + 2 * frame + edge];
    /// The most pieces of one seat at the start: boxes are as large as their share.
    this.most = Math.max(1, ...playback.start.map(Math.abs));
    this.squares = Array.from({ length: size }, (_, at) => this.square(at));
    // What moves stands in an element of its own: the other holds its place.
    this.pieces = Array.from({ length: size }, () => s("g", { class: "piece-of" }));
    /** @type {string[]} */
    this.looks = new Array(size).fill("");
    /** @type {CellView[]} */
    this.views = [];
    this.below = s("g", { class: "marks" });
    this.above = s("g", { class: "marks" });
    this.ghosts = s("g", { class: "ghosts" });
    const moving = s("g", { class: "motion" });
    this.ring = s("rect", { class: "focus-ring", width: CELL, height: CELL, rx: 2, visibility: "hidden" });
    const label = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ words) =>
      s("text", { class: "edge", x, y }, String(words));
    const labels = this.isStatic
      ? []
      : [
          ...col_labels.map((it, at) => label(left + (at + 0.5) * CELL, from_bottom ? high - 4.5 * unit : edge - 5.5 * unit, it)),
          ...row_labels.map((it, at) => label(edge / 2, top + (at + 0.5) * CELL + 3.8 * unit, it)),
        ];
    const lines = Array.from({ length: rows }, (_, row) =>
      s("g", { role: this.isStatic ? null : "row" }, this.squares?.slice(row * cols, (row + 1) * cols)),
    );
    this.picture = s(
      "svg",
      {
        viewBox: `0 0 ${wide} ${high}`,
        role: this.isStatic ? "img" : "grid",
        "aria-rowcount": this.isStatic ? null : rows,
        "aria-colcount": this.isStatic ? null : cols,
      },
      s("g", { class: "edges", "aria-hidden": "true" }, labels),
      s("rect", {
        class: "grate",
        x: left - frame,
        y: top - frame,
        width: cols * CELL + 2 * frame,
        height: rows * CELL + 2 * frame,
        rx: 4 * unit,
      }),
      s("g", { transform: `translate(${left} ${top})` }, [
        lines,
        s(
          "g",
          { "aria-hidden": "true" },
          this.below,
          this.ghosts,
          this.pieces.map((piece, at) => s("g", { transform: cornerOf(at, cols) }, piece)),
          this.above,
          moving,
          this.ring,
        ),
      ]),
    );
    this.motion = new BoardMotion(this, moving);
    this.cursor = 0;
    this.style.setProperty("--unit", String(unit));
    this.style.setProperty("--wide", String(wide));
    this.style.setProperty("--high", String(high));
    this.style.setProperty("--frame", String(frame / wide));
    this.dataset.style = playback.style;
    this.replaceChildren(this.picture);
    if (!this.isStatic) this.listen(this.picture);
  }

  /// A square; in a board that is no picture it can have the focus.
  square(/** @type {number} */ at) {
    const square = s("rect", { class: "square", x: 1, y: 1, width: CELL - 2, height: CELL - 2, rx: 1.5 });
    const cell = s("g", { class: "cell", transform: cornerOf(at, this.data?.cols ?? 1) }, square);
    if (!this.isStatic) {
      cell.setAttribute("role", "gridcell");
      cell.setAttribute("tabindex", at === 0 ? "0" : "-1");
      cell.dataset.square = String(at);
    }
    return cell;
  }

  /// Shows a position of a game. `budget` is the time for motion in milliseconds; 0 shows it at once.
  /// `ghost` is an action that might be played.
  /**
   * @param {Positions} positions
   * @param {number} at
   * @param {{ viewpoint?: ViewpointName, budget?: number, ghost?: Ghost | null, label?: string }} [options]
   */
  showPosition(positions, at, { viewpoint = "all", budget = 0, ghost = null, label } = {}) {
    const views = cellViews(positions.frame(at), viewpoint, this.looks?.length ?? 0);
    const mark = markOf(positions, at, viewpoint);
    this.show(views, { mark, budget, ghost, label: label ?? this.describe(positions, at) });
  }

  /// Shows squares, row by row from the top: as signed numbers, or as a viewpoint shows them.
  /**
   * @param {(number | CellView)[]} squares
   * @param {{ mark?: Partial<BoardMark> | null, budget?: number, ghost?: Ghost | null, choices?: number[], label?: string }} [options]
   */
  show(squares, { mark = null, budget = 0, ghost = null, choices = [], label = "" } = {}) {
    if (!this.data || !this.motion || !this.below || !this.above || !this.ghosts) return;
    this.motion.cancel();
    const before = this.views ?? [];
    const views = squares.map((it) => (typeof it === "number" ? knownCell(it) : it));
    /** @type {BoardMark | null} */
    const whole = mark && { seat: 0, motion: "still", path: [], area: [], changed: [], ...mark };
    this.draw(views, new Set(whole?.changed));
    this.below.replaceChildren(...(whole ? drawPath(whole, this.data) : []));
    this.above.replaceChildren(...(whole ? drawMark(whole, this.data) : []));
    this.ghosts.replaceChildren(...(ghost ? drawGhost(ghost, this.data) : []), ...drawChoices(choices, this.data));
    this.picture?.setAttribute("aria-label", label);
    if (budget > 0 && whole && before.length === views.length) this.motion.play(whole, before, views, budget);
  }

  /// Ends all motion: what is shown is the position itself.
  settle() {
    this.motion?.cancel();
  }

  /** @param {Positions} positions @param {number} at */
  describe(positions, at) {
    const { seats, restricted, secrets } = positions.playback;
    const place = t("action_of", number(at), number(positions.last));
    if (restricted && secrets) return t("board_hidden", place);
    const { totals } = positions.frame(at);
    return t("board_label", place, ...[0, 1].flatMap((seat) => [t(plain(seats[seat])), number(totals[seat])]));
  }

  /** @param {CellView[]} views @param {Set<number>} changed */
  draw(views, changed) {
    const { data, looks, squares, pieces } = this;
    if (!data || !looks || !squares || !pieces) return;
    views.forEach((view, at) => {
      const look = `${cellLook(view)} ${changed.has(at)}`;
      if (looks[at] === look) return;
      looks[at] = look;
      const [cell, piece] = [squares[at], pieces[at]];
      if (!cell || !piece) return;
      const isSeen = view.state !== "unseen";
      cell.classList.toggle("changed", changed.has(at));
      cell.dataset.value = isSeen ? String(view.value) : "";
      cell.dataset.state = view.state;
      cell.dataset.age = view.state === "known" ? "" : String(view.age);
      piece.replaceChildren(...pieceOf(data.style, view, this.most ?? 1));
      if (this.isStatic) return;
      const key = changed.has(at) ? "square_changed" : "square_is";
      cell.setAttribute("aria-label", t(key, squareName(data, at), contentName(data, view)));
    });
    this.views = views;
  }

  /// Arrows move the focus from square to square.
  listen(/** @type {SVGSVGElement} */ picture) {
    picture.addEventListener("keydown", (event) => {
      const { cols, row_labels } = this.data ?? { cols: 1, row_labels: [] };
      if (event.altKey || event.metaKey) return;
      const at = this.cursor ?? 0;
      const [row, col, rows] = [Math.floor(at / cols), at % cols, row_labels.length];
      /** @type {Record<string, [number, number]>} */
      const moves = {
        ArrowLeft: [row, col - 1],
        ArrowRight: [row, col + 1],
        ArrowUp: [row - 1, col],
        ArrowDown: [row + 1, col],
        Home: event.ctrlKey ? [0, 0] : [row, 0],
        End: event.ctrlKey ? [rows - 1, cols - 1] : [row, cols - 1],
      };
      const to = moves[event.key];
      if (!to) return;
      event.preventDefault();
      if (to[0] < 0 || to[1] < 0 || to[0] >= rows || to[1] >= cols) return;
      this.squares?.[to[0] * cols + to[1]]?.focus();
    });
    picture.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof SVGElement) || target.dataset.square === undefined) return;
      this.squares?.[this.cursor ?? 0]?.setAttribute("tabindex", "-1");
      this.cursor = Number(target.dataset.square);
      target.setAttribute("tabindex", "0");
      const [x, y] = middleOf(this.cursor, this.data?.cols ?? 1);
      this.ring?.setAttribute("transform", `translate(${x - CELL / 2} ${y - CELL / 2})`);
      this.ring?.setAttribute("visibility", target.matches(":focus-visible") ? "visible" : "hidden");
    });
    picture.addEventListener("focusout", () => this.ring?.setAttribute("visibility", "hidden"));
  }
}

customElements.define("grid-board", GridBoard);

/// A board that shows one position and cannot be walked through.
/** @param {Positions} positions @param {number} at */
export function boardPicture(positions, at) {
  const board = new GridBoard();
  board.setAttribute("static", "");
  board.playback = positions.playback;
  board.showPosition(positions, at);
  return board;
}
