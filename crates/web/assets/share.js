// What can be taken away from a game: a link to a move, a board for another page, files.

import { t } from "./language.js";
import { h } from "./dom.js";
import { pages, queryOf } from "./api.js";
import { copyButton } from "./copy_box.js";

/// Speeds of an embedded board, in moves per second.
const EMBED_SPEEDS = [1, 2, 5, 10];

/// The section below a game. `position` says where the reader is now. It returns the element, and what
/// has to be called after each move.
/**
 * @param {string} id
 * @param {number} at the number of the game
 * @param {{ finished: boolean, title: string, position: () => { ply: number, view: string } }} about
 */
export function shareSection(id, at, { finished, title, position }) {
  const file = `/api/tournaments/${encodeURIComponent(id)}/games/${at}`;
  const link = () => {
    const { ply, view } = position();
    return location.origin + pages.game(id, at) + queryOf({ ply, view: view === "all" ? null : view });
  };
  const shown = /** @type {HTMLInputElement} */ (h("input", { type: "text", readonly: true, class: "link", "aria-label": t("link_to_move"), onfocus: () => shown.select() }));
  const autoplay = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: true, onchange: () => write() }));
  const speed = /** @type {HTMLSelectElement} */ (
    h("select", { onchange: () => write() }, EMBED_SPEEDS.map((it) => h("option", { value: it, selected: it === 2 }, t("speed_per_second", String(it)))))
  );
  const code = /** @type {HTMLTextAreaElement} */ (h("textarea", { readonly: true, rows: 3, spellcheck: "false", "aria-label": t("embed_code"), onfocus: () => code.select() }));
  const write = () => {
    const query = (autoplay.checked ? "?autoplay&" : "?") + "speed=" + speed.value;
    const name = title.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
    code.value = `<iframe src="${location.origin}${pages.embed(id, at)}${query}" width="420" height="640" title="${name}" loading="lazy" style="border:0"></iframe>`;
  };
  const svg = h("a", { class: "button", download: `${id}-${at}.svg` }, t("download_svg"));
  const update = () => {
    shown.value = link();
    svg.setAttribute("href", `${file}/board.svg?ply=${position().ply}`);
  };
  write();
  update();
  const element = h(
    "section",
    { class: "share", "aria-label": t("share") },
    h("div", {}, h("h2", {}, t("link_to_move")), h("div", { class: "field" }, shown, copyButton(link))),
    h(
      "div",
      {},
      h("h2", {}, t("embed_code")),
      h("div", { class: "options" }, h("label", { class: "check" }, autoplay, h("span", {}, t("embed_autoplay"))), h("label", {}, h("span", {}, t("speed")), speed)),
      h("div", { class: "field" }, code, copyButton(() => code.value)),
    ),
    h(
      "div",
      {},
      h("h2", {}, t("downloads")),
      h(
        "div",
        { class: "buttons" },
        finished
          ? h("a", { class: "button", href: file + "/record", download: `${id}-${at}.json` }, t("download_record"))
          : h("span", { class: "button off", title: t("record_later") }, t("download_record")),
        svg,
        h("a", { class: "button", href: file + "/game.gif", download: `${id}-${at}.gif` }, t("download_gif")),
      ),
      !finished && h("p", { class: "faint small" }, t("record_later")),
    ),
  );
  return { element, update };
}
