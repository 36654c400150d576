// The time control as three numbers.

import { t } from "./language.js";
import { h } from "./dom.js";
import { describeClock } from "./describe.js";

/** @typedef {{ bank: string, more: string, each: string }} ClockParts */

/// The parts of `60+1,10/move`; `null` if it is written in another way.
/** @param {string} clock @returns {ClockParts | null} */
export function clockParts(clock) {
  const parts = { bank: "", more: "", each: "" };
  if (clock === "none" || clock === "") return parts;
  for (const part of clock.split(",")) {
    const bank = /^([\d.]+)\+([\d.]+)$/.exec(part.trim());
    const each = /^([\d.]+)\/move$/.exec(part.trim());
    if (bank) [parts.bank, parts.more] = [bank[1] ?? "", bank[2] ?? ""];
    else if (each) parts.each = each[1] ?? "";
    else return null;
  }
  return parts;
}

/** @param {ClockParts} parts */
export const clockOfParts = ({ bank, more, each }) =>
  [bank && `${bank}+${more || "0"}`, each && `${each}/move`].filter(Boolean).join(",") || "none";

/// Fields for a clock. `usual` is the game's own, which stands if nothing is set.
/** @param {string | undefined} clock @param {string} usual @param {(clock: string | undefined) => void} change */
export function clockFields(clock, usual, change) {
  const now = clock ?? usual;
  const parts = clockParts(now);
  const own = /** @type {HTMLInputElement} */ (
    h("input", { type: "checkbox", id: "clock-usual", checked: clock === undefined, onchange: () => change(own.checked ? undefined : usual) })
  );
  const field = (/** @type {keyof ClockParts} */ name) => {
    const input = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "number",
        min: 0,
        step: "any",
        id: "clock-" + name,
        value: parts?.[name] ?? "",
        disabled: clock === undefined || parts === null,
        onchange: () => parts && input.validity.valid && change(clockOfParts({ ...parts, [name]: input.value })),
      })
    );
    return h("label", {}, h("span", {}, t("clock_field_" + name)), input);
  };
  return h(
    "fieldset",
    { class: "clock-fields" },
    h("legend", {}, t("clock")),
    h("label", { class: "check" }, own, h("span", {}, t("clock_usual"))),
    h("div", { class: "row" }, field("each"), field("bank"), field("more")),
    h("p", { class: "help" }, now === "none" ? t("clock_none") : describeClock(now)),
  );
}
