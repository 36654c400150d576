// The buttons below a game: stepping, playing, speed, viewpoint, full screen.

import { number, t } from "./language.js";
import { h, icon, iconButton, plain, seatMark } from "./dom.js";

/// Actions per second.
export const SPEEDS = [0.5, 1, 2, 5, 10, 25, 60];

/// The bar of controls of a viewer.
export class Controls {
  /** @param {ViewerActions} viewer @param {Playback} playback */
  constructor(viewer, playback) {
    this.viewer = viewer;
    const button = (/** @type {IconName} */ name, /** @type {() => void} */ act) => iconButton(name, t(name), act);
    this.playButton = button("play", () => viewer.toggle());
    this.fullButton = iconButton("full", t("full_screen"), () => viewer.toggleFullScreen());
    this.speed = h("select", { class: "speed", "aria-label": t("speed") }, SPEEDS.map(speedOption));
    this.speed.addEventListener("change", () => viewer.setRate(Number(this.speed.value)));
    this.viewpoints = viewer.hasViewpoints ? viewpointChoice(viewer, playback) : null;
    this.element = h(
      "div",
      { class: "controls", role: "group", "aria-label": t("controls") },
      h(
        "div",
        { class: "steps" },
        button("first", () => viewer.jump(0)),
        button("back", () => viewer.jump(viewer.at - 1)),
        this.playButton,
        button("forward", () => viewer.jump(viewer.at + 1)),
        button("last", () => viewer.jump(viewer.last)),
      ),
      this.speed,
      this.viewpoints,
      h(
        "div",
        { class: "tools" },
        this.fullButton,
        iconButton("keys", t("show_keys"), () => viewer.showKeys()),
      ),
    );
  }

  /// Shows whether the game plays, how fast, and whose knowledge the board shows.
  /** @param {boolean} isPlaying @param {number} rate @param {ViewpointName} viewpoint */
  update(isPlaying, rate, viewpoint) {
    const name = isPlaying ? "pause" : "play";
    this.playButton.replaceChildren(icon(name));
    nameButton(this.playButton, t(name));
    this.speed.value = String(rate);
    for (const button of this.viewpoints?.querySelectorAll("button") ?? [])
      button.setAttribute("aria-pressed", String(button.dataset.viewpoint === viewpoint));
  }

  updateFullScreen(/** @type {boolean} */ isFull) {
    nameButton(this.fullButton, t(isFull ? "leave_full_screen" : "full_screen"));
  }
}

/** @param {HTMLElement} button @param {string} words */
function nameButton(button, words) {
  button.setAttribute("aria-label", words);
  button.title = words;
}

/// A choice of the number of actions per second.
const speedOption = (/** @type {number} */ rate) => {
  const shown = number(rate, rate < 1 ? 1 : 0);
  return h("option", { value: rate, title: t("speed_per_second", shown) }, `×${shown}`);
};

/// Whose knowledge the board shows: that of a seat, or of both.
/** @param {ViewerActions} viewer @param {Playback} playback */
function viewpointChoice(viewer, playback) {
  const names = playback.seats.map((name) => t(plain(name)));
  /** @type {[ViewpointName, string, string, Seat | null][]} */
  const choices = [
    ["0", names[0], t("viewpoint_of", names[0]), 0],
    ["1", names[1], t("viewpoint_of", names[1]), 1],
    ["all", t("viewpoint_all_short"), t("viewpoint_all"), null],
  ];
  return h(
    "div",
    { class: "viewpoint", role: "group", "aria-label": t("viewpoint") },
    choices.map(([value, words, title, seat]) =>
      h(
        "button",
        { type: "button", "data-viewpoint": value, title, onclick: () => viewer.look(value) },
        seat !== null && seatMark(seat),
        h("span", {}, words),
      ),
    ),
  );
}
