// <grid-game>: the viewer of one game, recorded or live. Set its property `playback`, or `live` for a
// game that is being played. It keeps its own position and sends the event `moved` when that changes.

import { number, t } from "./language.js";
import { cut, h, icon, iconButton, nameOf, plain, seatMark } from "./dom.js";
import { describeClock } from "./describe.js";
import { GridBoard } from "./board.js";
import { RunningClocks, clockIn, clockText } from "./clocks.js";
import { squaresOf } from "./fog.js";
import { actionOfKey, keyList } from "./keys.js";
import { MoveList, remarksOf } from "./moves.js";
import { Positions } from "./positions.js";
import { Timeline } from "./timeline.js";

/// Actions per second.
const SPEEDS = [0.5, 1, 2, 5, 10, 25, 60];

/// How long a game plays if nobody chooses a speed, in seconds: about.
const USUAL_LENGTH = 50;

/// The longest time for the motion of one action, in milliseconds.
const LONGEST_MOTION = 1400;

/** @type {Seat[]} */
const SEATS = [0, 1];

/// A choice of the number of actions per second.
const speedOption = (/** @type {number} */ rate) => {
  const shown = number(rate, rate < 1 ? 1 : 0);
  return h("option", { value: rate, title: t("speed_per_second", shown) }, `×${shown}`);
};

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
    this.onFullScreen = () => this.updateFullScreen();
  }

  /// The game to show. `at`, `reached`, `viewpoint` and `rate` can be set before.
  /** @param {Playback} playback */
  set playback(playback) {
    this.open(playback, null);
  }

  /** @param {Playback} playback */
  set film(playback) {
    this.playback = playback;
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
    this.updateLive();
    this.startClocks();
  }

  /// What the server has found out about the game, as it comes.
  /** @param {Analysis | null} analysis */
  set analysis(analysis) {
    this.found = analysis;
    if (!this.timeline) return;
    this.timeline.analysis = analysis;
    this.timeline.draw();
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

  get hasViewpoints() {
    return this.playback.secrets && !this.playback.restricted;
  }

  /** @param {Playback} playback @param {LiveGame["live"] | null} live */
  open(playback, live) {
    this.pause();
    this.clocks?.stop();
    this.data = playback;
    this.liveState = live;
    this.isFollowing = live !== null;
    this.positions = new Positions(playback);
    this.at = Math.min(this.at, this.last);
    this.build();
    this.go(this.at);
    if (this.hasAttribute("autoplay") && !live && !this.playing) this.toggle();
  }

  connectedCallback() {
    addEventListener("keydown", this.onKey);
    document.addEventListener("fullscreenchange", this.onFullScreen);
    if (!this.data) return;
    this.moves?.follow(this.at);
    this.startClocks();
  }

  disconnectedCallback() {
    removeEventListener("keydown", this.onKey);
    document.removeEventListener("fullscreenchange", this.onFullScreen);
    this.pause();
    this.clocks?.stop();
    this.board?.settle();
  }

  build() {
    const { playback } = this;
    const positions = /** @type {Positions} */ (this.positions);
    const jump = (/** @type {number} */ at) => this.jump(at);
    this.board = new GridBoard();
    this.board.playback = playback;
    this.timeline = new Timeline(positions, jump);
    this.timeline.analysis = this.found;
    if (this.found) this.timeline.draw();
    this.moves = new MoveList(positions, jump);
    this.clocks = new RunningClocks((seat, ms) => this.showRunningClock(seat, ms));
    this.seats = SEATS.map((seat) => this.seat(seat));
    this.outcome = h("div", { class: "result" });
    const follow = () => this.follow();
    this.liveButton = h("button", { type: "button", class: "to-live", hidden: true, onclick: follow }, t("live_follow"));
    this.where = h("output", { class: "where", "aria-live": "off" });
    this.value = h("p", { class: "evaluation", hidden: true });
    this.legend = h("p", { class: "legend", hidden: true });
    this.details = h("div", { class: "details", hidden: !this.hasRemarks() });
    this.spoken = h("p", { class: "hidden", "aria-live": "polite" });
    this.keys = keyList(playback);
    const panel = h(
      "div",
      { class: "panel" },
      h("div", { class: "seats" }, this.seats.map(({ element }) => element)),
      h("div", { class: "standing" }, this.outcome, this.liveButton, this.where),
      this.value,
      this.legend,
      this.moves.element,
      this.details,
      this.timeline.element,
      this.controls(),
    );
    this.replaceChildren(h("div", { class: "game" }, h("div", { class: "board-place" }, this.board), panel), this.keys, this.spoken);
    this.tabIndex = -1;
    this.style.setProperty("--board-wide", this.board.style.getPropertyValue("--wide"));
    this.style.setProperty("--board-high", this.board.style.getPropertyValue("--high"));
    // After a click the space bar plays or pauses, whatever was clicked.
    this.onclick = (/** @type {MouseEvent} */ { detail, target }) =>
      detail > 0 && target instanceof Element && target.closest("button") && this.focus({ preventScroll: true });
    this.moves.reveal(0, this.reached);
    this.showResult();
  }

  controls() {
    const button = (/** @type {IconName} */ name, /** @type {() => void} */ act) => iconButton(name, t(name), act);
    this.playButton = button("play", () => this.toggle());
    this.fullButton = iconButton("full", t("full_screen"), () => this.toggleFullScreen());
    this.speed = h("select", { class: "speed", "aria-label": t("speed") }, SPEEDS.map(speedOption));
    this.speed.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLSelectElement) this.setRate(Number(target.value));
    });
    this.speed.value = String(this.rateNow());
    return h(
      "div",
      { class: "controls", role: "group", "aria-label": t("controls") },
      h(
        "div",
        { class: "steps" },
        button("first", () => this.jump(0)),
        button("back", () => this.jump(this.at - 1)),
        this.playButton,
        button("forward", () => this.jump(this.at + 1)),
        button("last", () => this.jump(this.last)),
      ),
      this.speed,
      this.hasViewpoints && this.viewpointChoice(),
      h("div", { class: "tools" }, this.fullButton, iconButton("keys", t("show_keys"), () => this.showKeys())),
    );
  }

  viewpointChoice() {
    const names = this.playback.seats.map((name) => t(plain(name)));
    const choice = (/** @type {ViewpointName} */ value, /** @type {string} */ label, /** @type {string} */ title, mark = /** @type {HTMLElement | null} */ (null)) =>
      h(
        "button",
        { type: "button", "data-viewpoint": value, "aria-pressed": String(value === this.viewpoint), title, onclick: () => this.look(value) },
        mark,
        h("span", {}, label),
      );
    this.viewpoints = h(
      "div",
      { class: "viewpoint", role: "group", "aria-label": t("viewpoint") },
      choice("0", names[0] ?? "", t("viewpoint_of", names[0] ?? ""), seatMark(0)),
      choice("1", names[1] ?? "", t("viewpoint_of", names[1] ?? ""), seatMark(1)),
      choice("all", t("viewpoint_all_short"), t("viewpoint_all")),
    );
    return this.viewpoints;
  }

  seat(/** @type {Seat} */ seat) {
    const { players, seats } = this.playback;
    const { name, spec, version, clock } = players[seat];
    const facts = [
      [t("spec"), spec],
      [t("version"), version],
      [t("clock"), clock && describeClock(clock)],
    ].filter(([, fact]) => fact);
    const title = facts.map(([word, fact]) => `${word} ${plain(fact)}`).join("\n");
    const [held, clockShown] = [h("b", { class: "held" }), h("span", { class: "clock" })];
    const turn = h("span", { class: "hidden", hidden: true }, t("to_move"));
    const element = h(
      "div",
      { class: `seat of${seat}`, title },
      seatMark(seat),
      nameOf(name),
      h("span", { class: "faint called" }, t(plain(seats[seat]))),
      turn,
      clockShown,
      held,
    );
    return { element, held, turn, clock: clockShown };
  }

  /// Whether some action, or the end, has a message or standard error: else there is no room for them.
  hasRemarks() {
    const { outcome, unasked, is_cut } = this.playback;
    const isTold = (/** @type {PlaybackRemarks | PlaybackOutcome | null | undefined} */ it) =>
      Boolean(it && (it.message || it.sent || it.stderr));
    return isTold(outcome) || is_cut || unasked.some(Boolean) || (this.positions?.actions.some((it) => isTold(it[9])) ?? false);
  }

  /// The result at the end only, or if the reader asks for it.
  showResult() {
    const { outcome, players, has_margin } = this.playback;
    const isOver = outcome !== null && this.reached >= this.last;
    this.toggleAttribute("data-over", isOver);
    this.seats?.forEach(({ element }, seat) => {
      element.classList.toggle("won", isOver && outcome.winner === seat);
    });
    if (!this.outcome) return;
    if (outcome === null) {
      this.outcome.replaceChildren(h("p", { class: "badge live" }, t("live_now")));
    } else if (!isOver) {
      const ask = () => this.reachEnd();
      if (!this.outcome.querySelector("button"))
        this.outcome.replaceChildren(h("button", { type: "button", onclick: ask }, t("show_result")));
    } else if (!this.outcome.querySelector(".verdict")) {
      const by = number(Math.abs(outcome.score));
      const words = has_margin ? "wins_by" : "wins";
      const who = outcome.winner === null ? t("draw") : t(words, cut(players[outcome.winner].name, 60), by);
      this.outcome.replaceChildren(h("p", { class: "verdict" }, h("b", {}, who), " · ", t(outcome.cause)));
    }
  }

  reachEnd() {
    this.moves?.reveal(0, this.last);
    this.reached = this.last;
    this.showResult();
    this.timeline?.update(this.at, this.reached);
    this.showDetails();
  }

  /// Shows a position; `budget` is the time for motion in milliseconds.
  /** @param {number} to @param {number} budget */
  go(to, budget = 0) {
    const { positions, board, playback } = this;
    if (!positions || !board) return;
    this.at = Math.min(Math.max(Math.round(to) || 0, 0), this.last);
    if (to === Infinity) this.at = this.last;
    if (this.at > this.reached) {
      this.moves?.reveal(this.reached, this.at);
      this.reached = this.at;
    }
    this.showResult();
    const frame = positions.frame(this.at);
    const { totals } = frame;
    const { viewpoint } = this;
    board.showPosition(positions, this.at, { viewpoint, budget, ghost: this.playing ? null : this.ghost() });
    const isKnown = (/** @type {number} */ seat) =>
      !(playback.restricted && playback.secrets) && (viewpoint === "all" || viewpoint === String(seat));
    this.seats?.forEach(({ held }, seat) => {
      held.textContent = isKnown(seat) ? number(totals[seat]) : "?";
      held.title = t(isKnown(seat) ? "score_now" : "unknown_score");
    });
    const mover = this.mover();
    this.seats?.forEach(({ element, turn }, seat) => {
      element.classList.toggle("to-move", seat === mover);
      turn.hidden = seat !== mover;
    });
    if (this.isAtLive()) this.clocks?.draw();
    else
      for (const seat of SEATS) {
        const { text, title } = clockIn(playback, frame, seat);
        this.showClock(seat, text, title, frame.clocks[seat]);
      }
    this.timeline?.update(this.at, this.reached);
    this.moves?.select(this.at);
    this.showWords();
    this.showDetails();
    this.showLegend();
    this.dataset.at = String(this.at);
    this.dispatchEvent(new CustomEvent("moved", { detail: this.at, bubbles: true }));
  }

  /// The seat to move; `null` at the end.
  mover() {
    if (this.at < this.last) return this.positions?.mover(this.at) ?? null;
    return this.liveState?.to_act ?? null;
  }

  /// The clocks of a live game run, unless the reader looks at an earlier position.
  /** @param {Seat} seat @param {number | null} ms */
  showRunningClock(seat, ms) {
    if (this.isAtLive()) this.showClock(seat, clockText(ms), t("clock_left"), ms);
  }

  /** @param {Seat} seat @param {string} text @param {string} title @param {number | null} left */
  showClock(seat, text, title, left) {
    const clock = this.seats?.[seat]?.clock;
    if (!clock) return;
    clock.textContent = text;
    clock.title = title;
    clock.classList.toggle("short", left !== null && left < 1000 * Math.min(10, this.usualClock() / 10));
  }

  /// What a clock showed at the start, in seconds.
  usualClock() {
    return Math.max(...this.playback.clocks.map((ms) => ms ?? 0)) / 1000;
  }

  /// Where the game stands and what the analysis says, in words.
  showWords() {
    const place = t("action_of", number(this.at), number(this.last));
    const action = this.positions?.actions[this.at - 1];
    if (this.where) this.where.textContent = place;
    if (this.spoken && !this.playing)
      this.spoken.textContent = action ? `${place}, ${cut(this.playback.players[action[0]].name, 40)} : ${plain(action[2] ?? "")}` : place;
    if (!this.value) return;
    const analysis = this.found;
    const value = this.timeline?.valueInWords(this.at) ?? "";
    const best = analysis?.best?.[this.at]?.action;
    const isPlayed = best !== undefined && this.at < this.reached && this.positions?.actions[this.at]?.[2] === best;
    this.value.hidden = !analysis || analysis.state === "none";
    this.value.replaceChildren(
      ...(analysis?.state === "working" && !value ? [t("analysis_working")] : []),
      ...(value ? [h("span", {}, value)] : []),
      ...(best === undefined ? [] : [h("span", { class: "best" }, t(isPlayed ? "best_played" : "best_move", plain(best)))]),
    );
  }

  /// The best action in this position, to be drawn.
  ghost() {
    const best = this.found?.best?.[this.at];
    const seat = this.mover();
    return best && seat !== null ? { seat, path: squaresOf(this.playback, best.action) } : null;
  }

  /// Messages and standard error of the last action, and of the end.
  showDetails() {
    const { details, playback } = this;
    if (!details || details.hidden) return;
    const action = this.at > 0 ? this.positions?.actions[this.at - 1] : null;
    const { outcome, players, unasked, is_cut } = playback;
    const isEnd = outcome !== null && this.at === this.last && this.reached >= this.last;
    const shown = [
      action && remarksOf(action[9] ?? {}),
      isEnd && remarksOf(outcome),
      isEnd &&
        unasked.map(
          (count, seat) =>
            count > 0 && h("p", { class: "faint" }, t("extra_lines", cut(players[seat]?.name ?? "", 60), number(count))),
        ),
      isEnd && is_cut && h("p", { class: "faint" }, t("stderr_cut")),
    ]
      .flat()
      .filter((it) => it instanceof Element);
    details.replaceChildren(...(shown.length > 0 ? shown : [h("p", { class: "faint" }, t("no_remarks"))]));
  }

  /// What hatched squares and small numbers mean, where there are any.
  showLegend() {
    if (!this.legend) return;
    const isFoggy = this.hasViewpoints && this.viewpoint !== "all";
    this.legend.hidden = !isFoggy;
    if (!isFoggy || this.legend.childElementCount > 0) return;
    this.legend.append(
      h("span", {}, h("i", { class: "sample unseen", "aria-hidden": "true" }), t("fog_unseen")),
      h("span", {}, h("i", { class: "sample remembered", "aria-hidden": "true" }, h("small", {}, "3")), t("fog_remembered")),
      h("span", {}, h("i", { class: "sample hit", "aria-hidden": "true" }, "?"), t("fog_hit")),
    );
  }

  /// Goes to a position that the reader chose.
  /** @param {number} at */
  jump(at) {
    this.pause();
    const isNext = at === this.at + 1;
    this.isFollowing = this.liveState !== null && at >= this.last;
    this.go(at, isNext ? LONGEST_MOTION / 2 : 0);
    this.updateLive();
  }

  /** @param {1 | -1} step */
  jumpToMoment(step) {
    const at = this.timeline?.momentFrom(this.at, step);
    if (at !== undefined) this.jump(at);
  }

  /** @param {ViewpointName} viewpoint */
  look(viewpoint) {
    this.viewpoint = viewpoint;
    this.viewpoints?.querySelectorAll("button").forEach((/** @type {HTMLElement} */ button) => {
      button.setAttribute("aria-pressed", String(button.dataset.viewpoint === viewpoint));
    });
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
    this.rate = rate;
    if (this.speed) this.speed.value = String(rate);
    if (!this.playing) return;
    this.pause();
    this.toggle();
  }

  /** @param {1 | -1} step */
  changeRate(step) {
    const at = SPEEDS.indexOf(this.rateNow()) + step;
    this.setRate(SPEEDS[Math.min(Math.max(at, 0), SPEEDS.length - 1)] ?? 1);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.updatePlayButton();
  }

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
      this.go(this.at + 1, motion);
      this.isFollowing = this.liveState !== null && this.at >= this.last;
      this.updateLive();
    }, length);
    this.updatePlayButton();
  }

  updatePlayButton() {
    if (!this.playButton) return;
    const label = t(this.playing ? "pause" : "play");
    this.playButton.replaceChildren(icon(this.playing ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
  }

  /// One more action of a live game, with what the clocks show now.
  /** @param {PlaybackAction} action @param {{ to_act: Seat | null, clocks: [number | null, number | null], at_ms?: number }} now */
  addAction(action, { to_act, clocks }) {
    if (!this.positions || !this.liveState) return;
    this.positions.append(action);
    this.moves?.append(action);
    Object.assign(this.liveState, { to_act, clocks });
    this.timeline?.draw();
    this.startClocks();
    this.moves?.reveal(this.reached, this.last);
    this.reached = this.last;
    if (this.details?.hidden && this.hasRemarks()) this.details.hidden = false;
    // Actions that come fast are shown without motion.
    const now = performance.now();
    const budget = Math.min(LONGEST_MOTION / 2, now - (this.lastAppend ?? 0));
    this.lastAppend = now;
    if (this.isFollowing && !this.playing) this.go(this.last, budget);
    else this.go(this.at);
    this.updateLive();
  }

  /// The live game is over. `number` is the game's number in its tournament, if it has one.
  /** @param {PlaybackOutcome} outcome @param {number | null} number */
  finish(outcome, number = null) {
    if (!this.data) return;
    this.data = { ...this.data, outcome };
    if (this.positions) this.positions.playback = this.data;
    if (this.liveState) Object.assign(this.liveState, { to_act: null, over: true, number });
    this.clocks?.stop();
    this.outcome?.replaceChildren();
    if (this.details && this.hasRemarks()) this.details.hidden = false;
    this.timeline?.draw();
    this.go(this.at);
    this.updateLive();
    this.dispatchEvent(new CustomEvent("finished", { detail: { outcome, number }, bubbles: true }));
  }

  /// Goes to the newest position and stays there.
  follow() {
    if (!this.liveState) return;
    this.pause();
    this.isFollowing = true;
    this.go(this.last);
    this.updateLive();
  }

  isAtLive() {
    return this.liveState !== null && !this.liveState.over && this.at === this.last;
  }

  startClocks() {
    const { liveState } = this;
    if (liveState && !liveState.over && this.isConnected) this.clocks?.set(liveState.to_act, liveState.clocks);
  }

  updateLive() {
    if (this.liveButton) this.liveButton.hidden = this.liveState === null || this.liveState.over || this.at >= this.last;
  }

  showKeys() {
    this.pause();
    this.keys?.showModal();
  }

  toggleFullScreen() {
    if (this.matches(":fullscreen")) document.exitFullscreen();
    else this.requestFullscreen?.().catch(() => {});
  }

  updateFullScreen() {
    const label = t(this.matches(":fullscreen") ? "leave_full_screen" : "full_screen");
    this.fullButton?.setAttribute("aria-label", label);
    if (this.fullButton) this.fullButton.title = label;
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
    if (!(target instanceof Element) || this.keys?.open) return;
    const isInside = this.contains(target);
    if (isInside ? target.matches("select, pre") : !(target.matches("html, body, a") && this.isInSight())) return;
    // A pressed button is pressed again by the space bar.
    if (event.key === " " && target.matches("button")) return;
    const act = actionOfKey(event, this);
    // In the list, up and down go through the actions too.
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const isInList = step !== undefined && (this.moves?.element.contains(target) || target === this.timeline?.slider);
    if (act) act();
    else if (isInList) this.jump(this.at + step);
    else return;
    event.preventDefault();
  }
}

customElements.define("grid-game", GridGame);
