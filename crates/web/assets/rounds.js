// Rounds: the bracket of a knockout, or a table for each round.

import { decimalsOf, points, t } from "./language.js";
import { h, linked, nameLink, plain } from "./dom.js";
import { roundName } from "./describe.js";

/**
 * @param {Pick<Report, "rounds" | "standings" | "about">} report
 * @param {Links} links
 */
export function roundsSection({ rounds, standings, about }, links) {
  if (rounds.length === 0) return null;
  return about.rank_by === "bracket" ? bracket(rounds, standings, links) : swiss(rounds, standings, links);
}

/**
 * One match: a line for each player, and how it was decided if not by points.
 * @param {RoundMatch} match
 * @param {Standing[]} standings
 * @param {Links} links
 */
function matchCard(match, standings, links) {
  const decimals = decimalsOf(match.points);
  const isDrawn = match.decided !== null && match.winner === null;
  const special = ["total-margin", "further-pairs", "lots"].find((it) => it === match.decided);
  const line = (/** @type {Seat} */ seat) => {
    const [who, won] = [match.players[seat], match.winner === seat];
    const nameAt = (/** @type {number | null} */ place) => (place === null ? null : (standings[place]?.name ?? "?"));
    const [own, other] = [nameAt(who), nameAt(match.players[1 - seat])];
    const name =
      own === null
        ? h("span", { class: "faint" }, t(isBye(match) ? "walkover" : "open"))
        : nameLink(links.bot(own), own);
    const isPlayed = match.winner !== null || match.points.some((it) => it > 0);
    const shown = points(match.points[seat], decimals);
    return h(
      "div",
      { class: "side" + (won ? " won" : "") },
      name,
      won && h("span", { class: "hidden" }, t("winner")),
      isDrawn && h("span", { class: "hidden" }, t("draw")),
      h(
        "span",
        { class: "points" },
        own && other && isPlayed && !isBye(match) && linked(links.games({ bot: own, against: other }), shown),
      ),
    );
  };
  return h(
    "div",
    { class: isDrawn ? "match drawn" : "match" },
    line(0),
    line(1),
    special && h("p", { class: "note" }, t(special)),
  );
}

/// A match without an opponent. It is not drawn: its player stands in the next round.
const isBye = (/** @type {RoundMatch | undefined} */ match) => match?.decided === "walkover";

/**
 * A column for each round, from left to right; a match is beside the two matches that lead to it.
 * The match for the third place stands below the final.
 * @param {Round[]} rounds
 * @param {Standing[]} standings
 * @param {Links} links
 */
function bracket(rounds, standings, links) {
  const columns = rounds.map((round) => ({
    name: roundName(round, true),
    matches: round.matches.filter((it) => !it.is_for_third_place),
  }));
  const third = rounds.flatMap(({ matches }) => matches.filter((it) => it.is_for_third_place));
  const halves = (/** @type {number} */ at) =>
    columns[at] && columns[at + 1] && columns[at + 1].matches.length * 2 === columns[at].matches.length;
  /// The two matches that lead to one of a column.
  const feeders = (/** @type {number} */ at, /** @type {number} */ place) =>
    halves(at - 1) ? columns[at - 1].matches.slice(2 * place, 2 * place + 2) : [];
  // Where one of every two matches of the first round is a bye, the round needs half the height.
  const isSparse = halves(0) && columns[1].matches.every((_, place) => feeders(1, place).some(isBye));
  const item = (/** @type {RoundMatch} */ match, /** @type {number} */ at, /** @type {number} */ place) => {
    if (isBye(match)) return h("li", {}, h("span", { class: "hidden" }, byeWords(match, standings)));
    const kinds = [
      halves(at) && (place % 2 ? "lower" : "upper"),
      feeders(at, place).some((it) => !isBye(it)) && "joined",
    ];
    return h("li", { class: kinds.filter(Boolean).join(" ") }, matchCard(match, standings, links));
  };
  const most = Math.max(...columns.slice(isSparse ? 1 : 0).map(({ matches }) => matches.length));
  return h(
    "div",
    { class: "box wide", style: { "--need": `${columns.length * 22 + 2}rem` } },
    h(
      "div",
      { class: third.length > 0 ? "bracket with-third" : "bracket", style: { "--most": most } },
      columns.map(({ name, matches }, at) =>
        h(
          "div",
          { class: at === 0 && isSparse ? "column sparse" : "column" },
          h("h3", {}, name),
          h("ol", {}, matches.map((match, place) => item(match, at, place))),
          at === columns.length - 1 &&
            third.length > 0 &&
            h("div", { class: "third" }, h("h3", {}, t("third_place")), third.map((it) => matchCard(it, standings, links))),
        ),
      ),
    ),
  );
}

/**
 * Who has no opponent.
 * @param {RoundMatch} match
 * @param {Standing[]} standings
 */
function byeWords({ players }, standings) {
  const who = players.flatMap((place) => (place === null ? [] : [plain(standings[place]?.name ?? "?")]));
  return [...who, t("walkover")].join(", ");
}

/**
 * @param {Round[]} rounds
 * @param {Standing[]} standings
 * @param {Links} links
 */
function swiss(rounds, standings, links) {
  return h(
    "div",
    { class: "swiss" },
    [...rounds].reverse().map((round, at) =>
      h(
        "details",
        { open: at === 0 },
        h("summary", {}, h("h3", {}, roundName(round, false))),
        h(
          "div",
          { class: "matches" },
          round.matches.map((match) => matchCard(match, standings, links)),
        ),
      ),
    ),
  );
}
