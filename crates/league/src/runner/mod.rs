//! Runners play the pairs of a tournament. A tournament hands out jobs over a
//! [`JobQueue`] and knows no more than that.

mod idle_bots;
mod threads;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use referee::{ChargeBy, Record, TimeControl};

use crate::event::EventPlayer;
use crate::results_table::Pairing;
use crate::spectator::Spectator;

pub use threads::Threads;

/// A pair of games to be played.
#[derive(Clone)]
pub struct Job {
    /// Which pair it is.
    pub pairing: Pairing,
    /// Both players; the first takes seat 0 in the first game.
    pub players: [Arc<EventPlayer>; 2],
    /// The seeds of both games.
    pub seeds: [u64; 2],
    /// What the clocks are charged by.
    pub charge: ChargeBy,
    /// Whether a program must still be the version that was entered: results of
    /// two versions may not be mixed in a store.
    pub is_version_fixed: bool,
}

impl Job {
    /// The players on seat 0 and seat 1 in game 0 or 1.
    pub fn seats(&self, game: u8) -> [&EventPlayer; 2] {
        let [first, second] = &self.players;
        if game == 0 { [first, second] } else { [second, first] }
    }

    /// The names of the players in game 0 or 1, by seat.
    pub fn names(&self, game: u8) -> [&str; 2] {
        self.seats(game).map(|player| player.name.as_str())
    }

    /// The time controls in game 0 or 1, by seat.
    pub fn clocks(&self, game: u8) -> [TimeControl; 2] {
        self.seats(game).map(|player| player.clock)
    }
}

/// How a job stands while it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JobProgress {
    /// 0 or 1: in the second game the first player sits on seat 1.
    pub game: u8,
    /// The turn of that game; 0 before its first action.
    pub turn: u32,
    /// The totals of the first and the second player on the board.
    pub totals: [i64; 2],
}

/// Where runners take jobs and report results. Calls may come from any thread.
pub trait JobQueue: Sync {
    /// A job that can be played now, if there is one. Never waits.
    fn try_take(&self) -> Option<Job>;

    /// A job to play. Waits until there is one; `None` if there will be none.
    fn take(&self) -> Option<Job>;

    /// Game 0 or 1 of a pair has ended. The pair is done when both games are
    /// reported; the first report of a game counts.
    fn report(&self, job: &Job, game: u8, record: Record);

    /// Whether [`JobQueue::progress`] is displayed.
    fn wants_progress(&self) -> bool;

    /// A job is still being played, and stands like this.
    fn progress(&self, job: &Job, progress: JobProgress);

    /// Who watches the games while they are played.
    fn spectator(&self) -> Option<&dyn Spectator> {
        None
    }

    /// A pair was not finished, through no fault of its players.
    fn give_up(&self, job: Job, reason: GiveUpReason);
}

/// Why a pair was not finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GiveUpReason {
    /// The run was stopped.
    Stopped,
    /// This machine cannot go on, and why: no more jobs are handed out.
    Unable(String),
    /// Something on this machine killed a process of the game, and what: the pair is
    /// played again.
    Disturbed(String),
    /// The program of the first (0) or the second (1) player is no longer the
    /// version that was entered.
    Changed(usize),
}

/// Plays jobs until there are none, or until `stop` is set.
pub trait Runner: Sync {
    /// Takes, plays and reports jobs. Returns when none is being played any more.
    fn run(&self, queue: &dyn JobQueue, stop: &AtomicBool);
}
