// Rounds: the bracket of a knockout, or a table for each round.

import { decimalsOf, points, t } from "./language.js";
import { h, linked, nameLink } from "./dom.js";
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
  const isBye = match.decided === "walkover";
  const special = ["total-margin", "further-pairs", "lots"].find((it) => it === match.decided);
  const line = (/** @type {Seat} */ seat) => {
    const [who, won] = [match.players[seat], match.winner === seat];
    const nameAt = (/** @type {number | null} */ place) => (place === null ? null : (standings[place]?.name ?? "?"));
    const [own, other] = [nameAt(who), nameAt(match.players[1 - seat])];
    const name =
      own === null
        ? h("span", { class: "faint" }, t(isBye ? "walkover" : "open"))
        : nameLink(links.bot(own), own);
    const isPlayed = match.winner !== null || match.points.some((it) => it > 0);
    const shown = points(match.points[seat], decimals);
    return h(
      "div",
      { class: "side" + (won ? " won" : "") },
      name,
      won && h("span", { class: "hidden" }, t("winner")),
      h(
        "span",
        { class: "points" },
        own && other && isPlayed && !isBye && linked(links.games({ bot: own, against: other }), shown),
      ),
    );
  };
  return h(
    "div",
    { class: "match" },
    line(0),
    line(1),
    special && h("p", { class: "note" }, t(special)),
  );
}

/**
 * A column for each round, from left to right; a match is beside the two matches that lead to it.
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
  const halves = (/** @type {number} */ at) => columns[at + 1] && columns[at + 1].matches.length * 2 === columns[at].matches.length;
  const drawn = (/** @type {string} */ name, /** @type {string} */ kind, /** @type {Child[]} */ items) =>
    h("div", { class: "column " + kind }, h("h3", {}, name), h("ol", {}, items));
  const item = (/** @type {RoundMatch} */ match, /** @type {string | null} */ kind) => h("li", { class: kind }, matchCard(match, standings, links));
  const most = Math.max(...columns.map(({ matches }) => matches.length));
  const wide = columns.length + (third.length > 0 ? 1 : 0);
  return h(
    "div",
    { class: "box wide", style: { "--need": `${wide * 17 + 2}rem` } },
    h(
      "div",
      { class: "bracket", style: { "--most": most } },
      columns.map(({ name, matches }, at) =>
        drawn(
          name,
          at > 0 && halves(at - 1) ? "joined" : "",
          matches.map((match, place) => item(match, halves(at) ? ["upper", "lower"][place % 2] : null)),
        ),
      ),
      third.length > 0 &&
        drawn(
          t("third_place"),
          "alone",
          third.map((match) => item(match, null)),
        ),
    ),
  );
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
