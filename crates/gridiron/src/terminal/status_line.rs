//! One line that shows how far something long has come. It is drawn over and
//! over on a terminal, and not at all elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use super::{clip_start, columns};

/// The time between two drawings. Faster changes cannot be read.
const INTERVAL: Duration = Duration::from_millis(100);

/// The cursor to the start of the line, and the line erased.
const ERASE: &str = "\r\x1b[K";

/// A line on standard error that is replaced while work goes on.
pub struct StatusLine {
    is_terminal: bool,
    started: Instant,
    drawn: Option<Instant>,
}

impl StatusLine {
    /// A line that is not drawn yet. Its time starts now.
    pub fn new() -> StatusLine {
        StatusLine { is_terminal: io::stderr().is_terminal(), started: Instant::now(), drawn: None }
    }

    /// Draws what `line` returns for the time since the start. Does nothing if
    /// the line was drawn less than 100 ms ago, or if there is no terminal.
    pub fn show(&mut self, line: impl FnOnce(Duration) -> String) {
        let now = Instant::now();
        if !self.is_terminal || self.drawn.is_some_and(|drawn| now - drawn < INTERVAL) {
            return;
        }
        self.drawn = Some(now);
        let line = fit(&line(now - self.started), columns());
        // A line that cannot be drawn is no reason to stop the work.
        let _ = write!(io::stderr(), "{ERASE}{line}");
    }

    /// Erases the line.
    pub fn clear(&self) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "{ERASE}");
        }
    }
}

/// The end of a line that is too long. The last column stays free, since some
/// terminals start a new line after it.
fn fit(line: &str, columns: Option<usize>) -> String {
    columns.map_or_else(|| line.to_string(), |columns| clip_start(line, columns.saturating_sub(1)))
}

/// A duration as `0:07`, `12:34` or `1:02:03`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_never_wider_than_the_terminal() {
        for (columns, expected) in [
            (None, "━━╌╌ 5/10"),
            (Some(80), "━━╌╌ 5/10"),
            (Some(10), "━━╌╌ 5/10"),
            (Some(9), "━╌╌ 5/10"),
            (Some(1), ""),
            (Some(0), ""),
        ] {
            assert_eq!(fit("━━╌╌ 5/10", columns), expected, "{columns:?}");
        }
    }

    #[test]
    fn clocks_show_hours_only_if_there_are_any() {
        for (seconds, expected) in
            [(0.0, "0:00"), (7.4, "0:07"), (59.6, "1:00"), (754.0, "12:34"), (3723.0, "1:02:03")]
        {
            assert_eq!(clock(Duration::from_secs_f64(seconds)), expected);
        }
    }
}
