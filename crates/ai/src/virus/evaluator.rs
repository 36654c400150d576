//! The static evaluation of Virus, learned from self-play by
//! `cargo run --release -p gridiron-ai --example train_virus`.
//!
//! It is the expected final margin: the sum of a weight for each window of the board (see
//! [`patterns`](super::patterns)). The weights change as the board fills.

use std::sync::{Arc, LazyLock};

use games::Outcome;
use games::virus::{Action, Virus};

use super::patterns::{WINDOWS, scan, shapes};
use super::weights::{ODD, PARTS, TO_MOVE, Weights};
use crate::search::{Evaluator, Value};

/// The unit of evaluations: one stone is worth this much.
pub const STONE: Value = 100;

/// The value of a won game, plus the margin in stones. Above every evaluation.
pub const WON: Value = 15_000;

/// How much of the board is empty, in [parts](PARTS).
#[inline(always)]
pub fn part_empty(position: &Virus) -> usize {
    // Parts per square for each board size, scaled by 2^16.
    static SHARES: [u32; 16] = {
        let mut shares = [0; 16];
        let mut size = 1;
        while size < 16 {
            shares[size as usize] = ((PARTS as u32) << 16) / (size * size) + 1;
            size += 1;
        }
        shares
    };
    let [_, _, empty] = position.sets();
    let part = (empty.count_ones() * SHARES[usize::from(position.size()) % SHARES.len()]) >> 16;
    (part as usize).min(PARTS - 1)
}

/// Evaluates positions by learned weights. Cheap to clone: the tables are shared.
///
/// ```
/// use games::{Game, virus};
/// use gridiron_ai::search::Evaluator;
/// use gridiron_ai::virus::evaluator::VirusEvaluator;
///
/// let start = virus::Virus::start(&virus::Options::default(), 1);
/// let value = VirusEvaluator::learned().evaluate(&start);
/// assert!(value.abs() < 2_000, "the start is about even: {value} hundredths of a stone");
/// ```
#[derive(Clone)]
pub struct VirusEvaluator {
    /// By how much of the board is empty.
    tables: Arc<[StageWeights; PARTS]>,
}

/// The weights of one stage of the game.
struct StageWeights {
    windows: Box<[i16; WINDOWS]>,
    /// For having the move, with an even and with an odd number of empty squares.
    besides: [i16; 2],
}

impl VirusEvaluator {
    /// With the learned weights.
    pub fn learned() -> VirusEvaluator {
        static LEARNED: LazyLock<VirusEvaluator> = LazyLock::new(|| {
            VirusEvaluator::new(&Weights::read(include_str!("weights.txt")).expect("our own file"))
        });
        LEARNED.clone()
    }

    /// With these weights.
    pub fn new(weights: &Weights) -> VirusEvaluator {
        let shapes = shapes();
        let table = |part: usize| {
            let weight = |number| (weights.at(part, number) * f64::from(STONE)).round() as i16;
            let mut windows = Box::new([0; WINDOWS]);
            for (window, shape) in &shapes {
                windows[*window] = weight(*shape);
            }
            StageWeights { windows, besides: [weight(TO_MOVE), weight(TO_MOVE) + weight(ODD)] }
        };
        VirusEvaluator { tables: Arc::new(std::array::from_fn(table)) }
    }

    /// The expected final margin of the mover, in hundredths of a stone.
    #[inline(always)]
    pub fn margin(&self, position: &Virus) -> Value {
        let [_, _, empty] = position.sets();
        let table = &self.tables[part_empty(position)];
        let mut sum = Value::from(table.besides[empty.count_ones() as usize & 1]);
        scan(position, |window| sum += Value::from(table.windows[window]));
        sum
    }
}

impl Evaluator<Virus> for VirusEvaluator {
    #[inline(always)]
    fn evaluate(&self, position: &Virus) -> Value {
        self.margin(position).clamp(1 - WON, WON - 1)
    }

    fn terminal_value(&self, position: &Virus, outcome: Outcome) -> Value {
        let margin = (outcome.score * position.to_move().sign()) as Value;
        margin.signum() * WON + margin
    }

    #[inline(always)]
    fn order_score(&self, position: &Virus, action: Action) -> i32 {
        position.converts(action) as i32
    }
}
