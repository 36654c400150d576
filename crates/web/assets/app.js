// The entry of most served pages: the address says which.

import { openSite } from "./site.js";
import { ApiProblem } from "./api.js";
import { homePage } from "./home.js";
import { tournamentPage } from "./tournament_page.js";
import { gamesPage } from "./games_page.js";
import { gamePage } from "./game_page.js";
import { livePage } from "./live_page.js";
import { botPage } from "./bot_page.js";
import { createPage } from "./create_page.js";

/// The pages by their addresses. The groups of a pattern are what its page is about.
/** @type {[RegExp, (site: Site, ...parts: string[]) => Promise<SitePage>][]} */
const ROUTES = [
  [/^\/$/, homePage],
  [/^\/t\/([^/]+)\/?$/, tournamentPage],
  [/^\/t\/([^/]+)\/games\/?$/, gamesPage],
  [/^\/t\/([^/]+)\/games\/(\d+)\/?$/, gamePage],
  [/^\/t\/([^/]+)\/bots\/([^/]+)\/?$/, botPage],
  [/^\/t\/([^/]+)\/edit\/?$/, createPage],
  [/^\/new\/?$/, createPage],
  [/^\/live\/([^/]+)\/?$/, livePage],
];

openSite(async (site) => {
  for (const [pattern, page] of ROUTES) {
    const found = pattern.exec(location.pathname);
    if (found) return page(site, ...found.slice(1).map(decodeURIComponent));
  }
  throw new ApiProblem(404, { code: "not-found", values: { name: location.pathname }, message: "no such page" });
});
