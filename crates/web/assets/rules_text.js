// The texts of the rules pages. A text is [English, French]. In it, `…` is code, **…** is strong, and
// {0} and {1} are the players.

import { h, seatMark } from "./dom.js";
import { language } from "./language.js";

/// The words that all rules pages share.
/** @satisfies {Record<string, BothLanguages>} */
export const RULES_WORDS = {
  kind: ["Rules", "Règles"],
  contents: ["On this page", "Sur cette page"],
  players: ["Players", "Joueurs"],
  before: ["Before", "Avant"],
  show: ["Show", "Montrer"],
  show_move: ["Show the move", "Montrer le coup"],
  reply: ["Reply", "Réponse"],
  forced: ["not asked", "pas interrogé"],
  mistake: ["illegal move", "coup illégal"],
  counts_as: ["counts as", "compte comme"],
  all_see: ["The whole board", "Tout le plateau"],
  seen_by: ["Seen by {0}", "Vu par {0}"],
  wins: ["{0} wins, score {1}", "{0} gagne, score {1}"],
  draw: ["Draw", "Partie nulle"],
  option: ["Option", "Option"],
  default_value: ["Default", "Par défaut"],
  meaning: ["Meaning", "Sens"],
};

/// One language of a text, with the spaces that must not be broken.
/** @param {BothLanguages} texts */
export function said(texts) {
  const text = texts[language.now === "fr" ? 1 : 0];
  return text
    .replace(/ (?=[:»])|(?<=«) /g, "\u00a0")
    .replace(/ (?=[;!?%])/g, "\u202f")
    .replace(/(?<=\d) (?=(?:s|KiB|Kio|points?|fois)\b|×)|(?<=\d(?:st|nd|rd|th|e)) |(?<=×) (?=\d)|(?<=\(\d+,) (?=\d)/g, "\u00a0");
}

/** @param {string} word */
const capital = (word) => word.slice(0, 1).toUpperCase() + word.slice(1);

/// A player's name, with a capital as at the beginning of a sentence.
/** @param {RulesData} rules @param {Seat} seat */
export const playerWord = (rules, seat) => capital(said(rules.players[seat]));

/// A player's name with its mark.
/** @param {RulesData} rules @param {Seat} seat @param {string} [name] */
export const playerName = (rules, seat, name = playerWord(rules, seat)) =>
  h("span", { class: "player" }, seatMark(seat), name);

/// A text with its code, its strong words and the players' names.
/** @param {RulesData} rules @param {BothLanguages} texts */
export function rich(rules, texts) {
  const parts = said(texts).split(/(`[^`]*`|\*\*[^*]*\*\*|\{[01]\})/);
  return parts.map((part, at) => {
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    if (!/^\{[01]\}$/.test(part)) return part;
    const seat = part === "{0}" ? 0 : 1;
    const before = parts.slice(0, at).join("").trimEnd();
    const isFirst = before === "" || before.endsWith(".");
    return playerName(rules, seat, isFirst ? playerWord(rules, seat) : said(rules.players[seat]));
  });
}
