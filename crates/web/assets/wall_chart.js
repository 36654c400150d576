// Who was ahead, action by action: steel above the middle, ember below. What has not been shown
// yet stays covered.

import { s } from "./dom.js";

/// Points of the curve at most: more than there are pixels help nobody.
const LEAD_POINTS = 300;

const [LEAD_WIDE, LEAD_HIGH] = [100, 40];

export class LeadChart {
  /// `values` says who is ahead after each action, seat 0 positive; `null` where nobody knows. The curve
  /// is as high as its place for a lead of `full` at least: the first point is no landslide.
  /** @param {(number | null)[]} values @param {number} full */
  constructor(values, full) {
    this.last = Math.max(1, values.length - 1);
    const most = Math.max(full, ...values.map((value) => Math.abs(value ?? 0)));
    const every = Math.max(1, Math.ceil(values.length / LEAD_POINTS));
    const points = values
      .map((value, at) => [(at / this.last) * LEAD_WIDE, LEAD_HIGH / 2 - ((value ?? 0) / most) * (LEAD_HIGH / 2 - 1.5)])
      .filter((_, at) => at % every === 0 || at === values.length - 1)
      .map(([x, y]) => `${x?.toFixed(2)} ${y?.toFixed(2)}`);
    const area = `M0 ${LEAD_HIGH / 2}L${points.join("L")}L${LEAD_WIDE} ${LEAD_HIGH / 2}Z`;
    const half = (/** @type {Seat} */ seat) =>
      s(
        "svg",
        {
          x: 0,
          y: (seat * LEAD_HIGH) / 2,
          width: LEAD_WIDE,
          height: LEAD_HIGH / 2,
          viewBox: `0 ${(seat * LEAD_HIGH) / 2} ${LEAD_WIDE} ${LEAD_HIGH / 2}`,
          preserveAspectRatio: "none",
        },
        s("path", { class: `wall-lead seat${seat}`, d: area }),
      );
    this.cover = s("rect", { class: "wall-ahead", x: 0, y: 0, width: LEAD_WIDE, height: LEAD_HIGH });
    this.needle = s("line", { class: "wall-needle", y1: 0, y2: LEAD_HIGH });
    this.element = s(
      "svg",
      { class: "wall-chart", viewBox: `0 0 ${LEAD_WIDE} ${LEAD_HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      half(0),
      half(1),
      this.cover,
      s("line", { class: "wall-zero", x1: 0, x2: LEAD_WIDE, y1: LEAD_HIGH / 2, y2: LEAD_HIGH / 2 }),
      this.needle,
    );
    this.show(0);
  }

  /// Uncovers the game up to so many actions.
  /** @param {number} at */
  show(at) {
    const x = Math.min(1, at / this.last) * LEAD_WIDE;
    this.cover.setAttribute("x", x.toFixed(2));
    this.cover.setAttribute("width", (LEAD_WIDE - x).toFixed(2));
    for (const end of ["x1", "x2"]) this.needle.setAttribute(end, x.toFixed(2));
  }
}
