// The wall can be read at ten metres: capitals have at least 3.7 % of the picture's height, nothing is cut
// off, boards have 70 % of the height; with the longest names, in every part, on three sizes of screens. On
// a phone letters and board are as large as its width allows, and nothing is cut off or covered either.

import { settled, shows } from "../lib/browser.mjs";
import { letters } from "../lib/letters.mjs";
import { check, same, scenario } from "../lib/scenario.mjs";
import { tournament } from "../lib/tournaments.mjs";
import { liveGame } from "../lib/world.mjs";

const LEAST = 0.037;
const LEAST_BOARD = 0.7;
/** A narrow picture's hundredths are eightieths of its width. */
const NARROW = 0.8;
const PHONE = { width: 390, height: 844 };
const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
];

/** Names of 40 letters and others; wide letters, no spaces, other scripts. */
const NAMES = [
  "W".repeat(40),
  "The Greedy Gardener of Grenoble, Mark 12",
  "alpha_beta_gamma_delta_epsilon_zeta_2026",
  "Minimax Wunderkind (depth-limited to ten)",
  "漢字仮名交じり文の長い名前を持つロボットたちの大会参加者その一番目二番目三番目四番",
  "Zoé",
  "ÀÉÎÕÜ ÇŠŽ Ångström",
  "Ben",
  "i".repeat(40),
].map((name) => [...name].slice(0, 40).join(""));

await scenario(async (it) => {
  const bots = Object.fromEntries(NAMES.map((name, at) => [name, at % 3 === 0 ? "greedy" : "random"]));
  const title = "The Thirteenth International Spring Cup of Old Virus";
  it.write("cup.toml", tournament({ title, lines: ["pairs = 1"], bots }));
  const two = Object.fromEntries(NAMES.slice(0, 2).map((name) => [name, "random"]));
  it.write("conga.toml", tournament({ title: "Conga", game: "conga", lines: ['format = "knockout"', "pairs = 1"], bots: two }));
  it.write("fog.toml", tournament({ title: "Plantation", game: "plantation", lines: ["pairs = 1"], rules: ["max_turns = 40"], bots: two }));
  const gate = it.gate("gate");
  const gated = { [NAMES[2] ?? ""]: gate.command("first"), [NAMES[3] ?? ""]: gate.command("last") };
  it.write("slow.toml", tournament({ title: "Slow", clock: "3600+0", trusts: true, lines: ["pairs = 1"], bots: gated }));
  const server = await it.serve();
  for (const id of ["cup", "conga", "fog"]) await server.play(id);
  const browser = await it.browser();
  const command = (/** @type {string} */ id, /** @type {object} */ body) => server.order(`wall/${id}`, body);

  /** @type {string[]} */
  const problems = [];
  /** @type {Set<string>} */
  const seen = new Set();

  /** @param {import("playwright-core").Page} page @param {string} what */
  async function read(page, what) {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const found = await letters(page);
    check(found.length > 0, `${what} shows a text`);
    seen.add(what);
    const scale = Math.min(1, width / height / NARROW);
    // Capitals are whole pixels high, and a phone has few.
    const least = scale < 1 ? Math.floor(LEAST * scale * height) / height : LEAST;
    for (const { text, part, cut, lies } of found) {
      const where = `${what} at ${width} x ${height}: "${text}"`;
      if (part < least) problems.push(`${where} has capitals of ${(part * 100).toFixed(2)} %`);
      if (cut !== "") problems.push(`${where} is cut off by ${cut}`);
      if (lies !== "") problems.push(`${where} lies upon "${lies}"`);
    }
    const board = await page.evaluate(() => {
      const iron = document.querySelector(".wall-game:not(.is-leaving) .grate");
      return iron ? iron.getBoundingClientRect().height / innerHeight : null;
    });
    if (what.includes("game") && (board === null || board < LEAST_BOARD * scale)) problems.push(`${what} at ${width} x ${height}: a board of ${board}`);
  }

  /** Waits until the wall shows a part, with all that comes into it. @param {import("playwright-core").Page} page @param {string} mode @param {string} [phase] */
  const isIn = (page, mode, phase) =>
    shows(
      page,
      `${mode} ${phase ?? ""}`,
      ([mode, phase]) => {
        const picture = document.querySelector(".wall-picture");
        const game = document.querySelector(".wall-game:not(.is-leaving)");
        const isQuiet = document.querySelector(".is-leaving, .wall-picture [aria-busy]") === null;
        const isPhase = !phase || (game instanceof HTMLElement && game.dataset.phase === phase);
        return isQuiet && picture instanceof HTMLElement && picture.dataset.mode === mode && isPhase;
      },
      [mode, phase ?? ""],
    );

  // All walls show the same at the same time, so all are read at once. Without motion nothing is measured
  // on its way.
  const windows = /** @type {import("../lib/browser.mjs").Settings[]} */ ([...SIZES, { ...SIZES[2], lang: "fr" }, PHONE, { ...PHONE, lang: "fr" }]);
  const pages = await Promise.all(windows.map((it) => browser.page(server.at("wall/cup"), { ...it, still: true })));
  const all = (/** @type {(page: import("playwright-core").Page) => Promise<unknown>} */ act) => Promise.all(pages.map(act));
  await all(settled);
  for (const number of [1, 2, 5, 17]) {
    it.now(`game ${number}`);
    await command("cup", { command: "show", number });
    await all((page) => isIn(page, "game", "intro"));
    await command("cup", { command: "hold" });
    await all((page) => read(page, "the introduction"));
    await command("cup", { command: "go" });
    await all((page) => isIn(page, "game", "play"));
    await all((page) => read(page, "a game of Virus"));
    await command("cup", { command: "next" });
    await all((page) => isIn(page, "result"));
    await all((page) => read(page, "the result"));
  }
  it.now("standings, frozen and with suspense");
  await command("cup", { command: "next" });
  await command("cup", { command: "hold" });
  await all((page) => isIn(page, "standings"));
  await all((page) => read(page, "the standings"));
  for (const [what, body] of /** @type {[string, object][]} */ ([
    ["frozen standings", { command: "freeze" }],
    ["standings with suspense", { command: "suspense", on: true }],
  ])) {
    await command("cup", { command: "thaw" });
    await command("cup", body);
    await command("cup", { command: "show", number: 3 });
    await command("cup", { command: "next" });
    await command("cup", { command: "next" });
    await command("cup", { command: "hold" });
    await all((page) => isIn(page, "standings"));
    await all((page) => read(page, what));
  }
  it.now("reveal and podium");
  let state = await command("cup", { command: "reveal" });
  await all((page) => isIn(page, "standings"));
  await all((page) => shows(page, "an uncovered row", () => document.querySelector(".wall-row:not(.is-covered, .wall-labels)")));
  await all((page) => read(page, "the last standings"));
  while (state.mode === "standings") state = await command("cup", { command: "next" });
  same(state.mode, "podium", "what comes after the last standings");
  await all((page) => isIn(page, "podium"));
  await all((page) => shows(page, "the winner", () => document.querySelectorAll(".wall-step.is-covered").length === 0));
  await all((page) => read(page, "the podium"));

  for (const id of ["conga", "fog"]) {
    it.now(`a game of ${id}`);
    await all((page) => page.goto(server.at(`wall/${id}`)));
    await all(settled);
    await command(id, { command: "show", number: 1 });
    await all((page) => isIn(page, "game", "play"));
    await all((page) => read(page, `a game of ${id}`));
    await command(id, { command: "next" });
    await all((page) => isIn(page, "result"));
    await all((page) => read(page, `a result of ${id}`));
  }

  it.now("a live game");
  await server.order("tournaments/slow/start");
  await liveGame(server, gate, "slow");
  await all((page) => page.goto(server.at("wall/slow")));
  await all(settled);
  await all((page) => isIn(page, "game", "play"));
  await all((page) => shows(page, "clocks", () => [...document.querySelectorAll(".wall-clock")].every((clock) => clock.textContent !== "")));
  await all((page) => read(page, "a live game"));
  it.now("a small window becomes a large one");
  const [page] = /** @type {[import("playwright-core").Page]} */ (pages);
  await page.setViewportSize({ width: 1600, height: 900 });
  await shows(page, "another size", () => document.querySelector(".wall-picture")?.getAttribute("style")?.includes("--u: 9px"));
  await read(page, "a live game after a change");

  check(seen.size >= 12, `all parts were seen: ${[...seen].join(", ")}`);
  if (problems.length > 0) throw new Error(`${problems.length} problems:\n${[...new Set(problems)].slice(0, 60).join("\n")}`);
});
