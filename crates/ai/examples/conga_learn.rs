//! Learns Conga's patterns from self-play, and writes them to the champion's file or to
//! another one:
//!
//! ```sh
//! cargo run --release -p gridiron-ai --example conga_learn -- [file]
//! ```
//!
//! It takes some minutes on one core. The same kind of machine gives the same numbers, as
//! long as the search stays the same.
//!
//! It begins with the number of moves alone. Each round plays games against itself with
//! shallow searches and some random moves. Then it moves the evaluation of each position
//! towards what the search and the rest of the game said of it (temporal differences).

use std::path::{Path as FilePath, PathBuf};

use games::Game;
use games::common::rng::Rng;
use games::conga::{Options, Position};
use gridiron_ai::conga::CongaEvaluator;
use gridiron_ai::conga::patterns::{PARTS, Patterns, WEIGHTS};
use gridiron_ai::search::alpha_beta::{AlphaBeta, GameContext};
use gridiron_ai::search::{RepetitionHistory, SearchLimits, Searchable as _};

/// Rounds: games, and nodes per move.
const ROUNDS: [(u64, u64); 5] = [(6_000, 300), (8_000, 400), (10_000, 500), (12_000, 600), (12_000, 800)];

/// The weight of later results against the search's value at once (TD(λ)).
const LAMBDA: f32 = 0.8;

/// The unit of evaluations: hundredths of log-odds.
const SCALE: f32 = 100.0;

/// A position's features and its target, as a probability of winning.
struct Lesson {
    features: [u16; PARTS],
    chances: f32,
}

fn main() {
    let usual = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("src/conga/patterns.bin");
    let path = std::env::args_os().nth(1).map_or(usual, PathBuf::from);
    let mut weights = by_moves();
    let mut lessons: Vec<Lesson> = Vec::new();
    for (round, (games, nodes)) in ROUNDS.into_iter().enumerate() {
        let patterns = Patterns::new(&rounded(&weights));
        // Lessons of the last rounds are kept: the players hardly change any more.
        let kept = lessons.len() / 2;
        lessons.drain(..lessons.len() - kept);
        let mut decided = 0;
        for game in 0..games {
            decided += u32::from(play(&patterns, (round as u64) << 32 | game, nodes, &mut lessons));
        }
        let error = learn(&mut weights, &mut lessons, round as u64);
        println!(
            "round {round}: {} positions, {decided} games of {games} decided, error {error:.4}",
            lessons.len()
        );
    }
    let bytes: Vec<u8> = rounded(&weights).iter().flat_map(|weight| weight.to_le_bytes()).collect();
    std::fs::write(&path, bytes).expect("the file can be written");
}

/// Starting weights: each own move is worth 0.05 of log-odds, each of the opponent's -0.05.
fn by_moves() -> Vec<f32> {
    let mut weights = vec![0.0; WEIGHTS];
    let start = Position::start(&Options::default(), 0);
    // The weights for numbers of moves are consecutive; one position shows where they begin.
    let features = Patterns::features(&start);
    let moves = start.actions().len();
    for count in 0..64 {
        weights[features[17] - moves + count] = 0.05 * count as f32;
        weights[features[18] - moves + count] = -0.05 * count as f32;
    }
    weights
}

fn rounded(weights: &[f32]) -> [i16; WEIGHTS] {
    std::array::from_fn(|at| (weights[at] * SCALE).round() as i16)
}

fn chances(logarithm: f32) -> f32 {
    1.0 / (1.0 + (-logarithm).exp())
}

/// Plays a game and adds its positions to the lessons. Returns whether a player won.
fn play(patterns: &Patterns, seed: u64, nodes: u64, lessons: &mut Vec<Lesson>) -> bool {
    let mut rng = Rng::for_purpose(seed, "learning conga");
    let mut position = Position::start(&Options::default(), 0);
    for _ in 0..rng.below(8) {
        if let Some(next) = any(&position, &mut rng) {
            position = next;
        }
    }
    let mut searcher = AlphaBeta::new(CongaEvaluator::new(patterns), 1 << 12);
    let mut path: Vec<u64> = Vec::new();
    // The search's value of each position, and whether its best move was played.
    let mut game: Vec<(Position, f32, bool)> = Vec::new();
    let mut last = 0.5;
    while path.len() < 150 {
        if position.actions().len() == 0 {
            last = 0.0;
            break;
        }
        let hash = position.hash();
        if path.contains(&hash) {
            break;
        }
        let context = GameContext { path: RepetitionHistory::new(path.iter().copied()), plies_to_draw: None };
        let found = searcher.search(&position, &context, &SearchLimits::nodes(nodes), 1);
        path.push(hash);
        let plays_best = rng.below(12) > 0;
        game.push((position, chances(found.value as f32 / SCALE), plays_best));
        position = if plays_best {
            position.after(found.action)
        } else {
            any(&position, &mut rng).unwrap_or(position)
        };
    }
    // Backwards: the expected result of each mover.
    let mut expected = last;
    for (position, said, plays_best) in game.into_iter().rev() {
        expected = if plays_best { LAMBDA * (1.0 - expected) + (1.0 - LAMBDA) * said } else { said };
        let features = Patterns::features(&position).map(|feature| feature as u16);
        lessons.push(Lesson { features, chances: expected });
    }
    last == 0.0
}

fn any(position: &Position, rng: &mut Rng) -> Option<Position> {
    let count = position.actions().len() as u32;
    (count > 0)
        .then(|| position.actions().nth(rng.below(count) as usize).map(|action| position.after(action)))?
}

/// Gradient descent on the squared error. The steps of a weight shrink as it moves (AdaGrad).
/// Returns the error of the last pass.
fn learn(weights: &mut [f32], lessons: &mut [Lesson], seed: u64) -> f32 {
    let mut rng = Rng::for_purpose(seed, "order of lessons");
    let mut moved = vec![1.0_f32; weights.len()];
    let mut error = 0.0;
    for _ in 0..12 {
        for at in (1..lessons.len()).rev() {
            lessons.swap(at, rng.below(at as u32 + 1) as usize);
        }
        error = 0.0;
        for lesson in lessons.iter() {
            let sum: f32 = lesson.features.iter().map(|feature| weights[usize::from(*feature)]).sum();
            let is = chances(sum);
            let off = is - lesson.chances;
            error += off * off / lessons.len() as f32;
            for feature in lesson.features {
                let at = usize::from(feature);
                let slope = off + 1e-5 * weights[at];
                moved[at] += slope * slope;
                weights[at] = (weights[at] - 0.1 * slope / moved[at].sqrt()).clamp(-20.0, 20.0);
            }
        }
    }
    error
}
