// Pages of what other commands play: `tournament --serve`, `match --serve`, `play --browser`.

import { settled, shows } from "../lib/browser.mjs";
import { check, same, scenario } from "../lib/scenario.mjs";
import { tournament } from "../lib/tournaments.mjs";
import { isAt } from "../lib/viewer.mjs";

const QUIETLY = ["--port", "0", "--no-browser"];

await scenario(async (it) => {
  const browser = await it.browser();
  const gates = ["cup", "match", "play"].map((name) => it.gate(name));
  const [cup, match, play] = /** @type {[import("../lib/gate.mjs").Gate, import("../lib/gate.mjs").Gate, import("../lib/gate.mjs").Gate]} */ (gates);

  it.now("tournament --serve");
  const bots = { Ada: cup.command("first"), Bob: cup.command("last") };
  const file = it.write("cup.toml", tournament({ trusts: true, lines: ["pairs = 2"], rules: ["size = 5"], bots }));
  const running = await it.start(["tournament", file, "--serve", ...QUIETLY]);
  const page = await browser.page(running.url);
  await settled(page);
  check(new URL(page.url()).pathname === "/t/cup", `the page is that of the tournament: ${page.url()}`);
  await shows(page, "that it runs", () => /running/.test(document.querySelector(".tournament-head")?.textContent ?? ""));
  cup.open();
  await shows(page, "that it is finished", () => /finished/.test(document.querySelector(".tournament-head")?.textContent ?? ""));
  same((await running.api("tournaments/cup/standings")).pairs_done, 2, "pairs");
  await page.close();
  await running.stop();
  check(/Ada/.test(running.out), `the terminal shows the standings: ${running.out}`);

  it.now("match --serve");
  const two = [match.command("first"), match.command("last")];
  const pair = await it.start(["match", "virus", ...two, "--trust-bots", "--games", "2", "--rules", "size=5", "--clock", "none", "--concurrency", "1", "--serve", ...QUIETLY]);
  const watching = await browser.page(pair.url);
  await settled(watching);
  await shows(watching, "that it runs", () => /running/.test(document.querySelector(".tournament-head")?.textContent ?? ""));
  match.open();
  await shows(watching, "that it is finished", () => /finished/.test(document.querySelector(".tournament-head")?.textContent ?? ""));
  await watching.close();
  await pair.stop();

  it.now("play --browser");
  const single = await it.start(["play", "virus", play.command("first"), play.command("last"), "--trust-bots", "--rules", "size=5", "--clock", "none", "--browser", ...QUIETLY]);
  const board = await browser.page(single.url);
  await settled(board);
  const begin = await board.evaluate(() => /** @type {any} */ (document.querySelector("grid-game")).last);
  play.allow(2);
  await isAt(board, begin + 2, begin + 2);
  play.open();
  await shows(board, "the verdict", () => document.querySelector("grid-game .verdict"));
});
