// Games of a tournament as rows.

import { addWords, dateTime, number, signed, t } from "./language.js";
import { h, nameOf, seatMark } from "./dom.js";
import { pages } from "./api.js";
import { GAMES_WORDS } from "./games_words.js";

addWords(GAMES_WORDS);

/// What makes a game worth seeing.
/** @param {GameLine} line */
function reasons({ upset, faults, players, score, winner }) {
  const badges = [];
  if (upset !== null) badges.push(h("span", { class: "badge upset", title: t("upset_of", signed(upset)) }, t("why_upset"), " ", signed(upset)));
  for (const seat of /** @type {Seat[]} */ ([0, 1]))
    for (const [cause, count] of Object.entries(faults[seat] ?? {}))
      badges.push(
        h(
          "span",
          { class: "badge bad", title: t("fault_by", players[seat] ?? "", t(cause), number(count)) },
          seatMark(seat),
          " ",
          count > 1 ? t("fault_times", t(cause), number(count)) : t(cause),
        ),
      );
  if (winner !== null && Math.abs(score) === 1 && badges.length === 0) badges.push(h("span", { class: "badge" }, t("why_close")));
  return badges;
}

/** @param {GameLine} line */
function resultOf({ winner, score }) {
  if (winner === null) return [h("span", { class: "half" }, "½"), " ", t("draw_short")];
  return [seatMark(winner), " ", t("won_by", number(Math.abs(score)))];
}

/** @param {string} id @param {GameLine} line @param {boolean} hasMargin @param {boolean} hasRounds */
function row(id, line, hasMargin, hasRounds) {
  const { number: at, round, players, winner, cause, actions, ended, kept } = line;
  const player = (/** @type {Seat} */ seat) =>
    h(
      "td",
      { class: "seat-cell" + (winner === seat ? " won" : "") },
      seatMark(seat),
      h("a", { class: "quiet", href: pages.bot(id, players[seat]) }, nameOf(players[seat])),
      winner === seat && h("span", { class: "hidden" }, t("winner")),
    );
  const cell = (/** @type {string} */ name, /** @type {Child} */ content) => h("td", { class: name, "data-label": t("games_" + name) }, content);
  return h(
    "tr",
    {},
    h(
      "th",
      { scope: "row", class: "at" },
      h("a", { class: "row-link", href: pages.game(id, at), "aria-label": t("in_game", String(at)) }, number(at, 0, { useGrouping: false })),
    ),
    hasRounds && cell("round", round === null ? "–" : number(round)),
    player(0),
    player(1),
    cell("result", hasMargin || winner === null ? resultOf(line) : [seatMark(winner), " ", t("won_short")]),
    cell("ending", h("span", { class: cause === "normal" ? "faint" : null }, t(cause))),
    cell("length", number(actions)),
    cell("reasons", [...reasons(line), !kept && h("span", { class: "badge", title: t("not_kept") }, t("not_kept"))]),
    cell("date", h("time", { datetime: new Date(ended * 1000).toISOString() }, dateTime(ended, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" }))),
  );
}

/// A table of games. Up and down go from one to the next; the whole row leads to its game.
/** @param {string} id @param {GameLine[]} rows @param {{ game: string | null }} summary */
export function gamesTable(id, rows, { game }) {
  const hasRounds = rows.some(({ round }) => round !== null);
  const heads = ["at", hasRounds && "round", "seat0", "seat1", "result", "ending", "length", "reasons", "date"].filter(Boolean);
  const move = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowUp: -1, k: -1, ArrowDown: 1, j: 1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
    const all = /** @type {HTMLElement[]} */ ([...table.querySelectorAll(".row-link")]);
    const own = event.target.closest("tr")?.querySelector(".row-link");
    const next = all[all.findIndex((it) => it === own) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const table = h(
    "table",
    { class: "games-table", onkeydown: move },
    h(
      "thead",
      {},
      h("tr", {}, heads.map((name) => h("th", { scope: "col", class: String(name) }, t("games_" + name)))),
    ),
    h("tbody", {}, rows.map((line) => row(id, line, game !== "conga", hasRounds))),
  );
  return h("div", { class: "box" }, table);
}
