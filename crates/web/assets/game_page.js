// One game of a tournament, to be watched move by move.

import { number, parameter, t } from "./language.js";
import { cut, h, nameOf, plain, seatMark } from "./dom.js";
import { api, pages } from "./api.js";
import { describeClock } from "./describe.js";
import { GridGame } from "./game.js";
import { crumbs, gamesStep } from "./crumbs.js";
import { setQuery } from "./refill.js";
import { shareSection } from "./share.js";

/// The analysis is asked for again after this long while it is being made, in milliseconds.
const ANALYSIS_MS = 1200;
/// The address follows the position when it rests.
const REST_MS = 400;

/// `A against B`, both short enough to be read.
/** @param {readonly string[]} players */
export const gameTitle = ([first = "", second = ""]) => t("page_of", cut(first, 40), cut(second, 40));

/// A position in an address: a number, or `last`.
/** @param {string | null} text */
export function plyOf(text) {
  if (text === "last") return Infinity;
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/// What the game was played with.
/** @param {Playback} playback */
export function factsOf({ rules, clock, charged, sandbox, seed }) {
  const facts = [
    [t("rules"), plain(rules) || t("default_rules")],
    [t("clock"), clock !== "none" && describeClock(clock, charged)],
    [t("sandbox"), sandbox !== "none" && t(sandbox)],
    [t("seed"), seed !== null && String(seed)],
  ];
  return h(
    "dl",
    { class: "facts" },
    facts.filter(([, fact]) => fact).map(([word, fact]) => h("div", {}, h("dt", {}, word), h("dd", {}, fact))),
  );
}

/** @param {Site} _site @param {string} id @param {string} word @returns {Promise<SitePage>} */
export async function gamePage(_site, id, word) {
  const at = Number(word);
  const path = `tournaments/${encodeURIComponent(id)}/games/${at}`;
  /** @type {{ line: GameLine, playback: Playback | null, previous: number | null, next: number | null, pair: number | null, summary: TournamentSummary, finished?: boolean }} */
  const data = await api(path);
  const { playback, summary } = data;
  const players = data.line?.players ?? playback?.players.map((it) => it.name) ?? ["", ""];
  const viewer = new GridGame();
  let share = /** @type {ReturnType<typeof shareSection> | null} */ (null);
  const isMoved = () => Boolean(share) || viewer.at > 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  if (playback) {
    const ply = plyOf(parameter("ply"));
    const view = parameter("view");
    if (playback.secrets && (view === "0" || view === "1")) viewer.viewpoint = view;
    if (ply !== null) viewer.at = viewer.reached = Math.min(ply, playback.actions.length);
    viewer.playback = playback;
    viewer.addEventListener("moved", () => {
      share?.update();
      clearTimeout(resting);
      resting = setTimeout(() => {
        if (viewer.playing || !isMoved()) return;
        setQuery({ ply: viewer.at > 0 || parameter("ply") !== null ? String(viewer.at) : "", view: viewer.viewpoint === "all" ? "" : viewer.viewpoint });
      }, REST_MS);
    });
    followAnalysis(path + "/analysis", viewer);
  }

  return {
    title: () => `${gameTitle(players)} · ${t("in_game", number(at, 0, { useGrouping: false }))}`,
    name: "game-page",
    game: summary.game,
    tournament: id,
    draw: () => {
      const beside = (/** @type {number | null} */ to, /** @type {string} */ key, /** @type {string} */ sign) =>
        to === null
          ? h("span", { class: "button off", "aria-hidden": "true" }, sign)
          : h("a", { class: "button", href: pages.game(id, to), "aria-label": t(key), title: t(key) }, sign);
      const steps = h(
        "div",
        { class: "beside" },
        data.pair !== null && data.pair !== at && h("a", { class: "button", href: pages.game(id, data.pair), title: t("pair_game_about") }, t("pair_game")),
        beside(data.previous, "prev_game", "←"),
        beside(data.next, "next_game", "→"),
      );
      const here = t("game_n", number(at, 0, { useGrouping: false }));
      const head = [crumbs(summary, [gamesStep(summary), { word: here, href: null }], steps), h("h1", { class: "hidden" }, `${gameTitle(players)}, ${here}`)];
      if (!playback) return [...head, notKept(id, data.line)];
      const about = { finished: data.finished ?? summary.state === "finished", title: gameTitle(players), position: () => ({ ply: viewer.at, view: viewer.viewpoint }) };
      share = shareSection(id, at, about);
      // In another language the same position is drawn again.
      if (viewer.isConnected) viewer.playback = playback;
      return [...head, viewer, h("section", { class: "played-with", "aria-label": t("settings") }, playersOf(id, players), factsOf(playback)), share.element];
    },
  };
}

/// Asks for the analysis until it is done.
/** @param {string} path @param {GridGame} viewer */
async function followAnalysis(path, viewer) {
  for (let failures = 0; failures < 3; ) {
    try {
      const analysis = await api(path);
      if (analysis.state === "none") return;
      viewer.analysis = analysis;
      if (analysis.state === "done") return;
      failures = 0;
    } catch (problem) {
      // A server without an analysis, or one that is busy.
      if (/** @type {any} */ (problem).status === 404) return;
      failures++;
    }
    await new Promise((done) => setTimeout(done, ANALYSIS_MS));
  }
}

/// Both bots, and where their pages are.
/** @param {string} id @param {readonly string[]} players */
const playersOf = (id, players) =>
  h(
    "ul",
    { class: "their-pages" },
    players.map((name, seat) =>
      h("li", {}, seatMark(/** @type {Seat} */ (seat)), " ", h("a", { href: pages.bot(id, name) }, nameOf(name)), " ", h("a", { class: "faint small", href: pages.games(id, { bot: name }) }, t("all_its_games"))),
    ),
  );

/// A game of which only the result is known.
/** @param {string} id @param {GameLine} line */
function notKept(id, line) {
  const { players, winner, score, cause, number: at } = line;
  const who = winner === null ? t("draw") : t("wins_by", cut(players[winner], 60), number(Math.abs(score)));
  return h(
    "section",
    { class: "message" },
    h("h2", {}, gameTitle(players)),
    h("p", {}, t("game_not_kept", number(at, 0, { useGrouping: false }))),
    h("p", {}, h("b", {}, who), " · ", t(cause)),
    h("p", { class: "faint" }, t("not_kept_about")),
    h("p", { class: "buttons" }, h("a", { class: "button", href: pages.games(id) }, t("see_games"))),
  );
}
