// Texts to be copied: commands, links, code.

import { t } from "./language.js";
import { h } from "./dom.js";

/// Copies a text, also where browsers allow no clipboard because the connection is not secure.
/** @param {string} text */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = /** @type {HTMLTextAreaElement} */ (h("textarea", { class: "hidden", "aria-hidden": "true" }));
    field.value = text;
    // Inside an open dialog nothing else can be selected.
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    return isDone;
  }
}

/// A button that copies what `text` returns at that moment, and says so.
/** @param {() => string} text @param {string} [label] */
export function copyButton(text, label = t("copy")) {
  const said = h("span", { "aria-live": "polite" }, label);
  const copy = async () => {
    const isDone = await copyText(text());
    button.focus({ preventScroll: true });
    said.textContent = t(isDone ? "copied" : "copy_failed");
    setTimeout(() => (said.textContent = label), 1600);
  };
  const button = h("button", { type: "button", class: "copy", onclick: copy }, said);
  // The words change; the size does not.
  button.style.setProperty("--letters-wide", String(Math.max(label.length, t("copied").length)));
  return button;
}

/// A command or another short text with a button that copies it.
/** @param {string} text */
export const copyBox = (text) =>
  h("div", { class: "copy-box" }, h("code", { tabindex: "0" }, text), copyButton(() => text));
