//! How much of Virus's end is solved in time, on one core: `cargo xtask bench endgame`.
//!
//! The positions come from games of the champion against itself with few nodes, after random
//! openings from fixed seeds. Each is solved with a fresh table.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use games::Game;
use games::common::opening;
use games::virus::{Options, Virus};
use gridiron_ai::search::alpha_beta::{AlphaBeta, GameContext};
use gridiron_ai::virus::endgame::{Solver, SolverLimits};
use gridiron_ai::virus::evaluator::VirusEvaluator;
use gridiron_ai::{Time, search};

const GAMES: u64 = 100;
const OPENING_PLIES: u32 = 4;
const NODES: u64 = 2_000;
const EMPTIES: [u32; 6] = [10, 12, 14, 16, 18, 20];

/// Half of the time for a move.
const TIMES: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(500)];

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    if !words.all(|word| "virus endgame solved".contains(&word)) {
        return;
    }
    println!(
        "virus endgame: share solved within half of a move of 20 ms and of 1 s, and the middle one's nodes"
    );
    println!(
        "{:<8} {:>9} {:>9} {:>9} {:>9} {:>12} {:>12} {:>7}",
        "empty", "who 20 ms", "who 1 s", "by 20 ms", "by 1 s", "nodes: who", "by how much", "M/s"
    );
    let mut positions = vec![Vec::new(); EMPTIES.len()];
    for seed in 0..GAMES {
        play(seed, &mut positions);
    }
    for (empties, positions) in EMPTIES.iter().zip(positions) {
        measure(*empties, &positions);
    }
}

/// Plays a game and keeps its positions with the wanted numbers of empty squares, where
/// there is a choice.
fn play(seed: u64, positions: &mut [Vec<Virus>]) {
    let mut position = Virus::start(&Options::default(), seed);
    let opening = opening::draw(&position, OPENING_PLIES, seed).expect("an opening of few plies");
    opening.into_iter().for_each(|action| _ = position.play(action));
    let mut searcher = AlphaBeta::new(VirusEvaluator::learned(), 1 << 14);
    while position.status().outcome().is_none() {
        let [_, _, empty] = position.sets();
        if let Some(at) = EMPTIES.iter().position(|empties| *empties == empty.count_ones())
            && position.forced().is_none()
        {
            positions[at].push(position);
        }
        let limits = search::SearchLimits::nodes(NODES);
        position.play(searcher.search(&position, &GameContext::none(), &limits, 1).action);
    }
}

fn measure(empties: u32, positions: &[Virus]) {
    let longest = TIMES[TIMES.len() - 1];
    // For each question the time and the nodes of each position.
    let mut results = [Vec::new(), Vec::new()];
    for position in positions {
        for (question, results) in results.iter_mut().enumerate() {
            let begin = Instant::now();
            let (spent, stop) = (|| begin.elapsed(), AtomicBool::new(false));
            let deadline = Time::new(None, None, &spent, &stop).deadline(1, 1, Some(longest));
            let limits = SolverLimits { nodes: u64::MAX, deadline };
            let mut solver = Solver::new(VirusEvaluator::learned(), 16);
            let winner = solver.winner(position, limits);
            let solved = if question == 0 { winner } else { winner.and(solver.margin(position, limits)) };
            let time = solved.map_or(Duration::MAX, |_| begin.elapsed());
            results.push((solver.nodes(), time, begin.elapsed()));
        }
    }
    let share = |question: usize, limit: Duration| {
        let solved = results[question].iter().filter(|(_, time, _)| *time <= limit).count();
        format!("{:.0} %", 100.0 * solved as f64 / positions.len().max(1) as f64)
    };
    let middle = |question: usize| {
        let mut nodes: Vec<u64> = results[question].iter().map(|(nodes, _, _)| *nodes).collect();
        nodes.sort_unstable();
        nodes.get(nodes.len() / 2).copied().unwrap_or(0)
    };
    let all = || results.iter().flatten();
    let seconds: f64 = all().map(|(_, _, took)| took.as_secs_f64()).sum();
    let speed = all().map(|(nodes, _, _)| *nodes as f64).sum::<f64>() / seconds / 1e6;
    let shares = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(question, limit)| share(question, TIMES[limit]));
    println!(
        "{empties:<8} {:>9} {:>9} {:>9} {:>9} {:>12} {:>12} {speed:>7.1}",
        shares[0],
        shares[1],
        shares[2],
        shares[3],
        middle(0),
        middle(1),
    );
}
