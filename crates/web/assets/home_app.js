// The entry of the first page.

import { openSite } from "./site.js";
import { homePage } from "./home.js";

openSite(homePage);
