// The entry of addresses where nothing is.

import { openSite } from "./site.js";
import { ApiProblem } from "./api.js";

openSite(async () => {
  throw new ApiProblem(404, { code: "not-found", values: { name: location.pathname }, message: "no such page" });
});
