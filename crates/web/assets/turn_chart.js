// Time over the turns of a bot's games.

import { number, seconds, t } from "./language.js";
import { s, tip } from "./dom.js";

/** @typedef {{ turn: number, mean_s: number, longest_s: number }} TurnTime */

const HIGH = 240;
const [LEFT, RIGHT, TOP, BOTTOM] = [58, 14, 12, 40];

/// The mean and the longest time of each turn, on a scale on which each line is ten times the one
/// before.
/** @param {TurnTime[]} turns @param {number} wide */
export function turnChart(turns, wide) {
  const times = turns.flatMap(({ mean_s, longest_s }) => [mean_s, longest_s]).filter((it) => it > 0);
  const low = Math.floor(Math.log10(Math.min(...times)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...times)) - 1e-9));
  const last = Math.max(1, ...turns.map(({ turn }) => turn));
  const first = Math.min(last, ...turns.map(({ turn }) => turn));
  const x = (/** @type {number} */ turn) => LEFT + ((turn - first) / Math.max(1, last - first)) * (wide - LEFT - RIGHT);
  const y = (/** @type {number} */ time) => TOP + ((high - Math.log10(Math.max(time, 10 ** low))) / (high - low)) * (HIGH - TOP - BOTTOM);
  const path = (/** @type {"mean_s" | "longest_s"} */ key) => "M" + turns.map((it) => `${x(it.turn).toFixed(1)} ${y(it[key]).toFixed(1)}`).join("L");
  const rules = Array.from({ length: high - low + 1 }, (_, at) => low + at).map((power) => [
    s("line", { class: "rule", x1: LEFT, x2: wide - RIGHT, y1: y(10 ** power), y2: y(10 ** power) }),
    s("text", { class: "axis end", x: LEFT - 8, y: y(10 ** power) + 4 }, seconds(10 ** power)),
  ]);
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((it) => (last - first) / it <= Math.max(2, wide / 90)) ?? 2000;
  const marks = [];
  for (let at = Math.ceil(first / step) * step; at <= last; at += step) marks.push(s("text", { class: "axis mid", x: x(at), y: HIGH - BOTTOM + 18 }, number(at)));
  const needle = s("line", { class: "needle", y1: TOP, y2: HIGH - BOTTOM, visibility: "hidden" });
  const svg = s(
    "svg",
    { class: "chart turn-chart", viewBox: `0 0 ${wide} ${HIGH}`, width: wide, height: HIGH, role: "img", "aria-label": t("turn_chart") },
    rules,
    marks,
    s("text", { class: "axis end", x: wide - RIGHT, y: HIGH - 3 }, t("turn")),
    s("path", { class: "longest", d: path("longest_s") }),
    s("path", { class: "mean", d: path("mean_s") }),
    needle,
  );
  svg.addEventListener("pointermove", (event) => {
    const at = first + ((event.offsetX - LEFT) / Math.max(1, wide - LEFT - RIGHT)) * (last - first);
    const near = turns.reduce((best, it) => (Math.abs(it.turn - at) < Math.abs(best.turn - at) ? it : best));
    for (const end of ["x1", "x2"]) needle.setAttribute(end, String(x(near.turn)));
    needle.setAttribute("visibility", "visible");
    tip.show(t("turn_times", number(near.turn), seconds(near.mean_s), seconds(near.longest_s)), needle);
  });
  svg.addEventListener("pointerleave", () => {
    needle.setAttribute("visibility", "hidden");
    tip.hide();
  });
  return svg;
}
