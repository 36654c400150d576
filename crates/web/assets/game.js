// <grid-game>: the viewer of one game. Set its property `film` (see film.rs). It keeps
// its own position and sends the event `moved` when that changes.

import { number, seconds, t } from "./language.js";
import { cut, h, icon, iconButton, lines, nameOf, plain, s, seatMark } from "./dom.js";
import { describeClock } from "./describe.js";
import { describeMessage } from "./faults.js";
import { GridBoard } from "./board.js";

/// Actions per second.
const SPEEDS = [1, 2, 5, 10, 25, 60];

export class GridGame extends HTMLElement {
  set film(film) {
    this.pause();
    this.data = film;
    // One frame per action, so that every position is found at once.
    this.frames = [film.start];
    for (const action of film.actions) {
      const cells = this.frames.at(-1).slice();
      for (let i = 0; i < action[5].length; i += 2) cells[action[5][i]] = action[5][i + 1];
      this.frames.push(cells);
    }
    // At the start, so that nothing is given away before it is played.
    this.at = Math.min(this.at ?? 0, film.actions.length);
    this.reached ??= 0;
    this.viewpoint ??= "all";
    this.rate ??= 5;
    this.build();
    this.go(this.at);
  }

  get last() {
    return this.data.actions.length;
  }

  connectedCallback() {
    if (this.data) this.reveal();
  }

  disconnectedCallback() {
    this.pause();
  }

  build() {
    const { data } = this;
    this.board = new GridBoard();
    this.board.film = data;
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: this.last,
      step: 1,
      "aria-label": t("position"),
      oninput: () => (this.pause(), this.go(Number(this.slider.value))),
    });
    const button = (name, act) => iconButton(name, t(name), act);
    this.playButton = button("play", () => this.toggle());
    this.speed = h(
      "select",
      { "aria-label": t("speed"), onchange: () => this.setRate(Number(this.speed.value)) },
      SPEEDS.map((rate) => h("option", { value: rate, selected: rate === this.rate }, "×" + rate)),
    );
    this.where = h("output", { class: "where" });
    this.list = h(
      "ol",
      { class: "actions", tabindex: "0", "aria-label": t("actions") },
      h(
        "li",
        { "data-at": 0 },
        h(
          "button",
          { type: "button", tabindex: "-1", onclick: () => this.jump(0) },
          h("span", { class: "what" }, t("start")),
        ),
      ),
      data.actions.map((action, index) => this.line(action, index + 1)),
    );
    this.details = h("div", { class: "details", "aria-live": "off" });
    this.held = [0, 1].map(() => h("b", { class: "held" }));
    this.outcome = h("div", { class: "result" });
    this.seats = [0, 1].map((seat) => this.seat(seat));
    this.replaceChildren(
      h(
        "div",
        { class: "stage" },
        h("div", { class: "seats" }, this.seats),
        this.board,
        this.lead(),
        this.slider,
        h(
          "div",
          { class: "controls", role: "group", "aria-label": t("controls") },
          button("first", () => this.jump(0)),
          button("back", () => this.jump(this.at - 1)),
          this.playButton,
          button("forward", () => this.jump(this.at + 1)),
          button("last", () => this.jump(this.last)),
          this.speed,
          data.secrets && this.viewpointSelect(),
          this.where,
        ),
      ),
      h("div", { class: "story" }, this.outcome, this.list, this.details),
    );
    this.tabIndex = -1;
    // After a click the space bar plays or pauses, whatever was clicked.
    this.onclick = ({ detail, target }) =>
      detail > 0 && target.closest("button") && this.focus({ preventScroll: true });
    this.showReached(0);
  }

  seat(seat) {
    const { players, seats } = this.data;
    const { name, spec, version, clock } = players[seat];
    const facts = [
      [t("spec"), spec],
      [t("version"), version],
      [t("clock"), clock && describeClock(clock)],
    ].filter(([, fact]) => fact);
    const title = facts.map(([word, fact]) => `${word} ${plain(fact)}`).join("\n");
    return h(
      "div",
      { class: "seat", title },
      seatMark(seat),
      nameOf(name),
      h("span", { class: "faint called" }, t(plain(seats[seat]))),
      this.held[seat],
    );
  }

  viewpointSelect() {
    const choices = [
      ["all", t("viewpoint_all")],
      ...this.data.seats.map((name, seat) => [String(seat), t("viewpoint_of", t(plain(name)))]),
    ];
    const choose = (viewpoint) => {
      this.viewpoint = viewpoint;
      this.go(this.at);
    };
    return h(
      "select",
      {
        class: "viewpoint",
        "aria-label": t("viewpoint"),
        title: t("viewpoint"),
        onchange: (event) => choose(event.target.value),
      },
      choices.map(([value, label]) => h("option", { value, selected: value === this.viewpoint }, label)),
    );
  }

  /// A chart of who is ahead after each action, or `null` if no player ever is.
  lead() {
    const ahead = this.frames.map((cells) => cells.reduce((sum, value) => sum + value, 0));
    const most = Math.max(...ahead.map(Math.abs));
    this.needle = s("line", { class: "needle", y1: 0, y2: 40 });
    this.cover = s("rect", { class: "cover", y: 0, height: 40 });
    if (most === 0) return null;
    const points = ahead.map(
      (value, at) =>
        `${((at / Math.max(1, this.last)) * 100).toFixed(2)} ${(20 - (value / most) * 18).toFixed(2)}`,
    );
    const area = (part) => s("path", { class: "area " + part, d: `M0 20L${points.join("L")}L100 20Z` });
    return s(
      "svg",
      {
        class: "lead",
        viewBox: "0 0 100 40",
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": t("lead"),
      },
      s(
        "svg",
        { x: 0, y: 0, width: 100, height: 20, viewBox: "0 0 100 20", preserveAspectRatio: "none" },
        area("seat0"),
      ),
      s(
        "svg",
        { x: 0, y: 20, width: 100, height: 20, viewBox: "0 20 100 20", preserveAspectRatio: "none" },
        area("seat1"),
      ),
      this.cover,
      s("line", { class: "zero", x1: 0, x2: 100, y1: 20, y2: 20 }),
      this.needle,
    );
  }

  line([seat, turn, action, reply, took, , , , , remarks], at) {
    const bad = remarks?.fault;
    const by = remarks?.by && t("by_" + remarks.by);
    return h(
      "li",
      { "data-at": at, class: bad ? "ahead bad" : "ahead" },
      h(
        "button",
        { type: "button", tabindex: "-1", onclick: () => this.jump(at) },
        h("span", { class: "turn" }, number(turn)),
        seatMark(seat),
        h("span", { class: "what" }, plain(action)),
        this.data.secrets && h("span", { class: "reply" }, "→ " + plain(reply)),
        bad && h("span", { class: "badge bad" }, "⚠ " + t(bad)),
        remarks?.stderr &&
          h("span", { class: "faint", title: t("stderr"), "aria-label": t("stderr") }, icon("pen")),
        h(
          "span",
          { class: "took", title: remarks?.unbilled ? t("unbilled") : null },
          by ?? this.time(took, remarks),
        ),
      ),
    );
  }

  /// The time of a move, in brackets if it was not charged to the clock.
  time(took, remarks) {
    if (took === null) return "";
    return remarks?.unbilled ? `(${seconds(took / 1e9)})` : seconds(took / 1e9);
  }

  result() {
    const { outcome, players, has_margin, is_cut, unasked } = this.data;
    const words = has_margin ? "wins_by" : "wins";
    const by = number(Math.abs(outcome.score));
    const who = outcome.winner === null ? t("draw") : t(words, cut(players[outcome.winner].name, 60), by);
    return [
      h("p", { class: "verdict" }, h("b", {}, who), " · ", t(outcome.cause)),
      ...unasked.map(
        (count, seat) =>
          count > 0 && h("p", { class: "faint" }, t("extra_lines", cut(players[seat].name, 60), number(count))),
      ),
      this.remarks(outcome),
      is_cut && h("p", { class: "faint" }, t("stderr_cut")),
    ].filter(Boolean);
  }

  /// Shows what is known at the furthest position that was reached, which was `before`: the result at
  /// the end only, or if the reader asks for it.
  showReached(before) {
    const isOver = this.reached >= this.last;
    for (let at = before; at <= this.reached; at++) this.list.children[at].classList.remove("ahead");
    const x = (this.reached / Math.max(1, this.last)) * 100;
    this.cover.setAttribute("x", x);
    this.cover.setAttribute("width", 100 - x);
    if (isOver && this.outcome.querySelector(".verdict")) return;
    const ask = () => {
      this.reached = this.last;
      this.showReached(0);
    };
    if (isOver) this.outcome.replaceChildren(...this.result());
    else if (this.outcome.childElementCount === 0)
      this.outcome.append(h("button", { type: "button", onclick: ask }, t("show_result")));
    const { winner } = this.data.outcome;
    this.seats.forEach((element, seat) => element.classList.toggle("won", isOver && winner === seat));
  }

  /// Message, line sent and standard error of an action or of the end; `null` if all are absent.
  remarks({ message, sent, stderr }) {
    if (!message && !sent && !stderr) return null;
    return h(
      "dl",
      { class: "remarks" },
      message && [h("dt", {}, t("message")), h("dd", {}, describeMessage(message))],
      sent && [h("dt", {}, t("sent")), h("dd", {}, h("code", {}, plain(sent)))],
      stderr && [h("dt", {}, t("stderr")), h("dd", {}, h("pre", { tabindex: "0" }, lines(stderr)))],
    );
  }

  /// The cells that the viewpoint shows: all, or those of one seat.
  seen(cells) {
    if (this.viewpoint === "all") return cells;
    const sign = this.viewpoint === "0" ? 1 : -1;
    return cells.map((value) => (value * sign > 0 ? value : 0));
  }

  go(at) {
    this.at = Math.min(Math.max(at, 0), this.last);
    if (this.at > this.reached) {
      const before = this.reached;
      this.reached = this.at;
      this.showReached(before);
    }
    const { data, frames } = this;
    const cells = this.seen(frames[this.at]);
    const action = this.at > 0 ? data.actions[this.at - 1] : null;
    const before = action ? this.seen(frames[this.at - 1]) : cells;
    const changed = new Set();
    cells.forEach((value, cell) => value !== before[cell] && changed.add(cell));
    const holds = [0, 1].map((seat) =>
      cells.reduce((sum, value) => sum + Math.max(0, seat ? -value : value), 0),
    );
    const place = t("action_of", number(this.at), number(this.last));
    this.board.show(
      cells,
      changed,
      t("board_label", place, ...[0, 1].flatMap((seat) => [t(plain(data.seats[seat])), number(holds[seat])])),
    );
    holds.forEach(
      (count, seat) =>
        (this.held[seat].textContent =
          this.viewpoint === "all" || this.viewpoint === String(seat) ? number(count) : "?"),
    );
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", place);
    this.where.textContent = place;
    const x = (this.at / Math.max(1, this.last)) * 100;
    for (const end of ["x1", "x2"]) this.needle.setAttribute(end, x);
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.list.children[this.at].setAttribute("aria-current", "step");
    this.reveal();
    this.details.replaceChildren(...[action && this.remarks(action[9] ?? {})].filter(Boolean));
    this.dataset.at = this.at;
    this.dispatchEvent(new CustomEvent("moved", { detail: this.at, bubbles: true }));
  }

  /// Scrolls the list to the current action, without scrolling the page.
  reveal() {
    const { list } = this;
    const { offsetTop: top, offsetHeight: height } = list.children[this.at];
    if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight)
      list.scrollTop = top - list.clientHeight / 2;
  }

  jump(at) {
    this.pause();
    this.go(at);
  }

  setRate(rate) {
    this.rate = rate;
    if (this.timer) {
      this.pause();
      this.toggle();
    }
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.updatePlayButton();
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at >= this.last) this.go(0);
    this.timer = setInterval(
      () => (this.at >= this.last ? this.pause() : this.go(this.at + 1)),
      1000 / this.rate,
    );
    this.updatePlayButton();
  }

  updatePlayButton() {
    if (!this.playButton) return;
    const label = t(this.timer ? "pause" : "play");
    this.playButton.replaceChildren(icon(this.timer ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
  }

  /// Whether most of the board is in the window.
  isInSight() {
    const { top, bottom } = this.board.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    return middle > 0 && middle < innerHeight;
  }

  /// Keyboard control, wherever the focus is: unless the focused element uses the key itself, or
  /// the reader is elsewhere on a long page.
  key(event) {
    const { target } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const isInside = this.contains(target);
    if (isInside ? target.matches("select, pre") : !(target.matches("html, body, a") && this.isInSight())) return;
    const jumps = {
      ArrowLeft: this.at - 1,
      ArrowRight: this.at + 1,
      Home: 0,
      End: this.last,
    };
    // Elsewhere these scroll the page.
    if (this.list.contains(target) || target === this.slider)
      Object.assign(jumps, {
        ArrowUp: this.at - 1,
        ArrowDown: this.at + 1,
        PageUp: this.at - 10,
        PageDown: this.at + 10,
      });
    if (event.key === " " && !target.matches("button")) this.toggle();
    else if (Object.hasOwn(jumps, event.key)) this.jump(jumps[event.key]);
    else return;
    event.preventDefault();
  }
}

customElements.define("grid-game", GridGame);
