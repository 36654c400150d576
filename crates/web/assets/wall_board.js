// The board of a wall: a picture as large as its place, with numbers that can be read from afar.

import { GridBoard } from "./board.js";
import { CELL } from "./pieces.js";
import { h } from "./dom.js";
import { leastFont } from "./wall_text.js";

/// The widest that a number may be on its square, in units of the board.
const WIDEST_NUMBER = 32;

/// About how wide a digit is, as a part of the size of its font.
const DIGIT_WIDE = 0.62;

/// A board without signs before its numbers: colour and frame say whose they are. Numbers that would be
/// too small to read are left out; how full the colour is says how much there is.
export class WallBoard {
  /** @param {Playback} playback */
  constructor(playback) {
    this.board = new GridBoard();
    this.board.setAttribute("static", "");
    this.board.playback = playback;
    this.element = h("div", { class: "wall-board" }, this.board);
    this.size = 16;
    const draw = this.board.draw.bind(this.board);
    this.board.draw = (views, changed) => {
      draw(views, changed);
      this.widen();
    };
  }

  /// Fills the place.
  /** @param {number} unit a unit of the picture, in pixels */
  fit(unit) {
    const { clientWidth, clientHeight } = this.element;
    const [wide, high] = ["--wide", "--high"].map((name) => Number(this.board.style.getPropertyValue(name)) || 1);
    if (clientWidth === 0 || !wide || !high) return;
    const scale = Math.min(clientWidth / wide, clientHeight / high);
    this.board.style.setProperty("width", wide * scale + "px");
    this.size = (leastFont() * unit) / scale;
    const isRoom = this.size * DIGIT_WIDE <= CELL - 4;
    this.board.classList.toggle("no-numbers", !isRoom);
    this.board.style.setProperty("--digits", `${Math.max(this.size, 16)}px`);
    this.widen();
  }

  /// Takes the signs away, and makes numbers narrow that are wider than their squares.
  widen() {
    for (const text of this.board.querySelectorAll(".piece-of .number")) {
      const digits = (text.textContent ?? "").replace(/^[+−-]/, "");
      if (text.textContent !== digits) text.textContent = digits;
      const size = Math.max(this.size, 16);
      text.setAttribute("y", String(CELL / 2 + size * 0.355));
      const isWide = digits.length * size * DIGIT_WIDE > WIDEST_NUMBER;
      if (isWide) text.setAttribute("textLength", String(WIDEST_NUMBER));
      else text.removeAttribute("textLength");
      if (isWide) text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
  }
}
