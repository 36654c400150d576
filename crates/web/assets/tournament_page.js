// A tournament: how it stands, what is being played, who beat whom.

import { addWords, number, t } from "./language.js";
import { cut, h, nameOf, plain } from "./dom.js";
import { api, describeProblem, linksOf, pages } from "./api.js";
import { subscribe } from "./stream.js";
import { SECTIONS, reportHead, reportSection } from "./report.js";
import { roundName } from "./describe.js";
import { copyButton } from "./copy_box.js";
import { gamesTable } from "./games_table.js";
import { liveBoard } from "./live_board.js";
import { organiserButtons } from "./organise.js";
import { isRunning } from "./tournament_card.js";
import { refill } from "./refill.js";
import { TOURNAMENT_WORDS } from "./tournament_words.js";

addWords(TOURNAMENT_WORDS);

/// One large board and small ones below it.
const BOARDS = 3;
/// How many meetings to come are listed.
const COMING = 12;
/// What events do not bring is loaded again at most this often, in milliseconds.
const RELOAD_MS = 10_000;
/// Not all pages that got an event load at the same time.
const SPREAD_MS = 1000;
/// Sections of a report, and of this page, in their order.
const ORDER = ["standings", "rounds", "crosstable", "schedule", "history", "games", "margins", "thinking", "faults", "notes", "settings"];

/** @param {Site} site @param {string} id @returns {Promise<SitePage>} */
export async function tournamentPage(site, id) {
  const path = `tournaments/${encodeURIComponent(id)}`;
  /** @type {TournamentView} */
  const data = await api(path);
  const links = linksOf(id);
  const state = {
    recent: watchable(id, data.latest),
    boards: 0,
    /// The games that were played when everything was loaded.
    loaded: data.report.about.games,
    loadedAt: performance.now(),
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    timer: undefined,
  };
  const boards = Array.from({ length: BOARDS }, (_, at) => liveBoard(at === 0 ? "large" : "small"));
  const head = h("div", { class: "tournament-head" });
  const contents = h("nav", { class: "contents" });
  // The bar above it is higher where its links need a second line.
  const barHeight = new ResizeObserver(([{ target }]) => contents.style.setProperty("--bar", `${target.clientHeight}px`));
  const now = h("section", { id: "now", class: "boards-now" });
  /// A place for each section: what is in it changes, the place stays.
  const places = new Map(ORDER.map((name) => [name, h("div", { class: "place-of", "data-section": name })]));

  /// Loads what events do not bring.
  const reload = async () => {
    clearTimeout(state.timer);
    state.timer = undefined;
    state.loadedAt = performance.now();
    const fresh = await api(path).catch(() => null);
    if (fresh === null) return reloadSoon();
    Object.assign(data, fresh);
    state.loaded = data.report.about.games;
    // The report may be a little older than the rest.
    if (state.loaded !== data.summary.games) reloadSoon();
    if (state.recent.length === 0) state.recent = watchable(id, data.latest);
    update();
  };
  const reloadSoon = (pause = RELOAD_MS) => {
    if (pause > 0 && state.timer !== undefined) return;
    clearTimeout(state.timer);
    const wait = Math.max(0, state.loadedAt + pause - performance.now());
    state.timer = setTimeout(reload, wait + Math.random() * SPREAD_MS);
  };

  const feedBoards = () => {
    for (const board of boards) board.games = { live: data.live, recent: state.recent };
    const most = data.live.length + state.recent.length;
    // Boards do not vanish again: what stands below would jump.
    state.boards = Math.max(state.boards, Math.min(BOARDS, most));
    boards.forEach((board, at) => (board.hidden = at > 0 && at >= state.boards));
    now.hidden = most === 0;
    now.querySelector("h2")?.replaceChildren(t(data.live.length > 0 ? "home_now" : "home_last"));
  };

  const drawHead = () => {
    const { summary, report } = data;
    const about = { ...report.about, pairs_done: summary.pairs_done, pairs_planned: summary.pairs_planned, games: summary.games };
    refill(
      head,
      reportHead({ about, standings: report.standings }, { seed: about.seed == null ? null : String(about.seed), state: summary.state === "running" ? "running" : "state_" + summary.state }),
      site.session.role === "organiser"
        ? organiserButtons(summary, (changed) => {
            data.summary = changed;
            update();
          })
        : null,
      summary.problem ? h("p", { class: "problem" }, describeProblem(summary.problem)) : null,
    );
  };

  const drawSection = (/** @type {string} */ name) => {
    const place = places.get(name);
    if (!place) return;
    const own = { games: () => latestGames(data.summary, data.latest), schedule: () => scheduleOf(id, data.schedule, data.report.about), settings: () => settingsOf(data.text, id) };
    const element = SECTIONS.includes(name)
      ? (reportSection(name, data.report, links)?.element ?? null)
      : own[/** @type {keyof typeof own} */ (name)]();
    refill(place, element);
    place.hidden = element === null;
  };

  const drawContents = () => {
    const there = ORDER.filter((name) => !places.get(name)?.hidden);
    refill(
      contents,
      ...there.map((name) => h("a", { href: "#" + name }, places.get(name)?.querySelector("h2")?.textContent ?? t(name))),
    );
  };

  const update = () => {
    drawHead();
    ORDER.forEach(drawSection);
    drawContents();
    feedBoards();
  };

  const follow = () =>
    subscribe("t:" + id, {
      standings: ({ summary, standings }) => {
        const { problem } = data.summary;
        const wasRunning = isRunning(data.summary);
        const isSameProblem = problem?.code === summary.problem?.code;
        // Events do not tell why: the organiser knows it from the page.
        data.summary = { ...summary, problem: isSameProblem ? problem : summary.problem };
        const isSameOrder = standings.map((/** @type {any} */ it) => it.name).join("\n") === data.report.standings.map((/** @type {any} */ it) => it.name).join("\n");
        if (isSameOrder) {
          data.report = { ...data.report, standings };
          drawSection("standings");
        }
        drawHead();
        if (wasRunning !== isRunning(summary) || !isSameProblem) reloadSoon(0);
        else if (!isSameOrder || summary.games !== state.loaded) reloadSoon();
      },
      live: ({ live }) => {
        data.live = live;
        feedBoards();
        // Another meeting may be the one that is played.
        reloadSoon();
      },
      recent: ({ games }) => {
        state.recent = games.map((/** @type {number} */ at) => ({ tournament: id, number: at }));
        feedBoards();
      },
      reset: reload,
    });
  follow();
  return {
    title: () => plain(data.summary.title),
    name: "tournament",
    game: data.summary.game,
    tournament: id,
    draw: () => {
      boards.forEach((board) => board.redraw());
      contents.setAttribute("aria-label", t("on_this_page"));
      now.replaceChildren(h("h2", {}, ""), h("div", { class: "boards" }, boards));
      for (const place of places.values()) place.replaceChildren();
      head.replaceChildren();
      update();
      const [standings, ...rest] = places.values();
      return [head, contents, h("div", { class: "first-row" }, now, standings), ...rest];
    },
    placed: () => {
      barHeight.disconnect();
      const bar = document.querySelector(".top");
      if (bar) barHeight.observe(bar);
      feedBoards();
    },
    renew: reload,
  };
}

/// Games that boards can show.
/** @param {string} id @param {GameLine[]} rows @returns {RecentGame[]} */
const watchable = (id, rows) => rows.filter(({ kept }) => kept).map(({ number }) => ({ tournament: id, number }));

/// The latest games, and the way to all.
/** @param {TournamentSummary} summary @param {GameLine[]} rows */
function latestGames(summary, rows) {
  const { id, games, state } = summary;
  if (rows.length === 0 && state !== "waiting") return null;
  return h(
    "section",
    { id: "games" },
    h(
      "div",
      { class: "section-head" },
      h("h2", {}, t("latest_games")),
      games > 0 && h("a", { class: "button", href: pages.games(id) }, t("see_all_games", number(games))),
    ),
    rows.length === 0 ? h("p", { class: "faint" }, t("games_waiting")) : gamesTable(id, rows, summary),
  );
}

/// What is played now and what comes next; the rest is folded.
/** @param {string} id @param {Meeting[]} meetings @param {Report["about"]} about */
function scheduleOf(id, meetings, about) {
  const isCup = about.rank_by === "bracket";
  const of = (/** @type {Meeting["state"]} */ state) => meetings.filter((it) => it.state === state);
  const coming = [...of("running"), ...of("next"), ...of("open")];
  if (coming.length === 0) return null;
  // Before the first game all of them would be next.
  const hasBegun = meetings.some(({ done, state }) => done > 0 || state === "running");
  const name = (/** @type {string | null} */ player) =>
    player === null ? h("span", { class: "faint" }, t("open")) : h("a", { class: "quiet", href: pages.bot(id, player) }, nameOf(player));
  const progress = (/** @type {Meeting} */ { players: [first, second], done, planned }) => {
    const words = planned === null ? t("pairs_done", number(done)) : t("pairs_short", number(done), number(planned));
    return done > 0 && first !== null && second !== null
      ? h("a", { class: "quiet", href: pages.games(id, { bot: first, against: second }) }, words)
      : words;
  };
  const item = (/** @type {Meeting} */ meeting) => {
    const { round, stage, third_place, players, state } = meeting;
    const when = third_place ? t("third_place") : stage ? roundName(stage, isCup) : round ? t("round_n", number(round)) : "";
    return h(
      "li",
      { "data-state": state },
      h("span", { class: "round faint" }, when),
      h("span", { class: "pairing" }, name(players[0]), h("span", { class: "faint" }, "–"), name(players[1])),
      h("span", { class: "pairs" }, progress(meeting)),
      h("span", { class: "state" }, state === "running" ? h("span", { class: "badge live" }, t("running")) : state === "next" && hasBegun ? h("span", { class: "badge" }, t("comes_next")) : null),
    );
  };
  const list = (/** @type {Meeting[]} */ items) => h("ol", { class: "schedule box" }, items.map(item));
  const [shown, later, done] = [coming.slice(0, COMING), coming.slice(COMING), of("done")];
  const fold = (/** @type {string} */ word, /** @type {Meeting[]} */ items) =>
    items.length > 0 && h("details", { class: "fold" }, h("summary", {}, t(word, number(items.length))), list(items));
  return h("section", { id: "schedule" }, h("h2", {}, t("schedule")), list(shown), fold("schedule_later", later), fold("schedule_done", done));
}

/// The tournament file, for the organiser.
/** @param {string | null} text @param {string} id */
function settingsOf(text, id) {
  if (text === null) return null;
  return h(
    "section",
    { id: "settings" },
    h(
      "div",
      { class: "section-head" },
      h("h2", {}, t("settings")),
      h("div", { class: "buttons" }, copyButton(() => text), h("a", { class: "button", href: pages.copy(id) }, t("copy_settings"))),
    ),
    h("pre", { class: "file box", tabindex: "0", "aria-label": cut(id + ".toml", 60) }, h("code", {}, text)),
  );
}
