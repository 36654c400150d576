//! A pair of games that was played or forfeited: what is counted and stored.

use games::Seat;
use referee::{Record, faults};

use crate::game_result::GameResult;
use crate::note::{Note, WithdrawalReason};
use crate::results_table::PairScore;
use crate::store::{PlayerId, now_ms};

/// Something that happened in a tournament and is to be saved.
#[derive(Clone, Debug)]
pub enum StoreEntry {
    /// A pair is done.
    Pair(FinishedPair),
    /// A player plays no more.
    Withdrawn(PlayerId, WithdrawalReason),
    /// A note for people, with its time in milliseconds since 1970.
    Note(i64, Note),
}

impl StoreEntry {
    /// A note with the present time.
    pub fn note(note: Note) -> StoreEntry {
        StoreEntry::Note(now_ms(), note)
    }
}

/// A pair of games that is done.
#[derive(Clone, Debug)]
pub struct FinishedPair {
    /// Counts from 0; always 0 where a format has no rounds.
    pub round: u32,
    /// Both players; the first sat on seat 0 in the first game.
    pub players: [PlayerId; 2],
    /// Which pair of their meeting in this round, from 0.
    pub leg: u32,
    /// The seeds of both games; the first is that of the pair.
    pub seeds: [u64; 2],
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: i64,
    /// The result.
    pub outcome: PairOutcome,
}

/// The result of a pair.
#[derive(Clone, Debug)]
pub enum PairOutcome {
    /// Both games were played.
    Played(Box<[GameSummary; 2]>),
    /// Not played: true for each of the two players that was withdrawn.
    Forfeit([bool; 2]),
}

impl PairOutcome {
    /// What counts for the results table.
    pub fn score(&self) -> PairScore {
        match self {
            PairOutcome::Played(games) => PairScore::Played(games.each_ref().map(|game| game.result.score)),
            PairOutcome::Forfeit(by) => PairScore::Forfeit(*by),
        }
    }
}

/// A game without its record.
#[derive(Clone, Debug)]
pub struct GameSummary {
    /// The result, seen from the first player of the pair.
    pub result: GameResult,
    /// Whether the first (0) or the second (1) player moved first. A store does
    /// not keep it: `None` for games read from there.
    pub moved_first: Option<u8>,
    /// The fault that people should know about, if there was one.
    pub blame: Option<Blame>,
    /// The record in the form that is kept, if it is: see [`ResultSink::encode`].
    ///
    /// [`ResultSink::encode`]: crate::sink::ResultSink::encode
    pub record: Option<Vec<u8>>,
}

/// A fault in words for the author of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blame {
    /// 0 for the first, 1 for the second player of the pair.
    pub player: u8,
    /// Neither player started; `player` is the one that was asked first. A store
    /// does not keep it.
    pub is_shared: bool,
    /// What happened: `turn 3: illegal: row 3, column 1 is taken`.
    pub words: String,
}

impl GameSummary {
    /// Sums up a game in which the first player of the pair had this seat;
    /// `record` is left empty.
    pub fn new(record: &Record, seat_of_first: Seat) -> GameSummary {
        let side = |seat: Seat| u8::from(seat != seat_of_first);
        let first = record.first;
        let blame = faults::summary(record).map(|complaint| Blame {
            player: side(complaint.seat.unwrap_or(first)),
            is_shared: complaint.seat.is_none(),
            words: complaint.words,
        });
        GameSummary {
            result: GameResult::of(record, seat_of_first),
            moved_first: Some(side(first)),
            blame,
            record: None,
        }
    }
}
