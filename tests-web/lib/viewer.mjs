// The viewer of a game in a page: where it is and what is on its board.

import { shows } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * What a viewer shows: its position, how many actions it knows, and the board's squares.
 *
 * @typedef {{ at: number, last: number, board: string[] }} Shown
 */

/** @param {Page} page @returns {Promise<Shown | null>} */
export async function shown(page) {
  return page.evaluate(() => {
    const viewer = /** @type {any} */ (document.querySelector("grid-game"));
    if (!viewer?.dataset.at) return null;
    const cells = /** @type {NodeListOf<HTMLElement>} */ (viewer.querySelectorAll(".cell"));
    return { at: Number(viewer.dataset.at), last: viewer.last, board: [...cells].map((cell) => cell.dataset["value"] ?? "") };
  });
}

/** Waits until the viewer is at a position, of so many actions if that is said. @param {Page} page @param {number} at @param {number} [last] */
export async function isAt(page, at, last) {
  await shows(
    page,
    `position ${at} of ${last ?? "any"}`,
    ([at, last]) => {
      const viewer = /** @type {any} */ (document.querySelector("grid-game"));
      return viewer?.dataset.at === String(at) && (last === null || viewer.last === last);
    },
    /** @type {[number, number | null]} */ ([at, last ?? null]),
  );
}

/** What a reader can read of the viewer, texts of attributes among it. @param {Page} page */
export async function words(page) {
  return page.evaluate(() => {
    const viewer = /** @type {HTMLElement} */ (document.querySelector("grid-game"));
    const named = [...viewer.querySelectorAll("[title], [aria-label]")];
    return viewer.innerText + named.map((it) => `\n${it.getAttribute("title")}\n${it.getAttribute("aria-label")}`).join("");
  });
}
