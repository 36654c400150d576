//! The weights of Virus's evaluation: learning, writing and reading.

use std::fmt::Write;

use super::patterns::{SHAPES, picture, pictured, shapes};

/// The stages for which weights are learned: how much of the board is empty, in
/// [parts](PARTS). Between stages weights are interpolated.
pub const STAGES: [usize; 7] = [0, 2, 4, 7, 10, 14, 19];

/// The number of parts into which the board is divided for stages.
pub const PARTS: usize = 20;

/// The weights of a stage: one for each shape and two more.
pub const WIDTH: usize = SHAPES + 2;

/// The index of the weight for having the move.
pub const TO_MOVE: usize = SHAPES;

/// The index of the weight for an odd number of empty squares.
pub const ODD: usize = SHAPES + 1;

/// The unit of the file: hundredths of a stone.
const UNIT: f64 = 100.0;

/// The stage at or below a part, and the fraction of the way to the next stage.
pub fn stage(part: usize) -> (usize, f64) {
    let next = STAGES.iter().position(|stage| *stage > part).unwrap_or(STAGES.len() - 1);
    let (from, to) = (STAGES[next - 1], STAGES[next]);
    (next - 1, (part - from) as f64 / (to - from) as f64)
}

/// A line that holds no weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no weights: `{line}`")]
pub struct WeightsError {
    /// The line.
    pub line: String,
}

/// Weights in stones: [`WIDTH`] for each stage.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub Vec<f64>);

impl Weights {
    /// Weights that count stones: where learning begins.
    pub fn stones() -> Weights {
        let mut stage = vec![0.0; WIDTH];
        for (_, shape) in shapes() {
            let picture = picture(shape);
            let count = |mark| picture.matches(mark).count() as f64;
            // A window of nine squares overlaps with eight others: each square counts once.
            stage[shape] = (count('x') - count('o')) / (count('x') + count('o') + count('.'));
        }
        Weights(stage.repeat(STAGES.len()))
    }

    /// The weight with this index, interpolated for a part.
    pub fn at(&self, part: usize, number: usize) -> f64 {
        let (from, share) = stage(part);
        let at = from * WIDTH + number;
        self.0[at] * (1.0 - share) + self.0[at + WIDTH] * share
    }

    /// Reads the text that [`Weights::write`] makes. Missing weights are 0; lines that begin
    /// with `#` are comments.
    pub fn read(text: &str) -> Result<Weights, WeightsError> {
        let mut weights = Weights(vec![0.0; WIDTH * STAGES.len()]);
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let bad = || WeightsError { line: line.to_string() };
            let mut words = line.split(' ');
            let number = match words.next().unwrap_or_default() {
                "to-move" => TO_MOVE,
                "odd" => ODD,
                name => pictured(name).ok_or_else(bad)?,
            };
            let values: Vec<f64> = words.map(str::parse).collect::<Result<_, _>>().map_err(|_| bad())?;
            if values.len() != STAGES.len() {
                return Err(bad());
            }
            for (stage, value) in values.into_iter().enumerate() {
                weights.0[stage * WIDTH + number] = value / UNIT;
            }
        }
        Ok(weights)
    }

    /// The file's text: a line for each weight that is not 0 in all stages.
    pub fn write(&self) -> String {
        let mut text = format!("# hundredths of a stone, where {STAGES:?} of {PARTS} parts are empty\n");
        for number in 0..WIDTH {
            let weight = |stage: usize| (self.0[stage * WIDTH + number] * UNIT).round() as i64;
            if (0..STAGES.len()).all(|stage| weight(stage) == 0) {
                continue;
            }
            match number {
                TO_MOVE => text += "to-move",
                ODD => text += "odd",
                _ => text += &picture(number),
            }
            for stage in 0..STAGES.len() {
                write!(text, " {}", weight(stage)).expect("a string takes everything");
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut weights = Weights::read("").expect("no lines");
        for (number, weight) in
            [(0, 0.5), (17, -1.25), (TO_MOVE + 2 * WIDTH, 3.0), (ODD, 0.01), (SHAPES - 1, 7.0)]
        {
            weights.0[number] = weight;
        }
        assert_eq!(Weights::read(&weights.write()), Ok(weights));
        for bad in
            ["odd 1 2 3", "nonsense 1 2 3 4 5 6 7", ".../xo./..o x 2 3 4 5 6 7", "odd 1 2 3 4 5 6 7 8", " "]
        {
            let error = Weights::read(bad).expect_err(bad);
            assert_eq!(error.to_string(), format!("no weights: `{bad}`"));
        }
    }

    #[test]
    fn parts_lie_between_their_stages() {
        for part in 0..PARTS {
            let (from, share) = stage(part);
            let between = STAGES[from] as f64 * (1.0 - share) + STAGES[from + 1] as f64 * share;
            assert!((between - part as f64).abs() < 1e-9, "{part}");
        }
    }
}
