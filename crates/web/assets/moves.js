// The list of the actions of a game, with replies and times.

import { number, seconds, t } from "./language.js";
import { h, icon, plain, seatMark } from "./dom.js";

/// The list; `jump` is called with the position after the action that the reader chooses.
export class MoveList {
  /** @param {Positions} positions @param {(at: number) => void} jump */
  constructor(positions, jump) {
    this.positions = positions;
    this.jump = jump;
    const start = h("span", { class: "what" }, t("start"));
    this.element = h(
      "ol",
      { class: "actions", tabindex: "0", "aria-label": t("actions") },
      this.row(0, "", start),
      positions.actions.map((action, index) => this.line(action, index + 1)),
    );
    this.at = 0;
    // A list that gets lower would lose the current action.
    new ResizeObserver(() => this.follow()).observe(this.element);
  }

  /** @param {number} at @param {string} name @param {...Child} content */
  row(at, name, ...content) {
    const press = () => this.jump(at);
    return h(
      "li",
      { "data-at": at, class: name || null },
      h("button", { type: "button", tabindex: "-1", onclick: press }, content),
    );
  }

  append(/** @type {PlaybackAction} */ action) {
    this.element.append(this.line(action, this.element.childElementCount));
  }

  /** @param {PlaybackAction} action @param {number} at */
  line([seat, turn, action, reply, took, , , , , remarks], at) {
    const bad = remarks?.fault;
    const { secrets } = this.positions.playback;
    const words = action === null ? t("hidden_action") : plain(action);
    return this.row(
      at,
      bad ? "ahead bad" : "ahead",
      h("span", { class: "turn" }, number(turn)),
      seatMark(seat),
      h("span", { class: action === null ? "faint" : "what" }, words),
      secrets && reply !== null && h("span", { class: "reply" }, "→ " + plain(reply)),
      bad && h("span", { class: "badge bad" }, "⚠ " + t(bad)),
      remarks?.stderr && h("span", { class: "faint", title: t("stderr"), role: "img", "aria-label": t("stderr") }, icon("pen")),
      h("span", { class: "took", title: remarks?.unbilled ? t("unbilled") : null }, this.time(took, remarks)),
    );
  }

  /// The time of a move, in brackets if it was not charged to the clock, or what decided it.
  /** @param {number | null} took @param {PlaybackRemarks | undefined} remarks */
  time(took, remarks) {
    if (remarks?.by) return t("by_" + remarks.by);
    if (took === null) return "";
    return remarks?.unbilled ? `(${seconds(took / 1e9)})` : seconds(took / 1e9);
  }

  /// Shows more of the actions between two positions.
  /** @param {number} from @param {number} to */
  reveal(from, to) {
    for (let at = from; at <= to; at++) this.element.children[at]?.classList.remove("ahead");
  }

  /** @param {number} at */
  select(at) {
    this.element.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.element.children[at]?.setAttribute("aria-current", "step");
    this.at = at;
    this.follow();
  }

  /// Scrolls the list to the current action, without scrolling the page.
  follow() {
    const { element, at } = this;
    const row = element.children[at];
    if (!(row instanceof HTMLElement)) return;
    const { offsetTop: top, offsetHeight: height } = row;
    if (top < element.scrollTop || top + height > element.scrollTop + element.clientHeight)
      element.scrollTop = top - (element.clientHeight - height) / 2;
  }
}
