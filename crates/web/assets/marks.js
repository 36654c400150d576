// Marks on a board: the last action by outlines and an arrow, and an action that might be played.

import { s } from "./dom.js";
import { CELL, middleOf, unitOf } from "./pieces.js";

/// Squares get thin outlines if they changed, the square of the action a thick one, and an area a
/// dashed line around it.
/** @param {BoardMark} mark @param {Playback} playback @returns {SVGElement[]} */
export function drawMark({ path, area, changed, motion }, playback) {
  const { cols } = playback;
  const unit = unitOf(playback);
  // An arrow says where an action ended; else a thick outline does.
  const target = path.length > 1 ? undefined : path.at(-1);
  return [
    ...changed.filter((at) => at !== target).map((at) => outlineOf("outline", at, cols, 1.9 * unit)),
    ...(area.length > 1 ? [borderOf("area-back", area, cols), borderOf("area", area, cols)] : []),
    // A light line inside the dark one: it is seen on any piece.
    ...(target === undefined
      ? []
      : [outlineOf("outline inner", target, cols, 4 * unit), outlineOf("outline target", target, cols, 1.9 * unit)]),
    ...(motion === "strike" && target !== undefined ? [crossHairs(target, cols)] : []),
    ...(path.length > 1 ? arrowHead("arrow", path, playback) : []),
  ];
}

/// An action that goes from square to square gets an arrow; all but its head is below the pieces.
/** @param {BoardMark} mark @param {Playback} playback @returns {SVGElement[]} */
export const drawPath = ({ path }, playback) => (path.length > 1 ? arrowShaft("arrow", path, playback) : []);

/// An action that might be played: dashed, with an arrow if it goes from square to square.
/** @param {Ghost} ghost @param {Playback} playback @returns {SVGElement[]} */
export function drawGhost({ seat, path }, playback) {
  const target = path.at(-1);
  if (target === undefined) return [];
  const name = `arrow ghost seat${seat}`;
  if (path.length > 1) return [...arrowShaft(name, path, playback), ...arrowHead(name, path, playback)];
  const [cx, cy] = middleOf(target, playback.cols);
  return [s("circle", { class: `ghost seat${seat}`, cx, cy, r: 13 })];
}

/// Dots on squares that may be chosen.
/** @param {number[]} choices @param {Playback} playback @returns {SVGElement[]} */
export const drawChoices = (choices, { cols }) =>
  choices.map((at) => {
    const [cx, cy] = middleOf(at, cols);
    return s("circle", { class: "choice", cx, cy, r: 4 });
  });

/** @param {string} name @param {number} at @param {number} cols @param {number} inset */
function outlineOf(name, at, cols, inset) {
  const [x, y] = middleOf(at, cols);
  const side = CELL - 2 * inset;
  return s("rect", { class: name, x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 1.5 });
}

/// A line around squares: each of their sides that has no other of them behind it.
/** @param {string} name @param {number[]} area @param {number} cols */
function borderOf(name, area, cols) {
  const inside = new Set(area);
  const lines = area.flatMap((at) => {
    const [left, top] = [(at % cols) * CELL, Math.floor(at / cols) * CELL];
    const [right, bottom] = [left + CELL, top + CELL];
    const isAt = (/** @type {number} */ column) => at % cols === column;
    return [
      inside.has(at - cols) ? "" : `M${left} ${top}H${right}`,
      inside.has(at + cols) ? "" : `M${left} ${bottom}H${right}`,
      inside.has(at - 1) && !isAt(0) ? "" : `M${left} ${top}V${bottom}`,
      inside.has(at + 1) && !isAt(cols - 1) ? "" : `M${right} ${top}V${bottom}`,
    ];
  });
  return s("path", { class: name, d: lines.join("") });
}

/// Points along an arrow, as a function of the way back from its tip and to its side.
/** @param {number[]} path @param {Playback} playback */
function arrowLine(path, playback) {
  const unit = unitOf(playback);
  const [from, to] = [middleOf(path[0] ?? 0, playback.cols), middleOf(path.at(-1) ?? 0, playback.cols)];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  // In front of the last piece.
  const [tipX, tipY] = [to[0] - ux * 18, to[1] - uy * 18];
  const at = (/** @type {number} */ back, /** @type {number} */ side) =>
    `${(tipX - (ux * back + uy * side) * unit).toFixed(1)} ${(tipY - (uy * back - ux * side) * unit).toFixed(1)}`;
  return { from, at, unit };
}

/// A dot where an arrow begins, and a line.
/** @param {string} name @param {number[]} path @param {Playback} playback */
function arrowShaft(name, path, playback) {
  const { from, at, unit } = arrowLine(path, playback);
  return [
    s("circle", { class: `${name} begin`, cx: from[0], cy: from[1], r: 4.5 * unit }),
    s("path", { class: `${name} shaft`, d: `M${from.join(" ")}L${at(8, 0)}` }),
  ];
}

/** @param {string} name @param {number[]} path @param {Playback} playback */
function arrowHead(name, path, playback) {
  const { at } = arrowLine(path, playback);
  return [s("path", { class: `${name} head`, d: `M${at(0, 0)}L${at(12, 7.5)}L${at(12, -7.5)}Z` })];
}

/// Cross hairs in the corners of a square that was hit.
/** @param {number} at @param {number} cols */
function crossHairs(at, cols) {
  const [x, y] = middleOf(at, cols);
  const corner = (/** @type {number} */ a, /** @type {number} */ b) =>
    `M${x + a * 19} ${y + b * 19}L${x + a * 12} ${y + b * 12}`;
  return s("path", { class: "hairs", d: [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([a = 0, b = 0]) => corner(a, b)).join("") });
}
