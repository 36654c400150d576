//! What a store knows of one bot.

use std::collections::BTreeMap;

use games::{Cause, Seat};
use rusqlite::params;

use super::read::{COLUMNS, THAT_COUNT, summary};
use super::{PlayerId, Store, StoreError};
use crate::committed_results::game_number;
use crate::finished_pair::Blame;

/// A game in which a player made a fault.
#[derive(Clone, Debug)]
pub(crate) struct StoredFault {
    /// The number of the game.
    pub(crate) number: u64,
    /// The player's seat.
    pub(crate) seat: Seat,
    pub(crate) opponent: PlayerId,
    /// The fault that ended the game, or else the first kind.
    pub(crate) cause: Cause,
    /// How many faults it made in that game.
    pub(crate) count: u64,
    /// What happened, if it was this player's fault that was noted.
    pub(crate) words: Option<String>,
    /// The packed record, if it was kept.
    pub(crate) record: Option<Vec<u8>>,
}

/// A player's state in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredVersion {
    pub(crate) version: String,
    pub(crate) spec: String,
    /// Whether its results count.
    pub(crate) counts: bool,
    pub(crate) games: u64,
    /// When its first pair ended, in milliseconds since 1970.
    pub(crate) since_ms: Option<i64>,
}

impl Store {
    /// The last games in which a player made a fault, newest first.
    pub(crate) fn faults_of(&self, id: PlayerId, most: u32) -> Result<Vec<StoredFault>, StoreError> {
        // CROSS JOIN keeps SQLite from sorting all games.
        let query = format!(
            "SELECT {COLUMNS}, record FROM games CROSS JOIN pairs ON pairs.id = games.pair {THAT_COUNT}
             LEFT JOIN records ON records.pair = games.pair AND records.game = games.game
             WHERE (faults_first IS NOT NULL AND first = ?1) OR (faults_second IS NOT NULL AND second = ?1)
             ORDER BY games.pair DESC, games.game DESC LIMIT ?2"
        );
        let read = || -> rusqlite::Result<Vec<StoredFault>> {
            let mut statement = self.connection.prepare_cached(&query)?;
            let rows = statement.query_map(params![id, most], |row| {
                let [first, second]: [PlayerId; 2] = [row.get(2)?, row.get(3)?];
                let (pair, game): (i64, u8) = (row.get(0)?, row.get(8)?);
                let side = usize::from(first != id);
                let summary = summary(row, row.get(25)?)?;
                let faults: &BTreeMap<Cause, u64> = &summary.result.conduct[side].faults;
                let ended_it = faults.get_key_value(&summary.result.cause).map(|(cause, _)| *cause);
                let cause = ended_it.or_else(|| faults.keys().next().copied());
                let own = |blame: &Blame| usize::from(blame.player) == side;
                Ok(StoredFault {
                    number: game_number(pair, usize::from(game)),
                    seat: seat(game, side),
                    opponent: if side == 0 { second } else { first },
                    // There is a fault, or the row would not be here.
                    cause: cause.unwrap_or(summary.result.cause),
                    count: faults.values().sum(),
                    words: summary.blame.filter(own).map(|blame| blame.words),
                    record: summary.record,
                })
            })?;
            rows.collect()
        };
        read().map_err(|error| self.error(error))
    }

    /// The packed records of a player's last games, newest first, with its seat.
    pub(crate) fn last_records_of(
        &self,
        id: PlayerId,
        most: u32,
    ) -> Result<Vec<(Seat, Vec<u8>)>, StoreError> {
        let query =
            "SELECT records.game, first = ?1, record FROM records CROSS JOIN pairs ON pairs.id = records.pair
             WHERE first = ?1 OR second = ?1 ORDER BY records.pair DESC, records.game DESC LIMIT ?2";
        let read = || -> rusqlite::Result<Vec<(Seat, Vec<u8>)>> {
            let mut statement = self.connection.prepare_cached(query)?;
            let rows = statement.query_map(params![id, most], |row| {
                let is_first: bool = row.get(1)?;
                Ok((seat(row.get(0)?, usize::from(!is_first)), row.get(2)?))
            })?;
            rows.collect()
        };
        read().map_err(|error| self.error(error))
    }

    /// All states in which a player of this name has taken part, newest first.
    pub(crate) fn versions_of(&self, name: &str) -> Result<Vec<StoredVersion>, StoreError> {
        let query = "SELECT version, spec, retired = 0,
                (SELECT 2 * count(*) FROM pairs WHERE players.id IN (first, second) AND forfeits IS NULL),
                (SELECT min(ended_ms) FROM pairs WHERE players.id IN (first, second))
             FROM players WHERE name = ? ORDER BY id DESC";
        let read = || -> rusqlite::Result<Vec<StoredVersion>> {
            let mut statement = self.connection.prepare_cached(query)?;
            let rows = statement.query_map([name], |row| {
                Ok(StoredVersion {
                    version: row.get(0)?,
                    spec: row.get(1)?,
                    counts: row.get(2)?,
                    games: row.get::<_, i64>(3)?.unsigned_abs(),
                    since_ms: row.get(4)?,
                })
            })?;
            rows.collect()
        };
        read().map_err(|error| self.error(error))
    }

    /// Other names of players with this version, in alphabetical order.
    pub(crate) fn names_of_version(&self, version: &str, except: &str) -> Result<Vec<String>, StoreError> {
        let query = "SELECT DISTINCT name FROM players WHERE version = ? AND name <> ? ORDER BY name";
        let read = || -> rusqlite::Result<Vec<String>> {
            let mut statement = self.connection.prepare_cached(query)?;
            statement.query_map([version, except], |row| row.get(0))?.collect()
        };
        read().map_err(|error| self.error(error))
    }
}

/// The seat of the first (0) or the second (1) player in game 0 or 1.
fn seat(game: u8, side: usize) -> Seat {
    Seat::from_parity(usize::from(game) + side)
}
