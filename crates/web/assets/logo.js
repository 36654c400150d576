// The logo: a grate of three by three, a disc of cold steel and a ring of hot metal.

import { s } from "./dom.js";

/// The logo as a drawing. It is an ornament: the name of the program stands beside it, or the
/// link around it has a label. `page.rs` draws the same as the icon of a page.
export const logo = (size = 24) =>
  s(
    "svg",
    { class: "logo", viewBox: "0 0 26 26", width: size, height: size, "aria-hidden": "true" },
    s("path", { class: "grate", d: "M2 2h22v22h-22ZM9.33 2v22M16.67 2v22M2 9.33h22M2 16.67h22" }),
    s("circle", { class: "disc", cx: 9.33, cy: 16.67, r: 4.6 }),
    s("circle", { class: "ring", cx: 16.67, cy: 9.33, r: 3.5 }),
  );
