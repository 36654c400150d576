//! Words for a shell.

use crate::failure::harmless;

/// A path or another word of a command, quoted if a shell needs quotes.
pub fn for_shell(word: &str) -> String {
    let text = harmless(word);
    let text = if text.starts_with('-') { format!("./{text}") } else { text };
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
            ("", "''"),
        ] {
            assert_eq!(for_shell(text), word);
        }
    }
}
