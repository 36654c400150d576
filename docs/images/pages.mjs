// Pictures of the served pages for the README. make.sh calls it:
// node pages.mjs GRIDIRON FOLDER-WITH-cup.toml-AND-cup.db OUTPUT-FOLDER

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const [, , gridiron, folder, output] = process.argv;
const root = fileURLToPath(new URL("../../", import.meta.url));
const { chromium } = createRequire(root + "target/node/package.json")("playwright-core");

const server = spawn(gridiron, ["serve", folder, "--port", "0", "--no-browser"]);
const address = await new Promise((found) => {
  let text = "";
  server.stdout.on("data", (part) => {
    text += part;
    const line = /^watching: (\S+)\//m.exec(text);
    if (line) found(line[1]);
  });
});
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"],
});

/** A picture of a page, so many milliseconds after it was opened: boards have moved by then. */
async function shot(name, path, colorScheme, delay) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
  await page.goto(address + path);
  await page.waitForTimeout(delay);
  await page.screenshot({ path: `${output}/${name}.png` });
  await page.close();
}

try {
  // The analysis of a game is computed when it is first asked for.
  await fetch(address + "/api/tournaments/cup/games/3/analysis");
  await shot("home", "/", "light", 20000);
  await shot("tournament", "/t/cup", "light", 3000);
  await shot("game", "/t/cup/games/3?ply=64", "dark", 4000);
  await shot("wall", "/wall/cup", "dark", 16000);
} finally {
  await browser.close();
  server.kill();
}
