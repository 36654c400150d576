// A running `gridiron serve`.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { until } from "./until.mjs";

/** How long a server may take to start or to stop, far more than it needs. */
const PATIENCE_MS = 60_000;

export class Server {
  /** @param {string} binary @param {string} folder @param {string[]} words */
  constructor(binary, folder, words) {
    this.words = words;
    // The cache is outside the served folder.
    const cache = `${folder}-cache`;
    if (!existsSync(cache)) mkdirSync(cache);
    /** @type {Record<string, string | undefined>} */
    const environment = { ...process.env, GRIDIRON_CACHE: join(cache, "gridiron"), NO_COLOR: "1" };
    this.child = spawn(binary, words, {
      cwd: folder,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.out = "";
    this.error = "";
    this.child.stdout.setEncoding("utf8").on("data", (text) => (this.out += text));
    this.child.stderr.setEncoding("utf8").on("data", (text) => (this.error += text));
    this.has_ended = new Promise((done) => this.child.on("close", (code) => done(code)));
    this.child.on("error", (problem) => (this.error += `cannot start: ${problem.message}\n`));
    /** The address to watch at. */
    this.url = "";
    /** The organiser's link. */
    this.organiser = "";
    /** The organiser's cookie, once there is one. */
    this.cookie = "";
  }

  /** Waits until it has printed where it listens. */
  async ready() {
    await until("the server prints its addresses", PATIENCE_MS, () => {
      // Commands whose standard output is for results print them on standard error.
      const said = `${this.out}\n${this.error}`;
      this.url = /^\s*watching: (http:\S+)$/m.exec(said)?.[1] ?? "";
      this.organiser = /^\s*organiser: (http:\S+)$/m.exec(said)?.[1] ?? "";
      if (this.child.exitCode !== null) throw new Error(`the server ended: ${this.error}`);
      return this.url !== "" && this.organiser !== "";
    });
  }

  /** @param {string} path without `/` at its begin */
  at(path) {
    return new URL(`/${path}`, this.url).href;
  }

  /** The JSON of a route of the API. @param {string} path */
  async api(path) {
    const response = await fetch(this.at(`api/${path}`));
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  /** Waits for what the API says. @param {string} what @param {string} path @param {(it: any) => boolean} holds */
  async says(what, path, holds) {
    /** @type {any} */
    let last;
    await until(what, PATIENCE_MS, async () => holds((last = await this.api(path))), () => JSON.stringify(last));
    return last;
  }

  /** Sends JSON as the organiser. @param {string} path @param {unknown} [body] @returns {Promise<any>} */
  async order(path, body = {}) {
    const send = (/** @type {string} */ route, /** @type {unknown} */ json, /** @type {Record<string, string>} */ headers) =>
      fetch(this.at(`api/${route}`), {
        method: "POST",
        headers: { origin: new URL(this.url).origin, "content-type": "application/json", ...headers },
        body: JSON.stringify(json),
      });
    if (this.cookie === "") {
      const token = new URLSearchParams(new URL(this.organiser).hash.slice(1)).get("token");
      const session = await send("session", { token }, {});
      this.cookie = session.headers.get("set-cookie")?.split(";")[0] ?? "";
      if (!session.ok || this.cookie === "") throw new Error(`session: ${session.status} ${await session.text()}`);
    }
    const response = await send(path, body, { cookie: this.cookie });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  }

  /** Plays a tournament to its end. @param {string} id */
  async play(id) {
    await this.order(`tournaments/${id}/start`);
    return this.says(`${id} is finished`, `tournaments/${id}/standings`, (it) => it.state === "finished");
  }

  /** Asks it to stop, and waits. It must end well. */
  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill("SIGTERM");
    const late = new Promise((done) => setTimeout(() => done("late"), PATIENCE_MS).unref());
    const code = await Promise.race([this.has_ended, late]);
    if (code !== 0 && code !== 130) throw new Error(`the server stopped with ${code}: ${this.error}`);
  }

  /** Ends it at once, as a power cut does. */
  kill() {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill("SIGKILL");
  }

  tell() {
    console.log(`\n== gridiron ${this.words.join(" ")}\n${this.out.slice(-2000)}${this.error.slice(-4000)}`);
  }
}
