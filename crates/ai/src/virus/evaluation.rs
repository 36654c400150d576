//! What a position of Virus is worth, as learned from games against itself by
//! `cargo run --release -p ai --example train_virus`.
//!
//! The worth is the final margin to be expected: the sum of a weight for each
//! window of the board (see [`patterns`](super::patterns)), which changes as the
//! board fills up.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use games::Outcome;
use games::virus::{Action, Virus};

use super::patterns::{Squares, WINDOWS, scan, shape};
use crate::search::{Judge, Value};

/// Estimates are in hundredths of a stone, and so are weights.
pub const STONE: Value = 100;

/// A won game is worth more than any estimate, and a little more for each stone.
const WON: Value = 15_000;

/// Weights are learned for boards of which this much is still empty, in
/// twentieths, and drawn as lines in between.
pub const STAGES: [usize; 7] = [0, 2, 4, 7, 10, 14, 19];

/// Twentieths of the board are told apart.
pub const PARTS: usize = 20;

/// Which twentieth of the board is still empty.
#[inline(always)]
pub fn part_empty(position: &Virus) -> usize {
    // Parts of the squares of each board, to multiply with.
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
    let part = empty.count_ones() * SHARES[usize::from(position.size()) % SHARES.len()] >> 16;
    (part as usize).min(PARTS - 1)
}

/// The stage at or below a part, and how much of the way to the next one it is.
pub fn stage(part: usize) -> (usize, f64) {
    let next = STAGES.iter().position(|stage| *stage > part).unwrap_or(STAGES.len() - 1);
    let (from, to) = (STAGES[next - 1], STAGES[next]);
    (next - 1, (part - from) as f64 / (to - from) as f64)
}

/// Which windows share their weights, and what has a weight besides.
pub struct Shapes {
    /// What each looks like.
    pub shapes: Vec<Squares>,
    /// The number of each window's shape.
    pub of_window: Vec<u16>,
}

impl Shapes {
    /// All of them.
    pub fn new() -> Shapes {
        let mut numbers = BTreeMap::new();
        let looks: Vec<Option<Squares>> = (0..WINDOWS).map(shape).collect();
        for look in looks.iter().flatten() {
            numbers.entry(look.clone()).or_insert(0_u16);
        }
        for (at, number) in numbers.values_mut().enumerate() {
            *number = at as u16;
        }
        let of_window = looks.iter().map(|look| look.as_ref().map_or(0, |look| numbers[look])).collect();
        Shapes { shapes: numbers.into_keys().collect(), of_window }
    }

    /// How many weights there are for a stage: one for each shape, one for
    /// being to move, and one for an odd number of empty squares.
    pub fn weights(&self) -> usize {
        self.shapes.len() + 2
    }

    /// Weights that count stones: where learning begins.
    pub fn stones(&self) -> Vec<Vec<f64>> {
        let worth = |squares: &Squares| {
            let stones = squares.iter().map(|square| [0.0, 1.0, -1.0][usize::from(*square)]);
            stones.sum::<f64>() / squares.len() as f64
        };
        let mut weights: Vec<f64> = self.shapes.iter().map(worth).collect();
        weights.resize(self.weights(), 0.0);
        vec![weights; STAGES.len()]
    }
}

impl Default for Shapes {
    fn default() -> Shapes {
        Shapes::new()
    }
}

/// Writes weights as a table with a line for each shape.
pub fn write_weights(shapes: &Shapes, stages: &[Vec<f64>]) -> String {
    let picture = |squares: &Squares| squares.iter().map(|square| char::from(b".xo"[usize::from(*square)])).collect();
    let names = shapes.shapes.iter().map(picture).chain(["to-move".to_string(), "odd".to_string()]);
    let mut text = String::new();
    for (at, name) in names.enumerate() {
        let weights: Vec<i64> = stages.iter().map(|stage| (stage[at] * f64::from(STONE)).round() as i64).collect();
        if weights.iter().any(|weight| *weight != 0) {
            let words: Vec<String> = weights.iter().map(i64::to_string).collect();
            text += &format!("{name} {}\n", words.join(" "));
        }
    }
    text
}

/// Reads what [`write_weights`] wrote; what is missing is 0.
pub fn read_weights(shapes: &Shapes, text: &str) -> Vec<Vec<f64>> {
    let mut stages = vec![vec![0.0; shapes.weights()]; STAGES.len()];
    for line in text.lines() {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let squares: Squares = name.bytes().map(|mark| b".xo".iter().position(|m| *m == mark).unwrap_or(0) as u8).collect();
        let at = match name {
            "to-move" => shapes.shapes.len(),
            "odd" => shapes.shapes.len() + 1,
            _ => shapes.shapes.binary_search(&squares).expect("a shape"),
        };
        for (stage, word) in stages.iter_mut().zip(words) {
            stage[at] = word.parse::<f64>().unwrap_or(0.0) / f64::from(STONE);
        }
    }
    stages
}

/// Judges positions by weights.
pub struct Evaluation {
    /// By the part of the board that is empty.
    tables: Vec<Table>,
}

/// The weights of one part of the game.
struct Table {
    windows: Box<[i16; WINDOWS]>,
    /// Besides the windows, for an even and an odd number of empty squares.
    besides: [i16; 2],
}

impl Evaluation {
    /// With these weights, in stones: those of each stage in the order of
    /// [`Shapes::weights`].
    pub fn new(shapes: &Shapes, stages: &[Vec<f64>]) -> Evaluation {
        let tables = (0..PARTS).map(|part| {
            let (from, share) = stage(part);
            let weight = |at: usize| {
                let between = stages[from][at] * (1.0 - share) + stages[from + 1][at] * share;
                (between * f64::from(STONE)).round() as i16
            };
            let mut windows = Box::new([0; WINDOWS]);
            for (to, at) in windows.iter_mut().zip(&shapes.of_window) {
                *to = weight(usize::from(*at));
            }
            let count = shapes.shapes.len();
            Table { windows, besides: [weight(count), weight(count) + weight(count + 1)] }
        });
        Evaluation { tables: tables.collect() }
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
