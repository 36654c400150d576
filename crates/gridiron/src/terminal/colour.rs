//! The few styles that the program uses, and what each stands for.
//!
//! Colour is never the only sign: every text must make sense without it.

use anstyle::{AnsiColor, Style};
use games::Seat;

/// No style.
pub const PLAIN: Style = Style::new();
/// Names and headings: what a reader looks for first.
pub const BOLD: Style = Style::new().bold();
/// Details that a reader may skip.
pub const FAINT: Style = Style::new().dimmed();
/// Success.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Faults, losses and failures.
pub const BAD: Style = AnsiColor::BrightRed.on_default();
/// Lines and numbers at the edge of a board.
pub const FRAME: Style = AnsiColor::Yellow.on_default();
/// The interval around a rating.
pub const RATING: Style = AnsiColor::BrightBlue.on_default();

/// The style of a seat's name and pieces.
pub fn seat_colour(seat: Seat) -> Style {
    let colour = match seat {
        Seat::Zero => AnsiColor::BrightBlue,
        Seat::One => AnsiColor::BrightRed,
    };
    colour.on_default().bold()
}

/// Puts a text in a style.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
