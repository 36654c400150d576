//! Words for a shell.

use crate::failure::harmless;

/// A path or a player as a word of a command. One that begins with a dash gets `./`
/// before it, else it would be taken for an option.
pub fn for_shell(word: &str) -> String {
    match word.starts_with('-') {
        true => quoted(&format!("./{word}")),
        false => quoted(word),
    }
}

/// A word of a command, in quotes if a shell needs them.
pub fn quoted(word: &str) -> String {
    let text = harmless(word);
    let is_plain = |c: char| c.is_alphanumeric() || "_-./+,@%:=".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_players_are_words_of_a_shell() {
        for (text, word) in [
            ("mybot", "mybot"),
            ("../bots/one.two", "../bots/one.two"),
            ("my bot", "'my bot'"),
            ("it's", "'it'\\''s'"),
            ("-bot", "./-bot"),
            ("a$b", "'a$b'"),
            ("zoé", "zoé"),
            ("champion:level=5", "champion:level=5"),
            ("node bot.js", "'node bot.js'"),
            ("bot.py?depth=1", "'bot.py?depth=1'"),
            ("a\u{1b}b;c", "'a\\u{1b}b;c'"),
            ("", "''"),
        ] {
            assert_eq!(for_shell(text), word);
        }
    }
}
