// The sections of a tournament's report, except its games.

import { dateTime, number, seconds, signed, t } from "./language.js";
import { drawToFit, h, linked, nameLink, plain } from "./dom.js";
import { describeClock, describeNote, describePlan, firstOf } from "./describe.js";
import { FAULTS, describeFault } from "./faults.js";
import { historyChart, marginBins, marginChart, timeChart, timeScale } from "./charts.js";
import { roundsSection } from "./rounds.js";
import { heatMap } from "./crosstable.js";
import { standingsTable } from "./standings.js";

export const SECTIONS = ["standings", "rounds", "crosstable", "history", "margins", "thinking", "faults", "notes"];

/**
 * What draws each section from a report and links: an element, a list of them, or `null` if
 * there is nothing to show.
 * @type {Record<string, (report: Report, links: Links) => Child>}
 */
const BUILDERS = {
  standings: standingsTable,
  rounds: roundsSection,
  crosstable: heatMap,
  history: historySection,
  margins: marginsSection,
  thinking: thinkingTable,
  faults: faultsSection,
  notes: notesSection,
};

/**
 * One section, or `null` if it has nothing to show. `links` are functions that give the address of
 * what is behind a number or a name, or `null`: `games(filter)`, `bot(name)`, `game(number, ply)`.
 * @param {string} name
 * @param {Report} report
 * @param {Links} links
 * @returns {Section | null}
 */
export function reportSection(name, report, links) {
  const content = BUILDERS[name](report, links);
  if (content === null) return null;
  const word = t(name === "rounds" && report.about.rank_by === "bracket" ? "bracket" : name);
  return { name, word, element: h("section", { id: name, class: "report" }, h("h2", {}, word), content) };
}

/**
 * All sections that have something to show, in their order.
 * @param {Report} report
 * @param {Links} links
 */
export const reportSections = (report, links) =>
  SECTIONS.map((name) => reportSection(name, report, links)).filter((it) => it !== null);

/**
 * The head: the settings of the tournament and its progress. `state` is one of finished, running,
 * waiting, or a word that the page knows. The standings name the winner at the end.
 * @param {Pick<Report, "about" | "standings">} report
 * @param {{ seed?: string | null, state?: string | null }} [options]
 */
export function reportHead({ about, standings }, { seed = null, state = null } = {}) {
  const first = about.is_finished && about.games > 0 ? standings.filter(({ place }) => place === 1) : [];
  const { pairs_done: done, pairs_planned: planned } = about;
  const progress =
    planned === null
      ? t("pairs", number(done), number(about.games))
      : t("pairs_of", number(done), number(planned), number(about.games));
  /** @type {[word: string, fact: string | null][]} */
  const facts = [
    ["rules", plain(about.rules) || t("default_rules")],
    ["format", describePlan(about.plan)],
    ["clock", describeClock(about.clock, about.charged)],
    ["sandbox", about.sandbox && (about.sandbox === "none" ? t("none") : t("sandbox_level", t(about.sandbox)))],
    ["ranked_by", t("by_" + about.rank_by)],
    ["seed", seed],
    ["dates", dates(about)],
  ];
  const shownState = state ?? (about.is_finished ? "finished" : about.games > 0 ? "running" : "waiting");
  const share = planned ? Math.min(1, done / planned) : null;
  return h(
    "header",
    { class: "head" },
    h("p", { class: "kind" }, plain(about.game)),
    h("h1", {}, plain(about.title)),
    first.length > 0 &&
      h("p", { class: "winner" }, h("span", { class: "word" }, t("label", t(first.length > 1 ? "tied_first" : "winner"))), " ", firstOf(first[0].name, first.length)),
    h(
      "div",
      { class: "progress" },
      share !== null &&
        h(
          "div",
          {
            class: "meter",
            role: "progressbar",
            "aria-label": t("progress"),
            "aria-valuemin": 0,
            "aria-valuemax": 100,
            "aria-valuenow": Math.round(share * 100),
          },
          h("div", { style: { width: share * 100 + "%" } }),
        ),
      h(
        "p",
        {},
        progress,
        " ",
        h("span", { class: "badge" + (shownState === "running" ? " live" : "") }, t(shownState)),
      ),
    ),
    h(
      "dl",
      { class: "facts" },
      facts.map(([word, fact]) => fact && h("div", {}, h("dt", {}, t(word)), h("dd", {}, fact))),
    ),
  );
}

/**
 * From when to when it was played; `null` before that.
 * @param {About} about
 */
function dates({ began, ended }) {
  if (began === null || ended === null) return null;
  const day = (/** @type {number} */ it) => dateTime(it, { dateStyle: "medium" });
  if (dateTime(began) === dateTime(ended)) return dateTime(began);
  const until = day(began) === day(ended) ? dateTime(ended, { timeStyle: "short" }) : dateTime(ended);
  return `${dateTime(began)} – ${until}`;
}

/** @param {Report} report */
function historySection(report) {
  if (!report.history.some(({ elo }) => elo.some((it) => Number.isFinite(it)))) return null;
  return [
    h("p", { class: "faint hint" }, t("history_hint")),
    drawToFit(h("div", { class: "fit" }), (wide, high) => historyChart(report, wide, high)),
  ];
}

/**
 * @param {Report} report
 * @param {Links} links
 */
function marginsSection({ standings }, links) {
  const played = standings.filter(({ margins }) => margins.length > 0);
  if (played.length === 0) return null;
  const bins = marginBins(played);
  const tallest = (/** @type {Standing} */ { margins }) => {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const [margin, games] of margins)
      counts.set(bins.bin(margin), (counts.get(bins.bin(margin)) ?? 0) + games);
    return Math.max(...counts.values());
  };
  // Each has its own scale: some have played more games than others.
  return [
    h("p", { class: "faint hint" }, t("margins_hint")),
    h(
      "div",
      { class: "multiples" },
      played.map((it) =>
        h(
          "figure",
          {},
          h("figcaption", {}, nameLink(links.bot(it.name), it.name), h("span", { class: "faint" }, signed(it.mean_margin, 1))),
          marginChart(it, bins, tallest(it)),
        ),
      ),
    ),
  ];
}

/**
 * @param {Report} report
 * @param {Links} links
 */
function thinkingTable({ standings }, links) {
  const timed = standings.filter(({ answers }) => answers > 0);
  if (timed.length === 0) return null;
  const mean = (/** @type {Standing} */ { thought_s, answers }) => Math.max(thought_s / answers, 1e-9);
  const longest = (/** @type {Standing} */ it) => Math.max(it.longest_s, mean(it));
  /** @type {Scale} */
  const scale = [
    Math.floor(Math.log10(Math.min(...timed.map(mean)))),
    Math.ceil(Math.log10(Math.max(...timed.map(longest))) + 1e-9),
  ];
  const heads = ["bot", "move_count", "mean_time", "longest_time", "total_time"];
  return [
    h("p", { class: "faint hint" }, t("thinking_hint")),
    h(
      "div",
      { class: "box" },
      h(
        "table",
        { class: "thinking" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((key) => h("th", { scope: "col" }, t(key))),
            h("td", { class: "times" }, timeScale(scale)),
          ),
        ),
        h(
          "tbody",
          {},
          timed.map((it) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, nameLink(links.bot(it.name), it.name)),
              h("td", { class: "num" }, number(it.answers)),
              h("td", { class: "num" }, seconds(mean(it))),
              h("td", { class: "num" }, seconds(longest(it))),
              h("td", { class: "num" }, seconds(it.thought_s)),
              h("td", { class: "times" }, timeChart(mean(it), longest(it), scale)),
            ),
          ),
        ),
      ),
    ),
  ];
}

/**
 * @param {Report} report
 * @param {Links} links
 */
function faultsSection({ standings, faults }, links) {
  const guilty = standings.filter((it) => Object.keys(it.faults).length > 0);
  if (guilty.length === 0 && faults.length === 0)
    return standings.some((it) => it.met > 0) ? h("p", { class: "faint" }, t("no_faults")) : null;
  const causes = FAULTS.filter((cause) => guilty.some((it) => it.faults[cause]));
  const count = (/** @type {Standing} */ { name, faults: own }, /** @type {string} */ cause) =>
    own[cause]
      ? h("td", { class: "num" }, linked(links.games({ bot: name, fault: cause }), number(own[cause])))
      : h("td", { class: "num faint" }, "0");
  const entry = (/** @type {FaultNote} */ { player, game, cause, words, ply }) =>
    h(
      "li",
      {},
      h(
        "span",
        {},
        nameLink(links.bot(standings[player]?.name ?? "?"), standings[player]?.name ?? "?"),
        " ",
        h("span", { class: "badge bad" }, "⚠ " + t(cause)),
        " ",
        // Where the fault that ended the game is shown.
        linked(links.game(game, ply ?? "last"), t("in_game", number(game, 0, { useGrouping: false })), { class: "watch" }),
      ),
      h("p", {}, describeFault(words)),
    );
  return [
    guilty.length > 0 &&
      h(
        "div",
        { class: "box" },
        h(
          "table",
          { class: "faults" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, t("bot")),
              causes.map((cause) => h("th", { scope: "col" }, t(cause))),
            ),
          ),
          h(
            "tbody",
            {},
            guilty.map((it) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, nameLink(links.bot(it.name), it.name)),
                causes.map((cause) => count(it, cause)),
              ),
            ),
          ),
        ),
      ),
    faults.length > 0 &&
      h(
        "ul",
        { class: "fault-list", tabindex: "0", "aria-label": t("fault_list") },
        [...faults].reverse().map(entry),
      ),
  ];
}

/** @param {Report} report */
function notesSection({ notes }) {
  return notes.length === 0
    ? null
    : h(
        "ul",
        { class: "notes" },
        notes.map((note) => h("li", {}, describeNote(note))),
      );
}
