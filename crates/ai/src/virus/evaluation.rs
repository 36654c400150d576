//! What a position of Virus is worth, as learned from games against itself by
//! `cargo run --release -p ai --example train_virus`.
//!
//! The worth is the final margin to be expected: a sum of the position's
//! [`features`], each with a weight that changes as the board fills up.

use std::sync::LazyLock;

use games::Outcome;
use games::virus::{Action, Virus};

use super::features::{FEATURES, features, names};
use crate::search::{Judge, Value};

/// Estimates are in hundredths of a stone.
pub const STONE: Value = 100;

/// Weights are in thousandths, so that sums of many small ones do not suffer.
const WEIGHT_UNIT: f64 = 1000.0;
const WEIGHTS_TO_VALUE: i32 = 10;

/// A won game is worth more than any estimate, and a little more for each stone.
const WON: Value = 15_000;

/// Weights are learned for boards filled to these parts (in percent of the
/// squares that are still empty) and drawn as lines in between.
pub const STAGES: [u32; 10] = [0, 6, 12, 20, 28, 38, 50, 64, 80, 100];

/// The stage at or below an empty part of the board (0 to 100), and how much
/// of the way to the next one it has gone.
pub fn stage(percent: u32) -> (usize, f64) {
    let next = STAGES.iter().position(|stage| *stage > percent).unwrap_or(STAGES.len() - 1);
    let (from, to) = (STAGES[next - 1], STAGES[next]);
    (next - 1, f64::from(percent.min(to) - from) / f64::from(to - from))
}

/// How much of the board is empty, 0 to 100.
#[inline(always)]
pub fn percent_empty(position: &Virus) -> u32 {
    // Hundredfold parts of the squares of each board, to multiply with.
    static SHARES: [u32; 16] = {
        let mut shares = [0; 16];
        let mut size = 1;
        while size < 16 {
            shares[size as usize] = (100 << 16) / (size * size) + 1;
            size += 1;
        }
        shares
    };
    let [_, _, empty] = position.sets();
    (empty.count_ones() * SHARES[usize::from(position.size()) % SHARES.len()]) >> 16
}

/// The weights of all stages as they are learned, written and read.
pub type Weights = [[f64; FEATURES]; STAGES.len()];

/// Writes weights as a table with a line for each feature.
pub fn write_weights(weights: &Weights) -> String {
    let mut text = format!("# thousandths of a stone, by the part of the board that is empty: {STAGES:?} %\n");
    for (at, name) in names().iter().enumerate() {
        text += &format!("{name:<28}");
        for stage in weights {
            text += &format!(" {:>6}", (stage[at] * WEIGHT_UNIT).round() as i64);
        }
        text.push('\n');
    }
    text
}

/// Reads what [`write_weights`] wrote; words that are no numbers count as 0.
pub fn read_weights(text: &str) -> Weights {
    let mut weights = [[0.0; FEATURES]; STAGES.len()];
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for (at, line) in lines.enumerate().take(FEATURES) {
        for (stage, word) in weights.iter_mut().zip(line.split_ascii_whitespace().skip(1)) {
            stage[at] = word.parse().unwrap_or(0.0) / WEIGHT_UNIT;
        }
    }
    weights
}

/// Judges positions by weights.
pub struct Evaluation {
    /// By the part of the board that is empty, in percent.
    by_percent: Box<[[i16; FEATURES]; 101]>,
}

impl Evaluation {
    /// The weights that were learned.
    pub fn learned() -> &'static Evaluation {
        static LEARNED: LazyLock<Evaluation> =
            LazyLock::new(|| Evaluation::new(&read_weights(include_str!("weights.txt"))));
        &LEARNED
    }

    /// An evaluation with these weights.
    pub fn new(weights: &Weights) -> Evaluation {
        let mut by_percent = Box::new([[0; FEATURES]; 101]);
        for (percent, row) in by_percent.iter_mut().enumerate() {
            let (from, part) = stage(percent as u32);
            for (at, weight) in row.iter_mut().enumerate() {
                let between = weights[from][at] * (1.0 - part) + weights[from + 1][at] * part;
                *weight = (between * WEIGHT_UNIT).round() as i16;
            }
        }
        Evaluation { by_percent }
    }

    /// An evaluation that counts stones: where learning begins.
    pub fn stones() -> Evaluation {
        let mut row = [0.0; FEATURES];
        for (weight, name) in row.iter_mut().zip(names()) {
            let is_stone = name.ends_with("-empty");
            *weight = match is_stone {
                true if name.starts_with("own") => 1.0,
                true if name.starts_with("enemy") => -1.0,
                _ => 0.0,
            };
        }
        Evaluation::new(&[row; STAGES.len()])
    }

    /// The final margin to be expected, in hundredths of a stone.
    #[inline(always)]
    pub fn margin(&self, position: &Virus) -> Value {
        let weights = &self.by_percent[percent_empty(position).min(100) as usize];
        let features = features(position);
        let sum: i32 = features.iter().zip(weights).map(|(count, weight)| i32::from(*count) * i32::from(*weight)).sum();
        sum / WEIGHTS_TO_VALUE
    }
}

impl Judge<Virus> for Evaluation {
    #[inline(always)]
    fn estimate(&self, position: &Virus) -> Value {
        self.margin(position).clamp(1 - WON, WON - 1)
    }

    fn end(&self, position: &Virus, outcome: Outcome) -> Value {
        let margin = (outcome.score * position.to_move().sign()) as Value;
        margin.signum() * WON + margin
    }

    #[inline(always)]
    fn promise(&self, position: &Virus, action: Action) -> i32 {
        position.converts(action) as i32
    }
}
