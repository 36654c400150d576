//! Breaks text into lines that fit.

use super::width;

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
