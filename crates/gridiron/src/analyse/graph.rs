//! A graph of the score over time: bars above and below a zero line, as wide as there
//! is room.

use games::Seat;

use crate::terminal::{FAINT, paint, seat_colour};

/// The number of lines with bars, about.
const ROWS: f64 = 8.0;

/// Columns to the left of the bars: a label, a space and the axis.
const MARGIN: usize = 9;

/// The most columns for one point. A few points need not fill the screen.
const WIDEST: usize = 4;

/// The horizontal axis. Each point takes one or more columns, or each column shows
/// several points.
#[derive(Clone, Copy)]
pub struct Axis {
    points: usize,
    columns: usize,
}

impl Axis {
    /// An axis for so many points on a terminal of so many columns.
    pub fn new(points: usize, columns: usize) -> Axis {
        let room = columns.saturating_sub(MARGIN + 1).max(10);
        let columns = match points {
            0 => 0,
            _ if points > room => room,
            _ => points * (room / points).min(WIDEST),
        };
        Axis { points, columns }
    }

    /// The points that a column shows.
    fn points_at(&self, column: usize) -> std::ops::Range<usize> {
        let begin = column * self.points / self.columns;
        let end = ((column + 1) * self.points).div_ceil(self.columns);
        begin..end.max(begin + 1).min(self.points)
    }

    /// The value of each column: the mean of its points.
    fn means(&self, values: &[f64]) -> Vec<f64> {
        let mean = |points: std::ops::Range<usize>| {
            let count = points.len().max(1) as f64;
            values[points].iter().sum::<f64>() / count
        };
        (0..self.columns).map(|column| mean(self.points_at(column))).collect()
    }

    /// The numbers below the axis: the first point's and round ones. `name` says what is
    /// counted, `first` is the number of the first point.
    pub fn labels(&self, name: &str, first: usize) -> String {
        let every = round(self.points as f64 / 8.0, WHOLE_STEPS).max(1.0) as usize;
        let mut line = format!("{name:>width$}  ", width = MARGIN - 2);
        let mut column = 0;
        let round_ones = (first..first + self.points).filter(|number| number.is_multiple_of(every));
        for number in [first].into_iter().chain(round_ones) {
            let (at, label) = (self.column_of(number - first), number.to_string());
            // At least one space between two labels.
            let is_free = at > column || column == 0;
            if is_free && at + label.len() <= self.columns {
                line += &format!("{}{label}", " ".repeat(at - column));
                column = at + label.len();
            }
        }
        format!("{}\n", paint(FAINT, line.trim_end()))
    }

    /// The first column that shows a point.
    fn column_of(&self, point: usize) -> usize {
        (point * self.columns).div_ceil(self.points.max(1))
    }
}

/// Steps between lines that make readable labels, times a power of ten.
const STEPS: &[f64] = &[1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.5, 10.0];

/// The same for whole numbers.
const WHOLE_STEPS: &[f64] = &[1.0, 2.0, 5.0, 10.0];

/// The smallest of some steps, times a power of ten, that is at least `least`.
fn round(least: f64, steps: &[f64]) -> f64 {
    if least <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powf(least.log10().floor());
    let mut steps = steps.iter().map(|step| step * power);
    steps.find(|step| *step >= least * 0.999).unwrap_or(10.0 * power)
}

/// The bars: positive ones in seat 0's colour, negative ones in seat 1's. `finest` is the
/// least that one line stands for.
pub fn bars(axis: Axis, values: &[f64], finest: f64) -> String {
    let means = axis.means(values);
    let most = means.iter().copied().fold(0.0, f64::max);
    let least = means.iter().copied().fold(0.0, f64::min);
    let step = round(((most - least) / ROWS).max(finest), STEPS);
    let rows = |reach: f64| (reach / step - 1e-9).ceil().max(0.0) as i64;
    let (above, below) = (rows(most), rows(-least));
    let mut text = String::new();
    for row in (1..=above).rev() {
        text += &line(row, above, &means, step, Seat::Zero);
    }
    text += &format!("{:>7} {}\n", "0", paint(FAINT, &format!("┼{}", "─".repeat(axis.columns))));
    for row in 1..=below {
        text += &line(row, below, &means, step, Seat::One);
    }
    text
}

/// One line of bars. `row` counts from the zero line, `last` is the outermost row.
fn line(row: i64, last: i64, means: &[f64], step: f64, seat: Seat) -> String {
    // Every second line has a label, and the outermost one if that takes no more decimals.
    let value = |row: i64| (seat.sign() * row) as f64 * step;
    let labelled = if decimals(value(last)) <= decimals(2.0 * step) { last % 2 } else { 0 };
    let label = if row % 2 == labelled { label(value(row)) } else { String::new() };
    let half = if seat == Seat::Zero { '▄' } else { '▀' };
    let bar = |mean: &f64| {
        let halves = (mean * seat.sign() as f64 / step * 2.0).round() as i64 - 2 * (row - 1);
        // A tiny lead is shown too.
        let some = row == 1 && halves == 0 && mean * seat.sign() as f64 > 0.02 * step;
        match halves {
            2.. => '█',
            1 => half,
            _ if some => half,
            _ => ' ',
        }
    };
    let bars: String = means.iter().map(bar).collect();
    let axis = if label.is_empty() { "│" } else { "┤" };
    let bars = bars.trim_end();
    let bars = if bars.is_empty() { String::new() } else { paint(seat_colour(seat), bars) };
    format!("{label:>7} {}{bars}\n", paint(FAINT, axis))
}

/// The decimals that a number needs, two at most.
fn decimals(value: f64) -> usize {
    let is_whole = |number: f64| (number.round() - number).abs() < 1e-6;
    [1.0, 10.0].into_iter().position(|unit| is_whole(value * unit)).unwrap_or(2)
}

fn label(value: f64) -> String {
    format!("{value:+.*}", decimals(value))
}

/// One line of bars for shares, each value from 0 to 1.
pub fn shares(axis: Axis, name: &str, seat: Seat, values: &[f64]) -> String {
    const LEVELS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let level = |share: f64| match share {
        share if share <= 0.0 => 0,
        share => ((share * 8.0).round() as usize).clamp(1, 8),
    };
    let line: String = axis.means(values).into_iter().map(|share| LEVELS[level(share)]).collect();
    format!("{name:>7} {}{}\n", paint(FAINT, "│"), paint(seat_colour(seat), &line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::width;

    fn plain(text: &str) -> Vec<String> {
        anstream::adapter::strip_str(text)
            .to_string()
            .lines()
            .map(|line| line.trim_end().to_string())
            .collect()
    }

    #[test]
    fn bars_are_as_high_as_their_values() {
        let axis = Axis::new(4, 40);
        assert_eq!(
            plain(&bars(axis, &[4.0, 2.0, 0.0, -3.5], 0.0)),
            [
                "     +4 ┤████",
                "        │████",
                "     +2 ┤████████",
                "        │████████",
                "      0 ┼────────────────",
                "        │            ████",
                "     -2 ┤            ████",
                "        │            ████",
                "     -4 ┤            ▀▀▀▀",
            ]
        );
    }

    #[test]
    fn labels_have_the_decimals_they_need() {
        for (value, expected) in [(4.0, "+4"), (-0.5, "-0.5"), (0.25, "+0.25"), (0.0, "+0"), (12.5, "+12.5")]
        {
            assert_eq!(label(value), expected);
        }
    }

    #[test]
    fn a_graph_fits_its_screen() {
        for columns in [20, 60, 80, 120] {
            for points in [0, 1, 2, 7, 50, 96, 200, 1000] {
                let axis = Axis::new(points, columns);
                let values: Vec<f64> = (0..points).map(|at| (at as f64 / 9.0).sin() * 70.0).collect();
                let text = format!(
                    "{}{}{}",
                    bars(axis, &values, 0.0),
                    shares(axis, "knows", Seat::One, &vec![0.5; points]),
                    axis.labels("turn", 1)
                );
                let lines = plain(&text);
                assert!(lines.iter().all(|line| width(line) <= columns), "{points} on {columns}:\n{text}");
                assert!((3..=14).contains(&lines.len()), "{points} on {columns}:\n{text}");
            }
        }
    }

    #[test]
    fn steps_are_round() {
        for (least, step) in
            [(0.0, 1.0), (0.3, 0.3), (1.0, 1.0), (1.1, 1.25), (3.0, 3.0), (60.0, 75.0), (12.6, 15.0)]
        {
            assert!((round(least, STEPS) - step).abs() < 1e-9, "{least}");
        }
    }
}
