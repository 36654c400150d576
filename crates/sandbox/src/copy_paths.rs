//! Paths of a program's copy in the texts it writes, such as tracebacks. Its author
//! knows only the folder that was copied.

use std::path::Path;

use crate::jail::COPY_NAME;
use crate::namespaces::PROGRAM_FOLDER;
use crate::scratch;

/// The text with paths in the program's copy replaced by paths in `folder`, the
/// folder as the author calls it. If that is empty, only the part below it is left.
///
/// ```
/// use std::path::Path;
///
/// let text = "File \"/box/bot/lib/util.py\", line 3";
/// let shown = gridiron_sandbox::with_authors_paths(text, Path::new("mybot"));
/// assert_eq!(shown, "File \"mybot/lib/util.py\", line 3");
/// ```
pub fn with_authors_paths(text: &str, folder: &Path) -> String {
    let folder = folder.to_string_lossy();
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((begin, end)) = next_copy(rest) {
        shown.push_str(rest[..begin].strip_suffix("file://").unwrap_or(&rest[..begin]));
        let below = rest[end..].strip_prefix('/').filter(|below| below.starts_with(is_part_of_path));
        match (&*folder, below) {
            ("", None) => shown.push('.'),
            ("", Some(_)) => {}
            (folder, None) => shown.push_str(folder),
            (folder, Some(_)) => {
                shown.push_str(folder.trim_end_matches('/'));
                shown.push('/');
            }
        }
        rest = below.unwrap_or(&rest[end..]);
    }
    shown + rest
}

/// Where the path of a copy begins and ends in a text.
fn next_copy(text: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let fixed = text[from..].find(PROGRAM_FOLDER).map(|at| from + at);
        let scratch = text[from..].find(scratch::PREFIX).map(|at| from + at);
        let (begin, after_folder) = match (fixed, scratch) {
            (Some(at), other) if other.is_none_or(|other| at < other) => {
                (Some(at), Some(at + PROGRAM_FOLDER.len()))
            }
            (_, Some(at)) => (scratch_begin(text, at), scratch_end(text, at)),
            _ => return None,
        };
        let place = begin.zip(after_folder).and_then(|(begin, after)| {
            let end = after
                + text[after..].strip_prefix('/')?.strip_prefix(COPY_NAME).map(|_| 1 + COPY_NAME.len())?;
            // `/my/box/bot` and `/box/bottle` are other folders.
            let is_whole = !text[end..].starts_with(|c: char| c != '/' && is_part_of_path(c));
            let before = text[..begin].strip_suffix("file://").unwrap_or(&text[..begin]);
            (is_whole && !before.ends_with(is_part_of_path)).then_some((begin, end))
        });
        if place.is_some() {
            return place;
        }
        from = fixed.into_iter().chain(scratch).min()? + 1;
    }
}

/// Where the path begins of which a scratch folder's name is a part.
fn scratch_begin(text: &str, at: usize) -> Option<usize> {
    let temporary = scratch::temporary_folder().ok()?;
    let before = text[..at].strip_suffix('/')?.strip_suffix(&*temporary.to_string_lossy())?;
    Some(before.len())
}

/// Where the path of a scratch folder ends: after its numbers and `/in`.
fn scratch_end(text: &str, at: usize) -> Option<usize> {
    let numbers = &text[at + scratch::PREFIX.len()..];
    let inside = numbers.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
    let rest = inside.strip_prefix('/')?.strip_prefix(scratch::INSIDE)?;
    Some(text.len() - rest.len())
}

/// Whether a character is usual in paths. Quotes, brackets and colons end a path in
/// the texts of interpreters.
fn is_part_of_path(c: char) -> bool {
    c.is_alphanumeric() || "_-.+~@/".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_the_copy_are_replaced() {
        let temporary = scratch::temporary_folder().expect("a folder");
        let scratch = format!("{}/{}12-345/{}/bot", temporary.display(), scratch::PREFIX, scratch::INSIDE);
        for (text, folder, expected) in [
            ("File \"/box/bot/bot.py\", line 1", "mybot", "File \"mybot/bot.py\", line 1"),
            ("File \"/box/bot/bot.py\", line 1", "", "File \"bot.py\", line 1"),
            ("/box/bot/bot.py", "/home/anna/bots", "/home/anna/bots/bot.py"),
            ("at file:///box/bot/bot.mjs:3:1", "a b", "at a b/bot.mjs:3:1"),
            ("/box/bot/a.py /box/bot/b.py", "x", "x/a.py x/b.py"),
            ("in /box/bot", "x", "in x"),
            ("in '/box/bot'", "", "in '.'"),
            ("in /box/bot/", "x", "in x/"),
            ("/my/box/bot/bot.py", "x", "/my/box/bot/bot.py"),
            ("/box/bottle/bot.py", "x", "/box/bottle/bot.py"),
            ("/box/tmp/x /box /boxes", "x", "/box/tmp/x /box /boxes"),
            ("gridiron-bot-12-345/in/bot/a.py", "x", "gridiron-bot-12-345/in/bot/a.py"),
            ("é/box/bot/é.py (/box/bot/é.py)", "x", "é/box/bot/é.py (x/é.py)"),
            (&format!("File \"{scratch}/bot.py\""), "x", "File \"x/bot.py\""),
            (&format!("file://{scratch}/bot.js:2, {scratch}"), "", "bot.js:2, ."),
            (&format!("{scratch}ch/bot.py"), "x", &format!("{scratch}ch/bot.py")),
        ] {
            assert_eq!(with_authors_paths(text, Path::new(folder)), expected, "{text}");
        }
    }
}
