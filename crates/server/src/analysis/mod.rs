//! Who was ahead when: the curves of games, computed one after the other in the
//! background and kept.
//!
//! **Invariant:** a game is computed once, however often and by however many it is asked
//! for.

mod cache;
mod key;
mod queue;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use referee::Record;
use referee::review::{Curve, CurveBudget, ReviewError};
use tracing::{debug, warn};

use crate::lock::lock;
use cache::Cache;
use key::{Key, key};
use queue::Queue;

/// How much is searched.
const BUDGET: CurveBudget = CurveBudget::USUAL;

/// How far the analysis of a game is.
#[derive(Clone, PartialEq, Debug)]
pub enum State {
    /// It is there.
    Done(Arc<Curve>),
    /// It waits or is computed.
    Working {
        /// How many actions were searched.
        done: usize,
        /// How many there are.
        of: usize,
    },
    /// There is none: the game has secrets, is too long, or breaks its rules.
    None,
}

/// The curves of games. One thread of low priority computes them.
pub struct Analyses {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// Computes the curve of a record.
type Compute =
    dyn Fn(&Record, &AtomicBool, &mut dyn FnMut(usize)) -> Result<Curve, ReviewError> + Send + Sync;

struct Shared {
    queue: Mutex<Queue>,
    /// Something waits, or it is to stop.
    changed: Condvar,
    cache: Mutex<Cache>,
    stop: AtomicBool,
    compute: Box<Compute>,
}

impl Analyses {
    /// Results are kept in a file of this folder. Without a folder, or where it cannot be
    /// written, they are kept in memory.
    pub fn new(folder: Option<&Path>) -> Analyses {
        let compute = |record: &Record, stop: &AtomicBool, progress: &mut dyn FnMut(usize)| {
            Curve::of(record, BUDGET, stop, progress)
        };
        Analyses::with(folder, Box::new(compute))
    }

    fn with(folder: Option<&Path>, compute: Box<Compute>) -> Analyses {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            cache: Mutex::new(Cache::new(folder)),
            stop: AtomicBool::new(false),
            compute,
        });
        let worker = Arc::clone(&shared);
        let thread = thread::Builder::new().name("analysis".into()).spawn(move || worker.run());
        let thread = thread.inspect_err(|error| warn!("no game is analysed: {error}")).ok();
        Analyses { shared, thread: Mutex::new(thread) }
    }

    /// How far the analysis of a game is. It begins when it is first asked for; the game
    /// that was asked for last comes next. This may read a file.
    pub fn ask(&self, record: &Record) -> State {
        if !Curve::exists_for(record, BUDGET) {
            return State::None;
        }
        let key = key(record);
        if let Some(state) = lock(&self.shared.queue).find(&key) {
            return state;
        }
        let read = lock(&self.shared.cache).read(&key).map(Arc::new);
        let mut queue = lock(&self.shared.queue);
        if let Some(curve) = read {
            queue.keep(key, Some(Arc::clone(&curve)));
            return State::Done(curve);
        }
        // Another request may have asked meanwhile.
        if let Some(state) = queue.find(&key) {
            return state;
        }
        queue.add(key, Arc::new(record.clone()));
        self.shared.changed.notify_one();
        State::Working { done: 0, of: record.actions.len() }
    }

    /// Ends the search that is under way, and waits for that. Games that wait are
    /// forgotten.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        // The worker either holds the lock and then looks at the flag, or it waits.
        drop(lock(&self.shared.queue));
        self.shared.changed.notify_all();
        if let Some(thread) = lock(&self.thread).take() {
            // It catches panics itself.
            let _ = thread.join();
        }
    }
}

impl Drop for Analyses {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    /// Computes what is asked for, until it is to stop.
    fn run(&self) {
        give_way();
        while let Some((key, record)) = self.next() {
            let curve = self.curve(&record);
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            // First for those who ask, then for the next start of the program.
            lock(&self.queue).finish(curve.clone());
            if let Some(curve) = curve {
                lock(&self.cache).write(&key, &curve);
            }
        }
    }

    /// Waits for a game; `None` if it is to stop.
    fn next(&self) -> Option<(Key, Arc<Record>)> {
        let mut queue = lock(&self.queue);
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(next) = queue.next() {
                return Some(next);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The curve of a game; `None` if it has none. A game that makes the search panic
    /// has none: others are still analysed.
    fn curve(&self, record: &Record) -> Option<Arc<Curve>> {
        let mut progress = |done| lock(&self.queue).progress(done);
        let computed = catch_unwind(AssertUnwindSafe(|| (self.compute)(record, &self.stop, &mut progress)));
        match computed {
            Ok(Ok(curve)) => Some(Arc::new(curve)),
            Ok(Err(error)) => {
                debug!("a game is not analysed: {error}");
                None
            }
            Err(_) => {
                warn!("the analysis of a game of {} failed", record.game);
                None
            }
        }
    }
}

/// Gives this thread a low priority, so that games that are played go first.
fn give_way() {
    /// With two busy cores it gets some 2 % of one.
    #[cfg(target_os = "linux")]
    const NICENESS: i32 = 15;
    // Linux means the calling thread alone.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        debug!("analyses have the usual priority: {error}");
    }
}
