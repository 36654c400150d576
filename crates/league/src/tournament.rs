//! A tournament while it is played. Read this first: it ties the scheduler, the
//! runner and the results together.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use crate::committed_results::{CommittedResults, LoggedFault};
use crate::event::{Event, EventPlayer};
use crate::formats::{AnyFormat, Format, Meeting, Plan};
use crate::memory::{MemorySink, OnUpdate};
use crate::queue::TournamentQueue;
use crate::reloading::ReadPosition;
use crate::results_table::{HeadToHead, Pairing};
use crate::runner::{JobProgress, Runner};
use crate::scheduler::{CrashStreak, Scheduler, TournamentPlayer, count_crashes};
use crate::sequential_test::SequentialTest;
use crate::sink::{BATCH, ResultSink, StoreSink, lock, write_batches};
use crate::spectator::Spectator;
use crate::standings::{Standings, standings};
use crate::store::{PlayerId, Store, StoreError};

/// Why a tournament was not played to its end.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// Results cannot be saved.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its store was opened to be read.
    #[error("the tournament was opened to be read, and cannot be played")]
    ReadOnly,
    /// This machine cannot go on: pipes, processes or memory have run out.
    #[error("{0}")]
    Unable(String),
    /// Something on this machine kills processes of one pair again and again.
    #[error(
        "{why}, and so was each further try of the same games: something on this machine ends processes (is it short \
         of memory?); no player is blamed; fix the problem, then continue the tournament"
    )]
    Disturbed {
        /// What was killed last.
        why: String,
    },
    /// A program is no longer the version that was entered.
    #[error(
        "the program of {name} has changed since the tournament began, and its other games were not played; \
         continue the tournament to decide what to do"
    )]
    ProgramChanged {
        /// The player's name.
        name: String,
    },
}

/// A tournament, or a match of two: with a store, or in memory only.
pub struct Tournament {
    /// All that decides what is played.
    pub event: Event,
    pub(crate) store: Option<Mutex<Store>>,
    pub(crate) scheduler: Mutex<Scheduler>,
    /// Signalled when the scheduler may have a job for a worker that waits.
    pub(crate) changed: Condvar,
    /// The jobs that are being played.
    pub(crate) live: Mutex<BTreeMap<Pairing, JobProgress>>,
    pub(crate) results: Mutex<CommittedResults>,
    /// The first reason why not all could be played.
    problem: Mutex<Option<TournamentError>>,
    spectator: Mutex<Option<Arc<dyn Spectator>>>,
    /// No more jobs are handed out.
    pub(crate) is_finishing: AtomicBool,
    /// Whether the plan says how many pairs there are. An [`archive`](crate::archive) may
    /// not know.
    pub(crate) is_length_known: bool,
    /// How far the store was read; `None` without a store.
    pub(crate) read_position: Option<Mutex<ReadPosition>>,
}

impl Tournament {
    /// A tournament without a store: results are gone with the process.
    pub fn in_memory(event: Event) -> Tournament {
        let players = event.players.iter().zip(0..).map(|(player, id)| TournamentPlayer {
            entry: Arc::new(player.clone()),
            id,
            withdrawn: None,
        });
        let players: Vec<TournamentPlayer> = players.collect();
        let (results, crashes) =
            (CommittedResults::new(players.len()), vec![CrashStreak::default(); players.len()]);
        Tournament::new(event, None, players, results, crashes)
    }

    /// Continues a tournament from its store. `ids` are those of the event's
    /// players, in their order.
    pub fn resume(event: Event, store: Store, ids: &[PlayerId]) -> Result<Tournament, StoreError> {
        let mut position = ReadPosition::new(&store)?;
        let stored = position.players();
        let players = event.players.iter().zip(ids).map(|(player, id)| TournamentPlayer {
            entry: Arc::new(player.clone()),
            id: *id,
            withdrawn: stored.iter().find(|player| player.id == *id).and_then(|player| player.withdrawn),
        });
        let players: Vec<TournamentPlayer> = players.collect();
        let place: BTreeMap<PlayerId, usize> = ids.iter().copied().zip(0..).collect();
        let mut results = CommittedResults::new(players.len());
        let mut crashes = vec![CrashStreak::default(); players.len()];
        store.each_pair(|number, pair| {
            position.advance(number);
            if let [Some(first), Some(second)] = pair.players.map(|id| place.get(&id).copied()) {
                let pairing = Pairing { round: pair.round, players: [first, second], leg: pair.leg };
                results.add(number, &pairing, &pair);
                count_crashes(&mut crashes, &pairing, &pair.outcome);
            }
        })?;
        let read_position = Some(Mutex::new(position));
        Ok(Tournament { read_position, ..Tournament::new(event, Some(store), players, results, crashes) })
    }

    fn new(
        event: Event,
        store: Option<Store>,
        players: Vec<TournamentPlayer>,
        results: CommittedResults,
        crashes: Vec<CrashStreak>,
    ) -> Tournament {
        Tournament {
            scheduler: Mutex::new(Scheduler::new(&event, players, &results, crashes)),
            event,
            store: store.map(Mutex::new),
            changed: Condvar::new(),
            live: Mutex::default(),
            results: Mutex::new(results),
            problem: Mutex::default(),
            spectator: Mutex::default(),
            is_finishing: AtomicBool::new(false),
            is_length_known: true,
            read_position: None,
        }
    }

    /// Plays until all is played or `stop` is set. On an error, which is about the
    /// store or this machine, `stop` is set here.
    pub fn run(&self, runner: &dyn Runner, stop: &AtomicBool) -> Result<(), TournamentError> {
        let Some(store) = &self.store else {
            let sink = MemorySink::new(&self.event, &self.results, stop, None, None);
            self.run_jobs(runner, stop, &sink);
            return self.take_problem();
        };
        if lock(store).is_read_only() {
            return Err(TournamentError::ReadOnly);
        }
        // What is not saved yet takes memory: a worker that is too fast waits.
        let (sender, receiver) = sync_channel(BATCH);
        thread::scope(|scope| {
            let writer = scope.spawn(move || {
                let written = write_batches(receiver, store, &self.results);
                written.inspect_err(|_| stop.store(true, Ordering::Relaxed))
            });
            // The writer ends when the sink, and with it the sender, is gone.
            let sink = StoreSink { records: self.event.records, sender };
            self.run_jobs(runner, stop, &sink);
            drop(sink);
            writer.join().expect("the writer does not panic")
        })?;
        self.take_problem()
    }

    /// Plays a tournament without a store, as [`run`](Tournament::run) does.
    /// `on_update` is called after every game that counts, on the thread that
    /// played it. A sequential test is a reason to stop: pairs count in the order
    /// of their legs, and what ends after the verdict counts for nothing.
    ///
    /// # Panics
    ///
    /// If the tournament has a store.
    pub fn run_in_memory<'a>(
        &'a self,
        runner: &dyn Runner,
        stop: &'a AtomicBool,
        test: Option<&'a mut SequentialTest>,
        on_update: &'a mut (impl FnMut(crate::memory::Update<'_>) -> ControlFlow<()> + Send + 'a),
    ) -> Result<(), TournamentError> {
        assert!(self.store.is_none(), "a store counts its own results");
        let on_update: &'a mut OnUpdate<'a> = on_update;
        let sink = MemorySink::new(&self.event, &self.results, stop, test, Some(on_update));
        self.run_jobs(runner, stop, &sink);
        let half_done = lock(&self.scheduler).take_half_done();
        sink.finish(half_done, |pairing| {
            let names = pairing.players.map(|player| self.event.players[player].name.as_str());
            self.event.game_seeds(pairing, names)
        });
        self.take_problem()
    }

    fn run_jobs(&self, runner: &dyn Runner, stop: &AtomicBool, sink: &dyn ResultSink) {
        let spectator = lock(&self.spectator).clone();
        runner.run(&TournamentQueue { tournament: self, sink, stop, spectator }, stop);
        self.is_finishing.store(false, Ordering::Relaxed);
    }

    /// Hands out no more pairs. Those that are being played are played to their end and
    /// saved; then `run` returns, as if it had been stopped between them. This holds for
    /// one run: the one that goes on, or else the next one.
    pub fn finish_running_games(&self) {
        // While it is locked no worker is about to wait.
        let _scheduler = lock(&self.scheduler);
        self.is_finishing.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Takes back [`finish_running_games`](Tournament::finish_running_games), as far as
    /// workers have not ended yet.
    pub fn play_on(&self) {
        self.is_finishing.store(false, Ordering::Relaxed);
    }

    /// Whether only the pairs that are being played are played to their end.
    pub fn is_finishing(&self) -> bool {
        self.is_finishing.load(Ordering::Relaxed)
    }

    /// From the next run on, all games are watched by this one. Without a spectator,
    /// games cost what they did.
    pub fn set_spectator(&self, spectator: Arc<dyn Spectator>) {
        *lock(&self.spectator) = Some(spectator);
    }

    /// Notes why not all can be played; the first reason counts.
    pub(crate) fn note_problem(&self, problem: TournamentError) {
        lock(&self.problem).get_or_insert(problem);
    }

    fn take_problem(&self) -> Result<(), TournamentError> {
        lock(&self.problem).take().map_or(Ok(()), Err)
    }

    /// Adds players while the tournament is played. `all_players` is the whole list:
    /// those who are here already first and in their order.
    pub fn join(&self, all_players: Vec<EventPlayer>) -> Result<(), StoreError> {
        let here = self.players().len();
        let mut ids = Vec::new();
        for (newcomer, place) in all_players.iter().zip(0..).skip(here) {
            let about = newcomer.spec.about();
            ids.push(match &self.store {
                Some(store) => lock(store).add_player(&newcomer.name, &about.spec, &about.version)?,
                None => place,
            });
        }
        let mut scheduler = lock(&self.scheduler);
        // Nobody sees a player in the results who is not in the list.
        let mut results = lock(&self.results);
        ids.iter().for_each(|_| results.add_player());
        drop(results);
        scheduler.join(all_players, ids);
        drop(scheduler);
        self.changed.notify_all();
        Ok(())
    }

    /// All who take part, in the order of the list.
    pub fn players(&self) -> Vec<TournamentPlayer> {
        lock(&self.scheduler).players.clone()
    }

    /// What is committed so far.
    pub fn results(&self) -> CommittedResults {
        lock(&self.results).clone()
    }

    /// The games that are committed so far.
    pub fn games(&self) -> u64 {
        lock(&self.results).games
    }

    /// Pairs that are done, and pairs in all as far as that is known.
    pub fn progress(&self) -> (u64, Option<u64>) {
        let scheduler = lock(&self.scheduler);
        // What is shown is what is committed.
        let planned = scheduler.format.planned(&scheduler.table).filter(|_| self.is_length_known);
        (scheduler.format.done(&lock(&self.results).table), planned)
    }

    /// The pairs that are being played.
    pub fn live(&self) -> Vec<(Pairing, JobProgress)> {
        lock(&self.live).iter().map(|(pairing, progress)| (*pairing, *progress)).collect()
    }

    /// The plan. Where its length is not known, it has as many pairs as were played.
    pub fn plan(&self) -> Plan {
        let mut plan = self.event.plan;
        if !self.is_length_known {
            let meetings = lock(&self.results).table.by_players();
            let longest = meetings.values().map(HeadToHead::pairs).max().unwrap_or(0);
            plan.set_pairs(u32::try_from(longest.max(1)).unwrap_or(u32::MAX));
        }
        plan
    }

    /// All meetings that are known, in the order of play: see [`AnyFormat::meetings`].
    /// What is done is what is committed.
    pub fn meetings(&self) -> Vec<Meeting> {
        let scheduler = lock(&self.scheduler);
        let mut meetings = scheduler.format.meetings(&lock(&self.results).table);
        if !self.is_length_known {
            meetings.iter_mut().for_each(|meeting| meeting.planned = None);
        }
        meetings
    }

    /// The next pairs to be played, at most so many, and as far as they do not depend on
    /// results to come. Changes nothing.
    pub fn next_pairs(&self, most: usize) -> Vec<Pairing> {
        if !self.is_length_known {
            return Vec::new();
        }
        let preview = lock(&self.scheduler).preview();
        preview.take(most).collect()
    }

    /// The pairs that were handed out and are not done.
    pub fn under_way(&self) -> Vec<Pairing> {
        lock(&self.scheduler).under_way().to_vec()
    }

    /// How many players were withdrawn.
    pub fn withdrawn_count(&self) -> usize {
        lock(&self.scheduler).withdrawn.iter().filter(|is_withdrawn| **is_withdrawn).count()
    }

    /// The last faults that are committed, newest last.
    pub fn last_faults(&self, most: usize) -> Vec<LoggedFault> {
        let faults = &lock(&self.results).last_faults;
        faults.iter().skip(faults.len().saturating_sub(most)).cloned().collect()
    }

    /// Whether pairs belong to rounds.
    pub fn has_rounds(&self) -> bool {
        self.with_format(AnyFormat::has_rounds)
    }

    /// The round that a pair belongs to, in words; `None` where there are no rounds.
    pub fn stage_in_words(&self, pairing: &Pairing) -> Option<String> {
        let scheduler = lock(&self.scheduler);
        scheduler.format.stage_in_words(&scheduler.table, pairing)
    }

    /// The ranking, from results that are committed.
    pub fn standings(&self, results: &CommittedResults) -> Standings {
        let scheduler = lock(&self.scheduler);
        let mut bonus = scheduler.format.bonus(&results.table, results.accounts.len());
        for (bonus, is_withdrawn) in bonus.iter_mut().zip(&scheduler.withdrawn) {
            bonus.is_withdrawn = *is_withdrawn;
        }
        drop(scheduler);
        standings(&results.table, self.event.rank_by, &bonus)
    }

    /// Calls `read` with the format, which knows rounds and brackets.
    pub fn with_format<T>(&self, read: impl FnOnce(&AnyFormat) -> T) -> T {
        read(&lock(&self.scheduler).format)
    }

    /// The name of the store's file, without its folder; `None` without a store.
    pub fn store_name(&self) -> Option<String> {
        let path = lock(self.store.as_ref()?).path().to_path_buf();
        Some(path.file_name()?.to_string_lossy().into_owned())
    }

    /// A second connection to the store, to read much of it while results are
    /// written; `None` without a store.
    pub fn open_store_for_reading(&self) -> Result<Option<Store>, StoreError> {
        let Some(store) = &self.store else { return Ok(None) };
        let path = lock(store).path().to_path_buf();
        Store::open_read_only(&path).map(Some)
    }
}
