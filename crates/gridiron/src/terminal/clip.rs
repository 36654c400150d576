//! Clips text to a number of columns.

use unicode_segmentation::UnicodeSegmentation;

use super::width;

/// Stands for what was left out.
const ELLIPSIS: &str = "…";

/// The start of a text that is too long, with `…` at its end. The result takes
/// `columns` at most. Styles are kept whole, so that none stays switched on.
pub fn clip(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    let Some(room) = columns.checked_sub(width(ELLIPSIS)) else { return styles_of(text) };
    let (mut clipped, mut used, mut is_full) = (String::new(), 0, false);
    for piece in pieces(text) {
        match piece {
            Piece::Style(style) => clipped.push_str(style),
            Piece::Cluster(cluster) if !is_full && used + width(cluster) <= room => {
                clipped.push_str(cluster);
                used += width(cluster);
            }
            Piece::Cluster(_) if !is_full => {
                // No space before the ellipsis.
                clipped.truncate(clipped.trim_end().len());
                clipped.push_str(ELLIPSIS);
                is_full = true;
            }
            Piece::Cluster(_) => {}
        }
    }
    clipped
}

/// The end of a text that is too long. For lines whose end matters most.
pub fn clip_start(text: &str, columns: usize) -> String {
    let mut over = width(text).saturating_sub(columns);
    let kept = pieces(text).filter_map(|piece| match piece {
        Piece::Cluster(cluster) if over > 0 => {
            over = over.saturating_sub(width(cluster));
            None
        }
        Piece::Cluster(text) | Piece::Style(text) => Some(text),
    });
    kept.collect()
}

/// Only the styles of a text.
fn styles_of(text: &str) -> String {
    let styles = pieces(text).filter_map(|piece| match piece {
        Piece::Style(style) => Some(style),
        Piece::Cluster(_) => None,
    });
    styles.collect()
}

enum Piece<'a> {
    /// An escape sequence for colour: `ESC [ … m`.
    Style(&'a str),
    /// What a reader takes for one character.
    Cluster(&'a str),
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let style = if rest.starts_with('\x1b') { rest.find('m') } else { None };
        let (piece, len) = match style {
            Some(end) => (Piece::Style(&rest[..=end]), end + 1),
            None => {
                let cluster = rest.graphemes(true).next()?;
                (Piece::Cluster(cluster), cluster.len())
            }
        };
        rest = &rest[len..];
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;

    use super::*;
    use crate::terminal::{BOLD, paint};

    const FAMILY: &str = "👩\u{200d}👩\u{200d}👧";

    #[test]
    fn text_is_clipped_between_clusters() {
        for (text, columns, start, end) in [
            ("long", 4, "long", "long"),
            ("longer", 4, "lon…", "nger"),
            ("a bcd", 3, "a…", "bcd"),
            ("abc", 1, "…", "c"),
            ("abc", 0, "", ""),
            ("", 0, "", ""),
            ("日本語", 6, "日本語", "日本語"),
            // Half a letter cannot be shown.
            ("日本語", 5, "日本…", "本語"),
            ("日本語", 4, "日…", "本語"),
            ("日本語", 2, "…", "語"),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…", "e\u{301}e\u{301}"),
            (&format!("{FAMILY}abc"), 4, &format!("{FAMILY}a…"), "abc"),
            (&format!("ab{FAMILY}c"), 3, "ab…", &format!("{FAMILY}c")),
            ("🇫🇷🇩🇪", 3, "🇫🇷…", "🇩🇪"),
        ] {
            assert_eq!(clip(text, columns), start, "{text} in {columns}");
            assert_eq!(clip_start(text, columns), end, "{text} in {columns}");
            assert!(width(start) <= columns && width(end) <= columns);
        }
    }

    #[test]
    fn styles_are_never_clipped() {
        let painted = format!("a{}d", paint(BOLD, "bc"));
        for (columns, start, end) in [(0, "", ""), (1, "…", "d"), (3, "ab…", "bcd"), (9, "abcd", "abcd")]
        {
            for (clipped, expected) in
                [(clip(&painted, columns), start), (clip_start(&painted, columns), end)]
            {
                assert_eq!(strip_str(&clipped).to_string(), expected);
                assert_eq!(clipped.matches('\x1b').count(), painted.matches('\x1b').count());
            }
        }
    }
}
