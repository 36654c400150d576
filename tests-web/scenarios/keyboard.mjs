// The keyboard alone: from the first page to a game, through the game and over its board. What has the
// focus can be seen.

import { press, settled, shows } from "../lib/browser.mjs";
import { check, same, scenario } from "../lib/scenario.mjs";
import { tournament } from "../lib/tournaments.mjs";
import { isAt } from "../lib/viewer.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** More than any page has to tab through. */
const MOST_TABS = 150;

/** Goes on with the Tab key until the focus is on such an element. @param {Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let tab = 0; tab < MOST_TABS; tab++) {
    await page.keyboard.press("Tab");
    const state = await page.evaluate((selector) => {
      const at = document.activeElement;
      if (!at || at === document.body) return { is_there: false, is_seen: true, html: "" };
      const has_outline = (/** @type {string | null} */ part) => {
        const look = getComputedStyle(at, part);
        return look.outlineStyle !== "none" && parseFloat(look.outlineWidth) > 0;
      };
      // A link that covers more than its text; boards draw a ring of their own.
      const is_seen =
        has_outline(null) || has_outline("::after") || document.querySelector(".focus-ring[visibility='visible']") !== null;
      return { is_there: at.matches(selector), is_seen, html: at.outerHTML.slice(0, 120) };
    }, selector);
    check(state.is_seen, `the focus cannot be seen on ${state.html}`);
    if (state.is_there) return;
  }
  throw new Error(`the Tab key never comes to ${selector}`);
}

/** @param {Page} page */
const focused = (page) => page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset["square"] ?? null);

await scenario(async (it) => {
  it.write("cup.toml", tournament({ lines: ["pairs = 1"], bots: { Ada: "random", Bob: "random" } }));
  const server = await it.serve();
  await server.play("cup");
  const last = (await server.api("tournaments/cup/games/1")).playback.actions.length;
  const browser = await it.browser();
  const page = await browser.page(server.url);
  await settled(page);

  it.now("the first Tab skips to the content");
  await press(page, "Tab");
  check(await page.evaluate(() => document.activeElement?.matches(".skip")), "the first is the link to the content");
  await press(page, "Enter");

  it.now("to the tournament, its games, a game");
  await tabTo(page, 'a[href="/t/cup"]');
  await press(page, "Enter");
  await page.waitForURL("**/t/cup");
  await settled(page);
  await tabTo(page, 'a[href="/t/cup/games"]');
  await press(page, "Enter");
  await page.waitForURL("**/t/cup/games");
  await settled(page);
  await tabTo(page, 'a[href="/t/cup/games/1"]');
  await press(page, "Enter");
  await page.waitForURL("**/t/cup/games/1");
  await settled(page);

  it.now("through the game, without a click before");
  await press(page, "ArrowRight");
  await isAt(page, 1, last);
  await press(page, "End");
  await isAt(page, last);
  await press(page, "Home");
  await isAt(page, 0);
  await press(page, "?");
  await shows(page, "the list of keys", () => document.querySelector("dialog.keys[open]"));
  await press(page, "Escape");
  await shows(page, "the list is closed", () => !document.querySelector("dialog[open]"));
  await press(page, "f");
  await shows(page, "full screen", () => document.fullscreenElement);
  await press(page, "f");
  await shows(page, "the window", () => !document.fullscreenElement);

  it.now("over the board: one stop for Tab, arrows from square to square");
  await tabTo(page, "grid-game .cell");
  same(await focused(page), "0", "the first square");
  await press(page, "ArrowRight", "ArrowRight", "ArrowDown");
  same(await focused(page), "12", "two to the right and one down, on ten columns");
  await press(page, "Control+End");
  same(await focused(page), "99", "the last square");
  const label = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  check(label.length > 3, `squares are read out: ${label}`);
  await isAt(page, 0);
  await press(page, "Shift+Tab", "Tab");
  same(await focused(page), "99", "the board remembers its square");
  await press(page, "Tab");
  check((await focused(page)) === null, "one more Tab leaves the board");
});
