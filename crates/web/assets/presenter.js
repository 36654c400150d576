// The entry of the presenter's page, on the organiser's screen: what the wall shows, what comes next,
// and buttons and keys to direct it. Viewers see the same without the buttons.

import { number, seconds, t } from "./language.js";
import { cut, h, nameOf, seatMark } from "./dom.js";
import { api, describeProblem, order, pages } from "./api.js";
import { openSite } from "./site.js";
import { gameKey } from "./wall_load.js";
import { placeName, reasonTags } from "./wall_parts.js";
import { WallPicture } from "./wall_picture.js";

/// How often the list of games is loaded again at least.
const SUGGEST_MS = 10_000;

/// What reveals a secret must be asked for twice within this time.
const SURE_MS = 4_000;

/** @typedef {{ name: string, key: string, words: string, about: string, command: () => object | null, isOn?: boolean, isMain?: boolean }} Control */

class PresenterPage {
  /** @param {Site} site @param {string} id */
  constructor(site, id) {
    this.site = site;
    this.id = id;
    /** @type {WallState | null} */
    this.state = null;
    /** @type {WallSuggestion[]} */
    this.suggestions = [];
    /** @type {WallPicture | null} */
    this.picture = null;
    this.surely = 0;
    setInterval(() => this.drawLeft(), 250);
    setInterval(() => this.suggest(), SUGGEST_MS);
  }

  /// It may become true while the page is open.
  get isOrganiser() {
    return this.site.session.role === "organiser";
  }

  draw() {
    this.picture?.stop();
    this.picture = new WallPicture(this.id, (state) => this.take(state));
    this.picture.element.setAttribute("aria-hidden", "true");
    this.heading = h("h1");
    this.status = h("p", { class: "present-status", role: "status" });
    this.left = h("span", { class: "present-left" });
    this.bar = h("span", { class: "present-bar" });
    this.controls = h("div", { class: "present-controls", role: "group", "aria-label": t("present_title") });
    this.problem = h("p", { class: "present-problem", role: "alert" });
    this.next = h("div", { class: "present-next" });
    this.list = h("div", { class: "present-list" });
    const wall = this.id === "all" ? pages.wall(null) : pages.wall(this.id);
    const parts = [
      h(
        "header",
        { class: "present-head" },
        this.heading,
        h("p", {}, h("a", { href: wall, target: "_blank" }, t("present_open_wall")), " ", h("span", { class: "faint" }, openHint())),
      ),
      h(
        "div",
        { class: "present-desk" },
        h(
          "section",
          { class: "present-now", "aria-labelledby": "present-now" },
          h("h2", { id: "present-now" }, t("present_now")),
          h("div", { class: "present-picture", role: "img", "aria-label": t("present_picture") }, this.picture.element),
          h("div", { class: "present-time" }, this.status, this.left),
          h("div", { class: "present-track", "aria-hidden": "true" }, this.bar),
        ),
        h(
          "section",
          { class: "present-direct", "aria-labelledby": "present-next" },
          this.isOrganiser ? this.controls : notOrganiser(),
          this.problem,
          h("h2", { id: "present-next" }, t("present_next_up")),
          this.next,
        ),
      ),
      this.isOrganiser &&
        h(
          "section",
          { class: "present-choose", "aria-labelledby": "present-choose" },
          h("h2", { id: "present-choose" }, t("present_choose")),
          h("p", { class: "faint" }, t("present_choose_about")),
          this.numberForm(),
          this.list,
        ),
    ];
    if (this.state) this.show(this.state);
    return /** @type {Node[]} */ (parts.filter(Boolean));
  }

  placed() {
    this.picture?.start();
    this.suggest();
  }

  /** @param {WallState} state */
  take(state) {
    const isNew = !this.state || this.state.started_ms !== state.started_ms;
    this.state = state;
    this.show(state);
    if (isNew) this.suggest();
  }

  /** @param {WallState} state */
  show(state) {
    this.heading?.replaceChildren(state.tournament === null ? t("present_title") : t("present_of", cut(state.title, 60)));
    const words = t("present_mode_" + state.mode, number(state.page + 1), number(state.pages));
    if (this.status?.textContent !== words) this.status?.replaceChildren(words);
    this.drawLeft();
    this.drawNext(state);
    if (this.isOrganiser) this.drawControls(state);
    this.markShown(state);
  }

  drawLeft() {
    const left = this.picture?.left() ?? null;
    const { state } = this;
    if (!this.left || !this.bar || !state) return;
    const words = left === null ? "" : t("present_left", seconds(Math.ceil(left / 1000)));
    this.left.textContent = state.held ? [t("present_held"), words].filter(Boolean).join(", ") : words;
    const part = left === null || !state.length_ms ? 0 : 1 - left / state.length_ms;
    this.bar.style.setProperty("width", (part * 100).toFixed(1) + "%");
  }

  /** @param {WallState} state */
  drawNext({ next, is_podium_next }) {
    if (is_podium_next) return this.next?.replaceChildren(h("p", {}, t("present_next_podium")));
    if (!next) return this.next?.replaceChildren(h("p", { class: "faint" }, t("present_next_none")));
    const isAsked = next.reasons.includes("asked");
    const release = h("button", { type: "button", onclick: () => this.send({ command: "queue", number: null }) }, t("present_let_director"));
    this.next?.replaceChildren(
      gameLine(next),
      h("p", { class: "present-reasons" }, next.reasons.length > 0 ? reasonTags(next.reasons) : h("span", { class: "wall-tag" }, t("wall_why_usual"))),
      ...(isAsked && this.isOrganiser ? [release] : []),
    );
  }

  /** @param {WallState} state @returns {Control[]} */
  controlsOf({ held, frozen, suspense }) {
    const isSecret = frozen || suspense;
    return [
      { name: "next", key: "n", words: t("present_next"), about: t("present_next_about"), command: () => ({ command: "next" }), isMain: true },
      held
        ? { name: "go", key: "h", words: t("present_go"), about: t("present_go_about"), command: () => ({ command: "go" }), isOn: true }
        : { name: "hold", key: "h", words: t("present_hold"), about: t("present_hold_about"), command: () => ({ command: "hold" }) },
      { name: "skip", key: "s", words: t("present_skip"), about: t("present_skip_about"), command: () => ({ command: "skip" }) },
      {
        name: "reveal",
        key: "r",
        words: isSecret && this.isSure() ? t("present_sure") : t("present_reveal"),
        about: t("present_reveal_about"),
        command: () => (isSecret && !this.askTwice() ? null : { command: "reveal" }),
        isMain: isSecret,
      },
      frozen
        ? { name: "thaw", key: "f", words: t("present_thaw"), about: t("present_thaw_about"), command: () => ({ command: "thaw" }), isOn: true }
        : { name: "freeze", key: "f", words: t("present_freeze"), about: t("present_freeze_about"), command: () => ({ command: "freeze" }) },
      {
        name: "suspense",
        key: "u",
        words: t("present_suspense"),
        about: t("present_suspense_about"),
        command: () => ({ command: "suspense", on: !suspense }),
        isOn: suspense,
      },
    ];
  }

  /** @param {WallState} state */
  drawControls(state) {
    const focused = document.activeElement?.getAttribute("data-control");
    const notes = [state.suspense && t("present_is_suspense"), state.frozen && t("present_is_frozen")].filter(Boolean);
    this.controls?.replaceChildren(
      ...this.controlsOf(state).map((control) =>
        h(
          "button",
          {
            type: "button",
            class: control.isMain ? "primary" : null,
            "data-control": control.key,
            "data-command": control.name,
            title: control.about,
            "aria-keyshortcuts": control.key,
            "aria-pressed": control.isOn === undefined ? null : String(control.isOn),
            onclick: () => this.run(control),
          },
          h("span", {}, control.words),
          h("kbd", {}, control.key),
        ),
      ),
      ...notes.map((words) => h("p", { class: "present-note" }, words)),
    );
    const again = this.controls?.querySelector(`[data-control="${focused}"]`);
    if (focused && again instanceof HTMLElement) again.focus();
  }

  isSure() {
    return performance.now() < this.surely;
  }

  /// Whether the same was asked for a moment ago. If not, the button asks again.
  askTwice() {
    if (this.isSure()) {
      this.surely = 0;
      return true;
    }
    this.surely = performance.now() + SURE_MS;
    const again = () => this.state && this.drawControls(this.state);
    again();
    setTimeout(again, SURE_MS + 50);
    return false;
  }

  /** @param {Control} control */
  run(control) {
    const body = control.command();
    if (body) this.send(body);
  }

  /** @param {object} body */
  async send(body) {
    this.problem?.replaceChildren();
    try {
      this.picture?.take(await order("wall/" + encodeURIComponent(this.id), body));
    } catch (problem) {
      this.problem?.replaceChildren(...[describeProblem(problem)].flat().filter((it) => it !== null));
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target, key } = event;
    if (!this.isOrganiser || !this.state || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target instanceof HTMLElement && target.matches("input, select, textarea")) return;
    const control = this.controlsOf(this.state).find((it) => it.key === key.toLowerCase());
    if (!control) return;
    event.preventDefault();
    this.run(control);
  }

  numberForm() {
    const input = /** @type {HTMLInputElement} */ (
      h("input", { type: "number", min: 1, max: 9007199254740991, inputmode: "numeric", id: "present-number", required: true })
    );
    const send = (/** @type {string} */ command) => input.reportValidity() && this.send({ command, number: Number(input.value) });
    return h(
      "form",
      { class: "present-number", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), send("queue")) },
      h("label", { for: "present-number" }, t("present_number")),
      input,
      h("button", { type: "submit" }, t("present_queue")),
      h("button", { type: "button", onclick: () => send("show") }, t("present_show")),
    );
  }

  async suggest() {
    if (!this.isOrganiser || document.visibilityState === "hidden") return;
    try {
      this.suggestions = await api(`wall/${encodeURIComponent(this.id)}/suggestions`);
    } catch {
      // The list stays as it was.
    }
    this.drawList();
  }

  drawList() {
    const { list, suggestions } = this;
    const focused = document.activeElement?.getAttribute("data-choice");
    if (suggestions.length === 0) return list?.replaceChildren(h("p", { class: "faint" }, t("present_none")));
    const head = [t("present_column_game"), t("present_column_why"), t("present_column_result"), ""];
    list?.replaceChildren(
      h(
        "div",
        { class: "box" },
        h(
          "table",
          { class: "present-table" },
          h("thead", {}, h("tr", {}, head.map((words) => (words ? h("th", { scope: "col" }, words) : h("td"))))),
          h("tbody", {}, suggestions.map((suggestion) => this.row(suggestion))),
        ),
      ),
    );
    const again = list?.querySelector(`[data-choice="${focused}"]`);
    if (focused && again instanceof HTMLElement) again.focus();
    if (this.state) this.markShown(this.state);
  }

  /** @param {WallSuggestion} suggestion */
  row({ game, reasons, winner, margin, cause }) {
    const at = game.number ?? 0;
    const label = number(at, 0, { useGrouping: false });
    const by = winner === null ? t("short_draw") : t("wins_by", cut(game.players[winner].name, 24), number(margin));
    const act = (/** @type {string} */ command) =>
      h(
        "button",
        {
          type: "button",
          "data-choice": command + at,
          "aria-label": t(`present_${command}_label`, label),
          onclick: () => this.send({ command, number: at }),
        },
        t("present_" + command),
      );
    return h(
      "tr",
      { "data-game": gameKey(game) },
      h("th", { scope: "row" }, gameLine(game), h("span", { class: "faint" }, t("wall_game_n", label))),
      h("td", {}, h("span", { class: "present-reasons" }, reasons.length > 0 ? reasonTags(reasons) : h("span", { class: "faint" }, t("wall_why_usual")))),
      h("td", {}, by, cause === "normal" ? null : h("span", { class: "faint" }, ` · ${t(cause)}`)),
      h("td", { class: "present-acts" }, act("queue"), act("show")),
    );
  }

  /// Marks what is next in the list.
  /** @param {WallState} state */
  markShown({ next }) {
    for (const row of this.list?.querySelectorAll("tr[data-game]") ?? [])
      row.classList.toggle("is-next", next !== null && row.getAttribute("data-game") === gameKey(next));
  }
}

/// Who plays.
/** @param {WallGameCard} card */
function gameLine({ players }) {
  const side = (/** @type {WallPlayer} */ { name, place }, /** @type {Seat} */ seat) =>
    h("span", { class: "present-player" }, seatMark(seat), nameOf(name), place !== null && h("span", { class: "faint" }, placeName(place)));
  return h("span", { class: "present-players" }, side(players[0], 0), side(players[1], 1));
}

/// How the wall gets full screen, with the key as a cap.
function openHint() {
  const [before, after] = t("present_open_hint", "\n").split("\n");
  return [before, h("kbd", {}, "f"), after];
}

const notOrganiser = () =>
  h("div", { class: "present-viewer" }, h("p", {}, t("present_not_organiser")), h("p", { class: "faint" }, t("present_become")));

openSite(async (site) => {
  const id = decodeURIComponent(/^\/present\/([^/]+)/.exec(location.pathname)?.[1] ?? "all");
  // There may be no such tournament, and a private server lets in only those who have a link.
  await api("wall/" + encodeURIComponent(id));
  const page = new PresenterPage(site, id);
  return {
    name: "present",
    title: () => t("present_title"),
    tournament: id === "all" ? null : id,
    draw: () => page.draw(),
    placed: () => page.placed(),
    key: (event) => page.key(event),
  };
});
