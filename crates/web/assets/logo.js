// The logo: a grate of three by three, a disc of cold steel and a ring of hot metal.

import { s } from "./dom.js";

/// The logo as a drawing. It is an ornament: the name of the program stands beside it, or the
/// link around it has a label. `ICON` in `assets.rs` draws the same.
export const logo = (size = 24) =>
  s(
    "svg",
    { class: "logo", viewBox: "0 0 26 26", width: size, height: size, "aria-hidden": "true" },
    s("path", { class: "grate", d: "M1 1h24v24H1ZM9 1v24M17 1v24M1 9h24M1 17h24" }),
    s("circle", { class: "gap", cx: 5, cy: 21, r: 5 }),
    s("circle", { class: "gap", cx: 21, cy: 5, r: 5 }),
    s("circle", { class: "disc", cx: 5, cy: 21, r: 4.4 }),
    s("circle", { class: "ring", cx: 21, cy: 5, r: 3.3 }),
  );
