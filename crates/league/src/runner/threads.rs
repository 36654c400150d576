//! Threads of this process as a runner: each plays one game at a time.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use games::{Seat, Session, Viewpoint};
use referee::{ActionRecord, Record, Stopped, Watcher};

use super::idle_bots::IdleBots;
use super::{GiveUpReason, Job, JobProgress, JobQueue, Runner};
use crate::cores;
use crate::pair::GameConditions;

/// How often a game tells how it stands: more is not seen.
const PULSE: Duration = Duration::from_millis(100);

/// Plays on this machine.
pub struct Threads {
    /// What is played.
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
        while let Some(job) = queue.take() {
            let mut competitors = match idle.seat(&job) {
                Ok(competitors) => competitors,
                Err(side) => {
                    queue.give_up(job, GiveUpReason::Changed(side));
                    continue;
                }
            };
            let clocks = job.players.each_ref().map(|player| player.clock);
            let mut pulse = Pulse { queue, job: &job, game: None, last: Instant::now() };
            let mut records: Vec<Record> = Vec::with_capacity(2);
            let played = self.conditions.play_pair(
                job.seed,
                &mut competitors,
                clocks,
                stop,
                &mut pulse,
                |_, record| {
                    records.push(record);
                },
            );
            idle.keep(&job, competitors);
            match (played, <[Record; 2]>::try_from(records)) {
                (Ok(()), Ok(records)) => queue.report(job, records),
                (Err(Stopped::Unable(why) | Stopped::Left(why)), _) => {
                    queue.give_up(job, GiveUpReason::Unable(why))
                }
                _ => queue.give_up(job, GiveUpReason::Stopped),
            }
        }
    }
}

/// Tells how a pair stands while it is played.
struct Pulse<'a> {
    queue: &'a dyn JobQueue,
    job: &'a Job,
    /// 0 or 1; nothing before the first has begun.
    game: Option<u8>,
    last: Instant,
}

impl Pulse<'_> {
    fn tell(&mut self, session: &dyn Session, turn: u32) {
        self.last = Instant::now();
        let grid = session.grid(Viewpoint::All);
        let [zero, one] = Seat::BOTH.map(|seat| grid.total(seat));
        let game = self.game.unwrap_or(0);
        // In the second game the first player sits on seat 1.
        let totals = if game == 1 { [one, zero] } else { [zero, one] };
        self.queue.progress(self.job, JobProgress { game, turn, totals });
    }
}

impl Watcher<Stopped> for Pulse<'_> {
    fn start(&mut self, _session: &dyn Session) -> Result<(), Stopped> {
        self.game = Some(self.game.map_or(0, |game| game + 1));
        Ok(())
    }

    fn action(&mut self, session: &dyn Session, action: &ActionRecord) -> Result<(), Stopped> {
        if self.last.elapsed() >= PULSE {
            self.tell(session, action.turn);
        }
        Ok(())
    }
}
