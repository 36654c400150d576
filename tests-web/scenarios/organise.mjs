// An organiser makes a tournament in the browser, starts it, lets the running games finish, continues,
// and copies its settings to a new one. The file on disk is what the form showed.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { settled, shows } from "../lib/browser.mjs";
import { check, same, scenario } from "../lib/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

await scenario(async (it) => {
  const gate = it.gate("gate");
  const server = await it.serve();
  const browser = await it.browser();
  const page = await browser.page(server.organiser);
  await settled(page);

  it.now("the form writes a file that can be read beside it");
  await page.locator('nav a[href="/new"]').click();
  await page.waitForURL("**/new");
  await settled(page);
  it.now("every press of a button and a key arrives, right after another field was changed");
  const focus = () => page.evaluate(() => document.activeElement?.id);
  const file = () => page.locator("#toml").inputValue();
  await page.locator("#field-title").click();
  await page.keyboard.type("Typed");
  await page.keyboard.press("Tab");
  same(await focus(), "field-game", "what Tab leads to");
  await page.locator("#field-pairs").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("5");
  await page.locator("#add-builtin").click();
  await shows(page, "three players", () => /** @type {HTMLTextAreaElement} */ (document.querySelector("#toml")).value.split("[[players]]").length === 4);
  check(/^pairs = 5$/m.test(await file()), await file());
  await page.locator("#field-pairs").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("7");
  await page.locator("#field-format-swiss").click();
  await shows(page, "the format", () => /^format = "swiss"$/m.test(/** @type {HTMLTextAreaElement} */ (document.querySelector("#toml")).value));
  check(/^pairs = 7$/m.test(await file()), await file());
  await page.locator("#field-format-round-robin").click();
  await shows(page, "the first format", () => !document.querySelector("#field-rounds"));

  it.now("a number that cannot be written is not good");
  await page.locator("#field-pairs").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("-3");
  await page.keyboard.press("Tab");
  await shows(page, "what is wrong with it", () => document.querySelector(".check-result.bad"));
  same(await page.locator("#field-pairs").inputValue(), "-3", "what was typed");
  await page.locator("#field-pairs").fill("10");
  await page.keyboard.press("Tab");
  await shows(page, "that it is good again", () => document.querySelector(".check-result.good"));
  await page.goto(page.url());
  await settled(page);

  it.now("the form writes its values");
  await page.locator("#field-title").fill("Friday cup");
  await page.locator("#field-title").press("Tab");
  await page.locator("#field-game").selectOption("conga");
  await shows(page, "the game in the file", () => /^game = "conga"$/m.test(/** @type {HTMLTextAreaElement} */ (document.querySelector("#toml")).value));
  await page.locator("#field-game").selectOption("virus");
  const editor = page.locator("#toml");
  await shows(page, "the title in the file", () => /** @type {HTMLTextAreaElement} */ (document.querySelector("#toml")).value.includes('title = "Friday cup"'));
  check(/^game = "virus"$/m.test(await editor.inputValue()), await editor.inputValue());

  it.now("a mistake in the file is told with its line");
  const good = await editor.inputValue();
  await editor.fill(good.replace('game = "virus"', 'game = "chess"'));
  await shows(page, "the mistake", () => document.querySelector(".check-result.bad button"));
  const line = good.split("\n").indexOf('game = "virus"') + 1;
  check((await page.locator(".check-result.bad button").innerText()).includes(String(line)), `it names line ${line}`);
  // What the rules of chess are is asked for, once or while they are being asked for.
  const asked = browser.complaints.filter((text) => text.includes("api/games/chess"));
  check(asked.length <= 3, `asked ${asked.length} times for a game that is not there`);
  browser.complaints = browser.complaints.filter((text) => !asked.includes(text));
  browser.expect(/api\/games\/chess/);

  it.now("the file with two bots of the organiser's");
  const players = ["Ada", "Bob"].map((name, at) => `\n[[players]]\nbot = "${gate.command(at === 0 ? "first" : "last")}"\nname = "${name}"\n`);
  const text = `title = "Friday cup"\ngame = "virus"\nformat = "round-robin"\npairs = 3\nclock = "none"\nconcurrency = 1\n[rules]\nsize = 5\n[sandbox]\ntrust_bots = true\n${players.join("")}`;
  await editor.fill(text);
  await shows(page, "that it is good", () => document.querySelector(".check-result.good"));
  const name = await page.locator("#file-name").inputValue();
  await page.locator(".create-page button.primary").last().click();
  await page.waitForURL("**/t/*");
  await settled(page);
  const id = new URL(page.url()).pathname.split("/")[2] ?? "";
  same(readFileSync(join(it.folder, `${name}.toml`), "utf8"), text, "the file on disk");

  it.now("start, then finish the running games and stop");
  await page.locator(".organise .primary").click();
  gate.allow(3);
  await server.says("it runs", `tournaments/${id}/standings`, (it) => it.state === "running");
  await page.locator(".organise button").first().click();
  await page.locator("dialog[open] button.primary").click();
  await server.says("it finishes", `tournaments/${id}/standings`, (it) => it.state === "stopping");
  gate.open();
  const stopped = await server.says("it has stopped", `tournaments/${id}/standings`, (it) => it.state === "stopped");
  same([stopped.pairs_done, stopped.games], [1, 2], "the pair that was being played is done, and no other");

  it.now("continue to the end");
  await shows(page, "the button to continue", () => document.querySelector(".organise button.primary"));
  await page.locator(".organise .primary").click();
  const end = await server.says("it is finished", `tournaments/${id}/standings`, (it) => it.state === "finished");
  same([end.pairs_done, end.games], [3, 6], "pairs and games");

  it.now("copy its settings to a new tournament");
  await shows(page, "no more orders", () => document.querySelector(".organise") && !document.querySelector(".organise button.primary"));
  await page.locator(`.organise a[href="/t/${id}/edit"]`).click();
  await page.waitForURL("**/edit");
  await settled(page);
  same(await page.locator("#toml").inputValue(), text, "the settings of the original");
  const other = await page.locator("#file-name").inputValue();
  check(other !== name, `the copy has another name: ${other}`);
  await page.locator(".create-page button.primary").last().click();
  await page.waitForURL((url) => /^\/t\/[^/]+$/.test(url.pathname) && url.pathname !== `/t/${id}`);
  await settled(page);
  same((await server.api("home")).tournaments.length, 2, "tournaments");
});
