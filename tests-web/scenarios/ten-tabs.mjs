// Ten tabs of one browser watch a live game over plain HTTP, where a browser opens six connections at
// most: all of them follow it, and a page can still be loaded.

import { settled } from "../lib/browser.mjs";
import { scenario } from "../lib/scenario.mjs";
import { tournament } from "../lib/tournaments.mjs";
import { isAt } from "../lib/viewer.mjs";
import { liveGame } from "../lib/world.mjs";

const TABS = 10;

await scenario(async (it) => {
  const gate = it.gate("gate");
  const bots = { Ada: gate.command("first"), Bob: gate.command("last") };
  it.write("cup.toml", tournament({ trusts: true, lines: ["pairs = 1"], bots }));
  const server = await it.serve();
  await server.order("tournaments/cup/start");
  const id = await liveGame(server, gate, "cup");
  const browser = await it.browser();
  const context = await browser.context({});
  const tabs = [];
  for (let tab = 0; tab < TABS; tab++) {
    it.now(`tab ${tab + 1}`);
    const page = await browser.tab(context, server.at(`live/${id}`));
    await settled(page);
    tabs.push(page);
  }
  let moves = (await server.api(`live/${id}`)).actions.length;
  for (let move = 0; move < 3; move++) {
    gate.allow();
    moves++;
    it.now(`move ${moves} in all tabs`);
    for (const page of tabs) await isAt(page, moves, moves);
  }
  it.now("one more page");
  await settled(await browser.tab(context, server.at("t/cup")));
});
