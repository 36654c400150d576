// Everything once in French: no English text on any page.

import { settled, shows } from "../lib/browser.mjs";
import { isFrench } from "../lib/french.mjs";
import { scenario } from "../lib/scenario.mjs";
import { NAMES, none, walk, world } from "../lib/world.mjs";

/** What people called their tournaments, folders and bots. */
const OWN_WORDS = [...NAMES, "Coupe", "Conga", "Brume", "Arbre", "Suisse", "Direct", "served"];

await scenario(async (it) => {
  const there = await world(it);
  const browser = await it.browser();
  const problems = await walk(it, there, browser, { lang: "fr" }, (page) => isFrench(page, OWN_WORDS));

  it.now("all parts of the wall");
  const wall = await browser.page(there.server.at("wall/coupe"), { lang: "fr", still: true });
  await settled(wall);
  await there.server.order("wall/coupe", { command: "show", number: 1 });
  for (let part = 0; part < 8; part++) {
    const { mode } = await there.server.order("wall/coupe", { command: "hold" });
    await shows(wall, mode, (mode) => document.querySelector(`.wall-picture.is-held[data-mode="${mode}"]`), mode);
    await isFrench(wall, OWN_WORDS).catch((problem) => problems.push(`wall, ${mode}: ${problem.message}`));
    await there.server.order("wall/coupe", { command: "go" });
    await there.server.order("wall/coupe", { command: "next" });
  }
  none(problems);
});
