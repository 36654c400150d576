// Charts: intervals, Elo over time, margins, thinking times.

import { number, seconds, signed, t } from "./language.js";
import { cut, fitted, make, plain, s, tip, widthOf } from "./dom.js";

/**
 * An error bar from `low` to `high` with a thick mark at the value; without a bar if `low` is
 * `null`. `[min, max]` is the scale, the same for all rows; `middle` is marked.
 * @param {number} value
 * @param {number | null} low
 * @param {number} high
 * @param {Scale} scale
 * @param {number} middle
 */
export function whisker(value, low, high, [min, max], middle) {
  const [wide, tall] = [120, 16];
  const x = (/** @type {number} */ it) => 4 + ((Math.min(Math.max(it, min), max) - min) / (max - min || 1)) * (wide - 8);
  const upright = (/** @type {number} */ at, /** @type {number} */ half) => `M${x(at)} ${8 - half}v${2 * half}`;
  return s(
    "svg",
    { class: "whisker", viewBox: `0 0 ${wide} ${tall}`, width: wide, height: tall, "aria-hidden": "true" },
    s("path", { class: "track", d: `M4 8H${wide - 4}` }),
    s("path", { class: "middle", d: upright(middle, 6) }),
    low !== null && s("path", { class: "range", d: `M${x(low)} 8H${x(high)}${upright(low, 3.5)}${upright(high, 3.5)}` }),
    s("path", { class: "value", d: upright(value, 6) }),
  );
}

/**
 * Round numbers that divide a range into about `parts` parts.
 * @param {number} min
 * @param {number} max
 * @param {number} parts
 */
function ticks(min, max, parts) {
  const rough = (max - min || 1) / parts;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((it) => it * power).find((it) => it >= rough * 0.999) ?? rough;
  const all = [];
  for (let at = Math.ceil(min / step - 1e-9); at * step <= max + step * 1e-9; at++) all.push(at * step);
  return all;
}

/**
 * Moves labels apart so that they do not overlap. Labels that would are put around the middle of
 * their lines' ends.
 * @param {{ y: number }[]} labels
 * @param {number} gap
 * @param {number} low
 * @param {number} high
 */
function spread(labels, gap, low, high) {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  const groups = [];
  for (const label of sorted) {
    let group = { count: 1, middle: label.y };
    const reach = (/** @type {{ count: number }} */ { count }) => ((count - 1) * gap) / 2;
    for (let last = groups.at(-1); last; last = groups.at(-1)) {
      if (last.middle + reach(last) + gap <= group.middle - reach(group)) break;
      const count = last.count + group.count;
      group = { count, middle: (last.middle * last.count + group.middle * group.count) / count };
      groups.pop();
    }
    groups.push(group);
  }
  const places = groups.flatMap(({ count, middle }) =>
    Array.from({ length: count }, (_, at) => middle + (at - (count - 1) / 2) * gap),
  );
  sorted.forEach((label, at) => (label.y = places[at]));
  sorted.forEach((label, at) => (label.y = Math.max(label.y, at ? sorted[at - 1].y + gap : low)));
  let floor = high;
  for (const label of sorted.reverse()) {
    label.y = Math.min(label.y, floor);
    floor = label.y - gap;
  }
}

/**
 * Elo over the number of games: a line for each player, with its name at the end.
 * `outerHigh` is 0 except in presentation mode, where everything is drawn larger.
 * @param {Report} report
 * @param {number} outerWide
 * @param {number} outerHigh
 */
export function historyChart(report, outerWide, outerHigh) {
  const { history, standings } = report;
  const zoom = outerHigh ? Math.max(1, outerHigh / 420) : 1;
  const wide = outerWide / zoom;
  const narrow = wide < 560;
  const [high, left, top, bottom] = [outerHigh ? outerHigh / zoom : narrow ? 260 : 340, 54, 12, 34];
  const right = Math.min(
    Math.max(60, ...standings.map(({ name }) => widthOf(plain(name)) + 24)),
    wide * (narrow ? 0.34 : 0.25),
  );
  const values = history.flatMap(({ elo }) => elo.filter((it) => it !== null));
  const [low, top_] = [Math.min(0, ...values), Math.max(0, ...values)];
  const room = Math.max(10, (top_ - low) * 0.06);
  const [min, max] = [low - room, top_ + room];
  const games = Math.max(1, ...history.map((it) => it.games));
  const x = (/** @type {number} */ it) => left + (it / games) * (wide - left - right);
  const y = (/** @type {number} */ it) => top + ((max - it) / (max - min)) * (high - top - bottom);
  const lines = standings.map((_, who) =>
    history.flatMap(({ games, elo }) => {
      const own = elo[who];
      return own === null ? [] : [[x(games), y(own)]];
    }),
  );
  const fits = Math.floor((high - top - bottom) / 15);
  const labels = standings.flatMap(({ name }, who) => {
    const end = lines[who].at(-1);
    return end && who < fits ? [{ who, name, x: end[0], from: end[1], y: end[1] }] : [];
  });
  spread(labels, 15, top + 4, high - bottom);
  const svg = s("svg", {
    class: "chart",
    viewBox: `0 0 ${wide} ${high}`,
    width: outerWide,
    height: high * zoom,
    tabindex: "0",
    role: "img",
    "aria-label": t("history") + ". " + t("history_hint"),
  });
  const groups = standings.map((_, who) => s("g", { class: "line hue" + (who < 8 ? who : "x"), "data-who": who }));
  lines.forEach((line, who) => {
    const end = line.at(-1);
    if (!end) return;
    if (line.length > 1)
      groups[who].append(
        s("path", { d: "M" + line.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join("L") }),
      );
    groups[who].append(s("circle", { cx: end[0], cy: end[1], r: 3 }));
  });
  for (const { who, name, x: a, from, y: b } of labels) {
    groups[who].append(
      s("path", { class: "leader", d: `M${a + 4} ${from}L${wide - right + 12} ${b}` }),
      s("text", { x: wide - right + 15, y: b + 4 }, s("title", {}, plain(name)), fitted(name, right - 18)),
    );
    const light = (/** @type {boolean} */ isLit) => {
      svg.classList.toggle("dim", isLit);
      groups[who].classList.toggle("lit", isLit);
    };
    groups[who].addEventListener("pointerenter", () => light(true));
    groups[who].addEventListener("pointerleave", () => light(false));
  }
  const needle = s("line", { class: "needle", y1: top, y2: high - bottom, visibility: "hidden" });
  make(svg, {}, [
    ticks(min, max, narrow ? 4 : 6).map((it) => [
      s("line", {
        class: Math.abs(it) < 1e-9 ? "zero" : "rule",
        x1: left,
        x2: wide - right + 8,
        y1: y(it),
        y2: y(it),
      }),
      s("text", { class: "axis end", x: left - 8, y: y(it) + 4 }, signed(it)),
    ]),
    ticks(0, games, narrow ? 3 : 6)
      .filter(Number.isInteger)
      .map((it) => s("text", { class: "axis mid", x: x(it), y: high - bottom + 18 }, number(it))),
    s("text", { class: "axis end", x: wide - 10, y: high - bottom + 18 }, t("games_axis")),
    groups.reverse(),
    needle,
  ]);
  watchHistory(svg, report, x, needle);
  return svg;
}

/**
 * Shows the ratings at one point of the chart, by pointer or arrow keys.
 * @param {SVGSVGElement} svg
 * @param {Report} report
 * @param {(games: number) => number} x
 * @param {SVGElement} needle
 */
function watchHistory(svg, { history, standings }, x, needle) {
  let at = history.length - 1;
  const showTip = () => {
    const { games, elo } = history[at];
    const known = standings.flatMap(({ name }, who) => {
      const own = elo[who];
      return own === null ? [] : [{ name: cut(name, 28), own }];
    });
    known.sort((a, b) => b.own - a.own);
    const words = known.slice(0, 12).map(({ name, own }) => `${signed(own)}  ${name}`);
    needle.setAttribute("visibility", "visible");
    for (const end of ["x1", "x2"]) needle.setAttribute(end, String(x(games)));
    tip.show([t("after_games", number(games)), ...words].join("\n"), needle, true);
  };
  const hide = () => {
    needle.setAttribute("visibility", "hidden");
    tip.hide();
  };
  svg.addEventListener("pointermove", (event) => {
    const place = svg.getBoundingClientRect();
    const here = ((event.clientX - place.left) / place.width) * svg.viewBox.baseVal.width;
    const away = history.map(({ games }) => Math.abs(x(games) - here));
    at = away.indexOf(Math.min(...away));
    showTip();
  });
  svg.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    at = Math.min(Math.max(at + step, 0), history.length - 1);
    showTip();
  });
  svg.addEventListener("focus", () => svg.matches(":focus-visible") && showTip());
  for (const event of ["pointerleave", "blur"]) svg.addEventListener(event, hide);
}

/**
 * How margins are grouped into bars, the same for all players. A few extreme margins,
 * such as those of forfeits, share the last bar on their side.
 * @param {Standing[]} standings
 */
export function marginBins(standings) {
  const all = standings.flatMap(({ margins }) => margins.map(([margin, games]) => [Math.abs(margin), games]));
  all.sort((a, b) => a[0] - b[0]);
  const total = all.reduce((sum, [, games]) => sum + games, 0);
  let seen = 0;
  const usual = all.find(([, games]) => (seen += games) >= total * 0.97)?.[0] ?? 1;
  const step = ticks(0, Math.max(usual, 1), 8)[1] >= 1 ? Math.round(ticks(0, Math.max(usual, 1), 8)[1]) : 1;
  const side = Math.max(1, Math.ceil(usual / step));
  const isCut = all.some(([margin]) => margin > side * step);
  // Draws stand in the middle; 1 to step is the first bar on either side.
  const bin = (/** @type {number} */ margin) => Math.sign(margin) * Math.min(side, Math.ceil(Math.abs(margin) / step));
  return { step, side, bin, isCut };
}

/**
 * A histogram of one player's margins.
 * @param {Standing} standing
 * @param {ReturnType<typeof marginBins>} bins
 * @param {number} most
 */
export function marginChart({ name, margins, mean_margin }, { step, side, bin, isCut }, most) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const [margin, games] of margins) counts.set(bin(margin), (counts.get(bin(margin)) ?? 0) + games);
  const [wide, high, floor] = [232, 84, 66];
  const bar = wide / (2 * side + 1);
  const bars = [...counts].map(([at, games]) => {
    const tall = Math.max(2, (games / most) * 58);
    const [a, b] = [(Math.abs(at) - 1) * step + 1, Math.abs(at) * step];
    const sign = at < 0 ? "−" : "+";
    const far = Math.abs(at) === side && isCut;
    const range =
      at === 0
        ? "0"
        : far
          ? `${sign}${number(a)} ${t("and_more")}`
          : a === b
            ? sign + number(a)
            : `${sign}${number(a)}…${number(b)}`;
    return s(
      "rect",
      {
        class: at > 0 ? "win" : at < 0 ? "loss" : "even",
        x: (at + side) * bar + 0.75,
        y: floor - tall,
        width: Math.max(1, bar - 1.5),
        height: tall,
        rx: 1.5,
      },
      s("title", {}, t("margin_bar", range, number(games))),
    );
  });
  const edge = number(side * step) + (isCut ? "+" : "");
  return s(
    "svg",
    {
      class: "histogram",
      viewBox: `0 0 ${wide} ${high}`,
      role: "img",
      "aria-label": t("margins_label", plain(name), signed(mean_margin, 1)),
    },
    s("line", { class: "zero", x1: 0, x2: wide, y1: floor, y2: floor }),
    bars,
    s("text", { class: "axis", x: 0, y: high - 3 }, "−" + edge),
    s("text", { class: "axis mid", x: wide / 2, y: high - 3 }, "0"),
    s("text", { class: "axis end", x: wide, y: high - 3 }, "+" + edge),
  );
}

/// The width of a chart of times.
const TIME_CHART = 220;

/**
 * Where a power of ten stands in a chart of times.
 * @param {number} power
 * @param {Scale} scale
 */
const timePlace = (power, [min, max]) => 20 + ((power - min) / (max - min || 1)) * (TIME_CHART - 40);

/**
 * The scale above charts of times: powers of ten of a second, as many as there is room for.
 * @param {Scale} scale
 */
export function timeScale([min, max]) {
  const every = Math.ceil((max - min + 1) / 4);
  const shown = Array.from({ length: max - min + 1 }, (_, at) => min + at).filter((it) => (it - min) % every === 0);
  return s(
    "svg",
    { class: "scale", viewBox: `0 0 ${TIME_CHART} 16`, width: TIME_CHART, height: 16, "aria-hidden": "true" },
    shown.map((power) =>
      s("text", { class: "axis mid", x: timePlace(power, [min, max]), y: 12 }, seconds(10 ** power, 0)),
    ),
  );
}

/**
 * Mean and longest time per move on a logarithmic scale.
 * @param {number} mean
 * @param {number} longest
 * @param {Scale} scale
 */
export function timeChart(mean, longest, [min, max]) {
  const [wide, high] = [TIME_CHART, 20];
  const x = (/** @type {number} */ it) => timePlace(Math.log10(it), [min, max]);
  const tens = Array.from({ length: max - min + 1 }, (_, at) => timePlace(min + at, [min, max]));
  return s(
    "svg",
    { class: "whisker", viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, "aria-hidden": "true" },
    tens.map((at) => s("path", { class: "track", d: `M${at} 2V18` })),
    s("path", { class: "range", d: `M${x(mean)} 10H${x(longest)}` }),
    s("circle", { class: "dot", cx: x(mean), cy: 10, r: 4 }),
    s("circle", { class: "ring", cx: x(longest), cy: 10, r: 3.5 }),
  );
}
