//! Standings and crosstable as text, as wide as there is room.

use anstyle::{AnsiColor, Style};
use league::report::{Encounter, Standing};

use crate::draw::{BOLD, FAINT, paint};
use crate::failure::harmless;

/// What went wrong.
pub const TROUBLE: Style = AnsiColor::BrightRed.on_default();
/// The bar around a rating.
const WHISKER: Style = AnsiColor::BrightBlue.on_default();

/// Columns for the bars around ratings.
const WHISKERS: usize = 25;

/// The longest name that is shown whole.
const LONGEST_NAME: usize = 24;

/// One column.
struct Column {
    title: &'static str,
    is_text: bool,
    /// Which columns are given up first where there is no room: the highest.
    luxury: u8,
    cells: Vec<(String, Style)>,
}

impl Column {
    fn width(&self) -> usize {
        self.cells.iter().map(|(text, _)| text.chars().count()).chain([self.title.len()]).max().unwrap_or(0)
    }

    fn cell(&self, text: &str, style: Style) -> String {
        let gap = " ".repeat(self.width().saturating_sub(text.chars().count()));
        let painted = paint(style, text);
        if self.is_text { painted + &gap } else { gap + &painted }
    }
}

/// The standings, a line each under a line of titles; what has no room is left
/// out.
pub fn standings(rows: &[Standing], columns: usize) -> Vec<String> {
    let plain = Style::new();
    let make = |title, is_text, luxury, cell: &dyn Fn(&Standing) -> (String, Style)| Column {
        title,
        is_text,
        luxury,
        cells: rows.iter().map(cell).collect(),
    };
    let faults = |row: &Standing| row.faults.values().sum::<u64>();
    let scale = Scale::of(rows);
    let mut table = vec![
        make("#", false, 0, &|row| (row.place.to_string(), plain)),
        make("player", true, 0, &|row| {
            let style = if row.withdrawn.is_some() { FAINT } else { BOLD };
            (clipped(&harmless(&row.name), LONGEST_NAME), style)
        }),
        make("won", false, 0, &|row| (format!("{}/{}", row.beaten, row.met), plain)),
        make("points", false, 0, &|row| (row.points.to_string(), plain)),
        make("games", false, 2, &|row| (row.score.games().to_string(), plain)),
        make("win rate", false, 1, &|row| (rate(row), plain)),
        make("margin", false, 3, &|row| (format!("{:+.1}", row.mean_margin + 0.0), plain)),
        make("Elo", false, 0, &|row| (elo(row), plain)),
        make("", true, 4, &|row| (scale.whisker(row), WHISKER)),
        make("faults", false, 2, &|row| {
            (faults(row).to_string(), if faults(row) > 0 { TROUBLE } else { FAINT })
        }),
        make("", true, 0, &|row| {
            (row.withdrawn.as_ref().map(|_| "set aside".to_string()).unwrap_or_default(), TROUBLE)
        }),
    ];
    // A column that says nothing needs no room either.
    table.retain(|column| !column.title.is_empty() || column.cells.iter().any(|(text, _)| !text.is_empty()));
    let width = |table: &[Column]| table.iter().map(|column| column.width() + 2).sum::<usize>();
    while width(&table) > columns {
        let most = table.iter().map(|column| column.luxury).max().unwrap_or(0);
        if most == 0 {
            break;
        }
        table.retain(|column| column.luxury < most);
    }
    let line = |cells: Vec<String>| format!("  {}", cells.join("  "));
    let titles = table.iter().map(|column| column.cell(column.title, FAINT)).collect();
    let mut lines = vec![line(titles)];
    for at in 0..rows.len() {
        let cells = table.iter().map(|column| {
            let (text, style) = &column.cells[at];
            column.cell(text, *style)
        });
        lines.push(line(cells.collect()));
    }
    lines
}

/// `62.5 % (55–69)`
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

/// From the lowest to the highest rating, with errors.
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

    fn at(&self, elo: f64) -> usize {
        let share = (elo - self.low) / (self.high - self.low);
        ((share * (WHISKERS - 1) as f64).round().max(0.0) as usize).min(WHISKERS - 1)
    }

    /// `   ├──●──┤   `
    fn whisker(&self, row: &Standing) -> String {
        let Some(error) = row.elo_err95 else { return String::new() };
        let (low, middle, high) = (self.at(row.elo - error), self.at(row.elo), self.at(row.elo + error));
        let sign = |at: usize| match at {
            _ if at == middle => '●',
            _ if at == low => '├',
            _ if at == high => '┤',
            _ if (low..high).contains(&at) => '─',
            _ => ' ',
        };
        (0..WHISKERS).map(sign).collect::<String>().trim_end().to_string()
    }
}

/// What everybody made of their games with everybody, in points; nothing if
/// there is no room for it.
pub fn crosstable(rows: &[Standing], cells: &[Vec<Option<Encounter>>], columns: usize) -> Vec<String> {
    let text = |cell: &Option<Encounter>| match cell {
        Some(cell) => format!("{}–{}", cell.points, cell.against),
        None => "·".to_string(),
    };
    let style = |cell: &Option<Encounter>| match cell {
        Some(cell) if cell.points > cell.against => AnsiColor::BrightGreen.on_default(),
        Some(cell) if cell.points < cell.against => TROUBLE,
        _ => FAINT,
    };
    let names: Vec<String> = rows.iter().map(|row| clipped(&harmless(&row.name), LONGEST_NAME)).collect();
    let name_width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let width = cells.iter().flatten().map(|cell| text(cell).chars().count()).max().unwrap_or(1).max(2);
    if rows.len() < 2 || 2 + 4 + name_width + rows.len() * (width + 2) > columns {
        return Vec::new();
    }
    let titles = (1..=rows.len()).map(|number| format!("{number:>width$}"));
    let gap = " ".repeat(6 + name_width);
    let mut lines = vec![paint(FAINT, &format!("{gap}  {}", titles.collect::<Vec<_>>().join("  ")))];
    for (at, (name, row)) in names.iter().zip(cells).enumerate() {
        let row = row.iter().enumerate().map(|(other, cell)| {
            let text = if other == at { "–".to_string() } else { text(cell) };
            let gap = " ".repeat(width - text.chars().count());
            gap + &paint(if other == at { FAINT } else { style(cell) }, &text)
        });
        let gap = " ".repeat(name_width - name.chars().count());
        let row: Vec<String> = row.collect();
        lines.push(format!("  {:>2}  {}{gap}  {}", at + 1, paint(BOLD, name), row.join("  ")));
    }
    lines
}

/// As much of a text as there is room for.
pub fn clipped(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        false => text.to_string(),
    }
}

/// As much of a painted line as there is room for; colours take none.
pub fn clipped_line(painted: &str, columns: usize) -> String {
    let (mut shown, mut used, mut in_escape) = (String::new(), 0, false);
    for c in painted.chars() {
        match c {
            '\x1b' => in_escape = true,
            _ if in_escape => in_escape = c != 'm',
            // Colours at the end of the line still have to be taken back.
            _ if used >= columns => continue,
            _ => used += 1,
        }
        shown.push(c);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_and_its_colours_are_not() {
        let painted = format!("a{}d", paint(BOLD, "bc"));
        for (columns, expected) in [(0, ""), (2, "ab"), (3, "abc"), (9, "abcd")] {
            let cut = clipped_line(&painted, columns);
            assert_eq!(anstream::adapter::strip_str(&cut).to_string(), expected);
            assert_eq!(cut.matches('\x1b').count(), painted.matches('\x1b').count());
        }
        assert_eq!((clipped("longer", 4), clipped("long", 4)), ("lon…".into(), "long".into()));
    }
}
