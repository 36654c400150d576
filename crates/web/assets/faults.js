// Faults in the reader's language. The referee writes them in English; what is fixed in
// them is translated here, and what the bot's author wrote stays as it is.

import { language, t } from "./language.js";
import { h, lines, plain } from "./dom.js";

/// Causes that are a player's fault.
export const FAULTS = ["time", "crash", "no-start", "protocol", "illegal"];

/**
 * The beginnings of the referee's messages, each with the key of its words. The groups are its
 * values. What follows is looked up in `FAULT_ENDINGS`.
 * @type {[pattern: RegExp, key: string][]}
 */
const FAULT_MESSAGES = [
  [/^row (-?\d+), column (-?\d+) is off the board: both are 0 to (\d+)/, "fault_off_square"],
  [/^row (-?\d+), column (-?\d+) is off the board/, "fault_off_board"],
  [/^row (\d+), column (\d+) is taken/, "fault_taken"],
  [/^row (\d+), column (\d+) is next to none of your stones/, "fault_not_adjacent"],
  [/^(-?\d+) (-?\d+) is off the board: x and y are 1 to (\d+)/, "fault_off_points"],
  [/^(\d+) (\d+) is not next to (\d+) (\d+): name the first square entered/, "fault_not_next"],
  [/^(\d+ \d+) holds no stones of yours/, "fault_no_stones"],
  [/^(\d+ \d+) is the opponent's/, "fault_opponents"],
  [/^the board ends there, next to (\d+ \d+)/, "fault_edge"],
  [/^the rules do not allow it here/, "fault_forbidden"],
  [/^the line is empty: expected a command such as `([^`]*)`/, "fault_empty"],
  [/^expected (\d+) integers as in (`[^`]*`(?: or `[^`]*`)*), got (\d+) words?/, "fault_count"],
  [/^`([^`]*)` is no integer, expected as in (`[^`]*`(?: or `[^`]*`)*)/, "fault_no_integer"],
  [/^`([^`]*)` is no command/, "fault_no_command"],
  [/^the move took ([\d.]+) ms, with ([\d.]+) ms left/, "fault_late"],
  [/^not ready within ([\d.]+) s of its start/, "fault_not_ready"],
  [/^no move within ([\d.]+) s of CPU time/, "fault_no_move_cpu"],
  [/^no move within ([\d.]+) s of wall time/, "fault_no_move_wall"],
  [/^no move within ([\d.]+) s/, "fault_no_move"],
  [/^no response to (\S+) within ([\d.]+) s/, "fault_no_response"],
  [/^a line of more than (\d+) bytes/, "fault_long_line"],
  [/^it exited before its first move, with exit status (-?\d+)/, "fault_exited_first"],
  [/^it ended with exit status (-?\d+)/, "fault_exited"],
  [/^it was killed by signal (\d+(?: \(\w+\))?)/, "fault_killed"],
  [/^it closed its output/, "fault_closed"],
  [/^it was killed because it took more than (\d+) MB of memory/, "fault_memory"],
  [/^it cannot be run/, "fault_cannot_run"],
];

/**
 * What the referee adds to its messages, as often as it applies. Whatever follows is shown as it
 * is.
 * @type {[pattern: RegExp, key: string][]}
 */
const FAULT_ENDINGS = [
  [/^, with ([\d.]+) s of CPU time used/, "fault_cpu_used"],
  [/^, only half a line: is there a newline at its end\?/, "fault_half_line"],
  [/^: does it send its move and flush, does it sleep, or is the machine too busy\?/, "fault_asleep"],
  [/^: flush the output after each line; or does it sleep\?/, "fault_flush"],
  [/^: it slept or waited/, "fault_slept"],
  [/^: it computed all the time: think less, or look for an endless loop/, "fault_computed"],
  [/^: each call needs one line in response/, "fault_call"],
  [/^; it has not read its input/, "fault_unread_input"],
  [/^; it has not read the question/, "fault_unread_question"],
  [
    /^; it sent a line only when its input was closed: read one line at a time, not all of the input, and flush each line/,
    "fault_waits_for_end",
  ],
  [
    /^; it has read the question and waits for more input: send the move before reading the next line/,
    "fault_waits_for_more",
  ],
];

/**
 * The translated beginning of a message and what follows it, or `null` if none of these is its
 * beginning.
 * @param {string} message
 * @param {[pattern: RegExp, key: string][]} patterns
 * @returns {[told: string, rest: string] | null}
 */
function translateStart(message, patterns) {
  for (const [pattern, key] of patterns) {
    const found = pattern.exec(message);
    if (!found) continue;
    const values = found.slice(1).map((value) => plain(value).replaceAll("` or `", `\` ${t("or")} \``));
    // Times have a decimal comma in French; what a bot sent has no unit behind it.
    const words = t(key, ...values).replace(/(\d)\.(\d+)(?= m?s\b)/g, "$1,$2");
    return [words, message.slice(found[0].length)];
  }
  return null;
}

/**
 * One message of the referee.
 * @param {string} message
 * @returns {Child[]}
 */
export function describeMessage(message) {
  if (language.now === "en") return [lines(message)];
  let told = "";
  let rest = message;
  let found = translateStart(message, FAULT_MESSAGES);
  while (found) {
    told += found[0];
    rest = found[1];
    found = translateStart(rest, FAULT_ENDINGS);
  }
  return [told, rest && h("span", { lang: "en" }, lines(rest))];
}

/// The parts of a fault as the referee sums it up: turn, kind, message, the line that was sent,
/// a line of standard error, and how many more there are: of both bots in results of version 0.1,
/// and later of this bot.
const FAULT_PARTS =
  /^(?:turn (\d+): )?([a-z-]+)(?:: ([^]*?))?(?:; it sent `([^]*?)`)?(?:; standard error: `([^]*)`)?(?:, and (\d+) more|; (\d+) more faults? of this bot in this game)?$/;

/**
 * A fault as the referee sums it up.
 * @param {string} words
 * @returns {Child[]}
 */
export function describeFault(words) {
  const [whole, turn, cause, message, sent, stderr, moreOfBoth, more] = FAULT_PARTS.exec(words) ?? [];
  if (language.now === "en") return [lines(words)];
  if (whole === undefined || !FAULTS.includes(cause)) return describeMessage(words);
  const parts = [
    message ? describeMessage(message) : t(cause),
    sent && t("fault_sent", plain(sent)),
    stderr && t("fault_stderr", plain(stderr)),
    moreOfBoth && t("fault_more_of_both", plain(moreOfBoth)),
    more && t("fault_more", plain(more)),
  ].filter(Boolean);
  const joined = parts.flatMap((part, at) => (at > 0 ? ["\u202f; ", part] : [part]));
  return [turn && t("fault_turn", plain(turn)), joined];
}
