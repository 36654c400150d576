// The illustrated rules of one game, as a page: the modules in `rules/` hold its texts and positions.

import { h } from "./dom.js";
import { illustration } from "./illustration.js";
import { CONGA_RULES } from "./rules/conga.js";
import { PLANTATION_RULES } from "./rules/plantation.js";
import { VIRUS_RULES } from "./rules/virus.js";
import { RULES_WORDS, playerName, rich, said } from "./rules_text.js";

/** @type {Record<string, RulesData>} */
const RULES_BY_GAME = { plantation: PLANTATION_RULES, virus: VIRUS_RULES, conga: CONGA_RULES };

/// A rule with its illustration.
/** @param {RulesData} rules @param {IllustratedRule} rule */
const ruleCard = (rules, { title, cost, text, diagram }) =>
  h(
    "div",
    { class: diagram.views || diagram.steps.length > 2 ? "rule wide" : "rule" },
    h(
      "div",
      { class: "rule-words" },
      h("h3", {}, h("span", {}, rich(rules, title)), cost && h("span", { class: "badge" }, said(cost))),
      h("p", {}, rich(rules, text)),
    ),
    illustration(rules, diagram),
  );

/** @param {RulesData} rules @param {RulesTable} table */
function rulesTable(rules, { head, rows }) {
  const cell = (/** @type {BothLanguages | string} */ content) =>
    rich(rules, Array.isArray(content) ? content : [content, content]);
  return h(
    "div",
    { class: "box" },
    h(
      "table",
      { class: `rules-table of-${head.length}` },
      h("thead", {}, h("tr", {}, head.map((texts) => h("th", { scope: "col" }, said(texts))))),
      h(
        "tbody",
        {},
        rows.map(({ cells }) =>
          h("tr", { class: cells[0] === "" ? "more" : null }, cells.map((it) => h("td", {}, cell(it)))),
        ),
      ),
    ),
  );
}

/** @param {RulesData} rules @param {NonNullable<RulesBlock["options"]>} options */
function optionsTable(rules, options) {
  const head = /** @type {BothLanguages[]} */ ([RULES_WORDS.option, RULES_WORDS.default_value, RULES_WORDS.meaning]);
  const rows = options.map((it) => ({ cells: ["`" + it.key + "`", "`" + it.default + "`", it.text] }));
  return rulesTable(rules, { head, rows });
}

/// One part of a section.
/** @param {RulesData} rules @param {RulesBlock} block */
function rulesBlock(rules, { text, list, steps, table, options, rules: cards }) {
  const items = (/** @type {BothLanguages[]} */ texts) => texts.map((it) => h("li", {}, rich(rules, it)));
  if (text) return h("p", {}, rich(rules, text));
  if (list) return h("ul", {}, items(list));
  if (steps) return h("ol", {}, items(steps));
  if (table) return rulesTable(rules, table);
  if (options) return optionsTable(rules, options);
  return h("div", { class: "rule-cards" }, cards?.map((it) => ruleCard(rules, it)));
}

/// The top of the page: the game in one sentence, the players, the facts, and the start.
/** @param {RulesData} rules */
const rulesHead = (rules) =>
  h(
    "header",
    { class: "rules-head" },
    h(
      "div",
      { class: "rules-about" },
      h("p", { class: "kind" }, said(RULES_WORDS.kind)),
      h("h1", {}, said(rules.title)),
      h("p", { class: "lead" }, rich(rules, rules.lead)),
      h(
        "dl",
        { class: "rules-facts" },
        h("div", {}, h("dt", {}, said(RULES_WORDS.players)), h("dd", {}, playerName(rules, 0), playerName(rules, 1))),
        rules.facts.map(({ name, value }) => h("div", {}, h("dt", {}, said(name)), h("dd", {}, said(value)))),
      ),
    ),
    illustration(rules, rules.start),
    h(
      "nav",
      { class: "rules-contents", "aria-label": said(RULES_WORDS.contents) },
      rules.sections.map(({ id, title }) => h("a", { href: "#" + id }, said(title))),
    ),
  );

/// The rules of a game as an element, or `null` if there is no such game.
/** @param {string} game */
export function rulesPage(game) {
  const rules = Object.hasOwn(RULES_BY_GAME, game) ? RULES_BY_GAME[game] : undefined;
  if (!rules) return null;
  const sections = rules.sections.map(({ id, title, blocks }) =>
    h("section", { id }, h("h2", {}, said(title)), h("div", { class: "rules-text" }, blocks.map((it) => rulesBlock(rules, it)))),
  );
  return h("article", { class: "rules" }, rulesHead(rules), sections);
}
