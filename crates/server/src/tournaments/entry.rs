//! One tournament as the server knows it: saved, being played here, or being played
//! by another process.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use league::entry_list::OnChange;
use league::game_index::GameIndex;
use league::reloading::Reloaded;
use league::report::Report;
use league::report_games::ReportGames;
use league::reporting::{self, ReportOptions};
use league::store::{Store, StoreError};
use league::{Tournament, TournamentError};

use super::stamp::Stamp;
use super::state::State;
use crate::host::{Host, HostError, Opened, Source};

/// How long what was read of a store is taken for new.
const FRESH: Duration = Duration::from_millis(500);

/// A report takes at most this part of the time: it is made again only after this many
/// times as long as it took.
const REPORT_SHARE: u32 = 20;

/// A tournament.
pub struct Entry {
    /// Its name in addresses.
    pub id: String,
    /// Where it comes from; `None` if the program that the server is a part of plays it.
    pub source: Option<Source>,
    inner: Mutex<Inner>,
    report: Mutex<Option<KeptReport>>,
    /// All games of its store, to search them; made when somebody does.
    pub games: Mutex<Option<GameIndex>>,
}

#[derive(Default)]
struct Inner {
    opened: Option<Arc<Opened>>,
    stamp: Stamp,
    checked: Option<Instant>,
    /// Why it cannot be opened.
    problem: Option<HostError>,
    /// Why the last run stopped, if something was wrong.
    run_problem: Option<HostError>,
    run: Option<Run>,
    is_played_elsewhere: bool,
}

/// A run of this process.
struct Run {
    stop: Arc<AtomicBool>,
    is_stopping: bool,
    /// `None` if the program plays it that the server is a part of.
    thread: Option<JoinHandle<()>>,
}

struct KeptReport {
    report: Arc<Report>,
    of: (u64, u64, usize),
    made: Instant,
    took: Duration,
}

impl Entry {
    /// A tournament that stands in a folder.
    pub fn of_source(id: String, source: Source) -> Entry {
        Entry {
            id,
            source: Some(source),
            inner: Mutex::default(),
            report: Mutex::default(),
            games: Mutex::default(),
        }
    }

    /// A tournament that the program plays that the server is a part of.
    pub fn of_program(id: String, opened: Opened, stop: Arc<AtomicBool>) -> Entry {
        let run = Run { stop, is_stopping: false, thread: None };
        let inner = Inner { opened: Some(Arc::new(opened)), run: Some(run), ..Inner::default() };
        Entry {
            id,
            source: None,
            inner: Mutex::new(inner),
            report: Mutex::default(),
            games: Mutex::default(),
        }
    }

    /// The program has played it to its end, or stopped.
    pub fn program_ended(&self) {
        self.lock().run = None;
    }

    /// The tournament as it stands. Reads its store again if that has changed.
    pub fn open(&self, host: Option<&dyn Host>) -> Result<Arc<Opened>, HostError> {
        let mut inner = self.lock();
        let (Some(source), None) = (&self.source, &inner.run) else {
            return inner.opened.clone().ok_or_else(|| HostError::Failed("it has ended".into()));
        };
        if inner.checked.is_none_or(|checked| checked.elapsed() >= FRESH) {
            inner.checked = Some(Instant::now());
            if inner.look_again(source, host) {
                *self.games.lock().expect("no thread panics while it searches games") = None;
            }
        }
        match (&inner.opened, &inner.problem) {
            (Some(opened), _) => Ok(Arc::clone(opened)),
            (None, Some(problem)) => Err(problem.clone()),
            (None, None) => Err(HostError::Failed("it cannot be read".into())),
        }
    }

    /// The tournament that is being played here, if it is.
    pub fn played_here(&self) -> Option<Arc<Tournament>> {
        let inner = self.lock();
        inner.run.as_ref()?;
        inner.opened.as_ref().map(|opened| Arc::clone(&opened.tournament))
    }

    /// How it stands, and why it does not run if something is wrong.
    pub fn state(&self, opened: &Opened) -> (State, Option<HostError>) {
        let inner = self.lock();
        let (done, planned) = opened.tournament.progress();
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
        let mut inner = self.lock();
        if inner.run.is_some() {
            return Err(StartError::Running);
        }
        // The store is locked by whoever plays: what reads it now lets go first.
        inner.opened = None;
        let opened = match host.open_to_play(source, on_change) {
            Ok(opened) => Arc::new(opened),
            Err(problem) => {
                inner.checked = None;
                return Err(StartError::Host(problem));
            }
        };
        prepare(&opened);
        let stop = Arc::new(AtomicBool::new(false));
        let (entry, played, flag) = (Arc::clone(self), Arc::clone(&opened), Arc::clone(&stop));
        let play = move || {
            let result = played.play.as_ref().map_or(Ok(()), |play| play(&flag));
            drop(played);
            entry.ended(result);
        };
        let thread = std::thread::Builder::new().name(format!("play {}", self.id)).spawn(play);
        let thread = thread.map_err(|error| StartError::Host(HostError::Failed(error.to_string())))?;
        inner.run_problem = None;
        inner.opened = Some(opened);
        inner.run = Some(Run { stop, is_stopping: false, thread: Some(thread) });
        Ok(())
    }

    fn ended(&self, result: Result<(), TournamentError>) {
        let mut inner = self.lock();
        inner.run = None;
        inner.run_problem = result.err().map(|error| HostError::Failed(error.to_string()));
        // It is opened again to be read: this gives its lock back.
        (inner.opened, inner.checked) = (None, None);
    }

    /// Ends the run: after the games that are being played, or at once. Pairs that are
    /// not finished are played again later. Returns whether it was running.
    pub fn stop(&self, at_once: bool) -> bool {
        let mut inner = self.lock();
        let tournament = inner.opened.as_ref().map(|opened| Arc::clone(&opened.tournament));
        let Some(run) = &mut inner.run else { return false };
        run.is_stopping = true;
        match (at_once, tournament) {
            (false, Some(tournament)) => tournament.finish_running_games(),
            _ => run.stop.store(true, Ordering::Relaxed),
        }
        true
    }

    /// Waits until the run has ended, if the server began it.
    pub fn wait(&self) {
        let thread = self.lock().run.as_mut().and_then(|run| run.thread.take());
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    /// Everything about the tournament but its games. Making it reads all results, so it
    /// may be a little old while games are played.
    pub fn report(&self, opened: &Opened) -> Result<Arc<Report>, StoreError> {
        let mut kept = self.report.lock().expect("no thread panics while it makes a report");
        let tournament = &opened.tournament;
        let (done, _) = tournament.progress();
        let of = (tournament.results().games, done, tournament.players().len());
        if let Some(kept) = &*kept {
            let is_recent = kept.made.elapsed() < kept.took * REPORT_SHARE;
            let goes_on = self.lock().run.is_some();
            if kept.of == of || (is_recent && goes_on) {
                return Ok(Arc::clone(&kept.report));
            }
        }
        let begin = Instant::now();
        let options = ReportOptions { sandbox: opened.sandbox.clone(), games: ReportGames::AtMost(0) };
        let report = Arc::new(reporting::report(tournament, &options)?);
        *kept =
            Some(KeptReport { report: Arc::clone(&report), of, made: Instant::now(), took: begin.elapsed() });
        Ok(report)
    }

    /// Whether its file has this path.
    pub fn is_of(&self, path: &Path) -> bool {
        self.source.as_ref().is_some_and(|source| source.path() == path)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("no thread panics while it holds a tournament")
    }
}

impl Inner {
    /// Counts what another process has committed, or opens the tournament again if that
    /// is not enough. Returns whether it was opened again.
    fn look_again(&mut self, source: &Source, host: Option<&dyn Host>) -> bool {
        let stamp = Stamp::of(source.path());
        if let Some(opened) = self.opened.as_ref().filter(|_| stamp == self.stamp) {
            self.is_played_elsewhere = opened.store.as_deref().is_some_and(Store::is_locked);
            let has_come =
                opened.tournament.store_name().is_none() && opened.store.as_deref().is_some_and(Path::exists);
            match opened.tournament.reload() {
                Ok(Reloaded::Unchanged | Reloaded::Added(_)) if !has_come => return false,
                _ => {}
            }
        }
        self.stamp = stamp;
        let opened = match host {
            Some(host) => host.open_to_read(source),
            None => Err(HostError::Failed("it cannot be read here".into())),
        };
        match opened {
            Ok(opened) => {
                self.is_played_elsewhere = opened.store.as_deref().is_some_and(Store::is_locked);
                self.opened = Some(Arc::new(opened));
                self.problem = None;
            }
            Err(problem) => (self.opened, self.problem) = (None, Some(problem)),
        }
        true
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
