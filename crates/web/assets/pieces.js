// What stands on a square: stones, boxes, tiles, and what a seat remembers of them. Seat 0 is a disc
// or a full tile, seat 1 a ring or a framed tile, so that colour is never the only sign.

import { number } from "./language.js";
import { s } from "./dom.js";

/// The side of a square in units of a board's picture.
export const CELL = 40;

const MIDDLE = CELL / 2;

/// How large frames, marks and labels are: a board of few squares is drawn larger, they are not.
/** @param {Playback} playback */
export const unitOf = ({ cols, row_labels }) => Math.min(1.4, Math.max(0.45, Math.max(cols, row_labels.length) / 10.5));

/// A square without the iron around it.
const INSIDE = { x: 1, y: 1, width: CELL - 2, height: CELL - 2, rx: 1.5 };

/// Slanted lines over a square, which go on in the next one.
const HATCHING = [8, 16, 24, 32, 40, 48, 56, 64, 72]
  .map((sum) => [Math.max(1, sum - CELL + 1), Math.min(CELL - 1, sum - 1)])
  .map(([low, high]) => `M${low} ${high}L${high} ${low}`)
  .join("");

/// The middle of a square.
/** @param {number} at @param {number} cols @returns {[number, number]} */
export const middleOf = (at, cols) => [
  ((at % cols) + 0.5) * CELL,
  (Math.floor(at / cols) + 0.5) * CELL,
];

/// Equal for squares that are drawn in the same way.
/** @param {CellView} view */
export const cellLook = ({ value, state, age }) => `${value} ${state} ${state === "known" ? 0 : age}`;

/// The elements that show a square, around the square's top left corner.
/** @param {Playback["style"]} style @param {CellView} view @param {number} most @returns {SVGElement[]} */
export function pieceOf(style, view, most) {
  switch (view.state) {
    case "unseen":
      return [s("rect", { class: "fog", ...INSIDE }), s("path", { class: "hatch", d: HATCHING })];
    case "hit":
      return [numberText("remembered", "?", MIDDLE, 15, -3), ...ageNote(view)];
    case "remembered":
      return [...rememberedPiece(view), ...ageNote(view)];
    default:
      return view.value === 0 ? [] : drawPiece(style, view.value, most);
  }
}

/** @param {Playback["style"]} style @param {number} value @param {number} most @returns {SVGElement[]} */
function drawPiece(style, value, most) {
  const [seat, count] = [value > 0 ? 0 : 1, Math.abs(value)];
  switch (style) {
    case "stones":
      return [roundPiece("stone", seat, 14, 6)];
    case "boxes": {
      const radius = 11.5 + 6 * Math.sqrt(Math.min(1, count / most));
      return [roundPiece("box", seat, radius, 3.5), numberText(`on-box seat${seat}`, number(count), MIDDLE, count > 9 ? 15 : 17)];
    }
    default:
      return drawTile(seat, count);
  }
}

/// A disc or a ring; both are as large.
/** @param {string} name @param {number} seat @param {number} radius @param {number} width */
const roundPiece = (name, seat, radius, width) =>
  s("circle", {
    class: `piece ${name} seat${seat}`,
    cx: MIDDLE,
    cy: MIDDLE,
    r: seat ? radius - width / 2 : radius,
    "stroke-width": seat ? width : null,
  });

/** @param {number} seat @param {number} count */
function drawTile(seat, count) {
  const [inset, width] = seat ? [3, 3.5] : [1, 0];
  const side = CELL - 2 * inset;
  const strength = tileStrength(count);
  const digits = number(count, 0, { useGrouping: false });
  const size = digits.length > 2 ? 12 : 16;
  return [
    s("rect", {
      class: `piece tile seat${seat} strength${strength}`,
      x: inset,
      y: inset,
      width: side,
      height: side,
      rx: 1.5,
      "stroke-width": width || null,
    }),
    numberText(`on-tile seat${seat}${strength > 4 ? " strong" : ""}`, (seat ? "−" : "+") + digits, MIDDLE, size),
  ];
}

/// How full the colour of a tile is, from 1 to 8.
const tileStrength = (/** @type {number} */ count) =>
  count <= 4 ? count : count <= 6 ? 5 : count <= 9 ? 6 : count <= 14 ? 7 : 8;

/// What was there when it was last seen: outlines only.
/** @param {CellView} view */
function rememberedPiece({ value }) {
  if (value === 0) return [s("circle", { class: "remembered-empty", cx: MIDDLE, cy: MIDDLE, r: 2 })];
  const seat = value > 0 ? 0 : 1;
  const digits = number(Math.abs(value), 0, { useGrouping: false });
  return [
    s("rect", { class: `remembered-tile seat${seat}`, x: 2.5, y: 2.5, width: CELL - 5, height: CELL - 5, rx: 1.5 }),
    numberText(`remembered seat${seat}`, (seat ? "−" : "+") + digits, MIDDLE, digits.length > 2 ? 12 : 15, -3),
  ];
}

/// How many turns ago, in the corner.
/** @param {CellView} view */
function ageNote({ age: turns }) {
  if (turns === 0) return [];
  return [numberText("age", number(turns), CELL - 5, 9.5, 12.5)];
}

/// A text around the middle of the square, or so much lower.
/** @param {string} name @param {string} words @param {number} x @param {number} size @param {number} lower */
const numberText = (name, words, x, size, lower = 0) =>
  s("text", { class: `number ${name}`, x, y: MIDDLE + size * 0.355 + lower, "font-size": size }, words);
