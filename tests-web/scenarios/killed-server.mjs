// Somebody follows a tournament. The server is killed and started again, the organiser continues, and
// the same page sees it finish. No game is lost and none is counted twice.

import { settled, shows } from "../lib/browser.mjs";
import { check, same, scenario } from "../lib/scenario.mjs";
import { tournament } from "../lib/tournaments.mjs";

await scenario(async (it) => {
  const gate = it.gate("gate");
  const bots = { Ada: gate.command("first"), Bob: gate.command("last"), Cleo: "random" };
  it.write("cup.toml", tournament({ trusts: true, lines: ["pairs = 4"], rules: ["size = 5"], bots }));
  const server = await it.serve();
  const browser = await it.browser();
  const page = await browser.page(server.at("t/cup"));
  await settled(page);
  /** @param {string} text */
  const standing = async (text) => shows(page, `"${text}" at the head`, (text) => document.querySelector(".tournament-head")?.textContent?.includes(text), text);

  it.now("the organiser starts it with a click");
  const context = await browser.context({});
  const organiser = await browser.tab(context, server.organiser.replace("/#", "/t/cup#"));
  await settled(organiser);
  check(!organiser.url().includes("token"), `the token has left the address: ${organiser.url()}`);
  await organiser.locator(".organise .primary").click();
  await standing("running");

  it.now("some pairs are played, then the server is killed");
  // Enough for a pair, whose games have at most 25 moves, and far too few for all 24 games.
  gate.allow(60);
  const state = await server.says("a pair", "tournaments/cup/standings", (it) => it.pairs_done > 0);
  await shows(page, "a pair in the page", () => /[1-9]\d* of 12 pairs/.test(document.querySelector(".tournament-head")?.textContent ?? ""));
  // Pages cannot know that the server comes back.
  browser.expect(/Failed to load resource|net::ERR_/);
  server.kill();
  await shows(page, "that nothing arrives", () => document.querySelector(".connection:not([hidden])"));

  it.now("it starts again at the same port");
  const again = await it.serve({ port: new URL(server.url).port });
  await shows(page, "that all is well", () => document.querySelector(".connection[hidden]"));
  const kept = await again.api("tournaments/cup/standings");
  check(kept.pairs_done >= state.pairs_done, `${kept.pairs_done} of ${state.pairs_done} pairs were kept`);
  check(kept.state === "stopped", `the state is ${kept.state}`);

  it.now("the organiser has a new link, and continues");
  await organiser.goto(again.organiser.replace("/#", "/t/cup#"));
  await settled(organiser);
  await organiser.locator(".organise .primary").click();
  gate.open();
  const end = await again.says("it is finished", "tournaments/cup/standings", (it) => it.state === "finished");
  await standing("finished");
  same([end.pairs_done, end.games], [12, 24], "pairs and games");
  const { rows } = await again.api("tournaments/cup/games");
  const numbers = rows.map((/** @type {{ number: number }} */ row) => row.number).sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
  same(numbers, Array.from({ length: 24 }, (_, at) => at + 1), "the games");

  it.now("the page that was open all the time shows the final standings");
  const names = end.standings.map((/** @type {{ name: string }} */ it) => it.name);
  await shows(
    page,
    `the standings ${names}`,
    (names) => {
      const rows = [...document.querySelectorAll('#standings tbody th[scope="row"]')];
      return rows.length === names.length && rows.every((row, at) => row.textContent?.includes(names[at] ?? "?"));
    },
    names,
  );
});
