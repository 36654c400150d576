// The line below the bar on the pages inside a tournament: the way there.

import { addWords, number, t } from "./language.js";
import { cut, h, plain } from "./dom.js";
import { pages } from "./api.js";
import { stateBadge } from "./tournament_card.js";
import { DETAIL_WORDS } from "./detail_words.js";

addWords(DETAIL_WORDS);

/** A step of the way; the page itself leads nowhere. @typedef {{ word: Child, href: string | null }} Step */

/// The step of the games.
/** @param {TournamentSummary} summary @returns {Step} */
export const gamesStep = ({ id, games }, isHere = false) => ({
  word: games > 0 ? t("games_n", number(games)) : t("games"),
  href: isHere ? null : pages.games(id),
});

/// The way from a tournament to this page; its last step is the page.
/** @param {TournamentSummary} summary @param {Step[]} steps @param {Child} [more] */
export function crumbs(summary, steps, more = null) {
  const { id, title, game } = summary;
  const first = { word: cut(title, 80), href: pages.tournament(id) };
  return h(
    "div",
    { class: "crumbs" },
    h("span", { class: "kind" }, plain(game ?? "")),
    h(
      "nav",
      { "aria-label": t("path") },
      h(
        "ol",
        {},
        [first, ...steps].map(({ word, href }) =>
          h("li", {}, href === null ? h("span", { "aria-current": "page" }, word) : h("a", { href }, word)),
        ),
      ),
    ),
    stateBadge(summary),
    more,
  );
}
