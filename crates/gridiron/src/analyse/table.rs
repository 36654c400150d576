//! Columns below their titles.

use anstyle::Style;

use crate::draw::{FAINT, paint};

/// What stands in a column: numbers to the right, words to the left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

/// A text in a style.
pub type Cell = (String, Style);

/// Without a style.
pub fn plain(text: impl ToString) -> Cell {
    (text.to_string(), Style::new())
}

/// What hardly matters.
pub fn faint(text: impl ToString) -> Cell {
    (text.to_string(), FAINT)
}

/// The rows below the titles; a last column of words is cut where the screen
/// ends.
pub fn table(titles: &[(&str, Side)], rows: &[Vec<Cell>], columns: usize) -> String {
    let count = |text: &str| text.chars().count();
    let widths: Vec<usize> = titles
        .iter()
        .enumerate()
        .map(|(at, (title, _))| {
            rows.iter()
                .filter_map(|row| row.get(at))
                .map(|(text, _)| count(text))
                .chain([count(title)])
                .max()
                .unwrap_or(0)
        })
        .collect();
    let line = |cells: &mut dyn Iterator<Item = Cell>| {
        let (mut line, mut used, mut gap) = (String::new(), 0, 0);
        for (at, (text, style)) in cells.enumerate() {
            let (width, is_last) = (widths[at], at + 1 == widths.len());
            let room = columns.saturating_sub(used + gap + 2);
            let text = if is_last { clipped(&text, room.max(8)) } else { text };
            let free = width.saturating_sub(count(&text));
            let (before, after) = if titles[at].1 == Side::Right { (free, 0) } else { (0, free) };
            if !text.is_empty() {
                line.push_str(&" ".repeat(gap + 2 + before));
                line.push_str(&paint(style, &text));
                used += gap + 2 + before + count(&text);
                gap = after;
            } else {
                gap += 2 + width;
            }
        }
        line + "\n"
    };
    let mut text = line(&mut titles.iter().map(|(title, _)| faint(title)));
    for row in rows {
        text += &line(&mut row.iter().cloned());
    }
    text
}

/// As much as there is room for.
pub fn clipped(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_string();
    }
    let begin: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{}…", begin.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_their_titles() {
        let titles = [("n", Side::Right), ("name", Side::Left), ("more", Side::Left)];
        let rows = [
            vec![plain(1), plain("one"), plain("1 2 3 4 5 6")],
            vec![plain(20), plain(""), plain("x")],
            vec![plain(300), plain("twenty"), plain("")],
        ];
        let text = anstream::adapter::strip_str(&table(&titles, &rows, 24)).to_string();
        assert_eq!(text, "    n  name    more\n    1  one     1 2 3 4…\n   20          x\n  300  twenty\n");
    }
}
