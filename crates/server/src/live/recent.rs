//! Games of tournaments without a store that have ended: some of them, so that there
//! is something to watch.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard};

use league::store::now_ms;
use referee::Record;

use crate::lock::lock;

/// Games that are kept of each tournament.
const KEPT: usize = 100;

/// Games that have ended, by their tournaments and numbers.
#[derive(Default)]
pub struct RecentGames(Mutex<Kept>);

/// The games of each tournament, oldest first: number, record, and when it ended in
/// seconds since 1970.
type Kept = BTreeMap<String, VecDeque<(u64, Record, i64)>>;

impl RecentGames {
    /// Keeps a game; the oldest goes if there are too many.
    pub fn add(&self, tournament: &str, number: u64, record: Record) {
        let mut all = self.lock();
        let games = all.entry(tournament.to_string()).or_default();
        games.push_back((number, record, now_ms().div_euclid(1000)));
        if games.len() > KEPT {
            games.pop_front();
        }
    }

    /// The numbers of the games of a tournament, newest first.
    pub fn numbers(&self, tournament: &str) -> Vec<u64> {
        let all = self.lock();
        all.get(tournament).into_iter().flatten().rev().map(|(number, ..)| *number).collect()
    }

    /// A game, and when it ended in seconds since 1970.
    pub fn get(&self, tournament: &str, number: u64) -> Option<(Record, i64)> {
        let all = self.lock();
        all.get(tournament)?
            .iter()
            .find(|(it, ..)| *it == number)
            .map(|(_, record, ended)| (record.clone(), *ended))
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        lock(&self.0)
    }
}
