//! One line that shows how far a match, a solution or an analysis has come. It is
//! drawn on a terminal only, and removed at the end.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use league::{CommittedResults, SequentialTest};

use crate::{stats, width};

/// How often the bar is drawn again; a person sees no more.
const EVERY: Duration = Duration::from_millis(100);

/// Its width in characters.
const WIDTH: usize = 24;

/// One line on a terminal that is drawn again and again; not drawn elsewhere.
pub struct StatusLine {
    is_seen: bool,
    begin: Instant,
    drawn: Option<Instant>,
}

impl StatusLine {
    pub fn new() -> StatusLine {
        StatusLine { is_seen: io::stderr().is_terminal(), begin: Instant::now(), drawn: None }
    }

    /// Draws what `line` makes of the time that has passed, unless that was done a
    /// moment ago.
    pub fn show(&mut self, line: impl FnOnce(Duration) -> String) {
        let now = Instant::now();
        if !self.is_seen || self.drawn.is_some_and(|drawn| now - drawn < EVERY) {
            return;
        }
        self.drawn = Some(now);
        // An error does not matter: the line is only for watching.
        let line = fitting(&line(now - self.begin), width::of_terminal());
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }

    /// Takes it away again.
    pub fn clear(&self) {
        if self.is_seen {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// The bar of a match.
pub struct Progress {
    games: u32,
    line: StatusLine,
}

impl Progress {
    /// Draws the empty bar of a match with so many games.
    pub fn new(games: u32, test: Option<&SequentialTest>) -> Progress {
        let mut progress = Progress { games, line: StatusLine::new() };
        progress.show(&CommittedResults::new(2), test);
        progress
    }

    pub fn show(&mut self, results: &CommittedResults, test: Option<&SequentialTest>) {
        self.line.show(|passed| bar(results, self.games, test, passed));
    }

    pub fn clear(&self) {
        self.line.clear();
    }
}

/// What a terminal can hold in one line; the end of a longer one counts most.
fn fitting(bar: &str, columns: Option<usize>) -> String {
    let over = columns.map_or(0, |columns| (bar.chars().count() + 1).saturating_sub(columns));
    bar.chars().skip(over).collect()
}

fn bar(results: &CommittedResults, games: u32, test: Option<&SequentialTest>, passed: Duration) -> String {
    let (score, games) = (&results.accounts[0].score, u64::from(games));
    let done = score.games();
    let full = match test {
        None => (done as usize * WIDTH) / games.max(1) as usize,
        // How far it is between the bounds.
        Some(test) => {
            let (lower, upper) = test.sprt().bounds();
            let share = ((test.llr() - lower) / (upper - lower)).clamp(0.0, 1.0);
            (share * WIDTH as f64).round() as usize
        }
    };
    let bar = format!("{}{}", "━".repeat(full), "╌".repeat(WIDTH - full));
    let left = match (test, done) {
        (Some(test), _) => format!("  {}", stats::llr(test.sprt(), test.llr())),
        (None, 0) => String::new(),
        (None, _) => format!("  {} left", clock(passed.mul_f64((games - done) as f64 / done as f64))),
    };
    let width = games.to_string().len();
    let faults: u64 = results.accounts.iter().flat_map(|account| account.conduct.faults.values()).sum();
    let faults = if faults > 0 { format!("  faults {faults}") } else { String::new() };
    format!(
        "{bar} {done:>width$}/{games}  A {} · {} draws · {} B  {:.1} %{faults}{left}",
        score.wins,
        score.draws,
        score.losses,
        score.rate() * 100.0
    )
}

/// 0:07, 12:34, 1:02:03.
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
    use league::stats::{EloModel, Sprt};

    use super::*;

    #[test]
    fn a_bar_of_a_test_shows_how_far_it_is_between_its_bounds() {
        for (alpha, beta, full, expected) in [
            (0.05, 0.05, WIDTH / 2, "LLR +0.00 (-2.94 to 2.94)"),
            (0.001, 0.4, 3, "LLR +0.00 (-0.92 to 6.40)"),
        ] {
            let sprt = Sprt::new(0.0, 10.0, EloModel::Normalized, alpha, beta).expect("a test");
            let bar = bar(&CommittedResults::new(2), 100, Some(&SequentialTest::new(sprt)), Duration::ZERO);
            assert_eq!(bar.matches('━').count(), full, "{bar}");
            assert!(bar.ends_with(expected), "{bar}");
        }
    }

    #[test]
    fn a_bar_is_never_wider_than_the_terminal() {
        for (columns, expected) in [
            (None, "━━╌╌ 5/10"),
            (Some(80), "━━╌╌ 5/10"),
            (Some(10), "━━╌╌ 5/10"),
            (Some(9), "━╌╌ 5/10"),
            (Some(1), ""),
        ] {
            assert_eq!(fitting("━━╌╌ 5/10", columns), expected, "{columns:?}");
        }
    }
}
