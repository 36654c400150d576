//! Learns the weights of Virus's champion from self-play, starting from stone counting, and
//! writes them to the champion's file or to another one:
//!
//! ```sh
//! cargo run --release -p gridiron-ai --example train_virus -- [file]
//! ```
//!
//! It takes about five minutes on one core. Every number follows from fixed seeds and node
//! limits, none from a clock. So it writes the same file again, as long as search and
//! solver stay the same.

use std::path::{Path, PathBuf};

use games::Game;
use games::common::rng::Rng;
use games::virus::{Options, Virus};
use gridiron_ai::random::any_action;
use gridiron_ai::search::alpha_beta::{AlphaBeta, GameContext};
use gridiron_ai::search::{SearchLimits, Value};
use gridiron_ai::virus::endgame::{Solver, SolverLimits};
use gridiron_ai::virus::evaluator::{STONE, VirusEvaluator, WON, part_empty};
use gridiron_ai::virus::patterns::{WINDOWS, scan, shapes};
use gridiron_ai::virus::weights::{ODD, STAGES, TO_MOVE, WIDTH, Weights, stage};

/// Positions with at most this many empty squares are solved, not searched.
const SOLVED_FROM: u32 = 10;

/// The size of the search's table, in positions.
const REMEMBERED: usize = 1 << 14;

/// One round of self-play and learning.
struct Generation {
    games: u64,
    /// Nodes per move.
    nodes: u64,
    /// How much of a position's target comes from later positions; the rest is the value that
    /// the search found at once.
    trust: f64,
}

const GENERATIONS: &[Generation] = &[
    Generation { games: 2_000, nodes: 300, trust: 1.0 },
    Generation { games: 2_000, nodes: 300, trust: 0.9 },
    Generation { games: 4_000, nodes: 600, trust: 0.9 },
    Generation { games: 4_000, nodes: 600, trust: 0.9 },
    Generation { games: 4_000, nodes: 600, trust: 0.9 },
    Generation { games: 4_000, nodes: 600, trust: 0.9 },
    Generation { games: 4_000, nodes: 600, trust: 0.9 },
    Generation { games: 4_000, nodes: 600, trust: 0.9 },
    Generation { games: 4_000, nodes: 600, trust: 0.9 },
    Generation { games: 4_000, nodes: 600, trust: 0.9 },
];

/// How many earlier generations' games are used besides its own.
const KEPT: usize = 2;

fn main() {
    let mut weights = Weights::stones();
    let mut lessons: Vec<Vec<Sample>> = Vec::new();
    for (number, generation) in GENERATIONS.iter().enumerate() {
        let evaluator = VirusEvaluator::new(&weights);
        let games = number as u64 * 1_000_000..number as u64 * 1_000_000 + generation.games;
        lessons.push(games.flat_map(|seed| play(generation, &evaluator, seed)).collect());
        // Games of stone counters are soon useless.
        lessons.drain(..lessons.len().saturating_sub(1 + KEPT.min(number / 2)));
        let fit = Fit::new(lessons.iter().flatten());
        let before = fit.errors(&weights);
        fit.improve(&mut weights);
        eprintln!("generation {number}: {} positions, error by stage {before}", fit.rows.len());
        eprintln!("{:>32} then {}", "", fit.errors(&weights));
    }
    let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/virus/weights.txt");
    let path = std::env::args_os().nth(1).map_or(usual, PathBuf::from);
    std::fs::write(&path, weights.write()).expect("the file can be written");
}

/// A position and its target margin, in stones.
struct Sample {
    position: Virus,
    target: f64,
}

/// Plays a game and returns its samples.
fn play(generation: &Generation, evaluator: &VirusEvaluator, seed: u64) -> Vec<Sample> {
    let mut rng = Rng::for_purpose(seed, "train");
    let mut position = Virus::start(&Options::default(), seed);
    for _ in 0..4 + rng.below(40) {
        position.play(any_action(&position, &mut rng));
    }
    let mut solver = Solver::new(evaluator.clone(), 14);
    let mut searcher = AlphaBeta::new(evaluator.clone(), REMEMBERED);
    let mut search = |position: &Virus| {
        let found =
            searcher.search(position, &GameContext::none(), &SearchLimits::nodes(generation.nodes), 1);
        (in_stones(found.value), found.action)
    };
    let mut course: Vec<(Virus, f64, bool)> = Vec::new();
    let mut asides = Vec::new();
    while position.status().outcome().is_none() {
        let solved = empties(&position) <= SOLVED_FROM;
        let (margin, action) = if solved {
            let solved = solver.margin(&position, SolverLimits::NONE).expect("the game goes on");
            (f64::from(solved.margin), solved.action)
        } else {
            search(&position)
        };
        course.push((position, margin, solved));
        // Searches also evaluate positions after bad moves, which good games never reach.
        let aside = position.after(any_action(&position, &mut rng));
        if empties(&aside) > SOLVED_FROM && generation.trust < 1.0 && rng.below(2) == 0 {
            let (margin, _) = search(&aside);
            asides.push(Sample { position: aside, target: margin });
        }
        position.play(action);
    }
    let mut later: Option<f64> = None;
    let mut lesson = asides;
    for (position, margin, solved) in course.into_iter().rev() {
        let target = match later {
            Some(later) if !solved => margin * (1.0 - generation.trust) - later * generation.trust,
            _ => margin,
        };
        later = Some(target);
        lesson.push(Sample { position, target });
    }
    lesson
}

/// The margin that a value means, in stones.
fn in_stones(value: Value) -> f64 {
    if value.abs() < WON {
        f64::from(value) / f64::from(STONE)
    } else {
        f64::from(value - value.signum() * WON)
    }
}

fn empties(position: &Virus) -> u32 {
    position.sets()[2].count_ones()
}

/// Least squares by conjugate gradients, for the weights of all stages at once: a position
/// between two stages counts for both.
struct Fit {
    rows: Vec<Row>,
}

/// A sample as a row of the equations.
struct Row {
    target: f64,
    stage: usize,
    share: f64,
    weights: Vec<u16>,
}

/// The penalty for changing a weight by one stone, in squared stones. It keeps weights with
/// few samples where they are (ridge regression).
const RIDGE: f64 = 200.0;

/// Steps of the descent; more make no difference.
const STEPS: usize = 40;

impl Fit {
    fn new<'a>(lessons: impl Iterator<Item = &'a Sample>) -> Fit {
        let mut of_window = vec![0; WINDOWS];
        shapes().into_iter().for_each(|(window, shape)| of_window[window] = shape as u16);
        let rows = lessons.map(|sample| {
            let (stage, share) = stage(part_empty(&sample.position));
            let mut weights = Vec::new();
            scan(&sample.position, |window| weights.push(of_window[window]));
            weights.push(TO_MOVE as u16);
            if empties(&sample.position) % 2 == 1 {
                weights.push(ODD as u16);
            }
            Row { target: sample.target, stage, share, weights }
        });
        Fit { rows: rows.collect() }
    }

    /// The margin that the weights give a sample.
    fn answer(&self, row: &Row, weights: &[f64]) -> f64 {
        let (low, high) = weights[row.stage * WIDTH..].split_at(WIDTH);
        let sum = |part: &[f64]| row.weights.iter().map(|at| part[usize::from(*at)]).sum::<f64>();
        sum(low) * (1.0 - row.share) + sum(high) * row.share
    }

    /// Adds `by` to every feature of a sample.
    fn spread(&self, row: &Row, by: f64, to: &mut [f64]) {
        let (low, high) = to[row.stage * WIDTH..].split_at_mut(WIDTH);
        for at in &row.weights {
            low[usize::from(*at)] += by * (1.0 - row.share);
            high[usize::from(*at)] += by * row.share;
        }
    }

    fn improve(&self, weights: &mut Weights) {
        let start = &weights.0;
        let mut change = vec![0.0; start.len()];
        let mut gradient = vec![0.0; start.len()];
        for row in &self.rows {
            self.spread(row, row.target - self.answer(row, start), &mut gradient);
        }
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let mut direction = gradient.clone();
        let mut size = dot(&gradient, &gradient);
        for _ in 0..STEPS {
            let mut image: Vec<f64> = direction.iter().map(|value| value * RIDGE).collect();
            for row in &self.rows {
                self.spread(row, self.answer(row, &direction), &mut image);
            }
            let step = size / dot(&direction, &image);
            for at in 0..change.len() {
                change[at] += step * direction[at];
                gradient[at] -= step * image[at];
            }
            let next = dot(&gradient, &gradient);
            for at in 0..direction.len() {
                direction[at] = gradient[at] + next / size * direction[at];
            }
            size = next;
        }
        weights.0.iter_mut().zip(change).for_each(|(weight, change)| *weight += change);
    }

    /// The root mean square error by stage, in stones.
    fn errors(&self, weights: &Weights) -> String {
        let mut sums = [(0.0, 0.0_f64); STAGES.len()];
        for row in &self.rows {
            let sum = &mut sums[row.stage];
            *sum = (sum.0 + (row.target - self.answer(row, &weights.0)).powi(2), sum.1 + 1.0);
        }
        sums.map(|(squares, count)| format!("{:.2}", (squares / count.max(1.0)).sqrt())).join(" ")
    }
}
