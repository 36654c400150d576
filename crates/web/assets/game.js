// <grid-game>: the viewer of one game, recorded or live. Set its property `playback`, or `live` for a
// game that is being played. It keeps its own position and sends the event `moved` when that changes.

import { number, t } from "./language.js";
import { cut, h, plain } from "./dom.js";
import { GridBoard } from "./board.js";
import { RunningClocks } from "./clocks.js";
import { Controls, SPEEDS } from "./controls.js";
import { squaresOf } from "./fog.js";
import { actionOfKey, keyList } from "./keys.js";
import { MoveList } from "./moves.js";
import { EvaluationLine, Remarks, Verdict, fogLegend } from "./notes.js";
import { Positions } from "./positions.js";
import { SeatRows } from "./seats.js";
import { Timeline } from "./timeline.js";

/// How long a game plays if nobody chooses a speed, in seconds: about.
const USUAL_LENGTH = 50;

/// The longest time for the motion of one action, in milliseconds.
const LONGEST_MOTION = 1400;

export class GridGame extends HTMLElement {
  constructor() {
    super();
    /// The position that is shown: the number of actions before it.
    this.at = 0;
    /// The furthest position that was shown. What is beyond it is not given away.
    this.reached = 0;
    /** @type {ViewpointName} */
    this.viewpoint = "all";
    /// Whether a live game is followed to its newest position.
    this.isFollowing = false;
    /// Actions per second, if the reader has chosen.
    /** @type {number | null} */
    this.rate = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {Analysis | null} */
    this.found = null;
    /** @type {LiveGame["live"] | null} */
    this.liveState = null;
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.onFullScreen = () => this.parts?.controls.updateFullScreen(this.matches(":fullscreen"));
    /// When the last action of a live game came.
    this.addedAt = 0;
  }

  /// The game to show. `at`, `reached`, `viewpoint` and `rate` can be set before.
  /** @param {Playback} playback */
  set playback(playback) {
    this.open(playback, null);
  }

  get playback() {
    return /** @type {Playback} */ (this.data);
  }

  /// A game that is being played. Its further actions come by `addAction`, its end by `finish`.
  /** @param {LiveGame} game */
  set live(game) {
    const wasBehind = this.liveState?.id === game.live.id && !this.isFollowing;
    const at = wasBehind ? this.at : game.actions.length;
    // All of it has happened: there is nothing to give away.
    this.reached = game.actions.length;
    this.open(game, game.live);
    this.isFollowing = !wasBehind;
    this.go(at);
    this.startClocks();
  }

  /// What the server has found out about the game, as it comes.
  /** @param {Analysis | null} analysis */
  set analysis(analysis) {
    this.found = analysis;
    if (!this.parts) return;
    this.parts.timeline.analysis = analysis;
    this.parts.timeline.draw();
    this.go(this.at);
  }

  get analysis() {
    return this.found;
  }

  /// The number of actions.
  get last() {
    return this.positions?.last ?? 0;
  }

  /// Whether the game plays by itself.
  get playing() {
    return this.timer !== undefined;
  }

  get board() {
    return this.parts?.board;
  }

  get hasViewpoints() {
    return this.playback.secrets && !this.playback.restricted;
  }

  /** @param {Playback} playback @param {LiveGame["live"] | null} live */
  open(playback, live) {
    this.pause();
    this.parts?.clocks.stop();
    this.data = playback;
    this.liveState = live;
    this.isFollowing = live !== null;
    this.positions = new Positions(playback);
    this.at = Math.min(this.at, this.last);
    this.parts = this.build(this.positions);
    this.go(this.at);
    if (this.hasAttribute("autoplay") && !live) this.toggle();
  }

  connectedCallback() {
    addEventListener("keydown", this.onKey);
    document.addEventListener("fullscreenchange", this.onFullScreen);
    this.parts?.moves.follow();
    this.parts?.remarks.follow();
    this.startClocks();
  }

  disconnectedCallback() {
    removeEventListener("keydown", this.onKey);
    document.removeEventListener("fullscreenchange", this.onFullScreen);
    this.pause();
    this.parts?.clocks.stop();
    this.board?.settle();
  }

  /// Makes all that is seen, for one game and one language.
  /** @param {Positions} positions */
  build(positions) {
    const { playback } = positions;
    const jump = (/** @type {number} */ at) => this.jump(at);
    const board = new GridBoard();
    board.playback = playback;
    const seats = new SeatRows(playback);
    const live = h("button", { type: "button", class: "to-live", hidden: true, onclick: () => this.follow() }, t("live_follow"));
    const parts = {
      board,
      seats,
      live,
      // The clocks of a live game run, unless the reader looks at an earlier position.
      clocks: new RunningClocks((seat, ms) => this.isAtLive() && seats.showClock(seat, ms)),
      verdict: new Verdict(() => this.reachEnd()),
      where: h("output", { class: "where", "aria-live": "off" }),
      value: new EvaluationLine(),
      legend: fogLegend(),
      moves: new MoveList(positions, jump),
      remarks: new Remarks(positions),
      timeline: new Timeline(positions, jump, this.found),
      controls: new Controls(this, playback),
      spoken: h("p", { class: "hidden", "aria-live": "polite" }),
      keys: keyList(playback),
    };
    const { verdict, where, value, legend, moves, remarks, timeline, controls, spoken, keys } = parts;
    const panel = h(
      "div",
      { class: "panel" },
      seats.element,
      h("div", { class: "standing" }, verdict.element, live, where),
      value.element,
      legend,
      moves.element,
      remarks.element,
      timeline.element,
      controls.element,
    );
    this.replaceChildren(h("div", { class: "game" }, h("div", { class: "board-place" }, board), panel), keys, spoken);
    this.tabIndex = -1;
    this.style.setProperty("--board-wide", board.style.getPropertyValue("--wide"));
    this.style.setProperty("--board-high", board.style.getPropertyValue("--high"));
    // After a click the space bar plays or pauses, whatever was clicked.
    this.onclick = (/** @type {MouseEvent} */ { detail, target }) =>
      detail > 0 && target instanceof Element && target.closest("button") && this.focus({ preventScroll: true });
    moves.reveal(0, this.reached);
    return parts;
  }

  /// Whether the reader knows how the game ended.
  isEndKnown() {
    return this.playback.outcome !== null && this.reached >= this.last;
  }

  /// The reader wants to know the result.
  reachEnd() {
    this.parts?.moves.reveal(0, this.last);
    this.reached = this.last;
    this.go(this.at);
  }

  /// Shows a position; `budget` is the time for motion in milliseconds.
  /** @param {number} to @param {number} budget */
  go(to, budget = 0) {
    const { positions, parts, playback, viewpoint } = this;
    if (!positions || !parts) return;
    this.at = to === Infinity ? this.last : Math.min(Math.max(Math.round(to) || 0, 0), this.last);
    if (this.at > this.reached) {
      parts.moves.reveal(this.reached, this.at);
      this.reached = this.at;
    }
    const { at, reached } = this;
    const frame = positions.frame(at);
    const isEndKnown = this.isEndKnown();
    parts.board.showPosition(positions, at, { viewpoint, budget, ghost: this.playing ? null : this.ghost() });
    parts.seats.show(frame, viewpoint, this.mover());
    parts.seats.showWinner(isEndKnown ? (playback.outcome?.winner ?? null) : null);
    if (this.isAtLive()) parts.clocks.draw();
    else parts.seats.showClocks(frame);
    parts.verdict.show(playback, isEndKnown);
    parts.live.hidden = this.liveState === null || this.liveState.over || at >= this.last;
    parts.legend.hidden = !this.hasViewpoints || viewpoint === "all";
    const played = at < reached ? (positions.actions[at]?.[2] ?? null) : null;
    parts.value.show(this.found, at, parts.timeline.valueInWords(at), played);
    parts.timeline.update(at, reached);
    parts.moves.select(at);
    parts.remarks.show(at, isEndKnown);
    parts.controls.update(this.playing, this.rateNow(), viewpoint);
    this.say();
    this.dataset.at = String(at);
    this.dispatchEvent(new CustomEvent("moved", { detail: at, bubbles: true }));
  }

  /// Where the game stands, and for screen readers what was played.
  say() {
    const { positions, parts, playback } = this;
    if (!positions || !parts) return;
    const place = t("action_of", number(this.at), number(this.last));
    parts.where.textContent = place;
    const action = positions.actions[this.at - 1];
    if (this.playing || !action) return;
    const who = cut(playback.players[action[0]].name, 40);
    parts.spoken.textContent = `${place}, ${t("square_is", who, plain(action[2] ?? t("hidden_action")))}`;
  }

  /// The seat to move; `null` at the end.
  mover() {
    if (this.at < this.last) return this.positions?.mover(this.at) ?? null;
    return this.liveState?.to_act ?? null;
  }

  /// The best action in this position, to be drawn.
  ghost() {
    const best = this.found?.best?.[this.at];
    const seat = this.mover();
    return best && seat !== null ? { seat, path: squaresOf(this.playback, best.action) } : null;
  }

  /// Goes to a position that the reader chose.
  /** @param {number} at */
  jump(at) {
    this.pause();
    const isNext = at === this.at + 1;
    this.isFollowing = this.liveState !== null && at >= this.last;
    this.go(at, isNext ? LONGEST_MOTION / 2 : 0);
  }

  /// Goes to the next fault or turning point, or to the one before.
  /** @param {1 | -1} step */
  jumpToMoment(step) {
    const at = this.parts?.timeline.momentFrom(this.at, step);
    if (at !== undefined) this.jump(at);
  }

  /** @param {ViewpointName} viewpoint */
  look(viewpoint) {
    this.viewpoint = viewpoint;
    this.go(this.at);
  }

  /// The speed: what the reader chose, or what the attribute says, or what makes a game last a minute.
  rateNow() {
    const asked = this.rate ?? Number(this.getAttribute("speed"));
    if (asked > 0) return SPEEDS.reduce((best, it) => (Math.abs(it - asked) < Math.abs(best - asked) ? it : best));
    return SPEEDS.findLast((it) => it <= Math.max(1, this.last / USUAL_LENGTH)) ?? 1;
  }

  /** @param {number} rate */
  setRate(rate) {
    const wasPlaying = this.playing;
    this.pause();
    this.rate = rate;
    if (wasPlaying) this.toggle();
    else this.updateControls();
  }

  /** @param {1 | -1} step */
  changeRate(step) {
    const at = SPEEDS.indexOf(this.rateNow()) + step;
    this.setRate(SPEEDS[Math.min(Math.max(at, 0), SPEEDS.length - 1)] ?? 1);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.updateControls();
  }

  /// Plays or pauses; at the end it plays again from the start.
  toggle() {
    if (this.playing) {
      this.pause();
      return this.go(this.at);
    }
    if (this.at >= this.last) this.go(0);
    const length = 1000 / this.rateNow();
    const motion = Math.min(length * 0.9, LONGEST_MOTION);
    this.timer = setInterval(() => {
      if (this.at + 1 >= this.last) this.pause();
      this.isFollowing = this.liveState !== null && this.at + 1 >= this.last;
      this.go(this.at + 1, motion);
    }, length);
    this.updateControls();
  }

  updateControls() {
    this.parts?.controls.update(this.playing, this.rateNow(), this.viewpoint);
  }

  /// One more action of a live game, with what the clocks show now.
  /** @param {PlaybackAction} action @param {{ to_act: Seat | null, clocks: [number | null, number | null], at_ms?: number }} now */
  addAction(action, { to_act, clocks }) {
    const { positions, parts, liveState } = this;
    if (!positions || !parts || !liveState) return;
    positions.append(action);
    parts.moves.append(action);
    parts.moves.reveal(this.reached, this.last);
    this.reached = this.last;
    Object.assign(liveState, { to_act, clocks });
    parts.timeline.draw();
    this.startClocks();
    // Actions that come fast are shown without motion.
    const now = performance.now();
    const budget = Math.min(LONGEST_MOTION / 2, now - this.addedAt);
    this.addedAt = now;
    if (this.isFollowing && !this.playing) this.go(this.last, budget);
    else this.go(this.at);
  }

  /// The live game is over. `number` is the game's number in its tournament, if it has one.
  /** @param {PlaybackOutcome} outcome @param {number | null} number */
  finish(outcome, number = null) {
    const { positions, parts } = this;
    if (!positions || !parts) return;
    this.data = { ...this.playback, outcome };
    positions.playback = this.data;
    if (this.liveState) Object.assign(this.liveState, { to_act: null, over: true, number });
    parts.clocks.stop();
    parts.timeline.draw();
    this.go(this.at);
    this.dispatchEvent(new CustomEvent("finished", { detail: { outcome, number }, bubbles: true }));
  }

  /// Goes to the newest position of a live game and stays there.
  follow() {
    if (!this.liveState) return;
    this.pause();
    this.isFollowing = true;
    this.go(this.last);
  }

  /// Whether what is shown is what happens now.
  isAtLive() {
    return this.liveState !== null && !this.liveState.over && this.at === this.last;
  }

  startClocks() {
    const { liveState } = this;
    if (liveState && !liveState.over && this.isConnected) this.parts?.clocks.set(liveState.to_act, liveState.clocks);
  }

  showKeys() {
    this.pause();
    this.parts?.keys.showModal();
  }

  toggleFullScreen() {
    if (this.matches(":fullscreen")) document.exitFullscreen();
    else this.requestFullscreen?.().catch(() => {});
  }

  /// Whether most of the board is in the window.
  isInSight() {
    if (!this.board) return false;
    const { top, bottom } = this.board.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    return middle > 0 && middle < innerHeight;
  }

  /// Keyboard control, wherever the focus is: unless the focused element uses the key itself, or
  /// the reader is elsewhere on a long page.
  key(/** @type {KeyboardEvent} */ event) {
    const { target } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !this.data) return;
    if (!(target instanceof Element) || this.parts?.keys.open) return;
    const isInside = this.contains(target);
    if (isInside ? target.matches("select, pre") : !(target.matches("html, body, a") && this.isInSight())) return;
    // A pressed button is pressed again by the space bar.
    if (event.key === " " && target.matches("button")) return;
    const act = actionOfKey(event, this);
    // In the list, up and down go through the actions too.
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const isInList = step !== undefined && (this.parts?.moves.element.contains(target) || target === this.parts?.timeline.slider);
    if (act) act();
    else if (isInList) this.jump(this.at + step);
    else return;
    event.preventDefault();
  }
}

customElements.define("grid-game", GridGame);
