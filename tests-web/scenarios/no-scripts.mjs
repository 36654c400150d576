// With scripts off: the first page leads to the tournaments, whose pages show standings.

import { check, same, scenario } from "../lib/scenario.mjs";
import { tournament } from "../lib/tournaments.mjs";

await scenario(async (it) => {
  const bots = { "<b>Zoé</b>": "greedy", Ödön: "random", Ahmed: "first" };
  it.write("cup.toml", tournament({ title: "Cup & <i>Co</i>", lines: ["pairs = 1"], rules: ["size = 5"], bots }));
  const server = await it.serve();
  await server.play("cup");
  const { standings } = await server.api("tournaments/cup/standings");

  const browser = await it.browser();
  const page = await browser.page(server.url, { scripts: false });
  it.now("from the first page to the tournament");
  await page.getByRole("link", { name: "Cup & <i>Co</i>" }).click();
  await page.waitForURL("**/t/cup");
  const names = await page.getByRole("rowheader").allInnerTexts();
  same(
    names.map((name) => name.trim()),
    standings.map((/** @type {{ name: string }} */ standing) => standing.name),
    "the names in the order of the standings",
  );
  it.now("other pages say what they need");
  for (const path of ["t/cup/games/1", "new", "wall"]) {
    await page.goto(server.at(path));
    const text = (await page.locator("#page").innerText()).trim();
    check(text.includes("JavaScript"), `${path} says what it needs: ${text}`);
  }
});
