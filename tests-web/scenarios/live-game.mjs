// Two people watch a live game in two browsers, move by move and to its end.

import { settled, shows } from "../lib/browser.mjs";
import { check, same, scenario } from "../lib/scenario.mjs";
import { tournament } from "../lib/tournaments.mjs";
import { isAt, shown } from "../lib/viewer.mjs";
import { liveGame } from "../lib/world.mjs";

await scenario(async (it) => {
  const gate = it.gate("gate");
  const bots = { Ada: gate.command("first"), Bob: gate.command("last") };
  it.write("cup.toml", tournament({ trusts: true, clock: "3600+0", lines: ["pairs = 1"], rules: ["size = 6"], bots }));
  const server = await it.serve();
  await server.order("tournaments/cup/start");
  const id = await liveGame(server, gate, "cup");

  it.now("one finds the game on the first page, the other has a link to it");
  const [here, there] = await Promise.all([it.browser(), it.browser()]);
  const one = await here.page(server.url);
  await settled(one);
  await one.locator(`a.open[href="/live/${id}"]`).first().click();
  await one.waitForURL(`**/live/${id}`);
  const other = await there.page(server.at(`live/${id}`), { lang: "fr", theme: "dark", width: 390, height: 844 });
  await Promise.all([one, other].map(settled));
  let moves = (await server.api(`live/${id}`)).actions.length;
  for (const page of [one, other]) await isAt(page, moves, moves);

  it.now("each move comes to both");
  for (let move = 0; move < 6; move++) {
    gate.allow();
    moves++;
    for (const page of [one, other]) await isAt(page, moves, moves);
    const [a, b] = [await shown(one), await shown(other)];
    same(a?.board, b?.board, `the boards after ${moves} moves`);
  }
  it.now("the clock of the player to move runs");
  const clock = () => one.locator(".seat.to-move .clock").innerText();
  const before = await clock();
  await shows(one, "another time", (before) => document.querySelector(".seat.to-move .clock")?.textContent !== before, before);

  it.now("who looks back is left there, and comes back to the newest move");
  await one.keyboard.press("Home");
  await isAt(one, 0, moves);
  gate.allow();
  moves++;
  await isAt(other, moves, moves);
  await isAt(one, 0, moves);
  await one.keyboard.press("l");
  await isAt(one, moves, moves);

  it.now("a page that is loaded again has all of the game");
  await other.reload();
  await settled(other);
  await isAt(other, moves, moves);

  it.now("the game ends, and leads to the stored one");
  gate.open();
  await server.says("the tournament is over", "tournaments/cup/standings", (it) => it.state === "finished");
  const stored = (await server.api("tournaments/cup/games/1")).playback;
  for (const page of [one, other]) {
    await shows(page, "the verdict", () => document.querySelector("grid-game .verdict"));
    await isAt(page, stored.actions.length, stored.actions.length);
  }
  const final = await shown(one);
  same((await shown(other))?.board, final?.board, "the final boards");
  const link = one.locator('a[href="/t/cup/games/1"]').first();
  await link.click();
  await one.waitForURL("**/t/cup/games/1");
  await settled(one);
  await isAt(one, 0, stored.actions.length);
  await one.keyboard.press("End");
  await isAt(one, stored.actions.length);
  same((await shown(one))?.board, final?.board, "the board of the stored game");
  check(stored.actions.length > moves, "it went on after the last move that was let");
});
