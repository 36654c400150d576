//! A game in one line of a list.

use std::collections::BTreeMap;

use games::Seat;
use league::GameSummary;
use league::game_index::Elos;
use league::store::{GameLine as StoredLine, PlayerId};
use referee::Record;
use serde::Serialize;
use utoipa::ToSchema;

/// A game in one line of a list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct GameLine {
    /// Its number in the tournament.
    pub number: u64,
    /// Counts from 1; `null` where the format has no rounds.
    pub round: Option<u32>,
    /// The players of seat 0 and seat 1.
    pub players: [String; 2],
    /// The seat that won; `null` for a draw.
    pub winner: Option<u8>,
    /// The margin, seen from seat 0.
    pub score: i64,
    /// Why it ended.
    pub cause: &'static str,
    /// How many actions it had.
    pub actions: u32,
    /// How often each seat made which fault.
    pub faults: [BTreeMap<&'static str, u64>; 2],
    /// By how much the winner's rating is below the loser's, if it is an upset.
    pub upset: Option<f64>,
    /// When it ended, in seconds since 1970.
    pub ended: i64,
    /// Whether it can be watched.
    pub kept: bool,
}

/// The names of players by their numbers in the store.
pub type Names = BTreeMap<PlayerId, String>;

impl GameLine {
    /// A game of a store.
    pub fn of_store(line: &StoredLine, names: &Names, has_rounds: bool) -> GameLine {
        GameLine {
            number: line.number,
            round: has_rounds.then_some(line.round.saturating_add(1)),
            players: line.seats.map(|id| names.get(&id).cloned().unwrap_or_default()),
            winner: line.winner.map(u8::from),
            score: line.score,
            cause: line.cause.word(),
            actions: line.actions,
            faults: line
                .faults
                .each_ref()
                .map(|faults| faults.iter().map(|(cause, count)| (cause.word(), *count)).collect()),
            upset: line.upset,
            ended: line.ended_ms.div_euclid(1000),
            kept: line.kept,
        }
    }

    /// A game that was kept in memory, `ended` seconds after 1970.
    pub fn of_record(number: u64, record: &Record, ended: i64) -> GameLine {
        let summary = GameSummary::new(record, Seat::Zero);
        let faults = summary
            .result
            .conduct
            .each_ref()
            .map(|conduct| conduct.faults.iter().map(|(cause, count)| (cause.word(), *count)).collect());
        GameLine {
            number,
            round: None,
            players: record.players.each_ref().map(|player| player.name.clone()),
            winner: record.outcome.winner.map(u8::from),
            score: record.outcome.score,
            cause: record.outcome.cause.word(),
            actions: summary.result.actions,
            faults,
            upset: None,
            ended,
            kept: true,
        }
    }
}

/// Names and ratings of the players of a tournament.
pub fn names_and_elos(tournament: &league::Tournament) -> (Names, Elos) {
    let players = tournament.players();
    let names = players.iter().map(|player| (player.id, player.entry.name.clone())).collect();
    let standings = league::reporting::standings(tournament);
    (names, league::game_index::elos(&players, &standings))
}
