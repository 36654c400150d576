//! The job queue of a tournament: where the workers of one run get their pairs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use games::Seat;
use referee::Record;

use crate::finished_pair::{GameSummary, PairOutcome, StoreEntry};
use crate::results_table::Pairing;
use crate::runner::{GiveUpReason, Job, JobProgress, JobQueue};
use crate::scheduler::{Assignment, Scheduler};
use crate::sink::{ResultSink, lock};
use crate::spectator::Spectator;
use crate::tournament::{Tournament, TournamentError};

/// How often a worker without a job checks whether the run was stopped.
const CHECK_STOP: Duration = Duration::from_millis(50);

/// After how many disturbances of the same pair the run is stopped: something is
/// wrong with this machine.
const MOST_DISTURBANCES: u32 = 3;

/// Hands out the jobs of a tournament and passes results to a sink.
pub(crate) struct TournamentQueue<'a> {
    pub(crate) tournament: &'a Tournament,
    pub(crate) sink: &'a dyn ResultSink,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) spectator: Option<Arc<dyn Spectator>>,
}

impl TournamentQueue<'_> {
    /// The next job, or whether there may be one later.
    fn next(&self, scheduler: &mut Scheduler) -> Result<Job, IsDone> {
        while !self.stop.load(Ordering::Relaxed) && !self.tournament.is_finishing() {
            match scheduler.next() {
                Assignment::Play(pairing) => {
                    if self.sink.wants_progress() {
                        lock(&self.tournament.live).insert(pairing, JobProgress::default());
                    }
                    return Ok(self.job(scheduler, pairing));
                }
                Assignment::Forfeit(pairing, by) => {
                    let seeds = self.job(scheduler, pairing).seeds;
                    let entries = scheduler.finish(&pairing, seeds, PairOutcome::Forfeit(by));
                    self.save(pairing, entries);
                }
                Assignment::Wait => return Err(false),
                Assignment::Done => return Err(true),
            }
        }
        Err(true)
    }

    fn job(&self, scheduler: &Scheduler, pairing: Pairing) -> Job {
        let players = pairing.players.map(|player| scheduler.players[player].entry.clone());
        let names = players.each_ref().map(|player| player.name.as_str());
        let seeds = self.tournament.event.game_seeds(&pairing, names);
        let charge = self.tournament.event.conditions.charge;
        Job { pairing, players, seeds, charge, is_version_fixed: self.tournament.store.is_some() }
    }

    /// The caller holds the scheduler, so that entries come in the order in which
    /// things happened.
    fn save(&self, pairing: Pairing, entries: Vec<StoreEntry>) {
        if !entries.is_empty() {
            self.sink.accept(pairing, entries);
        }
    }

    /// Wakes workers that wait. Without any, no system call is made.
    fn notify(&self, scheduler: &Scheduler) {
        if scheduler.waiting_workers > 0 {
            self.tournament.changed.notify_all();
        }
    }

    fn end_job(&self, job: &Job) {
        if self.sink.wants_progress() {
            lock(&self.tournament.live).remove(&job.pairing);
        }
    }
}

/// Whether there will be no more jobs.
type IsDone = bool;

impl JobQueue for TournamentQueue<'_> {
    fn try_take(&self) -> Option<Job> {
        self.next(&mut lock(&self.tournament.scheduler)).ok()
    }

    fn take(&self) -> Option<Job> {
        let mut scheduler = lock(&self.tournament.scheduler);
        loop {
            match self.next(&mut scheduler) {
                Ok(job) => return Some(job),
                Err(true) => return None,
                Err(false) => {
                    scheduler.waiting_workers += 1;
                    let waited = self.tournament.changed.wait_timeout(scheduler, CHECK_STOP);
                    scheduler = waited.expect("no thread panics while it holds the scheduler").0;
                    scheduler.waiting_workers -= 1;
                }
            }
        }
    }

    fn report(&self, job: &Job, game: u8, record: Record) {
        // The work is done before any thread has to wait for it.
        let seat_of_first = if game == 0 { Seat::Zero } else { Seat::One };
        let mut summary = GameSummary::new(&record, seat_of_first);
        summary.record = self.sink.encode(&record, summary.blame.is_some());
        // Freeing hundreds of strings takes time, too.
        drop(record);
        let mut scheduler = lock(&self.tournament.scheduler);
        if !scheduler.is_new(&job.pairing, game) {
            return;
        }
        self.sink.game_ended(&job.pairing, game, job.seeds[usize::from(game & 1)], &mut summary);
        if let Some(games) = scheduler.add_game(&job.pairing, game, summary) {
            self.end_job(job);
            let entries = scheduler.finish(&job.pairing, job.seeds, PairOutcome::Played(games));
            self.save(job.pairing, entries);
            self.notify(&scheduler);
        }
    }

    fn wants_progress(&self) -> bool {
        self.sink.wants_progress()
    }

    fn progress(&self, job: &Job, progress: JobProgress) {
        if let Some(live) = lock(&self.tournament.live).get_mut(&job.pairing) {
            *live = progress;
        }
    }

    fn spectator(&self) -> Option<&dyn Spectator> {
        self.spectator.as_deref()
    }

    fn give_up(&self, job: Job, reason: GiveUpReason) {
        let mut scheduler = lock(&self.tournament.scheduler);
        self.end_job(&job);
        scheduler.take_back(job.pairing);
        match reason {
            GiveUpReason::Stopped => {}
            GiveUpReason::Unable(why) => {
                self.tournament.note_problem(TournamentError::Unable(why));
                self.stop.store(true, Ordering::Relaxed);
            }
            GiveUpReason::Disturbed(why) => {
                if scheduler.count_disturbance(&job.pairing) >= MOST_DISTURBANCES {
                    self.tournament.note_problem(TournamentError::Disturbed { why });
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            GiveUpReason::Changed(side) => {
                let entries = scheduler.mark_changed(job.pairing.players[side]);
                if entries.is_empty() {
                    let name = job.players[side].name.clone();
                    self.tournament.note_problem(TournamentError::ProgramChanged { name });
                }
                self.save(job.pairing, entries);
            }
        }
        self.notify(&scheduler);
    }
}
