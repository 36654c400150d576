// A tournament in a few words: its state, how far it is, who leads.

import { dateTime, number, t } from "./language.js";
import { cut, h, plain } from "./dom.js";
import { pages } from "./api.js";
import { firstOf } from "./describe.js";
import { refill } from "./refill.js";

/// Whether games are being played now.
export const isRunning = (/** @type {TournamentSummary} */ { state }) => ["running", "stopping", "elsewhere"].includes(state);

/// The state as a badge.
/** @param {TournamentSummary} summary */
export function stateBadge(summary) {
  const kind = isRunning(summary) ? " live" : summary.state === "broken" ? " bad" : "";
  return h("span", { class: "badge" + kind }, t("state_" + summary.state));
}

/// How many pairs are done, as a row of cells; nothing if nobody knows how many there will be.
/** @param {TournamentSummary} summary */
export function grateMeter({ pairs_done: done, pairs_planned: planned, state }) {
  if (!planned) return null;
  const share = Math.min(1, done / planned);
  return h(
    "div",
    {
      class: "grate-meter",
      role: "progressbar",
      "aria-label": t("progress"),
      "aria-valuemin": 0,
      "aria-valuemax": 100,
      "aria-valuenow": Math.round(share * 100),
      "data-state": state,
    },
    h("div", { style: { width: `${share * 100}%` } }),
  );
}

/// How many pairs and games.
/** @param {TournamentSummary} summary */
export const progressWords = ({ pairs_done: done, pairs_planned: planned, games }) =>
  planned === null
    ? t("pairs", number(done), number(games))
    : t("pairs_of", number(done), number(planned), number(games));

/// A card of a tournament, and how it is brought up to date.
/** @param {TournamentSummary} first */
export function tournamentCard(first) {
  const element = h("li", { class: "card" });
  let drawn = "";
  const update = (/** @type {TournamentSummary} */ summary) => {
    const now = JSON.stringify(summary);
    if (now === drawn) return;
    drawn = now;
    element.dataset.state = summary.state;
    refill(element, ...cardContent(summary));
  };
  update(first);
  return { element, update };
}

/** @param {TournamentSummary} summary */
function cardContent(summary) {
  const { id, title, game, format, players, leader, leaders, games, ended, problem } = summary;
  const lead = leaders > 1 ? "tied_first" : summary.state === "finished" ? "winner_is" : "leader_is";
  const facts = [
    format && t("format_" + format),
    t("players_n", number(players)),
    ended !== null && !isRunning(summary) && dateTime(ended, { dateStyle: "medium" }),
  ];
  const main =
    problem && summary.state === "broken"
      ? h("p", { class: "problem" }, h("span", { lang: "en" }, cut(problem.message, 240)))
      : h("p", { class: "faint facts-line" }, facts.filter(Boolean).map((it) => h("span", {}, it)));
  return [
    h("p", { class: "top-line" }, h("span", { class: "kind" }, game === null ? "" : plain(game)), stateBadge(summary)),
    h("h3", {}, h("a", { href: pages.tournament(id), class: "whole" }, cut(title, 120))),
    main,
    grateMeter(summary),
    summary.state === "broken"
      ? null
      : h(
          "p",
          { class: "bottom-line" },
          leader === null
            ? h("span", { class: "faint" }, t("no_games_yet"))
            : h("span", { class: "leader" }, h("span", { class: "faint" }, t(lead)), " ", firstOf(leader, leaders)),
          games > 0 && h("a", { class: "count", href: pages.games(id) }, t("games_n", number(games))),
        ),
  ].filter((it) => it !== null);
}
