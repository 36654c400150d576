// What a wall shows between games: the standings, the podium, and what there is before the first game.

import { decimalsOf, number, points, signed, t } from "./language.js";
import { h, plain, seatMark } from "./dom.js";
import { logo } from "./logo.js";
import { fitName, leastFont } from "./wall_text.js";
import { elapsedMs } from "./wall_time.js";
import { placeName, wallHead } from "./wall_parts.js";

/// A revealed row comes this long after the one below it.
const ROW_REVEAL_MS = 800;

/// When the first, the second and the third place step onto the podium: the third comes first.
const STEP_MS = [7_000, 4_000, 1_500];

/// How much larger rows are where there are few.
const LARGEST_ROWS = 1.3;

/// Sparks over the winner.
const SPARK_COUNT = 24;

/** @param {WallState} state */
const partKey = (state) => `${state.mode} ${state.started_ms} ${state.page}`;

/// One page of the standings.
export class StandingsView {
  /** @param {WallStage} stage @param {WallState} state */
  constructor(stage, state) {
    this.stage = stage;
    this.key = partKey(state);
    this.sealed = state.sealed;
    this.names = state.standings.map(({ name }) => name);
    const title = state.is_final ? t("wall_final_standings") : t("wall_standings");
    const [first, last] = [state.standings[0], state.standings.at(-1)];
    const signs = [
      state.frozen && wallSign("frozen", t("wall_frozen")),
      state.suspense && wallSign("suspense", t("wall_standings_shown")),
      !state.frozen && !state.suspense && state.rows > state.standings.length && first && last
        ? wallSign("pages", placesShown(state))
        : null,
    ];
    const decimals = decimalsOf(state.standings.map((row) => row.points));
    const hasElo = state.standings.some(({ elo }) => elo !== null);
    this.lines = state.standings.map((row) => wallRow(row, decimals, hasElo));
    this.head = wallHead([`${title} · ${plain(state.title)}`, title], signs.map((it) => it || null));
    const hasMoved = state.standings.some(({ moved }) => moved !== 0);
    this.next = nextLine(state);
    // Few rows are larger.
    this.scale = Math.min(LARGEST_ROWS, Math.max(1, 8 / Math.max(1, state.standings.length)));
    this.element = h(
      "section",
      { class: "wall-standings", "data-reveal": state.is_reveal, "data-moved": hasMoved },
      this.head.element,
      h(
        "div",
        { class: "wall-table", role: "table", "aria-label": title, style: { "--scale": this.scale.toFixed(3) } },
        h(
          "div",
          { class: "wall-row wall-labels", role: "row" },
          h("span", { role: "cell" }),
          h("span", { role: "cell" }),
          h("span", { role: "cell" }),
          h("span", { role: "columnheader", class: "wall-number" }, t("points")),
          h("span", { role: "columnheader", class: "wall-number" }, hasElo ? t("elo") : t("games")),
        ),
        this.lines,
      ),
      this.next,
    );
  }

  /** @param {WallState} state */
  takes(state) {
    return partKey(state) === this.key;
  }

  /** @param {WallState} state */
  tick(state) {
    if (!state.is_reveal) return 1000;
    const elapsed = elapsedMs(state, this.stage.now());
    const shown = Math.floor(elapsed / ROW_REVEAL_MS);
    // The page before had the last eight rows.
    const known = state.page > 0 ? state.rows - this.lines.length : state.rows;
    this.lines.forEach((element, at) => {
      const row = state.first_row + at;
      const isDue = row >= known || this.lines.length - at <= shown;
      element.classList.toggle("is-covered", row < this.sealed || !isDue);
    });
    return shown >= this.lines.length ? 1000 : ROW_REVEAL_MS - (elapsed % ROW_REVEAL_MS) + 5;
  }

  fit() {
    const { unit } = this.stage;
    this.head.fit(unit);
    this.lines.forEach((element, at) => {
      const box = element.querySelector(".wall-row-name");
      if (box instanceof HTMLElement) fitName(box, this.names[at] ?? "", 6.4 * this.scale, unit);
    });
    fitNext(this.next, unit);
  }

  remove() {
    this.element.remove();
  }
}

/** @param {string} kind @param {string} words */
const wallSign = (kind, words) => h("span", { class: "wall-tag", "data-sign": kind }, words);

/// Which places a page shows.
/** @param {WallState} state */
function placesShown({ standings, rows }) {
  const [first, last] = [standings[0], standings.at(-1)];
  return t("wall_places_of", number(first?.place), number(last?.place), number(rows));
}

/** @param {WallRow} row @param {number} decimals @param {boolean} hasElo */
function wallRow(row, decimals, hasElo) {
  const { place, moved, points: won, elo, games, has_just_played } = row;
  const words = moved > 0 ? t("wall_moved_up", number(moved)) : t("wall_moved_down", number(-moved));
  return h(
    "div",
    { class: "wall-row", role: "row", "data-place": place, "data-played": has_just_played },
    h("span", { class: "wall-number wall-rank", role: "cell" }, number(place)),
    h(
      "span",
      { class: `wall-moved ${moved > 0 ? "up" : "down"}`, role: "cell", "aria-label": moved === 0 ? null : words },
      moved === 0 ? "" : h("span", { "aria-hidden": "true" }, (moved > 0 ? "▲" : "▼") + number(Math.abs(moved))),
    ),
    h("span", { class: "wall-row-name", role: "cell" }, h("bdi", {})),
    h("b", { class: "wall-number", role: "cell" }, points(won, decimals)),
    h("span", { class: "wall-number wall-second", role: "cell" }, hasElo ? (elo === null ? "–" : signed(elo)) : number(games)),
  );
}

/// What comes next, at the bottom.
/** @param {WallState} state */
function nextLine({ next, is_podium_next }) {
  if (is_podium_next) return h("footer", { class: "wall-next" }, h("span", { class: "wall-next-label" }, t("wall_podium_next")));
  if (next === null) return h("footer", { class: "wall-next" });
  const [zero, one] = next.players.map(({ name }, seat) => [
    seatMark(/** @type {Seat} */ (seat)),
    h("span", { class: "wall-next-name", "data-text": name }, h("bdi", {})),
  ]);
  return h("footer", { class: "wall-next" }, h("span", { class: "wall-next-label" }, t("wall_next")), zero, one);
}

/** @param {HTMLElement} next @param {number} unit */
function fitNext(next, unit) {
  for (const box of next.querySelectorAll(".wall-next-name"))
    if (box instanceof HTMLElement) fitName(box, box.dataset.text ?? "", leastFont(), unit);
}

/// The first three, and those who share their places.
export class PodiumView {
  /** @param {WallStage} stage @param {WallState} state */
  constructor(stage, state) {
    this.stage = stage;
    this.key = partKey(state);
    this.rows = state.podium;
    const decimals = decimalsOf(state.podium.map((row) => row.points));
    this.steps = state.podium.map((row) => podiumStep(row, decimals));
    // The winner stands in the middle, the next to the left, the next to the right.
    /** @type {HTMLElement[]} */
    const order = [];
    this.steps.forEach((step, at) => (at % 2 === 1 ? order.unshift(step) : order.push(step)));
    this.head = wallHead([state.title], [h("span", { class: "wall-tag" }, t("wall_podium"))]);
    this.element = h(
      "section",
      { class: "wall-podium", "data-steps": this.steps.length },
      this.head.element,
      h("div", { class: "wall-steps", style: { "--steps": String(this.steps.length) } }, order),
    );
  }

  /** @param {WallState} state */
  takes(state) {
    return partKey(state) === this.key;
  }

  /** @param {WallState} state */
  tick(state) {
    const elapsed = elapsedMs(state, this.stage.now());
    this.steps.forEach((element, at) => element.classList.toggle("is-covered", elapsed < (STEP_MS[stepOf(this.rows[at]) - 1] ?? 0)));
    return 100;
  }

  fit() {
    this.steps.forEach((element, at) => {
      const box = element.querySelector(".wall-step-name");
      const largest = this.steps.length > 3 ? 7 : stepOf(this.rows[at]) === 1 ? 10 : 8;
      if (box instanceof HTMLElement) fitName(box, this.rows[at]?.name ?? "", largest, this.stage.unit);
    });
    this.head.fit(this.stage.unit);
  }

  remove() {
    this.element.remove();
  }
}

/// The height of a step: equal places stand equally high.
/** @param {WallRow | undefined} row */
const stepOf = (row) => Math.min(row?.place ?? STEP_MS.length, STEP_MS.length);

/** @param {WallRow} row @param {number} decimals */
function podiumStep(row, decimals) {
  const { place, points: won } = row;
  return h(
    "div",
    { class: "wall-step is-covered", "data-step": stepOf(row) },
    place === 1 && h("div", { class: "wall-sparks", "aria-hidden": "true" }, Array.from({ length: SPARK_COUNT }, podiumSpark)),
    h("div", { class: "wall-step-name" }, h("bdi", {})),
    h(
      "div",
      { class: "wall-block" },
      h("b", { class: "wall-step-place" }, placeName(place)),
      h("span", { class: "wall-step-points" }, t("wall_points_n", points(won, decimals))),
    ),
  );
}

/** @param {unknown} _ @param {number} at */
function podiumSpark(_, at) {
  // Spread evenly, in an order that looks random.
  const part = (/** @type {number} */ by) => (at * by) % 1;
  return h("i", { style: { "--at": (part(0.618) * 100).toFixed(1) + "%", "--late": (part(0.4142) * 3).toFixed(2) + "s" } });
}

/// Before the first game.
export class WaitingView {
  /** @param {WallStage} stage @param {WallState} state */
  constructor(stage, state) {
    this.stage = stage;
    this.title = state.title;
    const address = location.host;
    const isReachable = !/^(localhost|127\.|\[::1\])/.test(address);
    this.element = h(
      "section",
      { class: "wall-waiting" },
      h("div", { class: "wall-logo" }, logo(100)),
      h("div", { class: "wall-waiting-title" }, h("bdi", {})),
      h("p", { class: "wall-waiting-words" }, t(state.tournament === null ? "wall_no_tournament" : "wall_waiting")),
      isReachable && h("p", { class: "wall-waiting-words" }, t("wall_follow", address)),
    );
  }

  /** @param {WallState} state */
  takes(state) {
    return state.mode === "waiting" && state.title === this.title;
  }

  tick() {
    return 1000;
  }

  fit() {
    const box = this.element.querySelector(".wall-waiting-title");
    if (box instanceof HTMLElement) fitName(box, this.title || "Gridiron", 12, this.stage.unit);
  }

  remove() {
    this.element.remove();
  }
}
