//! A tournament while it is played: hands out pairs, takes results in, writes
//! them down, and shows nothing that is not safe on disk.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use games::Seat;
use referee::{Record, blame};

use crate::committed_results::{CommittedResults, LoggedFault};
use crate::event::{Event, EventPlayer, Records};
use crate::formats::{AnyFormat, Format};
use crate::game_result::GameResult;
use crate::results_table::Pairing;
use crate::runner::{GiveUpReason, Job, JobProgress, JobQueue, Runner};
use crate::scheduler::{Assignment, Scheduler, TournamentPlayer, count_crashes};
use crate::standings::{Standings, standings};
use crate::store::{GameSummary, PairOutcome, PlayerId, Store, StoreEntry, packing};

/// Results wait at most so long for others to be written with them.
const BATCH_TIME: Duration = Duration::from_millis(200);

/// And there are at most so many of them.
const BATCH: usize = 4096;

/// A worker without work looks so often whether it was told to stop.
const LOOK: Duration = Duration::from_millis(50);

/// A tournament that is played.
pub struct Tournament {
    /// As it was announced.
    pub event: Event,
    store: Mutex<Store>,
    scheduler: Mutex<Scheduler>,
    /// Something has changed on the scheduler.
    changed: Condvar,
    /// What is committed.
    results: Mutex<CommittedResults>,
    live: Mutex<BTreeMap<Pairing, JobProgress>>,
    /// GiveUpReason not all could be played.
    problem: Mutex<Option<String>>,
}

impl Tournament {
    /// Takes up a tournament where its store says it is. `ids` are those of the
    /// event's players.
    pub fn resume(event: Event, store: Store, ids: &[PlayerId]) -> Result<Tournament, String> {
        let stored = store.players()?;
        let players = event.players.iter().zip(ids).map(|(player, id)| TournamentPlayer {
            entry: Arc::new(player.clone()),
            id: *id,
            withdrawn: stored.iter().find(|player| player.id == *id).and_then(|player| player.withdrawn),
        });
        let players: Vec<TournamentPlayer> = players.collect();
        let place: BTreeMap<PlayerId, usize> = ids.iter().copied().zip(0..).collect();
        let mut results = CommittedResults::new(players.len());
        let mut crashes = vec![0; players.len()];
        store.each_pair(|number, pair| {
            if let [Some(first), Some(second)] = pair.players.map(|id| place.get(&id).copied()) {
                let pairing = Pairing { round: pair.round, players: [first, second], leg: pair.leg };
                results.add(number, &pairing, &pair);
                count_crashes(&mut crashes, &pairing, &pair.outcome);
            }
        })?;
        let scheduler = Scheduler::new(&event, players, &results, crashes);
        Ok(Tournament {
            event,
            store: Mutex::new(store),
            scheduler: Mutex::new(scheduler),
            changed: Condvar::new(),
            results: Mutex::new(results),
            live: Mutex::default(),
            problem: Mutex::default(),
        })
    }

    /// Plays until all is played or `stop` is set, which it is here if something
    /// is wrong with the store or with this machine: that is the error.
    pub fn run(&self, runner: &dyn Runner, stop: &AtomicBool) -> Result<(), String> {
        // What is not written yet takes memory: whoever is too fast waits.
        let (sender, receiver) = sync_channel(BATCH);
        thread::scope(|scope| {
            let writer = scope
                .spawn(|| self.write_down(receiver).inspect_err(|_| stop.store(true, Ordering::Relaxed)));
            let queue = TournamentQueue { tournament: self, sender, stop };
            runner.run(&queue, stop);
            // The writer ends when nobody can send any more.
            drop(queue);
            writer.join().expect("the writer does not panic")
        })?;
        self.problem.lock().expect("nobody panics with a problem").take().map_or(Ok(()), Err)
    }

    /// Commits what comes in, and shows it then.
    fn write_down(&self, receiver: Receiver<Entry>) -> Result<(), String> {
        while let Ok(first) = receiver.recv() {
            let until = Instant::now() + BATCH_TIME;
            let mut batch = vec![first];
            while batch.len() < BATCH {
                let left = until.saturating_duration_since(Instant::now());
                let Ok(next) = receiver.recv_timeout(left) else { break };
                batch.push(next);
            }
            let lines =
                batch.iter().flat_map(|(pairing, lines)| lines.iter().map(move |line| (pairing, line)));
            let numbers = self.store().commit(lines.clone().map(|(_, line)| line))?;
            let mut results = self.committed();
            for ((pairing, line), number) in lines.zip(numbers) {
                if let StoreEntry::Pair(pair) = line {
                    results.add(number, pairing, pair);
                }
            }
        }
        Ok(())
    }

    /// More players join while it is played: everybody who takes part from now
    /// on, those who are here already first and in their order.
    pub fn join(&self, everybody: Vec<EventPlayer>) -> Result<(), String> {
        let here = self.players().len();
        let mut ids = Vec::new();
        for newcomer in everybody.iter().skip(here) {
            let about = newcomer.spec.about();
            ids.push(self.store().add_player(&newcomer.name, &about.spec, &about.version)?);
            // Before anybody can be paired with it.
            self.committed().add_player();
        }
        self.scheduler().join(everybody, ids);
        self.changed.notify_all();
        Ok(())
    }

    /// Everybody who takes part.
    pub fn players(&self) -> Vec<TournamentPlayer> {
        self.scheduler().players.clone()
    }

    /// What is committed so far.
    pub fn results(&self) -> CommittedResults {
        self.committed().clone()
    }

    /// Pairs that are done and pairs in all, as far as that is known.
    pub fn progress(&self) -> (u64, Option<u64>) {
        let scheduler = self.scheduler();
        // What is shown is what is committed.
        (scheduler.format.done(&self.committed().table), scheduler.format.planned(&scheduler.table))
    }

    /// The pairs that are being played.
    pub fn live(&self) -> Vec<(Pairing, JobProgress)> {
        self.playing().iter().map(|(pairing, progress)| (*pairing, *progress)).collect()
    }

    /// How many players were withdrawn.
    pub fn withdrawn_count(&self) -> usize {
        self.scheduler().withdrawn.iter().filter(|is_withdrawn| **is_withdrawn).count()
    }

    /// The last faults that are committed, newest last.
    pub fn last_faults(&self, most: usize) -> Vec<LoggedFault> {
        let results = self.committed();
        results.faults.iter().skip(results.faults.len().saturating_sub(most)).cloned().collect()
    }

    /// Whether pairs belong to rounds.
    pub fn has_rounds(&self) -> bool {
        self.with_format(AnyFormat::has_rounds)
    }

    /// Who stands where, by what is committed.
    pub fn standings(&self, results: &CommittedResults) -> Standings {
        let scheduler = self.scheduler();
        let mut bonus = scheduler.format.bonus(&results.table, results.accounts.len());
        for (bonus, is_withdrawn) in bonus.iter_mut().zip(&scheduler.withdrawn) {
            bonus.is_withdrawn = *is_withdrawn;
        }
        drop(scheduler);
        standings(&results.table, self.event.rank_by, &bonus)
    }

    /// The format, which knows rounds and brackets.
    pub fn with_format<T>(&self, look: impl FnOnce(&AnyFormat) -> T) -> T {
        look(&self.scheduler().format)
    }

    /// The store for whoever reads much of it: results are written meanwhile.
    pub fn open_store_for_reading(&self) -> Result<Store, String> {
        let path = self.store().path().to_path_buf();
        Store::open_read_only(&path)
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().expect("nobody panics with the store")
    }

    fn committed(&self) -> MutexGuard<'_, CommittedResults> {
        self.results.lock().expect("nobody panics with the results")
    }

    fn playing(&self) -> MutexGuard<'_, BTreeMap<Pairing, JobProgress>> {
        self.live.lock().expect("nobody panics with what is live")
    }

    fn scheduler(&self) -> MutexGuard<'_, Scheduler> {
        self.scheduler.lock().expect("nobody panics on the scheduler")
    }
}

/// A pair, and all that is to be written down about it.
type Entry = (Pairing, Vec<StoreEntry>);

/// Where the workers of one run get their pairs.
struct TournamentQueue<'a> {
    tournament: &'a Tournament,
    sender: SyncSender<Entry>,
    stop: &'a AtomicBool,
}

impl TournamentQueue<'_> {
    /// Whoever calls this holds the scheduler, so that lines come in the order in which
    /// things happened.
    fn write(&self, pairing: Pairing, lines: Vec<StoreEntry>) {
        if !lines.is_empty() {
            // If the writer has gone, it has said why and everything stops.
            let _ = self.sender.send((pairing, lines));
        }
    }

    fn job(&self, scheduler: &Scheduler, pairing: Pairing) -> Job {
        let players = pairing.players.map(|player| scheduler.players[player].entry.clone());
        let names = players.each_ref().map(|player| player.name.as_str());
        let seed = self.tournament.event.pair_seed(&pairing, names);
        Job { pairing, players, seed }
    }

    /// Not all can be played, and why: the first reason is told.
    fn note_problem(&self, problem: String) {
        let mut first = self.tournament.problem.lock().expect("nobody panics with a problem");
        first.get_or_insert(problem);
    }
}

impl JobQueue for TournamentQueue<'_> {
    fn take(&self) -> Option<Job> {
        let mut scheduler = self.tournament.scheduler();
        while !self.stop.load(Ordering::Relaxed) {
            match scheduler.next() {
                Assignment::Play(pairing) => {
                    self.tournament.playing().insert(pairing, JobProgress::default());
                    return Some(self.job(&scheduler, pairing));
                }
                Assignment::Forfeit(pairing, by) => {
                    let seed = self.job(&scheduler, pairing).seed;
                    let lines = scheduler.finish(&pairing, seed, PairOutcome::Forfeit(by));
                    self.write(pairing, lines);
                }
                Assignment::Wait => {
                    let waited = self.tournament.changed.wait_timeout(scheduler, LOOK);
                    scheduler = waited.expect("nobody panics on the scheduler").0;
                }
                Assignment::Done => return None,
            }
        }
        None
    }

    fn report(&self, job: Job, records: [Record; 2]) {
        // The work is done before anybody has to wait for it.
        let [first, second] = records;
        let keep = self.tournament.event.records;
        let games = [summary(&first, Seat::Zero, keep), summary(&second, Seat::One, keep)];
        let mut scheduler = self.tournament.scheduler();
        self.tournament.playing().remove(&job.pairing);
        let lines = scheduler.finish(&job.pairing, job.seed, PairOutcome::Played(Box::new(games)));
        self.write(job.pairing, lines);
        drop(scheduler);
        self.tournament.changed.notify_all();
    }

    fn progress(&self, job: &Job, progress: JobProgress) {
        if let Some(live) = self.tournament.playing().get_mut(&job.pairing) {
            *live = progress;
        }
    }

    fn give_up(&self, job: Job, why: GiveUpReason) {
        let mut scheduler = self.tournament.scheduler();
        self.tournament.playing().remove(&job.pairing);
        scheduler.take_back(job.pairing);
        match why {
            GiveUpReason::Stopped => {}
            GiveUpReason::Unable(why) => {
                self.note_problem(why);
                self.stop.store(true, Ordering::Relaxed);
            }
            GiveUpReason::Changed(side) => {
                let lines = scheduler.mark_changed(job.pairing.players[side]);
                if lines.is_empty() {
                    self.note_problem(format!(
                        "the program of {} has changed since the tournament began, and its other games were not \
                         played; give the same command again, and say what to do about it",
                        job.players[side].name
                    ));
                }
                self.write(job.pairing, lines);
            }
        }
        drop(scheduler);
        self.tournament.changed.notify_all();
    }
}

/// What is kept of a game in which the first player of the pair sat there.
fn summary(record: &Record, seat_of_first: Seat, keep: Records) -> GameSummary {
    let complaint = blame::complaint(record);
    let record_is_kept = match keep {
        Records::All => true,
        Records::Faults => complaint.is_some(),
        Records::None => false,
    };
    // If neither player started, the words are about the one that was asked first.
    let first = Seat::from_parity(usize::from(record.first));
    let blame = complaint.map(|complaint| {
        let whose = u8::from(complaint.seat.unwrap_or(first) != seat_of_first);
        (whose, complaint.words)
    });
    GameSummary {
        result: GameResult::of(record, seat_of_first),
        blame,
        record: record_is_kept.then(|| packing::pack(record)),
    }
}
