//! The size of the terminal, and how many columns a text takes on it.

use anstream::adapter::strip_str;
use unicode_width::UnicodeWidthStr;

/// The columns of the terminal, or `None` if there is no terminal.
pub fn columns() -> Option<usize> {
    size().map(|(columns, _)| columns)
}

/// The columns and lines of the terminal that standard output or standard error
/// goes to. `None` if there is no terminal or its size is unknown.
pub fn size() -> Option<(usize, usize)> {
    #[cfg(unix)]
    {
        use rustix::termios::tcgetwinsize;
        let size = tcgetwinsize(std::io::stdout()).or_else(|_| tcgetwinsize(std::io::stderr()));
        let size = size.ok().map(|size| (usize::from(size.ws_col), usize::from(size.ws_row)));
        size.filter(|(columns, _)| *columns > 0)
    }
    #[cfg(not(unix))]
    None
}

/// The columns that a text takes. Styles take none.
pub fn width(text: &str) -> usize {
    // A cluster that a style divides would be counted twice, so they are put
    // together first.
    match text.contains('\x1b') {
        true => strip_str(text).to_string().width(),
        false => text.width(),
    }
}

/// A text filled up with spaces on the right. Longer texts stay as they are.
pub fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::{BOLD, paint};

    #[test]
    fn width_counts_columns() {
        for (text, columns) in [
            ("", 0),
            ("greedy", 6),
            ("é", 1),
            // The same letter with a combining accent.
            ("e\u{301}", 1),
            ("日本", 4),
            ("한국", 4),
            ("🎲", 2),
            // A family: three emoji and two joiners, drawn as one.
            ("👩\u{200d}👩\u{200d}👧", 2),
            ("🇫🇷", 2),
            ("👍🏽", 2),
            ("━╌●├┤", 5),
        ] {
            assert_eq!(width(text), columns, "{text}");
            assert_eq!(width(&paint(BOLD, text)), columns, "{text}");
            assert_eq!(width(&pad(text, 8)), 8, "{text}");
        }
        assert_eq!(pad("greedy", 3), "greedy");
    }
}
