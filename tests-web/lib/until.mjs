// Waiting for what must become true, however long it takes on a busy machine.

/** A pause between two looks; nothing depends on its length. */
const PAUSE_MS = 25;

/**
 * Waits until `holds` returns a truthy value.
 *
 * @param {string} what what is waited for, for the failure
 * @param {number} patience_ms far more than it takes
 * @param {() => unknown} holds may be async; throws where waiting is in vain
 * @param {() => unknown} [last] what to show of the last look
 */
export async function until(what, patience_ms, holds, last) {
  const end = performance.now() + patience_ms;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (performance.now() > end) {
      const shown = last === undefined ? "" : `; last: ${await last()}`;
      throw new Error(`waited ${patience_ms / 1000} s in vain: ${what}${shown}`);
    }
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}
