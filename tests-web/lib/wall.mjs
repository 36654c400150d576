// The wall: what it shows, and whether that can be read from the last row.

import { shows } from "./browser.mjs";
import { until } from "./until.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Capitals have at least this part of the picture's height: they can be read at ten metres. */
const LEAST_CAPITAL = 0.037;

/** Longer than any part of a presentation. */
const PART_MS = 100_000;

/** What the wall shows now: `game`, `result`, `standings`. @param {Page} page */
export async function mode(page) {
  return page.evaluate(() => /** @type {HTMLElement | null} */ (document.querySelector(".wall-picture"))?.dataset["mode"] ?? "");
}

/** Waits for another part. @param {Page} page @param {string} before @returns {Promise<string>} */
export async function nextMode(page, before) {
  let now = before;
  await until(`something after "${before}"`, PART_MS, async () => (now = await mode(page)) !== before);
  return now;
}

/** Waits until what was shown before is gone. @param {Page} page */
export async function faded(page) {
  await shows(page, "one view", () => !document.querySelector(".wall-picture .is-leaving"));
}

/**
 * The texts of a wall that are too small, with their size in parts of the picture's height.
 *
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export async function smallTexts(page) {
  return page.evaluate((least) => {
    const picture = document.querySelector(".wall-picture");
    const context = document.createElement("canvas").getContext("2d");
    if (!picture || !context) return ["no picture"];
    const found = new Set();
    const walker = document.createTreeWalker(picture, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!text || !element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // What readers of screens hear is one pixel large.
      const box = element.getBoundingClientRect();
      if (box.width <= 2 || box.height <= 2) continue;
      const { fontSize, fontFamily, fontWeight } = getComputedStyle(element);
      const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.d ?? 1) : 1;
      context.font = `${fontWeight} 100px ${fontFamily}`;
      const capital = (context.measureText("H").actualBoundingBoxAscent / 100) * parseFloat(fontSize) * scale;
      const part = capital / picture.clientHeight;
      if (part < least - 0.0005) found.add(`"${text.slice(0, 30)}": ${(part * 100).toFixed(2)} %`);
    }
    return [...found];
  }, LEAST_CAPITAL);
}

/** The part of the picture's height that the board takes. @param {Page} page */
export async function boardPart(page) {
  return page.evaluate(() => {
    const [board, picture] = [".wall-picture grid-board svg", ".wall-picture"].map((it) => document.querySelector(it));
    return (board?.getBoundingClientRect().height ?? 0) / (picture?.clientHeight || 1);
  });
}
