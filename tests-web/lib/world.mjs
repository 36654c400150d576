// A server with something of everything, for scenarios that walk through all pages.

import { press, settled } from "./browser.mjs";
import { check } from "./scenario.mjs";
import { tournament } from "./tournaments.mjs";
import { until } from "./until.mjs";

/** Names without a word of English, so that a French page with them is French. */
export const NAMES = ["Zoé", "Ödön", "Brünhilde", "Krach", "Ahmed", "Yuki", "Ngozi", "Iñaki", "Éloïse"];

/** A bot that fails now and then, with something on its standard error. */
const BROKEN = `import sys
moves = 0
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["go"]:
        moves += 1
        if moves == 4:
            raise ValueError("ni oui ni non")
        print(words[words.index("moves") + 1], flush=True)
`;

/**
 * @typedef {object} World
 * @property {import("./server.mjs").Server} server
 * @property {import("./gate.mjs").Gate} gate of the game that is live
 * @property {string} live its id
 * @property {Place[]} pages every page, and what opens on some of them
 */

/**
 * A name, the path of a page, and what is done there first.
 *
 * @typedef {[name: string, path: string, act?: (page: import("playwright-core").Page) => Promise<void>]} Place
 */

/**
 * Plays tournaments of every kind, and leaves one game live.
 *
 * @param {import("./scenario.mjs").Scenario} it
 * @returns {Promise<World>}
 */
export async function world(it) {
  it.now("the world: tournaments are written");
  const [zoe, odon, brun, krach, ...others] = /** @type {[string, string, string, string]} */ (NAMES);
  it.write("bots/krach.py", BROKEN);
  const small = { rules: ["size = 5"] };
  const lines = ["pairs = 2"];
  it.write("coupe.toml", tournament({ ...small, title: "Coupe", lines, bots: { [zoe]: "greedy", [odon]: "random", [brun]: "random", [krach]: "python3 bots/krach.py" } }));
  it.write("conga.toml", tournament({ title: "Conga", game: "conga", lines: ["pairs = 1"], bots: { [zoe]: "random", [odon]: "random" } }));
  it.write("brume.toml", tournament({ title: "Brume", game: "plantation", lines: ["pairs = 1"], rules: ["max_turns = 20"], bots: { [zoe]: "random", [odon]: "random-dumb" } }));
  const nine = [zoe, odon, brun, krach, ...others].map((name) => [name, "random"]);
  it.write("arbre.toml", tournament({ ...small, title: "Arbre", lines: ['format = "knockout"', "pairs = 1"], bots: Object.fromEntries(nine) }));
  it.write("suisse.toml", tournament({ ...small, title: "Suisse", lines: ['format = "swiss"', "pairs = 1", "rounds = 3"], bots: Object.fromEntries(nine.slice(0, 5)) }));
  const gate = it.gate("direct");
  it.write("direct.toml", tournament({ title: "Direct", trusts: true, lines: ["pairs = 1"], bots: { [zoe]: gate.command("first"), [odon]: gate.command("last") } }));

  const server = await it.serve();
  it.now("the world: tournaments are played");
  for (const id of ["coupe", "conga", "brume", "arbre", "suisse"]) await server.play(id);
  await server.order("tournaments/direct/start");
  const live = await liveGame(server, gate, "direct");
  const broken = (await server.api("tournaments/coupe/games?fault=any")).rows[0];
  check(broken?.number > 0, "a game with a fault");
  const end = (/** @type {import("playwright-core").Page} */ page) => press(page, "End");
  /** @type {Place[]} */
  const pages = [
    ["home", ""],
    ["tournament", "t/coupe"],
    ["bracket", "t/arbre"],
    ["swiss", "t/suisse"],
    ["running", "t/direct"],
    ["games", "t/coupe/games"],
    ["no-games", "t/coupe/games?fault=time"],
    ["virus", "t/coupe/games/1"],
    ["keys", "t/coupe/games/1", (page) => press(page, "?")],
    ["fault", `t/coupe/games/${broken.number}`, end],
    ["conga", "t/conga/games/1"],
    ["plantation", "t/brume/games/1"],
    ["fog", "t/brume/games/1", (page) => press(page, "End", "1")],
    ["bot", `t/coupe/bots/${encodeURIComponent(krach)}`],
    ["stop", "t/direct", (page) => page.locator(".organise button").first().click()],
    ["organiser", "", (page) => page.locator("button.role").click()],
    ["edit", "t/coupe/edit"],
    ["new", "new"],
    ["rules-virus", "rules/virus"],
    ["rules-conga", "rules/conga"],
    ["rules-plantation", "rules/plantation"],
    ["live", `live/${live}`],
    ["wall", "wall/coupe"],
    ["present", "present/coupe"],
    ["embed", "embed/t/coupe/games/1"],
    ["missing", "t/nothing"],
  ];
  return { server, gate, live, pages };
}

/**
 * Opens every page as the organiser, one after another, and returns the problems: so that one run shows all.
 *
 * @param {import("./scenario.mjs").Scenario} it
 * @param {World} world
 * @param {import("./browser.mjs").Browser} browser
 * @param {import("./browser.mjs").Settings} settings
 * @param {(page: import("playwright-core").Page, name: string) => Promise<void>} visit
 */
export async function walk(it, { server, pages }, browser, settings, visit) {
  const context = await browser.context(settings);
  const shown = JSON.stringify(settings);
  /** @type {string[]} */
  const problems = [];
  it.now(`the organiser's link, ${shown}`);
  await settled(await browser.tab(context, server.organiser));
  // It is not there, on purpose.
  browser.expect(/404.*\/nothing/);
  for (const [name, path, act] of pages) {
    it.now(name);
    const page = await browser.tab(context, server.at(path));
    try {
      await settled(page);
      await act?.(page);
      await visit(page, name);
    } catch (problem) {
      problems.push(`${name}, ${shown}: ${problem instanceof Error ? problem.message : problem}`);
    }
    problems.push(...browser.complaints.splice(0));
    await page.close();
  }
  await context.close();
  return problems;
}

/** Fails if there are problems. @param {string[]} problems */
export function none(problems) {
  if (problems.length > 0) throw new Error(`${problems.length} problems:\n${[...new Set(problems)].join("\n")}`);
}

/**
 * Waits until a tournament's game is live, and returns its id. Only games that last are: so the
 * bots make a few moves meanwhile.
 *
 * @param {import("./server.mjs").Server} server
 * @param {import("./gate.mjs").Gate} gate
 * @param {string} tournament
 * @returns {Promise<string>}
 */
export async function liveGame(server, gate, tournament) {
  let next = 0;
  /** @type {{ id: string, tournament: string }[]} */
  let games = [];
  await until("a live game", 60_000, async () => {
    // A game becomes live with the first move after some time.
    if (performance.now() >= next) {
      gate.allow();
      next = performance.now() + 400;
    }
    games = (await server.api("live")).filter((/** @type {any} */ it) => it.tournament === tournament);
    return games.length > 0;
  });
  return games[0]?.id ?? "";
}
