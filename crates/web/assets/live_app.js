// The entry of the page of a game that is being played.

import { openSite, pathPart } from "./site.js";
import { livePage } from "./live_page.js";

openSite((site) => livePage(site, pathPart(2)));
