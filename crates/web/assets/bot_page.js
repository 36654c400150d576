// A bot in a tournament: against whom it won, what went wrong, how long it thought.

import { dateTime, number, percent, points, seconds, signed, t } from "./language.js";
import { cut, drawToFit, h, nameOf, plain } from "./dom.js";
import { api, linksOf } from "./api.js";
import { historyChart } from "./charts.js";
import { withdrawalReason } from "./describe.js";
import { describeFault } from "./faults.js";
import { crumbs, gamesStep } from "./crumbs.js";
import { turnChart } from "./turn_chart.js";

/** @param {Site} site @param {string} id @param {string} name @returns {Promise<SitePage>} */
export async function botPage(site, id, name) {
  const data = await api(`tournaments/${encodeURIComponent(id)}/bots/${encodeURIComponent(name)}`);
  const links = linksOf(id);
  return {
    title: () => `${cut(name, 60)} · ${plain(data.summary.title)}`,
    name: "bot-page",
    game: data.summary.game,
    tournament: id,
    draw: () =>
      [
        crumbs(data.summary, [gamesStep(data.summary), { word: nameOf(name), href: null }]),
        botHead(data, links),
        sameProgram(data, links, site),
        h("div", { class: "bot-columns" }, h("div", {}, opponentsOf(data, links), versionsOf(data)), h("div", {}, ratingOf(data), timeOf(data))),
        faultsOf(data, links),
      ].filter((it) => it !== null),
  };
}

/** @param {string} id @param {string} word @param {Child} content */
const part = (id, word, content) => h("section", { id, class: "report" }, h("h2", {}, t(word)), content);

/** @param {any} data @param {ReturnType<typeof linksOf>} links */
function botHead({ standing: it }, links) {
  const { wins, draws, losses } = it.score;
  const games = wins + draws + losses;
  const count = (/** @type {number} */ value, /** @type {GameFilter} */ filter) => (value > 0 ? h("a", { href: links.games({ bot: it.name, ...filter }) }, number(value)) : "0");
  const faults = Object.values(it.faults).reduce((/** @type {number} */ sum, /** @type {any} */ value) => sum + value, 0);
  /** @type {[string, Child, Child][]} */
  const figures = [
    [t("place_of_bot"), number(it.place), null],
    [t("points"), points(it.points), t("of_games", number(games))],
    [t("wdl"), [count(wins, { result: "win" }), "–", count(draws, { result: "draw" }), "–", count(losses, { result: "loss" })], null],
    [t("rate"), games > 0 ? percent(it.rate) : "–", games > 0 ? t("from_to", percent(it.rate_95[0]), percent(it.rate_95[1])) : null],
    [t("elo"), games > 0 ? signed(it.elo) : "–", it.elo_err95 === null ? null : "±" + number(it.elo_err95)],
    [t("margin"), games > 0 ? signed(it.mean_margin, 1) : "–", null],
    [t("faults"), count(faults, { fault: "any" }), null],
  ];
  return h(
    "header",
    { class: "bot-head" },
    h("h1", {}, nameOf(it.name), it.aside && h("span", { class: "badge bad" }, t("withdrawn"))),
    h(
      "p",
      { class: "faint" },
      [[t("spec"), it.spec], [t("version"), it.version]]
        .filter(([, fact]) => fact)
        .map(([word = "", fact = ""]) => h("span", { title: plain(fact) }, word, " ", h("code", {}, cut(fact, fact.startsWith("sha256:") ? 20 : 120)))),
      it.aside && h("span", {}, withdrawalReason(it.aside)),
    ),
    h(
      "dl",
      { class: "figures" },
      figures.map(([word, value, more]) => h("div", {}, h("dt", {}, word), h("dd", {}, h("b", {}, value), more && h("span", { class: "faint" }, " ", more)))),
    ),
  );
}

/// Other bots with the same files, where the reader may know.
/** @param {any} data @param {ReturnType<typeof linksOf>} links @param {Site} site */
function sameProgram({ same_program: same }, links, site) {
  if (!same || same.length === 0) return null;
  const names = same.flatMap((/** @type {string} */ name, /** @type {number} */ at) => [at > 0 && ", ", h("a", { href: links.bot(name) }, nameOf(name))]);
  return h(
    "p",
    { class: "notice" },
    h("span", {}, t("same_program"), " ", names),
    site.session.role === "organiser" && h("span", { class: "faint" }, " ", t("same_program_hidden")),
  );
}

/** @param {any} data @param {ReturnType<typeof linksOf>} links */
function opponentsOf({ standing: { name }, opponents }, links) {
  if (opponents.length === 0) return part("opponents", "opponents", h("p", { class: "faint" }, t("no_games")));
  const heads = ["bot", "points", "wdl", "margin"];
  const row = (/** @type {any} */ it) => {
    const { wins, draws, losses } = it.score;
    const played = it.points + it.against;
    const share = played > 0 ? it.points / played : 0.5;
    const against = (/** @type {GameFilter} */ filter) => links.games({ bot: name, against: it.name, ...filter });
    const count = (/** @type {number} */ value, /** @type {string} */ result) => (value > 0 ? h("a", { class: "quiet", href: against({ result }) }, number(value)) : h("span", { class: "faint" }, "0"));
    return h(
      "tr",
      { class: share > 0.5 ? "win" : share < 0.5 ? "loss" : "even" },
      h("th", { scope: "row" }, h("a", { class: "quiet", href: links.bot(it.name) }, nameOf(it.name))),
      h(
        "td",
        { class: "num points-share" },
        h("a", { class: "quiet", href: against({}) }, t("score_pair", points(it.points), points(it.against))),
        h("span", { class: "share-bar", "aria-hidden": "true" }, h("span", { style: { width: `${share * 100}%` } })),
      ),
      h("td", { class: "num wdl" }, count(wins, "win"), "–", count(draws, "draw"), "–", count(losses, "loss")),
      h("td", { class: "num" }, signed(it.margin, 1)),
    );
  };
  return part(
    "opponents",
    "opponents",
    h(
      "div",
      { class: "box" },
      h(
        "table",
        { class: "opponents" },
        h("thead", {}, h("tr", {}, heads.map((key) => h("th", { scope: "col", class: key === "bot" ? null : "num" }, t(key))))),
        h("tbody", {}, opponents.map(row)),
      ),
    ),
  );
}

/** @param {any} data */
function ratingOf({ history, standing }) {
  const known = (history ?? []).filter((/** @type {any} */ it) => it.elo !== null);
  if (known.length < 2) return null;
  const report = /** @type {any} */ ({ standings: [standing], history: history.map((/** @type {any} */ it) => ({ games: it.games, elo: [it.elo] })) });
  return part("history", "history", drawToFit(h("div", { class: "fit" }), (/** @type {number} */ wide) => historyChart(report, wide, 0)));
}

/** @param {any} data */
function timeOf({ time, standing }) {
  if (!time || time.moves === 0) return null;
  const turns = time.per_turn ?? [];
  const figures = [
    [t("move_count"), number(time.moves)],
    [t("mean_time"), seconds(time.mean_s)],
    [t("longest_time"), seconds(time.longest_s)],
    [t("total_time"), seconds(standing.thought_s)],
  ];
  const isDrawn = turns.length > 1 && turns.some((/** @type {any} */ it) => it.longest_s > 0);
  return part("time", "thinking", [
    h("dl", { class: "facts" }, figures.map(([word, value]) => h("div", {}, h("dt", {}, word), h("dd", {}, value)))),
    isDrawn && h("p", { class: "legend faint" }, h("span", { class: "key mean", "aria-hidden": "true" }), t("mean_time"), h("span", { class: "key longest", "aria-hidden": "true" }), t("longest_time")),
    isDrawn && drawToFit(h("div", { class: "fit low" }), (/** @type {number} */ wide) => turnChart(turns, wide)),
  ]);
}

/** @param {any} data @param {ReturnType<typeof linksOf>} links */
function faultsOf({ faults, standing }, links) {
  if (faults.length === 0) return standing.met > 0 ? part("faults", "faults", h("p", { class: "faint" }, t("no_faults"))) : null;
  const entry = (/** @type {any} */ { game, cause, words, ply, against }) =>
    h(
      "li",
      {},
      h("span", {}, h("span", { class: "badge bad" }, "⚠ " + t(cause)), " ", h("a", { href: links.game(game, ply ?? "last") }, t("fault_in_game", String(game))), against && h("span", { class: "faint" }, " ", t("against_whom", cut(against, 60)))),
      h("p", {}, describeFault(words)),
    );
  return part("faults", "faults", h("ul", { class: "fault-list", tabindex: "0", "aria-label": t("fault_list") }, faults.map(entry)));
}

/** @param {any} data */
function versionsOf({ versions }) {
  if (!versions || versions.length === 0) return null;
  const row = (/** @type {any} */ { version, since, games, counts }, /** @type {number} */ at) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("code", {}, cut(version, 90)), " ", at === 0 ? h("span", { class: "badge" }, t("current")) : counts === false && h("span", { class: "badge" }, t("counts_no_more"))),
      h("td", {}, since === null ? "–" : dateTime(since)),
      h("td", { class: "num" }, number(games)),
    );
  return part(
    "versions",
    "versions",
    h(
      "div",
      { class: "box" },
      h(
        "table",
        { class: "versions" },
        h("thead", {}, h("tr", {}, ["version", "since", "games"].map((key) => h("th", { scope: "col", class: key === "games" ? "num" : null }, t(key))))),
        h("tbody", {}, versions.map(row)),
      ),
    ),
  );
}
