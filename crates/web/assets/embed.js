// The entry of a board inside another page: nothing but the game, and a link to all of it.

import { addWords, language, parameter, t } from "./language.js";
import { h, plain } from "./dom.js";
import { theme, watchErrors } from "./chrome.js";
import { api, describeProblem, pages } from "./api.js";
import { APP_WORDS } from "./app_words.js";
import { GridGame } from "./game.js";
import { logo } from "./logo.js";

addWords(APP_WORDS);
watchErrors();
language.choose();
theme.choose();

const [, tournament = "", gameNumber = ""] = (/^\/embed\/t\/([^/]+)\/games\/(\d+)/.exec(location.pathname) ?? []).map(decodeURIComponent);
const root = /** @type {HTMLElement} */ (document.getElementById("page"));

async function openEmbedded() {
  document.documentElement.classList.add("embedded");
  const whole = (/** @type {Child} */ words) =>
    h("a", { class: "whole-game", href: pages.game(tournament, Number(gameNumber)), target: "_blank", rel: "noopener" }, logo(16), h("span", {}, words));
  try {
    const { playback } = await api(`tournaments/${encodeURIComponent(tournament)}/games/${gameNumber}`);
    if (!playback) throw Object.assign(new Error("not kept"), { code: "not-kept", values: { number: gameNumber } });
    const viewer = new GridGame();
    viewer.classList.add("compact");
    const speed = Number(parameter("speed"));
    if (speed > 0) viewer.setAttribute("speed", String(speed));
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (parameter("autoplay") !== null && !isStill) viewer.setAttribute("autoplay", "");
    const ply = parameter("ply");
    if (ply !== null && /^\d{1,6}$/.test(ply)) viewer.at = viewer.reached = Math.min(Number(ply), playback.actions.length);
    root.replaceChildren(h("main", { class: "embed" }, h("h1", { class: "hidden" }, t("page_of", plain(playback.players[0].name), plain(playback.players[1].name))), viewer, whole(t("see_whole_game"))));
    viewer.playback = playback;
    const [first, second] = playback.players;
    document.title = t("page_of", first.name, second.name);
  } catch (problem) {
    root.replaceChildren(h("main", { class: "embed" }, h("p", { class: "problem" }, describeProblem(problem)), whole(t("see_whole_game"))));
  }
  document.documentElement.dataset.ready = "";
}
openEmbedded();
