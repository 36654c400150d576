// The time of a wall: that of the server, so that all walls show the same at the same moment.

/// The clock of the server, as far as it can be told from what it sends: the shortest way is the best
/// guess, so the largest difference counts.
export class ServerClock {
  constructor() {
    /** @type {number | null} */
    this.ahead = null;
  }

  /// The server said this just now. `isFresh` forgets what was known: clocks may be set.
  /** @param {number} now_ms @param {boolean} [isFresh] */
  hear(now_ms, isFresh = false) {
    const ahead = now_ms - performance.now();
    this.ahead = this.ahead === null || isFresh ? ahead : Math.max(this.ahead, ahead);
  }

  /// Milliseconds since 1970 by the server's clock.
  now() {
    return performance.now() + (this.ahead ?? performance.timeOrigin);
  }
}

/// How long the present part has been shown, in milliseconds.
/** @param {WallState} state @param {number} now */
export const elapsedMs = (state, now) => Math.max(0, (state.held_ms ?? now) - state.started_ms);

/// How many actions of the game are shown.
/** @param {WallState} state @param {number} now @param {number} last */
export function actionsShown(state, now, last) {
  if (state.mode !== "game") return last;
  const played = Math.max(0, elapsedMs(state, now) - state.intro_ms);
  return Math.min(last, Math.floor((played * state.rate) / 1000));
}
