// Elements made from data. Text stays text and never becomes markup.

/// Characters that a reader does not see. The group is the exception: a joiner that makes one sign of
/// two emoji or of two Indic letters.
const HIDDEN =
  /((?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=\p{M})\u200d(?=\p{L}))|[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * Makes untrusted text visible: invisible and direction-changing characters become escapes.
 * @param {unknown} text
 */
export function plain(text) {
  const escape = (/** @type {string} */ c) => "\\u{" + c.codePointAt(0)?.toString(16) + "}";
  return String(text).replace(HIDDEN, (c, joiner) => joiner ?? escape(c));
}

/**
 * The same for a text of several lines.
 * @param {unknown} text
 */
export const lines = (text) => String(text).split(/\r?\n/).map(plain).join("\n");

/**
 * Gives an element attributes, listeners and children.
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Attributes | null} attributes
 * @param {Child[]} children
 * @returns {E}
 */
export function make(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (typeof value === "object")
      for (const [name, it] of Object.entries(value)) element.style.setProperty(name, String(it));
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * The children that are there, of lists inside lists too.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
export const present = (children) =>
  children.flatMap((child) =>
    Array.isArray(child) ? present(child) : child === null || child === undefined || child === false ? [] : [child],
  );

/**
 * An element of the page.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 */
export const h = (tag, attributes = null, ...children) => make(document.createElement(tag), attributes, children);

/**
 * An element of a drawing.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 */
export const s = (tag, attributes = null, ...children) =>
  make(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/// Of a name without room, at most this many of the last letters are shown.
const TAIL = 8;
/// Names of up to this many letters are not divided.
const SHORT = 12;
/// Where the last part of a name may begin.
const JOINT = /[\p{Z}\p{P}]|(?<=\p{L})\p{Nd}/u;
/// Letters that look the same if a word is divided before them.
const DIVISIBLE = /^[\p{Script=Latin}\p{Nd}\p{P}\p{Z}]*$/u;

/**
 * A long text in two parts: names often differ only at the end, so that without room the first part
 * is cut. The second one is a word or a number where it can be, and empty if nothing can be divided.
 * @param {string} text
 * @returns {[start: string, tail: string]}
 */
function divided(text) {
  const letters = [...text];
  const last = letters.slice(-TAIL).join("");
  const joint = last.search(JOINT);
  if (letters.length <= SHORT) return [text, ""];
  const isWord = joint >= 0 && last.length - joint > 2;
  const tail = isWord ? last.slice(joint) : DIVISIBLE.test(text) ? last : "";
  return [text.slice(0, text.length - tail.length), tail];
}

/// How wide the ends of names are in bold letters, in `em`.
/** @type {Map<string, number>} */
const tailWidths = new Map();

/**
 * A name, isolated so that its writing direction changes nothing around it. Without room its middle
 * is left out.
 * @param {string} text
 */
export function nameOf(text) {
  const shown = cut(text, 200);
  const [start, tail] = divided(shown);
  if (tail === "") return h("bdi", { class: "name", title: shown }, shown);
  // CSS cannot give the start what the end leaves without making blocks of both, and a copied
  // name would have two lines then.
  const wide = tailWidths.get(tail) ?? Math.ceil(widthOf(tail, "700 100px") * 1.02) / 100;
  tailWidths.set(tail, wide);
  return h(
    "bdi",
    { class: "name", title: shown, style: { "--tail": `${wide}em` } },
    h("span", { class: "name-start" }, start),
    // What thin letters do not need is hardly seen beside a space.
    h("span", { class: tail.startsWith(" ") ? "name-tail apart" : "name-tail" }, tail),
  );
}

/**
 * A link that looks like the text around it, or the text alone where there is nothing to open.
 * @param {string | null} href
 * @param {Child} children
 * @param {Attributes} [attributes]
 */
export const linked = (href, children, attributes = {}) =>
  href === null ? h("span", attributes, children) : h("a", { class: "quiet", href, ...attributes }, children);

/**
 * A player's name, which leads to its games.
 * @param {string | null} href
 * @param {string} name
 */
export const nameLink = (href, name) => linked(href, nameOf(name), { class: "quiet player" });

/**
 * At most this many letters of a text, with `…` where it was cut.
 * @param {unknown} text
 * @param {number} letters
 */
export function cut(text, letters) {
  const all = [...plain(text)];
  return all.length <= letters ? all.join("") : all.slice(0, Math.max(letters - 1, 1)).join("") + "…";
}

/**
 * A word of a command line, in quotes where a shell would split or change it.
 * @param {string} word
 */
export function quoted(word) {
  const shown = plain(word);
  return /^[\w.,/@+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}

/**
 * The mark of a seat: a disc or a ring, so that it does not depend on colour alone.
 * @param {Seat} seat
 */
export const seatMark = (seat) => h("span", { class: "mark seat" + seat, "aria-hidden": "true" });

/// Icons in a square of 16 x 16: the filled path, then the outlined path.
const ICONS = {
  first: ["M13 3L6 8l7 5Z", "M4 3v10"],
  back: ["M11 3L4 8l7 5Z", ""],
  play: ["M5 3l8 5-8 5Z", ""],
  pause: ["M5 3h2v10H5ZM9 3h2v10H9Z", ""],
  forward: ["M5 3l7 5-7 5Z", ""],
  last: ["M3 3l7 5-7 5Z", "M12 3v10"],
  theme: ["M8 2a6 6 0 1 0 0 12Z", "M8 2a6 6 0 0 1 0 12"],
  presentation: ["", "M2 3h12v8H2ZM6 14h4"],
  full: ["", "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10"],
  keys: ["", "M1.5 4h13v8h-13ZM4 6.5h.5M7 6.5h.5M10 6.5h.5M12.5 6.5h-.5M5 9.5h6"],
  pen: ["", "M3 13l1-3 7-7 2 2-7 7Z"],
  up: ["", "M4 9l4-4 4 4M8 5v8"],
  remove: ["", "M4 4l8 8M12 4l-8 8"],
};

/** @param {keyof typeof ICONS} name */
export const icon = (name) =>
  s(
    "svg",
    { class: "icon", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
    s("path", { d: ICONS[name][0] }),
    s("path", { class: "drawn", d: ICONS[name][1] }),
  );

/**
 * A button that shows only an icon; its label is for screen readers and the tooltip.
 * @param {keyof typeof ICONS} name
 * @param {string} label
 * @param {(event: MouseEvent) => unknown} act
 */
export const iconButton = (name, label, act) =>
  h("button", { type: "button", class: "round", "aria-label": label, title: label, onclick: act }, icon(name));

/// The width of a text in pixels, in the page's font.
export const widthOf = (() => {
  const pen = document.createElement("canvas").getContext("2d");
  return (/** @type {string} */ text, font = "600 12px") => {
    if (pen === null) return text.length * 7;
    pen.font = `${font} ${getComputedStyle(document.body).fontFamily}`;
    return pen.measureText(text).width;
  };
})();

/**
 * As much of a name as fits into a width in pixels. Its end is kept where there is room for more.
 * @param {string} text
 * @param {number} wide
 */
export function fitted(text, wide) {
  const whole = plain(text);
  const [start, tail] = divided(whole);
  const isTailKept = widthOf("mm…" + tail) <= wide;
  const [long, end] = isTailKept ? [start, tail] : [whole, ""];
  if (widthOf(whole) <= wide) return whole;
  // Names may be long: halves are tried, not one letter after the other.
  let [fits, most] = [1, Math.min([...long].length, 200)];
  while (fits < most) {
    const half = Math.ceil((fits + most) / 2);
    if (widthOf(cut(long, half) + end) <= wide) fits = half;
    else most = half - 1;
  }
  return cut(long, fits) + end;
}

/**
 * Draws into an element, and again whenever its size changes. The first drawing is
 * made after the current task, before the browser paints. In presentation mode the
 * height is fixed by the screen; else `draw` gets 0 and chooses it.
 * @template {HTMLElement} E
 * @param {E} holder
 * @param {(wide: number, high: number) => Node} draw
 */
export function drawToFit(holder, draw) {
  let drawn = "";
  const redraw = () => {
    const isFixed = document.documentElement.classList.contains("presentation");
    const [wide, high] = [Math.floor(holder.clientWidth), isFixed ? Math.floor(holder.clientHeight) : 0];
    if (wide === 0 || drawn === `${wide} ${high}`) return;
    drawn = `${wide} ${high}`;
    holder.replaceChildren(draw(wide, high));
  };
  new ResizeObserver(redraw).observe(holder);
  queueMicrotask(redraw);
  return holder;
}

/// The tooltip; there is one for the whole page.
export const tip = {
  /** @type {HTMLElement | null} */
  element: null,
  /**
   * @param {string} text
   * @param {Element} target
   */
  show(text, target, beside = false) {
    this.element ??= document.body.appendChild(h("div", { class: "tip", role: "status" }));
    this.element.textContent = text;
    this.element.hidden = false;
    const at = target.getBoundingClientRect();
    const own = this.element.getBoundingClientRect();
    if (beside) {
      const left = at.left - own.width - 12;
      this.element.style.setProperty("left", (left > 8 ? left : at.right + 12) + "px");
      this.element.style.setProperty("top", Math.max(at.top, 8) + "px");
      return;
    }
    const left = Math.min(Math.max(at.left + at.width / 2 - own.width / 2, 8), innerWidth - own.width - 8);
    const above = at.top - own.height - 8;
    this.element.style.setProperty("left", left + "px");
    this.element.style.setProperty("top", (above > 8 ? above : at.bottom + 8) + "px");
  },
  hide() {
    if (this.element) this.element.hidden = true;
  },
};
// Whatever moves or covers the element that it belongs to takes it away.
for (const event of ["scroll", "pointerdown", "blur", "resize", "hashchange"])
  addEventListener(event, () => tip.hide(), { capture: true, passive: true });
addEventListener("keydown", (event) => event.key === "Escape" && tip.hide(), true);

/**
 * Shows a tooltip while an element is pointed at by a mouse or has the focus of the keyboard. A finger
 * covers the element and presses it at the same time, so it gets none.
 * @template {HTMLElement} E
 * @param {E} element
 * @param {string} text
 */
export function withTip(element, text) {
  element.addEventListener("pointerenter", (event) => event.pointerType !== "touch" && tip.show(text, element));
  element.addEventListener("focus", () => element.matches(":focus-visible") && tip.show(text, element));
  for (const event of ["pointerleave", "blur"]) element.addEventListener(event, () => tip.hide());
  return element;
}
