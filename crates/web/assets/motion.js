// Motion that tells the rules: conversions flip outward, stones walk, fog lifts. The board shows the new
// position from the start; motion only covers it for a while. So it can be cancelled at any moment.

import { s } from "./dom.js";
import { CELL, middleOf, pieceOf } from "./pieces.js";

/// How long motions take if there is time enough, in milliseconds.
const FLIP = 240;
const FLIP_APART = 40;
const STEP = 190;
const GROW = 200;
const FLIGHT = 320;
const LIFT = 420;

/// Less time than this is no motion, only flicker.
const SHORTEST = 90;

const isReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class BoardMotion {
  /** @param {GridBoard} board @param {SVGElement} layer where pieces move, above all others */
  constructor(board, layer) {
    this.board = board;
    this.layer = layer;
    /** @type {Animation[]} */
    this.running = [];
    this.scale = 1;
  }

  /// Ends all motion at once; the board is as if there had been none.
  cancel() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    this.layer.replaceChildren();
  }

  /// Moves from one position to the next within so many milliseconds.
  /** @param {BoardMark} mark @param {CellView[]} before @param {CellView[]} after @param {number} budget */
  play(mark, before, after, budget) {
    this.cancel();
    if (budget < SHORTEST || isReduced() || document.hidden) return;
    const change = { mark, before, after, cols: this.board.data?.cols ?? 1 };
    const [length, act] = this.plan(change);
    if (length === 0) return;
    this.scale = Math.min(1, budget / length);
    act();
    this.layer.dataset.motion = mark.motion;
  }

  /// How long a motion takes if there is time enough, and the motion.
  /** @param {Change} change @returns {[number, () => void]} */
  plan(change) {
    const { mark } = change;
    const { path, changed } = mark;
    const target = path.at(-1);
    const others = changed.filter((at) => at !== target);
    if (target === undefined) return changed.length > 0 ? [GROW, () => this.appear(change, changed)] : [0, () => {}];
    switch (mark.motion) {
      case "place":
        return [GROW + others.length * FLIP_APART + FLIP, () => this.place(change, target, others)];
      case "sow":
        return [(path.length - 1) * STEP + GROW, () => this.sow(change)];
      case "send":
        return [FLIGHT + GROW, () => (changed.length > 0 ? this.send(change) : this.refuse(target, change.cols))];
      case "look":
        return [LIFT + 200, () => this.look(change, target)];
      case "spray":
        return [LIFT + 100, () => this.spray(change, target)];
      case "strike":
        return [LIFT + 100, () => this.strike(change, target)];
      default:
        return changed.length > 0 ? [GROW, () => this.grow(target)] : [GROW, () => this.refuse(target, change.cols)];
    }
  }

  /// A piece that grows from nothing, then those around it, which turn over from the nearest on.
  /** @param {Change} change @param {number} target @param {number[]} others */
  place(change, target, others) {
    this.grow(target);
    const [x, y] = middleOf(target, change.cols);
    const away = (/** @type {number} */ at) => {
      const [a, b] = middleOf(at, change.cols);
      return Math.hypot(a - x, b - y) * 10 + (Math.atan2(b - y, a - x) + Math.PI);
    };
    [...others].sort((a, b) => away(a) - away(b)).forEach((at, order) => {
      this.flip(change, at, GROW * 0.6 + order * FLIP_APART);
    });
  }

  /// Turns a piece over: the old one gets narrow, then the new one wide.
  /** @param {Change} change @param {number} at @param {number} start */
  flip(change, at, start) {
    const old = this.token(change.before[at], at, change.cols);
    this.run(old, [{ opacity: 1 }, { opacity: 1 }], 0, start);
    this.run(old, [{ transform: "scaleX(1)", opacity: 1 }, { transform: "scaleX(0)", opacity: 1 }], start, FLIP / 2, "ease-in");
    this.hide(at, start + FLIP / 2);
    this.run(this.board.pieces?.[at], [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], start + FLIP / 2, FLIP / 2, "ease-out");
  }

  /// All stones leave together and walk the run; on each square some stay.
  /** @param {Change} change */
  sow(change) {
    const { before, after, cols, mark } = change;
    const { path } = mark;
    const sign = (before[path[0] ?? 0]?.value ?? 0) < 0 ? -1 : 1;
    // What lies there until they arrive is below those who walk.
    path.slice(1).forEach((to, step) => {
      this.keep(change, to, (step + 1) * STEP);
      this.grow(to, (step + 1) * STEP, 1.12);
    });
    let inHand = Math.abs(before[path[0] ?? 0]?.value ?? 0);
    path.slice(1).forEach((to, step) => {
      const from = path[step] ?? 0;
      const walker = this.token({ value: sign * inHand, state: "known", age: 0 }, from, cols);
      this.fly(walker, from, to, step * STEP, STEP, "linear");
      inHand -= Math.abs(after[to]?.value ?? 0) - Math.abs(before[to]?.value ?? 0);
    });
  }

  /// One piece flies from the first square to the last.
  /** @param {Change} change */
  send(change) {
    const { before, after, cols, mark } = change;
    const [from, to] = [mark.path[0] ?? 0, mark.path.at(-1) ?? 0];
    const value = after[to]?.value ?? 0;
    this.fly(this.token({ value: Math.sign(value), state: "known", age: 0 }, from, cols), from, to, 0, FLIGHT, "ease-in-out");
    this.keep({ ...change, before }, to, FLIGHT);
    this.grow(to, FLIGHT, 1.12);
  }

  /// The fog lifts from the middle outward. Where there was none, a light goes over the squares.
  /** @param {Change} change @param {number} target */
  look(change, target) {
    const { mark, before, cols } = change;
    for (const at of mark.area) {
      const start = this.ripple(at, target, cols, 55);
      const wasFog = before[at]?.state !== "known";
      const cover = wasFog ? this.token(before[at], at, cols) : this.veil("glance", at, cols);
      this.run(cover, [{ opacity: 1 }, { opacity: 1 }], 0, start);
      this.run(cover, [{ opacity: 1 }, { opacity: 0 }], start, LIFT - 100, "ease-out");
      if (wasFog) this.run(this.board.pieces?.[at], [{ opacity: 0 }, { opacity: 1 }], start, LIFT - 100, "ease-out");
    }
  }

  /// A flash runs along the arms of the cross.
  /** @param {Change} change @param {number} target */
  spray(change, target) {
    const { mark, cols } = change;
    for (const at of mark.area) {
      const start = this.ripple(at, target, cols, 70);
      this.run(this.veil(`flash seat${mark.seat}`, at, cols), [{ opacity: 0.85 }, { opacity: 0 }], start, LIFT - 120, "ease-out");
      if (mark.changed.includes(at)) {
        this.keep(change, at, start + 60);
        this.shake(at, start + 60);
      }
    }
  }

  /// A ring closes on the square, then bursts.
  /** @param {Change} change @param {number} target */
  strike(change, target) {
    const [x, y] = middleOf(target, change.cols);
    const ring = s("circle", { class: `blast seat${change.mark.seat}`, cx: x, cy: y, r: 17 });
    ring.setAttribute("opacity", "0");
    this.layer.append(ring);
    this.run(ring, [{ opacity: 0.2, transform: "scale(2)" }, { opacity: 1, transform: "scale(0.25)" }], 0, 200, "ease-in");
    this.run(this.veil(`flash seat${change.mark.seat}`, target, change.cols), [{ opacity: 0.95 }, { opacity: 0 }], 200, LIFT - 180, "ease-out");
    if (change.mark.changed.includes(target)) {
      this.keep(change, target, 200);
      this.shake(target, 200);
    }
  }

  /// What has changed comes into sight; how is not known from here.
  /** @param {Change} change @param {number[]} changed */
  appear(change, changed) {
    for (const at of changed) {
      const old = this.token(change.before[at], at, change.cols);
      this.run(old, [{ opacity: 1 }, { opacity: 0 }], 0, GROW);
      this.run(this.board.pieces?.[at], [{ opacity: 0 }, { opacity: 1 }], 0, GROW);
    }
  }

  /// A piece swells up on its square.
  grow(/** @type {number} */ at, start = 0, from = 0.35) {
    const frames = [{ transform: `scale(${from})` }, { transform: "scale(1)" }];
    this.run(this.board.pieces?.[at], frames, start, GROW, "cubic-bezier(0.3, 1.5, 0.6, 1)");
  }

  shake(/** @type {number} */ at, /** @type {number} */ start) {
    const frames = [0, -2.5, 2.5, -1.5, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    this.run(this.board.pieces?.[at], frames, start, 200);
  }

  /// Nothing came of it: the square blinks once.
  refuse(/** @type {number} */ at, /** @type {number} */ cols) {
    this.run(this.veil("glance", at, cols), [{ opacity: 1 }, { opacity: 0 }], 0, GROW);
  }

  /// Shows what was on a square until something arrives there.
  /** @param {Change} change @param {number} at @param {number} until */
  keep(change, at, until) {
    this.run(this.token(change.before[at], at, change.cols), [{ opacity: 1 }, { opacity: 1 }], 0, until);
    this.hide(at, until);
  }

  hide(/** @type {number} */ at, /** @type {number} */ until) {
    this.run(this.board.pieces?.[at], [{ opacity: 0 }, { opacity: 0 }], 0, until);
  }

  /// A piece that moves: it is drawn where it begins and seen only while it is moved.
  /** @param {CellView | undefined} view @param {number} at @param {number} cols */
  token(view, at, cols) {
    const { data, most } = this.board;
    const [x, y] = middleOf(at, cols);
    const token = s("g", { class: "token", opacity: 0 }, view && data ? pieceOf(data.style, view, most ?? 1) : []);
    this.layer.append(s("g", { transform: `translate(${x - CELL / 2} ${y - CELL / 2})` }, token));
    return token;
  }

  /// A cover over a square.
  /** @param {string} name @param {number} at @param {number} cols */
  veil(name, at, cols) {
    const [x, y] = middleOf(at, cols);
    const side = CELL - 2;
    const veil = s("rect", { class: name, x: x - side / 2, y: y - side / 2, width: side, height: side, opacity: 0 });
    this.layer.append(veil);
    return veil;
  }

  /** @param {SVGElement} token @param {number} from @param {number} to @param {number} start @param {number} length @param {string} easing */
  fly(token, from, to, start, length, easing) {
    const cols = this.board.data?.cols ?? 1;
    const [[x, y], [a, b]] = [middleOf(from, cols), middleOf(to, cols)];
    const frames = [
      { opacity: 1, transform: "translate(0px, 0px)" },
      { opacity: 1, transform: `translate(${a - x}px, ${b - y}px)` },
    ];
    this.run(token, frames, start, length, easing);
  }

  /// When something that spreads from one square reaches another.
  /** @param {number} at @param {number} from @param {number} cols @param {number} pace */
  ripple(at, from, cols, pace) {
    const [[x, y], [a, b]] = [middleOf(at, cols), middleOf(from, cols)];
    return (Math.hypot(a - x, b - y) / CELL) * pace;
  }

  /** @param {SVGElement | undefined} element @param {Keyframe[]} frames @param {number} delay @param {number} duration */
  run(element, frames, delay, duration, easing = "linear") {
    if (!element || duration <= 0) return;
    const timing = { delay: delay * this.scale, duration: duration * this.scale, easing };
    this.running.push(element.animate(frames, timing));
  }
}
