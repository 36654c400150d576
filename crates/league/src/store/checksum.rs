//! Checksums of rows. A disk that turns a bit, or a person who edits a table, changes
//! results without a word: SQLite itself does not look.
//!
//! Each row of `settings`, `players`, `records` and `journal` has a checksum of its
//! own. That of a pair covers its games too.

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};

use super::read::COLUMNS;
use super::{Store, StoreError};
use crate::committed_results::game_number;

/// The first version of the tables that has checksums.
pub(super) const SINCE: usize = 2;

/// A table whose rows have a checksum of their own.
pub(super) struct SmallTable {
    name: &'static str,
    /// The column that names a row.
    key: &'static str,
    /// All columns that the checksum covers.
    columns: &'static str,
    /// What a row is called.
    row: &'static str,
}

pub(super) const SETTINGS: SmallTable =
    SmallTable { name: "settings", key: "name", columns: "name, value", row: "setting" };
pub(super) const PLAYERS: SmallTable = SmallTable {
    name: "players",
    key: "id",
    columns: "id, name, spec, version, aside, retired",
    row: "player",
};
pub(super) const JOURNAL: SmallTable =
    SmallTable { name: "journal", key: "id", columns: "id, at_ms, words, note", row: "journal entry" };

/// FNV-1a with 64 bits. Each step can be undone, so that no single changed value of
/// the same length goes unnoticed.
struct Checksum(u64);

impl Checksum {
    fn new() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn value(&mut self, value: ValueRef<'_>) {
        // The kind and the length keep neighbours apart.
        let (kind, bytes): (u8, &[u8]) = match value {
            ValueRef::Null => (0, &[]),
            ValueRef::Integer(number) => {
                self.bytes(&[1]);
                return self.bytes(&number.to_le_bytes());
            }
            ValueRef::Real(number) => {
                self.bytes(&[2]);
                return self.bytes(&number.to_le_bytes());
            }
            ValueRef::Text(text) => (3, text),
            ValueRef::Blob(blob) => (4, blob),
        };
        self.bytes(&[kind]);
        self.bytes(&(bytes.len() as u64).to_le_bytes());
        self.bytes(bytes);
    }

    fn columns(&mut self, row: &Row<'_>, columns: std::ops::Range<usize>) -> rusqlite::Result<()> {
        columns.into_iter().try_for_each(|column| Ok(self.value(row.get_ref(column)?)))
    }

    /// SQLite has no unsigned numbers.
    fn sum(&self) -> i64 {
        self.0 as i64
    }
}

/// The checksum of a pair and its games, from rows of [`COLUMNS`].
pub(super) struct PairChecksum {
    checksum: Checksum,
    pair: Option<i64>,
}

impl PairChecksum {
    pub(super) fn new() -> PairChecksum {
        PairChecksum { checksum: Checksum::new(), pair: None }
    }

    /// Adds a row; rows of another pair begin another checksum.
    pub(super) fn add(&mut self, row: &Row<'_>) -> rusqlite::Result<i64> {
        let pair = row.get(0)?;
        if self.pair.replace(pair) != Some(pair) {
            self.checksum = Checksum::new();
            self.checksum.columns(row, 0..8)?;
        }
        self.checksum.columns(row, 8..25)?;
        Ok(self.checksum.sum())
    }
}

/// The checksum of a record.
pub(super) fn of_record(pair: i64, game: i64, record: &[u8]) -> i64 {
    let mut checksum = Checksum::new();
    [ValueRef::Integer(pair), ValueRef::Integer(game), ValueRef::Blob(record)]
        .into_iter()
        .for_each(|value| checksum.value(value));
    checksum.sum()
}

/// Writes the checksum of a pair that was written with its games.
pub(super) fn seal_pair(connection: &Connection, pair: i64) -> rusqlite::Result<()> {
    let select = format!(
        "SELECT {COLUMNS} FROM pairs LEFT JOIN games ON games.pair = pairs.id WHERE pairs.id = ? ORDER BY game"
    );
    let mut sum = None;
    let mut checksum = PairChecksum::new();
    let mut statement = connection.prepare_cached(&select)?;
    let mut rows = statement.query([pair])?;
    while let Some(row) = rows.next()? {
        sum = Some(checksum.add(row)?);
    }
    connection.prepare_cached("UPDATE pairs SET checksum = ? WHERE id = ?")?.execute(params![sum, pair])?;
    Ok(())
}

/// Writes the checksum of a row of one of the small tables.
pub(super) fn seal_row(connection: &Connection, table: &SmallTable, key: &dyn ToSql) -> rusqlite::Result<()> {
    let SmallTable { name, key: column, columns, .. } = table;
    let select = format!("SELECT {columns} FROM {name} WHERE {column} = ?");
    let sum = connection.prepare_cached(&select)?.query_row([key], |row| {
        let mut checksum = Checksum::new();
        checksum.columns(row, 0..row.as_ref().column_count())?;
        Ok(checksum.sum())
    })?;
    let update = format!("UPDATE {name} SET checksum = ? WHERE {column} = ?");
    connection.prepare_cached(&update)?.execute(params![sum, key]).map(drop)
}

/// Writes the checksums of all rows: those of an older version have none.
pub(super) fn seal_all(connection: &Connection) -> rusqlite::Result<()> {
    let keys = |query: &str| -> rusqlite::Result<Vec<Value>> {
        connection.prepare(query)?.query_map([], |row| row.get(0))?.collect()
    };
    for table in [&SETTINGS, &PLAYERS, &JOURNAL] {
        for key in keys(&format!("SELECT {} FROM {}", table.key, table.name))? {
            seal_row(connection, table, &key)?;
        }
    }
    let mut pairs = connection.prepare("SELECT id FROM pairs")?;
    let pairs: Vec<i64> = pairs.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    for pair in pairs {
        seal_pair(connection, pair)?;
        for game in 0..2_i64 {
            let record: Option<Vec<u8>> = connection
                .prepare_cached("SELECT record FROM records WHERE pair = ? AND game = ?")?
                .query_row([pair, game], |row| row.get(0))
                .optional()?;
            if let Some(record) = record {
                connection
                    .prepare_cached("UPDATE records SET checksum = ? WHERE pair = ? AND game = ?")?
                    .execute([of_record(pair, game, &record), pair, game])?;
            }
        }
    }
    Ok(())
}

impl Store {
    /// Reads the whole store once and compares it with its checksums. The error names
    /// the first thing that is not as it was saved. Stores of earlier versions that
    /// were not played since have no checksums: of them SQLite's structure is checked.
    pub fn check(&self) -> Result<(), StoreError> {
        let structure =
            self.connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
        let structure = structure.map_err(|error| self.error(error))?;
        if structure != "ok" {
            let what = structure.lines().last().unwrap_or_default().trim().to_string();
            return Err(self.damaged(format!("SQLite says: {what}")));
        }
        if self.version < SINCE {
            return Ok(());
        }
        let damaged = self.check_small_tables().and_then(|found| match found {
            None => self.check_pairs(),
            found => Ok(found),
        });
        let damaged = damaged.and_then(|found| match found {
            None => self.check_records(),
            found => Ok(found),
        });
        match damaged.map_err(|error| self.error(error))? {
            None => Ok(()),
            Some(what) => Err(self.damaged(format!("{what} is not as it was saved"))),
        }
    }

    fn check_small_tables(&self) -> rusqlite::Result<Option<String>> {
        for SmallTable { name, key, columns, row: word } in [&SETTINGS, &PLAYERS, &JOURNAL] {
            let select = format!("SELECT {key}, checksum, {columns} FROM {name}");
            let mut statement = self.connection.prepare(&select)?;
            let count = statement.column_count();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let mut checksum = Checksum::new();
                checksum.columns(row, 2..count)?;
                if row.get::<_, Option<i64>>(1)? != Some(checksum.sum()) {
                    let key = match row.get_ref(0)? {
                        ValueRef::Integer(number) => number.to_string(),
                        ValueRef::Text(text) => format!("`{}`", String::from_utf8_lossy(text)),
                        _ => String::new(),
                    };
                    return Ok(Some(format!("{word} {key}")));
                }
            }
        }
        Ok(None)
    }

    /// All pairs, those of players that no longer count among them.
    fn check_pairs(&self) -> rusqlite::Result<Option<String>> {
        let mut statement = self.connection.prepare(&format!(
            "SELECT {COLUMNS}, pairs.checksum FROM pairs LEFT JOIN games ON games.pair = pairs.id
             ORDER BY pairs.id, game"
        ))?;
        let mut rows = statement.query([])?;
        let mut checksum = PairChecksum::new();
        // A sum is known to be complete when the next pair begins.
        let mut last: Option<(i64, bool)> = None;
        while let Some(row) = rows.next()? {
            let (pair, saved): (i64, Option<i64>) = (row.get(0)?, row.get(25)?);
            if let Some((other, false)) = last.filter(|(other, _)| *other != pair) {
                return Ok(Some(pair_in_words(other)));
            }
            last = Some((pair, saved == Some(checksum.add(row)?)));
        }
        Ok(last.filter(|(_, is_right)| !is_right).map(|(pair, _)| pair_in_words(pair)))
    }

    fn check_records(&self) -> rusqlite::Result<Option<String>> {
        let mut statement =
            self.connection.prepare("SELECT pair, game, checksum, record FROM records ORDER BY rowid")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (pair, game, saved): (i64, i64, Option<i64>) = (row.get(0)?, row.get(1)?, row.get(2)?);
            if saved != Some(of_record(pair, game, row.get_ref(3)?.as_blob()?)) {
                let number = game_number(pair, usize::try_from(game).unwrap_or(0));
                return Ok(Some(format!("the record of game {number}")));
            }
        }
        Ok(None)
    }
}

/// `pair 3 (games 5 and 6)`
pub(super) fn pair_in_words(pair: i64) -> String {
    format!("pair {pair} (games {} and {})", game_number(pair, 0), game_number(pair, 1))
}
