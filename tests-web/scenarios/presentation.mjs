// The presentation goes through three games by its own: each game, its result, the standings. Nobody
// touches it. A second wall shows the same.

import { picture, settled, shows } from "../lib/browser.mjs";
import { check, same, scenario } from "../lib/scenario.mjs";
import { tournament } from "../lib/tournaments.mjs";
import { faded, mode, nextMode } from "../lib/wall.mjs";

const GAMES = 3;

await scenario(async (it) => {
  const gate = it.gate("gate");
  const bots = { Anaëlle: "greedy", Bartholomäus: "random", Cleo: "first", Dan: gate.command() };
  it.write("cup.toml", tournament({ trusts: true, lines: ["pairs = 2"], rules: ["size = 5"], bots }));
  const server = await it.serve();
  // It is stopped long before its end: so there is no podium yet.
  await server.order("tournaments/cup/start");
  gate.allow(40);
  await server.says("some pairs", "tournaments/cup/standings", (it) => it.pairs_done >= 4);
  await server.order("tournaments/cup/stop", { now: true });
  await server.says("it has stopped", "tournaments/cup/standings", (it) => it.state === "stopped");

  const browser = await it.browser();
  const wall = await browser.page(server.at("wall/cup"), { width: 1920, height: 1080 });
  const second = await browser.page(server.at("wall/cup"), { width: 1280, height: 720, lang: "fr" });
  await settled(wall);
  await settled(second);
  /** @type {number[]} */
  const games = [];
  let now = "";
  for (let results = 0; results < GAMES; ) {
    now = await nextMode(wall, now);
    const state = await server.api("wall/cup");
    it.now(`the wall shows: ${now} ${state.game?.number ?? ""}`);
    if (state.mode === now) await until_same(second, now);
    await faded(wall);
    await look(now, results);
    if (now === "game") {
      await shows(wall, "the game after the introduction", () => document.querySelector('.wall-game[data-phase="play"]'));
      await look("board", results);
      games.push(state.game.number);
      check(state.length_ms >= 30_000 && state.length_ms <= 60_000, `a game takes ${state.length_ms} ms`);
    }
    if (now === "result") {
      results++;
      same(state.length_ms, 6000, "the time of a result");
      same(state.game.number, games.at(-1), "the result is that of the game");
    }
  }
  same(new Set(games).size, GAMES, `different games in ${games}`);
  same(await nextMode(wall, now), "standings", "what comes after the last result");

  /** Takes a picture for people to look at. @param {string} part @param {number} round */
  async function look(part, round) {
    await picture(wall, `${it.screenshots}/wall-${round + 1}-${part}.png`);
  }

  /** @param {import("playwright-core").Page} page @param {string} expected */
  async function until_same(page, expected) {
    if ((await mode(page)) !== expected) same(await nextMode(page, await mode(page)), expected, "the second wall");
  }
});
