// The standings of a tournament.

import { decimalsOf, halves, language, number, percent, points, signed, t } from "./language.js";
import { cut, h, linked, nameLink } from "./dom.js";
import { withdrawalReason } from "./describe.js";
import { whisker } from "./charts.js";

/**
 * The table, and below it what the table alone does not explain.
 * @param {Pick<Report, "standings">} report
 * @param {Links} links
 */
export function standingsTable({ standings }, links) {
  if (standings.length === 0) return h("p", { class: "faint" }, t("no_players"));
  const spans = standings.map(({ elo, elo_err95 }) => [elo - (elo_err95 ?? 0), elo + (elo_err95 ?? 0)]);
  /** @type {Scale} */
  const scale = [Math.min(0, ...spans.map(([low]) => low)), Math.max(0, ...spans.map(([, high]) => high))];
  if (scale[0] === scale[1]) scale.splice(0, 2, -1, 1);
  const decimals = decimalsOf(standings.map((it) => it.points));
  const heads = ["place", "bot", "beaten", "points", "wdl", "rate", "margin", "elo", "faults"];
  const remarks = standingRemarks(standings);
  const list = (/** @type {string[]} */ some) => h("ul", { class: "explained faint" }, some.map((words) => h("li", {}, words)));
  return [
    h(
      "div",
      { class: "box" },
      h(
        "table",
        { class: "standings", role: "table", style: { "--rows": standings.length } },
        h(
          "thead",
          { role: "rowgroup" },
          h(
            "tr",
            { role: "row" },
            heads.map((key) => h("th", { scope: "col", role: "columnheader", class: key }, t(key))),
          ),
        ),
        h(
          "tbody",
          { role: "rowgroup" },
          standings.map((it) => standingRow(it, scale, decimals, links)),
        ),
      ),
    ),
    remarks.length > 0 && list(remarks.slice(0, REMARKS)),
    remarks.length > REMARKS &&
      h("details", { class: "fold" }, h("summary", {}, t("show_more", number(remarks.length - REMARKS))), list(remarks.slice(REMARKS))),
  ];
}

/// What decides between players whose results are equal.
const TIE_BREAKS = ["total-margin", "head-to-head"];
/// More sentences than this are folded.
const REMARKS = 3;

/**
 * What broke the tie of players with equal results.
 * @param {Standing[]} group
 */
function tieWords(group) {
  const breaks = TIE_BREAKS.filter((it) => group.slice(0, -1).some(({ ahead_by: by }) => by === it));
  const by = new Intl.ListFormat(language.now).format(breaks.map((it) => t("ahead_" + it)));
  const [first, last] = [group[0], group[group.length - 1]];
  return group.length === 2
    ? t("tie_broken", cut(first.name, 40), cut(last.name, 40), by)
    : t("ties_broken", number(first.place), number(last.place), by);
}

/**
 * What the table alone does not explain: what broke ties, and points without games.
 * @param {Standing[]} standings
 */
function standingRemarks(standings) {
  const isEqual = (/** @type {string | null} */ by) => by === null || TIE_BREAKS.includes(by);
  /** @type {Standing[][]} */
  const groups = [];
  standings.forEach((it, at) => (at > 0 && isEqual(standings[at - 1].ahead_by) ? groups[groups.length - 1].push(it) : groups.push([it])));
  const isBroken = (/** @type {Standing[]} */ group) => group.slice(0, -1).some(({ ahead_by: by }) => by !== null);
  const ties = groups.filter(isBroken).map(tieWords);
  const hasMore = (/** @type {Standing} */ { points, score }) => points > score.wins + score.draws / 2;
  // In a Swiss tournament the points may be those of byes.
  const isForfeit = standings.some(hasMore) && standings.some(({ aside }) => aside !== null);
  return isForfeit ? [...ties, t("forfeits_count")] : ties;
}

/**
 * The row of a player. Every number leads to its games; the keyboard stops only at those that
 * lead to different ones.
 * @param {Standing} it
 * @param {Scale} scale
 * @param {number} decimals
 * @param {Links} links
 */
function standingRow(it, scale, decimals, links) {
  const { wins, draws, losses } = it.score;
  const isPlayed = wins + draws + losses > 0;
  const faults = Object.values(it.faults).reduce((sum, count) => sum + count, 0);
  const games = (/** @type {GameFilter} */ filter) => links.games({ bot: it.name, ...filter });
  const cell = (/** @type {string} */ key, /** @type {Child} */ content, /** @type {Attributes} */ attributes = {}) =>
    h("td", { role: "cell", class: key, "data-label": t(key), ...attributes }, content);
  /// A number that stands for all games of this player.
  const ofAll = (/** @type {Child} */ text, kind = "") =>
    isPlayed ? linked(games({}), text, { class: "quiet " + kind, tabindex: "-1" }) : "–";
  const result = (/** @type {number} */ count, /** @type {string} */ result) =>
    count > 0 ? linked(games({ result }), number(count)) : h("span", {}, "0");
  // What decides the order: a Swiss tournament counts matches, of which some are drawn.
  const [beaten, met] = it.matches
    ? [halves(2 * it.matches.wins + it.matches.draws), number(it.matches.wins + it.matches.draws + it.matches.losses)]
    : [number(it.beaten), number(it.met)];
  const dash = () => h("span", { class: "dash" }, "–");
  const [low, high] = it.rate_95;
  const error = it.elo_err95;
  const eloWords =
    error === null ? t("no_interval", signed(it.elo)) : t("elo_interval", signed(it.elo), number(error));
  const shownError = error === null ? "" : "±" + number(error);
  const elo = ofAll([signed(it.elo), h("span", { class: "faint error" }, shownError)], "value");
  const eloBar = whisker(it.elo, error === null ? null : it.elo - error, it.elo + (error ?? 0), scale, 0);
  const causes = Object.entries(it.faults).map(([cause, count]) => t("cause_count", t(cause), number(count)));
  return h(
    "tr",
    { role: "row", class: it.aside === null ? null : "withdrawn" },
    cell("place", number(it.place)),
    h(
      "th",
      { scope: "row", role: "rowheader", class: "bot" },
      h(
        "div",
        {},
        nameLink(links.bot(it.name), it.name),
        it.aside !== null && withdrawnBadge(it.aside),
      ),
    ),
    cell("beaten", ofAll([h("b", {}, beaten), h("span", { class: "faint" }, "/" + met)]), {
      title: t(it.matches ? "matches_won_of" : "beaten_of", beaten, met),
    }),
    cell("points", isPlayed ? ofAll(points(it.points, decimals)) : points(it.points, decimals)),
    cell("wdl", [result(wins, "win"), dash(), result(draws, "draw"), dash(), result(losses, "loss")]),
    cell(
      "rate",
      isPlayed ? [ofAll(percent(it.rate), "value"), whisker(it.rate, low, high, [0, 1], 0.5)] : "–",
      isPlayed ? { title: t("rate_interval", percent(it.rate), percent(low), percent(high)) } : {},
    ),
    cell("margin", ofAll(signed(it.mean_margin, 1))),
    cell("elo", isPlayed ? [elo, eloBar] : "–", isPlayed ? { title: eloWords } : {}),
    cell(
      "faults",
      faults > 0
        ? linked(games({ fault: "any" }), number(faults), { class: "badge bad" })
        : h("span", { class: "faint" }, "0"),
      { title: causes.join("\n") },
    ),
  );
}

/**
 * Says that a player was withdrawn, and why when it is opened.
 * @param {Withdrawal} aside
 */
const withdrawnBadge = (aside) =>
  h(
    "details",
    { class: "why" },
    h("summary", { class: "badge bad" }, t("withdrawn")),
    h("span", {}, withdrawalReason(aside)),
  );
