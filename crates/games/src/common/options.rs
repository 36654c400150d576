//! Named options with a range, a default and a help text. Games and built-in
//! players use them.
//!
//! A table of [`OptionSpec`]s is enough to read, check, list and record them.
//!
//! ```
//! use gridiron_games::common::options::{OptionError, OptionValues};
//! use gridiron_games::{GameOptions, virus};
//!
//! let mut values = OptionValues::defaults(virus::Options::SPECS);
//! values.set_list("size=5,on_illegal=lose")?;
//! assert_eq!(values.integer::<u8>("size"), 5);
//! assert_eq!(values.to_string(), "size=5,on_illegal=lose");
//!
//! let error = values.set("size", "12").unwrap_err();
//! assert!(matches!(error, OptionError::OutOfRange { key: "size", max: 11, .. }));
//! assert_eq!(error.to_string(), "size=12: expected 3 to 11");
//! # Ok::<(), OptionError>(())
//! ```

use std::fmt::{self, Display};

use thiserror::Error;

use super::suggest::{self, Suggestion};
use super::{units, words};

/// One option: its name, its values and its help text.
#[derive(Debug)]
pub struct OptionSpec {
    /// The name in `key=value`.
    pub key: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// What it means, in one line.
    pub help: &'static str,
}

/// What values an option takes.
#[derive(Debug)]
pub enum OptionKind {
    /// A whole number in a range.
    Integer {
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
        /// The value if none is given.
        default: i64,
    },
    /// Whole milliseconds in a range: `20`, `20ms` or `0.5s`.
    Milliseconds {
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
        /// The default.
        default: i64,
    },
    /// One of a few words; the first is the default.
    Choice(&'static [&'static str]),
}

impl OptionSpec {
    /// An option that takes a whole number.
    pub const fn integer(
        key: &'static str,
        min: i64,
        max: i64,
        default: i64,
        help: &'static str,
    ) -> OptionSpec {
        OptionSpec { key, kind: OptionKind::Integer { min, max, default }, help }
    }

    /// An option that takes whole milliseconds: a plain number, or a time with its unit.
    pub const fn milliseconds(
        key: &'static str,
        min: i64,
        max: i64,
        default: i64,
        help: &'static str,
    ) -> OptionSpec {
        OptionSpec { key, kind: OptionKind::Milliseconds { min, max, default }, help }
    }

    /// An option that takes one of a few words, the first by default.
    pub const fn choice(
        key: &'static str,
        choices: &'static [&'static str],
        help: &'static str,
    ) -> OptionSpec {
        OptionSpec { key, kind: OptionKind::Choice(choices), help }
    }

    /// The value if none is given.
    pub fn default(&self) -> OptionValue {
        match self.kind {
            OptionKind::Integer { default, .. } | OptionKind::Milliseconds { default, .. } => {
                OptionValue::Integer(default)
            }
            OptionKind::Choice(choices) => OptionValue::Word(choices[0]),
        }
    }

    /// The values it takes, for people.
    pub fn range(&self) -> String {
        match self.kind {
            OptionKind::Integer { min, max, .. } => format!("{min} to {max}"),
            OptionKind::Milliseconds { min, max, .. } => format!("{} to {}", with_unit(min), with_unit(max)),
            OptionKind::Choice(choices) => choices.join(" or "),
        }
    }

    fn read(&self, text: &str) -> Result<OptionValue, OptionError> {
        let (key, value) = (self.key, || text.to_string());
        match self.kind {
            OptionKind::Integer { min, max, .. } if !words::is_integer(text) => {
                Err(OptionError::NotAnInteger { key, value: value(), min, max })
            }
            OptionKind::Integer { min, max, .. } => match text.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(OptionValue::Integer(number)),
                _ => Err(OptionError::OutOfRange { key, value: value(), min, max }),
            },
            OptionKind::Milliseconds { min, max, .. } => match units::read_milliseconds(text) {
                Some(number) if (min..=max).contains(&number) => Ok(OptionValue::Integer(number)),
                _ => Err(OptionError::NotATime { key, value: value(), min, max }),
            },
            OptionKind::Choice(choices) => match choices.iter().find(|choice| **choice == text) {
                Some(choice) => Ok(OptionValue::Word(choice)),
                None => Err(OptionError::NotAChoice { key, value: value(), choices }),
            },
        }
    }
}

/// Milliseconds with the unit that is shorter to read.
fn with_unit(milliseconds: i64) -> String {
    match milliseconds % 1000 {
        0 if milliseconds != 0 => format!("{}s", milliseconds / 1000),
        _ => format!("{milliseconds}ms"),
    }
}

/// The value of one option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// Of an integer option.
    Integer(i64),
    /// Of a choice option.
    Word(&'static str),
}

impl Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Integer(value) => value.fmt(f),
            OptionValue::Word(word) => word.fmt(f),
        }
    }
}

/// What is wrong with an option, or with several together.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// The table has no such option.
    #[error("unknown option `{key}`: {suggestion}")]
    Unknown {
        /// The key as it was given.
        key: String,
        /// The nearest key, or all of them.
        suggestion: Suggestion,
    },
    /// A time that cannot be read or is out of range.
    #[error("{key}={value}: expected a time from {} to {}", with_unit(*.min), with_unit(*.max))]
    NotATime {
        /// The option.
        key: &'static str,
        /// The value as it was given.
        value: String,
        /// The shortest time, in milliseconds.
        min: i64,
        /// The longest time, in milliseconds.
        max: i64,
    },
    /// An item of a list without `=`.
    #[error("`{item}`: expected key=value")]
    NotKeyValue {
        /// The item as it was given.
        item: String,
    },
    /// An option stands in a list more than once.
    #[error("`{key}` is given twice")]
    Duplicate {
        /// The option.
        key: String,
    },
    /// An option is not there where all must be, as in a record.
    #[error("`{key}` is missing")]
    Missing {
        /// The option.
        key: &'static str,
    },
    /// The value is of another type than the option, as a text for a number.
    #[error("`{key}` is {value}, which is not its kind of value")]
    WrongType {
        /// The option.
        key: String,
        /// The value as it was given.
        value: String,
    },
    /// The value of an integer option is no integer.
    #[error("{key}={value}: expected a whole number from {min} to {max}")]
    NotAnInteger {
        /// The option.
        key: &'static str,
        /// The value as it was given.
        value: String,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// The value is too small or too large.
    #[error("{key}={value}: expected {min} to {max}")]
    OutOfRange {
        /// The option.
        key: &'static str,
        /// The value as it was given; it may be too large for an `i64`.
        value: String,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// The value is none of the words the option takes.
    #[error("{key}={value}: expected {}", choices.join(" or "))]
    NotAChoice {
        /// The option.
        key: &'static str,
        /// The value as it was given.
        value: String,
        /// The words it takes.
        choices: &'static [&'static str],
    },
    /// With `repetition=1` every game is a draw before its first move.
    #[error("repetition=1: the start would already be a draw; expected 0 (off) or at least 2")]
    RepetitionOfOne,
    /// No opening of this length was found that does not end the game.
    #[error("opening_plies={plies}: no opening of that length leaves the game open")]
    NoOpening {
        /// The length.
        plies: u32,
    },
    /// Perft counts from the start, so it takes no opening.
    #[error("opening_plies: perft counts from the start, before any opening")]
    OpeningBeforePerft,
    /// Plantation starts with at most one tile of a player in a row.
    #[error("starting_tiles={tiles} do not fit on rows={rows}: expected at most one a row")]
    TooManyStartingTiles {
        /// Tiles of each player.
        tiles: u8,
        /// Rows of the board.
        rows: u8,
    },
    /// A game of Plantation would be too long.
    #[error(
        "max_turns={max_turns} of moves_per_turn={moves_per_turn} are {} moves: expected at most {limit}",
        max_turns * moves_per_turn
    )]
    TooManyMoves {
        /// Turns of each player.
        max_turns: u32,
        /// Moves in a turn.
        moves_per_turn: u32,
        /// The most moves of a player in a game.
        limit: u32,
    },
}

/// A value for every option of a table.
#[derive(Clone, Debug)]
pub struct OptionValues {
    specs: &'static [OptionSpec],
    values: Vec<OptionValue>,
}

impl PartialEq for OptionValues {
    fn eq(&self, other: &OptionValues) -> bool {
        self.iter().eq(other.iter())
    }
}

impl OptionValues {
    /// Every option at its default.
    pub fn defaults(specs: &'static [OptionSpec]) -> OptionValues {
        OptionValues { specs, values: specs.iter().map(OptionSpec::default).collect() }
    }

    /// Reads `key=value,key=value`. Options that are not named keep their value.
    pub fn set_list(&mut self, list: &str) -> Result<(), OptionError> {
        let mut named = Vec::new();
        for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (key, value) =
                item.split_once('=').ok_or_else(|| OptionError::NotKeyValue { item: item.to_string() })?;
            let key = key.trim();
            if named.contains(&key) {
                return Err(OptionError::Duplicate { key: key.to_string() });
            }
            named.push(key);
            self.set(key, value.trim())?;
        }
        Ok(())
    }

    /// Sets one option from text.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), OptionError> {
        let at = self.specs.iter().position(|spec| spec.key == key).ok_or_else(|| {
            let suggestion = suggest::hint(key, self.specs.iter().map(|spec| spec.key));
            OptionError::Unknown { key: key.to_string(), suggestion }
        })?;
        self.values[at] = self.specs[at].read(text)?;
        Ok(())
    }

    /// Every option with its value, in the table's order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, OptionValue)> + '_ {
        self.specs.iter().map(|spec| spec.key).zip(self.values.iter().copied())
    }

    /// The value of an option; `None` if the table does not have it.
    pub fn get(&self, key: &str) -> Option<OptionValue> {
        self.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// The value of an integer option.
    ///
    /// # Panics
    /// If the table has no such option, or if its range does not fit `T`.
    pub fn integer<T: TryFrom<i64>>(&self, key: &str) -> T {
        match self.get(key) {
            Some(OptionValue::Integer(value)) => {
                T::try_from(value).unwrap_or_else(|_| unreachable!("the range of `{key}` fits its type"))
            }
            _ => unreachable!("`{key}` is a whole-number option of the table"),
        }
    }

    /// Whether a choice option has this value.
    ///
    /// # Panics
    /// If the table has no such option, or if it does not take the word.
    pub fn is(&self, key: &str, word: &str) -> bool {
        self.get(key)
            == Some(OptionValue::Word(
                self.specs
                    .iter()
                    .find(|spec| spec.key == key)
                    .and_then(|spec| match spec.kind {
                        OptionKind::Choice(choices) => choices.iter().find(|choice| **choice == word),
                        OptionKind::Integer { .. } | OptionKind::Milliseconds { .. } => None,
                    })
                    .unwrap_or_else(|| unreachable!("`{word}` is a choice of `{key}`")),
            ))
    }
}

impl OptionValues {
    /// `key=value,key=value` with all options. Defaults are included because
    /// they may change in later versions.
    pub fn to_full_string(&self) -> String {
        let all = self.specs.iter().zip(&self.values).map(|(spec, value)| format!("{}={value}", spec.key));
        all.collect::<Vec<_>>().join(",")
    }
}

impl Display for OptionValues {
    /// `key=value,key=value` with the options that differ from their default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (spec, value) in self.specs.iter().zip(&self.values) {
            if *value != spec.default() {
                write!(f, "{separator}{}={value}", spec.key)?;
                separator = ",";
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec::integer("size", 3, 11, 10, "squares on a side"),
        OptionSpec::choice("on_illegal", &["pass", "lose"], "what an illegal move costs"),
        OptionSpec::milliseconds("time", 0, 1_000_000, 0, "time per move"),
    ];

    #[test]
    fn lists_are_read_or_refused_in_one_line() {
        let cases = [
            ("", Ok("")),
            ("size=5", Ok("size=5")),
            (" size = 5 , on_illegal=lose,", Ok("size=5,on_illegal=lose")),
            ("size=10", Ok("")),
            ("sise=5", Err("unknown option `sise`: did you mean `size`?")),
            ("speed=5", Err("unknown option `speed`: there are size, on_illegal, time")),
            ("size=2", Err("size=2: expected 3 to 11")),
            ("size=99999999999999999999", Err("size=99999999999999999999: expected 3 to 11")),
            ("size=big", Err("size=big: expected a whole number from 3 to 11")),
            ("size=+5", Err("size=+5: expected a whole number from 3 to 11")),
            ("size", Err("`size`: expected key=value")),
            ("size=5,size=6", Err("`size` is given twice")),
            ("time=20", Ok("time=20")),
            ("time=20ms", Ok("time=20")),
            ("time=0.5s", Ok("time=500")),
            ("time=1000s", Ok("time=1000000")),
            ("time=0ms", Ok("")),
            ("time=1001s", Err("time=1001s: expected a time from 0ms to 1000s")),
            ("time=0.5ms", Err("time=0.5ms: expected a time from 0ms to 1000s")),
            ("time=0.5", Err("time=0.5: expected a time from 0ms to 1000s")),
            ("time=soon", Err("time=soon: expected a time from 0ms to 1000s")),
            ("on_illegal=Pass", Err("on_illegal=Pass: expected pass or lose")),
        ];
        for (list, expected) in cases {
            let mut values = OptionValues::defaults(SPECS);
            let result =
                values.set_list(list).map(|()| values.to_string()).map_err(|error| error.to_string());
            assert_eq!(result, expected.map(String::from).map_err(String::from), "{list:?}");
        }
    }
}
