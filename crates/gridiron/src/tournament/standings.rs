//! Standings and crosstable as text, as wide as there is room.

use league::report::{Encounter, Standing};

use crate::failure::harmless;
use crate::terminal::{
    BAD, BOLD, Cell, Column, FAINT, GOOD, PLAIN, RATING, Table, clip, faint, plain, width,
};

/// Columns for the intervals around ratings.
const INTERVAL: usize = 25;

/// The widest name that is shown whole, in columns.
const WIDEST_NAME: usize = 24;

/// A name is not clipped below this width.
const NARROWEST_NAME: usize = 8;

/// A player's name as the tables show it.
fn name(row: &Standing) -> String {
    clip(&harmless(&row.name), WIDEST_NAME)
}

/// The standings, one line for each player below a line of titles. Where there is
/// no room, less important columns are left out.
pub fn standings(rows: &[Standing], columns: usize) -> Vec<String> {
    let scale = Scale::of(rows);
    let row = |row: &Standing| -> Vec<Cell> {
        let faults: u64 = row.faults.values().sum();
        let withdrawn = if row.withdrawn.is_some() { "withdrawn" } else { "" };
        vec![
            plain(row.place),
            (name(row), if row.withdrawn.is_some() { FAINT } else { BOLD }),
            plain(row.beaten_in_words()),
            plain(row.points),
            plain(row.score.games()),
            plain(rate(row)),
            plain(format!("{:+.1}", row.mean_margin + 0.0)),
            plain(elo(row)),
            (scale.interval(row), RATING),
            (faults.to_string(), if faults > 0 { BAD } else { FAINT }),
            (withdrawn.to_string(), BAD),
        ]
    };
    let table = Table::new([
        Column::right("#"),
        Column::left("player").clippable(NARROWEST_NAME),
        Column::right("beaten"),
        Column::right("points"),
        Column::right("games").droppable(2),
        Column::right("win rate").droppable(1),
        Column::right("margin").droppable(3),
        Column::right("Elo"),
        Column::left("").droppable(4),
        Column::right("faults").droppable(2),
        Column::left(""),
    ]);
    table.with_rows(rows.iter().map(row)).lines(columns)
}

/// `62.5 % (55–69)`: the share of points and its 95 % interval.
fn rate(row: &Standing) -> String {
    if row.score.games() == 0 {
        return "–".into();
    }
    let (low, high) = row.rate_95;
    format!("{:.1} % ({:.0}–{:.0})", row.rate * 100.0, low * 100.0, high * 100.0)
}

/// `+123 ±45`
fn elo(row: &Standing) -> String {
    match row.elo_err95 {
        // No rating is -0.
        Some(error) => format!("{:+.0} {:>5}", row.elo.round() + 0.0, format!("±{error:.0}")),
        None => "–".into(),
    }
}

/// From the lowest to the highest rating, with their errors.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn of(rows: &[Standing]) -> Scale {
        let ends = rows.iter().filter_map(|row| Some((row.elo, row.elo_err95?)));
        ends.fold(Scale { low: -1.0, high: 1.0 }, |scale, (elo, error)| Scale {
            low: scale.low.min(elo - error),
            high: scale.high.max(elo + error),
        })
    }

    fn column_of(&self, elo: f64) -> usize {
        let share = (elo - self.low) / (self.high - self.low);
        ((share * (INTERVAL - 1) as f64).round().max(0.0) as usize).min(INTERVAL - 1)
    }

    /// `   ├──●──┤   `
    fn interval(&self, row: &Standing) -> String {
        let Some(error) = row.elo_err95 else { return String::new() };
        let [low, middle, high] = [row.elo - error, row.elo, row.elo + error].map(|elo| self.column_of(elo));
        let sign = |at: usize| match at {
            _ if at == middle => '●',
            _ if at == low => '├',
            _ if at == high => '┤',
            _ if (low..high).contains(&at) => '─',
            _ => ' ',
        };
        (0..INTERVAL).map(sign).collect::<String>().trim_end().to_string()
    }
}

/// The points of each player against each other player, in the order of the
/// standings. One line that says so if there is no room for it.
pub fn crosstable(rows: &[Standing], cells: &[Vec<Option<Encounter>>], columns: usize) -> Vec<String> {
    let cell = |encounter: &Option<Encounter>| match encounter {
        Some(it) => {
            let style = match it.points.total_cmp(&it.against) {
                std::cmp::Ordering::Greater => GOOD,
                std::cmp::Ordering::Equal => FAINT,
                std::cmp::Ordering::Less => BAD,
            };
            (format!("{}–{}", it.points, it.against), style)
        }
        None => faint("·"),
    };
    // All columns of points are equally wide, so that a diagonal runs through the table.
    let wide = cells.iter().flatten().map(|it| width(&cell(it).0)).max().unwrap_or(0).max(2);
    let numbers = (1..=rows.len()).map(|number| Column::right(format!("{number:>wide$}")));
    let mut table = Table::new([Column::right(""), Column::left("")].into_iter().chain(numbers));
    for (at, (row, encounters)) in rows.iter().zip(cells).enumerate() {
        let encounters = encounters.iter().enumerate();
        let encounters = encounters.map(|(other, it)| if other == at { faint("–") } else { cell(it) });
        table.row([(format!("{:>2}", at + 1), PLAIN), (name(row), BOLD)].into_iter().chain(encounters));
    }
    match table.width() {
        _ if rows.len() < 2 => Vec::new(),
        wide if wide > columns => vec![format!(
            "the crosstable needs {wide} columns and the terminal has {columns}: --report and --csv write it to files"
        )],
        _ => table.lines(columns),
    }
}
