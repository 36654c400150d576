// The crosstable: who beat whom.

import { number, points, signed, t } from "./language.js";
import { cut, h, nameLink, withTip } from "./dom.js";

/**
 * Points of each row against each column; steel where the row won, ember where it lost.
 * @param {Pick<Report, "standings" | "crosstable">} report
 * @param {Links} links
 */
export function heatMap({ standings, crosstable }, links) {
  if (standings.length < 2 || !crosstable.flat().some(Boolean)) return null;
  const names = standings.map(({ name }) => cut(name, 60));
  /** @type {HTMLElement[]} */
  const cells = [];
  const cell = (/** @type {Encounter | null} */ encounter, /** @type {number} */ row, /** @type {number} */ col) => {
    if (row === col) return h("td", { class: "self", "aria-label": "–" });
    const label = encounter
      ? t(
          "cross_cell",
          names[row],
          names[col],
          points(encounter.points),
          points(encounter.against),
          number(encounter.score.wins),
          number(encounter.score.draws),
          number(encounter.score.losses),
          signed(encounter.margin, 1),
        )
      : t("not_met", names[row], names[col]);
    const share =
      encounter && encounter.points + encounter.against > 0
        ? encounter.points / (encounter.points + encounter.against)
        : 0.5;
    const href = encounter && links.games({ bot: standings[row].name, against: standings[col].name });
    const kind = !encounter ? "none" : share > 0.5 ? "win" : share < 0.5 ? "loss" : "even";
    const element = h(
      href ? "a" : "span",
      {
        href,
        role: href ? null : "img",
        tabindex: cells.length ? "-1" : "0",
        "aria-label": label,
        "data-row": row,
        "data-col": col,
        class: "cell " + kind,
        style: { "--strength": Math.round(Math.abs(share - 0.5) * 2 * 100) / 100 },
      },
      encounter ? points(encounter.points) : "·",
    );
    cells.push(element);
    return h("td", {}, withTip(element, label));
  };
  const rows = crosstable.map((line, row) =>
    h(
      "tr",
      {},
      // As the columns, and not by places: players who are tied share one.
      h("td", { class: "place" }, number(row + 1)),
      h("th", { scope: "row" }, nameLink(links.bot(standings[row].name), names[row])),
      line.map((it, col) => cell(it, row, col)),
    ),
  );
  /** @type {Record<string, [down: number, right: number]>} */
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const move = (/** @type {KeyboardEvent} */ event) => {
    const step = steps[event.key];
    const from = cells.find((it) => it === event.target);
    if (!step || !from) return;
    event.preventDefault();
    let [row, col] = [Number(from.dataset.row) + step[0], Number(from.dataset.col) + step[1]];
    if (row === col) [row, col] = [row + step[0], col + step[1]];
    const to = cells.find((it) => Number(it.dataset.row) === row && Number(it.dataset.col) === col);
    if (!to) return;
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  };
  // A few bots need no more room than the other sections have.
  const need = `${19 + standings.length * 5.5}rem`;
  return [
    h("p", { class: "faint hint" }, t("cross_hint")),
    h(
      "div",
      { class: "box wide", style: { "--need": standings.length > 12 ? need : `min(100%, ${need})` } },
      h(
        "table",
        { class: "cross", style: { "--rows": standings.length }, onkeydown: move },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", {}),
            h("td", {}),
            names.map((name, at) =>
              h(
                "th",
                { scope: "col", title: name },
                h("span", { class: "index" }, number(at + 1)),
                h("span", { class: "hidden" }, name),
              ),
            ),
          ),
        ),
        h("tbody", {}, rows),
      ),
    ),
    h(
      "p",
      { class: "legend faint" },
      t("heat_low"),
      h("span", { class: "scale", "aria-hidden": "true" }),
      t("heat_high"),
    ),
  ];
}
