// The entry of the page of a game.

import { openSite, pathPart } from "./site.js";
import { gamePage } from "./game_page.js";

openSite((site) => gamePage(site, pathPart(2), pathPart(4)));
