//! The texts in the source of the messages for authors.

/// A part of a source file that makes messages.
pub struct Source {
    pub name: &'static str,
    text: &'static str,
}

/// A file, or a part of it from one text to another.
macro_rules! source {
    ($path:literal) => {
        Source { name: $path, text: include_str!(concat!("../../../", $path)) }
    };
    ($path:literal, $from:literal, $to:literal) => {
        Source { name: $path, text: part(include_str!(concat!("../../../", $path)), $from, $to) }
    };
}

fn part(text: &'static str, from: &str, to: &str) -> &'static str {
    let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("`{from}` has moved"));
    rest.split_once(to).unwrap_or_else(|| panic!("`{to}` has moved")).0
}

/// All that makes messages for authors.
pub fn all() -> Vec<Source> {
    vec![
        // `Refusal` of Plantation is for people only: a command of a bot is always accepted.
        source!("games/src/virus/refusal.rs"),
        source!("games/src/conga/refusal.rs"),
        source!("games/src/error.rs", "pub enum ActionError", "pub enum PositionError"),
        source!("games/src/session.rs", "fn with_swap_hint", "fn apply_ruling"),
        source!("games/src/common/suggest.rs", "impl Display for Suggestion", "/// The suggestion for"),
        source!("sandbox/src/exit_status.rs"),
        source!("sandbox/src/charge.rs", "fn in_words", "/// The time that a line took"),
        source!("referee/src/absent.rs"),
        source!("referee/src/clock.rs", "impl Display for Bank", "impl TimeControl"),
        source!("referee/src/game_loop.rs"),
        source!("referee/src/program/conversation.rs"),
        source!("referee/src/program/hints.rs"),
        source!("referee/src/program/mod.rs"),
        source!("referee/src/program/start.rs"),
        source!("referee/src/program/time_limit.rs"),
        source!("referee/src/spec.rs", "let advice = file.filter", "let program = Program"),
        source!("referee/src/originals/python/imports.py"),
        source!("referee/src/originals/python/frame.py"),
        source!("referee/src/originals/python/conga.py"),
        source!("referee/src/originals/python/plantation.py"),
        source!("referee/src/originals/python/virus.py"),
    ]
}

/// What stands in these files and is no message about a fault.
const OTHER_TEXTS: &[&str] = &[
    // For developers.
    "just started",
    "it runs",
    "openings and forced actions are legal",
    // The machine is at fault: there is no record.
    "the sandbox failed",
    "cannot start",
    "the process that watches",
    "was killed from outside",
    // What other programs say.
    "No module named",
    "env: ",
    ": No such file or directory",
    // Standard error of adapters, and what bots are shown.
    "returned",
    "something like",
    "[row, col] or False",
    "{'from': [x, y], 'to': [x, y]}",
    "['from', 'to']",
    // There are commands.
    "there are none",
    // It repeats another message.
    "and python -m",
    "python3 -m venv",
];

impl Source {
    /// Its texts without the values in them: all pieces of several words.
    pub fn texts(&self) -> Vec<String> {
        let is_python = self.name.ends_with(".py");
        let text = self.text.split("#[cfg(test)]").next().unwrap_or_default();
        let literals = if is_python { python_literals(text) } else { rust_literals(text) };
        let mut pieces = Vec::new();
        for literal in literals {
            // Between two values there is a piece of the text.
            let without_values = match is_python {
                true => ["%s", "%r"].iter().fold(literal, |text, value| text.replace(value, "\0")),
                false => without_braces(&literal),
            };
            pieces.extend(without_values.split('\0').map(|piece| piece.trim().to_string()));
        }
        pieces.retain(|piece| has_words(piece) && !OTHER_TEXTS.iter().any(|other| piece.contains(other)));
        pieces
    }
}

/// Whether it has at least two words with letters.
fn has_words(piece: &str) -> bool {
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(|letter| letter.is_ascii_lowercase());
    piece.split_whitespace().filter(is_word).count() >= 2
}

/// Every `{…}` as a zero.
fn without_braces(literal: &str) -> String {
    let mut text = String::new();
    let mut depth = 0;
    for letter in literal.chars() {
        match letter {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                text.push('\0');
            }
            _ if depth == 0 => text.push(letter),
            _ => {}
        }
    }
    text
}

/// The texts in quotes of Rust, without comments.
fn rust_literals(text: &str) -> Vec<String> {
    let text = text.replace("'\"'", "' '").replace("'\\''", "' '");
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    literals(&lines.collect::<Vec<_>>().join("\n"))
}

/// The texts in double quotes of Python, without comments and docstrings.
fn python_literals(text: &str) -> Vec<String> {
    let code: String = text.split("\"\"\"").step_by(2).collect();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with('#'));
    literals(&lines.collect::<Vec<_>>().join("\n"))
}

/// What stands between double quotes. A `\` at the end of a line joins it to the next one.
fn literals(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut letters = text.chars().peekable();
    while letters.any(|letter| letter == '"') {
        let mut literal = String::new();
        while let Some(letter) = letters.next().filter(|letter| *letter != '"') {
            match (letter, letters.peek()) {
                ('\\', Some('\n')) => while letters.next_if(|letter| letter.is_whitespace()).is_some() {},
                ('\\', _) => literal.extend(letters.next()),
                _ => literal.push(letter),
            }
        }
        found.push(literal);
    }
    found
}
