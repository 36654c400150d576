// A page in one file, of a report or of games: its parts, presentation mode, and the address.

import { language, number, parameter, t } from "./language.js";
import { cut, h, iconButton, plain, tip } from "./dom.js";
import { theme, topBar, watchErrors } from "./chrome.js";
import { highestNumber } from "./describe.js";
import { GameList } from "./list.js";
import { reportHead, reportSections } from "./report.js";

watchErrors();

/**
 * What `report.rs` and `game.rs` put into the page.
 * @typedef {{ kind: "report", report: Report & { games: GameRow[] }, seed: string | null, kept: number[],
 *   damaged: number[] }} ReportData
 * @typedef {{ kind: "games", game: string, names: string[], games: GameRow[], kept: number[] }} GamesData
 */

/**
 * The data in an element of the page, or `undefined`.
 * @param {string} selector
 */
function dataOf(selector) {
  const text = document.querySelector(selector)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** @type {ReportData | GamesData} */
const data = dataOf("#data");
const isReport = data.kind === "report";
const names = data.kind === "report" ? data.report.standings.map(({ name }) => name) : data.names;

/// The playbacks are elements of this page; each is parsed when it is first opened.
/** @type {Map<number, Playback | undefined>} */
const playbacks = new Map();
const playback = (/** @type {number} */ number) => {
  if (!playbacks.has(number)) playbacks.set(number, dataOf(`script[data-game="${Number(number)}"]`));
  return playbacks.get(number);
};

/// Presentation mode: one section after the other fills the screen, for a projector.
const presentation = {
  slides: ["standings", "rounds", "crosstable", "history"],
  every: 15000, // milliseconds
  at: 0,
  isOn: false,
  timer: 0,
  start() {
    document.documentElement.classList.add("presentation");
    clearInterval(this.timer);
    this.isOn = true;
    this.show(0);
    this.timer = setInterval(() => this.turn(), this.every);
  },
  /// Shows the next section. After the last one, the page of a running tournament is loaded again.
  turn() {
    const before = this.at;
    this.show(this.at + 1);
    if (this.at > before || data.kind !== "report" || data.report.about.is_finished) return;
    if (!isPresentationAsked()) location.hash = "presentation";
    location.reload();
  },
  show(/** @type {number} */ at) {
    const there = this.slides.flatMap((name) => document.getElementById(name) ?? []);
    if (there.length === 0) return;
    this.at = (at + there.length) % there.length;
    tip.hide();
    document.querySelectorAll(".slide").forEach((it) => it.classList.remove("slide"));
    there[this.at].classList.add("slide");
  },
  stop() {
    clearInterval(this.timer);
    this.isOn = false;
    document.documentElement.classList.remove("presentation");
  },
  key(/** @type {KeyboardEvent} */ event) {
    if (event.key === "Escape") this.stop();
    if (event.key === "ArrowLeft") this.show(this.at - 1);
    if (event.key === "ArrowRight") this.show(this.at + 1);
  },
};

/// `#presentation`; `#wall` is its old name.
const isPresentationAsked = () => parameter("presentation") !== null || parameter("wall") !== null;

const list = new GameList(
  data.kind === "report"
    ? {
        playback,
        names,
        games: data.report.games,
        kept: data.kept,
        damaged: data.damaged,
        total: data.report.about.games,
        highest: highestNumber(data.report),
        store: data.report.about.store,
        rounds: data.report.rounds,
        isCup: data.report.about.rank_by === "bracket",
      }
    : { playback, names, games: data.games, kept: data.kept },
);

/// Where numbers and names of the report lead: to games of this page, filtered.
/** @type {Links} */
const links = {
  games: ({ fault, ...filter }) => (fault ? "#faults" : "#" + new URLSearchParams({ list: "", ...filter })),
  bot: (name) => links.games({ bot: name }),
  game: (number, ply) => `#game=${number}&ply=${ply}`,
};

function gamesHead(/** @type {GamesData} */ { game, games }) {
  // Of two long names, both are seen.
  const against = (/** @type {number[]} */ players) => t("page_of", ...players.map((player) => cut(names[player], 40)));
  const title =
    games.length === 1
      ? against(games[0].players)
      : names.length === 2
        ? against([0, 1])
        : t("all_games", number(games.length));
  return h("header", { class: "head small" }, h("p", { class: "kind" }, plain(game)), h("h1", { title }, title));
}

function render() {
  tip.hide();
  const sections = data.kind === "report" ? reportSections(data.report, links) : [];
  const games = list.section();
  const contents = [...sections, { name: "games", word: t("games") }].map(({ name, word }) => ({ href: "#" + name, word }));
  const tools = isReport ? [iconButton("presentation", t("presentation"), () => presentation.start())] : [];
  document.getElementById("page")?.replaceChildren(
    topBar({ links: isReport ? contents : [], tools, draw: render }),
    data.kind === "report" ? reportHead(data.report, { seed: data.seed }) : gamesHead(data),
    h(
      "main",
      {},
      sections.map(({ element }) => element),
      games,
    ),
    h("button", { type: "button", class: "leave", onclick: () => presentation.stop() }, t("leave_presentation")),
  );
}

/// Does what the address asks for. Language and theme are taken only from the part after
/// `#`: the rest was applied at the start, and the reader may have changed it since.
function followAddress() {
  const hash = new URLSearchParams(location.hash.slice(1));
  if (hash.has("lang") && hash.get("lang") !== language.now) {
    language.choose();
    render();
  }
  theme.set(hash.get("theme"));
  if (isPresentationAsked() && isReport && !presentation.isOn) presentation.start();
  if (hash.has("list")) list.showMatching(Object.fromEntries(hash));
  const game = parameter("game") ?? (isReport ? null : String(data.kept[0]));
  const ply = parameter("ply");
  if (game === null || (game === list.asked && ply === null)) return;
  list.show(game, ply === "last" ? Infinity : /^\d+$/.test(ply ?? "") ? Number(ply) : undefined);
  // A smooth scroll would take long on a long page.
  if (isReport) list.stage.scrollIntoView({ behavior: "instant" });
  // Keys then work at once, and screen readers go on from there.
  list.viewer?.focus({ preventScroll: true });
}

language.choose();
theme.choose();
render();
addEventListener("hashchange", followAddress);
addEventListener("click", ({ target }) => {
  // The browser says nothing of a link to where the page already is.
  const link = target instanceof Element ? target.closest("a") : null;
  if (link?.hash.startsWith("#list") && link.hash === location.hash) followAddress();
});
addEventListener("keydown", (event) => presentation.isOn && presentation.key(event));
followAddress();
queueMicrotask(() => {
  // Charts have their size by now; the section that the address names has moved.
  const section = document.getElementById(location.hash.slice(1));
  requestAnimationFrame(() => section?.scrollIntoView({ behavior: "instant" }));
  document.documentElement.dataset.ready = "";
});
