// The entry of the list of the games of a tournament.

import { openSite, pathPart } from "./site.js";
import { gamesPage } from "./games_page.js";

openSite((site) => gamesPage(site, pathPart(2)));
