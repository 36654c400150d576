// The first page: what is being played now, the tournaments, the games.

import { number, points, signed, t } from "./language.js";
import { cut, h, nameOf, plain } from "./dom.js";
import { api, linksOf, pages } from "./api.js";
import { subscribe } from "./stream.js";
import { copyBox } from "./copy_box.js";
import { liveBoard } from "./live_board.js";
import { gameCard } from "./game_cards.js";
import { grateMeter, isRunning, progressWords, stateBadge, tournamentCard } from "./tournament_card.js";
import { refill } from "./refill.js";

/// How many small boards stand beside the large one.
const SMALL_BOARDS = 3;
/// How many players of the standings are shown.
const LEADERS = 6;
/// How many finished games boards can choose from.
const RECENT = 8;

/** @param {Site} site @returns {Promise<SitePage>} */
export async function homePage(site) {
  /** @type {{ title: string, games: any[], tournaments: TournamentSummary[], live: LiveSummary[], recent?: RecentGame[] }} */
  const data = await api("home");
  const boards = [liveBoard("large"), ...Array.from({ length: SMALL_BOARDS }, () => liveBoard("small"))];
  const state = { boards, site, data, recent: data.recent ?? [], standings: /** @type {any[]} */ ([]), featured: /** @type {string | null} */ (null) };
  const parts = { list: h("ul", { class: "cards" }), now: h("section", { class: "now" }), side: h("div", { class: "featured" }) };
  /** @type {Map<string, ReturnType<typeof tournamentCard>>} */
  const cards = new Map();
  let leave = () => {};

  const feedBoards = () => {
    const titles = new Map(data.tournaments.map(({ id, title }) => [id, title]));
    const featured = state.featured;
    // The games of the tournament in the panel come first.
    const isTheirs = (/** @type {{ tournament: string | null }} */ { tournament }) => tournament === featured;
    const live = [...data.live.filter(isTheirs), ...data.live.filter((it) => !isTheirs(it))];
    for (const board of boards) board.games = { live, recent: state.recent, titles };
    // Boards that would stay empty take no room.
    const most = live.length + state.recent.length;
    boards.forEach((board, at) => (board.hidden = at > 0 && at >= most));
  };

  /// Follows the tournament that the panel is about.
  const feature = () => {
    const best = data.tournaments.find(isRunning) ?? newest(data.tournaments.filter(({ games }) => games > 0));
    if ((best?.id ?? null) === state.featured) return;
    leave();
    state.featured = best?.id ?? null;
    state.standings = [];
    if (!best) return;
    const { id } = best;
    leave = subscribe("t:" + id, {
      standings: ({ standings }) => {
        state.standings = standings;
        drawSide();
      },
      live: ({ live }) => {
        data.live = [...data.live.filter(({ tournament }) => tournament !== id), ...live];
        feedBoards();
      },
      recent: ({ games }) => {
        const own = games.map((/** @type {number} */ at) => ({ tournament: id, number: at }));
        state.recent = [...own, ...state.recent.filter((it) => it.tournament !== id)].slice(0, RECENT);
        feedBoards();
      },
    });
    loadStandings(id);
    loadRecent(id);
  };

  /// The stream brings them too, but not where a tab has no connection yet.
  const loadStandings = async (/** @type {string} */ id) => {
    const answer = await api(`tournaments/${encodeURIComponent(id)}/standings`).catch(() => null);
    if (answer === null || state.featured !== id || state.standings.length > 0) return;
    state.standings = answer.standings;
    drawSide();
  };

  const loadRecent = async (/** @type {string} */ id) => {
    if (state.recent.length > 0) return;
    const answer = await api(`tournaments/${encodeURIComponent(id)}/games`).catch(() => null);
    const kept = (answer?.rows ?? []).filter((/** @type {GameLine} */ row) => row.kept).slice(0, RECENT);
    if (state.recent.length > 0) return;
    state.recent = kept.map((/** @type {GameLine} */ row) => ({ tournament: id, number: row.number }));
    feedBoards();
  };

  const drawSide = () => {
    const summary = data.tournaments.find(({ id }) => id === state.featured);
    refill(parts.side, ...(summary ? sideOf(summary, state.standings) : []));
  };

  const update = () => {
    feature();
    const order = data.tournaments.map(({ id }) => id);
    for (const summary of data.tournaments) {
      const card = cards.get(summary.id);
      if (card) card.update(summary);
      else cards.set(summary.id, tournamentCard(summary));
    }
    for (const id of [...cards.keys()]) if (!order.includes(id)) cards.delete(id);
    const wanted = order.flatMap((id) => cards.get(id)?.element ?? []);
    if (wanted.some((it, at) => parts.list.children[at] !== it) || parts.list.children.length !== wanted.length)
      parts.list.replaceChildren(...wanted);
    drawSide();
    feedBoards();
  };

  subscribe("home", {
    home: (now) => {
      Object.assign(data, now);
      if (now.recent) state.recent = now.recent;
      const isFirst = cards.size === 0 && data.tournaments.length > 0;
      if (isFirst) site.draw();
      else update();
    },
  });

  return {
    title: () => "",
    name: "home",
    tournament: null,
    draw: () => {
      cards.clear();
      parts.side.replaceChildren();
      update();
      const hasBoards = data.live.length + state.recent.length > 0 || data.tournaments.some(({ games }) => games > 0);
      const isLive = data.live.length > 0 || data.tournaments.some(isRunning);
      if (hasBoards) {
        boards.forEach((board) => board.redraw());
        const [large, ...small] = boards;
        parts.side.append();
        parts.now.replaceChildren(
          h("h1", {}, t(isLive ? "home_now" : "home_last")),
          h("div", { class: "stage" }, large, h("div", { class: "beside" }, parts.side, h("div", { class: "small-boards" }, small))),
        );
      } else {
        parts.now.replaceChildren(...welcome(site, data.tournaments.length > 0));
      }
      return [parts.now, tournamentsSection(site, parts.list, data.tournaments.length), gamesSection(data)];
    },
    placed: feedBoards,
  };
}

/// The tournament that ended last.
/** @param {TournamentSummary[]} tournaments */
const newest = (tournaments) => [...tournaments].sort((a, b) => (b.ended ?? 0) - (a.ended ?? 0))[0];

/// The panel beside the large board: a tournament and who leads it.
/** @param {TournamentSummary} summary @param {any[]} standings */
function sideOf(summary, standings) {
  const links = linksOf(summary.id);
  const rows = standings.slice(0, LEADERS).map((it) =>
    h(
      "tr",
      {},
      h("td", { class: "place" }, number(it.place)),
      h("th", { scope: "row" }, h("a", { class: "quiet", href: links.bot(it.name) }, nameOf(it.name))),
      h("td", { class: "num" }, points(it.points)),
      h("td", { class: "num elo" }, it.elo_err95 === null && it.score.wins + it.score.draws + it.score.losses === 0 ? "–" : signed(it.elo)),
    ),
  );
  return [
    h(
      "header",
      {},
      h("p", { class: "top-line" }, h("span", { class: "kind" }, plain(summary.game ?? "")), stateBadge(summary)),
      h("h2", {}, h("a", { class: "quiet", href: pages.tournament(summary.id) }, cut(summary.title, 120))),
      grateMeter(summary),
      h("p", { class: "faint small" }, progressWords(summary)),
    ),
    h(
      "table",
      { class: "leaders" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col", class: "place" }, t("place")),
          h("th", { scope: "col" }, t("bot")),
          h("th", { scope: "col", class: "num" }, t("points")),
          h("th", { scope: "col", class: "num" }, t("elo")),
        ),
      ),
      h("tbody", {}, rows),
    ),
  ];
}

/// What there is to do where nothing was played yet.
/** @param {Site} site @param {boolean} hasTournaments */
function welcome(site, hasTournaments) {
  const isOrganiser = site.session.role === "organiser";
  return [
    h(
      "div",
      { class: "welcome" },
      h("h1", {}, t(hasTournaments ? "welcome_waiting" : "welcome")),
      h("p", { class: "lead" }, t(hasTournaments ? "welcome_start" : isOrganiser ? "welcome_organiser" : "welcome_viewer")),
      !hasTournaments &&
        h(
          "ol",
          { class: "steps" },
          isOrganiser && h("li", {}, h("p", {}, t("welcome_form")), h("p", {}, h("a", { class: "button primary", href: pages.create }, t("nav_new")))),
          h("li", {}, h("p", {}, t("welcome_init")), copyBox("gridiron tournament --init virus")),
          h("li", {}, h("p", {}, t("welcome_bot")), copyBox("gridiron new python mybot")),
        ),
    ),
  ];
}

/** @param {Site} site @param {Element} list @param {number} count */
function tournamentsSection(site, list, count) {
  const isOrganiser = site.session.role === "organiser";
  return h(
    "section",
    { id: "tournaments" },
    h(
      "div",
      { class: "section-head" },
      h("h2", {}, t("tournaments")),
      isOrganiser && count > 0 && h("a", { class: "button", href: pages.create }, t("nav_new")),
    ),
    count === 0 ? h("p", { class: "faint" }, t("no_tournaments")) : list,
  );
}

/** @param {{ games: any[], tournaments: TournamentSummary[], live: LiveSummary[] }} data */
function gamesSection({ games, tournaments, live }) {
  const watch = (/** @type {string} */ name) => {
    const now = live.find(({ game }) => game === name);
    if (now) return pages.live(now.id);
    const played = tournaments.find((it) => it.game === name && it.games > 0);
    return played ? pages.games(played.id) : null;
  };
  return h(
    "section",
    { id: "games" },
    h("div", { class: "section-head" }, h("h2", {}, t("the_games"))),
    h("ul", { class: "game-cards" }, games.map((game) => gameCard(game, watch(game.name)))),
  );
}
