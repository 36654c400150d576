//! A table: columns under their titles, as wide as there is room.
//!
//! Where there is no room, columns that may be dropped go first. Then columns
//! that may be clipped get narrower.

use anstyle::Style;

use super::{FAINT, PLAIN, clip, paint, width};

/// Spaces before every column.
const GAP: usize = 2;

/// A text and its style.
pub type Cell = (String, Style);

/// A cell without a style.
pub fn plain(text: impl ToString) -> Cell {
    (text.to_string(), PLAIN)
}

/// A cell with a detail that a reader may skip.
pub fn faint(text: impl ToString) -> Cell {
    (text.to_string(), FAINT)
}

/// How a column is shown.
#[derive(Clone, Debug)]
pub struct Column {
    title: String,
    is_right: bool,
    drop_order: u8,
    narrowest: Option<usize>,
    is_spacer: bool,
}

impl Column {
    /// A column of words: aligned to the left.
    pub fn left(title: impl ToString) -> Column {
        Column { title: title.to_string(), is_right: false, drop_order: 0, narrowest: None, is_spacer: false }
    }

    /// A column of numbers: aligned to the right.
    pub fn right(title: impl ToString) -> Column {
        Column { is_right: true, ..Column::left(title) }
    }

    /// An empty column that divides a table in two. Other columns without title
    /// and text are not shown.
    pub fn spacer() -> Column {
        Column { is_spacer: true, ..Column::left("") }
    }

    /// The column is dropped where there is no room. The highest order is dropped
    /// first; 0 is never dropped.
    pub fn droppable(self, order: u8) -> Column {
        Column { drop_order: order, ..self }
    }

    /// The column is clipped where there is no room, but not below so many columns.
    pub fn clippable(self, narrowest: usize) -> Column {
        Column { narrowest: Some(narrowest), ..self }
    }
}

/// Rows of cells under titles.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Table {
        Table { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row. Cells that are missing at its end are empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.resize(self.columns.len(), plain(""));
        self.rows.push(cells);
    }

    /// Adds many rows.
    pub fn with_rows(mut self, rows: impl IntoIterator<Item = Vec<Cell>>) -> Table {
        rows.into_iter().for_each(|row| self.row(row));
        self
    }

    /// The columns that the whole table takes if nothing is dropped or clipped.
    pub fn width(&self) -> usize {
        let all: Vec<usize> = self.shown();
        total(&all.iter().map(|at| self.natural_width(*at)).collect::<Vec<_>>())
    }

    /// The table as lines without an end of line, each at most `room` columns
    /// wide unless columns that must stay need more. There is no line of titles
    /// if no column has one.
    pub fn lines(&self, room: usize) -> Vec<String> {
        let mut shown = self.shown();
        let mut widths: Vec<usize> = shown.iter().map(|at| self.natural_width(*at)).collect();
        while total(&widths) > room {
            let most = shown.iter().map(|at| self.columns[*at].drop_order).max().unwrap_or(0);
            if most == 0 {
                break;
            }
            shown.retain(|at| self.columns[*at].drop_order < most);
            widths = shown.iter().map(|at| self.natural_width(*at)).collect();
        }
        // The last columns first: details stand there.
        for place in (0..shown.len()).rev() {
            let over = total(&widths).saturating_sub(room);
            if let Some(narrowest) = self.columns[shown[place]].narrowest {
                widths[place] = widths[place].saturating_sub(over).max(narrowest.min(widths[place]));
            }
        }
        let line = |cell: &dyn Fn(usize) -> Cell| {
            let (mut line, mut gap) = (String::new(), 0);
            for (at, wide) in shown.iter().zip(&widths) {
                let (text, style) = cell(*at);
                let text = clip(&text, *wide);
                let free = wide - width(&text);
                let (before, after) = if self.columns[*at].is_right { (free, 0) } else { (0, free) };
                match text.is_empty() {
                    // No spaces at the end of a line.
                    true => gap += GAP + wide,
                    false => {
                        line.push_str(&" ".repeat(gap + GAP + before));
                        line.push_str(&paint(style, &text));
                        gap = after;
                    }
                }
            }
            line
        };
        let has_titles = shown.iter().any(|at| !self.columns[*at].title.is_empty());
        let titles = has_titles.then(|| line(&|at| faint(&self.columns[at].title)));
        titles.into_iter().chain(self.rows.iter().map(|row| line(&|at| row[at].clone()))).collect()
    }

    /// The lines as one text.
    pub fn text(&self, room: usize) -> String {
        self.lines(room).iter().map(|line| format!("{line}\n")).collect()
    }

    /// The columns that have something to show.
    fn shown(&self) -> Vec<usize> {
        let is_shown = |at: &usize| self.columns[*at].is_spacer || self.natural_width(*at) > 0;
        (0..self.columns.len()).filter(is_shown).collect()
    }

    fn natural_width(&self, at: usize) -> usize {
        let cells = self.rows.iter().map(|row| width(&row[at].0));
        cells.chain([width(&self.columns[at].title)]).max().unwrap_or(0)
    }
}

fn total(widths: &[usize]) -> usize {
    widths.iter().map(|width| GAP + width).sum()
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;

    use super::*;

    fn shown(table: &Table, room: usize) -> Vec<String> {
        table.lines(room).iter().map(|line| strip_str(line).to_string()).collect()
    }

    #[test]
    fn columns_stand_under_their_titles() {
        let columns = [Column::right("n"), Column::left("name"), Column::left("more").clippable(8)];
        let table = Table::new(columns).with_rows([
            vec![plain(1), plain("one"), plain("1 2 3 4 5 6")],
            vec![plain(20), plain(""), plain("x")],
            vec![plain(300), plain("twenty")],
        ]);
        let expected =
            ["    n  name    more", "    1  one     1 2 3 4…", "   20          x", "  300  twenty"];
        assert_eq!(shown(&table, 24), expected);
    }

    #[test]
    fn wide_letters_take_two_columns() {
        let table = Table::new([Column::left("player"), Column::right("won")]).with_rows([
            vec![plain("日本語"), plain(1)],
            vec![plain("👩\u{200d}👩\u{200d}👧"), plain(20)],
            vec![plain("Zoe\u{301}"), plain(3)],
        ]);
        let expected =
            ["  player  won", "  日本語    1", "  👩\u{200d}👩\u{200d}👧       20", "  Zoe\u{301}       3"];
        assert_eq!(shown(&table, 80), expected);
    }

    #[test]
    fn narrow_terminals_drop_columns_and_then_clip() {
        let columns = [
            Column::left("player").clippable(4),
            Column::right("won"),
            Column::right("games").droppable(1),
            Column::right("margin").droppable(2),
        ];
        let table =
            Table::new(columns).with_rows([vec![plain("somebody"), plain("3/4"), plain(100), plain("+1.5")]]);
        assert_eq!(table.width(), 30);
        for (room, expected) in [
            (30, ["  player    won  games  margin", "  somebody  3/4    100    +1.5"]),
            (29, ["  player    won  games", "  somebody  3/4    100"]),
            (21, ["  player    won", "  somebody  3/4"]),
            (13, ["  player  won", "  someb…  3/4"]),
            (1, ["  pla…  won", "  som…  3/4"]),
        ] {
            assert_eq!(shown(&table, room), expected, "{room}");
        }
    }

    #[test]
    fn empty_columns_are_left_out_and_spacers_are_not() {
        let table = Table::new([Column::left(""), Column::left(""), Column::spacer(), Column::right("")])
            .with_rows([vec![plain("a"), plain(""), plain(""), plain(1)]]);
        assert_eq!(shown(&table, 80), ["  a    1"]);
    }
}
