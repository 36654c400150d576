// What clocks show.

import { number } from "./language.js";

/// The time left: `9.87 s`, `42.1 s`, `3:07`, `1:02:45`; nothing without a clock.
/** @param {number | null | undefined} ms */
export function clockText(ms) {
  if (ms === null || ms === undefined) return "";
  const left = Math.max(0, ms) / 1000;
  if (left < 60) {
    const decimals = left < 10 ? 2 : 1;
    // Never more than is left.
    const shown = Math.floor(left * 10 ** decimals) / 10 ** decimals;
    return `${number(shown, decimals)}\u202fs`;
  }
  const whole = Math.floor(left);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/// The clocks of a game that is being played: that of the seat to act runs in the browser.
export class RunningClocks {
  /** @param {(seat: Seat, ms: number | null) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {{ toAct: Seat | null, clocks: [number | null, number | null], since: number }} */
    this.state = { toAct: null, clocks: [null, null], since: 0 };
  }

  /// What the server says now. `toAct` is `null` when the game is over.
  /** @param {Seat | null} toAct @param {[number | null, number | null]} clocks */
  set(toAct, clocks) {
    this.state = { toAct, clocks, since: performance.now() };
    this.stop();
    this.draw();
    if (toAct !== null && clocks[toAct] !== null) this.timer = setInterval(() => this.draw(), 100);
  }

  /// What a clock shows at this moment. @returns {number | null}
  left(/** @type {Seat} */ seat) {
    const { toAct, clocks, since } = this.state;
    const shown = clocks[seat];
    return shown === null || seat !== toAct ? shown : Math.max(0, shown - (performance.now() - since));
  }

  draw() {
    this.show(0, this.left(0));
    this.show(1, this.left(1));
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
