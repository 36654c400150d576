//! What is done with results: saved in a store in batches, by one writer.
//! [`memory`](crate::memory) is the other way: counted at once, by the thread
//! that played.

use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use referee::Record;

use crate::committed_results::CommittedResults;
use crate::event::Records;
use crate::finished_pair::{GameSummary, StoreEntry};
use crate::results_table::Pairing;
use crate::store::{Store, StoreError, packing};

/// How long results wait at most, to be saved together with others.
const BATCH_TIME: Duration = Duration::from_millis(200);

/// How many pairs are saved together at most.
pub(crate) const BATCH: usize = 4096;

/// Where results go.
///
/// All calls but [`encode`](ResultSink::encode) come one at a time, in the order
/// in which things happened.
pub trait ResultSink: Sync {
    /// The record of a game in the form that is kept, if it is kept. Called on the
    /// thread that played, without a lock: this may take time.
    fn encode(&self, record: &Record, has_fault: bool) -> Option<Vec<u8>>;

    /// A game has ended; its pair may be unfinished.
    fn game_ended(&self, _pairing: &Pairing, _game: u8, _seed: u64, _summary: &mut GameSummary) {}

    /// Takes what a finished pair adds, all together or not at all.
    fn accept(&self, pairing: Pairing, entries: Vec<StoreEntry>);

    /// Whether a screen shows how jobs stand.
    fn wants_progress(&self) -> bool {
        true
    }
}

/// A pair, and all that is to be saved about it.
pub(crate) type Batch = (Pairing, Vec<StoreEntry>);

/// Sends results to the thread that writes to the store.
pub(crate) struct StoreSink {
    pub(crate) records: Records,
    pub(crate) sender: SyncSender<Batch>,
}

impl ResultSink for StoreSink {
    fn encode(&self, record: &Record, has_fault: bool) -> Option<Vec<u8>> {
        self.records.keeps(has_fault).then(|| packing::pack(record))
    }

    fn accept(&self, pairing: Pairing, entries: Vec<StoreEntry>) {
        // If the writer is gone, it has reported why and everything stops.
        let _ = self.sender.send((pairing, entries));
    }
}

/// Commits what comes in to the store, and counts it then.
///
/// **Invariant:** nothing is shown that is not committed.
pub(crate) fn write_batches(
    receiver: Receiver<Batch>,
    store: &Mutex<Store>,
    results: &Mutex<CommittedResults>,
) -> Result<(), StoreError> {
    while let Ok(first) = receiver.recv() {
        let until = Instant::now() + BATCH_TIME;
        let mut batch = vec![first];
        while batch.len() < BATCH {
            let left = until.saturating_duration_since(Instant::now());
            let Ok(next) = receiver.recv_timeout(left) else { break };
            batch.push(next);
        }
        let entries =
            batch.iter().flat_map(|(pairing, entries)| entries.iter().map(move |entry| (pairing, entry)));
        let numbers = lock(store).commit(entries.clone().map(|(_, entry)| entry))?;
        let mut results = lock(results);
        for ((pairing, entry), number) in entries.zip(numbers) {
            if let StoreEntry::Pair(pair) = entry {
                results.add(number, pairing, pair);
            }
        }
    }
    Ok(())
}

/// A lock that no thread can have poisoned: a panic ends the whole run.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread panics while it holds a lock")
}
