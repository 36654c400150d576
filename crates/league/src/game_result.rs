//! What counts of one game, seen from one of its players: all that tables and
//! standings need. The record itself may be kept or not.

use std::collections::BTreeMap;
use std::time::Duration;

use games::{Cause, Seat};
use referee::{Record, faults};

use crate::results_table::GameScore;

/// How long a player thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thinking {
    /// Moves that were timed.
    pub timed_moves: u64,
    /// Total time.
    pub total: Duration,
    /// The longest time for one move.
    pub longest: Duration,
}

impl Thinking {
    /// Adds the times of other moves.
    pub fn merge(&mut self, other: &Thinking) {
        self.timed_moves += other.timed_moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

/// Faults, unexpected lines and thinking time of one player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conduct {
    /// Its faults, whether they ended the game or not.
    pub faults: BTreeMap<Cause, u64>,
    /// Unexpected extra output lines.
    pub unasked: u64,
    /// How long it thought.
    pub thinking: Thinking,
}

impl Conduct {
    /// Adds another game.
    pub fn merge(&mut self, other: &Conduct) {
        for (cause, count) in &other.faults {
            *self.faults.entry(*cause).or_default() += count;
        }
        self.unasked += other.unasked;
        self.thinking.merge(&other.thinking);
    }
}

/// One game, seen from the player that is called the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Whether that player won, and by how much.
    pub score: GameScore,
    /// Why the game ended.
    pub cause: Cause,
    /// How many actions it had.
    pub actions: u32,
    /// The conduct of the first and of the second player.
    pub conduct: [Conduct; 2],
}

impl GameScore {
    /// The score of a record for the player in a seat.
    pub fn of(record: &Record, seat: Seat) -> GameScore {
        let outcome = &record.outcome;
        let half_points = match outcome.winner {
            Some(winner) if winner == seat => 2,
            Some(_) => 0,
            None => 1,
        };
        GameScore { half_points, margin: outcome.score * seat.sign() }
    }
}

impl GameResult {
    /// The result of a record for the player in a seat and for the other one.
    pub fn of(record: &Record, seat_of_first: Seat) -> GameResult {
        let sits_at = |seat: Seat| usize::from(seat != seat_of_first);
        let mut conduct: [Conduct; 2] = Default::default();
        for (seat, cause) in faults::all(record) {
            *conduct[sits_at(seat)].faults.entry(cause).or_default() += 1;
        }
        for seat in Seat::BOTH {
            conduct[sits_at(seat)].unasked = u64::from(record.unexpected_lines[seat.index()]);
        }
        for action in &record.actions {
            let time = action.charged_ns(record.charged);
            if let Some(time) = time.filter(|_| !action.unbilled).map(Duration::from_nanos) {
                let one = Thinking { timed_moves: 1, total: time, longest: time };
                conduct[sits_at(action.seat)].thinking.merge(&one);
            }
        }
        GameResult {
            score: GameScore::of(record, seat_of_first),
            cause: record.outcome.cause,
            actions: u32::try_from(record.actions.len()).unwrap_or(u32::MAX),
            conduct,
        }
    }

    /// Whether the first or the second player's program crashed or did not start,
    /// which ended this game.
    pub fn crashed(&self) -> [bool; 2] {
        let is_crash = matches!(self.cause, Cause::Crash | Cause::NoStart);
        self.conduct.each_ref().map(|conduct| is_crash && conduct.faults.contains_key(&self.cause))
    }
}
