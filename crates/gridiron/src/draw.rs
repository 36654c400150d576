//! Boards in the terminal, for any game that has a [`Grid`].

use std::fmt::Write;

use anstyle::Style;
use games::grid::Style as BoardStyle;
use games::{Cell, Grid, Seat};

use crate::terminal::{FAINT, FRAME, paint, seat_colour, width};

/// The text and style of a cell.
pub struct Face {
    pub text: String,
    pub style: Style,
}

/// The cells as they are drawn by default.
pub fn faces(grid: &Grid) -> Vec<Face> {
    let face = |cell| Face { text: text_of(grid, cell), style: cell.owner.map_or(FAINT, seat_colour) };
    grid.cells.iter().map(face).collect()
}

/// The board as lines of text with colours. `anstream` removes the colours where they
/// cannot be shown.
pub fn board(grid: &Grid) -> String {
    board_of(grid, &faces(grid))
}

/// The board with its cells drawn as given.
pub fn board_of(grid: &Grid, faces: &[Face]) -> String {
    match grid.style {
        BoardStyle::Boxes => boxes(grid, faces),
        BoardStyle::SignedNumbers | BoardStyle::Stones => cells(grid, faces),
    }
}

/// The sign of a seat's stones; empty where numbers are drawn. Owners differ
/// without colour too.
pub fn sign(grid: &Grid, seat: Seat) -> &'static str {
    match (grid.style, seat) {
        (BoardStyle::SignedNumbers, _) => "",
        (_, Seat::Zero) => "●",
        (_, Seat::One) => "○",
    }
}

/// The text of a cell.
fn text_of(grid: &Grid, cell: &Cell) -> String {
    match (grid.style, cell.owner) {
        (BoardStyle::Boxes, None) => String::new(),
        (_, None) => "·".to_string(),
        (BoardStyle::SignedNumbers, Some(_)) => format!("{:+}", cell.signed()),
        (BoardStyle::Stones, Some(seat)) => sign(grid, seat).to_string(),
        (BoardStyle::Boxes, Some(seat)) => format!("{}{}", cell.count, sign(grid, seat)),
    }
}

/// Cells side by side, with numbers at the edge.
fn cells(grid: &Grid, faces: &[Face]) -> String {
    let labels = (0..grid.cols).map(|col| width(&grid.col_label(col).to_string()));
    let wide = faces.iter().map(|face| width(&face.text)).chain(labels).max().unwrap_or(1);
    let mut out = String::new();
    let header: Vec<String> = (0..grid.cols).map(|col| format!("{:>wide$}", grid.col_label(col))).collect();
    let _ = writeln!(out, "    {}", paint(FRAME, &header.join(" ")));
    for (index, row) in faces.chunks_exact(grid.cols).enumerate() {
        let _ = write!(out, "{} ", paint(FRAME, &format!("{:>3}", grid.row_label(index))));
        for (col, Face { text, style }) in row.iter().enumerate() {
            let padding = " ".repeat(wide - width(text) + usize::from(col > 0));
            let _ = write!(out, "{padding}{}", paint(*style, text));
        }
        out.push('\n');
    }
    out
}

/// Boxes with a number in each cell that has an owner.
fn boxes(grid: &Grid, faces: &[Face]) -> String {
    const WIDE: usize = 4;
    let line = |left, middle, right| {
        let edges = vec!["─".repeat(WIDE); grid.cols].join(middle);
        paint(FRAME, &format!("    {left}{edges}{right}"))
    };
    let bar = paint(FRAME, "│");
    // Columns come first here, unlike on other boards.
    let mut out = format!("{}\n", line("┌", "┬", "┐").replacen("   ", "  y", 1));
    for (index, row) in faces.chunks_exact(grid.cols).enumerate() {
        if index > 0 {
            let _ = writeln!(out, "{}", line("├", "┼", "┤"));
        }
        let _ = write!(out, "{} {bar}", paint(FRAME, &format!("{:>3}", grid.row_label(index))));
        for Face { text, style } in row {
            let padding = " ".repeat(WIDE - 1 - width(text).min(WIDE - 1));
            let _ = write!(out, "{padding}{} {bar}", paint(*style, text));
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{}", line("└", "┴", "┘"));
    let labels: Vec<String> = (0..grid.cols).map(|col| format!("{:^WIDE$}", grid.col_label(col))).collect();
    let _ = writeln!(out, "     {}", paint(FRAME, &format!("{} x", labels.join(" "))));
    out
}
