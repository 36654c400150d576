// What the other scenarios rely on: a page's complaints are noticed, and so is what axe finds.
// The pages are a small server's of this file, so that they can be wrong on purpose.

import { createServer } from "node:http";

import { axe, says } from "../lib/browser.mjs";
import { check, scenario } from "../lib/scenario.mjs";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data: http:; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const SCRIPT = "setTimeout(() => document.body.append('made by the script'), 100)";

/** What each page has below its heading, and what is said of it. @type {Record<string, [string, RegExp | null]>} */
const PAGES = {
  "/good": ["", null],
  "/inline-script": ["<script>window.hacked = 1</script>", /script-src/],
  "/inline-style": ["<p style='color: red'>x</p>", /style-src/],
  "/foreign": ["<img src='http://127.0.0.2:9/x.png' alt=''>", /foreign request/],
  "/lost": ["<script src='/nothing.js' type='module'></script>", /404/],
};

await scenario(async (it) => {
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const head = { "content-security-policy": POLICY };
    if (path === "/good.js") {
      response.writeHead(200, { ...head, "content-type": "text/javascript" }).end(SCRIPT);
    } else if (path === "/nothing.js") {
      response.writeHead(404, head).end();
    } else {
      const more = path === "/unnamed" ? "<button></button>" : (PAGES[path]?.[0] ?? "");
      const text = `<!DOCTYPE html><html lang="en"><title>Page</title><link rel="icon" href="data:,">
        <script src="/good.js" type="module"></script><main><h1>Page</h1>${more}</main></html>`;
      response.writeHead(200, { ...head, "content-type": "text/html" }).end(text);
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(0)));
  const address = server.address();
  check(address !== null && typeof address === "object", "an address");
  const at = (/** @type {string} */ path) => `http://127.0.0.1:${address.port}${path}`;

  const browser = await it.browser();
  for (const [path, [, expected]] of Object.entries(PAGES)) {
    it.now(path);
    const page = await browser.page(at(path));
    await says(page, "made by the script");
    const said = browser.complaints.splice(0).join("\n");
    check(expected === null ? said === "" : expected.test(said), `${path}: ${said || "no complaint"}`);
  }

  it.now("axe");
  await axe(await browser.page(at("/good"), { lax: true }));
  const found = await axe(await browser.page(at("/unnamed"), { lax: true })).then(() => "", String);
  check(found.includes("critical button-name"), `axe: ${found}`);
  server.close();
});
