// Whether a page is French. The pages' own tables of words say what is English; some words that no
// French text has find what stands in no table, such as messages of the server.

/** @typedef {import("playwright-core").Page} Page */

/** Words of English that are no words of French. Names in scenarios must not contain them. */
const ENGLISH_WORDS =
  /\b(the|of|and|with|from|by|is|are|was|not|games?|players?|against|won|lost|loses|wins|draws?|rounds|shows?|hide|next|previous|plays?|played|watch|rules|time|times|moves?|running|finished|waiting|standings|yes|unknown|cannot|must|new|all|copy|speed|full|board|turn|last|first|best)\b/i;

/**
 * Every text that a reader of the page can meet, with where it stands: texts, labels, titles.
 *
 * @param {Page} page
 * @returns {Promise<{ text: string, where: string }[]>}
 */
async function texts(page) {
  return page.evaluate(() => {
    /** @type {{ text: string, where: string }[]} */
    const found = [];
    const where = (/** @type {Element} */ element) => {
      const parts = [];
      for (let at = /** @type {Element | null} */ (element); at && parts.length < 4; at = at.parentElement) {
        const { id, classList } = at;
        parts.unshift(at.localName + (id ? `#${id}` : "") + [...classList].map((it) => `.${it}`).join(""));
      }
      return parts.join(" > ");
    };
    // Code, files and what a page itself says is not to be translated stay as they are.
    const foreign = "code, pre, kbd, samp, textarea, script, style, [translate='no'], [lang='en']:not(html)";
    const add = (/** @type {string | null} */ text, /** @type {Element} */ element) => {
      const plain = (text ?? "").replace(/\s+/g, " ").trim();
      if (plain !== "" && !element.closest(foreign)) found.push({ text: plain, where: where(element) });
    };
    const visit = (/** @type {Document | ShadowRoot} */ root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Element) {
          if (!node.checkVisibility()) continue;
          for (const name of ["aria-label", "title", "alt", "placeholder", "aria-roledescription", "aria-valuetext"]) {
            add(node.getAttribute(name), node);
          }
          if (node.shadowRoot) visit(node.shadowRoot);
        } else if (node.parentElement?.checkVisibility()) {
          add(node.textContent, node.parentElement);
        }
      }
    };
    add(document.title, document.documentElement);
    visit(document);
    return found;
  });
}

/**
 * The pairs of English and French texts in the modules that the page has loaded, wherever a module
 * exports them.
 *
 * @param {Page} page
 * @returns {Promise<[string, string][]>}
 */
async function tables(page) {
  return page.evaluate(async () => {
    /** @type {[string, string][]} */
    const pairs = [];
    const collect = (/** @type {unknown} */ value, /** @type {number} */ depth) => {
      if (depth > 6 || value === null || typeof value !== "object" || value instanceof Node) return;
      if (Array.isArray(value) && value.length === 2 && value.every((it) => typeof it === "string")) {
        pairs.push(/** @type {[string, string]} */ (value));
      } else {
        for (const inner of Object.values(value)) collect(inner, depth + 1);
      }
    };
    const urls = performance.getEntriesByType("resource").map((it) => it.name);
    const scripts = urls.filter((it) => it.startsWith(location.origin) && it.endsWith(".js"));
    for (const url of scripts) {
      const exports = await import(url);
      for (const value of Object.values(exports)) collect(value, 0);
    }
    return pairs;
  });
}

/** What a text with places for values can become. @param {string} template */
function pattern(template) {
  const parts = template.replace(/\s+/g, " ").trim().split(/(\{\d(?:\|[^}]*)?\})/);
  const source = parts.map((part) => {
    const place = /^\{\d(?:\|([^|}]*)\|([^|}]*))?\}$/.exec(part);
    if (!place) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const [, one, many] = place;
    return one === undefined || many === undefined ? "(?:.+?)" : `(?:${[one, many].map((it) => it.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`;
  });
  return new RegExp(`^${source.join("")}$`, "i");
}

/** Whether there is a word besides the places for values. @param {string} template */
const hasWords = (template) => /\p{L}{2}/u.test(template.replace(/\{\d(?:\|[^}]*)?\}/g, ""));

/**
 * Fails if a page shows an English text.
 *
 * @param {Page} page
 * @param {string[]} [names] texts of people that are not words of the page
 */
export async function isFrench(page, names = []) {
  const all = await tables(page);
  if (all.length < 50) throw new Error(`${page.url()}: only ${all.length} pairs of words were found`);
  const different = all.filter(([english, french]) => english !== french && hasWords(english));
  const english = different.map(([text]) => pattern(text));
  const french = all.filter(([, text]) => hasWords(text)).map(([, text]) => pattern(text));
  const lang = await page.evaluate(() => document.documentElement.lang);
  const wrong = lang === "fr" ? [] : [`the page's language is ${lang}`];
  for (const { text, where } of await texts(page)) {
    if (names.includes(text)) continue;
    const plain = names.reduce((left, name) => left.replaceAll(name, ""), text);
    const is_french = french.some((it) => it.test(text));
    const word = ENGLISH_WORDS.exec(plain)?.[0];
    if (!is_french && (english.some((it) => it.test(text)) || word)) {
      wrong.push(`"${text}" at ${where}${word ? ` (${word})` : ""}`);
    }
  }
  if (wrong.length > 0) throw new Error(`not French, ${page.url()}:\n  ${[...new Set(wrong)].join("\n  ")}`);
}
