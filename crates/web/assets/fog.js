// What a viewpoint shows of a board, and how that is said in words.

import { number, t } from "./language.js";
import { plain } from "./dom.js";

/// A square that is known.
/** @param {number} value @returns {CellView} */
export const knownCell = (value) => ({ value, state: "known", age: 0 });

/// Each square of a position as a viewpoint shows it.
/** @param {GameFrame} frame @param {ViewpointName} viewpoint @param {number} size @returns {CellView[]} */
export function cellViews(frame, viewpoint, size) {
  const { cells, memories, turn } = frame;
  /** @type {CellView} */
  const unseen = { value: 0, state: "unseen", age: 0 };
  if (!cells) return new Array(size).fill(unseen);
  if (viewpoint === "all") return cells.map(knownCell);
  const seat = Number(viewpoint);
  const sign = seat === 0 ? 1 : -1;
  return cells.map((value, at) => {
    if (value * sign > 0) return knownCell(value);
    const memory = memories[seat]?.[at];
    if (!memory) return unseen;
    const age = Math.max(0, turn - memory.turn);
    if (memory.count < 0) return { value: 0, state: "hit", age };
    return { value: memory.count === 0 ? 0 : -sign * memory.count, state: "remembered", age };
  });
}

/// The last action as a viewpoint knows it; `null` if there is none.
/** @param {Positions} positions @param {number} at @param {ViewpointName} viewpoint @returns {BoardMark | null} */
export function markOf(positions, at, viewpoint) {
  const action = positions.actions[at - 1];
  const trace = positions.trace(at);
  if (!action || !trace) return null;
  const seat = action[0];
  const changed = action[5].filter((_, index) => index % 2 === 0);
  if (viewpoint === "all" || Number(viewpoint) === seat) return { seat, changed, ...trace };
  // Of the other's action a seat sees what happened to its own squares.
  const sign = viewpoint === "0" ? 1 : -1;
  const [before, after] = [positions.frame(at - 1).cells ?? [], positions.frame(at).cells ?? []];
  const isOwn = (/** @type {number} */ square) => Number(before[square]) * sign > 0 || Number(after[square]) * sign > 0;
  return { seat, changed: changed.filter(isOwn), motion: "still", path: [], area: [] };
}

/// The name of a square: `row 3, column 4`.
/** @param {Playback} playback @param {number} at */
export function squareName({ cols, col_labels, row_labels, from_bottom }, at) {
  const [row, col] = [row_labels[Math.floor(at / cols)] ?? 0, col_labels[at % cols] ?? 0];
  return from_bottom ? t("square_xy", number(col), number(row)) : t("square_row", number(row), number(col));
}

/// The squares that the words of an action name, if they do.
/** @param {Playback} playback @param {string} words */
export function squaresOf({ cols, col_labels, row_labels, from_bottom }, words) {
  const numbers = (words.match(/-?\d+/g) ?? []).map(Number);
  const squares = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const [one, two] = [Number(numbers[i]), Number(numbers[i + 1])];
    const col = col_labels.indexOf(from_bottom ? one : two);
    const row = row_labels.indexOf(from_bottom ? two : one);
    if (row >= 0 && col >= 0) squares.push(row * cols + col);
  }
  return squares;
}

/// What a square holds: `Plus 2`, `empty`, `never seen`.
/** @param {Playback} playback @param {CellView} view */
export function contentName({ seats, style }, { value, state, age }) {
  const owner = t(plain(seats[value > 0 ? 0 : 1]));
  const holds = value === 0 ? t("square_empty") : style === "stones" ? owner : `${owner} ${number(Math.abs(value))}`;
  switch (state) {
    case "unseen":
      return t("square_unseen");
    case "hit":
      return t("square_hit", number(age));
    case "remembered":
      return age > 0 ? t("square_remembered", holds, number(age)) : holds;
    default:
      return holds;
  }
}
