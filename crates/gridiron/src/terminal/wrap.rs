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
/// column `indent`. Commands stay whole, so that they can be copied.
pub fn fit(text: &str, indent: usize) -> String {
    fit_to(columns().filter(|_| io::stdout().is_terminal()), text, indent)
}

/// The same for standard error.
pub fn fit_error(text: &str, indent: usize) -> String {
    fit_to(columns().filter(|_| io::stderr().is_terminal()), text, indent)
}

fn fit_to(columns: Option<usize>, text: &str, indent: usize) -> String {
    match columns {
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
    for word in unbroken(text) {
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

/// The parts of a line that are not broken: words, text in backticks, and a command
/// of this program with all that follows it.
fn unbroken(line: &str) -> Vec<&str> {
    let (mut parts, mut rest) = (Vec::new(), line);
    loop {
        let is_command = ["gridiron ", "cd "].iter().any(|start| rest.starts_with(start));
        let end = if is_command { None } else { end_of_part(rest) };
        let Some(end) = end else { break };
        parts.push(&rest[..end]);
        rest = &rest[end + 1..];
    }
    parts.push(rest);
    parts
}

/// The first space that is not within backticks. A backtick without a second one is
/// like a letter.
fn end_of_part(text: &str) -> Option<usize> {
    let space = text.find(' ')?;
    let quoted = text.find('`').filter(|quote| *quote < space);
    let closing = quoted.and_then(|quote| Some(quote + 1 + text[quote + 1..].find('`')?));
    match closing {
        Some(closing) => end_of_part(&text[closing + 1..]).map(|end| closing + 1 + end),
        None => Some(space),
    }
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
            // What is copied stays whole.
            ("one: gridiron play virus a b\n", 2, 24, "one:\n  gridiron play virus a b\n"),
            ("one: gridiron play virus a b\n", 2, 9, "one:\ngridiron play virus a b\n"),
            ("  cd my && gridiron play virus a b\n", 4, 22, "  cd my && gridiron play virus a b\n"),
            ("gridiron: one two three four\n", 2, 24, "gridiron: one two three\n  four\n"),
            ("one two six `three four`: five\n", 2, 22, "one two six\n  `three four`: five\n"),
            ("one (`two three`, `four five`) six\n", 2, 24, "one (`two three`,\n  `four five`) six\n"),
            ("one two `three four five six\n", 2, 22, "one two `three four\n  five six\n"),
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
