// What is said about a position: the evaluation, what fog means, messages and standard error.

import { number, t } from "./language.js";
import { cut, h, lines, plain } from "./dom.js";
import { describeMessage } from "./faults.js";

/// The evaluation of a position and the best move in it; hidden without an analysis.
export class EvaluationLine {
  constructor() {
    this.element = h("p", { class: "evaluation", hidden: true });
  }

  /// `value` is the evaluation in words; `played` the action that was played, if the reader knows it.
  /** @param {Analysis | null} analysis @param {number} at @param {string} value @param {string | null} played */
  show(analysis, at, value, played) {
    const best = analysis?.best?.[at]?.action;
    const [done, all] = analysis?.progress ?? [];
    const working = all === undefined ? t("analysis_working") : t("analysis_progress", number(done), number(all));
    const isWorking = analysis?.state === "working" && value === "";
    this.element.hidden = analysis === null || analysis.state === "none";
    this.element.replaceChildren(
      h("span", {}, isWorking ? working : value),
      best === undefined ? "" : h("span", { class: "best" }, t(best === played ? "best_played" : "best_move", plain(best))),
    );
  }
}

/// What hatched squares and small numbers mean.
export const fogLegend = () =>
  h(
    "p",
    { class: "legend", hidden: true },
    h("span", {}, h("span", { class: "sample unseen", "aria-hidden": "true" }), t("fog_unseen")),
    h("span", {}, h("span", { class: "sample remembered", "aria-hidden": "true" }, h("small", {}, "3")), t("fog_remembered")),
    h("span", {}, h("span", { class: "sample hit", "aria-hidden": "true" }, "?"), t("fog_hit")),
  );

/// What is unusual about an action or the end of a game; hidden in games without anything of the kind.
export class Remarks {
  /** @param {Positions} positions */
  constructor(positions) {
    this.positions = positions;
    this.element = h("div", { class: "details", hidden: !this.hasAny() });
  }

  hasAny() {
    const { outcome, unasked, is_cut } = this.positions.playback;
    const isTold = (/** @type {PlaybackRemarks | PlaybackOutcome | null | undefined} */ it) =>
      Boolean(it && (it.message || it.sent || it.stderr));
    return isTold(outcome) || is_cut || unasked.some(Boolean) || this.positions.actions.some((it) => isTold(it[9]));
  }

  /// Shows those of a position, and those of the end if it may be known.
  /** @param {number} at @param {boolean} isEndKnown */
  show(at, isEndKnown) {
    if (this.element.hidden && !this.hasAny()) return;
    this.element.hidden = false;
    const { outcome, players, unasked, is_cut } = this.positions.playback;
    const action = this.positions.actions[at - 1];
    const isEnd = isEndKnown && at === this.positions.last && outcome !== null;
    const extra = (/** @type {number} */ count, /** @type {number} */ seat) =>
      count > 0 && h("p", { class: "faint" }, t("extra_lines", cut(players[seat]?.name ?? "", 60), number(count)));
    const shown = [
      action && remarksOf(action[9] ?? {}),
      isEnd && remarksOf(outcome),
      ...(isEnd ? unasked.map(extra) : []),
      isEnd && is_cut && h("p", { class: "faint" }, t("stderr_cut")),
    ].filter((it) => it instanceof Element);
    this.element.replaceChildren(...(shown.length > 0 ? shown : [h("p", { class: "faint" }, t("no_remarks"))]));
    this.follow();
  }

  /// Of standard error the end says most, as in a traceback.
  follow() {
    this.element.scrollTop = this.element.querySelector("pre") ? this.element.scrollHeight : 0;
  }
}

/// Message, line sent and standard error; `null` if all are absent.
/** @param {{ message?: string | null, sent?: string | null, stderr?: string | null }} remarks */
function remarksOf({ message, sent, stderr }) {
  if (!message && !sent && !stderr) return null;
  return h(
    "dl",
    { class: "remarks" },
    message && [h("dt", {}, t("message")), h("dd", {}, describeMessage(message))],
    sent && [h("dt", {}, t("sent")), h("dd", {}, h("code", {}, plain(sent)))],
    stderr && [h("dt", {}, t("stderr")), h("dd", {}, h("pre", { tabindex: "0" }, lines(stderr)))],
  );
}

/// The result: a button that shows it, or who has won, or that the game is live.
export class Verdict {
  /** @param {() => void} ask is called when the reader asks for the result */
  constructor(ask) {
    this.ask = ask;
    this.element = h("div", { class: "result" });
    this.shown = "";
  }

  /** @param {Playback} playback @param {boolean} isKnown */
  show({ outcome, players, has_margin }, isKnown) {
    const state = outcome === null ? "live" : isKnown ? "over" : "hidden";
    if (state === this.shown) return;
    this.shown = state;
    if (outcome === null) {
      this.element.replaceChildren(h("p", { class: "badge live" }, t("live_now")));
    } else if (!isKnown) {
      this.element.replaceChildren(h("button", { type: "button", onclick: () => this.ask() }, t("show_result")));
    } else {
      const by = number(Math.abs(outcome.score));
      const wins = (/** @type {Seat} */ seat) => t(has_margin ? "wins_by" : "wins", cut(players[seat].name, 60), by);
      const who = outcome.winner === null ? t("draw") : wins(outcome.winner);
      this.element.replaceChildren(h("p", { class: "verdict" }, h("b", {}, who), " · ", t(outcome.cause)));
    }
  }
}
