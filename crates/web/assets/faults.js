// Faults in the reader's language. The referee writes them in English; what is fixed in
// them is translated here, phrase by phrase, and what the bot's author wrote stays as it is.
// What stands between backquotes is shown as code.

import { addWords, language, t } from "./language.js";
import { h, lines, plain } from "./dom.js";
import { FAULT_PHRASES } from "./fault_phrases.js";
import { FAULT_WORDS } from "./fault_words.js";

addWords(FAULT_WORDS);

/// Causes that are a player's fault.
export const FAULTS = ["time", "crash", "no-start", "protocol", "illegal"];

/// What stands between two phrases of the referee.
/** @type {[sign: string, key: string][]} */
const JOINTS = [
  [": ", "fault_join_colon"],
  ["; ", "fault_join_semicolon"],
  [", ", "fault_join_comma"],
  [" ", "fault_join_space"],
];

/**
 * The phrase that a text begins with, translated, and what follows it; `null` if none is known.
 * @param {string} text
 * @returns {[told: string, rest: string] | null}
 */
function translatePhrase(text) {
  for (const [pattern, key] of FAULT_PHRASES) {
    const found = pattern.exec(text);
    if (!found) continue;
    const values = found.slice(1).map((value) => plain(value).replaceAll("` or `", `\` ${t("or")} \``));
    // Times have a decimal comma in French; what a bot sent has no unit behind it.
    const words = t(key, ...values).replace(/(\d)\.(\d+)(?= m?s\b)/g, "$1,$2");
    return [words, text.slice(found[0].length)];
  }
  return null;
}

/**
 * The phrases that a message begins with, translated, and what follows the last one known.
 * @param {string} message
 * @returns {[told: string, rest: string]}
 */
function translatePhrases(message) {
  let [told, rest] = translatePhrase(message) ?? ["", message];
  while (told && rest) {
    const joint = JOINTS.find(([sign]) => rest.startsWith(sign));
    const next = joint && translatePhrase(rest.slice(joint[0].length));
    if (!joint || !next) break;
    // A question ends its sentence: no semicolon follows it.
    const isAsked = told.endsWith("?") && joint[0] === "; ";
    [told, rest] = [told + t(isAsked ? "fault_join_space" : joint[1]) + next[0], next[1]];
  }
  return [told, rest];
}

/**
 * A text whose parts between backquotes are code.
 * @param {string} text
 * @returns {Child[]}
 */
const withCode = (text) => text.split(/`([^`]*)`/).map((part, at) => (at % 2 === 1 ? h("code", {}, part) : part));

/**
 * Words around something that a bot sent, which may have backquotes itself.
 * @param {string} key
 * @param {string} sent
 * @returns {Child[]}
 */
const aroundCode = (key, sent) =>
  t(key, "\n").split("`\n`").flatMap((part, at) => (at > 0 ? [h("code", {}, plain(sent)), part] : [part]));

/**
 * @param {string} message
 * @returns {Child[]}
 */
function translated(message) {
  const [told, rest] = translatePhrases(message);
  return [withCode(told), rest && h("span", { lang: "en" }, withCode(lines(rest)))];
}

/**
 * A message after the name of its player; `null` if no message that is known follows a name.
 * @param {string} text
 * @returns {Child[] | null}
 */
function translateNamed(text) {
  for (let at = text.indexOf(": "); at > 0; at = text.indexOf(": ", at + 1)) {
    const message = text.slice(at + 2);
    if (translatePhrase(message)) return [t("fault_named", plain(text.slice(0, at))), ...translated(message)];
  }
  return null;
}

/**
 * The messages of two players that did not start, `Ada: …; Bob: …`; `null` if it is only one.
 * @param {string} message
 * @returns {Child[] | null}
 */
function translateBoth(message) {
  for (let at = message.indexOf("; "); at > 0; at = message.indexOf("; ", at + 1)) {
    const one = translateNamed(message.slice(0, at));
    const two = one && translateNamed(message.slice(at + 2));
    if (two) return [one, t("fault_join_semicolon"), two];
  }
  return null;
}

/**
 * One message of the referee.
 * @param {string} message
 * @returns {Child[]}
 */
export function describeMessage(message) {
  if (language.now === "en") return withCode(lines(message));
  return translateBoth(message) ?? translated(message);
}

/// The parts of a fault as the referee sums it up: turn, kind, message, the line that was sent,
/// a line of standard error, and how many more there are: of both bots in results of version 0.1,
/// and later of this bot.
const FAULT_PARTS =
  /^(?:turn (\d+): )?(neither player started|[a-z-]+)(?:: ([^]*?))?(?:; it sent `([^]*?)`)?(?:; standard error: `([^]*)`)?(?:, and (\d+) more|; (\d+) more faults? of this bot in this game)?$/;

/// In place of a kind of fault, where the message is about both players.
const NEITHER = "neither player started";

/**
 * A fault as the referee sums it up, without its kind where a message says more.
 * @param {string} words
 * @returns {Child[]}
 */
export function describeFault(words) {
  const [whole, turn, cause, message, sent, stderr, moreOfBoth, more] = FAULT_PARTS.exec(words) ?? [];
  const isNeither = cause === NEITHER;
  if (whole === undefined || !(isNeither || FAULTS.includes(cause))) return describeMessage(words);
  const told = message && describeMessage(message);
  const parts = [
    isNeither ? [t("fault_neither"), told && [t("fault_join_colon"), told]] : told || t(cause),
    sent && aroundCode("fault_sent", sent),
    stderr && aroundCode("fault_stderr", stderr),
    moreOfBoth && t("fault_more_of_both", plain(moreOfBoth)),
    more && t("fault_more", plain(more)),
  ].filter(Boolean);
  const joined = parts.flatMap((part, at) => (at > 0 ? [t("fault_join_semicolon"), part] : [part]));
  return [turn && t("fault_turn", plain(turn)), joined];
}
