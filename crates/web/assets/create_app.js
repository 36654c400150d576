// The entry of the form for a new tournament, empty or with the settings of another one.

import { openSite, pathPart } from "./site.js";
import { createPage } from "./create_page.js";

/// `/t/ID/edit` begins with the settings of that tournament.
openSite((site) => createPage(site, pathPart(1) === "t" ? pathPart(2) : undefined));
