//! Writing to a store: several things at once, all of them or none.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};

use super::checksum::{JOURNAL, PLAYERS, SETTINGS, of_record, seal_pair, seal_row};
use super::{PlayerId, Store, StoreError};
use crate::finished_pair::{FinishedPair, GameSummary, PairOutcome, StoreEntry};
use crate::game_result::{Conduct, GameResult};
use crate::note::Note;

/// Milliseconds since 1970.
pub fn now_ms() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_millis()).unwrap_or(i64::MAX)
}

impl Store {
    /// Writes all of these, or none. Gives the number of each new row.
    pub fn commit<'a>(
        &mut self,
        entries: impl Iterator<Item = &'a StoreEntry>,
    ) -> Result<Vec<i64>, StoreError> {
        let numbers = self.write(|connection| entries.map(|entry| insert(connection, entry)).collect())?;
        match self.is_still_there() {
            true => Ok(numbers),
            false => Err(StoreError::Moved { path: self.path.clone() }),
        }
    }

    /// What was decided when the tournament began.
    pub fn set_settings(&mut self, settings: &[(String, String)]) -> Result<(), StoreError> {
        self.write(|connection| {
            for (name, value) in settings {
                let row = params![name, value];
                connection.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", row)?;
                seal_row(connection, &SETTINGS, name)?;
            }
            Ok(())
        })
    }

    /// A player that is new.
    pub fn add_player(&mut self, name: &str, spec: &str, version: &str) -> Result<PlayerId, StoreError> {
        self.write(|connection| {
            let row = params![name, spec, version];
            connection.execute("INSERT INTO players (name, spec, version) VALUES (?, ?, ?)", row)?;
            let id = connection.last_insert_rowid();
            seal_row(connection, &PLAYERS, &id)?;
            Ok(id)
        })
    }

    /// Another state of a program is to count as the same player.
    pub fn accept_version(&mut self, id: PlayerId, spec: &str, version: &str) -> Result<(), StoreError> {
        self.write(|connection| {
            let row = params![spec, version, id];
            connection.execute("UPDATE players SET spec = ?, version = ?, aside = NULL WHERE id = ?", row)?;
            seal_row(connection, &PLAYERS, &id)
        })
    }

    /// The same files have another version now, because it is made in another way.
    pub fn rename_version(&mut self, id: PlayerId, version: &str) -> Result<(), StoreError> {
        self.write(|connection| {
            connection.execute("UPDATE players SET version = ? WHERE id = ?", params![version, id])?;
            seal_row(connection, &PLAYERS, &id)
        })
    }

    /// Its results stay, but count no longer.
    pub fn retire(&mut self, id: PlayerId) -> Result<(), StoreError> {
        self.write(|connection| {
            connection.execute("UPDATE players SET retired = 1 WHERE id = ?", [id])?;
            seal_row(connection, &PLAYERS, &id)
        })
    }

    /// Notes something that happened.
    pub fn note(&mut self, note: Note) -> Result<(), StoreError> {
        self.commit([StoreEntry::note(note)].iter()).map(drop)
    }

    /// Does several things, all of them or none.
    pub fn all_or_nothing<T, E: From<StoreError>>(
        &mut self,
        act: impl FnOnce(&mut Store) -> Result<T, E>,
    ) -> Result<T, E> {
        self.connection.execute_batch("BEGIN IMMEDIATE").map_err(|error| self.error(error))?;
        match act(self) {
            Ok(value) => {
                self.connection.execute_batch("COMMIT").map_err(|error| self.error(error))?;
                Ok(value)
            }
            Err(error) => {
                // The first error is the one to report.
                let _ = self.connection.execute_batch("ROLLBACK");
                Err(error)
            }
        }
    }

    /// Does something as a whole, or as a part of something that is a whole.
    fn write<T>(&mut self, write: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        if !self.connection.is_autocommit() {
            return write(&self.connection).map_err(|error| self.error(error));
        }
        let written = self.connection.transaction().and_then(|transaction| {
            let value = write(&transaction)?;
            transaction.commit().map(|()| value)
        });
        written.map_err(|error| self.error(error))
    }
}

fn insert(connection: &Connection, entry: &StoreEntry) -> rusqlite::Result<i64> {
    match entry {
        StoreEntry::Pair(pair) => return insert_pair(connection, pair),
        StoreEntry::Withdrawn(id, why) => {
            connection.execute("UPDATE players SET aside = ? WHERE id = ?", params![why.stored(), id])?;
            seal_row(connection, &PLAYERS, id)?;
        }
        StoreEntry::Note(at_ms, note) => {
            let value = serde_json::to_string(note).expect("names and numbers are JSON");
            let row = params![at_ms, note.to_string(), value];
            connection.execute("INSERT INTO journal (at_ms, words, note) VALUES (?, ?, ?)", row)?;
            seal_row(connection, &JOURNAL, &connection.last_insert_rowid())?;
        }
    }
    Ok(connection.last_insert_rowid())
}

fn insert_pair(connection: &Connection, pair: &FinishedPair) -> rusqlite::Result<i64> {
    let FinishedPair { round, players: [first, second], leg, seeds: [seed, _], ended_ms, outcome } = pair;
    let forfeits = match outcome {
        PairOutcome::Played(_) => None,
        PairOutcome::Forfeit([first, second]) => Some(i64::from(*first) + 2 * i64::from(*second)),
    };
    connection
        .prepare_cached(
            "INSERT INTO pairs (round, first, second, leg, seed, ended_ms, forfeits) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![round, first, second, leg, as_signed(*seed), ended_ms, forfeits])?;
    let id = connection.last_insert_rowid();
    if let PairOutcome::Played(games) = outcome {
        for (game, summary) in games.iter().enumerate() {
            insert_game(connection, id, game, summary)?;
        }
    }
    seal_pair(connection, id)?;
    Ok(id)
}

fn insert_game(
    connection: &Connection,
    pair: i64,
    game: usize,
    summary: &GameSummary,
) -> rusqlite::Result<()> {
    let columns = game_columns(summary).map(|(_, value)| value);
    let keys = [Value::Integer(pair), Value::Integer(game as i64)];
    connection
        .prepare_cached("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?
        .execute(params_from_iter(keys.into_iter().chain(columns)))?;
    if let Some(record) = &summary.record {
        connection.prepare_cached("INSERT INTO records VALUES (?, ?, ?, ?)")?.execute(params![
            pair,
            game as i64,
            record,
            of_record(pair, game as i64, record)
        ])?;
    }
    Ok(())
}

/// A game as its row in `games` holds it, in the order of the table, which begins
/// with the pair and the game.
pub(super) fn game_columns(summary: &GameSummary) -> [(&'static str, Value); 16] {
    let GameResult { score, cause, actions, conduct: [first, second] } = &summary.result;
    let count = |count: u64| Value::Integer(as_signed(count));
    let nanoseconds = |time: Duration| count(time.as_nanos().min(u128::from(u64::MAX)) as u64);
    let (blamed, blame) = summary.blame.as_ref().map(|blame| (blame.player, blame.words.clone())).unzip();
    [
        ("half_points", score.half_points.into()),
        ("margin", score.margin.into()),
        ("cause", cause.word().to_string().into()),
        ("actions", (*actions).into()),
        ("faults_first", faults_in_words(first).into()),
        ("faults_second", faults_in_words(second).into()),
        ("unasked_first", count(first.unasked)),
        ("unasked_second", count(second.unasked)),
        ("answers_first", count(first.thinking.timed_moves)),
        ("answers_second", count(second.thinking.timed_moves)),
        ("total_ns_first", nanoseconds(first.thinking.total)),
        ("total_ns_second", nanoseconds(second.thinking.total)),
        ("longest_ns_first", nanoseconds(first.thinking.longest)),
        ("longest_ns_second", nanoseconds(second.thinking.longest)),
        ("blamed", blamed.into()),
        ("blame", blame.into()),
    ]
}

/// `illegal 3,time 1`; `None` without faults.
fn faults_in_words(conduct: &Conduct) -> Option<String> {
    let faults = conduct.faults.iter().map(|(cause, count)| format!("{cause} {count}"));
    let faults: Vec<String> = faults.collect();
    (!faults.is_empty()).then(|| faults.join(","))
}

/// SQLite has no unsigned numbers; none of ours is so large.
pub(super) fn as_signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
