// The sections of a tournament's report, except its games.

import { dateTime, decimalsOf, number, percent, points, seconds, signed, t } from "./language.js";
import { cut, drawToFit, h, nameOf, plain } from "./dom.js";
import { describeClock, describeNote, describePlan, withdrawalReason } from "./describe.js";
import { FAULTS, describeFault } from "./faults.js";
import { historyChart, marginBins, marginChart, timeChart, whisker } from "./charts.js";
import { roundsSection } from "./rounds.js";
import { heatMap } from "./crosstable.js";

const SECTIONS = ["standings", "rounds", "crosstable", "history", "margins", "thinking", "faults", "notes"];

/// The sections that have something to show, in their order.
export function reportSections(report, list) {
  const make = {
    standings: standingsTable,
    rounds: roundsSection,
    crosstable: heatMap,
    history: historySection,
    margins: marginsSection,
    thinking: thinkingTable,
    faults: faultsSection,
    notes: notesSection,
  };
  return SECTIONS.flatMap((name) => {
    const content = make[name](report, list);
    if (content === null) return [];
    const word = name === "rounds" && report.about.rank_by === "bracket" ? "bracket" : name;
    return [
      {
        name,
        word: t(word),
        element: h("section", { id: name, class: "report" }, h("h2", {}, t(word)), content),
      },
    ];
  });
}

/// The head: the settings of the tournament and its progress.
export function reportHead({ about }, seed) {
  const { pairs_done: done, pairs_planned: planned } = about;
  const progress =
    planned === null
      ? t("pairs", number(done), number(about.games))
      : t("pairs_of", number(done), number(planned), number(about.games));
  const day = { dateStyle: "medium" };
  const clock = { dateStyle: "medium", timeStyle: "short" };
  let dates = null;
  if (about.began !== null && about.ended !== null) {
    const [began, ended] = [about.began, about.ended].map((it) => dateTime(it, clock));
    const isOneDay = dateTime(about.began, day) === dateTime(about.ended, day);
    const until = isOneDay ? dateTime(about.ended, { timeStyle: "short" }) : ended;
    dates = began === ended ? began : `${began} – ${until}`;
  }
  const facts = [
    ["rules", plain(about.rules) || t("default_rules")],
    ["format", describePlan(about.plan)],
    ["clock", describeClock(about.clock, about.charged)],
    ["sandbox", about.sandbox && t(about.sandbox)],
    ["ranked_by", t("by_" + about.rank_by)],
    ["seed", seed],
    ["dates", dates],
  ].filter(([, fact]) => fact);
  const state = about.is_finished ? "finished" : about.games > 0 ? "running" : "waiting";
  const share = planned ? Math.min(1, done / planned) : null;
  return h(
    "header",
    { class: "head" },
    h("p", { class: "kind" }, plain(about.game)),
    h("h1", {}, plain(about.title)),
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
        h("span", { class: "badge" + (state === "running" ? " live" : "") }, t(state)),
      ),
    ),
    h(
      "dl",
      { class: "facts" },
      facts.map(([word, fact]) => h("div", {}, h("dt", {}, t(word)), h("dd", {}, fact))),
    ),
  );
}

function standingsTable({ standings }) {
  if (standings.length === 0) return h("p", { class: "faint" }, t("no_players"));
  const spans = standings.map(({ elo, elo_err95 }) => [elo - (elo_err95 ?? 0), elo + (elo_err95 ?? 0)]);
  const scale = [Math.min(0, ...spans.map(([low]) => low)), Math.max(0, ...spans.map(([, high]) => high))];
  if (scale[0] === scale[1]) scale.splice(0, 2, -1, 1);
  const decimals = decimalsOf(standings.map((it) => it.points));
  const heads = ["place", "bot", "beaten", "points", "wdl", "rate", "margin", "elo", "faults"];
  const remarks = standingRemarks(standings);
  return [
    h(
      "div",
      { class: "box" },
      h(
        "table",
        { class: "standings", role: "table", style: { "--rows": standings.length } },
        h(
          "thead",
          { role: "rowgroup" },
          h(
            "tr",
            { role: "row" },
            heads.map((key) => h("th", { scope: "col", role: "columnheader", class: key }, t(key))),
          ),
        ),
        h(
          "tbody",
          { role: "rowgroup" },
          standings.map((it) => standingRow(it, scale, decimals)),
        ),
      ),
    ),
    remarks.length > 0 &&
      h(
        "ul",
        { class: "explained faint" },
        remarks.map((words) => h("li", {}, words)),
      ),
  ];
}

/// What the table alone does not explain: what broke each tie, and points without games.
function standingRemarks(standings) {
  const ties = standings.slice(1).flatMap((behind, at) => {
    const { name, ahead_by: by } = standings[at];
    const isTie = ["total-margin", "head-to-head"].includes(by);
    return isTie ? [t("tie_broken", cut(name, 40), cut(behind.name, 40), t("ahead_" + by))] : [];
  });
  const hasMore = ({ points, score }) => points > score.wins + score.draws / 2;
  // In a Swiss tournament the points may be those of byes.
  const isForfeit = standings.some(hasMore) && standings.some(({ aside }) => aside !== null);
  return isForfeit ? [...ties, t("forfeits_count")] : ties;
}

function standingRow(it, scale, decimals) {
  const { wins, draws, losses } = it.score;
  const played = wins + draws + losses > 0;
  const faults = Object.values(it.faults).reduce((sum, count) => sum + count, 0);
  const cell = (key, content, attributes) =>
    h("td", { role: "cell", class: key, "data-label": t(key), ...attributes }, content);
  const [low, high] = it.rate_95;
  const eloWords =
    it.elo_err95 === null
      ? t("no_interval", signed(it.elo))
      : t("elo_interval", signed(it.elo), number(it.elo_err95));
  return h(
    "tr",
    { role: "row", class: it.aside === null ? null : "withdrawn" },
    cell("place", number(it.place)),
    h(
      "th",
      { scope: "row", role: "rowheader", class: "bot" },
      h(
        "div",
        {},
        nameOf(it.name),
        it.aside !== null &&
          h(
            "details",
            { class: "why" },
            h("summary", { class: "badge bad" }, t("withdrawn")),
            h("span", {}, withdrawalReason(it.aside)),
          ),
      ),
    ),
    cell("beaten", [h("b", {}, number(it.beaten)), h("span", { class: "faint" }, "/" + number(it.met))], {
      title: t("beaten_of", number(it.beaten), number(it.met)),
    }),
    cell("points", points(it.points, decimals)),
    cell(
      "wdl",
      [wins, draws, losses].map((count) => h("span", {}, number(count))),
    ),
    cell(
      "rate",
      played
        ? [h("span", { class: "value" }, percent(it.rate)), whisker(it.rate, low, high, [0, 1], 0.5)]
        : "–",
      played && { title: t("rate_interval", percent(it.rate), percent(low), percent(high)) },
    ),
    cell("margin", played ? signed(it.mean_margin, 1) : "–"),
    cell(
      "elo",
      played
        ? [
            h(
              "span",
              { class: "value" },
              signed(it.elo),
              h("span", { class: "faint error" }, it.elo_err95 === null ? "" : "±" + number(it.elo_err95)),
            ),
            whisker(
              it.elo,
              it.elo_err95 === null ? null : it.elo - it.elo_err95,
              it.elo + (it.elo_err95 ?? 0),
              scale,
              0,
            ),
          ]
        : "–",
      played && { title: eloWords },
    ),
    cell(
      "faults",
      faults > 0
        ? h("a", { href: "#faults", class: "badge bad" }, number(faults))
        : h("span", { class: "faint" }, "0"),
      {
        title: Object.entries(it.faults)
          .map(([cause, count]) => t("cause_count", t(cause), number(count)))
          .join("\n"),
      },
    ),
  );
}

function historySection(report) {
  if (!report.history.some(({ elo }) => elo.some((it) => Number.isFinite(it)))) return null;
  return [
    h("p", { class: "faint hint" }, t("history_hint")),
    drawToFit(h("div", { class: "fit" }), (wide, high) => historyChart(report, wide, high)),
  ];
}

function marginsSection({ standings }) {
  const played = standings.filter(({ margins }) => margins.length > 0);
  if (played.length === 0) return null;
  const bins = marginBins(played);
  const tallest = ({ margins }) => {
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
          h("figcaption", {}, nameOf(it.name), h("span", { class: "faint" }, signed(it.mean_margin, 1))),
          marginChart(it, bins, tallest(it)),
        ),
      ),
    ),
  ];
}

function thinkingTable({ standings }) {
  const timed = standings.filter(({ answers }) => answers > 0);
  if (timed.length === 0) return null;
  const mean = ({ thought_s, answers }) => Math.max(thought_s / answers, 1e-9);
  const longest = (it) => Math.max(it.longest_s, mean(it));
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
            h("td", {}),
          ),
        ),
        h(
          "tbody",
          {},
          timed.map((it) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, nameOf(it.name)),
              h("td", { class: "num" }, number(it.answers)),
              h("td", { class: "num" }, seconds(mean(it))),
              h("td", { class: "num" }, seconds(longest(it))),
              h("td", { class: "num" }, seconds(it.thought_s)),
              h("td", {}, timeChart(mean(it), longest(it), scale)),
            ),
          ),
        ),
      ),
    ),
  ];
}

function faultsSection({ standings, faults }, list) {
  const guilty = standings.filter((it) => Object.keys(it.faults).length > 0);
  if (guilty.length === 0 && faults.length === 0)
    return standings.some((it) => it.met > 0) ? h("p", { class: "faint" }, t("no_faults")) : null;
  const causes = FAULTS.filter((cause) => guilty.some((it) => it.faults[cause]));
  const entry = ({ player, game, cause, words }) =>
    h(
      "li",
      {},
      h(
        "span",
        {},
        nameOf(standings[player]?.name ?? "?"),
        " ",
        h("span", { class: "badge bad" }, "⚠ " + t(cause)),
        " ",
        // Where the fault that ended the game is shown.
        h("a", { class: "watch", href: `#game=${game}&ply=last` }, t("in_game", game)),
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
                h("th", { scope: "row" }, nameOf(it.name)),
                causes.map((cause) =>
                  h(
                    "td",
                    { class: "num" + (it.faults[cause] ? "" : " faint") },
                    number(it.faults[cause] ?? 0),
                  ),
                ),
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

function notesSection({ notes }) {
  return notes.length === 0
    ? null
    : h(
        "ul",
        { class: "notes" },
        notes.map((note) => h("li", {}, describeNote(note))),
      );
}
