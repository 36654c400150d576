//! Named options with a range, a default and a meaning: rule options of games
//! and options of players alike.
//!
//! A table of [`OptionSpec`]s is all that reading, checking, listing and
//! recording need.

use std::fmt::{self, Display};

use super::{suggest, units, words};

/// One option: its name and what it may be.
#[derive(Debug)]
pub struct OptionSpec {
    /// The name in `key=value`.
    pub key: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// One line for people.
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
        /// The value if nothing is said.
        default: i64,
    },
    /// Whole milliseconds in a range: `20`, `20ms` or `0.5s`.
    Milliseconds {
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
        /// The value if nothing is said.
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

    /// The value if nothing is said.
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
        let value = match self.kind {
            OptionKind::Integer { min, max, .. } => words::is_integer(text)
                .then(|| text.parse().ok())
                .flatten()
                .filter(|value| (min..=max).contains(value))
                .map(OptionValue::Integer),
            OptionKind::Milliseconds { min, max, .. } => units::read_milliseconds(text)
                .filter(|value| (min..=max).contains(value))
                .map(OptionValue::Integer),
            OptionKind::Choice(choices) => {
                choices.iter().find(|choice| **choice == text).map(|choice| OptionValue::Word(choice))
            }
        };
        value.ok_or_else(|| OptionError(format!("{}={text}: expected {}", self.key, self.range())))
    }
}

/// Milliseconds with the unit that is shorter to read.
fn with_unit(milliseconds: i64) -> String {
    match milliseconds % 1000 {
        0 if milliseconds != 0 => format!("{}s", milliseconds / 1000),
        _ => format!("{milliseconds}ms"),
    }
}

/// The value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// A whole number.
    Integer(i64),
    /// A word.
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

/// What is wrong with an option, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionError(pub String);

impl Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionError {}

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

    /// Reads `key=value,key=value`; what is not named keeps its value.
    pub fn set_list(&mut self, list: &str) -> Result<(), OptionError> {
        let mut named = Vec::new();
        for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (key, value) =
                item.split_once('=').ok_or_else(|| OptionError(format!("`{item}`: expected key=value")))?;
            let key = key.trim();
            if named.contains(&key) {
                return Err(OptionError(format!("`{key}` is given twice")));
            }
            named.push(key);
            self.set(key, value.trim())?;
        }
        Ok(())
    }

    /// Sets one option from text.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), OptionError> {
        let at = self.specs.iter().position(|spec| spec.key == key).ok_or_else(|| {
            let hint = match self.specs {
                [] => "there are none".to_string(),
                specs => suggest::hint(key, specs.iter().map(|spec| spec.key)),
            };
            OptionError(format!("unknown option `{key}`: {hint}"))
        })?;
        self.values[at] = self.specs[at].read(text)?;
        Ok(())
    }

    /// Every option with its value, in the table's order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, OptionValue)> + '_ {
        self.specs.iter().map(|spec| spec.key).zip(self.values.iter().copied())
    }

    /// The value of an option, if the table has it.
    pub fn get(&self, key: &str) -> Option<OptionValue> {
        self.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// The value of a whole-number option of the table, whose range must fit.
    pub fn integer<T: TryFrom<i64>>(&self, key: &str) -> T {
        match self.get(key) {
            Some(OptionValue::Integer(value)) => {
                T::try_from(value).unwrap_or_else(|_| unreachable!("the range of `{key}` fits its type"))
            }
            _ => unreachable!("`{key}` is a whole-number option of the table"),
        }
    }

    /// Whether a choice option of the table has this value.
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
    /// `key=value,key=value`, everything: what is at its default today may not be
    /// tomorrow.
    pub fn in_full(&self) -> String {
        let all = self.specs.iter().zip(&self.values).map(|(spec, value)| format!("{}={value}", spec.key));
        all.collect::<Vec<_>>().join(",")
    }
}

impl Display for OptionValues {
    /// `key=value,key=value`, everything that is not at its default.
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
        OptionSpec::choice("on_illegal", &["pass", "lose"], "price of an illegal move"),
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
            ("size=big", Err("size=big: expected 3 to 11")),
            ("size=+5", Err("size=+5: expected 3 to 11")),
            ("size", Err("`size`: expected key=value")),
            ("size=5,size=6", Err("`size` is given twice")),
            ("time=20", Ok("time=20")),
            ("time=20ms", Ok("time=20")),
            ("time=0.5s", Ok("time=500")),
            ("time=1000s", Ok("time=1000000")),
            ("time=0ms", Ok("")),
            ("time=1001s", Err("time=1001s: expected 0ms to 1000s")),
            ("time=0.5ms", Err("time=0.5ms: expected 0ms to 1000s")),
            ("time=0.5", Err("time=0.5: expected 0ms to 1000s")),
            ("time=soon", Err("time=soon: expected 0ms to 1000s")),
            ("on_illegal=Pass", Err("on_illegal=Pass: expected pass or lose")),
        ];
        for (list, expected) in cases {
            let mut values = OptionValues::defaults(SPECS);
            let result = values.set_list(list).map(|()| values.to_string());
            assert_eq!(result, expected.map(String::from).map_err(|e| OptionError(e.into())), "{list:?}");
        }
    }
}
