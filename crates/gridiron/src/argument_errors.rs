//! Errors of arguments as one line for people who do not program.

use std::env;
use std::error::Error;

use games::UnknownGame;

use crate::game_argument;

/// What is wrong with the arguments of this program.
pub fn describe(error: &clap::Error) -> String {
    match error.source().and_then(|source| source.downcast_ref::<UnknownGame>()) {
        Some(unknown) => game_argument::forgotten(unknown, words()).unwrap_or_else(|| unknown.to_string()),
        None => in_plain_words(&in_one_line(&error.to_string())),
    }
}

/// The words of the command after `gridiron`.
pub fn words() -> impl Iterator<Item = String> {
    env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned())
}

/// The message of an argument error without the usage that follows it.
fn in_one_line(message: &str) -> String {
    let mut line = String::new();
    for part in message.lines().map(str::trim).take_while(|part| !part.starts_with("Usage:")) {
        let part = part.strip_prefix("error: ").unwrap_or(part);
        match part.strip_prefix("tip: ") {
            _ if part.is_empty() || part.starts_with("For more information") => continue,
            Some(tip) => line.push_str(&format!("; {tip}")),
            None if line.is_empty() => line.push_str(part),
            None => line.push_str(&format!(" {part}")),
        }
    }
    line
}

/// The reasons that the standard library and clap give, in words for people who do not program.
fn in_plain_words(line: &str) -> String {
    const REASONS: [(&str, &str); 4] = [
        ("invalid digit found in string", "expected a whole number"),
        ("cannot parse integer from empty string", "expected a whole number"),
        ("number too large to fit in target type", "expected a smaller number"),
        ("invalid float literal", "expected a number"),
    ];
    if let Some((what, reason)) =
        REASONS.iter().find_map(|(theirs, ours)| Some((line.strip_suffix(theirs)?, ours)))
    {
        return format!("{what}{reason}");
    }
    // `… '--games <N>': 0 is not in 1..=1000000000`
    if let Some((what, range)) = line.rsplit_once(" is not in ")
        && let Some((least, most)) = range.split_once("..=")
        && let Some((what, _)) = what.rsplit_once(": ")
    {
        return format!("{what}: expected {least} to {most}");
    }
    // `unexpected argument '-1' found; to pass '-1' as a value, use '-- -1'`
    if let Some((what, tip)) = line.split_once("; to pass '-")
        && tip.starts_with(|c: char| c.is_ascii_digit())
    {
        return format!("{what}: a negative number is not allowed here");
    }
    line.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_given_in_plain_words() {
        for (theirs, ours) in [
            (
                "invalid value 'ten' for '--games <N>': invalid digit found in string",
                "invalid value 'ten' for '--games <N>': expected a whole number",
            ),
            (
                "invalid value '0' for '-c <N>': 0 is not in 1..=1024",
                "invalid value '0' for '-c <N>': expected 1 to 1024",
            ),
            (
                "unexpected argument '-1' found; to pass '-1' as a value, use '-- -1'",
                "unexpected argument '-1' found: a negative number is not allowed here",
            ),
            (
                "unexpected argument '--dela' found; to pass '--dela' as a value, use '-- --dela'",
                "unexpected argument '--dela' found; to pass '--dela' as a value, use '-- --dela'",
            ),
            ("something else", "something else"),
        ] {
            assert_eq!(in_plain_words(theirs), ours);
        }
    }
}
