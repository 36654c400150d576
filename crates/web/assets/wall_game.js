// A game on the wall: who plays, the board, who leads; then the result. Recorded games follow the
// server's clock, so that all walls show the same; live games follow what happens.

import { number, signed, t } from "./language.js";
import { h, present, seatMark } from "./dom.js";
import { api } from "./api.js";
import { subscribe } from "./stream.js";
import { Positions } from "./positions.js";
import { RunningClocks, clockText } from "./clocks.js";
import { LeadChart } from "./wall_chart.js";
import { WallBoard } from "./wall_board.js";
import { askAnalysis, gameKey, loadGame } from "./wall_load.js";
import { introOf, playerPanel, reasonTags, stageName, standingOf, wallHead } from "./wall_parts.js";
import { fitName } from "./wall_text.js";
import { actionsShown, elapsedMs } from "./wall_time.js";

/// The longest that a motion takes on the board, and the shortest that is more than a flicker.
const WALL_MOTION_MS = 620;
const WALL_FLICKER_MS = 140;

/// The least lead that fills the curve's place.
const FULL_LEAD = 6;

/// How long to wait before a game is asked for again that did not come.
const GAME_AGAIN_MS = 2000;

export class GameView {
  /** @param {WallStage} stage @param {WallState} state @param {WallGameCard} card */
  constructor(stage, state, card) {
    this.stage = stage;
    this.card = card;
    this.key = gameKey(card);
    this.at = -1;
    this.phase = "";
    this.isGone = false;
    /** @type {Positions | null} */
    this.positions = null;
    /** @type {WallBoard | null} */
    this.board = null;
    /** @type {LeadChart | null} */
    this.chart = null;
    /** @type {PlaybackOutcome | null} */
    this.outcome = null;
    /** @type {(() => void)[]} */
    this.leaves = [];
    this.head = wallHead([state.title], []);
    this.place = h("div", { class: "wall-place-of-board", "aria-busy": "true" });
    this.players = /** @type {[PlayerPanel, PlayerPanel]} */ (card.players.map((_, seat) => playerPanel(/** @type {Seat} */ (seat))));
    this.lead = h("div", { class: "wall-lead-now" });
    this.middle = h("div", { class: "wall-middle" }, this.lead);
    this.verdict = h("div", { class: "wall-verdict" });
    this.intro = introOf();
    this.standings = "";
    this.element = h(
      "section",
      { class: "wall-game" },
      this.head.element,
      this.place,
      h(
        "div",
        { class: "wall-side" },
        this.players[0].element,
        this.middle,
        this.verdict,
        this.players[1].element,
      ),
      this.intro,
    );
    this.showTags(card.reasons);
    if (card.live === null) this.load();
    else this.watch(card.live);
  }

  /** @param {WallState} state */
  takes(state) {
    return ["game", "result"].includes(state.mode) && state.game !== null && gameKey(state.game) === this.key;
  }

  async load() {
    try {
      const playback = await loadGame(this.card);
      if (playback && !this.isGone) this.open(playback);
    } catch {
      if (this.isGone) return;
      const timer = setTimeout(() => this.load(), GAME_AGAIN_MS);
      this.leaves.push(() => clearTimeout(timer));
    }
  }

  /** @param {string} id */
  watch(id) {
    const clocks = new RunningClocks((seat, ms) => (this.players[seat].clock.textContent = clockText(ms)));
    const load = async () => {
      const game = await api("live/" + encodeURIComponent(id)).catch(() => null);
      if (game && !this.isGone) begin(game);
    };
    const begin = (/** @type {LiveGame} */ game) => {
      this.outcome = game.outcome;
      this.open(game);
      clocks.set(game.live.to_act, game.live.clocks);
      this.mover = game.live.to_act;
    };
    const leave = subscribe("g:" + id, {
      game: begin,
      action: ({ n, action, to_act, clocks: left }) => {
        if (!this.positions || n <= this.positions.last) return;
        if (n > this.positions.last + 1) return void load();
        this.positions.append(action);
        this.mover = to_act;
        clocks.set(to_act, left);
        this.drawLiveChart();
        this.showPosition(this.positions.last, this.stage.isStill ? 0 : WALL_MOTION_MS);
      },
      over: ({ outcome }) => {
        clocks.stop();
        this.outcome = outcome;
        this.mover = null;
      },
      reset: () => void load(),
    });
    this.leaves.push(leave, () => clocks.stop());
    load();
  }

  /** @param {Playback} playback */
  open(playback) {
    this.positions = new Positions(playback);
    this.outcome = playback.outcome;
    const board = new WallBoard(playback);
    this.place.replaceChildren(board.element);
    this.place.removeAttribute("aria-busy");
    this.board = board;
    this.element.classList.toggle("has-score", playback.has_margin);
    this.chart = null;
    this.middle.querySelector(".wall-chart")?.remove();
    if (this.card.live === null) this.openChart(playback);
    else this.drawLiveChart();
    this.at = -1;
    this.fit();
    if (this.card.live !== null) this.showPosition(this.positions.last, 0);
    this.stage.wake();
  }

  /** @param {Playback} playback */
  async openChart(playback) {
    const { positions } = this;
    if (!positions) return;
    const { has_margin } = playback;
    /** @type {(number | null)[] | null} */
    let values = has_margin ? positions.frames.map(({ totals }) => totals[0] - totals[1]) : null;
    values ??= await this.valuesOf();
    if (!values || this.isGone || positions !== this.positions) return;
    this.putChart(new LeadChart(values, has_margin ? FULL_LEAD : 1), Math.max(0, this.at));
  }

  /// Who was ahead in a game whose board does not tell it: that takes some time to find out.
  /** @returns {Promise<(number | null)[] | null>} */
  async valuesOf() {
    while (!this.isGone) {
      const found = await askAnalysis(this.card).catch(() => null);
      if (found?.state !== "working") return found?.values ?? null;
      await new Promise((done) => setTimeout(done, GAME_AGAIN_MS));
    }
    return null;
  }

  /// The curve of a live game always ends now.
  drawLiveChart() {
    const { positions } = this;
    if (!positions || !positions.playback.has_margin || positions.last === 0) return;
    if (positions.playback.restricted && positions.playback.secrets) return;
    const values = positions.frames.map(({ totals }) => totals[0] - totals[1]);
    this.putChart(new LeadChart(values, FULL_LEAD), positions.last);
  }

  /** @param {LeadChart} chart @param {number} at */
  putChart(chart, at) {
    this.chart?.element.remove();
    this.chart = chart;
    this.middle.prepend(chart.element);
    chart.show(at);
  }

  /** @param {string[]} reasons */
  showTags(reasons) {
    const { number: at } = this.card;
    const stage = reasons.includes("third-place") ? null : stageName(this.card);
    // A round says more than places, and the final is a round.
    const hidden = ["asked", "unseen", ...(stage ? ["final", "first-two", "top"] : [])];
    const shown = reasonTags(reasons.filter((it) => !hidden.includes(it)));
    if (stage) shown.unshift(h("span", { class: "wall-tag", "data-reason": this.card.stage?.stage }, stage));
    else if (shown.length === 0 && at !== null)
      shown.push(h("span", { class: "wall-tag" }, t("wall_game_n", number(at, 0, { useGrouping: false }))));
    // Two can be read before the first move.
    this.head.tags.replaceChildren(...shown.slice(0, 2));
  }

  /// Where the players stand may be known no longer, as when suspense begins.
  /** @param {[WallPlayer, WallPlayer]} players */
  showStandings(players) {
    const key = JSON.stringify(players);
    if (key === this.standings) return;
    this.standings = key;
    const places = this.element.querySelectorAll(".wall-standing");
    places.forEach((place, at) => {
      const player = players[at % 2];
      if (player) place.replaceChildren(...present(standingOf(player)));
    });
  }

  /** @param {WallState} state */
  tick(state) {
    if (state.game) this.showStandings(state.game.players);
    const now = this.stage.now();
    const elapsed = elapsedMs(state, now);
    const isIntro = state.mode === "game" && this.card.live === null && elapsed < state.intro_ms;
    this.setPhase(state.mode === "result" ? "result" : isIntro ? "intro" : "play", state);
    if (!this.positions || this.card.live !== null) return 500;
    const at = actionsShown(state, now, this.positions.last);
    if (at !== this.at) {
      const wait = state.rate > 0 ? 920 / state.rate : 0;
      const budget = Math.min(WALL_MOTION_MS, wait);
      const isStep = at === this.at + 1 && budget >= WALL_FLICKER_MS && !this.stage.isStill;
      this.showPosition(at, isStep ? budget : 0);
    }
    if (state.mode !== "game" || at >= this.positions.last || state.held) return 500;
    return state.intro_ms + ((at + 1) * 1000) / Math.max(state.rate, 0.01) - elapsed;
  }

  /** @param {number} at @param {number} budget */
  showPosition(at, budget) {
    const { positions, board } = this;
    if (!positions || !board) return;
    this.at = at;
    this.element.dataset.at = String(at);
    board.board.showPosition(positions, at, { budget });
    const { totals } = positions.frame(at);
    const { restricted, secrets, has_margin } = positions.playback;
    const isKnown = has_margin && !(restricted && secrets);
    const mover = this.card.live === null ? positions.mover(at) : (this.mover ?? null);
    this.players.forEach(({ element, score }, seat) => {
      score.textContent = isKnown ? number(totals[seat]) : "";
      element.classList.toggle("is-moving", seat === mover);
    });
    this.chart?.show(at);
    const ahead = totals[0] - totals[1];
    const leader = ahead === 0 ? null : ahead > 0 ? 0 : 1;
    this.lead.replaceChildren(
      ...(!isKnown
        ? [h("span", {}, t("wall_move", number(at)))]
        : leader === null
          ? [h("span", {}, t("wall_level"))]
          : [seatMark(leader), h("span", {}, signed(Math.abs(ahead)))]),
    );
  }

  /** @param {string} phase @param {WallState} state */
  setPhase(phase, state) {
    if (phase === this.phase) return;
    this.phase = phase;
    this.element.dataset.phase = phase;
    if (phase !== "result") return;
    const { positions, outcome } = this;
    if (positions) this.showPosition(positions.last, 0);
    if (!outcome) return;
    const isDraw = outcome.winner === null;
    const by = number(Math.abs(outcome.score));
    const words = isDraw ? t("short_draw") : t(positions?.playback.has_margin ? "short_wins_by" : "short_wins", by);
    this.verdict.replaceChildren(
      h(
        "p",
        { class: "wall-winner" },
        outcome.winner === null ? [seatMark(0), seatMark(1)] : seatMark(outcome.winner),
        h("span", { class: "wall-words", "data-text": words }, h("span", {}, words)),
      ),
      outcome.cause === "normal" ? "" : h("p", { class: "wall-cause" }, t(outcome.cause)),
    );
    this.players.forEach(({ element }, seat) => {
      element.classList.toggle("has-won", outcome.winner === seat);
      element.classList.toggle("has-lost", outcome.winner !== null && outcome.winner !== seat);
      element.classList.remove("is-moving");
    });
    this.showTags(state.game?.reasons ?? []);
    this.fit();
  }

  fit() {
    const { unit } = this.stage;
    this.head.fit(unit);
    this.board?.fit(unit);
    this.players.forEach(({ name }, seat) => fitName(name, this.card.players[seat]?.name ?? "", 9, unit));
    const names = /** @type {NodeListOf<HTMLElement>} */ (this.intro.querySelectorAll(".wall-intro-name"));
    names.forEach((name, seat) => fitName(name, this.card.players[seat]?.name ?? "", 13, unit));
    const words = this.verdict.querySelector(".wall-words");
    if (words instanceof HTMLElement) fitName(words, words.dataset.text ?? "", 9, unit);
  }

  remove() {
    this.isGone = true;
    this.leaves.forEach((leave) => leave());
    this.board?.board.settle();
    this.element.remove();
  }
}
