// The entry of the page of a tournament.

import { openSite, pathPart } from "./site.js";
import { tournamentPage } from "./tournament_page.js";

openSite((site) => tournamentPage(site, pathPart(2)));
