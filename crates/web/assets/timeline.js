// The game along one line: who was ahead, a slider below it, and the moments worth seeing.

import { number, signed, t } from "./language.js";
import { cut, h, s } from "./dom.js";
import { FAULTS } from "./faults.js";

const SIDES = [0, 1];

/// What the highest point of the chart may stand for: the scale seldom changes while a game goes on.
const SCALES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/// The chart and the slider of a game. `jump` is called with the position that the reader chooses.
export class Timeline {
  /** @param {Positions} positions @param {(at: number) => void} jump @param {Analysis | null} analysis */
  constructor(positions, jump, analysis = null) {
    this.positions = positions;
    this.jump = jump;
    this.analysis = analysis;
    this.at = 0;
    this.reached = 0;
    this.slider = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "range",
        min: 0,
        max: positions.last,
        step: 1,
        "aria-label": t("position"),
        oninput: () => jump(Number(this.slider.value)),
      })
    );
    this.marks = h("div", { class: "moments", role: "group", "aria-label": t("moments") });
    this.chart = h("div", { class: "score-chart" });
    this.watchPointer();
    this.element = h("div", { class: "timeline" }, this.chart, h("div", { class: "track" }, this.slider, this.marks));
    this.draw();
  }

  get last() {
    return Math.max(1, this.positions.last);
  }

  /// Pressing or dragging on the chart chooses a position, as the slider below does.
  watchPointer() {
    const choose = (/** @type {PointerEvent} */ event) => {
      const { left, width } = this.chart.getBoundingClientRect();
      const part = Math.min(1, Math.max(0, (event.clientX - left) / (width || 1)));
      this.jump(Math.round(part * this.positions.last));
    };
    this.chart.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.chart.setPointerCapture(event.pointerId);
      choose(event);
    });
    this.chart.addEventListener("pointermove", (event) => event.buttons === 1 && choose(event));
  }

  /// Draws everything again: the game has got longer, or its analysis has come.
  draw() {
    this.slider.max = String(this.positions.last);
    this.drawChart();
    this.drawMoments();
    this.update(this.at, this.reached);
  }

  /// The score of seat 0 after each action. Empty if no player is ever ahead.
  scores() {
    const scores = this.positions.frames.map(({ totals }) => totals[0] - totals[1]);
    return scores.some((score) => score !== 0) ? scores : [];
  }

  /// The chart's elements. What they show depends on how far the game was seen; see `drawCurves`.
  drawChart() {
    const isValued = this.values().some((value) => value !== null && value !== 0);
    const label = t(isValued ? "value_over_time" : "score_over_time");
    this.isValued = isValued;
    this.chart.hidden = this.scores().length === 0 && !isValued;
    this.halves = SIDES.map((seat) => s("path", { class: `half seat${seat}` }));
    this.edge = s("path", { class: "edge-line" });
    this.scoreLine = s("path", { class: "score-line" });
    this.needle = s("line", { class: "needle", y1: 0, y2: 100 });
    this.cover = s("rect", { class: "cover", y: 0, height: 100 });
    this.scale = h("span", { class: "scale", "aria-hidden": "true" });
    const half = (/** @type {number} */ seat) => {
      const box = { x: 0, y: seat * 50, width: 1000, height: 50, viewBox: `0 ${seat * 50} 1000 50` };
      return s("svg", { ...box, preserveAspectRatio: "none" }, this.halves?.[seat]);
    };
    const picture = s(
      "svg",
      { viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img", "aria-label": label },
      this.cover,
      half(0),
      half(1),
      s("line", { class: "zero", x1: 0, x2: 1000, y1: 50, y2: 50 }),
      this.edge,
      this.scoreLine,
      this.needle,
    );
    this.chart.title = label;
    this.chart.replaceChildren(picture, this.scale);
    this.drawCurves();
  }

  /// The curves up to the furthest position that was reached: the evaluation if there is one, and the
  /// score as a line above it; else the score.
  drawCurves() {
    if (this.chart.hidden) return;
    const upTo = (/** @type {(number | null)[]} */ list) => list.slice(0, this.reached + 1);
    const [scores, values] = [upTo(this.scores()), upTo(this.values())];
    const known = [...scores, ...values].map((value) => Math.abs(value ?? 0));
    const most = SCALES.find((it) => it >= Math.max(1, ...known)) ?? Math.max(...known);
    const line = (/** @type {(number | null)[]} */ list) =>
      list.map((value, at) => `${this.across(at)} ${(50 - ((value ?? 0) / most) * 46).toFixed(1)}`).join("L");
    const shape = line(this.isValued ? values : scores);
    for (const half of this.halves ?? []) half.setAttribute("d", `M0 50L${shape}L${this.across(this.reached)} 50Z`);
    this.edge?.setAttribute("d", `M${shape}`);
    this.scoreLine?.setAttribute("d", this.isValued && scores.length > 0 ? `M${line(scores)}` : "");
    if (this.scale) this.scale.textContent = "±" + number(most);
  }

  /// Where a position is in the chart.
  across(/** @type {number} */ at) {
    return Number(((at / this.last) * 1000).toFixed(1));
  }

  /// The evaluation of each position from seat 0's side; empty without an analysis.
  /** @returns {(number | null)[]} */
  values() {
    if (!this.analysis?.values) return [];
    return Array.from({ length: this.positions.last + 1 }, (_, at) => this.valueAt(at));
  }

  /** @param {number} at @returns {number | null} */
  valueAt(at) {
    const values = this.analysis?.values ?? [];
    // Without a value of the start, the first belongs to the position after the first action.
    const index = values.length > this.positions.last ? at : Math.max(0, at - 1);
    return values[index] ?? null;
  }

  /// Faults and turning points: where, what, and in words.
  /** @returns {{ at: number, kind: "fault" | "turning", words: string, isEnd: boolean }[]} */
  moments() {
    const { playback, actions, last } = this.positions;
    const name = (/** @type {number} */ seat) => cut(playback.players[seat]?.name ?? "", 40);
    const turnOf = (/** @type {number} */ at) => number(this.positions.frame(at).turn);
    const words = (/** @type {number} */ seat, /** @type {string} */ cause, /** @type {number} */ at) =>
      t("moment_fault", name(seat), t(cause), turnOf(at));
    /** @type {ReturnType<Timeline["moments"]>} */
    const found = actions.flatMap(([seat, , , , , , , , , remarks], index) =>
      remarks?.fault
        ? [{ at: index + 1, kind: "fault", words: words(seat, remarks.fault, index + 1), isEnd: false }]
        : [],
    );
    for (const at of this.analysis?.turning ?? [])
      if (at > 0 && at <= last) found.push({ at, kind: "turning", words: t("moment_turning", turnOf(at)), isEnd: false });
    const { outcome } = playback;
    if (outcome && outcome.winner !== null && FAULTS.includes(outcome.cause))
      found.push({ at: last, kind: "fault", words: words(1 - outcome.winner, outcome.cause, last), isEnd: true });
    return found.sort((a, b) => a.at - b.at);
  }

  drawMoments() {
    this.shown = this.moments().map((moment) => {
      const press = () => this.jump(moment.at);
      const mark = h("button", { type: "button", class: `moment ${moment.kind}`, tabindex: "-1", onclick: press });
      mark.style.setProperty("--part", String(moment.at / this.last));
      return { moment, mark };
    });
    this.marks.replaceChildren(...this.shown.map(({ mark }) => mark));
    this.marks.hidden = this.shown.length === 0;
  }

  /// The next moment after a position, or the last before it; `undefined` if there is none.
  /** @param {number} at @param {1 | -1} step */
  momentFrom(at, step) {
    const places = this.moments().filter(({ isEnd }) => !isEnd).map((moment) => moment.at);
    return step > 0 ? places.find((it) => it > at) : places.findLast((it) => it < at);
  }

  /// Shows a position. What is beyond the furthest that was reached stays covered.
  /** @param {number} at @param {number} reached */
  update(at, reached) {
    const isFurther = reached > this.reached;
    [this.at, this.reached] = [at, reached];
    if (isFurther) this.drawCurves();
    this.slider.value = String(at);
    const place = t("action_of", number(at), number(this.positions.last));
    this.slider.setAttribute("aria-valuetext", place);
    for (const end of ["x1", "x2"]) this.needle?.setAttribute(end, String(this.across(at)));
    this.cover?.setAttribute("x", String(this.across(reached)));
    this.cover?.setAttribute("width", String(1000 - this.across(reached)));
    this.element.style.setProperty("--part", String(at / this.last));
    for (const { moment, mark } of this.shown ?? []) {
      const isAhead = moment.at > reached;
      mark.classList.toggle("ahead", isAhead);
      mark.hidden = isAhead && moment.isEnd;
      const words = isAhead ? t("moment_ahead") : moment.words;
      mark.title = words;
      mark.setAttribute("aria-label", words);
    }
  }

  /// The evaluation of a position in words; empty if there is none.
  /** @param {number} at */
  valueInWords(at) {
    const value = this.valueAt(at);
    if (value === null) return "";
    const { has_margin, players } = this.positions.playback;
    const exact = this.analysis?.exact ?? [];
    const isExact = exact[exact.length > this.positions.last ? at : Math.max(0, at - 1)] === true;
    const words =
      has_margin || !isExact || !Number.isInteger(value)
        ? t("value_now", signed(value, Number.isInteger(value) ? 0 : has_margin ? 1 : 2))
        : value === 0
          ? t("value_even")
          : t("value_wins", cut(players[value > 0 ? 0 : 1].name, 30));
    return isExact ? `${words} (${t("value_exact")})` : words;
  }
}
