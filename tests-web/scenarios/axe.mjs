// axe finds nothing serious on any page, light or dark.

import { axe } from "../lib/browser.mjs";
import { scenario } from "../lib/scenario.mjs";
import { none, walk, world } from "../lib/world.mjs";

await scenario(async (it) => {
  const there = await world(it);
  const browser = await it.browser();
  const light = await walk(it, there, browser, { theme: "light", lax: true, still: true }, axe);
  const dark = await walk(it, there, browser, { theme: "dark", lax: true, still: true }, axe);
  none([...light, ...dark]);
});
