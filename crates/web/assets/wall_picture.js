// The picture of a wall, of any size: it follows the server, for hours and without anybody. The page of
// the wall shows it alone, the presenter's page shows a small one.

import { addWords, parameter } from "./language.js";
import { h } from "./dom.js";
import { api } from "./api.js";
import { subscribe } from "./stream.js";
import { GameView } from "./wall_game.js";
import { gameKey, prepareGame } from "./wall_load.js";
import { PodiumView, StandingsView, WaitingView } from "./wall_tables.js";
import { leastFont } from "./wall_text.js";
import { ServerClock } from "./wall_time.js";
import { WALL_WORDS } from "./wall_words.js";

addWords(WALL_WORDS);

/// How often a wall asks for its state, whatever events it gets: then its clock is right again, and
/// nothing that was missed lasts.
const STATE_MS = 30_000;

/// After a failure it asks again sooner.
const STATE_AGAIN_MS = 3_000;

/// A narrow picture, such as a phone's, has smaller letters: it is always so many units wide.
const LEAST_WIDE = 80;

/// How long what was shown before fades.
const WALL_FADE_MS = 450;

/// The picture of a wall; it follows the server until it is removed.
export class WallPicture {
  /// `onState` gets each state that the server tells.
  /** @param {string} id @param {(state: WallState) => void} [onState] */
  constructor(id, onState = () => {}) {
    this.id = id;
    this.onState = onState;
    this.clock = new ServerClock();
    /** @type {WallState | null} */
    this.state = null;
    /** @type {WallView | null} */
    this.view = null;
    this.element = h("div", { class: "wall-picture", "aria-busy": "true", "data-look": parameter("theme") === "light" ? "light" : "dark" });
    /** @type {WallStage} */
    this.stage = {
      unit: 1,
      now: () => this.clock.now(),
      wake: () => this.tick(),
      isStill: matchMedia("(prefers-reduced-motion: reduce)").matches,
    };
    this.prepared = "";
    this.timer = 0;
    this.asking = 0;
    this.unsubscribe = () => {};
    this.sizes = new ResizeObserver(() => this.fit());
  }

  /// Begins to follow the wall. The element must be in the page.
  start() {
    this.sizes.observe(this.element);
    this.unsubscribe = subscribe("w:" + this.id, {
      wall: (state) => state.id === this.id && this.take(state),
      reset: () => this.ask(),
    });
    this.ask();
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.asking);
    this.sizes.disconnect();
    this.unsubscribe();
    this.view?.remove();
    this.view = null;
  }

  async ask() {
    clearTimeout(this.asking);
    let wait = STATE_MS;
    try {
      const asked = performance.now();
      const state = await api("wall/" + encodeURIComponent(this.id));
      // What took long says little about the time.
      this.take(state, performance.now() - asked < 500);
    } catch {
      wait = STATE_AGAIN_MS;
    }
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.ask(), wait);
  }

  /** @param {WallState} state @param {boolean} [isFresh] */
  take(state, isFresh = false) {
    this.clock.hear(state.now_ms, isFresh);
    // An answer that was overtaken by an event; but a server's clock may be set back.
    if (!isFresh && this.state && state.now_ms < this.state.now_ms) return;
    this.state = state;
    this.show();
    this.prepare(state);
    this.onState(state);
  }

  /** @param {WallState} state */
  prepare({ next }) {
    const key = next === null || next.live !== null ? "" : gameKey(next);
    if (next === null || key === "" || key === this.prepared) return;
    this.prepared = key;
    prepareGame(next);
  }

  show() {
    const { state } = this;
    if (!state) return;
    this.element.removeAttribute("aria-busy");
    if (!this.view?.takes(state)) {
      const old = this.view;
      this.view = this.viewOf(state);
      this.element.append(this.view.element);
      if (old) this.fade(old);
      this.element.dataset.mode = state.mode;
      this.fit();
    }
    this.element.dataset.mode = state.mode;
    this.element.classList.toggle("is-held", state.held);
    this.tick();
  }

  /// What was shown goes; nothing of it stays.
  /** @param {WallView} old */
  fade(old) {
    if (this.stage.isStill) return old.remove();
    old.element.classList.add("is-leaving");
    setTimeout(() => old.remove(), WALL_FADE_MS);
  }

  /** @param {WallState} state @returns {WallView} */
  viewOf(state) {
    if (state.game && ["game", "result"].includes(state.mode)) return new GameView(this.stage, state, state.game);
    if (state.mode === "standings") return new StandingsView(this.stage, state);
    if (state.mode === "podium") return new PodiumView(this.stage, state);
    return new WaitingView(this.stage, state);
  }

  tick() {
    clearTimeout(this.timer);
    if (!this.state || !this.view) return;
    const wait = this.view.tick(this.state);
    this.timer = setTimeout(() => this.tick(), Math.max(16, Math.min(wait, 1000)));
  }

  fit() {
    const { clientWidth: wide, clientHeight: high } = this.element;
    if (high === 0) return;
    this.stage.unit = Math.min(high / 100, wide / LEAST_WIDE);
    this.element.style.setProperty("--u", this.stage.unit + "px");
    this.element.style.setProperty("--least", String(leastFont()));
    this.view?.fit();
  }

  /// How much of the present part is left, in milliseconds; `null` if nobody knows.
  left() {
    const { state } = this;
    if (!state || state.length_ms === null) return null;
    const now = state.held_ms ?? this.clock.now();
    return Math.max(0, state.started_ms + state.length_ms - now);
  }
}
