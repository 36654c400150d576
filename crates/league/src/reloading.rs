//! Following a tournament that another process plays.

use crate::results_table::Pairing;
use crate::sink::lock;
use crate::store::{Store, StoreError, StoredPlayer};
use crate::tournament::Tournament;

/// What another process has done to a store since it was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reloaded {
    /// Nothing that counts.
    Unchanged,
    /// So many pairs were committed, and count here now.
    Added(u64),
    /// Players have joined, left, changed or were withdrawn: the tournament must be opened
    /// anew.
    OpenAgain,
}

/// What was read of a store last.
#[derive(Debug)]
pub(crate) struct ReadPosition {
    data_version: i64,
    players: Vec<StoredPlayer>,
    /// The number of the last pair.
    last_pair: i64,
}

impl ReadPosition {
    /// The present version and players of a store; all pairs are still to be read.
    pub(crate) fn new(store: &Store) -> Result<ReadPosition, StoreError> {
        // In this order: what is committed in between is read again.
        let data_version = store.data_version()?;
        Ok(ReadPosition { data_version, players: store.players()?, last_pair: i64::MIN })
    }

    /// A pair was read.
    pub(crate) fn advance(&mut self, number: i64) {
        self.last_pair = self.last_pair.max(number);
    }

    pub(crate) fn players(&self) -> &[StoredPlayer] {
        &self.players
    }
}

impl Tournament {
    /// Counts what another process has committed since the store was read. For a store
    /// that was opened to be read; others know their results. Without news it costs some
    /// microseconds, else as much as there are new pairs.
    pub fn reload(&self) -> Result<Reloaded, StoreError> {
        let (Some(store), Some(position)) = (&self.store, &self.read_position) else {
            return Ok(Reloaded::Unchanged);
        };
        let (store, mut position) = (lock(store), lock(position));
        if !store.is_read_only() || store.data_version()? == position.data_version {
            return Ok(Reloaded::Unchanged);
        }
        let now = ReadPosition::new(&store)?;
        if now.players != position.players {
            return Ok(Reloaded::OpenAgain);
        }
        let mut new = Vec::new();
        store.each_pair_after(position.last_pair, |number, pair| new.push((number, pair)))?;
        let mut scheduler = lock(&self.scheduler);
        let mut results = lock(&self.results);
        let place = |id| scheduler.players.iter().position(|player| player.id == id);
        let mut added = Vec::new();
        for (number, pair) in &new {
            position.advance(*number);
            if let [Some(first), Some(second)] = pair.players.map(place) {
                let pairing = Pairing { round: pair.round, players: [first, second], leg: pair.leg };
                results.add(*number, &pairing, pair);
                added.push((pairing, pair.outcome.score()));
            }
        }
        for (pairing, score) in &added {
            scheduler.table.add(pairing, score);
        }
        position.data_version = now.data_version;
        Ok(if added.is_empty() { Reloaded::Unchanged } else { Reloaded::Added(added.len() as u64) })
    }
}
