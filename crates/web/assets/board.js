// <grid-board>: one position of any game, drawn from signed numbers.

import { s } from "./dom.js";

const CELL = 40;
const EDGE = 20;

export class GridBoard extends HTMLElement {
  /// Sets size, labels and style of the board from a film (see film.rs).
  set film(film) {
    const { cols, col_labels, row_labels, from_bottom } = film;
    this.kind = film.style;
    const rows = row_labels.length;
    const [wide, high] = [cols * CELL + EDGE, rows * CELL + EDGE];
    const top = from_bottom ? 0 : EDGE;
    const edge = (x, y, label) => s("text", { class: "edge", x, y }, String(label));
    this.drawn = film.start.map((_, at) => {
      const [x, y] = [EDGE + (at % cols) * CELL, top + Math.floor(at / cols) * CELL];
      return s(
        "g",
        { class: "cell", transform: `translate(${x} ${y})` },
        s("rect", { class: "square", x: 1, y: 1, width: CELL - 2, height: CELL - 2, rx: 6 }),
      );
    });
    this.now = film.start.map(() => null);
    this.svg = s(
      "svg",
      { viewBox: `0 0 ${wide} ${high}`, role: "img" },
      col_labels.map((label, at) =>
        edge(EDGE + at * CELL + CELL / 2, from_bottom ? high - 5 : EDGE - 7, label),
      ),
      row_labels.map((label, at) => edge(EDGE / 2 - 2, top + at * CELL + CELL / 2 + 4, label)),
      this.drawn,
    );
    this.style.setProperty("--cols", cols);
    this.style.setProperty("--rows", rows);
    this.replaceChildren(this.svg);
  }

  /// Shows these cells; `changed` is the set of cells that the last action changed.
  show(cells, changed, label) {
    this.svg.setAttribute("aria-label", label);
    cells.forEach((value, at) => {
      const cell = this.drawn[at];
      cell.classList.toggle("changed", changed.has(at));
      if (this.now[at] === value) return;
      this.now[at] = value;
      cell.dataset.value = value;
      cell.dataset.owner = value > 0 ? "0" : value < 0 ? "1" : "";
      while (cell.childNodes.length > 1) cell.lastChild.remove();
      if (value !== 0) cell.append(...this.piece(value));
    });
  }

  piece(value) {
    const [seat, count, middle] = [value > 0 ? 0 : 1, Math.abs(value), CELL / 2];
    const disc = (radius) =>
      s("circle", {
        class: `piece ${this.kind} seat${seat}`,
        cx: middle,
        cy: middle,
        r: seat ? radius - 2.5 : radius,
      });
    const text = (words) => {
      const small = words.length > 3 ? " long" : "";
      return s("text", { class: "number seat" + seat + small, x: middle, y: middle + 5.5 }, words);
    };
    switch (this.kind) {
      case "stones":
        return [disc(13)];
      case "boxes":
        return [disc(16), text(String(count))];
      default: {
        const square = { class: "piece seat" + seat, x: 1, y: 1, width: CELL - 2, height: CELL - 2, rx: 6 };
        const strength = 0.2 + 0.6 * Math.min(1, Math.log2(count + 1) / 4);
        return [s("rect", { ...square, style: { opacity: strength } }), text((seat ? "−" : "+") + count)];
      }
    }
  }
}

customElements.define("grid-board", GridBoard);
