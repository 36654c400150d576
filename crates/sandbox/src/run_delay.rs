//! For how long a program was ready to run, and none of its threads had a core.
//!
//! The kernel counts the *run delay* of each thread, and adds a wait when it is over. A
//! thread that waited for others of the same program waited for nobody else: what they
//! computed in the meantime is taken off. So threads that spin earn nothing.
//!
//! A thread that ends takes its count with it, and threads that follow each other wait
//! one after the other. So the threads of a slow program are looked at while they work.

use std::collections::VecDeque;
use std::time::Duration;

use crate::proc_stat::Threads;

/// A program at one moment of a request.
pub struct Look {
    /// Wall time since the request.
    pub at: Duration,
    /// CPU time of the program since the request, of threads that have ended too.
    pub cpu: Duration,
    /// Its threads.
    pub threads: Threads,
}

/// So many looks are remembered. They cover more than a second.
const MOST_LOOKS: usize = 64;

/// The run delay of a program during one request.
#[derive(Default)]
pub struct RunDelay {
    /// Up to the last look.
    delay: Duration,
    /// The last looks, oldest first.
    looks: VecDeque<Look>,
}

impl RunDelay {
    /// The run delay from the request to this look. `before` are the threads when they
    /// were read last, which may be before the request: so may be some of the delay.
    pub fn at(&self, before: &Threads, look: &Look) -> Duration {
        let last = self.looks.back();
        let seen = last.map_or(before, |last| &last.threads);
        let passed = look.at - last.map_or(Duration::ZERO, |last| last.at);
        let waits = look.threads.iter().map(|(thread, times)| {
            let since = times.since(seen.get(thread));
            // The wait may have begun before the last look.
            let start = look.at.saturating_sub(since.delay + since.cpu);
            let (cpu, threads) = match self.looks.iter().rfind(|look| look.at <= start) {
                Some(look) => (look.cpu, &look.threads),
                None => (Duration::ZERO, before),
            };
            let own = times.since(threads.get(thread)).cpu;
            since.delay.saturating_sub(look.cpu.saturating_sub(cpu + own))
        });
        let cpu = look.cpu.saturating_sub(last.map_or(Duration::ZERO, |last| last.cpu));
        let longest = waits.chain(delay_of_end(seen, look, cpu, passed)).max().unwrap_or_default();
        match last {
            // Waits of several threads may overlap. The program did not wait while it ran.
            Some(_) => {
                (self.delay + longest.min(passed)).min(look.at.saturating_sub(look.cpu)).max(self.delay)
            }
            None => longest,
        }
    }

    /// Keeps this look, to go on from it.
    pub fn keep(&mut self, before: &Threads, look: Look) {
        self.delay = self.at(before, &look);
        self.looks.push_back(look);
        if self.looks.len() > MOST_LOOKS {
            self.looks.pop_front();
        }
    }
}

/// The delay of the busiest of the threads that have ended since the last look. Their CPU
/// time is what the others did not use; it is taken to have waited as it did before.
fn delay_of_end(seen: &Threads, look: &Look, cpu: Duration, passed: Duration) -> Option<Duration> {
    let ended = seen.iter().filter(|(thread, _)| !look.threads.contains_key(thread));
    let (_, busiest) = ended.max_by_key(|(_, times)| times.cpu)?;
    let others: Duration = look.threads.iter().map(|(thread, times)| times.since(seen.get(thread)).cpu).sum();
    Some(busiest.delay_with(cpu.saturating_sub(others)).min(passed.saturating_sub(cpu)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proc_stat::ThreadTimes;

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn threads(times: &[(u64, u64)]) -> Threads {
        let times = times.iter().map(|(cpu, delay)| ThreadTimes { cpu: ms(*cpu), delay: ms(*delay) });
        (1..).zip(times).collect()
    }

    type Times<'a> = &'a [(u64, u64)];

    /// Threads before and after, as (CPU time, run delay) each.
    #[test]
    fn threads_that_wait_for_each_other_wait_for_nobody_else() {
        let cases: [(&str, Times<'_>, Times<'_>, u64); 8] = [
            ("one thread", &[(10, 5)], &[(40, 95)], 90),
            ("two take turns on one core", &[(0, 0), (0, 0)], &[(50, 50), (50, 50)], 0),
            ("two beside a busy loop", &[(0, 0), (0, 0)], &[(50, 100), (50, 100)], 50),
            ("one works, one sleeps", &[(0, 0), (7, 3)], &[(30, 60), (7, 3)], 60),
            ("ten that spin to earn a sleep", &[(0, 0); 10], &[(10, 90); 10], 0),
            ("a new thread", &[(10, 10)], &[(10, 10), (20, 30)], 30),
            ("all have ended", &[(10, 10)], &[], 0),
            ("it waited before the request, too", &[(0, 0)], &[(1, 3000)], 3000),
        ];
        for (name, before, after, delay) in cases {
            let (before, after) = (threads(before), threads(after));
            let cpu = after.iter().map(|(thread, times)| times.since(before.get(thread)).cpu).sum();
            let look = Look { at: ms(2000), cpu, threads: after };
            assert_eq!(RunDelay::default().at(&before, &look), ms(delay), "{name}");
        }
    }

    /// Looks at a program, as wall time, CPU time and threads; it has a thread that slept
    /// so far. Then the run delay.
    #[test]
    fn looks_tell_more() {
        type Looks<'a> = &'a [(u64, u64, Times<'a>)];
        let cases: [(&str, Looks<'_>, u64); 6] = [
            (
                "one works, then the other",
                &[(20, 5, &[(0, 0), (5, 15)]), (40, 10, &[(0, 0), (10, 30)]), (60, 15, &[(5, 15), (10, 30)])],
                45,
            ),
            (
                "a thread that ends waits as it did before",
                &[(20, 5, &[(0, 0), (5, 15)]), (40, 9, &[(1, 0)])],
                15 + 9,
            ),
            ("a thread that never ran has no rate", &[(20, 0, &[(0, 0), (0, 15)]), (40, 4, &[(1, 0)])], 15),
            ("no longer than the time that passed", &[(20, 1, &[(0, 0), (1, 19)]), (40, 3, &[])], 19 + 18),
            (
                "three spin on one core, and are seen to wait later",
                &[
                    (20, 20, &[(20, 0)]),
                    (40, 40, &[(20, 0), (20, 20)]),
                    (60, 60, &[(20, 0), (20, 20), (20, 40)]),
                ],
                0,
            ),
            (
                "the same beside a busy loop",
                &[
                    (20, 10, &[(10, 10)]),
                    (40, 20, &[(10, 10), (10, 30)]),
                    (60, 30, &[(10, 10), (10, 30), (10, 50)]),
                ],
                30,
            ),
        ];
        for (name, looks, delay) in cases {
            let mut run_delay = RunDelay::default();
            for (at, cpu, times) in looks {
                run_delay
                    .keep(&threads(&[(0, 0)]), Look { at: ms(*at), cpu: ms(*cpu), threads: threads(times) });
            }
            assert_eq!(run_delay.delay, ms(delay), "{name}");
        }
    }
}
