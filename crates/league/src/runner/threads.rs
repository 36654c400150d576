//! Threads of this process as a runner: each plays one game at a time.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use games::{Seat, Session, Viewpoint};
use referee::{ActionRecord, NoWatcher, Record, Stopped, Watcher};

use super::idle_bots::IdleBots;
use super::{GiveUpReason, Job, JobProgress, JobQueue, Runner};
use crate::cores;
use crate::pair::GameConditions;
use crate::spectator::GameSpectator;

/// How often a game says how it stands; a screen shows no more.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// Plays on this machine.
pub struct Threads {
    /// What all games have in common.
    pub conditions: GameConditions,
    /// How many games at a time.
    pub workers: usize,
    /// Whether each game may be kept to one core.
    pub keep_to_cores: bool,
}

impl Runner for Threads {
    fn run(&self, queue: &dyn JobQueue, stop: &AtomicBool) {
        let cores = match cores::are_kept_to(self.keep_to_cores, self.conditions.charge, self.workers) {
            true => cores::available(),
            false => Vec::new(),
        };
        thread::scope(|scope| {
            for worker in 0..self.workers {
                let core = (!cores.is_empty()).then(|| cores[worker % cores.len()]);
                scope.spawn(move || {
                    if let Some(core) = core {
                        cores::keep_to(core);
                    }
                    self.work(queue, stop);
                });
            }
        });
    }
}

impl Threads {
    fn work(&self, queue: &dyn JobQueue, stop: &AtomicBool) {
        let mut idle = IdleBots::default();
        while let Some(job) = next_job(queue, &mut idle) {
            let mut competitors = match idle.seat(&job) {
                Ok(competitors) => competitors,
                Err(reason) => {
                    queue.give_up(job, reason);
                    continue;
                }
            };
            let clocks = job.clocks(0);
            let progress =
                queue.wants_progress().then(|| ProgressSender { queue, job: &job, last: Instant::now() });
            let spectator = queue.spectator().map(|spectator| spectator.watch(&job));
            let is_watched = progress.is_some() || spectator.is_some();
            let mut pair = PairWatcher { game: None, progress, spectator };
            let watcher: &mut dyn Watcher<Stopped> = if is_watched { &mut pair } else { &mut NoWatcher };
            let each = |seat_of_first: Seat, record| queue.report(&job, seat_of_first.index() as u8, record);
            let played = self.conditions.play_pair(job.seeds, &mut competitors, clocks, stop, watcher, each);
            // After a disturbance both are in the middle of a game: new processes play on.
            if !matches!(played, Err(Stopped::Disturbed(_))) {
                idle.keep(&job, competitors);
            }
            if let Some(spectator) = pair.spectator.as_mut().filter(|_| played.is_err()) {
                spectator.gave_up();
            }
            drop(pair);
            match played {
                Ok(()) => {}
                Err(Stopped::Disturbed(why)) => queue.give_up(job, GiveUpReason::Disturbed(why)),
                Err(Stopped::MachineFailed(why) | Stopped::PersonLeft(why)) => {
                    queue.give_up(job, GiveUpReason::Unable(why));
                }
                Err(ended @ Stopped::InputEnded) => {
                    queue.give_up(job, GiveUpReason::Unable(ended.to_string()));
                }
                Err(Stopped::Interrupted) => queue.give_up(job, GiveUpReason::Stopped),
            }
        }
    }
}

/// The next job. Bots run on from one job to the next, but not while their
/// worker waits: they would take time from games on the same core.
fn next_job(queue: &dyn JobQueue, idle: &mut IdleBots) -> Option<Job> {
    queue.try_take().or_else(|| {
        idle.pause_all();
        queue.take()
    })
}

/// Passes on what happens in both games of a pair.
struct PairWatcher<'a> {
    /// 0 or 1; `None` before the first game.
    game: Option<u8>,
    progress: Option<ProgressSender<'a>>,
    spectator: Option<Box<dyn GameSpectator + 'a>>,
}

impl Watcher<Stopped> for PairWatcher<'_> {
    fn start(&mut self, session: &dyn Session) -> Result<(), Stopped> {
        let game = self.game.map_or(0, |game| game + 1);
        self.game = Some(game);
        if let Some(spectator) = &mut self.spectator {
            spectator.start(game, session);
        }
        Ok(())
    }

    fn action(&mut self, session: &dyn Session, actions: &[ActionRecord]) -> Result<(), Stopped> {
        if let Some(progress) = &mut self.progress {
            progress.send_in_time(self.game.unwrap_or(0), session, actions);
        }
        if let Some(spectator) = &mut self.spectator {
            spectator.action(session, actions);
        }
        Ok(())
    }

    fn ended(&mut self, record: &Record) {
        if let Some(spectator) = &mut self.spectator {
            spectator.ended(record);
        }
    }
}

/// Says how a pair stands while it is played.
struct ProgressSender<'a> {
    queue: &'a dyn JobQueue,
    job: &'a Job,
    last: Instant,
}

impl ProgressSender<'_> {
    /// Sends unless it has sent a moment ago.
    fn send_in_time(&mut self, game: u8, session: &dyn Session, actions: &[ActionRecord]) {
        if self.last.elapsed() < PROGRESS_EVERY {
            return;
        }
        self.last = Instant::now();
        let grid = session.grid(Viewpoint::All);
        let [zero, one] = Seat::BOTH.map(|seat| grid.total(seat));
        // In the second game the first player sits on seat 1.
        let totals = if game == 1 { [one, zero] } else { [zero, one] };
        let turn = actions.last().map_or(0, |action| action.turn);
        self.queue.progress(self.job, JobProgress { game, turn, totals });
    }
}
