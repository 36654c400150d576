//! How fast the searches are on one core, beside a yardstick measured in the same run, and
//! which depth they reach: `cargo xtask bench search`.

mod yardstick;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use games::common::rng::Rng;
use games::perft::playout;
use games::{Game, conga, virus};
use gridiron_ai::conga::CongaEvaluator;
use gridiron_ai::search::alpha_beta::{AlphaBeta, GameContext, SearchResult};
use gridiron_ai::search::{Evaluator, SearchLimits, Searchable};
use gridiron_ai::virus::evaluator::VirusEvaluator;
use gridiron_ai::{Deadline, Time};
use yardstick::measured;

/// The size of the table, in positions: as the champion of Virus has it.
const REMEMBERED: usize = 1 << 16;

/// Nodes of one measured search.
const NODES: u64 = 1_000_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let chosen = |name: &str| words.iter().all(|word| name.contains(word.as_str()));
    println!(
        "{:<38} {:>9} {:<10} {:>7} {:>6} {:>12} {:>11}   depth in one second",
        "on one core", "M/s", "", "goal", "", "yardstick M/s", "a yardstick"
    );
    if chosen("virus search, alpha-beta") {
        let start = virus::Virus::start(&virus::Options::default(), 1);
        line("virus search, alpha-beta", 8.0, &walks(&start, [4, 24, 44]), VirusEvaluator::learned);
    }
    if chosen("conga search, alpha-beta") {
        let start = conga::Position::start(&conga::Options::default(), 1);
        line("conga search, alpha-beta", 6.0, &walks(&start, [4, 10, 20]), CongaEvaluator::learned);
    }
}

/// Positions after this many random plies.
fn walks<P: Searchable>(start: &P, plies: [u32; 3]) -> Vec<(u32, P)> {
    let walk = |plies| {
        let mut position = *start;
        playout(&mut position, plies, &mut Rng::new(7));
        (plies, position)
    };
    plies.map(walk).to_vec()
}

fn line<P: Searchable, E: Evaluator<P>>(
    name: &str,
    goal: f64,
    positions: &[(u32, P)],
    evaluator: impl Fn() -> E,
) {
    let all = || {
        positions
            .iter()
            .map(|(_, position)| search(position, evaluator(), &SearchLimits::nodes(NODES)).nodes)
            .sum()
    };
    let (best, stick) = measured(all);
    let met = if best >= goal { "met" } else { "missed" };
    let depths = positions.iter().map(|(plies, position)| {
        let begin = Instant::now();
        let (spent, never) = (|| begin.elapsed(), AtomicBool::new(false));
        let time = Time::new(None, None, &spent, &never);
        let deadline: Deadline<'_> = time.deadline(1, 1, Some(Duration::from_secs(1)));
        let found = search(position, evaluator(), &SearchLimits { nodes: None, depth: None, deadline });
        format!("{} at ply {plies}", found.depth)
    });
    let depths = depths.collect::<Vec<_>>().join(", ");
    println!(
        "{name:<38} {best:>9.1} {:<10} {goal:>7} {met:<6} {stick:>12.1} {:>11.3}   {depths}",
        "nodes",
        best / stick
    );
}

fn search<P: Searchable, E: Evaluator<P>>(
    position: &P,
    evaluator: E,
    limits: &SearchLimits<'_>,
) -> SearchResult<P::Action> {
    AlphaBeta::new(evaluator, REMEMBERED).search(position, &GameContext::none(), limits, 1)
}
