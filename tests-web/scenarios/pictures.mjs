// Every page in light and dark at three sizes: a picture for people to look at, in target/screenshots,
// and nothing that runs off the window's side.

import { check, scenario } from "../lib/scenario.mjs";
import { picture } from "../lib/browser.mjs";
import { none, walk, world } from "../lib/world.mjs";

/** A phone, a small laptop, a projector. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

await scenario(async (it) => {
  const there = await world(it);
  const browser = await it.browser();
  const problems = [];
  for (const theme of /** @type {const} */ (["light", "dark"])) {
    const found = await walk(it, there, browser, { theme, still: true }, async (page, name) => {
      const wide = [];
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await picture(page, `${it.screenshots}/${name}-${theme}-${size.width}.png`);
        const more = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (more > 0) wide.push(`${more} pixels too wide at ${size.width}`);
      }
      check(wide.length === 0, wide.join(", "));
    });
    problems.push(...found);
  }
  none(problems);
});
