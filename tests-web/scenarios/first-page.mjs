// How much the first page loads, as it comes over the wire: the server is somewhere else, and so are the
// pupils' telephones.

import { settled } from "../lib/browser.mjs";
import { check, scenario } from "../lib/scenario.mjs";
import { world } from "../lib/world.mjs";

const MOST = 80 * 1024;

await scenario(async (it) => {
  const { server } = await world(it);
  const browser = await it.browser();
  const context = await browser.context({});
  const page = await context.newPage();
  browser.watch(page, new URL(server.url).origin);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  /** @type {Map<string, { path: string, head: number, bytes: number }>} */
  const loaded = new Map();
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    const { protocol, pathname } = new URL(response.url);
    if (protocol === "http:") loaded.set(requestId, { path: pathname, head: response.encodedDataLength, bytes: 0 });
  });
  // Bodies as they come: compressed, without heads.
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const it = loaded.get(requestId);
    if (it) it.bytes = encodedDataLength - it.head;
  });
  await page.goto(server.url);
  await settled(page);
  // What boards show later is not the page. Streams never end.
  const files = [...loaded.values()].filter(({ path }) => !/^\/api\/(events|live|tournaments)/.test(path));
  const bytes = files.reduce((sum, it) => sum + it.bytes, 0);
  const table = files.sort((a, b) => b.bytes - a.bytes).map((it) => `${String(it.bytes).padStart(7)} ${it.path}`);
  const all = `${bytes} bytes in ${files.length} files:\n${table.join("\n")}`;
  console.log(all);
  check(files.length > 5 && files.every((it) => it.bytes > 0), `everything was counted: ${all}`);
  check(bytes <= MOST, `the first page is too large: ${all}`);
});
