// A game while it is being played.

import { number, t } from "./language.js";
import { h, plain } from "./dom.js";
import { api, clocksNow, pages } from "./api.js";
import { subscribe } from "./stream.js";
import { GridGame } from "./game.js";
import { crumbs } from "./crumbs.js";
import { factsOf, gameTitle } from "./game_page.js";
import { refill } from "./refill.js";

/// After its end a game gets its number in the tournament; it is asked for this often, this long.
const NUMBER_MS = 800;
const NUMBER_TRIES = 30;

/** @param {Site} site @param {string} id @returns {Promise<SitePage>} */
export async function livePage(site, id) {
  /** @type {LiveGame} */
  let game = await api("live/" + encodeURIComponent(id));
  const { tournament } = game.live;
  /** @type {TournamentSummary | null} */
  const summary = tournament === null ? null : await summaryOf(tournament);
  const viewer = new GridGame();
  const end = h("div", { class: "live-end" });
  const others = h("div", { class: "others" });
  /** @type {LiveSummary[]} */
  let live = [];
  let isOver = false;

  const drawEnd = () => {
    const { number: at } = game.live;
    const next = live.find((it) => it.id !== id);
    refill(
      end,
      isOver
        ? h(
            "p",
            { class: "over" },
            h("span", {}, t(viewer.playback.outcome === null ? "live_broken_off" : "live_over")),
            tournament !== null && at !== null && h("a", { class: "button primary", href: pages.game(tournament, at) }, t("live_stored")),
            next && h("a", { class: "button", href: pages.live(next.id) }, t("live_next")),
          )
        : null,
    );
  };
  const drawOthers = () => {
    const rest = live.filter((it) => it.id !== id).slice(0, 6);
    refill(
      others,
      rest.length === 0
        ? null
        : h("ul", { class: "other-games" }, rest.map((it) => h("li", {}, h("a", { href: pages.live(it.id) }, gameTitle(it.players)), " ", h("span", { class: "faint" }, t("turn_n", number(it.turn)))))),
    );
  };
  const whole = (/** @type {LiveGame} */ now) => {
    game = now;
    const seen = structuredClone(now);
    seen.live.clocks = clocksNow(now.live);
    viewer.live = seen;
    if (now.live.over) over(now.live.number);
  };
  const load = async () => {
    const now = await api("live/" + encodeURIComponent(id)).catch((problem) => problem);
    if (now?.live) whole(now);
    else if (now?.code === "not-live") over(null);
  };
  const over = async (/** @type {number | null} */ at) => {
    game.live.number = at ?? game.live.number;
    const wasOver = isOver;
    isOver = true;
    drawEnd();
    if (wasOver || tournament === null) return;
    for (let tries = 0; viewer.playback.outcome !== null && game.live.number === null && tries < NUMBER_TRIES; tries++) {
      await new Promise((done) => setTimeout(done, NUMBER_MS));
      const now = await api("live/" + encodeURIComponent(id)).catch(() => null);
      if (now?.live.number != null) game.live.number = now.live.number;
    }
    drawEnd();
  };
  whole(game);
  subscribe("g:" + id, {
    game: whole,
    action: ({ n, action, to_act, clocks, at_ms }) => {
      if (n <= viewer.last) return;
      if (n > viewer.last + 1) return void load();
      viewer.addAction(action, { to_act, clocks, at_ms });
    },
    over: ({ outcome, number: at }) => {
      if (!isOver && outcome) viewer.finish(outcome, at);
      over(at);
    },
    reset: load,
  });
  if (tournament !== null)
    subscribe("t:" + tournament, {
      live: (event) => {
        live = event.live;
        // The event that it is over may have been lost.
        if (!isOver && !live.some((it) => it.id === id)) setTimeout(() => !isOver && load(), NUMBER_MS);
        drawEnd();
        drawOthers();
      },
      standings: (event) => {
        if (!summary || summary.state === event.summary.state) return;
        Object.assign(summary, event.summary);
        site.draw();
      },
    });

  const players = game.live.players;
  return {
    title: () => `${gameTitle(players)} · ${t("live")}`,
    name: "game-page live",
    game: game.game,
    tournament,
    draw: () => {
      // In another language the same position is drawn again, with the clocks as they stand.
      const { liveState, parts, positions, playback } = viewer;
      if (viewer.isConnected && liveState && parts) {
        const clocks = /** @type {LiveGame["live"]["clocks"]} */ ([parts.clocks.left(0), parts.clocks.left(1)]);
        viewer.live = structuredClone({ ...game, actions: positions?.actions ?? game.actions, outcome: playback.outcome, live: { ...liveState, clocks } });
      }
      drawEnd();
      drawOthers();
      const here = { word: t("live_game"), href: null };
      return [
        summary ? crumbs(summary, [here], end) : h("div", { class: "crumbs" }, h("span", { class: "kind" }, plain(game.game)), h("nav", { "aria-label": t("path") }, h("ol", {}, h("li", {}, h("a", { href: pages.home }, t("nav_home"))), h("li", {}, h("span", { "aria-current": "page" }, t("live_game"))))), end),
        h("h1", { class: "hidden" }, gameTitle(players)),
        viewer,
        game.restricted && h("p", { class: "restricted faint" }, t(game.secrets ? "restricted_hidden" : "restricted_plain")),
        h("section", { class: "played-with", "aria-label": t("settings") }, others, factsOf(game)),
      ].filter((it) => it instanceof Node);
    },
  };
}

/// The tournament of a game, for the line above it.
/** @param {string} id @returns {Promise<TournamentSummary | null>} */
async function summaryOf(id) {
  const answer = await api(`tournaments/${encodeURIComponent(id)}`).catch(() => null);
  return answer?.summary ?? null;
}
