// Every page in light and dark at three sizes: a picture for people to look at, in target/screenshots,
// and nothing that runs off the window's side, sticks out of its place or hides something else.

import { check, scenario } from "../lib/scenario.mjs";
import { picture } from "../lib/browser.mjs";
import { none, walk, world } from "../lib/world.mjs";

/** A phone, a small laptop, a projector. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

/** What is not in its place. @param {import("playwright-core").Page} page */
const misplaced = (page) =>
  page.evaluate(() => {
    const all = (/** @type {string} */ selector) =>
      [...document.querySelectorAll(selector)].filter((it) => it.checkVisibility()).map((it) => ({ it, at: it.getBoundingClientRect() }));
    const meet = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const found = [];
    for (const { it, at } of all("button kbd")) {
      const button = it.closest("button")?.getBoundingClientRect();
      if (button && at.right > button.right) found.push(`the key ${it.textContent} sticks out of its button`);
    }
    for (const { at } of all(".create-bar .with-end > *"))
      for (const { at: button } of all(".create-bar button")) if (meet(at, button)) found.push("a button hides the end of the file's name");
    for (const { it, at } of all("live-board .result, live-board .about"))
      for (const { at: board } of all("live-board grid-board")) if (meet(at, board)) found.push(`"${it.textContent}" hides a board`);
    for (const { it, at } of all(".embed .whole-game"))
      if (at.bottom > innerHeight + 1) found.push(`"${it.textContent}" is below the window`);
    // The numbers of rows and columns stand at the middle of their squares.
    for (const { it } of all(".drawn-board")) {
      const middles = (/** @type {string} */ selector, /** @type {boolean} */ isRow) =>
        [...new Set([...it.querySelectorAll(selector)].map((it) => {
          const { x, y, width, height } = it.getBoundingClientRect();
          return Math.round(isRow ? y + height / 2 : x + width / 2);
        }))].sort((a, b) => a - b);
      for (const [name, isRow] of /** @type {[string, boolean][]} */ ([[".row-labels span", true], [".col-labels span", false]])) {
        const squares = middles("grid-board .square", isRow);
        if (middles(name, isRow).some((at, index) => Math.abs(at - (squares[index] ?? 0)) > 1.5)) found.push(`${name}: not beside their squares`);
      }
    }
    return [...new Set(found)];
  });

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
        wide.push(...(await misplaced(page)).map((it) => `${it} at ${size.width}`));
      }
      check(wide.length === 0, wide.join(", "));
    });
    problems.push(...found);
  }
  none(problems);
});
