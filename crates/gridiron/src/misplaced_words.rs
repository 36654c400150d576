//! Words that a shell has split, and words too many: quotes, commas or options are missing.

use std::path::Path;

use games::GameEntry;
use sandbox::programs::{interpreter_for, is_interpreter};

use crate::terminal::quoted;

/// Options of Java that a further word follows.
const CLASS_PATH: [&str; 3] = ["-cp", "-classpath", "--class-path"];

/// What to write, if words belong together. `words` are those of the command, without
/// `gridiron`.
pub fn together(words: &[String]) -> Option<String> {
    unquoted_command(words).or_else(|| unquoted_file(words)).or_else(|| rules_apart(words))
}

/// What to do about a word too many.
pub fn too_many(word: &str, words: &[String]) -> String {
    let command = words.first().map(String::as_str).unwrap_or_default();
    let is_number = word.parse::<f64>().is_ok();
    let shown = quoted(word);
    match command {
        "match" if is_number => {
            format!("`{shown}` is too much: for the number of games write --games {shown}")
        }
        _ if is_number => {
            format!("`{shown}` is too much: a number follows an option, see `gridiron {command} --help`")
        }
        "play" | "match" => {
            format!("`{shown}` is too much: {command} takes two players; write names with spaces in quotes")
        }
        "check" => format!("`{shown}` is too much: check takes one bot; write names with spaces in quotes"),
        _ => format!("`{shown}` is too much: see `gridiron {command} --help`"),
    }
}

/// `python3 kit.py` as two words.
fn unquoted_command(words: &[String]) -> Option<String> {
    (1..words.len()).filter(|at| is_interpreter(&words[*at])).find_map(|at| {
        let mut last = at + 1;
        while let Some(option) = words.get(last).filter(|word| word.starts_with('-')) {
            last += if CLASS_PATH.contains(&option.as_str()) { 2 } else { 1 };
        }
        let script = words.get(last).map(String::as_str)?;
        let is_script = interpreter_for(Path::new(script)).is_some();
        // A class of Java is not a file.
        if !is_script && !Path::new(script).is_file() && words[at] != "java" {
            return None;
        }
        let command = words[at..=last].join(" ");
        let alone = if is_script && last == at + 1 { format!(", or only `{script}`") } else { String::new() };
        Some(format!("write `\"{command}\"` in quotes{alone}"))
    })
}

/// A file whose name has spaces, as several words.
fn unquoted_file(words: &[String]) -> Option<String> {
    let joined = [2, 3].into_iter().flat_map(|count| words.windows(count)).map(|words| words.join(" "));
    let file = joined.into_iter().find(|name| Path::new(name).is_file())?;
    Some(format!("write `\"{file}\"` in quotes: its name has a space"))
}

/// `--rules size=6 opening_plies=2`
fn rules_apart(words: &[String]) -> Option<String> {
    let game = words.iter().find_map(|word| games::find(word).ok())?;
    let at = words.iter().position(|word| word == "--rules" || word.starts_with("--rules="))?;
    let first = words[at].strip_prefix("--rules=").into_iter();
    let rules = first.chain(words[at + 1..].iter().map(String::as_str));
    let rules: Vec<&str> =
        rules.take_while(|word| is_rule(game, word)).map(|word| word.trim_matches(',')).collect();
    (rules.len() > 1).then(|| format!("join rules by commas: --rules {}", rules.join(",")))
}

fn is_rule(game: &GameEntry, word: &str) -> bool {
    let key = word.trim_start_matches(',').split_once('=').map(|(key, _)| key);
    key.is_some_and(|key| game.options.iter().any(|rule| rule.key == key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_belong_together_are_put_together() {
        for (line, expected) in [
            ("play virus python3 kit.py", Some("write `\"python3 kit.py\"` in quotes, or only `kit.py`")),
            (
                "match virus random node bots/a.js",
                Some("write `\"node bots/a.js\"` in quotes, or only `bots/a.js`"),
            ),
            ("check virus python3.12 -u kit.py", Some("write `\"python3.12 -u kit.py\"` in quotes")),
            ("check virus java -jar kit.jar", Some("write `\"java -jar kit.jar\"` in quotes")),
            ("check virus java -cp mybot Bot", Some("write `\"java -cp mybot Bot\"` in quotes")),
            (
                "play virus --rules size=6 opening_plies=2",
                Some("join rules by commas: --rules size=6,opening_plies=2"),
            ),
            (
                "play --rules=size=6, opening_plies=2 virus",
                Some("join rules by commas: --rules size=6,opening_plies=2"),
            ),
            ("play virus kit.py node", None),
            ("play virus node random", None),
            ("play virus --rules size=6 random", None),
        ] {
            let words: Vec<String> = line.split(' ').map(String::from).collect();
            assert_eq!(together(&words).as_deref(), expected, "{line}");
        }
    }
}
