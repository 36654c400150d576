//! A match of two built-in players that stops as soon as it is clear whether the
//! first is at least 50 normalized Elo stronger.
//!
//! `cargo run -p gridiron-league --example sequential_test`

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use gridiron_league::formats::Plan;
use gridiron_league::memory::Update;
use gridiron_league::runner::Threads;
use gridiron_league::stats::{EloModel, Sprt};
use gridiron_league::{Event, SequentialTest, Tournament, cores};

fn main() -> Result<(), Box<dyn Error>> {
    let most_pairs = 10_000;
    let event = Event::of_built_in_players("virus", ["greedy", "random"], Plan::Match { pairs: most_pairs })?;
    let runner =
        Threads { conditions: event.conditions.clone(), workers: cores::count(), keep_to_cores: true };
    let tournament = Tournament::in_memory(event);

    // H0: 0 Elo, H1: 50 Elo; both error rates are 5 %.
    let mut test = SequentialTest::new(Sprt::new(0.0, 50.0, EloModel::Normalized, 0.05, 0.05)?);
    let mut on_update = |update: Update<'_>| {
        if let Some(test) = update.test {
            println!("{} games, log-likelihood ratio {:+.2}", update.results.games, test.llr());
        }
        ControlFlow::Continue(())
    };
    tournament.run_in_memory(&runner, &AtomicBool::new(false), Some(&mut test), &mut on_update)?;

    let estimate = test.counts().estimate();
    println!("{:?}: greedy is {:+.0} ± {:.0} Elo stronger", test.verdict(), estimate.elo, estimate.elo_err95);
    Ok(())
}
