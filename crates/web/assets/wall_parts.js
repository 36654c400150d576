// The parts of a wall's views: the head, who plays, why a game is shown.

import { language, number, signed, t } from "./language.js";
import { h, seatMark } from "./dom.js";
import { fitName } from "./wall_text.js";

/// `3rd`
/** @param {number} place */
export const placeName = (place) =>
  t("wall_place_" + new Intl.PluralRules(language.now, { type: "ordinal" }).select(place), number(place));

/// Signs for why a game is shown.
/** @param {string[]} reasons */
export const reasonTags = (reasons) =>
  reasons.map((reason) => h("span", { class: "wall-tag", "data-reason": reason }, t("wall_why_" + reason)));

/// The head of every view: what is shown at the left, signs at the right. Of several titles the first
/// that fits is shown.
/** @param {string[]} titles @param {(Node | null)[]} signs */
export function wallHead(titles, signs) {
  const title = h("div", { class: "wall-title" }, h("bdi"));
  const tags = h("div", { class: "wall-tags" }, signs);
  const element = h("header", { class: "wall-head" }, title, tags);
  return { element, tags, fit: (/** @type {number} */ unit) => fitName(title, titles, 5.6, unit) };
}

/// The round that a game belongs to: `Semi-final`; `null` where there are no rounds.
/** @param {WallGameCard} card */
export function stageName({ stage }) {
  if (stage === null) return null;
  return stage.stage === "round" ? t("round_n", number(stage.number)) : t("one_" + stage.stage);
}

/** @param {Seat} seat @returns {PlayerPanel} */
export function playerPanel(seat) {
  const name = h("div", { class: "wall-name" }, h("bdi", {}));
  const [score, clock] = [h("b", { class: "wall-score" }), h("span", { class: "wall-clock" })];
  const element = h(
    "div",
    { class: `wall-player seat${seat}` },
    h("div", { class: "wall-who" }, seatMark(seat), name),
    h("div", { class: "wall-facts" }, score, h("span", { class: "wall-standing" }), clock),
  );
  return { element, name, score, clock };
}

/// Where a player stands.
/** @param {WallPlayer} player */
export const standingOf = ({ place, elo }) => [
  place !== null && h("span", {}, placeName(place)),
  elo !== null && h("span", { class: "wall-elo" }, `${t("elo")} ${signed(elo)}`),
];

/// Both names, before the first move.
export function introOf() {
  const side = (/** @type {Seat} */ seat) =>
    h(
      "div",
      { class: `wall-intro-side seat${seat}` },
      seatMark(seat),
      h("div", { class: "wall-intro-name" }, h("bdi", {})),
      h("div", { class: "wall-standing" }),
    );
  return h(
    "div",
    { class: "wall-intro", "aria-hidden": "true" },
    side(0),
    h("div", { class: "wall-versus" }, t("wall_versus")),
    side(1),
  );
}
