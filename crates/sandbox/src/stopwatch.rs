//! Measures how long a program takes, by the time that it is charged for.
//!
//! Fair time is wall time less *run delay*: the time in which a thread was ready and
//! got no core (see `run_delay`). Reading it costs more than a short
//! move. So it is read only where it can matter, when wall time and CPU time differ.
//!
//! Three more waits are not the program's:
//!
//! - The caller's own run delay after the line came.
//! - *Late*: the caller asked to be woken, and was woken much later. Then it was
//!   stopped, or the whole machine stood still, and the line may have come long ago.
//! - *Stolen*: a virtual machine's core was given to others. The kernel counts that
//!   in steps of 10 ms.

use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::Pid;

use crate::charge::{ChargeBy, TimeSpent};
use crate::proc_stat::{self, Threads};
use crate::run_delay::{Look, RunDelay};

/// Wall time may exceed CPU time by this much before run delay is read. So a move is
/// charged at most this much too much.
const UNEXPLAINED: Duration = Duration::from_micros(100);

/// A caller that is woken this much too late stood still. On a busy core it waits for
/// less.
const LATE: Duration = Duration::from_millis(100);

/// Steal is counted in steps of this; shorter waits show none.
const STEAL_STEP: Duration = Duration::from_millis(10);

/// When the threads of a slow program are first looked at; then after twice the time,
/// up to the second one.
const FIRST_LOOK: Duration = Duration::from_millis(2);
const LAST_LOOK: Duration = Duration::from_millis(20);

/// Every program waits so long for a CPU now and then.
const SCHEDULING_DELAY: Duration = Duration::from_millis(1);

thread_local! {
    /// When a stopwatch of this thread last read the clock.
    static LAST_READ: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// How long to wait for a line after a request.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit {
    /// Wall time.
    pub wall: Duration,
    /// Time by which the program is charged; `None` if only wall time is limited.
    pub charged: Option<Duration>,
}

impl TimeLimit {
    /// Limits wall time only.
    pub fn wall(wall: Duration) -> TimeLimit {
        TimeLimit { wall, charged: None }
    }
}

/// Measures the time since a request.
pub struct Stopwatch {
    charge: ChargeBy,
    begin: Instant,
    /// CPU time of the program at the request.
    cpu: Duration,
    /// CPU time that it used since its last request was over, and must pay for.
    off_turn: Duration,
    /// Wall time since the request, when the clock was last read.
    passed: Duration,
    /// The part of it in which the caller stood still.
    late: Duration,
    /// Run delay of the caller when it last began to wait.
    callers_delay: Duration,
    /// Stolen time just before the request; `None` by wall time, which is charged as it is.
    steal: Option<Arc<StealSample>>,
    run_delay: RunDelay,
    /// When the threads are looked at again.
    next_look: Duration,
    /// CPU time of the program when its limit seemed to be reached.
    cpu_at_limit: Option<Duration>,
    /// The caller has been told that this takes a while.
    pub(crate) is_slow: bool,
}

impl Stopwatch {
    /// Whether so much wall time had passed when the clock was last read.
    pub(crate) fn has_passed(&self, time: Duration) -> bool {
        self.passed >= time
    }

    /// Reads the clock after a wait that should have lasted no longer than `timeout`.
    pub(crate) fn read(&mut self, timeout: Duration) {
        let before = self.passed;
        let now = Instant::now();
        LAST_READ.set(Some(now));
        self.passed = now - self.begin;
        let late = (self.passed - before).saturating_sub(timeout);
        if late > LATE {
            self.late += late;
        }
    }

    /// Wall time without the time in which the caller stood still.
    pub fn awake(&self) -> Duration {
        self.passed.saturating_sub(self.late)
    }

    /// What one thread can have used at most. Below this, no time need be read.
    pub(crate) fn most_charged(&self) -> Duration {
        self.awake() + self.off_turn
    }
}

/// What is known of a program's times between its requests.
pub struct TimeMeter {
    pid: Pid,
    /// CPU time when the last request was over.
    cpu_seen: Duration,
    /// CPU time between requests that is not charged.
    free: Duration,
    /// The threads when they were last read.
    threads: Threads,
    /// Wall time less CPU time, of moves since then that were charged wall time.
    unexplained: Duration,
}

impl TimeMeter {
    /// For a program that has just been started.
    pub fn new(pid: Pid) -> TimeMeter {
        TimeMeter {
            pid,
            cpu_seen: Duration::ZERO,
            free: Duration::ZERO,
            threads: Threads::new(),
            unexplained: Duration::ZERO,
        }
    }

    /// Nothing that the program has done so far is charged.
    pub fn settle(&mut self) {
        self.cpu_seen = proc_stat::cpu_time(self.pid);
        self.threads = proc_stat::thread_times(self.pid);
        self.unexplained = Duration::ZERO;
    }

    /// Gives the program CPU time that it may use before its next request.
    pub fn allow(&mut self, free: Duration) {
        self.free = free;
    }

    /// Reads all clocks, wall time last: the request follows at once.
    ///
    /// A program that was stopped had to be woken for that, and may have waited for a
    /// core. That delay is not part of the request.
    pub fn begin(&mut self, charge: ChargeBy, was_stopped: bool) -> Stopwatch {
        if was_stopped && charge == ChargeBy::Fair {
            (self.threads, self.unexplained) = (proc_stat::thread_times(self.pid), Duration::ZERO);
        }
        // Reading the clock once more would cost as much as the rest of this. The last
        // reading is new enough unless the opponent thought, and then this was stopped.
        let recently = LAST_READ.get().filter(|_| !was_stopped).unwrap_or_else(Instant::now);
        let steal = (charge != ChargeBy::Wall).then(|| StealSample::recent(recently));
        let (cpu, off_turn) = match charge {
            ChargeBy::Wall => (Duration::ZERO, Duration::ZERO),
            ChargeBy::Fair | ChargeBy::Cpu => {
                let cpu = proc_stat::cpu_time(self.pid);
                (cpu, cpu.saturating_sub(self.cpu_seen).saturating_sub(self.free))
            }
        };
        self.free = Duration::ZERO;
        let callers_delay = match charge {
            ChargeBy::Fair => proc_stat::own_run_delay(),
            ChargeBy::Cpu | ChargeBy::Wall => Duration::ZERO,
        };
        Stopwatch {
            charge,
            begin: Instant::now(),
            cpu,
            off_turn,
            passed: Duration::ZERO,
            late: Duration::ZERO,
            callers_delay,
            steal,
            run_delay: RunDelay::default(),
            next_look: FIRST_LOOK,
            cpu_at_limit: None,
            is_slow: false,
        }
    }

    /// The caller begins to wait. Returns when it should look again at the latest: a
    /// thread that ends takes its run delay with it, so threads are looked at while
    /// they work.
    pub fn watch(&self, watch: &mut Stopwatch) -> Duration {
        if watch.charge != ChargeBy::Fair || !watch.is_slow {
            return Duration::MAX;
        }
        if watch.passed >= watch.next_look {
            watch.run_delay.keep(&self.threads, self.look(watch));
            watch.next_look = watch.passed + watch.passed.min(LAST_LOOK);
        }
        watch.callers_delay = proc_stat::own_run_delay();
        watch.next_look - watch.passed
    }

    /// The time from the request to the last line.
    pub fn end(&mut self, watch: &Stopwatch) -> TimeSpent {
        let own = self.own_cpu(watch);
        self.cpu_seen = watch.cpu + own;
        let gap = watch.passed.saturating_sub(own);
        if watch.charge == ChargeBy::Fair && gap > UNEXPLAINED {
            let callers = proc_stat::own_run_delay().saturating_sub(watch.callers_delay);
            let look = self.look(watch);
            let delay = watch.run_delay.at(&self.threads, &look);
            // Both may have waited at the same time, after the line came. That counts
            // twice then: in doubt a program is charged less, never below its CPU time.
            let spent = self.spent(watch, own, callers + delay);
            (self.threads, self.unexplained) = (look.threads, Duration::ZERO);
            return spent;
        }
        self.unexplained += gap;
        self.spent(watch, own, Duration::ZERO)
    }

    /// What a request that is not over yet costs so far.
    pub fn charged_so_far(&self, watch: &Stopwatch) -> Duration {
        let delay = match watch.charge {
            ChargeBy::Fair => watch.run_delay.at(&self.threads, &self.look(watch)),
            _ => Duration::ZERO,
        };
        self.spent(watch, self.own_cpu(watch), delay).charged(watch.charge)
    }

    /// Whether the program may be waiting for a core right now. The kernel counts a
    /// wait only when it is over. So a program that is ready and has not run since the
    /// last call of this may have used less than it seems.
    pub fn may_wait_for_core(&self, watch: &mut Stopwatch) -> bool {
        let cpu = proc_stat::cpu_time(self.pid);
        let has_run = watch.cpu_at_limit.replace(cpu).is_some_and(|before| before != cpu);
        watch.charge == ChargeBy::Fair && !has_run && proc_stat::is_ready(self.pid)
    }

    fn look(&self, watch: &Stopwatch) -> Look {
        Look { at: watch.passed, cpu: self.own_cpu(watch), threads: proc_stat::thread_times(self.pid) }
    }

    fn own_cpu(&self, watch: &Stopwatch) -> Duration {
        match watch.charge {
            ChargeBy::Wall => Duration::ZERO,
            _ => proc_stat::cpu_time(self.pid).saturating_sub(watch.cpu),
        }
    }

    fn spent(&self, watch: &Stopwatch, own: Duration, delay: Duration) -> TimeSpent {
        let wall = watch.passed;
        let stolen = match &watch.steal {
            Some(before) if wall > STEAL_STEP => before.since(self.pid).min(wall),
            _ => Duration::ZERO,
        };
        let measured =
            Measured { wall, own, delay: delay.min(self.most_delay(wall, own)), late: watch.late, stolen };
        match watch.charge {
            ChargeBy::Wall => TimeSpent { stalled: measured.stalled_wall(), ..TimeSpent::wall(wall) },
            ChargeBy::Cpu => {
                // CPU time of children is unknown until they end, and then they may
                // belong to another parent.
                let waits_for_children =
                    wall > own * 2 + SCHEDULING_DELAY && proc_stat::has_children(self.pid);
                let (cpu, stalled) = match waits_for_children {
                    true => (wall - measured.stalled_wall(), measured.stalled_wall()),
                    false => (measured.possible_cpu(), own - measured.possible_cpu()),
                };
                TimeSpent { wall, cpu: Some(cpu + watch.off_turn), fair: None, stalled }
            }
            ChargeBy::Fair => {
                let fair = measured.fair();
                let stalled =
                    Measured { late: Duration::ZERO, stolen: Duration::ZERO, ..measured }.fair() - fair;
                TimeSpent {
                    wall,
                    cpu: Some(own + watch.off_turn),
                    fair: Some(fair + watch.off_turn),
                    stalled,
                }
            }
        }
    }

    /// Run delay that a program can have had: more belongs to times when it was not
    /// asked.
    fn most_delay(&self, wall: Duration, own: Duration) -> Duration {
        wall.saturating_sub(own) + self.unexplained
    }
}

/// The times of one request.
#[derive(Clone, Copy)]
struct Measured {
    wall: Duration,
    /// CPU time of the program's threads.
    own: Duration,
    /// Ready, but without a core.
    delay: Duration,
    /// The caller stood still.
    late: Duration,
    /// The core was taken away from the machine.
    stolen: Duration,
}

impl Measured {
    /// All three are waits. They overlap, so the longest counts.
    fn fair(&self) -> Duration {
        let not_its_own = self.delay.max(self.late).max(self.stolen);
        self.possible_cpu().max(self.wall.saturating_sub(not_its_own))
    }

    /// Some kernels count a stolen core as used by the program. One core cannot have
    /// given more than the rest.
    fn possible_cpu(&self) -> Duration {
        match self.own <= self.wall {
            true => self.own.min(self.wall - self.stolen),
            // Several cores.
            false => self.own,
        }
    }

    fn stalled_wall(&self) -> Duration {
        self.late.max(self.stolen).min(self.wall)
    }
}

/// Stolen time of all cores at one moment.
struct StealSample {
    at: Instant,
    cores: Vec<Duration>,
    /// When it is too old to compare with.
    good_until: Instant,
}

impl StealSample {
    /// A sample that is at most a tenth of a second old at this moment. On machines with
    /// many cores a reading takes long; there it may be older.
    fn recent(moment: Instant) -> Arc<StealSample> {
        const OLDEST: Duration = Duration::from_millis(100);
        const COST: u32 = 500;
        static LATEST: Mutex<Option<Arc<StealSample>>> = Mutex::new(None);
        let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sample) = latest.as_ref().filter(|sample| moment <= sample.good_until) {
            return sample.clone();
        }
        let at = Instant::now();
        let cores = proc_stat::stolen_times();
        let good_until = at + OLDEST.max(at.elapsed() * COST);
        latest.insert(Arc::new(StealSample { at, cores, good_until })).clone()
    }

    /// Time stolen since then from the core on which a program last ran.
    fn since(&self, pid: Pid) -> Duration {
        // Nothing can be seen yet.
        if self.at.elapsed() < STEAL_STEP || self.cores.is_empty() {
            return Duration::ZERO;
        }
        let now = proc_stat::stolen_times();
        let stolen = proc_stat::last_core(pid).and_then(|core| {
            let (before, now) = (self.cores.get(core)?, now.get(core)?);
            Some(now.saturating_sub(*before))
        });
        stolen.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    /// Wall, own CPU time, run delay, late, stolen; then fair time and what was taken
    /// off because the machine stood still.
    #[test]
    fn fair_time_is_what_the_program_had() {
        for (name, [wall, own, delay, late, stolen], fair, stalled) in [
            ("computes", [50, 50, 0, 0, 0], 50, 0),
            ("sleeps", [50, 0, 0, 0, 0], 50, 0),
            ("computes and sleeps", [50, 30, 0, 0, 0], 50, 0),
            ("the same on a busy core", [140, 30, 90, 0, 0], 50, 0),
            ("never less than CPU time", [100, 80, 60, 0, 0], 80, 0),
            ("threads on two cores", [100, 190, 0, 0, 0], 190, 0),
            ("the caller was stopped for 4 s", [4050, 30, 0, 4000, 0], 50, 4000),
            ("both waits are the same one", [140, 30, 90, 80, 0], 50, 0),
            ("the core was stolen, and charged as CPU time", [350, 345, 0, 0, 300], 50, 300),
            ("the core was stolen while it slept", [350, 0, 0, 0, 300], 50, 300),
            ("all was stolen", [300, 300, 0, 0, 300], 0, 300),
        ] {
            let measured = Measured {
                wall: ms(wall),
                own: ms(own),
                delay: ms(delay),
                late: ms(late),
                stolen: ms(stolen),
            };
            let undisturbed = Measured { late: ms(0), stolen: ms(0), ..measured }.fair();
            assert_eq!(measured.fair(), ms(fair), "{name}");
            assert_eq!(undisturbed - measured.fair(), ms(stalled), "{name}");
        }
    }

    /// The caller sleeps through a wait: only what it asked for counts.
    #[test]
    fn a_caller_that_wakes_late_does_not_charge_for_it() {
        let mut watch = TimeMeter::new(rustix::process::getpid()).begin(ChargeBy::Wall, false);
        watch.begin -= ms(4050);
        watch.read(ms(50));
        assert!(watch.passed >= ms(4050) && watch.late >= ms(4000), "{:?}", watch.late);
        assert_eq!(watch.awake(), ms(50));
        watch.read(ms(50));
        assert!(watch.awake() <= ms(100), "a short wait is all its own: {:?}", watch.awake());
    }
}
