// Values of a report described in the reader's language: format, time control,
// rounds, notes.

import { number, percent, t } from "./language.js";
import { h, nameOf, plain } from "./dom.js";

/**
 * The format and its numbers: `round robin, 10 pairs per meeting`.
 * @param {Plan} plan
 */
export function describePlan({ format, pairs, challengers, rounds }) {
  const parts = [
    challengers && t("challengers_n", number(challengers)),
    rounds && t("rounds_n", number(rounds)),
    pairs && t(format === "knockout" ? "pairs_a_match" : "pairs_a_meeting", number(pairs)),
  ];
  return [t("format_" + format), ...parts.filter(Boolean)].join(", ");
}

/**
 * A time control such as `60+1,10/move`, and the time that is charged: `fair`, `cpu`, `wall`
 * or something else, which is left out.
 * @param {string} clock
 * @param {string} [charged]
 */
export function describeClock(clock, charged) {
  const time = (/** @type {string} */ text) => number(Number(text), 0, { maximumFractionDigits: 9 }) + "\u202fs";
  const part = (/** @type {string} */ text) => {
    const [, each] = /^([\d.]+)\/move$/.exec(text) ?? [];
    const [, bank, more] = /^([\d.]+)\+([\d.]+)$/.exec(text) ?? [];
    if (each) return t("clock_move", time(each));
    if (bank) return Number(more) === 0 ? t("clock_bank", time(bank)) : t("clock_more", time(bank), time(more));
    return t(plain(text));
  };
  const by = charged && ["fair", "cpu", "wall"].includes(charged) ? [t("charged_" + charged)] : [];
  return [...clock.split(",").map(part), ...by].join(", ");
}

/**
 * The name of a round; French has another word for a knockout's rounds.
 * @param {Stage} stage
 * @param {boolean} isCup
 */
export const roundName = ({ stage, number: at }, isCup) =>
  stage === "round" ? t(isCup ? "cup_round_n" : "round_n", number(at)) : t(stage);

/**
 * The round of one game: its number, or its name in a knockout. `rounds` are those of the report.
 * @param {{ round: number | null, players: number[] }} game
 * @param {Round[]} rounds
 * @param {boolean} isCup
 */
export function roundOfGame({ round, players }, rounds, isCup) {
  if (round === null) return "–";
  const at = rounds[round - 1];
  if (!isCup || !at) return number(round);
  const isTheirs = (/** @type {RoundMatch} */ match) => match.is_for_third_place && players.every((it) => match.players.includes(it));
  if (at.matches.some(isTheirs)) return t("third_place");
  return at.stage === "round" ? t("cup_round_n", number(round)) : t("one_" + at.stage);
}

/**
 * The highest number that a game of this tournament can have, or `null`: games are numbered by
 * their pairs, and pairs that no longer count keep their numbers.
 * @param {Report} report
 */
export function highestNumber({ about, notes }) {
  const isGone = (/** @type {Note} */ { kind }) => ["left", "begins-again", "begins-anew"].includes(kind);
  return notes.some(isGone) ? null : 2 * about.pairs_done;
}

/**
 * Why a player was withdrawn.
 * @param {Withdrawal} why
 */
export const withdrawalReason = ({ reason, times }) => t("aside_" + reason, number(times));

/**
 * Who is first, and how many others share the place.
 * @param {string} name
 * @param {number} count
 */
export const firstOf = (name, count) => [nameOf(name), count > 1 && h("span", { class: "others" }, " ", t("and_others", number(count - 1)))];

/**
 * A small probability: `3.2 × 10⁻⁵`.
 * @param {number} value
 */
function tiny(value) {
  const [digits, power] = value.toExponential(1).split("e");
  const raised = [...power.replace("+", "")].map((it) => (it === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(it)]));
  return `${number(Number(digits), 1)}\u00a0×\u00a010${raised.join("")}`;
}

/**
 * One of the report's notes.
 * @param {Note} note
 */
export function describeNote(note) {
  const share = (/** @type {{ name: string, share: number }} */ it) => `${plain(it.name)} ${percent(it.share)}`;
  switch (note.kind) {
    case "circles": {
      const shares = note.shares.map(share).join(", ");
      return t("note_circles", number(note.chi_square, 1), number(note.dof), tiny(note.p_value), shares);
    }
    case "set-aside":
      return t("note_set-aside", plain(note.name), withdrawalReason(note.why));
    case "same-program":
      return t("note_same-program", note.names.map(plain).join(", "));
    case "lots":
      return t("note_lots", ...[...note.players, note.winner].map(plain));
    default:
      return t("note_" + note.kind, plain(note.name));
  }
}
