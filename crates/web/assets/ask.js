// Questions to the reader, as dialogs.

import { t } from "./language.js";
import { h } from "./dom.js";

/** @typedef {{ word: string, value: string, primary?: boolean, bad?: boolean }} Choice */

let asked = 0;

/// Asks a question and returns the value of what was chosen, or `null`. The first choice that is
/// primary has the focus.
/** @param {{ title: string, text: Child, choices: Choice[] }} question @returns {Promise<string | null>} */
export function ask({ title, text, choices }) {
  return new Promise((done) => {
    const id = "ask" + ++asked;
    const press = (/** @type {string} */ value) => () => dialog.close(value);
    const dialog = /** @type {HTMLDialogElement} */ (
      h(
        "dialog",
        { class: "ask", "aria-labelledby": id, "aria-describedby": id + "-text" },
        h("h2", { id }, title),
        h("div", { id: id + "-text", class: "ask-text" }, text),
        h(
          "div",
          { class: "buttons" },
          h("button", { type: "button", onclick: press("") }, t("cancel")),
          choices.map(({ word, value, primary, bad }) =>
            h(
              "button",
              { type: "button", class: primary ? "primary" : bad ? "danger" : null, autofocus: primary === true, onclick: press(value) },
              word,
            ),
          ),
        ),
      )
    );
    // A click beside it closes it too, but not the end of a selection that began inside.
    let isOutside = false;
    dialog.addEventListener("pointerdown", (event) => (isOutside = event.target === dialog));
    dialog.addEventListener("click", (event) => event.target === dialog && isOutside && dialog.close(""));
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue === "" ? null : dialog.returnValue);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/// Tells something that has to be read.
/** @param {string} title @param {Child} text */
export const tell = (title, text) => ask({ title, text, choices: [] });
