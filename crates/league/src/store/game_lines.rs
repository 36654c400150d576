//! Games without their records, for lists and for the index that finds them.

use std::collections::BTreeMap;

use games::{Cause, Seat};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params};

use super::read::{COLUMNS, THAT_COUNT, not_ours, number, summary};
use super::{PlayerId, Store, StoreError};
use crate::committed_results::{game_number, pair_of_game};
use crate::game_index::{Elos, Scan, Scanned, fault_bit};
use crate::report_games::UPSET_ELO;

/// One game as a list shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct GameLine {
    /// The number of the game, from 1.
    pub number: u64,
    /// Counts from 0; always 0 where a format has no rounds.
    pub round: u32,
    /// The players on seat 0 and seat 1.
    pub seats: [PlayerId; 2],
    /// The seat that won.
    pub winner: Option<Seat>,
    /// The margin, seen from seat 0.
    pub score: i64,
    /// Why it ended.
    pub cause: Cause,
    /// How many actions it had.
    pub actions: u32,
    /// How often each seat made which fault.
    pub faults: [BTreeMap<Cause, u64>; 2],
    /// By how much the winner's rating is below the loser's, if it is an upset.
    pub upset: Option<f64>,
    /// When its pair ended, in milliseconds since 1970.
    pub ended_ms: i64,
    /// Whether its record is kept.
    pub kept: bool,
}

/// By how much the winner's rating is below the loser's, if that makes it an upset: at
/// least 100, in a game that no fault ended. `elos` are those of both seats.
pub(crate) fn upset(elos: [f64; 2], winner: Option<Seat>, cause: Cause) -> Option<f64> {
    let winner = winner.filter(|_| !cause.is_fault())?;
    let below = elos[winner.other().index()] - elos[winner.index()];
    (below >= UPSET_ELO).then_some(below)
}

/// Whether the record is there.
const KEPT: &str =
    "EXISTS (SELECT 1 FROM records WHERE records.pair = games.pair AND records.game = games.game)";

impl Store {
    /// These games, in the same order. Numbers of games that do not count are left out.
    pub fn game_lines(&self, numbers: &[u64], elos: &Elos) -> Result<Vec<GameLine>, StoreError> {
        let one = format!(
            "SELECT {COLUMNS}, {KEPT} FROM games JOIN pairs ON pairs.id = games.pair {THAT_COUNT}
             WHERE games.pair = ? AND games.game = ?"
        );
        let read = || -> rusqlite::Result<Vec<GameLine>> {
            let mut statement = self.connection.prepare_cached(&one)?;
            let mut lines = Vec::with_capacity(numbers.len());
            for (pair, game) in numbers.iter().filter_map(|number| pair_of_game(*number)) {
                match statement.query_row(params![pair, game], |row| line(row, elos)) {
                    Err(rusqlite::Error::QueryReturnedNoRows) => {}
                    found => lines.push(found?),
                }
            }
            Ok(lines)
        };
        read().map_err(|error| self.error(error))
    }

    /// The newest games, at most so many after those that are skipped. It needs no
    /// index, and takes longer the more are skipped.
    pub fn newest_games(&self, skip: u64, most: u64, elos: &Elos) -> Result<Vec<GameLine>, StoreError> {
        // CROSS JOIN keeps SQLite from sorting all games.
        let newest = format!(
            "SELECT {COLUMNS}, {KEPT} FROM games CROSS JOIN pairs ON pairs.id = games.pair {THAT_COUNT}
             ORDER BY games.pair DESC, games.game DESC LIMIT ? OFFSET ?"
        );
        let limits = [most, skip].map(|number| i64::try_from(number).unwrap_or(i64::MAX));
        let read = || -> rusqlite::Result<Vec<GameLine>> {
            let mut statement = self.connection.prepare_cached(&newest)?;
            statement.query_map(limits, |row| line(row, elos))?.collect()
        };
        read().map_err(|error| self.error(error))
    }

    /// Reads all games after a pair for the index, oldest first: those of players that
    /// no longer count too. Everything is from one moment.
    pub(crate) fn scan_games(&self, after: i64, each: impl FnMut(Scanned)) -> Result<Scan, StoreError> {
        let scanned = match self.connection.is_autocommit() {
            true => self.connection.unchecked_transaction().and_then(|moment| scan(&moment, after, each)),
            false => scan(&self.connection, after, each),
        };
        scanned.map_err(|error| self.error(error))
    }
}

fn scan(connection: &Connection, after: i64, mut each: impl FnMut(Scanned)) -> rusqlite::Result<Scan> {
    let mut players = connection.prepare("SELECT id FROM players WHERE retired = 0")?;
    let counting = players.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    // Both are read in the order in which they are stored, side by side: a join would
    // look up each pair.
    let mut pairs = connection.prepare("SELECT id, first, second FROM pairs WHERE id > ? ORDER BY id")?;
    let mut games = connection.prepare(
        "SELECT pair, game, half_points, cause, actions, faults_first, faults_second FROM games
         WHERE pair > ? ORDER BY pair, game",
    )?;
    let (mut pairs, mut games) = (pairs.query([after])?, games.query([after])?);
    let mut game = games.next()?;
    let mut last_pair = after;
    while let Some(row) = pairs.next()? {
        let pair = row.get(0)?;
        last_pair = pair;
        let players = [row.get(1)?, row.get(2)?];
        while let Some(row) = game {
            if row.get::<_, i64>(0)? > pair {
                break;
            }
            if row.get::<_, i64>(0)? == pair {
                each(scanned(row, pair, players)?);
            }
            game = games.next()?;
        }
    }
    Ok(Scan { last_pair, counting })
}

fn scanned(row: &Row<'_>, pair: i64, [first, second]: [PlayerId; 2]) -> rusqlite::Result<Scanned> {
    let is_second = number(row, 1, 0..=1)? == 1;
    let seat_of_first = if is_second { Seat::One } else { Seat::Zero };
    let cause = row.get_ref(3)?.as_str()?;
    let faults = [fault_bits(row, 5)?, fault_bits(row, 6)?];
    Ok(Scanned {
        number: game_number(pair, usize::from(is_second)),
        seats: if is_second { [second, first] } else { [first, second] },
        actions: row.get(4)?,
        cause: Cause::from_word(cause).ok_or_else(|| not_ours(3, format!("unknown cause `{cause}`")))?,
        winner: winner(number(row, 2, 0..=2)?, seat_of_first),
        faults: if is_second { [faults[1], faults[0]] } else { faults },
    })
}

/// The kinds of faults in `illegal 3,time 1`.
fn fault_bits(row: &Row<'_>, column: usize) -> rusqlite::Result<u8> {
    let value = row.get_ref(column)?;
    if value == ValueRef::Null {
        return Ok(0);
    }
    let words = value.as_str()?.split(',').map(|fault| fault.split(' ').next().unwrap_or_default());
    let bits: Option<u8> =
        words.map(|word| Cause::from_word(word).map(fault_bit)).try_fold(0, |bits, bit| Some(bits | bit?));
    bits.ok_or_else(|| not_ours(column, "unreadable faults"))
}

/// The seat that won, by the half points of the first player.
fn winner(half_points: i64, seat_of_first: Seat) -> Option<Seat> {
    match half_points {
        0 => Some(seat_of_first.other()),
        1 => None,
        _ => Some(seat_of_first),
    }
}

/// A row of [`COLUMNS`] and [`KEPT`].
fn line(row: &Row<'_>, elos: &Elos) -> rusqlite::Result<GameLine> {
    let (pair, game): (i64, u8) = (row.get(0)?, row.get(8)?);
    let result = summary(row, None)?.result;
    let is_second = game == 1;
    let mut seats: [PlayerId; 2] = [row.get(2)?, row.get(3)?];
    let mut faults = result.conduct.map(|conduct| conduct.faults);
    if is_second {
        seats.swap(0, 1);
        faults.swap(0, 1);
    }
    let seat_of_first = if is_second { Seat::One } else { Seat::Zero };
    let winner = winner(i64::from(result.score.half_points), seat_of_first);
    let elo = seats.map(|player| elos.get(&player).copied().unwrap_or(f64::NAN));
    Ok(GameLine {
        number: game_number(pair, usize::from(game)),
        round: row.get(1)?,
        seats,
        winner,
        score: result.score.margin * seat_of_first.sign(),
        cause: result.cause,
        actions: result.actions,
        faults,
        upset: upset(elo, winner, result.cause),
        ended_ms: row.get(6)?,
        kept: row.get(25)?,
    })
}
