// On a private server only those with a link see anything. The token leaves the address at once.

import { settled } from "../lib/browser.mjs";
import { check, same, scenario } from "../lib/scenario.mjs";
import { tournament } from "../lib/tournaments.mjs";

await scenario(async (it) => {
  it.write("cup.toml", tournament({ title: "Class 7b", lines: ["pairs = 1"], rules: ["size = 5"], bots: { Zacharias: "random", Bob: "random" } }));
  const server = await it.serve({ options: ["--private"] });
  check(server.url.includes("#token="), `the viewing link has a token: ${server.url}`);
  const browser = await it.browser();

  it.now("nobody without a link sees a name");
  browser.expect(/status of 401/);
  for (const path of ["", "t/cup", "t/cup/games/1", "wall"]) {
    const page = await browser.page(server.at(path));
    await settled(page);
    const text = await page.evaluate(() => document.documentElement.outerHTML);
    check(!/Zacharias|Class 7b/.test(text), `${path} shows a name`);
  }
  for (const path of ["home", "tournaments/cup", "events?topics=home"]) {
    same((await fetch(server.at(`api/${path}`))).status, 401, path);
  }

  it.now("a viewer with the link watches, and cannot act");
  const viewer = await browser.page(server.url);
  await settled(viewer);
  check(!viewer.url().includes("token"), `the token is in the address: ${viewer.url()}`);
  await viewer.locator('a[href="/t/cup"]').first().click();
  await viewer.waitForURL("**/t/cup");
  await settled(viewer);
  check((await viewer.locator("#standings").innerText()).includes("Zacharias"), "the standings");
  same(await viewer.locator(".organise").count(), 0, "buttons of the organiser");
  const refused = await viewer.evaluate(async () => {
    const response = await fetch("/api/tournaments/cup/start", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    return response.status;
  });
  same(refused, 403, "a viewer's order");
  browser.complaints = browser.complaints.filter((text) => !text.includes("403"));

  it.now("the cookie is not for scripts, and a wrong token opens nothing");
  same(await viewer.evaluate(() => document.cookie), "", "cookies that scripts can read");
  const wrong = await browser.page(server.url.replace(/token=.*/, `token=${"0".repeat(64)}`));
  await settled(wrong);
  check(!/Zacharias|Class 7b/.test(await wrong.evaluate(() => document.documentElement.outerHTML)), "a wrong token shows a name");
  check(!wrong.url().includes("token"), `the wrong token is in the address: ${wrong.url()}`);
  browser.complaints = browser.complaints.filter((text) => !/40[13]/.test(text));
});
