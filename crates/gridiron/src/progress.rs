//! The bar that shows how far a match has come.

use std::time::Duration;

use league::{Tally, Trial};

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
    pub fn new(games: u32) -> Progress {
        let mut progress = Progress { games, line: StatusLine::new() };
        progress.show(&Tally::default(), None);
        progress
    }

    pub fn show(&mut self, tally: &Tally, trial: Option<&Trial>) {
        self.line.show(|passed| bar(tally, self.games, trial, passed));
    }

    pub fn clear(&self) {
        self.line.clear();
    }
}

fn bar(tally: &Tally, games: u32, trial: Option<&Trial>, passed: Duration) -> String {
    let (score, games) = (&tally.score, u64::from(games));
    let done = score.games();
    let full = match trial {
        None => (done as usize * WIDTH) / games.max(1) as usize,
        // How far it is between the bounds.
        Some(trial) => {
            let (lower, upper) = trial.sprt().bounds();
            let share = ((trial.llr() - lower) / (upper - lower)).clamp(0.0, 1.0);
            (share * WIDTH as f64).round() as usize
        }
    };
    let bar = format!("{}{}", "━".repeat(full), "╌".repeat(WIDTH - full));
    let left = match (trial, done) {
        (Some(trial), _) => format!("  {}", stats::llr(trial.sprt(), trial.llr())),
        (None, 0) => String::new(),
        (None, _) => format!("  {} left", clock(passed.mul_f64((games - done) as f64 / done as f64))),
    };
    let width = games.to_string().len();
    let faults: u64 = tally.conduct.iter().flat_map(|conduct| conduct.faults.values()).sum();
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
    use league::stats::{Model, Sprt};

    use super::*;

    #[test]
    fn a_bar_of_a_test_shows_how_far_it_is_between_its_bounds() {
        for (alpha, beta, full, expected) in [
            (0.05, 0.05, WIDTH / 2, "LLR +0.00 (-2.94 to 2.94)"),
            (0.001, 0.4, 3, "LLR +0.00 (-0.92 to 6.40)"),
        ] {
            let sprt = Sprt::new(0.0, 10.0, Model::Normalized, alpha, beta).expect("a test");
            let bar = bar(&Tally::default(), 100, Some(&Trial::new(sprt)), Duration::ZERO);
            assert_eq!(bar.matches('━').count(), full, "{bar}");
            assert!(bar.ends_with(expected), "{bar}");
        }
    }
}
