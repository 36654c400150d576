// Tournament files for scenarios.

/**
 * @typedef {object} Settings
 * @property {string} [title]
 * @property {"plantation" | "virus" | "conga"} [game]
 * @property {string} [clock]
 * @property {string[]} [lines] further settings, before the tables
 * @property {string[]} [rules] the lines of `[rules]`
 * @property {boolean} [trusts] whether bots may read outside their folder, as those behind a gate do
 * @property {Record<string, string>} bots the bot of each name
 */

/**
 * The text of a tournament file. One game is played at a time, on any core.
 *
 * @param {Settings} settings
 */
export function tournament({ title = "Cup", game = "virus", clock = "none", lines = [], rules = [], trusts = false, bots }) {
  const players = Object.entries(bots).map(
    ([name, bot]) => `\n[[players]]\nbot = ${JSON.stringify(bot)}\nname = ${JSON.stringify(name)}\n`,
  );
  const settings = [
    `title = ${JSON.stringify(title)}`,
    `game = "${game}"`,
    `clock = "${clock}"`,
    "concurrency = 1",
    "pinning = false",
    ...lines,
    "[rules]",
    ...rules,
    "[sandbox]",
    ...(trusts ? ["trust_bots = true"] : []),
  ];
  return `${settings.join("\n")}\n${players.join("")}`;
}
