//! What can be wrong in a tournament file.

use std::fmt::{self, Display};

use games::common::suggest;

/// Where something stands in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
}

impl Place {
    /// The place of a byte.
    pub(super) fn of(text: &str, at: usize) -> Place {
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Place { line, column }
    }
}

impl Display for Place {
    /// `line 3, column 7`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What is wrong in a tournament file: always one line of text, with the place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TournamentFileError {
    /// It is not TOML, a key is missing, or a value has the wrong type.
    #[error("{}{message}", at(place))]
    Toml {
        /// Where, if it is known.
        place: Option<Place>,
        /// What the TOML reader says.
        message: String,
    },
    /// There is no such key.
    #[error("{}unknown key `{key}`: {}", at(place), suggest::hint(key, known.iter().map(String::as_str)))]
    UnknownKey {
        /// Where, if it is known.
        place: Option<Place>,
        /// The key.
        key: String,
        /// The keys that can stand there.
        known: Vec<String>,
    },
    /// A value cannot be used.
    #[error("{place}: {key}: {problem}")]
    Value {
        /// Where the value stands.
        place: Place,
        /// The key in the file.
        key: String,
        /// What is wrong with its value.
        problem: ValueProblem,
    },
}

/// What the TOML reader says, in words for people who do not program.
fn in_plain_words(message: &str) -> String {
    if let Some((found, expected)) =
        message.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "))
    {
        let expected = match expected {
            "i64" | "u64" | "u32" | "u16" | "u8" | "usize" => "a whole number",
            "a string" | "path string" => "text in quotes",
            "a boolean" => "true or false",
            other => other,
        };
        // `string "ten"`, `integer `10``: the value is enough.
        let value = found.split_once(' ').map_or(found, |(_, value)| value.trim_matches('`'));
        return format!("expected {expected}, got {value}");
    }
    match message.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`')) {
        Some(key) => format!("the line `{key} = …` is missing"),
        None if message == "invalid basic string, expected `\"`" => "a closing `\"` is missing".to_string(),
        None => message.to_string(),
    }
}

fn at(place: &Option<Place>) -> String {
    place.map(|place| format!("{place}: ")).unwrap_or_default()
}

/// Why a value of a tournament file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ValueProblem {
    /// It is too small or too large.
    #[error("expected a number from {least} to {most}")]
    OutOfRange {
        /// The smallest number that is allowed.
        least: u64,
        /// The largest one.
        most: u64,
    },
    /// A path is empty.
    #[error("expected the name of a file or folder")]
    EmptyPath,
    /// A name is empty.
    #[error("expected a name")]
    EmptyName,
    /// A text is too long to be shown.
    #[error("expected at most {most} characters, got {found}")]
    TooLong {
        /// How many there may be.
        most: usize,
        /// How many there are.
        found: usize,
    },
    /// A rule option has a type that no option has.
    #[error("expected a number or a word, got {found}")]
    RuleType {
        /// The type of its value.
        found: &'static str,
    },
    /// The setting belongs to another format.
    #[error("a {format} tournament has no such setting")]
    OtherFormat {
        /// The format of this tournament.
        format: &'static str,
    },
    /// Whatever reads such a value refuses it: a game, a clock, a size.
    #[error("{0}")]
    Unreadable(String),
}

impl TournamentFileError {
    /// The TOML reader names all keys that it knows; one suggestion is better.
    pub(super) fn of_toml(text: &str, error: &toml::de::Error) -> TournamentFileError {
        let place = error.span().map(|span| Place::of(text, span.start));
        let message = error.message().lines().next().unwrap_or_default();
        let unknown = message.split_once("unknown field `").and_then(|(_, rest)| rest.split_once('`'));
        match unknown {
            None => TournamentFileError::Toml { place, message: in_plain_words(message) },
            Some((key, names)) => {
                let known = names.split('`').skip(1).step_by(2).map(str::to_string).collect();
                TournamentFileError::UnknownKey { place, key: key.to_string(), known }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reader_is_put_into_plain_words() {
        for (theirs, ours) in [
            ("invalid type: string \"ten\", expected i64", "expected a whole number, got \"ten\""),
            ("invalid type: integer `10`, expected a string", "expected text in quotes, got 10"),
            ("missing field `game`", "the line `game = …` is missing"),
            ("invalid basic string, expected `\"`", "a closing `\"` is missing"),
            ("something else", "something else"),
        ] {
            assert_eq!(in_plain_words(theirs), ours);
        }
    }
}
