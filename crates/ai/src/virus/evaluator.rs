//! What a position of Virus is worth, as learned from games against itself by
//! `cargo run --release -p ai --example train_virus`.
//!
//! The worth is the final margin to be expected: the sum of a weight for each
//! window of the board (see [`patterns`](super::patterns)), which changes as the
//! board fills up.

use std::sync::{Arc, LazyLock};

use games::Outcome;
use games::virus::{Action, Virus};

use super::patterns::{WINDOWS, scan, shapes};
use super::weights::{ODD, PARTS, TO_MOVE, Weights};
use crate::search::{Evaluator, Value};

/// Estimates are in hundredths of a stone.
pub const STONE: Value = 100;

/// A won game is worth more than any estimate, and a little more for each stone.
pub const WON: Value = 15_000;

/// Which part of the board is still empty.
#[inline(always)]
pub fn part_empty(position: &Virus) -> usize {
    // Parts of one square of each board, to multiply with.
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

/// Judges positions by weights.
#[derive(Clone)]
pub struct VirusEvaluator {
    /// By the part of the board that is empty.
    tables: Arc<[Table; PARTS]>,
}

/// The weights of one part of the game.
struct Table {
    windows: Box<[i16; WINDOWS]>,
    /// Besides the windows, for an even and an odd number of empty squares.
    besides: [i16; 2],
}

impl VirusEvaluator {
    /// With the weights that were learned.
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
            Table { windows, besides: [weight(TO_MOVE), weight(TO_MOVE) + weight(ODD)] }
        };
        VirusEvaluator { tables: Arc::new(std::array::from_fn(table)) }
    }

    /// The final margin to be expected, in hundredths of a stone.
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
