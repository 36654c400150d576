//! Rule options from TOML.

use games::common::options::{OptionError, OptionValues};
use thiserror::Error;
use toml::Value;

use crate::plain_words::in_plain_words;

/// Why a text gives no rule options.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RulesFileError {
    /// The text is no TOML: where and why, as [`at_line`] says it.
    #[error("{0}")]
    Syntax(String),
    /// A value is neither an integer nor a string.
    #[error("{key}: expected a number or a word, got {found}")]
    WrongType {
        /// The option.
        key: String,
        /// The TOML type of the value.
        found: &'static str,
    },
    /// The game refuses the option.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// Reads a table of rule options, and keeps `values` where it holds none. `text` is
/// the whole file:
///
/// ```
/// let virus = games::find("virus").unwrap();
/// let options = gridiron_referee::rules_file::read(virus.defaults(), "size = 5\non_illegal = 'lose'").unwrap();
/// assert_eq!(options.to_string(), "size=5,on_illegal=lose");
/// ```
pub fn read(mut values: OptionValues, text: &str) -> Result<OptionValues, RulesFileError> {
    let table: toml::Table =
        text.parse().map_err(|error: toml::de::Error| RulesFileError::Syntax(at_line(text, &error)))?;
    for (key, value) in &table {
        let text = match value {
            Value::Integer(number) => number.to_string(),
            Value::String(word) => word.clone(),
            other => {
                return Err(RulesFileError::WrongType { key: key.clone(), found: other.type_str() });
            }
        };
        values.set(key, &text)?;
    }
    Ok(values)
}

/// The first line of a TOML error, with its line and column.
pub fn at_line(text: &str, error: &toml::de::Error) -> String {
    let message = in_plain_words(error.message().lines().next().unwrap_or_default(), "a table");
    match error.span() {
        None => message,
        Some(span) => format!("{}: {message}", place(text, span.start)),
    }
}

/// `line 3, column 7`: the place of a byte in a text.
pub fn place(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    format!("line {line}, column {column}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn tables_are_read_or_refused_in_one_line() {
        let virus = games::find("virus").expect("a game");
        let cases = [
            ("", Ok("")),
            ("size = 5\non_timeout = \"pass\" # a comment", Ok("size=5,on_timeout=pass")),
            ("size = 2", Err("size=2: expected 3 to 11")),
            ("sise = 5", Err("unknown option `sise`: did you mean `size`?")),
            ("size = 5.5", Err("size: expected a number or a word, got float")),
            ("size = [5]", Err("size: expected a number or a word, got array")),
        ];
        for (text, expected) in cases {
            let read = super::read(virus.defaults(), text);
            let read = read.map(|options| options.to_string()).map_err(|error| error.to_string());
            assert_eq!(read, expected.map(String::from).map_err(String::from), "{text:?}");
        }
        let broken = super::read(virus.defaults(), "size = 5\non_illegal = = 1").expect_err("no TOML");
        let broken = broken.to_string();
        assert!(broken.starts_with("line 2, column 14: ") && !broken.contains('\n'), "{broken}");
    }
}
