// Games that a wall shows: each is asked for once, and the next one before it is shown.

import { api } from "./api.js";

/// Games that were asked for in advance.
/** @type {Map<string, Promise<Playback | null>>} */
const loadedGames = new Map();

/** @param {WallGameCard} card */
export const gameKey = ({ tournament, number: at, live }) => (live === null ? `${tournament}/${at}` : "live/" + live);

/// Asks for a recorded game, so that it is there when it is shown.
/** @param {WallGameCard} card */
export function loadGame(card) {
  const key = gameKey(card);
  const known = loadedGames.get(key);
  if (known) return known;
  const path = `tournaments/${encodeURIComponent(card.tournament)}/games/${card.number}`;
  const game = api(path).then((answer) => answer?.playback ?? null);
  // What failed is asked for again.
  game.catch(() => loadedGames.delete(key));
  loadedGames.set(key, game);
  // This one, and the next.
  while (loadedGames.size > 3) loadedGames.delete(/** @type {string} */ (loadedGames.keys().next().value));
  return game;
}

/** @param {WallGameCard} card @returns {Promise<Analysis>} */
export const askAnalysis = (card) => api(`tournaments/${encodeURIComponent(card.tournament)}/games/${card.number}/analysis`);

/// Asks for the next game, and for who is ahead in it if its board does not tell: so both are there when
/// it is shown.
/** @param {WallGameCard} card */
export async function prepareGame(card) {
  try {
    const playback = await loadGame(card);
    if (playback && !playback.has_margin) await askAnalysis(card);
  } catch {
    // It is asked for again when it is shown.
  }
}
