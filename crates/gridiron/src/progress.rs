//! The bar that shows how far a match has come.

use std::time::Duration;

use league::{CommittedResults, SequentialTest};

use crate::stats;
use crate::terminal::{StatusLine, clock};

/// Its width in characters.
const WIDTH: usize = 24;

/// The bar of a match on the status line.
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
}
