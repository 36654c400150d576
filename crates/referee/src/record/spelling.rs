//! How records spell seats, causes, clocks and other enums in JSON.
//!
//! **Invariant:** a number or word that is not allowed is refused when the record is
//! read. No other code has to check it.

use std::str::FromStr;

use games::{Cause, Seat};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::DecidedBy;
use crate::clock::TimeControl;
use crate::{ChargeBy, Level};

/// A value with a spelling of its own in records.
pub trait Spelled: Copy {
    /// Writes the value.
    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error>;

    /// Reads the value; the error says what is allowed.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// For `#[serde(with = "spelling")]`: writes a value.
pub fn serialize<T: Spelled, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.write(serializer)
}

/// For `#[serde(with = "spelling")]`: reads a value.
pub fn deserialize<'de, T: Spelled, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::read(deserializer)
}

/// The same for values that may be absent: `null`, or no field at all.
pub mod optional {
    use super::{Deserialize, Deserializer, Serialize, Serializer, Spelled};

    struct Value<T>(T);

    impl<T: Spelled> Serialize for Value<T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.write(serializer)
        }
    }

    impl<'de, T: Spelled> Deserialize<'de> for Value<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value<T>, D::Error> {
            T::read(deserializer).map(Value)
        }
    }

    /// For `#[serde(with = "spelling::optional")]`: writes a value or `null`.
    pub fn serialize<T: Spelled, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        value.map(Value).serialize(serializer)
    }

    /// For `#[serde(with = "spelling::optional")]`: reads a value or `null`.
    pub fn deserialize<'de, T: Spelled, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        Ok(Option::deserialize(deserializer)?.map(|Value(value)| value))
    }
}

/// The same for causes that are faults.
pub(super) mod optional_fault {
    use super::{Cause, Deserializer, Error, Serializer, WordValue, optional};

    pub fn serialize<S: Serializer>(fault: &Option<Cause>, serializer: S) -> Result<S::Ok, S::Error> {
        optional::serialize(fault, serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Cause>, D::Error> {
        match optional::deserialize(deserializer)? {
            Some(cause) if !Cause::is_fault(cause) => {
                let faults: Vec<Cause> = Cause::values().into_iter().filter(|it| it.is_fault()).collect();
                Err(D::Error::custom(super::unknown("fault", cause.word(), &faults)))
            }
            fault => Ok(fault),
        }
    }
}

/// A value that is spelled as one of a few words.
trait WordValue: Copy {
    /// What the words stand for, as in "unknown cause".
    const WHAT: &'static str;

    fn values() -> Vec<Self>;

    fn spelling(self) -> &'static str;
}

impl WordValue for Cause {
    const WHAT: &'static str = "cause";

    fn values() -> Vec<Cause> {
        Cause::ALL.to_vec()
    }

    fn spelling(self) -> &'static str {
        self.word()
    }
}

impl WordValue for Level {
    const WHAT: &'static str = "sandbox level";

    fn values() -> Vec<Level> {
        vec![Level::None, Level::Standard, Level::Strong, Level::Server]
    }

    fn spelling(self) -> &'static str {
        self.word()
    }
}

impl WordValue for DecidedBy {
    const WHAT: &'static str = "value of `by`:";

    fn values() -> Vec<DecidedBy> {
        vec![DecidedBy::Opening, DecidedBy::Rules]
    }

    fn spelling(self) -> &'static str {
        self.word()
    }
}

/// `None` is written as `none`: there was no clock to charge.
impl WordValue for Option<ChargeBy> {
    const WHAT: &'static str = "value of `charged`:";

    fn values() -> Vec<Option<ChargeBy>> {
        [None].into_iter().chain(ChargeBy::ALL.map(Some)).collect()
    }

    fn spelling(self) -> &'static str {
        self.map_or("none", ChargeBy::word)
    }
}

fn unknown<T: WordValue>(what: &str, word: &str, allowed: &[T]) -> String {
    let allowed: Vec<&str> = allowed.iter().map(|value| value.spelling()).collect();
    format!("unknown {what} `{word}`: expected {}", allowed.join(", "))
}

impl<T: WordValue> Spelled for T {
    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.spelling())
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let word = String::deserialize(deserializer)?;
        let values = T::values();
        let found = values.iter().copied().find(|value| value.spelling() == word);
        found.ok_or_else(|| D::Error::custom(unknown(T::WHAT, &word, &values)))
    }
}

impl Spelled for Seat {
    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(u8::from(self))
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = i64::deserialize(deserializer)?;
        let seat = u8::try_from(number).ok().and_then(|number| Seat::try_from(number).ok());
        seat.ok_or_else(|| D::Error::custom(format!("there is no seat {number}: expected 0 or 1")))
    }
}

impl Spelled for TimeControl {
    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self)
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
        TimeControl::from_str(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
