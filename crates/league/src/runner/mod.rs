//! Who plays the pairs of a tournament: threads here, other machines one day.
//! The league hands out pairs over a [`JobQueue`] and knows no more than that.

mod idle_bots;
mod threads;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use referee::Record;

use crate::event::EventPlayer;
use crate::results_table::Pairing;

pub use threads::Threads;

/// A pair to be played.
#[derive(Clone)]
pub struct Job {
    /// Which.
    pub pairing: Pairing,
    /// Who plays.
    pub players: [Arc<EventPlayer>; 2],
    /// What chance is drawn from.
    pub seed: u64,
}

/// How far a pair has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JobProgress {
    /// 0 or 1: in the second game the first player sits on seat 1.
    pub game: u8,
    /// The turn of that game.
    pub turn: u32,
    /// What the first and the second player hold on the board.
    pub totals: [i64; 2],
}

/// Where pairs are handed out and results handed in.
pub trait JobQueue: Sync {
    /// A pair to play. Waits until there is one; nothing if there will be none.
    fn take(&self) -> Option<Job>;

    /// Both games of a pair were played. The first report of a pair counts.
    fn report(&self, job: Job, records: [Record; 2]);

    /// A pair is still being played, and stands like this.
    fn progress(&self, job: &Job, progress: JobProgress);

    /// A pair was not played, through no fault of its players.
    fn give_up(&self, job: Job, why: GiveUpReason);
}

/// Why a pair was not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GiveUpReason {
    /// The run was stopped.
    Stopped,
    /// This machine cannot go on: nothing more is handed out.
    Unable(String),
    /// The program of the first (0) or the second (1) player is no longer what
    /// was entered.
    Changed(usize),
}

/// Plays pairs until there are none, or until `stop` is set.
pub trait Runner: Sync {
    /// Takes, plays and reports. Comes back when nothing is under way any more.
    fn run(&self, queue: &dyn JobQueue, stop: &AtomicBool);
}
