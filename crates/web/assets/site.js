// What stands around every served page: the session, the bar, errors, language, the place where a
// reader was.

import { addWords, language, t } from "./language.js";
import { h, plain, tip } from "./dom.js";
import { theme, topBar, watchErrors } from "./chrome.js";
import { ApiProblem, api, describeProblem, endSession, order, pages } from "./api.js";
import { APP_WORDS } from "./app_words.js";
import { onConnection } from "./stream.js";

addWords(APP_WORDS);

/// What the page's shell says about the server.
/** @param {string} name */
const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";

/// What the organiser calls the arena.
export const arenaTitle = () => meta("application-name") || "Gridiron";

/// A part of the path, counted from 1.
/** @param {number} at */
export const pathPart = (at) => decodeURIComponent(location.pathname.split("/")[at] ?? "");

/// The token of a link, which must not stay in the address: neither in the history nor on a
/// projector.
function takeToken() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const token = hash.get("token");
  if (token === null) return null;
  hash.delete("token");
  const rest = hash.toString();
  history.replaceState(history.state, "", location.pathname + location.search + (rest && "#" + rest));
  return token;
}

/// Opens a page of the site. `find` loads it; what it throws is shown as a sentence.
/** @param {(site: Site) => Promise<SitePage>} find */
export async function openSite(find) {
  const token = takeToken();
  watchErrors();
  language.choose();
  theme.choose();
  history.scrollRestoration = "manual";
  const place = scrollPlace();
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  /** @type {Site} */
  const site = { session: { role: "viewer", private: false, creates: false }, known: Promise.resolve(), draw: () => draw() };
  /** @type {SitePage} */
  let page = { title: () => "", draw: () => [h("div", { class: "loading" })] };
  const draw = () => {
    tip.hide();
    document.title = [page.title(), arenaTitle()].filter(Boolean).join(" · ");
    const content = h("main", { class: page.name ?? null, id: "main" }, page.draw());
    root.replaceChildren(skipLink(), bar(site, page), content, footer());
    page.placed?.();
  };
  draw();
  site.known = (async () => {
    site.session = token === null ? await api("session") : await order("session", { token });
  })();
  try {
    // With a token the page may show more; without one both can be asked for at once.
    if (token !== null) await site.known;
    [page] = await Promise.all([find(site), site.known]);
    if (site.session.role === "none")
      throw new ApiProblem(401, { code: "private", values: {}, message: "this server is private" });
  } catch (problem) {
    // Whichever answer came first, the bar is that of the visitor's role.
    await site.known.catch(() => {});
    page = failurePage(problem);
    if (!isProblem(problem)) setTimeout(() => Promise.reject(problem));
  }
  draw();
  addEventListener("keydown", (event) => page.key?.(event));
  /// A new link in a tab that shows this page already: only the part after `#` differs, so the browser
  /// loads nothing.
  addEventListener("hashchange", async () => {
    const link = takeToken();
    if (link === null) return;
    delete document.documentElement.dataset.ready;
    try {
      site.session = await order("session", { token: link });
      // What was refused before may be there now.
      if (page.isFailure) return location.reload();
      await page.renew?.();
    } catch (problem) {
      page = failurePage(problem);
    }
    draw();
    document.documentElement.dataset.ready = "";
  });
  restoreScroll(place);
  document.documentElement.dataset.ready = "";
}

const isProblem = (/** @type {any} */ problem) => typeof problem?.code === "string";

const skipLink = () => h("a", { class: "skip", href: "#main" }, t("skip"));

/** @param {Site} site @param {SitePage} page */
function bar(site, page) {
  const here = location.pathname;
  const link = (/** @type {string} */ href, /** @type {string} */ words, /** @type {RegExp} */ pattern) => ({
    href,
    word: words,
    current: pattern.test(here),
  });
  const isIn = site.session.role !== "none";
  const links = [
    link(pages.home, t("nav_home"), /^\/$/),
    link(pages.rules(page.game ?? "virus"), t("nav_rules"), /^\/rules\//),
    link(pages.wall(page.tournament ?? null), t("nav_wall"), /^\/wall/),
    site.session.role === "organiser" && site.session.creates && link(pages.create, t("nav_new"), /^\/new$/),
  ];
  const nav = topBar({
    links: isIn ? links.filter((it) => it !== false) : [],
    tools: [connectionSign(), site.session.role === "organiser" && organiserBadge()],
    home: pages.home,
    draw: site.draw,
  });
  const brand = nav.querySelector(".brand");
  brand?.querySelector(".hidden")?.remove();
  brand?.append(h("span", { class: "arena" }, plain(arenaTitle())));
  return nav;
}

/// Shows that events do not arrive, as long as they do not.
let isBroken = false;
function connectionSign() {
  return h(
    "span",
    { class: "connection", role: "status", hidden: !isBroken },
    h("span", { class: "pulse", "aria-hidden": "true" }),
    h("span", {}, t("reconnecting")),
  );
}
onConnection((isThere) => {
  isBroken = !isThere;
  document.querySelector(".connection")?.toggleAttribute("hidden", isThere);
});

function organiserBadge() {
  const end = async () => {
    await endSession();
    location.reload();
  };
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "ask", "aria-labelledby": "organiser-head" },
      h("h2", { id: "organiser-head" }, t("organiser")),
      h("p", {}, t("organiser_about")),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", onclick: end }, t("organiser_end")),
        h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, t("close_dialog")),
      ),
    )
  );
  const open = h(
    "button",
    { type: "button", class: "role", title: t("organiser_about"), onclick: () => dialog.showModal() },
    t("organiser"),
  );
  return [open, dialog];
}

const footer = () => h("footer", { class: "foot" }, h("p", { class: "faint" }, meta("generator") || "Gridiron"));

/// How to get in where only those with a link may watch.
/** @param {any} problem */
function entrancePage(problem) {
  return {
    isFailure: true,
    title: () => t("private_title"),
    draw: () => [
      h(
        "section",
        { class: "message" },
        h("h1", {}, t("private_title")),
        h("p", {}, t("private_about")),
        problem && h("p", { class: "said" }, describeProblem(problem)),
        h("p", { class: "faint" }, t("private_organiser")),
      ),
    ],
  };
}

/// What went wrong, and where to go from there.
/** @param {any} problem */
export function failurePage(problem) {
  if (problem?.code === "private") return entrancePage(null);
  if (problem?.code === "wrong-token") return { ...entrancePage(problem), title: () => t("link_ended") };
  const tournament = /^\/t\/([^/]+)\/./.exec(location.pathname)?.[1];
  return {
    isFailure: true,
    title: () => t("failure_title"),
    draw: () => [
      h(
        "section",
        { class: "message" },
        h("h1", {}, t(problem?.status === 404 ? "missing_title" : "failure_title")),
        h("p", {}, isProblem(problem) ? describeProblem(problem) : t("failure_unexpected")),
        h(
          "p",
          { class: "buttons" },
          problem?.status !== 404 &&
            h("button", { type: "button", class: "primary", onclick: () => location.reload() }, t("load_again")),
          tournament &&
            problem?.code !== "no-such-tournament" &&
            h("a", { class: "button", href: "/t/" + tournament }, t("to_tournament")),
          h("a", { class: "button", href: pages.home }, t("nav_home")),
        ),
      ),
    ],
  };
}

/// Where the reader was on this page, if this visit goes back to it.
function scrollPlace() {
  const entry = performance.getEntriesByType("navigation")[0];
  const type = entry instanceof PerformanceNavigationTiming ? entry.type : "navigate";
  const key = "gridiron-scroll " + location.pathname + location.search;
  try {
    addEventListener("pagehide", () => sessionStorage.setItem(key, String(Math.round(scrollY))));
    return type === "navigate" ? null : Number(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}

/** @param {number | null} place */
function restoreScroll(place) {
  // Charts draw after the current task; the page has its height then.
  requestAnimationFrame(() => {
    const section = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    if (place !== null && place > 0) scrollTo({ top: place, behavior: "instant" });
    else section?.scrollIntoView({ behavior: "instant" });
  });
}
