//! One tournament as the server knows it: saved, being played here, or being played
//! by another process.
//!
//! **Invariant:** the lock of an entry is held for moments: never while a store is opened or
//! read. A tournament whose store is slow keeps nobody waiting who asks for others.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use league::Tournament;
use league::entry_list::OnChange;
use league::game_index::{Elos, GameIndex};
use league::rating_history::RatingHistory;
use league::report::Report;
use league::report_games::ReportGames;
use league::reporting::{self, ReportOptions};
use league::store::StoreError;

use super::look::{Found, Look, Stamp};
use super::state::State;
use crate::host::{Host, HostError, Opened, Source};
use crate::live::RecentGames;
use crate::lock::{lock, lock_or};

/// How long what was read of a store is taken for new.
const FRESH: Duration = Duration::from_millis(500);

/// Looking whether a store has changed takes at most this part of the time.
const LOOK_SHARE: u32 = 4;

/// How long those who can be shown something older wait for what is new.
const NEW_ENOUGH: Duration = Duration::from_millis(250);

/// To make a report again takes at most this part of the time: it is made only after this
/// many times as long as it took the last time.
const REPORT_SHARE: u32 = 100;

/// No report is older than this when somebody asks, whatever it takes to make one.
const OLDEST_REPORT: Duration = Duration::from_secs(10);

/// How many of the newest games are named.
const NEWEST: usize = 8;

/// How often the newest games are looked for while games are played.
const NEWEST_EVERY: Duration = Duration::from_secs(4);

/// A tournament.
pub struct Entry {
    /// Its name in addresses.
    pub id: String,
    /// Where it comes from; `None` if the program that the server is a part of plays it.
    pub source: Option<Source>,
    inner: Mutex<Inner>,
    /// What is in `inner` has changed.
    changed: Condvar,
    report: Mutex<Option<KeptReport>>,
    /// Held by the thread that makes a report: what it has read of the store, so that the
    /// next one reads only what is new.
    making_report: Mutex<Option<(Weak<Tournament>, RatingHistory)>>,
    newest: Mutex<Option<KeptNewest>>,
    /// Held by the thread that looks for them.
    looking_for_newest: Mutex<()>,
    /// All games of its store, to search them; made when somebody does.
    games: Mutex<Option<(Weak<Tournament>, GameIndex)>>,
}

#[derive(Default)]
struct Inner {
    opened: Option<Arc<Opened>>,
    stamp: Stamp,
    checked: Option<Instant>,
    /// When it was opened, or that failed.
    read: Option<Instant>,
    /// How long the last look took.
    took: Duration,
    /// Since when a thread looks at its files, if one does.
    being_read: Option<Instant>,
    /// Counts runs, their beginnings and ends: what was read before is out of date.
    generation: u64,
    /// Why it cannot be opened.
    problem: Option<HostError>,
    /// What is wrong with the run, or why the last one stopped.
    run_problem: Option<HostError>,
    run: Option<Run>,
    is_played_elsewhere: bool,
    /// The server stops: nothing begins.
    is_closed: bool,
}

/// A run of this process.
struct Run {
    stop: Arc<AtomicBool>,
    is_stopping: bool,
    /// Its store, known until the run has ended: it is closed a moment before.
    store: Option<PathBuf>,
}

/// A tournament as it is opened now: another one when it is opened again, begins or ends.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Opening {
    generation: u64,
    read: Option<Instant>,
    /// Whether it runs here, and whether it is stopping.
    run: Option<bool>,
    is_played_elsewhere: bool,
}

struct KeptReport {
    report: Arc<Report>,
    of: (Weak<Tournament>, u64, u64, usize),
    made: Instant,
    /// What it takes to make it again, as far as it is known.
    took: Duration,
}

/// The newest games that can be watched.
struct KeptNewest {
    numbers: Vec<u64>,
    /// The opening and how many games it had.
    of: (Weak<Tournament>, u64),
    made: Instant,
}

impl Entry {
    /// A tournament that stands in a folder.
    pub fn of_source(id: String, source: Source) -> Entry {
        Entry::new(id, Some(source), Inner::default())
    }

    /// A tournament that the program plays that the server is a part of.
    pub fn of_program(id: String, opened: Opened, stop: Arc<AtomicBool>) -> Entry {
        let run = Some(Run { stop, is_stopping: false, store: None });
        Entry::new(id, None, Inner { opened: Some(Arc::new(opened)), run, ..Inner::default() })
    }

    fn new(id: String, source: Option<Source>, inner: Inner) -> Entry {
        Entry {
            id,
            source,
            inner: Mutex::new(inner),
            changed: Condvar::new(),
            report: Mutex::default(),
            making_report: Mutex::default(),
            newest: Mutex::default(),
            looking_for_newest: Mutex::default(),
            games: Mutex::default(),
        }
    }

    /// The program has played it to its end, or stopped.
    pub fn program_ended(&self) {
        self.lock().run = None;
    }

    /// The tournament as it stands. Its files are read again if they have changed, by a
    /// thread of its own. If that takes long, the answer is what was read last; without
    /// that, [`HostError::BeingRead`] once that has taken longer than `patience`.
    pub fn open(
        self: &Arc<Entry>,
        host: Option<&Arc<dyn Host>>,
        patience: Duration,
    ) -> Result<Arc<Opened>, HostError> {
        let begin = Instant::now();
        let mut inner = self.lock();
        loop {
            if inner.run.is_none() && inner.is_due() && self.source.is_some() {
                inner.being_read = Some(Instant::now());
                let (entry, host) = (Arc::clone(self), host.map(Arc::clone));
                let look = move || entry.look(host.as_deref());
                let spawned = thread::Builder::new().name(format!("read {}", self.id)).spawn(look);
                if let Err(error) = spawned {
                    inner.being_read = None;
                    return Err(HostError::Failed(error.to_string()));
                }
            }
            let is_waiting = inner.being_read.is_some() || (inner.run.is_some() && inner.opened.is_none());
            let longest = if inner.opened.is_some() { patience.min(NEW_ENOUGH) } else { patience };
            // Only the first ones wait for what is slow.
            let left = longest.saturating_sub(inner.being_read.unwrap_or(begin).elapsed());
            if !is_waiting || left.is_zero() {
                break;
            }
            inner = self.changed.wait_timeout(inner, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        match (&inner.opened, &inner.problem) {
            (Some(opened), _) => Ok(Arc::clone(opened)),
            (None, Some(problem)) if inner.run.is_none() => Err(problem.clone()),
            (None, _) => Err(HostError::BeingRead),
        }
    }

    /// Looks at its files, and reads what is new.
    fn look(&self, host: Option<&dyn Host>) {
        let Some(source) = &self.source else { return };
        let begin = Instant::now();
        let (look, generation) = {
            let inner = self.lock();
            let look =
                Look { source, opened: inner.opened.clone(), stamp: inner.stamp.clone(), read: inner.read };
            (look, inner.generation)
        };
        let found = catch_unwind(AssertUnwindSafe(|| look.find(host)));
        let mut inner = self.lock();
        inner.being_read = None;
        let mut old = None;
        // Else a run has begun or ended meanwhile.
        if inner.generation == generation {
            (inner.checked, inner.took) = (Some(Instant::now()), begin.elapsed());
            match found {
                Ok(Found { stamp, is_locked, opened }) => {
                    (inner.stamp, inner.is_played_elsewhere) = (stamp, is_locked);
                    if let Some(opened) = opened {
                        inner.read = Some(Instant::now());
                        old = inner.opened.take();
                        match opened {
                            Ok(opened) => (inner.opened, inner.problem) = (Some(Arc::new(opened)), None),
                            Err(problem) => inner.problem = Some(problem),
                        }
                    }
                }
                Err(_) => {
                    inner.read = Some(Instant::now());
                    old = inner.opened.take();
                    inner.problem =
                        Some(HostError::Failed("it cannot be read: its files make no sense".into()));
                }
            }
        }
        drop(inner);
        self.changed.notify_all();
        drop(old);
    }

    /// The tournament that is being played here, if it is.
    pub fn played_here(&self) -> Option<Arc<Tournament>> {
        let inner = self.lock();
        inner.run.as_ref()?;
        inner.opened.as_ref().map(|opened| Arc::clone(&opened.tournament))
    }

    /// Whether it is being played here, or is about to be.
    pub fn is_run(&self) -> bool {
        self.lock().run.is_some()
    }

    /// How it is opened now. It reads no files.
    pub fn opening(&self) -> Opening {
        let inner = self.lock();
        Opening {
            generation: inner.generation,
            read: inner.read,
            run: inner.run.as_ref().map(|run| run.is_stopping),
            is_played_elsewhere: inner.is_played_elsewhere,
        }
    }

    /// Its store, as far as it is known.
    pub fn store(&self) -> Option<PathBuf> {
        let inner = self.lock();
        let of_run = || inner.run.as_ref().and_then(|run| run.store.clone());
        inner.opened.as_ref().and_then(|opened| opened.store.clone()).or_else(of_run)
    }

    /// How it stands, and why it does not run if something is wrong.
    pub fn state(&self, opened: &Opened) -> (State, Option<HostError>) {
        let (done, planned) = opened.tournament.progress();
        let inner = self.lock();
        let state = match &inner.run {
            Some(run) if run.is_stopping => State::Stopping,
            Some(_) => State::Running,
            None if inner.is_played_elsewhere => State::Elsewhere,
            None if planned.is_some_and(|planned| done >= planned) => State::Finished,
            None if done == 0 => State::Waiting,
            None => State::Stopped,
        };
        (state, inner.run_problem.clone().or_else(|| opened.problem.clone()))
    }

    /// Whether all of it is played. Only then its seeds may be known.
    pub fn is_finished(&self, opened: &Opened) -> bool {
        self.state(opened).0 == State::Finished
    }

    /// Begins to play it, or goes on. `prepare` is called before the first game.
    pub fn start(
        self: &Arc<Entry>,
        host: &dyn Host,
        on_change: OnChange,
        prepare: impl FnOnce(&Arc<Opened>),
    ) -> Result<(), StartError> {
        let source = self.source.as_ref().ok_or(StartError::NotOurs)?;
        let stop = Arc::new(AtomicBool::new(false));
        let old = {
            let mut inner = self.lock();
            if inner.is_closed {
                return Err(StartError::Host(HostError::Failed("the server is stopping".into())));
            }
            if inner.run.is_some() {
                return Err(StartError::Running);
            }
            // From now on nobody else begins.
            let store = inner.opened.as_ref().and_then(|opened| opened.store.clone());
            inner.run = Some(Run { stop: Arc::clone(&stop), is_stopping: false, store });
            inner.generation += 1;
            inner.opened.take()
        };
        // The store is locked by whoever plays: what reads it now lets go first.
        drop(old);
        let begun = catch_unwind(AssertUnwindSafe(|| {
            let opened = Arc::new(host.open_to_play(source, on_change)?);
            prepare(&opened);
            Ok(opened)
        }));
        let failed = || Err(HostError::Failed("it cannot be opened: its files make no sense".into()));
        let opened = begun.unwrap_or_else(|_| failed()).map_err(|problem| {
            self.run_ended(None);
            StartError::Host(problem)
        })?;
        let (entry, played) = (Arc::clone(self), Arc::clone(&opened));
        let play = move || {
            let tell = |problem| entry.lock().run_problem = problem;
            let play = AssertUnwindSafe(|| played.play.as_ref().map_or(Ok(()), |play| play(&stop, &tell)));
            let problem = match catch_unwind(play) {
                Ok(result) => result.err().map(|error| error.to_string()),
                Err(_) => Some("a mistake in this program".to_string()),
            };
            drop(played);
            entry.run_ended(Some(problem.map(HostError::RunStopped)));
        };
        let mut inner = self.lock();
        inner.run_problem = None;
        if let Some(run) = &mut inner.run {
            run.store = opened.store.clone();
        }
        inner.opened = Some(opened);
        let spawned = thread::Builder::new().name(format!("play {}", self.id)).spawn(play);
        drop(inner);
        self.changed.notify_all();
        spawned.map(drop).map_err(|error| {
            self.run_ended(None);
            StartError::Host(HostError::Failed(error.to_string()))
        })
    }

    /// The run is over, with or without a problem; `None` if it never began.
    fn run_ended(&self, problem: Option<Option<HostError>>) {
        // It is opened again to be read: this gives its lock back, before anybody knows that
        // the run has ended.
        let old = self.lock().opened.take();
        drop(old);
        let mut inner = self.lock();
        inner.run = None;
        inner.generation += 1;
        (inner.checked, inner.read, inner.stamp) = (None, None, Stamp::default());
        inner.is_played_elsewhere = false;
        if let Some(problem) = problem {
            inner.run_problem = problem;
        }
        drop(inner);
        self.changed.notify_all();
    }

    /// Ends the run: after the games that are being played, or at once. Pairs that are
    /// not finished are played again later. Returns whether it was running.
    pub fn stop(&self, at_once: bool) -> bool {
        let mut inner = self.lock();
        let tournament = inner.opened.as_ref().map(|opened| Arc::clone(&opened.tournament));
        let Some(run) = &mut inner.run else { return false };
        run.is_stopping = true;
        let stop = Arc::clone(&run.stop);
        drop(inner);
        match (at_once, tournament) {
            (false, Some(tournament)) => tournament.finish_running_games(),
            // Also while it is being opened: it ends before its first game.
            _ => stop.store(true, Ordering::Relaxed),
        }
        true
    }

    /// The server stops: ends the run at once, and none begins any more.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.stop(true);
    }

    /// Waits until the run has ended, if the server began it.
    pub fn wait(&self) {
        let mut inner = self.lock();
        while self.source.is_some() && inner.run.is_some() {
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Everything about the tournament but its games. To make it the first time reads all
    /// results. So it may be a little old while games are played or somebody makes a new one.
    pub fn report(&self, opened: &Opened) -> Result<Arc<Report>, StoreError> {
        let tournament = &opened.tournament;
        let (done, _) = tournament.progress();
        let of = (Arc::downgrade(&opened.tournament), tournament.games(), done, tournament.players().len());
        let kept = |may_be_old: bool| {
            let kept = lock(&self.report);
            let kept = kept.as_ref().filter(|kept| Weak::ptr_eq(&kept.of.0, &of.0))?;
            let is_same = (kept.of.1, kept.of.2, kept.of.3) == (of.1, of.2, of.3);
            let pause = (kept.took * REPORT_SHARE).min(OLDEST_REPORT);
            let is_recent = || kept.made.elapsed() < pause && self.goes_on();
            (is_same || may_be_old || is_recent()).then(|| Arc::clone(&kept.report))
        };
        if let Some(report) = kept(false) {
            return Ok(report);
        }
        let mut making = match lock_or(&self.making_report, || kept(true)) {
            Ok(making) => making,
            Err(report) => return Ok(report),
        };
        // Somebody else may have made it.
        if let Some(report) = kept(false) {
            return Ok(report);
        }
        let begin = Instant::now();
        let options = ReportOptions { sandbox: opened.sandbox.clone(), games: ReportGames::AtMost(0) };
        // Taken out: if it panics, the history is made again.
        let history = making.take().filter(|(other, _)| Weak::ptr_eq(other, &of.0));
        let is_first = history.is_none();
        let mut history = history.map(|(_, history)| history).unwrap_or_default();
        let report = reporting::report_again(tournament, &options, &mut history);
        *making = Some((Weak::clone(&of.0), history));
        let report = Arc::new(report?);
        // The first one has read all results, which the next one does not.
        let took = if is_first { Duration::ZERO } else { begin.elapsed() };
        let made = Instant::now();
        *lock(&self.report) = Some(KeptReport { report: Arc::clone(&report), of, made, took });
        Ok(report)
    }

    /// The numbers of the newest games that can be watched, newest first. They may be a
    /// little old while games are played or somebody looks for them: replays take longer.
    pub fn newest_games(&self, opened: &Opened, recent: &RecentGames) -> Vec<u64> {
        let mut in_memory = recent.numbers(&self.id);
        in_memory.truncate(NEWEST);
        if !in_memory.is_empty() {
            return in_memory;
        }
        let of = (Arc::downgrade(&opened.tournament), opened.tournament.games());
        let kept = |may_be_old: bool| {
            let kept = lock(&self.newest);
            let kept = kept.as_ref().filter(|kept| Weak::ptr_eq(&kept.of.0, &of.0))?;
            let is_same = kept.of.1 == of.1;
            let is_recent =
                || kept.made.elapsed() < NEWEST_EVERY && self.goes_on() && !kept.numbers.is_empty();
            (is_same || may_be_old || is_recent()).then(|| kept.numbers.clone())
        };
        if let Some(numbers) = kept(false) {
            return numbers;
        }
        let _looking = match lock_or(&self.looking_for_newest, || kept(true)) {
            Ok(looking) => looking,
            Err(numbers) => return numbers,
        };
        // Somebody else may have found them.
        if let Some(numbers) = kept(false) {
            return numbers;
        }
        let numbers = newest_in_store(&opened.tournament);
        *lock(&self.newest) = Some(KeptNewest { numbers: numbers.clone(), of, made: Instant::now() });
        numbers
    }

    /// Whether somebody plays it, here or elsewhere.
    fn goes_on(&self) -> bool {
        let inner = self.lock();
        inner.run.is_some() || inner.is_played_elsewhere
    }

    /// Searches the games of its store.
    pub fn search_games<T>(&self, opened: &Opened, search: impl FnOnce(&mut GameIndex) -> T) -> T {
        let mut kept = lock(&self.games);
        let of = Arc::downgrade(&opened.tournament);
        // Taken out: if a search panics, the index is made again.
        let same = kept.take().filter(|(other, _)| Weak::ptr_eq(other, &of));
        let mut index = same.map(|(_, index)| index).unwrap_or_default();
        let found = search(&mut index);
        *kept = Some((of, index));
        found
    }

    /// Whether its file has this path.
    pub fn is_of(&self, path: &Path) -> bool {
        self.source.as_ref().is_some_and(|source| source.path() == path)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }
}

fn newest_in_store(tournament: &Tournament) -> Vec<u64> {
    let store = tournament.open_store_for_reading().ok().flatten();
    let lines = store.and_then(|store| store.newest_games(0, NEWEST as u64, &Elos::new()).ok());
    lines.unwrap_or_default().iter().filter(|line| line.kept).map(|line| line.number).collect()
}

impl Inner {
    /// Whether it is time to look at its files.
    fn is_due(&self) -> bool {
        let pause = FRESH.max(self.took * LOOK_SHARE);
        self.being_read.is_none() && self.checked.is_none_or(|checked| checked.elapsed() >= pause)
    }
}

/// Why a tournament was not started.
#[derive(Clone, Debug)]
pub enum StartError {
    /// It runs already.
    Running,
    /// The program plays it that the server is a part of.
    NotOurs,
    /// It cannot be opened.
    Host(HostError),
}

#[cfg(test)]
mod tests;
