//! What a frame shows: names and scores, the last action, the board.

use games::grid::{Numbering, Style};
use games::{Cell, Grid, Seat};
use referee::OutcomeRecord;

use super::canvas::{Area, Canvas};
use super::letters::{Font, Letters, fitting, width};
use super::palette::{Palette, Rgb, mixed, readable_on};

/// The width of a picture, in pixels.
pub(super) const WIDTH: usize = 540;
/// The margin around everything.
const MARGIN: f32 = 20.0;
/// The width of a score of three digits. Names begin after it.
const SCORE: f32 = 44.0;
/// The height of a player's row, and of the line below the two.
const ROW: f32 = 32.0;
const LINE: f32 = 30.0;
/// Beside and above the board, for the numbers of rows and columns.
const EDGE: f32 = 22.0;
/// The tallest board, and the largest cell.
const TALLEST: f32 = 500.0;
const LARGEST: f32 = 104.0;

/// The colours of the pages in light mode.
const BACK: Rgb = [0xf6, 0xf5, 0xf1];
const CELL: Rgb = [0xe6, 0xe3, 0xdb];
const INK: Rgb = [0x1d, 0x1c, 0x1a];
const FAINT: Rgb = [0x6a, 0x67, 0x5f];
const WHITE: Rgb = [0xff, 0xff, 0xff];
const STEEL: Rgb = [0x18, 0x4a, 0x8c];
const EMBER: Rgb = [0xd9, 0x66, 0x0b];
const EMBER_TEXT: Rgb = [0xa8, 0x47, 0x0a];
const BAD: Rgb = [0xa3, 0x34, 0x1f];
/// Inside of a ring with a number.
const EMBER_BACK: Rgb = [0xfb, 0xe9, 0xdb];

/// Shades of a cell with a signed number: the larger the number, the stronger.
const SHADES: u32 = 8;

/// The gap between a name and the result.
const RESULT: f32 = 16.0;

/// Marks the winner.
const CROWN: &str = "♛";

/// Where the board is in a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    cols: usize,
    left: f32,
    top: f32,
    /// The side of a cell, in whole pixels.
    pub(super) side: f32,
    /// The height of the picture.
    pub(super) height: usize,
    numbering: Numbering,
}

impl Layout {
    pub(super) fn new(grid: &Grid) -> Layout {
        let rows = grid.rows().len();
        let wide = WIDTH as f32 - 2.0 * MARGIN - EDGE;
        let side = (wide / grid.cols as f32).min(TALLEST / rows as f32).min(LARGEST).floor();
        // The numbers of the rows stand to the left: the board itself is in the middle.
        let left = ((WIDTH as f32 - side * grid.cols as f32) / 2.0).floor();
        let header = MARGIN / 2.0 + 2.0 * ROW + LINE;
        let (above, below) = match grid.numbering {
            Numbering::FromTopLeft => (EDGE, MARGIN),
            Numbering::FromBottomLeft => (MARGIN / 2.0, EDGE + MARGIN / 2.0),
        };
        let top = header + above;
        let height = (top + side * rows as f32 + below) as usize;
        Layout { cols: grid.cols, left, top, side, height, numbering: grid.numbering }
    }

    /// The square of a cell.
    pub(super) fn cell(&self, cell: usize) -> Area {
        let (row, col) = (cell / self.cols, cell % self.cols);
        let (left, top) = (self.left + col as f32 * self.side, self.top + row as f32 * self.side);
        Area { left, top, width: self.side, height: self.side }
    }
}

/// How a cell stands out in a frame.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Mark {
    #[default]
    None,
    /// The last action changed it.
    Changed,
    /// The last action names it.
    Target,
}

/// What the last action was.
#[derive(Clone, Debug, Default)]
pub(super) struct LastAction {
    pub(super) seat: Option<Seat>,
    pub(super) text: String,
    /// What went wrong with it, in one word.
    pub(super) fault: Option<&'static str>,
    /// Its number and that of all.
    pub(super) count: [usize; 2],
}

/// A picture that changes from frame to frame.
pub(super) struct Scene {
    pub(super) canvas: Canvas,
    pub(super) layout: Layout,
    letters: Letters,
    style: Style,
    names: [String; 2],
    shown: Vec<Option<(Cell, Mark)>>,
    scores: [Option<i64>; 2],
}

impl Scene {
    /// The picture without a position.
    pub(super) fn new(grid: &Grid, names: [&str; 2]) -> Scene {
        let layout = Layout::new(grid);
        let palette = Palette::new(&edges(grid.style));
        let back = palette.index(BACK);
        let canvas = Canvas::new(WIDTH, layout.height, palette, back);
        let mut scene = Scene {
            canvas,
            layout,
            letters: Letters::default(),
            style: grid.style,
            names: names.map(str::to_string),
            shown: vec![None; grid.cells.len()],
            scores: [None; 2],
        };
        scene.label(grid);
        scene
    }

    /// Numbers of rows and columns, as the grid counts them.
    fn label(&mut self, grid: &Grid) {
        let font = Font::regular((self.layout.side * 0.3).clamp(6.0, 9.0));
        let half = self.layout.side / 2.0;
        let drop = font.tenths as f32 / 20.0;
        let rows = grid.rows().len();
        for row in 0..rows {
            let place = self.layout.cell(row * grid.cols);
            let text = grid.row_label(row).to_string();
            let x = place.left - 7.0 - width(&text, font);
            self.text(&text, (x, place.top + half + drop), font, FAINT);
        }
        for col in 0..grid.cols {
            let place = match self.layout.numbering {
                Numbering::FromTopLeft => self.layout.cell(col).top - 7.0,
                Numbering::FromBottomLeft => self.layout.cell((rows - 1) * grid.cols).top + 2.0 * half + 16.0,
            };
            let text = grid.col_label(col).to_string();
            let x = self.layout.cell(col).left + half - width(&text, font) / 2.0;
            self.text(&text, (x, place), font, FAINT);
        }
    }

    /// Shows a position.
    pub(super) fn show(&mut self, grid: &Grid, mark: impl Fn(usize) -> Mark) {
        for (at, cell) in grid.cells.iter().enumerate() {
            let wanted = (*cell, mark(at));
            if self.shown[at] != Some(wanted) {
                self.shown[at] = Some(wanted);
                self.cell(at, wanted);
            }
        }
        for seat in Seat::BOTH {
            let score = grid.total(seat);
            if self.scores[seat.index()].replace(score) != Some(score) {
                self.player(seat, score, None);
            }
        }
    }

    /// Shows who won, by how much if that counts, and by what fault the other one lost.
    pub(super) fn show_result(&mut self, outcome: &OutcomeRecord, has_margin: bool) {
        for seat in Seat::BOTH {
            let score = self.scores[seat.index()].unwrap_or(0);
            let (result, colour) = match outcome.winner {
                None => ("=".to_string(), INK),
                Some(winner) if winner == seat && has_margin => {
                    (format!("{CROWN} +{}", outcome.score.unsigned_abs()), INK)
                }
                Some(winner) if winner == seat => (CROWN.to_string(), INK),
                Some(_) if outcome.cause.is_fault() => (outcome.cause.word().to_string(), BAD),
                Some(_) => continue,
            };
            self.player(seat, score, Some((&result, colour)));
        }
    }

    /// The row of a player: sign, score, name, what the result says. What changes is at
    /// the left, so that the changed part of a frame is small.
    fn player(&mut self, seat: Seat, score: i64, result: Option<(&str, Rgb)>) {
        let top = MARGIN / 2.0 + ROW * seat.index() as f32;
        self.erase(Area { left: 0.0, top, width: WIDTH as f32, height: ROW });
        let middle = top + ROW / 2.0;
        self.sign(seat, MARGIN + 9.0, middle, 9.0);
        let number = Font::bold(17.0);
        let colour = if seat == Seat::Zero { STEEL } else { EMBER_TEXT };
        let start = MARGIN + 32.0;
        self.text(&score.to_string(), (start, middle + 8.5), number, colour);
        let font = Font::regular(13.0);
        let base = middle + 6.5;
        let start = start + width(&score.to_string(), number).max(SCORE) + 16.0;
        let mut room = WIDTH as f32 - MARGIN - start;
        let (result, result_colour) = result.unwrap_or(("", INK));
        if !result.is_empty() {
            room -= width(result, font) + RESULT;
        }
        let name = fitting(&self.names[seat.index()], font, room);
        let end = self.text(&name, (start, base), font, INK);
        self.text(result, (end + RESULT, base), font, result_colour);
    }

    /// The line below the players: the number of actions so far, the last one, its fault.
    pub(super) fn last_action(&mut self, last: &LastAction) {
        let top = MARGIN / 2.0 + 2.0 * ROW;
        self.erase(Area { left: 0.0, top, width: WIDTH as f32, height: LINE });
        let middle = top + LINE / 2.0;
        let font = Font::regular(10.0);
        let base = middle + 5.0;
        let [played, all] = last.count.map(|count| count.to_string());
        let mut left = MARGIN;
        left += width(&all, font);
        self.text(&played, (left - width(&played, font), base), font, FAINT);
        left = self.text(&format!(" / {all}"), (left, base), font, FAINT) + 24.0;
        let Some(seat) = last.seat else { return };
        self.sign(seat, left, middle, 5.0);
        left += 16.0;
        let room = WIDTH as f32 - MARGIN - left;
        let fault = last.fault.unwrap_or_default();
        let text = fitting(&last.text, font, room - width(fault, font) - 20.0);
        left = self.text(&text, (left, base), font, INK);
        self.text(fault, (left + 14.0, base), font, BAD);
    }

    /// Writes a text and returns where it ends.
    fn text(&mut self, text: &str, (x, y): (f32, f32), font: Font, colour: Rgb) -> f32 {
        let colour = self.canvas.palette.index(colour);
        self.letters.write(&mut self.canvas, (x, y), text, font, colour);
        x + width(text, font)
    }

    fn erase(&mut self, area: Area) {
        let back = self.canvas.palette.index(BACK);
        self.canvas.fill(area, back);
    }

    /// Disc or ring, so that colour is not needed.
    fn sign(&mut self, seat: Seat, x: f32, y: f32, radius: f32) {
        match seat {
            Seat::Zero => {
                let steel = self.canvas.palette.index(STEEL);
                self.canvas.disc(x, y, radius, steel);
            }
            Seat::One => {
                let ember = self.canvas.palette.index(EMBER);
                self.canvas.ring(x, y, radius, radius * 0.36, ember);
            }
        }
    }

    fn cell(&mut self, at: usize, (cell, mark): (Cell, Mark)) {
        let place = self.layout.cell(at);
        self.erase(place);
        let side = self.layout.side;
        // The outline has this gap for itself, so that it is seen beside any colour.
        let gap = (side / 16.0).clamp(1.0, 4.0).floor();
        let (inside, radius) = (place.inset(gap), side / 9.0);
        let (x, y) = (place.left + side / 2.0, place.top + side / 2.0);
        let back = match (self.style, cell.owner) {
            (Style::SignedNumbers, Some(seat)) => shade(seat, cell.count),
            _ => CELL,
        };
        let index = self.canvas.palette.index(back);
        self.canvas.rectangle(inside, radius, index);
        match (self.style, cell.owner) {
            (_, None) => {}
            (Style::Stones, Some(seat)) => self.sign(seat, x, y, side * 0.35),
            (Style::SignedNumbers, Some(seat)) => {
                let sign = if seat == Seat::Zero { '+' } else { '−' };
                self.number(&format!("{sign}{}", cell.count), (x, y), readable_on(back, [INK, WHITE]));
            }
            (Style::Boxes, Some(Seat::Zero)) => {
                self.sign(Seat::Zero, x, y, side * 0.38);
                self.number(&cell.count.to_string(), (x, y), WHITE);
            }
            (Style::Boxes, Some(Seat::One)) => {
                let [inner, ember] = [EMBER_BACK, EMBER].map(|colour| self.canvas.palette.index(colour));
                self.canvas.disc(x, y, side * 0.38 - 1.0, inner);
                self.canvas.ring(x, y, side * 0.38, side * 0.075, ember);
                self.number(&cell.count.to_string(), (x, y), EMBER_TEXT);
            }
        }
        let ink = self.canvas.palette.index(INK);
        match mark {
            Mark::None => {}
            Mark::Changed => self.canvas.frame(place.inset(gap / 2.0), radius, (gap / 2.0).max(1.0), ink),
            Mark::Target => self.canvas.frame(place, radius + gap, gap + 1.0, ink),
        }
    }

    /// A number in the middle of a cell, smaller if it is long.
    fn number(&mut self, text: &str, (x, y): (f32, f32), colour: Rgb) {
        let usual = Font::bold((self.layout.side * 0.29).min(26.0));
        let room = self.layout.side * 0.72;
        let font = match width(text, usual) {
            wide if wide > room => Font::bold(usual.tenths as f32 / 10.0 * room / wide),
            _ => usual,
        };
        let place = (x - width(text, font) / 2.0, y + font.tenths as f32 / 20.0);
        self.text(text, place, font, colour);
    }
}

/// The colour of a cell with a signed number.
fn shade(seat: Seat, count: u32) -> Rgb {
    // As strong at 15 as it gets; the first points show most.
    let level = (f64::from(count + 1).log2() / 4.0 * f64::from(SHADES)).round() as u32;
    shade_at(seat, level.clamp(1, SHADES))
}

fn shade_at(seat: Seat, level: u32) -> Rgb {
    let colour = if seat == Seat::Zero { STEEL } else { EMBER };
    mixed(CELL, colour, 0.1 + 0.75 * level as f32 / SHADES as f32)
}

/// All colours of cells with signed numbers, each with that of its number.
pub(super) fn shades() -> impl Iterator<Item = (Rgb, Rgb)> {
    let shades = (1..=SHADES).flat_map(|level| Seat::BOTH.map(|seat| shade_at(seat, level)));
    shades.map(|shade| (shade, readable_on(shade, [INK, WHITE])))
}

/// The colours that meet at an edge, and how many mixes of the two there are.
pub(super) fn edges(style: Style) -> Vec<(Rgb, Rgb, u8)> {
    let mut edges = vec![
        (BACK, INK, 6),
        (BACK, FAINT, 6),
        (BACK, CELL, 2),
        (BACK, STEEL, 6),
        (BACK, EMBER, 6),
        (BACK, EMBER_TEXT, 4),
        (BACK, BAD, 4),
        (CELL, INK, 2),
    ];
    match style {
        Style::Stones => edges.extend([(CELL, STEEL, 6), (CELL, EMBER, 6)]),
        Style::Boxes => edges.extend([
            (CELL, STEEL, 6),
            (CELL, EMBER, 6),
            (CELL, EMBER_BACK, 2),
            (EMBER_BACK, EMBER, 6),
            (EMBER_BACK, EMBER_TEXT, 6),
            (STEEL, WHITE, 6),
        ]),
        Style::SignedNumbers => {
            for (shade, number) in shades() {
                edges.extend([(shade, number, 6), (BACK, shade, 3)]);
            }
        }
    }
    edges
}
