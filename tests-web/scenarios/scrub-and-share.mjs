// Somebody scrubs through a game and sends a move to somebody else. Nothing of the result is given away
// before it has been seen.

import { settled, shows } from "../lib/browser.mjs";
import { check, same, scenario } from "../lib/scenario.mjs";
import { tournament } from "../lib/tournaments.mjs";
import { isAt, shown, words } from "../lib/viewer.mjs";

await scenario(async (it) => {
  const bots = { Ada: "random", Bob: "random-dumb" };
  it.write("cup.toml", tournament({ game: "plantation", lines: ["pairs = 1"], rules: ["max_turns = 12"], bots }));
  const server = await it.serve();
  await server.play("cup");
  const { playback } = await server.api("tournaments/cup/games/1");
  const last = playback.actions.length;

  const browser = await it.browser();
  const page = await browser.page(server.at("t/cup/games/1"));
  await settled(page);
  it.now("it opens at the start and gives nothing away");
  await isAt(page, 0, last);
  const said = await words(page);
  for (const word of ["wins by", "draw"]) check(!said.includes(word), `"${word}" is said before the end`);

  it.now("keys work at once");
  for (const [key, at] of /** @type {[string, number][]} */ ([["ArrowRight", 1], ["ArrowRight", 2], ["PageDown", 12], ["ArrowLeft", 11], ["Home", 0]])) {
    await page.keyboard.press(key);
    await isAt(page, at);
  }
  it.now("the space bar plays and pauses");
  await page.keyboard.press("+");
  await page.keyboard.press(" ");
  await shows(page, "a position further on", () => Number(document.querySelector("grid-game")?.getAttribute("data-at")) >= 2);
  await page.keyboard.press(" ");
  check(await page.evaluate(() => !(/** @type {any} */ (document.querySelector("grid-game")).playing)), "it has paused");

  it.now("the slider is dragged to the middle");
  const slider = page.locator("grid-game input[type=range], grid-game [role=slider]").first();
  const box = await slider.boundingBox();
  check(box !== null, "a slider");
  await page.mouse.move(box.x + 8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  const middle = (await shown(page))?.at ?? 0;
  check(Math.abs(middle - last / 2) <= last / 10 + 1, `the middle of ${last} is ${middle}`);

  it.now("one seat's knowledge is shown, and the address follows");
  await page.keyboard.press("1");
  await shows(page, "hidden squares", () => document.querySelector('grid-game .cell[data-state="unseen"]'));
  await page.waitForURL((url) => url.searchParams.get("ply") === String(middle) && url.searchParams.get("view") === "0");
  const sent = page.url();
  const link = await page.locator("input.link").inputValue();
  same(link, sent, "the link to the move");

  it.now("somebody else opens the link");
  const other = await browser.page(link, { lang: "fr", theme: "dark", width: 390, height: 844 });
  await settled(other);
  await isAt(other, middle, last);
  same((await shown(other))?.board, (await shown(page))?.board, "the boards");
  check(!/gagne|nulle/.test(await words(other)), "the link gives the result away");

  it.now("the end shows the result");
  await other.keyboard.press("End");
  await isAt(other, last);
  await shows(other, "the verdict", () => document.querySelector("grid-game .verdict"));

  it.now("downloads");
  for (const [path, type] of /** @type {[string, string][]} */ ([
    [`board.svg?ply=${middle}`, "image/svg+xml"],
    ["game.gif", "image/gif"],
    ["record", "application/json"],
  ])) {
    const response = await fetch(server.at(`api/tournaments/cup/games/1/${path}`));
    const found = response.headers.get("content-type") ?? "";
    check(response.ok && found.startsWith(type), `${path}: ${response.status} ${found}`);
    check((await response.arrayBuffer()).byteLength > 100, `${path} is empty`);
  }
});
