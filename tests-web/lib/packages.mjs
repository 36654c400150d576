// The packages from npm, which `cargo xtask needs` installs into target/node.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** The top folder of the repository. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const require = createRequire(`${ROOT}target/node/package.json`);

/** @param {string} name */
function path(name) {
  try {
    return require.resolve(name);
  } catch {
    throw new Error(`${name} is not in target/node: \`cargo xtask needs\` installs it`);
  }
}

/** @type {typeof import("playwright-core")} */
const playwright = require(path("playwright-core"));

export const { chromium } = playwright;

/** The text of axe, which checks a page for what keeps people out. */
export const AXE = readFileSync(path("axe-core/axe.min.js"), "utf8");
