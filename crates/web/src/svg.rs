//! One position as a picture (SVG), for documents and slides.

use std::fmt::Write;

use games::grid::{Numbering, Style};
use games::{Cell, Grid, Seat, Viewpoint};
use referee::{Record, Replay};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::text::markup;

/// The side of a cell, in pixels.
const CELL: usize = 40;
/// The margin around the board, which also holds the numbers of rows and columns.
const EDGE: usize = 24;
/// The height of a line of the caption.
const LINE: usize = 22;
/// The least width of a picture, so that names fit above small boards.
const NARROWEST: usize = 360;
/// The width of a letter of the caption, about.
const LETTER: usize = 8;

/// The style of a picture as a Content Security Policy names it.
pub fn style_hash() -> String {
    crate::page::hash(STYLE)
}

/// Colours for light and dark mode, as on the pages: a test compares the two seats'.
const STYLE: &str = "\
text{font:15px system-ui,sans-serif;fill:#1d1c1a;font-variant-numeric:tabular-nums}\
.back{fill:#fff}.cell{fill:#f0eee9}.edge{font-size:11px;fill:#625f57;text-anchor:middle}\
.number{font-size:15px;font-weight:600;text-anchor:middle}.faint{fill:#625f57;font-size:13px}\
.s0{fill:#184a8c}.s1{fill:#d9660b}.ring{fill:none;stroke:#d9660b;stroke-width:5}.small{stroke-width:3}.box{fill:#f8e3d2;stroke:#d9660b;stroke-width:3}.on{fill:#fff}.n0{fill:#9dbbe0}.n1{fill:#f2ad78}\
@media(prefers-color-scheme:dark){text{fill:#e8e6e1}.back{fill:#1b1f23}.cell{fill:#262b30}\
.edge,.faint{fill:#a4a6a6}.s0{fill:#a9ccff}.s1{fill:#ee7518}.ring,.box{stroke:#ee7518}.box{fill:#4a331f}.on{fill:#14171a}.n0{fill:#2a5389}.n1{fill:#8a430e}}";

/// The text above a board.
#[derive(Clone, Debug, Default)]
pub struct Caption {
    /// The title, for readers who cannot see the picture.
    pub title: String,
    /// A line for seat 0 and one for seat 1: usually total and name.
    pub seats: [String; 2],
    /// A line below the two.
    pub line: String,
}

/// A board with a caption.
pub fn board(grid: &Grid, caption: &Caption) -> String {
    let rows = grid.rows().len();
    let wide = (grid.cols * CELL + 2 * EDGE).max(NARROWEST);
    let left = (wide - grid.cols * CELL) / 2;
    let top = 4 * LINE + EDGE / 2;
    let high = top + rows * CELL + EDGE + EDGE / 2;
    let title = markup(&caption.title);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" \
         role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"back\" width=\"{wide}\" height=\"{high}\" rx=\"10\"/>\n"
    );
    for (seat, text) in Seat::BOTH.into_iter().zip(&caption.seats) {
        let y = EDGE + seat.index() * LINE;
        out.push_str(&mark(seat, EDGE, y, 6));
        let text = markup(&fitting(text, (wide - 3 * EDGE) / LETTER));
        let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">{text}</text>", EDGE + 14, y + 5);
    }
    let line = markup(&fitting(&caption.line, (wide - 2 * EDGE) / (LETTER - 1)));
    let _ =
        writeln!(out, "<text class=\"faint\" x=\"{}\" y=\"{}\">{line}</text>", EDGE - 6, EDGE + 2 * LINE + 5);
    for col in 0..grid.cols {
        let y = match grid.numbering {
            Numbering::FromTopLeft => top - 5,
            Numbering::FromBottomLeft => top + rows * CELL + 15,
        };
        let x = left + col * CELL + CELL / 2;
        let _ = writeln!(out, "<text class=\"edge\" x=\"{x}\" y=\"{y}\">{}</text>", grid.col_label(col));
    }
    for (row, cells) in grid.rows().enumerate() {
        let y = top + row * CELL;
        let (label, middle) = (grid.row_label(row), y + CELL / 2 + 4);
        let _ = writeln!(out, "<text class=\"edge\" x=\"{}\" y=\"{middle}\">{label}</text>", left - 11);
        for (col, cell) in cells.iter().enumerate() {
            out.push_str(&draw_cell(grid.style, *cell, left + col * CELL, y));
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The position of a game after so many actions; `None` is the last position. An
/// error says which action breaks the rules, or that the game is shorter.
pub fn game(record: &Record, actions: Option<usize>) -> Result<String, String> {
    let last = record.actions.len();
    let wanted = actions.unwrap_or(last);
    if wanted > last {
        return Err(format!("there is no position after {wanted} actions: the game has {last}"));
    }
    let mut replay = Replay::new(record).map_err(|error| error.to_string())?;
    let entry = replay.session().entry();
    let mut shown = replay.session().grid(Viewpoint::All);
    let mut played = 0;
    while let Some(step) = replay.step() {
        step.map_err(|error| error.to_string())?;
        played += 1;
        if played == wanted {
            shown = replay.session().grid(Viewpoint::All);
        }
    }
    replay.finish().map_err(|error| error.to_string())?;
    let seats = Seat::BOTH.map(|seat| {
        let name = &record.players[seat.index()].name;
        format!("{}: {name} ({})", shown.total(seat), entry.seats[seat.index()])
    });
    let names = record.players.each_ref().map(|player| player.name.as_str());
    let result = record.outcome.in_words(entry, |seat| names[seat.index()].to_string());
    let line = match record.actions.get(wanted.wrapping_sub(1)) {
        _ if wanted == last => {
            format!("{result}, {}", record.outcome.cause)
        }
        Some(action) => format!("after {wanted} of {last} actions, turn {}: {}", action.turn, action.action),
        None => format!("the start of {last} actions"),
    };
    let title = format!("{}: {} against {}, {line}", entry.name, names[0], names[1]);
    Ok(board(&shown, &Caption { title, seats, line }))
}

/// The sign of a seat: a disc or a ring, so that colour is not needed.
fn mark(seat: Seat, x: usize, y: usize, radius: usize) -> String {
    match seat {
        Seat::Zero => format!("<circle class=\"s0\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>\n"),
        Seat::One => {
            // The ring is drawn around its middle, and thinner where it is small.
            let (radius, size) = (radius - 2, if radius < 10 { " small" } else { "" });
            format!("<circle class=\"ring{size}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>\n")
        }
    }
}

fn draw_cell(style: Style, cell: Cell, left: usize, top: usize) -> String {
    let (x, y, side) = (left + 1, top + 1, CELL - 2);
    let mut out =
        format!("<rect class=\"cell\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"6\"/>\n");
    let Some(seat) = cell.owner else { return out };
    let (x, y) = (left + CELL / 2, top + CELL / 2);
    match (style, seat) {
        (Style::Stones, _) => out.push_str(&mark(seat, x, y, 14)),
        (Style::SignedNumbers, _) => {
            let strength = (40 + 10 * cell.count.min(6)) as f32 / 100.0;
            let _ = writeln!(
                out,
                "<rect class=\"n{seat}\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"6\" opacity=\"{strength}\"/>",
                left + 1,
                top + 1
            );
            let sign = if seat == Seat::Zero { '+' } else { '−' };
            let _ =
                writeln!(out, "<text class=\"number\" x=\"{x}\" y=\"{}\">{sign}{}</text>", y + 5, cell.count);
        }
        (Style::Boxes, Seat::Zero) => {
            out.push_str(&mark(seat, x, y, 16));
            let _ =
                writeln!(out, "<text class=\"number on\" x=\"{x}\" y=\"{}\">{}</text>", y + 5, cell.count);
        }
        (Style::Boxes, Seat::One) => {
            let _ = writeln!(out, "<circle class=\"box\" cx=\"{x}\" cy=\"{y}\" r=\"14\"/>");
            let _ = writeln!(out, "<text class=\"number\" x=\"{x}\" y=\"{}\">{}</text>", y + 5, cell.count);
        }
    }
    out
}

/// The start of a text that is too long, with `…` at its end. Wide letters count
/// twice.
fn fitting(text: &str, letters: usize) -> String {
    if text.width() <= letters {
        return text.to_string();
    }
    let mut room = letters.saturating_sub(1);
    let fits = text.graphemes(true).take_while(|cluster| {
        let left = room.checked_sub(cluster.width());
        room = left.unwrap_or(room);
        left.is_some()
    });
    fits.chain(["…"]).collect()
}
