// Both players above the move list: name, clock, score, who is to move and who has won.

import { number, t } from "./language.js";
import { h, nameOf, plain, seatMark } from "./dom.js";
import { describeClock } from "./describe.js";
import { clockText } from "./clocks.js";

/** @type {Seat[]} */
const SEATS = [0, 1];

/// A clock that shows less than this is marked, if the whole is ten times as much. In milliseconds.
const SHORT_TIME = 10_000;

export class SeatRows {
  /** @param {Playback} playback */
  constructor(playback) {
    this.playback = playback;
    this.rows = SEATS.map((seat) => seatRow(playback, seat));
    this.element = h(
      "div",
      { class: "seats" },
      this.rows.map(({ element }) => element),
    );
  }

  /// Shows a position as a viewpoint knows it. `mover` is the seat to move, if there is one.
  /** @param {GameFrame} frame @param {ViewpointName} viewpoint @param {Seat | null} mover */
  show(frame, viewpoint, mover) {
    const { restricted, secrets } = this.playback;
    for (const seat of SEATS) {
      const { element, held, turn } = this.rows[seat];
      const isKnown = !(restricted && secrets) && (viewpoint === "all" || viewpoint === String(seat));
      held.textContent = isKnown ? number(frame.totals[seat]) : "?";
      held.title = t(isKnown ? "score_now" : "unknown_score");
      element.classList.toggle("to-move", seat === mover);
      turn.hidden = seat !== mover;
    }
  }

  /// What the clocks showed in a position.
  showClocks(/** @type {GameFrame} */ frame) {
    for (const seat of SEATS) this.showClock(seat, frame.clocks[seat]);
  }

  /// The time left.
  /** @param {Seat} seat @param {number | null} left */
  showClock(seat, left) {
    const { clock } = this.rows[seat];
    clock.textContent = clockText(left);
    const whole = Math.max(...this.playback.clocks.map((ms) => ms ?? 0));
    clock.classList.toggle("short", left !== null && left < Math.min(SHORT_TIME, whole / 10));
  }

  /// Marks the winner, once it may be known.
  showWinner(/** @type {Seat | null} */ winner) {
    this.rows.forEach(({ element, won }, seat) => {
      element.classList.toggle("won", seat === winner);
      won.hidden = seat !== winner;
    });
  }
}

/** @param {Playback} playback @param {Seat} seat */
function seatRow({ players, seats }, seat) {
  const { name, spec, version, clock: control } = players[seat];
  const facts = [
    [t("spec"), spec],
    [t("version"), version],
    [t("clock"), control && describeClock(control)],
  ].filter(([, fact]) => fact);
  const [held, clock] = [h("b", { class: "held" }), h("span", { class: "clock", title: t("clock_left") })];
  const [turn, won] = ["to_move", "winner"].map((word) => h("span", { class: "hidden", hidden: true }, t(word)));
  const called = h("span", { class: "faint called" }, t(plain(seats[seat])));
  const title = facts.map(([word, fact]) => `${word} ${plain(fact)}`).join("\n");
  const element = h("div", { class: `seat of${seat}`, title }, seatMark(seat), nameOf(name), called, turn, won, clock, held);
  return { element, held, turn, won, clock };
}
