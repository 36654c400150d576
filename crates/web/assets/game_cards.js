// The games of the arena: what each is about, with a picture, and where to go from there.

import { t } from "./language.js";
import { h, plain } from "./dom.js";
import { pages } from "./api.js";
import { copyBox } from "./copy_box.js";
import { boardPicture } from "./board.js";
import { Positions } from "./positions.js";

/// A position that shows what each game is about, on a square board: seat 0 positive. Each can occur
/// under the game's usual rules, so Conga has its ten stones a side.
/** @type {Record<string, { style: Playback["style"], start: number[] }>} */
const PICTURES = {
  virus: {
    style: "stones",
    start: [0, 0, 0, -1, -1, 0, 1, 0, -1, -1, 0, 1, 1, 1, -1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0],
  },
  conga: {
    style: "boxes",
    start: [2, 5, 2, 0, 0, -1, 0, -1, -3, -1, 1, -2, 0, 0, 0, -2],
  },
  plantation: {
    style: "numbers",
    start: [0, -3, 0, 0, -1, 0, 0, -2, 0, 0, 4, 0, 0, 0, -1, 1, 2, 0, 0, 0, 0, 1, 0, 0, 5],
  },
};

/// A game without players, of which only the start is shown.
/** @param {string} game */
function picture(game) {
  const found = PICTURES[game];
  if (!found) return null;
  const side = Array.from({ length: Math.sqrt(found.start.length) }, (_, at) => at + 1);
  const nobody = { name: "", spec: "", version: "" };
  /** @type {Playback} */
  const playback = {
    ...found,
    game,
    seats: ["", ""],
    secrets: false,
    has_margin: true,
    cols: side.length,
    col_labels: side,
    row_labels: side,
    from_bottom: false,
    rules: "",
    seed: null,
    clock: "none",
    clocks: [null, null],
    charged: "none",
    sandbox: "none",
    players: [nobody, nobody],
    moves_first: 0,
    motions: [],
    actions: [],
    outcome: null,
    unasked: [0, 0],
    is_cut: false,
    restricted: false,
  };
  const board = boardPicture(new Positions(playback), 0);
  board.setAttribute("aria-hidden", "true");
  return board;
}

/// A card of a game. `watch` is where one can be seen, or `null`.
/** @param {{ name: string, summary: string }} game @param {string | null} watch */
export function gameCard({ name, summary }, watch) {
  const about = t("about_" + name);
  const isKnown = about !== "about_" + name;
  return h(
    "li",
    { class: "game-card", "data-game": name },
    picture(name),
    h(
      "div",
      {},
      h("h3", {}, plain(name)),
      h("p", { lang: isKnown ? null : "en" }, isKnown ? about : plain(summary)),
      h(
        "p",
        { class: "buttons" },
        watch === null
          ? h("span", { class: "button off", title: t("watch_none") }, t("watch_game"))
          : h("a", { class: "button", href: watch }, t("watch_game")),
        h("a", { class: "button", href: pages.rules(name) }, t("nav_rules")),
      ),
      // Playing in the browser will stand here.
      h("div", { class: "play-here", "data-play": name }, h("p", { class: "faint small" }, t("play_terminal")), copyBox(`gridiron play ${name} human`)),
    ),
  );
}
