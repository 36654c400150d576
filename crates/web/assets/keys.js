// The keys of the viewer of a game: what each does, and the list of them.

import { t } from "./language.js";
import { h, plain } from "./dom.js";

/// What the viewer does for a key. `null` if the key is not one of its own.
/** @param {KeyboardEvent} event @param {ViewerActions} viewer @returns {(() => void) | null} */
export function actionOfKey(event, viewer) {
  const { at, last } = viewer;
  /** @type {Record<string, () => void>} */
  const actions = {
    " ": () => viewer.toggle(),
    ArrowLeft: () => viewer.jump(at - 1),
    ArrowRight: () => viewer.jump(at + 1),
    Home: () => viewer.jump(0),
    End: () => viewer.jump(last),
    PageUp: () => viewer.jump(at - 10),
    PageDown: () => viewer.jump(at + 10),
    "+": () => viewer.changeRate(1),
    "=": () => viewer.changeRate(1),
    "-": () => viewer.changeRate(-1),
    f: () => viewer.toggleFullScreen(),
    n: () => viewer.jumpToMoment(1),
    p: () => viewer.jumpToMoment(-1),
    l: () => viewer.follow(),
    "?": () => viewer.showKeys(),
  };
  if (viewer.hasViewpoints) {
    actions["1"] = () => viewer.look("0");
    actions["2"] = () => viewer.look("1");
    actions["0"] = () => viewer.look("all");
  }
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return Object.hasOwn(actions, name) ? (actions[name] ?? null) : null;
}

/// The list of keys as a dialog of its own.
/** @param {Playback} playback */
export function keyList(playback) {
  const seats = playback.seats.map((name) => t(plain(name)));
  const rows = [
    [[t("key_space")], t("key_play")],
    [["←", "→"], t("key_step")],
    [[t("key_page_up"), t("key_page_down")], t("key_ten")],
    [[t("key_home"), t("key_end")], t("key_ends")],
    [["P", "N"], t("key_moments")],
    [["+", "−"], t("key_speed")],
    playback.secrets && [["1", "2", "0"], t("key_viewpoint", ...seats)],
    [["F"], t("key_full")],
    !playback.outcome && [["L"], t("key_live")],
    [["?"], t("key_keys")],
    [["←", "↑", "↓", "→"], t("key_board")],
  ].filter(Boolean);
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { class: "keys", "aria-label": t("keys") }));
  dialog.append(
    h("h3", {}, t("keys")),
    h(
      "dl",
      {},
      rows.map((row) => {
        const [keys, words] = /** @type {[string[], string]} */ (row);
        return h("div", {}, h("dt", {}, keys.map((key) => h("kbd", {}, key))), h("dd", {}, words));
      }),
    ),
    h("button", { type: "button", onclick: () => dialog.close() }, t("close")),
  );
  // A click beside it closes it too.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return dialog;
}
