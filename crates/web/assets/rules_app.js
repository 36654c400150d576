// The entry of the page of a game's rules.

import { openSite } from "./site.js";
import { ApiProblem, pages } from "./api.js";
import { rulesPage } from "./rules_page.js";
import { h } from "./dom.js";
import { t } from "./language.js";

/// The games that have rules, in the order of the tabs.
const RULED_GAMES = ["virus", "conga", "plantation"];

openSite(async () => {
  const game = decodeURIComponent(/^\/rules\/([^/]+)/.exec(location.pathname)?.[1] ?? "");
  if (rulesPage(game) === null) throw new ApiProblem(404, { code: "no-such-game-rules", values: { name: game }, message: `there is no game ${game}` });
  const title = () => t("rules_of", game);
  return {
    title,
    name: "rules-page",
    game,
    draw: () => [
      h(
        "nav",
        { class: "game-tabs", "aria-label": t("the_games") },
        RULED_GAMES.map((name) => h("a", { href: pages.rules(name), "aria-current": name === game ? "page" : null }, name)),
      ),
      /** @type {Element} */ (rulesPage(game)),
    ],
  };
});
