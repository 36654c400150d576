// The entry of the page of a bot.

import { openSite, pathPart } from "./site.js";
import { botPage } from "./bot_page.js";

openSite((site) => botPage(site, pathPart(2), pathPart(4)));
