//! Reading from a store.

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::RangeInclusive;
use std::time::Duration;

use games::{Cause, GameEntry, UnknownCause};
use rusqlite::types::{Type, ValueRef};
use rusqlite::{Row, params};

use super::checksum::{PairChecksum, SINCE, pair_in_words};
use super::{PlayerId, Store, StoreError, StoredPlayer};
use crate::committed_results::game_number;
use crate::finished_pair::{Blame, FinishedPair, GameSummary, PairOutcome};
use crate::game_result::{Conduct, GameResult, Thinking};
use crate::note::Note;
use crate::results_table::GameScore;
use crate::seeds::SeedRule;

/// A pair and one of its games. Where a column stands matters: a million rows
/// are read without looking for names.
pub(super) const COLUMNS: &str = "pairs.id, round, first, second, leg, seed, ended_ms, forfeits,
    games.game, half_points, margin, cause, actions, faults_first, faults_second,
    unasked_first, unasked_second, answers_first, answers_second, total_ns_first, total_ns_second,
    longest_ns_first, longest_ns_second, blamed, blame";

/// Results of programs in a state that no longer plays are kept and not counted.
pub(super) const THAT_COUNT: &str = "JOIN players AS a ON a.id = first AND a.retired = 0
    JOIN players AS b ON b.id = second AND b.retired = 0";

/// One game with what belongs to its pair.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// The number of its pair.
    pub pair: i64,
    /// 0 or 1: in the second game of a pair the first player sits on seat 1.
    pub game: u8,
    /// Counts from 0.
    pub round: u32,
    /// Both players; the first sat on seat 0 in game 0.
    pub players: [PlayerId; 2],
    /// The seed of the game.
    pub seed: u64,
    /// When its pair ended, in milliseconds since 1970.
    pub ended_ms: i64,
    /// Its result, with its record if that was kept.
    pub summary: GameSummary,
}

impl Store {
    /// The settings that were fixed when the tournament began; empty in a new store.
    pub fn settings(&self) -> Result<BTreeMap<String, String>, StoreError> {
        self.rows("SELECT name, value FROM settings", |row| Ok((row.get(0)?, row.get(1)?)))
            .map(|rows| rows.into_iter().collect())
    }

    /// How to get from the seed of a pair, which is kept, to those of its games.
    fn seeds(&self) -> Result<StoredSeeds, StoreError> {
        let settings = self.settings()?;
        let entry = settings.get("game").and_then(|game| games::find(game).ok());
        Ok(StoredSeeds { rule: SeedRule::of_settings(&settings), entry })
    }

    /// The players that count, in the order in which they came.
    pub fn players(&self) -> Result<Vec<StoredPlayer>, StoreError> {
        let all = "SELECT id, name, spec, version, aside FROM players WHERE retired = 0 ORDER BY id";
        self.rows(all, |row| {
            Ok(StoredPlayer {
                id: row.get(0)?,
                name: row.get(1)?,
                spec: row.get(2)?,
                version: row.get(3)?,
                withdrawn: row
                    .get::<_, Option<String>>(4)?
                    .map(|why| why.parse())
                    .transpose()
                    .map_err(|problem: crate::note::UnknownReason| not_ours(4, problem))?,
            })
        })
    }

    /// What happened beside games.
    pub fn journal(&self) -> Result<Vec<Note>, StoreError> {
        self.rows("SELECT note FROM journal ORDER BY id", |row| {
            serde_json::from_str(row.get_ref(0)?.as_str()?).map_err(|problem| not_ours(0, problem))
        })
    }

    /// When the first pair was committed, in milliseconds since 1970; `None` before that. It
    /// stays the same as long as the store is there, whichever players count.
    pub fn begun_ms(&self) -> Result<Option<i64>, StoreError> {
        let first = self.rows("SELECT ended_ms FROM pairs ORDER BY id LIMIT 1", |row| row.get(0))?;
        Ok(first.first().copied())
    }

    /// How many pairs a player has played or forfeited.
    pub fn pairs_of(&self, id: PlayerId) -> Result<u64, StoreError> {
        let count = "SELECT count(*) FROM pairs WHERE first = ?1 OR second = ?1";
        let count: rusqlite::Result<i64> = self.connection.query_row(count, [id], |row| row.get(0));
        count.map(|count| count.unsigned_abs()).map_err(|error| self.error(error))
    }

    /// All pairs of players that count, in the order of commits, with their
    /// numbers. Records are left out.
    pub fn each_pair(&self, each: impl FnMut(i64, FinishedPair)) -> Result<(), StoreError> {
        self.each_pair_after(i64::MIN, each)
    }

    /// The same for pairs that were committed after the one with this number.
    pub fn each_pair_after(
        &self,
        number: i64,
        mut each: impl FnMut(i64, FinishedPair),
    ) -> Result<(), StoreError> {
        let seeds = self.seeds()?;
        self.each_pair_as_is(number, seeds, &mut each)
            .map_err(|error| self.error(error))?
            .map_or(Ok(()), |damaged| {
                Err(self.damaged(format!("{} is not as it was saved", pair_in_words(damaged))))
            })
    }

    /// Returns the first pair that is not as it was saved.
    fn each_pair_as_is(
        &self,
        after: i64,
        seeds: StoredSeeds,
        each: &mut dyn FnMut(i64, FinishedPair),
    ) -> rusqlite::Result<Option<i64>> {
        let has_checksums = self.version >= SINCE;
        let saved = if has_checksums { "pairs.checksum" } else { "NULL" };
        let mut statement = self.connection.prepare(&format!(
            "SELECT {COLUMNS}, {saved} FROM pairs {THAT_COUNT}
             LEFT JOIN games ON games.pair = pairs.id
             WHERE pairs.id > ? ORDER BY pairs.id, game"
        ))?;
        let mut rows = statement.query([after])?;
        let mut first_game: Option<(i64, GameSummary)> = None;
        let mut checksum = PairChecksum::new();
        while let Some(row) = rows.next()? {
            let (number, forfeits): (i64, Option<u8>) = (row.get(0)?, row.get(7)?);
            // A pair without its second game would take that of the next.
            if let Some((other, _)) = first_game.as_ref().filter(|(other, _)| *other != number) {
                return Ok(Some(*other));
            }
            let sum = checksum.add(row)?;
            let outcome = match (forfeits, first_game.take()) {
                (Some(bits), _) => PairOutcome::Forfeit([bits & 1 != 0, bits & 2 != 0]),
                (None, None) if row.get_ref(8)? == ValueRef::Null => return Ok(Some(number)),
                (None, None) => {
                    first_game = Some((number, summary(row, None)?));
                    continue;
                }
                (None, Some((_, first))) => PairOutcome::Played(Box::new([first, summary(row, None)?])),
            };
            if has_checksums && row.get::<_, Option<i64>>(25)? != Some(sum) {
                return Ok(Some(number));
            }
            let pair = FinishedPair {
                round: row.get(1)?,
                players: [row.get(2)?, row.get(3)?],
                leg: row.get(4)?,
                seeds: seeds.of_pair(unsigned(row, 5)?),
                ended_ms: row.get(6)?,
                outcome,
            };
            if pair.players[0] == pair.players[1] {
                return Err(not_ours(2, format!("a player meets itself in pair {number}")));
            }
            each(number, pair);
        }
        Ok(first_game.map(|(number, _)| number))
    }

    /// All games of players that count, oldest first, without their records.
    pub fn all_games(&self) -> Result<Vec<StoredGame>, StoreError> {
        let all = format!(
            "SELECT {COLUMNS}, NULL FROM games
             JOIN pairs ON pairs.id = games.pair {THAT_COUNT}
             ORDER BY games.pair, games.game"
        );
        let seeds = self.seeds()?;
        self.rows(&all, |row| seeds.stored_game(row))
    }

    /// A game of players that count, with its record if that was kept.
    pub fn game(&self, pair: i64, game: u8) -> Result<Option<StoredGame>, StoreError> {
        let one = format!(
            "SELECT {COLUMNS}, record FROM games
             JOIN pairs ON pairs.id = games.pair {THAT_COUNT}
             LEFT JOIN records ON records.pair = games.pair AND records.game = games.game
             WHERE games.pair = ? AND games.game = ?"
        );
        let seeds = self.seeds()?;
        // A report asks for many games, one by one.
        let mut statement = self.connection.prepare_cached(&one).map_err(|error| self.error(error))?;
        match statement.query_row(params![pair, game], |row| seeds.stored_game(row)) {
            Err(rusqlite::Error::QueryReturnedNoRows) => Ok(None),
            found => found.map(Some).map_err(|error| self.error(error)),
        }
    }

    /// The numbers of all games that were kept whole.
    pub fn recorded_games(&self) -> Result<Vec<u64>, StoreError> {
        self.rows("SELECT pair, game FROM records ORDER BY pair, game", |row| {
            Ok(game_number(row.get(0)?, usize::from(row.get::<_, u8>(1)?)))
        })
    }

    /// The number of a pair, if it was committed. The order of its players makes no
    /// difference.
    pub fn pair_number(
        &self,
        round: u32,
        players: [PlayerId; 2],
        leg: u32,
    ) -> Result<Option<i64>, StoreError> {
        let [one, other] = players;
        let one_pair = "SELECT id FROM pairs WHERE min(first, second) = min(?1, ?2)
            AND max(first, second) = max(?1, ?2) AND round = ?3 AND leg = ?4";
        match self.connection.query_row(one_pair, params![one, other, round, leg], |row| row.get(0)) {
            Err(rusqlite::Error::QueryReturnedNoRows) => Ok(None),
            found => found.map(Some).map_err(|error| self.error(error)),
        }
    }

    /// The packed record of a game, if it was played and kept.
    pub fn record(&self, pair: i64, game: u8) -> Result<Option<Vec<u8>>, StoreError> {
        let one = "SELECT record FROM records WHERE pair = ? AND game = ?";
        match self.connection.query_row(one, params![pair, game], |row| row.get(0)) {
            Err(rusqlite::Error::QueryReturnedNoRows) => Ok(None),
            found => found.map(Some).map_err(|error| self.error(error)),
        }
    }

    fn rows<T>(
        &self,
        query: &str,
        each: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let read = || {
            let mut statement = self.connection.prepare(query)?;
            statement.query_map([], each)?.collect::<rusqlite::Result<Vec<T>>>()
        };
        read().map_err(|error| self.error(error))
    }
}

/// How the seeds of this store's games follow from those of their pairs.
#[derive(Clone, Copy)]
struct StoredSeeds {
    rule: SeedRule,
    /// `None` for a game that is not known here.
    entry: Option<&'static GameEntry>,
}

impl StoredSeeds {
    fn of_pair(self, pair: u64) -> [u64; 2] {
        self.entry.map_or([pair; 2], |entry| self.rule.games(entry, pair))
    }

    fn stored_game(self, row: &Row<'_>) -> rusqlite::Result<StoredGame> {
        let game: u8 = row.get(8)?;
        Ok(StoredGame {
            pair: row.get(0)?,
            game,
            round: row.get(1)?,
            players: [row.get(2)?, row.get(3)?],
            seed: self.of_pair(unsigned(row, 5)?)[usize::from(game & 1)],
            ended_ms: row.get(6)?,
            summary: summary(row, row.get(25)?)?,
        })
    }
}

pub(super) fn summary(row: &Row<'_>, record: Option<Vec<u8>>) -> rusqlite::Result<GameSummary> {
    let cause = row.get_ref(11)?.as_str()?;
    let result = GameResult {
        score: GameScore {
            half_points: number(row, 9, 0..=2)? as u8,
            margin: number(row, 10, -LARGEST..=LARGEST)?,
        },
        cause: cause.parse().map_err(|problem: UnknownCause| not_ours(11, problem))?,
        actions: row.get(12)?,
        conduct: [conduct(row, 0)?, conduct(row, 1)?],
    };
    let (blamed, words): (Option<u8>, Option<String>) = (row.get(23)?, row.get(24)?);
    let blame = blamed.zip(words).map(|(player, words)| Blame { player, is_shared: false, words });
    Ok(GameSummary { result, moved_first: None, blame, record })
}

/// The conduct of the first (0) or the second (1) player.
fn conduct(row: &Row<'_>, whose: usize) -> rusqlite::Result<Conduct> {
    let faults = row.get_ref(13 + whose)?.as_str_or_null()?;
    let faults = faults.iter().flat_map(|faults| faults.split(',')).map(|fault| {
        let (word, count) = fault.split_once(' ')?;
        Some((Cause::from_word(word)?, count.parse::<u32>().ok()?.into()))
    });
    let faults: Option<BTreeMap<Cause, u64>> = faults.collect();
    Ok(Conduct {
        faults: faults.ok_or_else(|| not_ours(13 + whose, "unreadable faults"))?,
        unasked: unsigned(row, 15 + whose)?,
        thinking: Thinking {
            timed_moves: unsigned(row, 17 + whose)?,
            total: Duration::from_nanos(unsigned(row, 19 + whose)?),
            longest: Duration::from_nanos(unsigned(row, 21 + whose)?),
        },
    })
}

/// A column that holds what Gridiron does not write there.
pub(super) fn not_ours(column: usize, problem: impl Into<Box<dyn Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, problem.into())
}

/// No number of a game is larger. A larger one would overflow when many are added.
const LARGEST: i64 = 1 << 53;

fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    number(row, column, 0..=LARGEST).map(i64::unsigned_abs)
}

/// A number that can stand there. In a damaged file it may be any.
pub(super) fn number(row: &Row<'_>, column: usize, possible: RangeInclusive<i64>) -> rusqlite::Result<i64> {
    let number = row.get(column)?;
    match possible.contains(&number) {
        true => Ok(number),
        false => {
            let name = row.as_ref().column_name(column).unwrap_or("a number").to_string();
            Err(not_ours(column, format!("{name} {number} in pair {}", row.get::<_, i64>(0)?)))
        }
    }
}
