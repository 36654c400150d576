// One scenario: its folder, its servers and browsers, its limit of time, and what is shown when it
// fails. A scenario file calls `scenario` once; a Rust test runs the file with these arguments:
//
//   node scenarios/NAME.mjs GRIDIRON FOLDER SCREENSHOTS

import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { Browser } from "./browser.mjs";
import { Gate } from "./gate.mjs";
import { Server } from "./server.mjs";

/** The longest that a scenario may take, far more than it needs. The Rust test waits a little longer. */
const LIMIT_MS = 400_000;

/** What a scenario works with. */
export class Scenario {
  /** @param {string} binary @param {string} folder @param {string} screenshots */
  constructor(binary, folder, screenshots) {
    this.name = basename(process.argv[1] ?? "", ".mjs");
    this.binary = binary;
    /** The folder that is served. It is empty at first. */
    this.folder = folder;
    this.screenshots = screenshots;
    /** @type {Server[]} */
    this.servers = [];
    /** @type {Browser[]} */
    this.browsers = [];
    /** @type {Gate[]} */
    this.gates = [];
    this.step = "begin";
  }

  /** Says what is done next: a failure names it. @param {string} step */
  now(step) {
    this.step = step;
    console.log(`${new Date().toISOString().slice(17, 23)} ${step}`);
  }

  /** Writes a file into the folder. @param {string} path @param {string} text */
  write(path, text) {
    const full = join(this.folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    return full;
  }

  /** Starts `gridiron serve` on the folder. @param {{ port?: string, options?: string[] }} [settings] */
  async serve({ port = "0", options = [] } = {}) {
    return this.start(["serve", this.folder, "--port", port, "--no-browser", ...options]);
  }

  /** Starts any command that serves pages. @param {string[]} words */
  async start(words) {
    const server = new Server(this.binary, this.folder, words);
    this.servers.push(server);
    await server.ready();
    return server;
  }

  /** Starts a browser. */
  async browser() {
    const browser = await Browser.start(this);
    this.browsers.push(browser);
    return browser;
  }

  /** A bot that moves when it is let. @param {string} name */
  gate(name) {
    const gate = new Gate(this, name);
    this.gates.push(gate);
    return gate;
  }

  /** Ends at once what was started. It runs when the process ends, so it cannot wait. */
  kill() {
    for (const server of this.servers) server.kill();
    for (const browser of this.browsers) browser.kill();
    for (const gate of this.gates) gate.close();
  }
}

/**
 * Runs a scenario and ends the process: with 0 if all went well.
 *
 * @param {(it: Scenario) => Promise<void>} run
 */
export async function scenario(run) {
  const [binary, folder, screenshots] = process.argv.slice(2);
  if (!binary || !folder || !screenshots) {
    console.error("usage: node scenarios/NAME.mjs GRIDIRON FOLDER SCREENSHOTS");
    process.exit(2);
  }
  const it = new Scenario(binary, folder, screenshots);
  process.on("exit", () => it.kill());
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => process.exit(1));
  let is_over = false;
  const limit = setTimeout(() => void end(new Error(`not done in ${LIMIT_MS / 1000} s`)), LIMIT_MS);

  /** @param {unknown} [problem] */
  async function end(problem) {
    if (is_over) return;
    is_over = true;
    clearTimeout(limit);
    if (problem !== undefined) await tell(it, problem);
    process.exit(problem === undefined ? 0 : 1);
  }

  process.on("unhandledRejection", (problem) => void end(problem));
  try {
    await run(it);
    it.now("end");
    for (const browser of it.browsers) await browser.close();
    for (const server of it.servers) await server.stop();
    await end();
  } catch (problem) {
    await end(problem);
  }
}

/** Shows a failure, and what led to it. @param {Scenario} it @param {unknown} problem */
async function tell(it, problem) {
  console.log(`\nFAILED at: ${it.step}`);
  console.log(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem));
  for (const browser of it.browsers) await browser.tell();
  for (const server of it.servers) server.tell();
}

/** @param {unknown} condition @param {string} message @returns {asserts condition} */
export function check(condition, message) {
  if (!condition) throw new Error(message);
}

/** @param {unknown} found @param {unknown} expected @param {string} what */
export function same(found, expected, what) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: expected ${b}, found ${a}`);
}
