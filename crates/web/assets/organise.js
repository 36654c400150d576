// What the organiser does with a tournament: start, stop, decide about bots that have changed.

import { t } from "./language.js";
import { cut, h, plain } from "./dom.js";
import { describeProblem, order, pages } from "./api.js";
import { ask, tell } from "./ask.js";
import { isRunning } from "./tournament_card.js";

/// The buttons that fit the state. `changed` gets the summary after an order.
/** @param {TournamentSummary} summary @param {(summary: TournamentSummary) => void} changed */
export function organiserButtons(summary, changed) {
  const { id, state, can_play, has_file, pairs_done } = summary;
  const path = `tournaments/${encodeURIComponent(id)}/`;
  const send = async (/** @type {string} */ what, /** @type {object} */ body) => {
    try {
      const answer = await order(path + what, body);
      if (answer?.id === id) changed(answer);
    } catch (problem) {
      if (/** @type {any} */ (problem).code === "bots-changed") return decide(problem);
      await tell(t("failure_title"), h("p", {}, describeProblem(problem)));
    }
  };
  /// Bots have other files than when they played.
  const decide = async (/** @type {any} */ problem) => {
    const choice = await ask({
      title: t("bots_changed"),
      text: [h("p", { lang: "en", class: "said" }, plain(problem.message)), h("p", {}, t("bots_changed_about"))],
      choices: [
        { word: t("bots_accept"), value: "accept" },
        { word: t("bots_again"), value: "again", primary: true },
      ],
    });
    if (choice !== null) await send("start", { changed: choice });
  };
  const stop = async () => {
    const choice = await ask({
      title: t("stop_title", cut(summary.title, 80)),
      text: h("p", {}, t("stop_about")),
      choices: [{ word: t("stop_finish"), value: "finish", primary: true }],
    });
    if (choice !== null) await send("stop", {});
  };
  const stopNow = async () => {
    const choice = await ask({
      title: t("stop_now_title", cut(summary.title, 80)),
      text: h("p", {}, t("stop_now_about")),
      choices: [{ word: t("stop_now"), value: "now", bad: true }],
    });
    if (choice !== null) await send("stop", { now: true });
  };
  const button = (/** @type {string} */ word, /** @type {() => void} */ act, kind = "") =>
    h("button", { type: "button", class: kind || null, onclick: act }, word);
  const isHere = state === "running" || state === "stopping";
  return h(
    "div",
    { class: "buttons organise", role: "group", "aria-label": t("organiser") },
    !isRunning(summary) && state !== "finished" && can_play && button(t(pairs_done > 0 ? "continue" : "start_tournament"), () => send("start", {}), "primary"),
    state === "running" && button(t("stop_finish"), stop),
    isHere && button(t("stop_now"), stopNow),
    has_file && h("a", { class: "button", href: pages.copy(id) }, t("copy_settings")),
    h("a", { class: "button", href: pages.present(id) }, t("present")),
  );
}
