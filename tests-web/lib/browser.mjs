// A browser and its pages. Whatever a page complains of fails the scenario: errors, breaches of the
// policy, requests to other servers.

import { join } from "node:path";

import { AXE, chromium } from "./packages.mjs";
import { until } from "./until.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContext} Context */

/**
 * @typedef {object} Settings
 * @property {"en" | "fr"} [lang] the browser's language
 * @property {"light" | "dark"} [theme]
 * @property {number} [width]
 * @property {number} [height]
 * @property {boolean} [scripts] whether scripts run
 * @property {boolean} [still] whether the reader wants less motion
 * @property {boolean} [lax] without the pages' policy, for tools that put scripts into pages
 */

/** How long a page may take to show something, far more than it needs. */
const PATIENCE_MS = 45_000;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
];

export class Browser {
  /** @param {import("./scenario.mjs").Scenario} it @param {import("playwright-core").BrowserServer} process @param {import("playwright-core").Browser} inner */
  constructor(it, process, inner) {
    this.it = it;
    this.process = process;
    this.inner = inner;
    /** @type {Page[]} */
    this.pages = [];
    /** @type {string[]} */
    this.complaints = [];
    /** @type {RegExp[]} */
    this.expected = [];
  }

  /** @param {import("./scenario.mjs").Scenario} it */
  static async start(it) {
    const process = await chromium.launchServer({ executablePath: "/usr/bin/chromium", args: FLAGS, host: "127.0.0.1" });
    return new Browser(it, process, await chromium.connect(process.wsEndpoint()));
  }

  /** A page in a window of its own, with cookies of its own. @param {string} address @param {Settings} [settings] */
  async page(address, settings = {}) {
    const context = await this.context(settings);
    return this.tab(context, address);
  }

  /** @param {Settings} settings */
  async context(settings) {
    const context = await this.inner.newContext({
      viewport: { width: settings.width ?? 1280, height: settings.height ?? 720 },
      locale: settings.lang === "fr" ? "fr-FR" : "en-GB",
      colorScheme: settings.theme ?? "light",
      reducedMotion: settings.still ? "reduce" : "no-preference",
      javaScriptEnabled: settings.scripts ?? true,
      bypassCSP: settings.lax ?? false,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    context.setDefaultNavigationTimeout(PATIENCE_MS);
    return context;
  }

  /** One more tab of a window. @param {Context} context @param {string} address */
  async tab(context, address) {
    const page = await context.newPage();
    this.watch(page, new URL(address).origin);
    await page.goto(address, { waitUntil: "load" });
    return page;
  }

  /** @param {Page} page @param {string} origin */
  watch(page, origin) {
    this.pages.push(page);
    page.on("pageerror", (error) => this.complain(page, `error: ${error.stack ?? error.message}`));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        this.complain(page, `${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    page.on("crash", () => this.complain(page, "the page crashed"));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(url)) this.complain(page, `foreign request: ${url}`);
    });
  }

  /** @param {Page} page @param {string} text */
  complain(page, text) {
    if (!this.expected.some((it) => it.test(text))) this.complaints.push(`${page.url()}: ${text}`);
  }

  /** What pages may complain of from now on: a killed server, an error that is provoked. @param {RegExp} text */
  expect(text) {
    this.expected.push(text);
  }

  /** Fails if a page has complained. */
  check() {
    if (this.complaints.length > 0) throw new Error(`pages complained:\n${this.complaints.join("\n")}`);
  }

  /** Shows what its pages looked like at a failure. */
  async tell() {
    for (const [at, page] of this.pages.entries()) {
      if (page.isClosed()) continue;
      const path = join(this.it.screenshots, `failed-${this.it.name}-${this.it.browsers.indexOf(this)}-${at}.png`);
      const is_taken = await page.screenshot({ path, timeout: 10_000 }).then(() => true, () => false);
      console.log(`\n== ${page.url()}${is_taken ? ` (${path})` : ""}`);
      const text = await Promise.race([
        page.evaluate(() => document.body.innerText).catch((error) => `${error}`),
        new Promise((done) => setTimeout(() => done("no answer"), 5000)),
      ]);
      console.log(String(text).slice(0, 1500));
    }
    if (this.complaints.length > 0) console.log(`\n== complaints\n${this.complaints.join("\n")}`);
  }

  async close() {
    this.check();
    await this.inner.close();
    await this.process.close();
  }

  /** Ends it at once. */
  kill() {
    const child = this.process.process();
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  }
}

/**
 * Waits until an expression holds in a page. `look` runs in the page.
 *
 * @template T
 * @param {Page} page
 * @param {string} what
 * @param {(value: T) => unknown} look
 * @param {T} [value]
 */
export async function shows(page, what, look, value) {
  const run = () => page.evaluate(/** @type {any} */ (look), value);
  return until(`${what} on ${page.url()}`, PATIENCE_MS, run);
}

/**
 * Waits until a page is complete: its script has said so, nothing is being loaded, and a picture was drawn.
 *
 * @param {Page} page
 */
export async function settled(page) {
  await shows(page, "a complete page", () => {
    const { ready, errors } = document.documentElement.dataset;
    return errors !== undefined || (ready !== undefined && document.querySelector("[aria-busy='true']") === null);
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))));
  const errors = await page.evaluate(() => document.documentElement.dataset.errors);
  if (errors !== undefined) throw new Error(`${page.url()}: ${errors}`);
}

/** Waits until a page shows a text somewhere. @param {Page} page @param {string} text */
export async function says(page, text) {
  await shows(page, `the text "${text}"`, (it) => document.body.innerText.includes(it), text);
}

/** Presses keys, one after another, wherever the focus is. @param {Page} page @param {string[]} keys */
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** Takes a picture for people to look at. @param {Page} page @param {string} path */
export async function picture(page, path) {
  // Layout and observers of sizes run with the next picture.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))));
  await page.screenshot({ path, animations: "disabled", fullPage: false });
}

/**
 * Fails if axe finds something serious. The page must have been opened with `lax`, since the pages'
 * policy allows no foreign script.
 *
 * @param {Page} page
 */
export async function axe(page) {
  // What is still moving or fading has other colours.
  await page.evaluate(async () => {
    const ends = document.getAnimations().filter((it) => it.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ends.map((it) => it.finished));
  });
  await page.evaluate(AXE);
  /** @type {{ id: string, impact: string, help: string, nodes: { html: string, failureSummary: string }[] }[]} */
  const violations = await page.evaluate(async () => {
    const { axe } = /** @type {any} */ (window);
    const found = await axe.run(document, { resultTypes: ["violations"] });
    return found.violations;
  });
  const bad = violations.filter((it) => it.impact === "serious" || it.impact === "critical");
  const lines = bad.map((it) => {
    const places = it.nodes.slice(0, 4).map((node) => `    ${node.html.slice(0, 200)}\n      ${node.failureSummary.replace(/\s+/g, " ")}`);
    return `  ${it.impact} ${it.id}: ${it.help} (${it.nodes.length})\n${places.join("\n")}`;
  });
  if (bad.length > 0) throw new Error(`axe on ${page.url()}:\n${lines.join("\n")}`);
}
