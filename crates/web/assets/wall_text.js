// Text that can be read at ten metres: how large it must be, and how names are made to fit.

import { h, plain } from "./dom.js";

/// The least height of capitals in units, which are hundredths of the picture's height. The rule says 3.7;
/// sizes in pixels are rounded, and fonts differ a little between weights.
const LEAST_CAPITALS = 3.82;

/// How many sizes are tried before a name is shortened.
const FONT_STEPS = 5;

/// The size of fonts whose capitals have the least height, in units of the picture.
export const leastFont = (() => {
  let least = 0;
  return () => {
    if (least === 0) {
      const pen = document.createElement("canvas").getContext("2d");
      const family = getComputedStyle(document.body).fontFamily;
      const heights = [400, 600, 800].map((weight) => {
        if (!pen) return 70;
        pen.font = `${weight} 100px ${family}`;
        return pen.measureText("H").actualBoundingBoxAscent;
      });
      const ratio = Math.min(...heights) / 100;
      least = LEAST_CAPITALS / (ratio > 0.4 && ratio < 1 ? ratio : 0.7);
    }
    return least;
  };
})();

/** What a reader sees as one letter. @param {string} text */
function lettersOf(text) {
  const parts = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(plain(text));
  return [...parts].map(({ segment }) => segment);
}

/// A name with at most this many letters, without its middle. Begin and end stay, where names of
/// versions differ. There is no other way: else one name has two short forms in one picture.
/** @param {string} name @param {number} most */
export function abbreviated(name, most) {
  const all = lettersOf(name);
  if (all.length <= most) return all.join("");
  const tail = Math.floor((most - 1) / 3);
  const head = Math.max(1, most - 1 - tail);
  return all.slice(0, head).join("").trimEnd() + "…" + (tail > 0 ? all.slice(-tail).join("").trimStart() : "");
}

/// Writes a name into a box of a fixed size, as large as it fits; it is shortened where the least
/// size is still too large. Of several names the first that fits is written. Sizes are in units.
/** @param {HTMLElement} box with one element inside @param {string | string[]} names @param {number} most @param {number} unit of the picture, in pixels */
export function fitName(box, names, most, unit) {
  const text = /** @type {HTMLElement} */ (box.firstElementChild);
  const least = leastFont();
  const all = typeof names === "string" ? [names] : names;
  const range = document.createRange();
  const fits = () => {
    range.selectNodeContents(text);
    return range.getBoundingClientRect().width <= box.clientWidth + 0.5 && text.offsetHeight <= box.clientHeight + 1;
  };
  const write = (/** @type {string} */ name, /** @type {number} */ count) =>
    text.replaceChildren(...breakableText(abbreviated(name, count)));
  for (const name of all) {
    write(name, 200);
    for (let step = 0; step <= FONT_STEPS; step++) {
      const size = most + ((least - most) * step) / FONT_STEPS;
      box.style.setProperty("font-size", size * unit + "px");
      if (fits()) return;
    }
  }
  const last = all.at(-1) ?? "";
  let [low, high] = [1, lettersOf(last).length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    write(last, middle);
    if (fits()) low = middle;
    else high = middle - 1;
  }
  write(last, low);
}

/// A line may end after these signs too, but not within a number: `v2.1`.
/** @param {string} text @returns {(Node | string)[]} */
const breakableText = (text) => text.split(/(?<=[_./\-])(?!\d)/).flatMap((part, at) => (at > 0 ? [h("wbr"), part] : [part]));
