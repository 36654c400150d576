// How pieces move, as the viewer of games gets it with every game: a word and the squares around its
// last one that it affects, as (down, right). A test (rules_pages.rs) compares it with the rules.
/** @type {Playback["motions"]} */
export const RULES_MOTIONS = [
  ["still", []],
  ["place", []],
  ["sow", []],
  ["grow", []],
  ["send", []],
  ["look", [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 0], [0, 1], [1, -1], [1, 0], [1, 1]]],
  ["spray", [[-1, 0], [0, -1], [0, 0], [0, 1], [1, 0]]],
  ["strike", []]
];
