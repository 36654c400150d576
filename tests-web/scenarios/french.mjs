// Everything once in French: no English text on any page.

import { isFrench } from "../lib/french.mjs";
import { scenario } from "../lib/scenario.mjs";
import { NAMES, none, walk, world } from "../lib/world.mjs";

/** What people called their tournaments, folders and bots. */
const OWN_WORDS = [...NAMES, "Coupe", "Conga", "Brume", "Arbre", "Suisse", "Direct", "served"];

await scenario(async (it) => {
  const there = await world(it);
  none(await walk(it, there, await it.browser(), { lang: "fr" }, (page) => isFrench(page, OWN_WORDS)));
});
