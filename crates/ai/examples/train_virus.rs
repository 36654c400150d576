//! Learns the weights of Virus's champion from games against itself, starting
//! from plain stone counting, and writes them:
//!
//! `cargo run --release -p ai --example train_virus > crates/ai/src/virus/weights.txt`
//!
//! Every number follows from fixed seeds and depths, none from a clock, so that
//! running it again gives the same file.

use ai::virus::endgame::{Limits, Solver};
use ai::virus::evaluation::{Evaluation, STAGES, STONE, Weights, percent_empty, stage, write_weights};
use ai::virus::features::{FEATURES, Features, features, names};
use games::Game;
use games::common::cpu::{Work, accelerated};
use games::common::rng::Rng;
use games::virus::{Action, Options, Virus};

/// Positions with as few empty squares are solved, not searched.
const SOLVED_FROM: u32 = 10;

/// One round of playing and learning.
struct Generation {
    games: u64,
    /// Plies each move of these games looks ahead.
    depth: u32,
    /// How much of a position's target is what happened later, and not what
    /// the search said at once.
    trust: f64,
}

const GENERATIONS: &[Generation] = &[
    Generation { games: 1500, depth: 2, trust: 1.0 },
    Generation { games: 1500, depth: 2, trust: 0.95 },
    Generation { games: 2000, depth: 3, trust: 0.9 },
    Generation { games: 6000, depth: 3, trust: 0.85 },
];

fn main() {
    let limit: usize = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(usize::MAX);
    let mut evaluation = Evaluation::stones();
    let mut weights = [[0.0; FEATURES]; STAGES.len()];
    for (number, generation) in GENERATIONS.iter().enumerate().take(limit) {
        let begin = std::time::Instant::now();
        let mut fit = Fit::new();
        let mut check = Check::default();
        for game in 0..generation.games {
            let lesson = play(generation, &evaluation, number as u64 * 1_000_000 + game);
            // One game in twenty is kept apart, to see how well the others
            // foretell it.
            if game % 20 == 0 && number > 0 {
                lesson.iter().for_each(|sample| check.add(sample, &evaluation));
            }
            lesson.iter().for_each(|sample| fit.add(sample));
        }
        weights = fit.weights();
        evaluation = Evaluation::new(&weights);
        eprintln!("generation {number}: {:.0} s, {}", begin.elapsed().as_secs_f64(), check.report());
    }
    print!("{}", write_weights(&weights));
}

/// A position and the margin it should be given, in stones.
struct Sample {
    position: Virus,
    target: f64,
}

/// Plays a game and says what is to be learned from it.
fn play(generation: &Generation, evaluation: &Evaluation, seed: u64) -> Vec<Sample> {
    let mut rng = Rng::for_purpose(seed, "train");
    let mut position = Virus::start(&Options::default(), seed);
    for _ in 0..4 + rng.below(40) {
        position.play(draw(&position, &mut rng));
    }
    let mut solver = Solver::new(14);
    let mut course: Vec<(Virus, f64, bool)> = Vec::new();
    let mut asides = Vec::new();
    while position.status().outcome().is_none() {
        let solved = empties(&position) <= SOLVED_FROM;
        let (margin, action) = if solved {
            let solved = solver.margin(&position, Limits::NONE).expect("the game goes on");
            (f64::from(solved.margin), solved.action)
        } else {
            search(evaluation, &position, generation.depth)
        };
        course.push((position, margin, solved));
        // Searches ask for positions after bad moves, too, which no good game
        // comes to.
        let aside = position.after(draw(&position, &mut rng));
        if empties(&aside) > SOLVED_FROM && generation.trust < 1.0 && rng.below(2) == 0 {
            let (margin, _) = search(evaluation, &aside, generation.depth);
            asides.push(Sample { position: aside, target: margin });
        }
        position.play(action);
    }
    let mut later = None;
    let mut lesson = asides;
    for (position, margin, solved) in course.into_iter().rev() {
        let target = match later {
            Some(later) if !solved => margin * (1.0 - generation.trust) - f64::from(later) * generation.trust,
            _ => margin,
        };
        later = Some(target);
        lesson.push(Sample { position, target });
    }
    lesson
}

fn empties(position: &Virus) -> u32 {
    position.sets()[2].count_ones()
}

fn draw(position: &Virus, rng: &mut Rng) -> Action {
    let mut actions = position.actions();
    let at = rng.below(actions.len() as u32) as usize;
    actions.nth(at).expect("below their number")
}

/// What a plain alpha-beta says, in stones, and its move.
fn search(evaluation: &Evaluation, position: &Virus, depth: u32) -> (f64, Action) {
    let mut order: Vec<(i32, Action)> =
        position.actions().map(|action| (-evaluation.margin(&position.after(action)), action)).collect();
    order.sort_by_key(|(margin, _)| -margin);
    let mut best = (-LARGE, order[0].1);
    for (_, action) in order {
        let margin = -accelerated(Visit {
            evaluation,
            position: &position.after(action),
            depth: depth - 1,
            least: -LARGE,
            most: -best.0,
        });
        if margin > best.0 {
            best = (margin, action);
        }
    }
    (f64::from(best.0) / f64::from(STONE), best.1)
}

const LARGE: i32 = 1_000_000;

struct Visit<'a> {
    evaluation: &'a Evaluation,
    position: &'a Virus,
    depth: u32,
    least: i32,
    most: i32,
}

impl Work for Visit<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Visit { evaluation, position, depth, mut least, most } = self;
        let [own, enemy, empty] = position.sets();
        if empty == 0 {
            return (own.count_ones() as i32 - enemy.count_ones() as i32) * STONE;
        }
        if depth == 0 {
            return evaluation.margin(position);
        }
        let mut actions = [(0, Action::PASS); 128];
        let mut count = 0;
        for action in position.actions() {
            actions[count] = (position.converts(action), action);
            count += 1;
        }
        for at in 0..count {
            let first = (at..count).max_by_key(|at| actions[*at].0).expect("not the last");
            actions.swap(at, first);
            let after = position.after(actions[at].1);
            let margin =
                -accelerated(Visit { evaluation, position: &after, depth: depth - 1, least: -most, most: -least });
            least = least.max(margin);
            if least >= most {
                break;
            }
        }
        least
    }
}

/// Least squares: the weights of all stages at once, because those between two
/// stages count for both.
struct Fit {
    /// The lower half of a matrix and the right side of its equations.
    products: Vec<f64>,
    targets: Vec<f64>,
}

const UNKNOWNS: usize = FEATURES * STAGES.len();

/// How much is lost by a weight of one stone; keeps weights small that nothing
/// depends on.
const RIDGE: f64 = 30.0;

impl Fit {
    fn new() -> Fit {
        let mut products = vec![0.0; UNKNOWNS * UNKNOWNS];
        for at in 0..UNKNOWNS {
            products[at * UNKNOWNS + at] = RIDGE;
        }
        Fit { products, targets: vec![0.0; UNKNOWNS] }
    }

    fn add(&mut self, sample: &Sample) {
        let features: Features = features(&sample.position);
        let (from, part) = stage(percent_empty(&sample.position));
        let begin = from * FEATURES;
        let scaled: [f64; 2 * FEATURES] = std::array::from_fn(|at| {
            let share = if at < FEATURES { 1.0 - part } else { part };
            f64::from(features[at % FEATURES]) * share
        });
        for (row, left) in scaled.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            let line = &mut self.products[(begin + row) * UNKNOWNS + begin..][..row + 1];
            for (sum, right) in line.iter_mut().zip(&scaled) {
                *sum += left * right;
            }
            self.targets[begin + row] += left * sample.target;
        }
    }

    /// Solves the equations by Cholesky's decomposition.
    fn weights(self) -> Weights {
        let Fit { products: mut matrix, targets: mut x } = self;
        for row in 0..UNKNOWNS {
            for col in 0..=row {
                let (head, tail) = matrix.split_at_mut(row * UNKNOWNS);
                let (left, right) = if col == row {
                    (&tail[..col], &tail[..col])
                } else {
                    (&tail[..col], &head[col * UNKNOWNS..][..col])
                };
                let sum: f64 = left.iter().zip(right).map(|(a, b)| a * b).sum();
                let rest = tail[col] - sum;
                tail[col] = if col == row { rest.sqrt() } else { rest / head[col * UNKNOWNS + col] };
            }
        }
        for row in 0..UNKNOWNS {
            let known: f64 = (0..row).map(|col| matrix[row * UNKNOWNS + col] * x[col]).sum();
            x[row] = (x[row] - known) / matrix[row * UNKNOWNS + row];
        }
        for row in (0..UNKNOWNS).rev() {
            let known: f64 = (row + 1..UNKNOWNS).map(|below| matrix[below * UNKNOWNS + row] * x[below]).sum();
            x[row] = (x[row] - known) / matrix[row * UNKNOWNS + row];
        }
        std::array::from_fn(|stage| std::array::from_fn(|at| x[stage * FEATURES + at]))
    }
}

/// How well the evaluation so far foretells targets, by stage.
#[derive(Default)]
struct Check {
    /// Squares of errors, of targets, and how many.
    sums: [(f64, f64, f64); STAGES.len()],
}

impl Check {
    fn add(&mut self, sample: &Sample, evaluation: &Evaluation) {
        let (from, _) = stage(percent_empty(&sample.position));
        let error = sample.target - f64::from(evaluation.margin(&sample.position)) / f64::from(STONE);
        let sum = &mut self.sums[from];
        *sum = (sum.0 + error * error, sum.1 + sample.target * sample.target, sum.2 + 1.0);
    }

    fn report(&self) -> String {
        let line = |sum: &(f64, f64, f64)| {
            format!("{:.1}/{:.1}", (sum.0 / sum.2.max(1.0)).sqrt(), (sum.1 / sum.2.max(1.0)).sqrt())
        };
        format!("error/spread in stones {}", self.sums.iter().map(line).collect::<Vec<_>>().join(" "))
    }
}
