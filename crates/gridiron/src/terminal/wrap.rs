//! Breaks text into lines that fit.

use std::io::{self, IsTerminal};

use super::{columns, width};

/// Lines of at most so many columns, broken at spaces. A longer word has a line
/// to itself.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    fill(text.split(' ').map(String::from), " ", columns)
}

/// The same, broken after each `separator`, which stays at the end of its line:
/// for lists such as `a=1,b=2`.
pub fn wrap_after(text: &str, separator: char, columns: usize) -> Vec<String> {
    fill(text.split_inclusive(separator).map(String::from), "", columns)
}

/// Items side by side, with `glue` between two items of the same line.
pub fn wrap_list<'a>(items: impl IntoIterator<Item = &'a str>, glue: &str, columns: usize) -> Vec<String> {
    fill(items.into_iter().map(String::from), glue, columns)
}

/// The lines of a text for standard output: as they are where that is no terminal,
/// else broken at spaces where they are too long. What follows a break begins in
/// column `indent`.
pub fn fit(text: &str, indent: usize) -> String {
    match columns().filter(|_| io::stdout().is_terminal()) {
        None => text.to_string(),
        Some(columns) => text.split_inclusive('\n').map(|line| hang(line, indent, columns)).collect(),
    }
}

/// A line broken at spaces, its continuations indented. Spaces at its start stay.
fn hang(line: &str, indent: usize, columns: usize) -> String {
    if width(line.trim_end_matches('\n')) <= columns {
        return line.to_string();
    }
    let text = line.trim_start_matches(' ');
    let mut current = " ".repeat(line.len() - text.len());
    // On a very narrow terminal the indent leaves no room.
    let gap = " ".repeat(if columns >= indent + LEAST_ROOM { indent } else { 0 });
    let (mut broken, mut is_empty) = (String::new(), true);
    for word in text.split(' ') {
        if !is_empty && width(&current) + 1 + width(word.trim_end_matches('\n')) > columns {
            broken.push_str(current.trim_end());
            broken.push('\n');
            (current, is_empty) = (gap.clone(), true);
        }
        if !is_empty {
            current.push(' ');
        }
        current.push_str(word);
        is_empty = false;
    }
    broken + &current
}

/// Columns for text beside an indent.
const LEAST_ROOM: usize = 20;

/// Puts pieces into lines, with `glue` between two pieces of the same line.
fn fill(pieces: impl Iterator<Item = String>, glue: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if width(line) + width(glue) + width(&piece) <= columns => {
                line.push_str(glue);
                line.push_str(&piece);
            }
            _ => lines.push(piece),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_where_there_is_no_room() {
        for (text, columns, expected) in [
            ("one two three", usize::MAX, &["one two three"][..]),
            ("one two three", 13, &["one two three"]),
            ("one two three", 12, &["one two", "three"]),
            ("one two three", 1, &["one", "two", "three"]),
            ("日本 語", 7, &["日本 語"]),
            ("日本 語", 6, &["日本", "語"]),
            ("", 5, &[""]),
        ] {
            assert_eq!(wrap(text, columns), expected, "{text} in {columns}");
        }
    }

    #[test]
    fn continuations_are_indented() {
        for (line, indent, columns, expected) in [
            ("Elo        one two three\n", 11, 24, "Elo        one two three\n"),
            ("Elo        one two three four five\n", 11, 35, "Elo        one two three four five\n"),
            (
                "Elo        one two three four five\n",
                11,
                33,
                "Elo        one two three four\n           five\n",
            ),
            ("  one two three four\n", 4, 30, "  one two three four\n"),
            ("  one two three four five six\n", 4, 28, "  one two three four five\n    six\n"),
            ("one two three\n", 11, 8, "one two\nthree\n"),
        ] {
            assert_eq!(hang(line, indent, columns), expected);
        }
    }

    #[test]
    fn lists_are_wrapped_after_their_separator() {
        for (columns, expected) in [
            (usize::MAX, &["as in a:b=1,c=22,d=3"][..]),
            (12, &["as in a:b=1,", "c=22,d=3"]),
            (1, &["as in a:b=1,", "c=22,", "d=3"]),
        ] {
            assert_eq!(wrap_after("as in a:b=1,c=22,d=3", ',', columns), expected, "{columns}");
        }
    }
}
