// The server's API, and the addresses of pages.

import { t } from "./language.js";
import { h, plain } from "./dom.js";

/// A request that was refused or failed. `code` is a word of the API, or `offline`.
export class ApiProblem extends Error {
  /** @param {number} status @param {ProblemBody} body */
  constructor(status, { code, values, message }) {
    super(message);
    this.status = status;
    this.code = code;
    this.values = values ?? {};
  }
}

/** @param {string} path @param {RequestInit} options @returns {Promise<any>} */
async function request(path, options) {
  let response;
  let text;
  try {
    response = await fetch("/api/" + path, { credentials: "same-origin", cache: "no-store", ...options });
    text = await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiProblem(0, { code: "offline", values: {}, message: String(error) });
  }
  let json = null;
  try {
    json = text === "" ? null : JSON.parse(text);
  } catch {
    // The status then says what went wrong.
  }
  if (response.ok) return json;
  const unknown = { code: "failed", values: {}, message: `${response.status} ${response.statusText}` };
  throw new ApiProblem(response.status, json?.error ?? unknown);
}

/// Reads from the API.
/** @param {string} path @param {AbortSignal} [signal] */
export const api = (path, signal) => request(path, signal ? { signal } : {});

/// Orders something.
/** @param {string} path @param {object} [body] */
export const order = (path, body = {}) =>
  request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/// Ends the visitor's session.
export const endSession = () => request("session", { method: "DELETE" });

/// A problem in the reader's language. Its values stand in the alphabetical order of their names.
/// What has no words of its own is shown in English, as it came.
/** @param {any} problem */
export function describeProblem(problem) {
  const code = problem?.code ?? "failed";
  const values = Object.keys(problem?.values ?? {}).sort().map((name) => plain(problem.values[name]));
  const key = "error_" + code;
  const known = t(key, ...values) !== key;
  const why = problem?.values?.why ?? (known ? null : problem?.message);
  // Only the organiser is told why: for others the sentence ends here.
  const words = why ? t(key, ...values) : t(key, ...values).replace(/\s*:$/, ".");
  const foreign = why ? h("span", { lang: "en", class: "said" }, plain(why)) : null;
  return [known ? words : t("error_failed"), foreign && " ", foreign];
}

/** A query: what is absent or empty is left out. @param {Record<string, string | number | null | undefined>} values */
export function queryOf(values) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  const text = query.toString();
  return text === "" ? "" : "?" + text;
}

/// What the clocks of a live game show when its answer arrives: they have run since its last action. The
/// times are all the server's, whose clock may be another than the browser's.
/** @param {LiveGame["live"] & { now_ms?: number }} live @returns {LiveGame["live"]["clocks"]} */
export function clocksNow({ clocks, to_act, at_ms, now_ms = at_ms }) {
  const shown = (/** @type {Seat} */ seat) => {
    const ms = clocks[seat];
    return ms === null || seat !== to_act ? ms : Math.max(0, ms - Math.max(0, now_ms - at_ms));
  };
  return [shown(0), shown(1)];
}

const word = encodeURIComponent;

/// The addresses of pages.
export const pages = {
  home: "/",
  create: "/new",
  rules: (/** @type {string} */ game) => "/rules/" + word(game),
  wall: (/** @type {string | null} */ id) => (id === null ? "/wall" : "/wall/" + word(id)),
  present: (/** @type {string | null} */ id) => (id === null ? "/present" : "/present/" + word(id)),
  tournament: (/** @type {string} */ id) => "/t/" + word(id),
  copy: (/** @type {string} */ id) => `/t/${word(id)}/edit`,
  games: (/** @type {string} */ id, /** @type {GameFilter} */ filter = {}) => `/t/${word(id)}/games` + queryOf(filter),
  game: (/** @type {string} */ id, /** @type {number} */ number, /** @type {number | string | null} */ ply = null) =>
    `/t/${word(id)}/games/${number}` + queryOf({ ply }),
  bot: (/** @type {string} */ id, /** @type {string} */ name) => `/t/${word(id)}/bots/${word(name)}`,
  live: (/** @type {string} */ id) => "/live/" + word(id),
  embed: (/** @type {string} */ id, /** @type {number} */ number) => `/embed/t/${word(id)}/games/${number}`,
};

/// Where the numbers and names of a tournament's sections lead; see `report.js`.
/** @param {string} id */
export const linksOf = (id) => ({
  games: (/** @type {GameFilter} */ filter) => pages.games(id, filter),
  bot: (/** @type {string} */ name) => pages.bot(id, name),
  game: (/** @type {number} */ number, /** @type {number | string | null} */ ply = null) => pages.game(id, number, ply),
});
