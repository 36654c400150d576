//! What the tables say of a game, against its record.

use games::Seat;
use referee::Record;
use rusqlite::types::Value;
use rusqlite::{ToSql, params};

use super::write::{as_signed, game_columns};
use super::{Store, StoreError};
use crate::finished_pair::GameSummary;

/// A value of the tables that does not fit the record of its game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{column} is {saved} in the table `{table}`, and {recorded} by the record of the game")]
pub struct TableMismatch {
    /// `games` or `pairs`.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// What the table holds.
    pub saved: String,
    /// What follows from the record.
    pub recorded: String,
}

/// Columns that hold words for people, which another version may say differently.
const WORDS: [&str; 2] = ["blamed", "blame"];

impl Store {
    /// Compares the tables with the record of game 0 or 1 of a pair: the first value
    /// that differs.
    pub fn compare_with_record(
        &self,
        pair: i64,
        game: u8,
        record: &Record,
    ) -> Result<Option<TableMismatch>, StoreError> {
        let seat_of_first = if game == 0 { Seat::Zero } else { Seat::One };
        let expected = game_columns(&GameSummary::new(record, seat_of_first));
        let expected = expected.into_iter().filter(|(column, _)| !WORDS.contains(column));
        for (column, recorded) in expected {
            let one = format!("SELECT {column} FROM games WHERE pair = ? AND game = ?");
            let saved = self.value(&one, params![pair, game])?;
            if saved != recorded {
                return Ok(Some(mismatch("games", column, &saved, &recorded)));
            }
        }
        // The seed of a pair is that of its first game.
        let saved = self.value("SELECT seed FROM pairs WHERE id = ?", params![pair])?;
        let recorded = Value::Integer(as_signed(record.seed));
        Ok((game == 0 && saved != recorded).then(|| mismatch("pairs", "seed", &saved, &recorded)))
    }

    fn value(&self, query: &str, keys: &[&dyn ToSql]) -> Result<Value, StoreError> {
        let one = self.connection.prepare_cached(query);
        let value = one.and_then(|mut one| one.query_row(keys, |row| row.get(0)));
        value.or_else(|error| match error {
            rusqlite::Error::QueryReturnedNoRows => Ok(Value::Null),
            error => Err(self.error(error)),
        })
    }
}

fn mismatch(table: &'static str, column: &'static str, saved: &Value, recorded: &Value) -> TableMismatch {
    let text = |value: &Value| match value {
        Value::Null => "nothing".to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => format!("`{text}`"),
        Value::Blob(_) => "binary data".to_string(),
    };
    TableMismatch { table, column, saved: text(saved), recorded: text(recorded) }
}
