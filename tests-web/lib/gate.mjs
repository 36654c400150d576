// A bot that moves when the scenario lets it: it reads one byte of a named pipe before each move.
// So a live game is as slow as the scenario wants, and no test depends on speed.
// It needs `trust_bots = true` in the tournament's `[sandbox]`, and a clock that never runs out.

import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** The bot takes the first or the last of the moves it is offered, so it plays Virus and Conga. */
const BOT = `import os, sys
gate = os.open(sys.argv[1], os.O_RDWR)
which = int(sys.argv[2])
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["gridiron"]:
        # Else its first move must come within the time for its start.
        print("ready", flush=True)
    if words[:1] == ["go"]:
        os.read(gate, 1)
        print(words[words.index("moves") + 1:][which], flush=True)
`;

/** What a pipe holds at least, less than its 65,536 bytes. */
const FOR_EVER = 60_000;

export class Gate {
  /** @param {import("./scenario.mjs").Scenario} it @param {string} name */
  constructor(it, name) {
    // Outside the served folder, beside it.
    this.path = join(`${it.folder}-gates`, name);
    execFileSync("mkdir", ["-p", `${it.folder}-gates`]);
    execFileSync("mkfifo", [this.path]);
    // Open for reading too, so that neither end waits for the other and nothing is lost between two bots.
    this.pipe = openSync(this.path, constants.O_RDWR | constants.O_NONBLOCK);
    this.bot = it.write("gate/bot.py", BOT);
  }

  /** The bot as a tournament's file names it. @param {"first" | "last"} [which] of its moves */
  command(which = "first") {
    return `python3 gate/bot.py ${this.path} ${which === "first" ? 0 : -1}`;
  }

  /** Lets bots make this many moves. @param {number} [moves] */
  allow(moves = 1) {
    writeSync(this.pipe, Buffer.alloc(moves, "."));
  }

  /** Lets bots move as they like. */
  open() {
    this.allow(FOR_EVER);
  }

  close() {
    try {
      closeSync(this.pipe);
    } catch {
      // It is closed.
    }
  }
}
