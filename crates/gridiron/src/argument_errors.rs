//! Errors of arguments as one line for people who do not program.

use std::env;
use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use games::UnknownGame;
use games::common::suggest;

use crate::{game_argument, misplaced_words, missing_arguments, unknown_options};

/// What is wrong with the arguments of this program.
pub fn describe(error: &clap::Error) -> String {
    if let Some(unknown) = error.source().and_then(|source| source.downcast_ref::<UnknownGame>()) {
        return game_argument::forgotten(unknown, words()).unwrap_or_else(|| unknown.to_string());
    }
    let words: Vec<String> = words().collect();
    let named = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(argument))) => {
            unexpected(argument, error, &words)
        }
        (ErrorKind::MissingRequiredArgument, Some(ContextValue::Strings(missing))) => {
            missing_arguments::name_it(missing, &words)
        }
        (ErrorKind::InvalidSubcommand, _) => missing_arguments::name_a_command(&words),
        _ => None,
    };
    named.unwrap_or_else(|| in_plain_words(&in_one_line(&error.to_string())))
}

/// An argument that the command does not have; `None` if clap knows a similar one.
fn unexpected(argument: &str, error: &clap::Error, words: &[String]) -> Option<String> {
    if let Some(hint) = misplaced_words::together(words) {
        return Some(hint);
    }
    let what = format!("unexpected argument '{argument}' found");
    match argument.strip_prefix('-') {
        None => return Some(misplaced_words::too_many(argument, words)),
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => {
            return Some(format!("{what}: a negative number is not allowed here"));
        }
        Some(_) => {}
    }
    let command = words.first().filter(|word| !word.starts_with('-')).map(|word| format!(" {word}"));
    match unknown_options::instead(argument, words) {
        Some(instead) => Some(format!("{what}; {instead}")),
        None if is_a_slip(argument, error) => None,
        None => Some(format!("{what}; see `gridiron{} --help`", command.unwrap_or_default())),
    }
}

/// Whether clap knows an option that may have been meant. It also suggests options that
/// have only some letters in common.
fn is_a_slip(argument: &str, error: &clap::Error) -> bool {
    let suggested = match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(suggested)) => suggested.as_str(),
        Some(ContextValue::Strings(all)) => all.first().map_or("", String::as_str),
        _ => "",
    };
    let is_longer = !argument.is_empty() && suggested.starts_with(argument);
    is_longer || suggest::nearest(argument, [suggested]).is_some()
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
            // Nobody who mistypes an option wants to pass it as a value.
            Some(tip) if tip.starts_with("to pass '") => continue,
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
            ("something else", "something else"),
        ] {
            assert_eq!(in_plain_words(theirs), ours);
        }
    }
}
