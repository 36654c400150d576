// The organiser freezes the standings of the wall from the presenter's page. Games go on, and the room does
// not learn how they ended. Then they are revealed. Other pages are not the wall's: they show results as ever.

import { settled, shows } from "../lib/browser.mjs";
import { check, same, scenario } from "../lib/scenario.mjs";
import { tournament } from "../lib/tournaments.mjs";
import { mode, nextMode } from "../lib/wall.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Names and points of the standings in the page. @param {Page} page */
const rows = (page) =>
  page.evaluate(() => [...document.querySelectorAll("#standings tbody tr")].map((row) => /** @type {HTMLElement} */ (row).innerText.replace(/\s+/g, " ").trim()));

await scenario(async (it) => {
  const gate = it.gate("gate");
  const bots = { Ada: gate.command("first"), Bob: gate.command("last"), Cleo: "random" };
  it.write("cup.toml", tournament({ trusts: true, lines: ["pairs = 4"], rules: ["size = 5"], bots }));
  const server = await it.serve();
  await server.order("tournaments/cup/start");
  gate.allow(60);
  await server.says("a pair", "tournaments/cup/standings", (it) => it.pairs_done > 0);

  const browser = await it.browser();
  const wall = await browser.page(server.at("wall/cup"), { width: 1920, height: 1080 });
  const viewer = await browser.page(server.at("t/cup"));
  const organiser = await browser.page(server.organiser.replace("/#", "/present/cup#"));
  for (const page of [wall, viewer, organiser]) await settled(page);
  const frozen = () => server.api("wall/cup").then((/** @type {{ frozen: boolean }} */ it) => it.frozen);
  const button = (/** @type {string} */ name) => organiser.locator(`[data-command="${name}"]`);

  it.now("hold and go");
  await organiser.keyboard.press("h");
  await shows(wall, "the wall is held", () => document.querySelector(".wall-picture.is-held"));
  await button("go").click();
  await shows(wall, "the wall goes on", () => document.querySelector(".wall-picture:not(.is-held)"));

  it.now("freeze");
  await button("freeze").click();
  await server.says("standings are frozen", "wall/cup", (it) => it.frozen);
  const before = await rows(viewer);
  check(before.length === 3, `three rows: ${before}`);

  it.now("the rest is played");
  gate.open();
  // The organiser may know.
  await shows(organiser, "the end, for the organiser", async () => {
    const answer = await (await fetch("/api/tournaments/cup/standings")).json();
    return answer.state === "finished" || answer.pairs_done === 12;
  });
  check(await frozen(), "they are frozen still");

  it.now("next: the wall never shows the podium");
  for (let part = 0; part < 6; part++) {
    const now = await mode(wall);
    check(now !== "podium", "the podium gives the standings away");
    await organiser.keyboard.press("n");
    await server.says("another part", "wall/cup", () => true);
  }

  it.now("reveal, which must be asked for twice");
  await button("reveal").click();
  check(await frozen(), "once is not enough");
  await button("reveal").click();
  await server.says("standings are shown", "wall/cup", (it) => !it.frozen);
  const shown = await mode(wall);
  if (shown !== "standings") same(await nextMode(wall, shown), "standings", "what the wall reveals");
  const end = await server.api("tournaments/cup/standings");
  same(end.pairs_done, 12, "all pairs");
  await viewer.reload();
  await settled(viewer);
  const after = await rows(viewer);
  check(JSON.stringify(after) !== JSON.stringify(before), "the page shows the new standings");
  await shows(
    wall,
    "the last place is uncovered",
    (name) => /** @type {HTMLElement} */ (document.querySelector(".wall-picture")).innerText.includes(name),
    end.standings.at(-1).name,
  );
});
