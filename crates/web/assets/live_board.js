// <live-board>: a board on which something always moves. It shows a slow game as it happens. Where
// none is live, it replays one that has just ended, at a pace that people can follow.

import { number, t } from "./language.js";
import { cut, h, iconButton, icon, nameOf, plain, present, seatMark } from "./dom.js";
import { api, clocksNow, pages } from "./api.js";
import { subscribe } from "./stream.js";
import { GridBoard } from "./board.js";
import { Positions } from "./positions.js";
import { RunningClocks, clockText } from "./clocks.js";

/// How long a result stands before the next game.
const HOLD_MS = 2000;
/// A live game that is younger might end before anybody has seen it.
const SLOW_MS = 1500;
/// How long a replay takes, and an action of it at least and at most.
const REPLAY_MS = 22_000;
const SHORTEST_STEP_MS = 70;
const LONGEST_STEP_MS = 1100;
/// The motion of one action at most.
const MOTION_MS = 600;
/// A live game that does not come within this time is gone.
const PATIENCE_MS = 4000;

/// The games on boards of this page: no other board shows them too.
/** @type {Set<string>} */
const taken = new Set();

const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What a board can choose from. @typedef {{ live: LiveSummary[], recent: RecentGame[], titles?: Map<string, string> }} BoardFeed */

export class LiveBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {BoardFeed} */
    this.feed = { live: [], recent: [] };
    /// When the feed came: ages count from then.
    this.fedAt = performance.now();
    /// The game that is shown: `g:3` is live, `cup/12` is a replay.
    /** @type {string | null} */
    this.shown = null;
    /// Replays that were shown, so that the newest is not shown again and again.
    /** @type {Set<string>} */
    this.seen = new Set();
    this.isPaused = false;
    this.isStill = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {(() => void) | null} */
    this.unsubscribe = null;
    this.visit = 0;
    /** @type {(() => Promise<void>) | null} */
    this.reload = null;
  }

  connectedCallback() {
    if (!this.frame) this.build();
    this.isStill = wantsStillness();
    this.next();
  }

  disconnectedCallback() {
    this.leave();
  }

  /// What there is to show now; a running game or replay goes on.
  /** @param {BoardFeed} feed */
  set games(feed) {
    this.feed = feed;
    this.fedAt = performance.now();
    this.checkShown();
    if (this.isConnected && (this.shown === null || this.canSwitch())) this.next();
  }

  /// A live game that is no longer in the list has ended; the event that says so may have been lost.
  checkShown() {
    const { shown, visit } = this;
    if (!shown?.startsWith("g:") || this.isAtEnd || this.feed.live.some(({ id }) => "g:" + id === shown)) return;
    setTimeout(() => visit === this.visit && !this.isAtEnd && this.reload?.(), HOLD_MS);
  }

  /// In the reader's language again.
  redraw() {
    if (!this.frame) return;
    this.build();
    this.draw(0);
  }

  build() {
    this.board = new GridBoard();
    this.board.setAttribute("static", "");
    this.state = h("span", { class: "badge" });
    this.what = h("span", { class: "what faint" });
    this.pauseButton = iconButton("pause", t("pause_board"), () => this.togglePause());
    this.pauseButton.classList.add("hush");
    this.lines = [0, 1].map(() => {
      const [name, clock, held] = [h("span", { class: "who" }), h("span", { class: "clock" }), h("b", { class: "held" })];
      const won = h("span", { class: "hidden", hidden: true }, t("winner"));
      return { element: h("div", { class: "seat-line" }, name, won, clock, held), name, won, clock, held };
    });
    this.result = h("p", { class: "result", "aria-live": "polite" });
    // The link lies over the board, so that numbers on squares are not its name.
    this.link = h("a", { class: "open" });
    const place = h("div", { class: "place" }, this.board, this.link);
    this.frame = h(
      "div",
      { class: "frame" },
      h("div", { class: "about" }, this.state, this.what, this.result, this.pauseButton),
      this.lines[1]?.element,
      place,
      this.lines[0]?.element,
    );
    this.replaceChildren(this.frame);
    if (this.positions) this.board.playback = this.positions.playback;
    this.updatePause();
  }

  /// Leaves the present game.
  leave() {
    this.visit++;
    clearTimeout(this.timer);
    this.unsubscribe?.();
    this.unsubscribe = null;
    this.clocks?.stop();
    this.clocks = null;
    if (this.shown !== null) taken.delete(this.shown);
    this.shown = null;
  }

  /// Whether another game would be better to see than this one: a live one instead of one that is over
  /// and was shown to its end.
  canSwitch() {
    return this.isAtEnd === true && !this.isHolding && (!this.isPaused || this.isStill);
  }

  /// Chooses what to show next, and shows it. What is on the board stays if there is nothing else.
  next() {
    if (!this.isConnected || (this.isPaused && !this.isStill)) return;
    const age = performance.now() - this.fedAt;
    const isSlow = (/** @type {LiveSummary} */ game) => game.since_ms + age >= SLOW_MS;
    const live = this.feed.live.find((game) => isSlow(game) && !taken.has("g:" + game.id) && !this.seen.has("g:" + game.id));
    if (live) {
      this.isPaused = false;
      return this.showLive(live.id);
    }
    if (this.isPaused) return;
    const key = (/** @type {RecentGame} */ game) => `${game.tournament}/${game.number}`;
    const free = this.feed.recent.filter((game) => !taken.has(key(game)) || key(game) === this.shown);
    const recent = free.find((game) => !this.seen.has(key(game)));
    if (recent) return this.showReplay(recent);
    // All were shown: from the newest again.
    if (this.feed.live.length === 0 && free[0] && !this.isStill) {
      free.forEach((game) => this.seen.delete(key(game)));
      return this.later(this.positions ? HOLD_MS : 0, () => free[0] && this.showReplay(free[0]));
    }
    // A young game may be worth a look in a moment.
    if (this.feed.live.length > 0) this.later(SLOW_MS, () => this.next());
    this.toggleAttribute("data-empty", this.positions === undefined);
  }

  /** @param {number} wait @param {() => void} act */
  later(wait, act) {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, wait);
  }

  /** @param {string} key */
  take(key) {
    this.leave();
    this.shown = key;
    taken.add(key);
    this.seen.add(key);
    this.isAtEnd = false;
    this.isHolding = false;
  }

  /** @param {string} id */
  showLive(id) {
    this.take("g:" + id);
    const visit = this.visit;
    const isMine = () => visit === this.visit;
    const load = async () => {
      try {
        const game = await api("live/" + id);
        if (isMine()) this.begin(game, game.live);
      } catch {
        if (isMine()) this.finish(null);
      }
    };
    this.reload = load;
    const handlers = {
      game: (/** @type {LiveGame} */ game) => isMine() && this.begin(game, game.live),
      action: (/** @type {any} */ { n, action, to_act, clocks }) => {
        if (!isMine() || !this.positions || this.isAtEnd) return;
        if (n <= this.positions.last) return;
        if (n > this.positions.last + 1) return load();
        this.positions.append(action);
        this.clocks?.set(to_act, clocks);
        if (!this.isPaused) this.draw(MOTION_MS);
      },
      over: (/** @type {any} */ { outcome, number: at }) => isMine() && this.finish(outcome, at),
      reset: load,
    };
    this.unsubscribe = subscribe("g:" + id, handlers);
    this.later(PATIENCE_MS, load);
  }

  /// The live game as it stands now.
  /** @param {LiveGame} game @param {LiveGame["live"]} live */
  begin(game, live) {
    clearTimeout(this.timer);
    this.open(game);
    this.dataset.kind = "live";
    this.clocks = new RunningClocks((seat, ms) => this.showClock(seat, ms));
    this.at = this.positions?.last ?? 0;
    this.label("live", pages.live(live.id), live.tournament);
    this.clocks.set(live.to_act, clocksNow(live));
    this.draw(0);
    if (live.over) this.finish(game.outcome, live.number);
  }

  /** @param {RecentGame} game */
  async showReplay({ tournament, number: at }) {
    const key = `${tournament}/${at}`;
    this.take(key);
    const visit = this.visit;
    let answer = null;
    try {
      answer = await api(`tournaments/${encodeURIComponent(tournament)}/games/${at}`);
    } catch {
      // Games of tournaments without a store are forgotten after a while.
    }
    if (visit !== this.visit) return;
    if (!answer?.playback) {
      this.leave();
      return this.later(500, () => this.next());
    }
    this.open(answer.playback);
    this.dataset.kind = "replay";
    const isNew = Date.now() / 1000 - (answer.line?.ended ?? 0) < 120;
    this.label(isNew ? "moment_ago" : "replay", pages.game(tournament, at), tournament);
    this.at = this.isStill ? (this.positions?.last ?? 0) : 0;
    this.draw(0);
    if (!this.isStill) return this.step();
    // Who wants no motion starts it by hand.
    this.finish(answer.playback.outcome);
    this.isPaused = true;
    this.updatePause();
  }

  /// Plays a replay on.
  step() {
    const { positions } = this;
    if (!positions || this.isPaused || this.isAtEnd || this.dataset.kind !== "replay") return;
    const wait = Math.min(LONGEST_STEP_MS, Math.max(SHORTEST_STEP_MS, REPLAY_MS / Math.max(1, positions.last)));
    this.later(wait, () => {
      if (this.isPaused) return;
      this.at = (this.at ?? 0) + 1;
      this.draw(Math.min(MOTION_MS, wait * 0.9));
      if (this.at >= positions.last) return this.finish(positions.playback.outcome);
      this.step();
    });
  }

  /// The game is over: its result stands a while, then comes another.
  /** @param {PlaybackOutcome | null} outcome @param {number | null} [at] its number in the tournament */
  finish(outcome, at = null) {
    this.clocks?.stop();
    this.isAtEnd = true;
    this.isHolding = true;
    if (this.dataset.kind === "live") {
      this.state?.replaceChildren(t(outcome ? "moment_ago" : "broken_off"));
      this.state?.classList.remove("live");
    }
    const tournament = this.tournament;
    if (this.dataset.kind === "live" && tournament && at !== null) {
      this.seen.add(`${tournament}/${at}`);
      this.link?.setAttribute("href", pages.game(tournament, at));
    }
    if (outcome && this.positions) {
      const { players, has_margin } = this.positions.playback;
      const by = number(Math.abs(outcome.score));
      const { winner, cause } = outcome;
      const words = winner === null ? t("short_draw") : t(has_margin ? "short_wins_by" : "short_wins", by);
      // The mark says who; a reader that hears the page gets the name.
      const who = winner === null ? null : [seatMark(winner), h("span", { class: "hidden" }, cut(players[winner].name, 40) + " ")];
      this.result?.replaceChildren(...present([who, h("b", {}, words), cause !== "normal" && h("span", {}, "· " + t(cause))]));
      this.showWinner(winner);
    }
    this.later(HOLD_MS, () => {
      this.isHolding = false;
      this.next();
    });
  }

  /** @param {Seat | null} winner */
  showWinner(winner) {
    this.lines?.forEach(({ element, won }, seat) => {
      element.classList.toggle("won", seat === winner);
      won.hidden = seat !== winner;
    });
  }

  /** @param {Playback} playback */
  open(playback) {
    this.positions = new Positions(playback);
    this.removeAttribute("data-empty");
    if (!this.board) return;
    this.board.playback = playback;
    this.result?.replaceChildren();
    this.showWinner(null);
    this.lines?.forEach(({ element, name }, seat) => {
      element.classList.remove("to-move");
      name.replaceChildren(seatMark(/** @type {Seat} */ (seat)), nameOf(playback.players[seat]?.name ?? ""));
    });
  }

  /** @param {"live" | "moment_ago" | "replay"} state @param {string} address @param {string | null} tournament */
  label(state, address, tournament) {
    this.tournament = tournament;
    this.stateWord = state;
    this.address = address;
    this.link?.setAttribute("href", address);
    this.state?.replaceChildren(t(state));
    this.state?.classList.toggle("live", state === "live");
    const title = tournament === null ? null : this.feed.titles?.get(tournament);
    this.what?.replaceChildren(title ? cut(title, 60) : "");
    this.updatePause();
  }

  /// Shows the position that is due.
  /** @param {number} budget the time for motion */
  draw(budget) {
    const { positions, board } = this;
    if (!positions || !board) return;
    const isLive = this.dataset.kind === "live";
    if (isLive) this.at = positions.last;
    const at = this.at ?? 0;
    board.showPosition(positions, at, { budget: this.isStill ? 0 : budget });
    const { totals, clocks, turn } = positions.frame(at);
    const { players, restricted, secrets } = positions.playback;
    const isKnown = !(restricted && secrets);
    const mover = isLive ? (this.clocks?.state.toAct ?? null) : positions.mover(at);
    this.lines?.forEach(({ element, held }, seat) => {
      held.textContent = isKnown ? number(totals[seat]) : "?";
      element.classList.toggle("to-move", seat === mover);
    });
    if (!isLive) for (const seat of /** @type {Seat[]} */ ([0, 1])) this.showClock(seat, clocks[seat]);
    const names = players.map(({ name }) => cut(name, 40));
    this.link?.setAttribute("aria-label", t("board_of", names[0], names[1], number(turn)));
    if (this.stateWord && this.address && !this.state?.textContent) this.label(this.stateWord, this.address, this.tournament ?? null);
    this.dispatchEvent(new CustomEvent("moved", { detail: at }));
  }

  /** @param {Seat} seat @param {number | null} ms */
  showClock(seat, ms) {
    const clock = this.lines?.[seat]?.clock;
    if (clock) clock.textContent = clockText(ms);
  }

  togglePause() {
    this.isPaused = !this.isPaused;
    this.updatePause();
    if (this.isPaused) return;
    const { isStill } = this;
    this.isStill = false;
    if (isStill && this.isAtEnd && this.dataset.kind === "replay") {
      [this.at, this.isAtEnd] = [0, false];
      clearTimeout(this.timer);
      this.result?.replaceChildren();
      this.showWinner(null);
      this.draw(0);
      this.step();
    } else if (this.dataset.kind === "live" && !this.isAtEnd) this.draw(0);
    else if (this.isAtEnd || !this.positions) this.next();
    else this.step();
  }

  updatePause() {
    if (!this.pauseButton) return;
    const label = t(this.isPaused ? "play_board" : "pause_board");
    this.pauseButton.replaceChildren(icon(this.isPaused ? "play" : "pause"));
    this.pauseButton.setAttribute("aria-label", label);
    this.pauseButton.title = plain(label);
  }
}

customElements.define("live-board", LiveBoard);

/// A board of this size: `large` or `small`.
/** @param {"large" | "small"} size */
export function liveBoard(size) {
  const board = new LiveBoard();
  board.classList.add(size);
  return board;
}
