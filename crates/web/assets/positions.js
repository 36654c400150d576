// The positions of a game: the board, what seats remember, clocks and totals after each action.

/// Every position of a playback, so that each is found at once. Actions can be appended.
export class Positions {
  /** @param {Playback} playback */
  constructor(playback) {
    this.playback = playback;
    /** @type {PlaybackAction[]} */
    this.actions = [];
    const size = playback.cols * playback.row_labels.length;
    const cells = playback.start.length === size ? playback.start : null;
    const nothing = new Array(size).fill(null);
    /** @type {GameFrame[]} */
    this.frames = [
      { cells, memories: [nothing, nothing], clocks: playback.clocks, totals: totalsOf(cells), turn: 1 },
    ];
    for (const action of playback.actions) this.append(action);
  }

  /// The number of actions.
  get last() {
    return this.actions.length;
  }

  /// The position after so many actions.
  /** @param {number} at @returns {GameFrame} */
  frame(at) {
    return /** @type {GameFrame} */ (this.frames[Math.min(Math.max(at, 0), this.last)]);
  }

  /** @param {PlaybackAction} action */
  append(action) {
    const [seat, turn, , , , changes, , seen, left] = action;
    const before = this.frame(this.last);
    const cells = changes.length > 0 && before.cells ? before.cells.slice() : before.cells;
    for (let i = 0; cells && i + 1 < changes.length; i += 2) cells[Number(changes[i])] = Number(changes[i + 1]);
    const memories = /** @type {GameFrame["memories"]} */ ([...before.memories]);
    if (seen.length > 0) memories[seat] = remember(memories[seat], seen);
    const clocks = /** @type {GameFrame["clocks"]} */ ([...before.clocks]);
    if (left !== null) clocks[seat] = left;
    const totals = cells === before.cells ? before.totals : totalsOf(cells);
    this.actions.push(action);
    this.frames.push({ cells, memories, clocks, totals, turn });
  }

  /// The seat to move in a position; `null` if the game ends there or that is not known.
  /** @param {number} at @returns {Seat | null} */
  mover(at) {
    return this.actions[at]?.[0] ?? null;
  }

  /// How the action that led to a position moves its pieces, and its squares; `null` at the start.
  /** @param {number} at @returns {{ motion: string, path: number[], area: number[] } | null} */
  trace(at) {
    const action = this.actions[at - 1];
    if (!action) return null;
    const [number, ...path] = action[6];
    const [motion, offsets] = this.playback.motions[number ?? 0] ?? ["still", []];
    return { motion, path, area: this.around(path.at(-1), offsets) };
  }

  /// The squares of the board around another.
  /** @param {number | undefined} square @param {[number, number][]} offsets @returns {number[]} */
  around(square, offsets) {
    if (square === undefined) return [];
    const { cols, row_labels } = this.playback;
    const [row, col] = [Math.floor(square / cols), square % cols];
    return offsets
      .map(([down, right]) => [row + down, col + right])
      .filter(([row, col]) => row >= 0 && col >= 0 && row < row_labels.length && col < cols)
      .map(([row, col]) => row * cols + col);
  }
}

/// The sums of both seats.
/** @param {number[] | null} cells @returns {[number, number]} */
const totalsOf = (cells) => {
  let [plus, minus] = [0, 0];
  for (const value of cells ?? []) {
    if (value > 0) plus += value;
    else minus -= value;
  }
  return [plus, minus];
};

/** @param {(Remembered | null)[]} before @param {number[]} seen */
function remember(before, seen) {
  const after = before.slice();
  for (let i = 0; i + 2 < seen.length; i += 3) {
    const [square, count, turn] = [Number(seen[i]), Number(seen[i + 1]), Number(seen[i + 2])];
    after[square] = count === -2 ? null : { count, turn };
  }
  return after;
}
