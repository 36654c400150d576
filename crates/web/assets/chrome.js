// What stands around every page: the bar at the top, light and dark, and the list of script errors.

import { language, loadChoice, parameter, saveChoice, t } from "./language.js";
import { h, iconButton, tip } from "./dom.js";
import { logo } from "./logo.js";

/// Script errors are listed in the attribute `data-errors`, for tests.
export function watchErrors() {
  /** @type {string[]} */
  const found = [];
  const record = (/** @type {unknown} */ what) => {
    found.push(String(what));
    document.documentElement.dataset.errors = found.join("\n");
  };
  addEventListener("error", (event) => record(event.message));
  addEventListener("unhandledrejection", (event) => record(event.reason));
  addEventListener("securitypolicyviolation", (event) => record(event.violatedDirective));
}

export const theme = {
  /// The address decides, then an earlier choice, then the browser.
  choose() {
    this.set(parameter("theme") ?? loadChoice("theme"));
  },
  /** @param {string | null} name */
  set(name) {
    if (name === "light" || name === "dark") document.documentElement.dataset.theme = name;
  },
  toggle() {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme ?? (isDark ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    this.set(next);
    saveChoice("theme", next);
  },
};

/**
 * The bar: the logo, links, further tools, light and dark, and the other language. `links` are
 * `{ href, word, current }`; `home` is where the logo leads, or `null`; `draw` draws the page again.
 * @param {object} options
 * @param {{ href: string, word: string, current?: boolean }[]} [options.links]
 * @param {Child[]} [options.tools]
 * @param {string | null} [options.home]
 * @param {() => void} options.draw
 */
export function topBar({ links = [], tools = [], home = null, draw }) {
  const switchLanguage = () => {
    tip.hide();
    language.set(t("other_language"));
    saveChoice("lang", language.now);
    draw();
  };
  const brand = [logo(), h("span", { class: "hidden" }, "Gridiron")];
  return h(
    "nav",
    { class: "top", "aria-label": t("contents") },
    home === null ? h("span", { class: "brand" }, brand) : h("a", { class: "brand", href: home }, brand),
    h(
      "div",
      { class: "links" },
      links.map(({ href, word, current }) => h("a", { href, "aria-current": current ? "page" : null }, word)),
    ),
    h(
      "div",
      { class: "tools" },
      tools,
      iconButton("theme", t("theme"), () => theme.toggle()),
      h(
        "button",
        {
          type: "button",
          lang: t("other_language"),
          class: "language",
          "aria-label": `${t("other_language").toUpperCase()} – ${t("language")}`,
          title: t("language"),
          onclick: switchLanguage,
        },
        t("other_language").toUpperCase(),
      ),
    ),
  );
}
