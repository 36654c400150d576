// What can be read on a projector: how high capitals are, and whether a text is cut off or covered.

/** @typedef {{ text: string, part: number, cut: string, lies: string }} Letters */

/**
 * All texts that are visible in a page: the height of their capitals as a part of the window's, what cuts
 * them off, and what they lie upon.
 *
 * @param {import("playwright-core").Page} page
 * @returns {Promise<Letters[]>}
 */
export const letters = (page) =>
  page.evaluate(() => {
    const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    /** How high capitals are in this element, in pixels. @param {Element} element */
    const capitals = (element) => {
      const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
      // A drawing may be scaled.
      const scale = element instanceof SVGGraphicsElement ? Math.abs(element.getScreenCTM()?.d ?? 1) : 1;
      pen.font = `${fontStyle} ${fontWeight} ${parseFloat(fontSize) * scale}px ${fontFamily}`;
      return pen.measureText("H").actualBoundingBoxAscent;
    };
    /** Whether a reader sees it. @param {Element} element @param {DOMRect} place */
    const isSeen = (element, place) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      if (place.width < 1 || place.height < 1) return false;
      if (element.closest(".is-leaving, [aria-hidden='true'] .ghost")) return false;
      const top = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
      const layer = (/** @type {Element | null} */ it) => it?.closest(".wall-intro") ?? it?.closest("section") ?? null;
      return top === null || layer(top) === layer(element);
    };
    /** @type {{ element: Element, place: DOMRect, text: string, high: number }[]} */
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = (node.textContent ?? "").trim();
      const element = node.parentElement ?? /** @type {Element | null} */ (node.parentNode);
      if (text === "" || !element || element.closest("script, style, title")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const place of range.getClientRects())
        if (isSeen(element, place)) found.push({ element, place, text, high: capitals(element) });
    }
    // What letters need of a line: the room above and below it may be cut.
    const core = (/** @type {{ place: DOMRect, high: number }} */ { place, high }) => {
      const middle = place.y + place.height / 2;
      return { left: place.left, right: place.right, top: middle - high / 2, bottom: middle + high / 2 };
    };
    return found.map((it) => {
      const { left, right, top, bottom } = core(it);
      let cut = "";
      for (let above = it.element.parentElement; above && above !== document.documentElement; above = above.parentElement) {
        const isWindow = above === document.body;
        if (getComputedStyle(above).overflow === "visible" && !isWindow) continue;
        const box = isWindow ? { left: 0, right: innerWidth, top: 0, bottom: innerHeight } : above.getBoundingClientRect();
        const isIn = left >= box.left - 1.5 && right <= box.right + 1.5 && top >= box.top - 1.5 && bottom <= box.bottom + 1.5;
        if (!isIn && cut === "") cut = above.className || above.tagName;
      }
      const under = found.find((other) => {
        if (other.element === it.element || other.text === it.text) return false;
        const box = core(other);
        return left < box.right - 1 && box.left < right - 1 && top < box.bottom - 1 && box.top < bottom - 1;
      });
      return { text: it.text, part: it.high / innerHeight, cut, lies: under?.text ?? "" };
    });
  });
