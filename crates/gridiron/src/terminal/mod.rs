//! Everything about text on a terminal: its size, the width of text, colours,
//! clipping, wrapping, tables and the status line.
//!
//! Text is measured in columns, never in characters: a Chinese letter takes
//! two columns, an accent takes none. Styles are written as ANSI escape
//! sequences, which take no columns; `anstream` removes them where the output
//! is not a terminal.

mod clip;
mod colour;
mod numbers;
mod shell;
mod status_line;
mod table;
mod width;
mod wrap;

pub use clip::{clip, clip_start};
pub use colour::{BAD, BOLD, FAINT, FRAME, GOOD, PLAIN, RATING, paint, seat_colour};
pub use numbers::grouped;
pub use shell::{for_shell, quoted};
pub use status_line::{StatusLine, clock};
pub use table::{Cell, Column, Table, faint, plain};
pub use width::{columns, pad, size, width};
pub use wrap::{fit, fit_error, wrap, wrap_after, wrap_list};
