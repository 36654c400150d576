//! Lists and options of a bounded size. Without a bound a small file could take
//! gigabytes: an empty row takes two bytes in JSON and a dozen times that in memory.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Rows of a board, squares of a row, and rule options: no game has so many.
const MOST: usize = 64;

/// Reads a board: rows from the top.
pub fn board<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Vec<i64>>, D::Error> {
    let Short(rows) = Short::<Short<i64>>::deserialize(deserializer)?;
    Ok(rows.into_iter().map(|Short(row)| row).collect())
}

/// Reads rule options: words and numbers by name.
pub fn options<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map<String, Value>, D::Error> {
    deserializer.deserialize_map(OptionsVisitor)
}

/// A list of at most [`MOST`] values.
struct Short<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Short<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Short<T>, D::Error> {
        deserializer.deserialize_seq(ShortVisitor(PhantomData))
    }
}

struct ShortVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ShortVisitor<T> {
    type Value = Short<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Short<T>, A::Error> {
        let mut short = Vec::new();
        while let Some(value) = values.next_element()? {
            if short.len() == MOST {
                return Err(A::Error::custom(format!("a list of more than {MOST} values")));
            }
            short.push(value);
        }
        Ok(Short(short))
    }
}

struct OptionsVisitor;

impl<'de> Visitor<'de> for OptionsVisitor {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Map<String, Value>, A::Error> {
        let mut options = Map::new();
        while let Some((key, Scalar(value))) = entries.next_entry::<String, Scalar>()? {
            if options.len() == MOST {
                return Err(A::Error::custom(format!("more than {MOST} options")));
            }
            options.insert(key, value);
        }
        Ok(options)
    }
}

/// The value of an option. A fraction is none, and would change when it is written.
struct Scalar(Value);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scalar, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl Visitor<'_> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number or a word")
    }

    fn visit_i64<E>(self, value: i64) -> Result<Scalar, E> {
        Ok(Scalar(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Scalar, E> {
        Ok(Scalar(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Scalar, E> {
        Ok(Scalar(value.into()))
    }
}
