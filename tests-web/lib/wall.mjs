// The wall: what it shows.

import { shows } from "./browser.mjs";
import { until } from "./until.mjs";

/** @typedef {import("playwright-core").Page} Page */

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
