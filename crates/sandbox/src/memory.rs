//! How much memory a program holds. What no limit of the kernel covers is checked
//! again and again.

use std::fs;
use std::io;
use std::mem;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use crate::limits;
use crate::proc_stat::{self, cpu_time, folder_of, inspect};

/// The longest time between two checks of a running program.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The shortest time between two checks: for a program near its limit, or after a
/// request was allowed that could exceed it.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(5);

/// Bytes that a program may hold beyond its limit: code, and what it wrote before
/// the first check. Page tables of honest programs are a thirtieth of it.
const ALLOWANCE: u64 = 64 << 20;

/// The largest stack, counting one that was enlarged while a part was given back.
const STACK: u64 = 2 * limits::STACK;

/// Bytes of page tables that a program can fill on each core in a millisecond: twice
/// what was measured.
const FASTEST_GROWTH: u64 = 8 << 20;

/// Bytes that a program holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct MemoryUse {
    /// Anonymous and shared memory, in RAM or swapped out.
    pages: u64,
    /// Page tables.
    tables: u64,
    /// Writable addresses, used or not, without the first thread's stack.
    data: u64,
    stack: u64,
}

impl MemoryUse {
    /// From `/proc/PID/status`.
    fn read(task: &Path) -> io::Result<MemoryUse> {
        // The program chooses its name, which need not be UTF-8.
        let status = String::from_utf8_lossy(&fs::read(task.join("status"))?).into_owned();
        let (mut held, mut is_known) = (MemoryUse::default(), false);
        for (name, rest) in status.lines().filter_map(|line| line.split_once(':')) {
            let part = match name {
                "RssAnon" | "RssShmem" | "VmSwap" => &mut held.pages,
                "VmPTE" => &mut held.tables,
                "VmData" => &mut held.data,
                "VmStk" => &mut held.stack,
                _ => continue,
            };
            let kilobytes = rest.split_whitespace().next().and_then(|number| number.parse::<u64>().ok());
            *part += kilobytes.unwrap_or(0) << 10;
            is_known = true;
        }
        // An exiting thread shows none of these lines.
        if is_known { Ok(held) } else { Err(io::Error::other("the thread is exiting")) }
    }

    /// Bytes left of the limit; `None` if it is exceeded.
    fn room(&self, limit: u64) -> Option<u64> {
        let most = limit.saturating_add(ALLOWANCE);
        if self.tables > ALLOWANCE || self.stack > STACK || self.data > most {
            return None;
        }
        most.checked_sub(self.pages + self.tables)
    }
}

/// Bytes that a process and everything it started hold. Pages of files are not counted:
/// the system takes them back when it needs them.
pub fn held_by_tree(root: Pid) -> u64 {
    let tree = proc_stat::tree(root).into_iter();
    // One that has just ended holds nothing.
    let held = tree.map(|pid| MemoryUse::read(&folder_of(pid)).unwrap_or_default());
    held.map(|held| held.pages + held.tables).sum()
}

/// Checks the memory of one program.
pub struct MemoryMonitor {
    program: Pid,
    limit: u64,
    checked_by: CheckedBy,
    shared: Arc<Shared>,
}

/// Where checks run.
enum CheckedBy {
    /// In the supervisor's loop.
    Supervisor(Checker),
    /// In a thread, which kills the program itself.
    Thread(Thread),
}

/// What the checking thread and the supervisor's loop share.
#[derive(Default)]
struct Shared {
    /// The thread killed the program for exceeding its limit.
    has_killed: AtomicBool,
    /// The loop wants a check soon.
    is_urgent: AtomicBool,
}

impl MemoryMonitor {
    /// For a program that has not started yet; the limit is in bytes.
    pub fn new(program: Pid, limit: u64) -> MemoryMonitor {
        MemoryMonitor {
            program,
            limit,
            checked_by: CheckedBy::Supervisor(Checker::new(program, limit)),
            shared: Arc::default(),
        }
    }

    /// An error if the program's memory cannot be read on this machine.
    pub fn probe(&self) -> io::Result<()> {
        inspect(self.program, MemoryUse::read).map(drop)
    }

    /// Moves the checks to a thread, so that nothing can delay them. The caller must
    /// start no more processes: `fork` is unsafe with threads.
    pub fn start_thread(&mut self) -> io::Result<()> {
        let mut checker = Checker::new(self.program, self.limit);
        let shared = self.shared.clone();
        // A process number could be reused.
        let handle = pidfd_open(self.program, PidfdFlags::empty())?;
        let check = move || {
            loop {
                let begin = Instant::now();
                thread::park_timeout(checker.time_to_next_check());
                // Other processes need the CPU too.
                thread::sleep(SHORTEST_INTERVAL.saturating_sub(begin.elapsed()));
                if shared.is_urgent.swap(false, Ordering::SeqCst) {
                    checker.next = Instant::now();
                }
                if checker.is_over_limit() {
                    shared.has_killed.store(true, Ordering::SeqCst);
                    let _ = pidfd_send_signal(&handle, Signal::KILL);
                }
            }
        };
        self.checked_by = CheckedBy::Thread(thread::Builder::new().spawn(check)?.thread().clone());
        Ok(())
    }

    /// Time until the loop must call [`Self::is_over_limit`]; `MAX` if a thread checks.
    pub fn time_to_next_check(&self) -> Duration {
        match &self.checked_by {
            CheckedBy::Supervisor(checker) => checker.time_to_next_check(),
            CheckedBy::Thread(_) => Duration::MAX,
        }
    }

    /// Whether the program exceeds its limit, if a check is due in this loop.
    pub fn is_over_limit(&mut self) -> bool {
        match &mut self.checked_by {
            CheckedBy::Supervisor(checker) => checker.is_over_limit(),
            CheckedBy::Thread(_) => false,
        }
    }

    /// Whether the thread killed the program for exceeding its limit.
    pub fn has_killed(&self) -> bool {
        self.shared.has_killed.load(Ordering::SeqCst)
    }

    /// Whether memory may become read-only, which the kernel counts no more.
    pub fn can_hold_uncounted(&mut self) -> bool {
        self.check_soon();
        self.current_use().is_some_and(|held| held.room(self.limit).is_some())
    }

    /// Whether it may have so many more writable bytes.
    pub fn can_hold(&mut self, bytes: u64) -> bool {
        self.check_soon();
        self.current_use().is_some_and(|held| held.data.saturating_add(bytes) <= self.limit)
    }

    /// Whether so many bytes may be moved.
    pub fn can_move(&mut self, bytes: u64) -> bool {
        self.check_soon();
        bytes <= self.limit
    }

    /// Schedules a check right after a request is allowed: another thread may have
    /// asked at the same time.
    fn check_soon(&mut self) {
        match &mut self.checked_by {
            CheckedBy::Supervisor(checker) => {
                checker.next = checker.next.min(Instant::now() + SHORTEST_INTERVAL)
            }
            CheckedBy::Thread(checker) => {
                if !self.shared.is_urgent.swap(true, Ordering::SeqCst) {
                    checker.unpark();
                }
            }
        }
    }

    /// `None` if it cannot be read, which the program may have caused on purpose.
    fn current_use(&self) -> Option<MemoryUse> {
        inspect(self.program, MemoryUse::read).ok().map(Option::unwrap_or_default)
    }
}

/// Checks a program when a check is due.
struct Checker {
    program: Pid,
    limit: u64,
    /// Bytes of page tables that the program can fill in a millisecond.
    fastest: u64,
    next: Instant,
    pause: Duration,
    cpu_at_last_check: Duration,
}

impl Checker {
    fn new(program: Pid, limit: u64) -> Checker {
        Checker {
            program,
            limit,
            // It runs on the same cores as its supervisor.
            fastest: FASTEST_GROWTH * thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
            next: Instant::now() + SHORTEST_INTERVAL,
            pause: SHORTEST_INTERVAL,
            cpu_at_last_check: Duration::ZERO,
        }
    }

    fn time_to_next_check(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }

    fn is_over_limit(&mut self) -> bool {
        if self.next > Instant::now() {
            return false;
        }
        let cpu = cpu_time(self.program);
        // A program that has not run has taken nothing.
        let has_run = mem::replace(&mut self.cpu_at_last_check, cpu) != cpu;
        let room = match has_run.then(|| inspect(self.program, MemoryUse::read)) {
            None => None,
            Some(Ok(held)) => match held.unwrap_or_default().room(self.limit) {
                None => return true,
                room => room,
            },
            // What cannot be read may be hidden.
            Some(Err(_)) => return true,
        };
        if let Some(room) = room {
            // Before it could have filled the rest.
            self.pause = Duration::from_millis(room / self.fastest).clamp(SHORTEST_INTERVAL, CHECK_INTERVAL);
        }
        self.next = Instant::now() + self.pause;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An exiting thread shows no memory, which is not zero.
    #[test]
    fn unknown_is_not_zero() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = b"Name:\tRssAnon:\\n 9\xff\n";
        let all = "RssAnon:\t 1024 kB\nRssFile:\t 77 kB\nRssShmem:\t 3 kB\nVmPTE:\t 2 kB\n\
                   VmData:\t 4096 kB\nVmStk:\t 132 kB\nVmSwap:\t 1 kB\n";
        let held = MemoryUse { pages: 1028 << 10, tables: 2 << 10, data: 4 << 20, stack: 132 << 10 };
        for (lines, expected) in [
            (all, Some(held)),
            ("RssAnon:\t 0 kB\n", Some(MemoryUse::default())),
            ("State:\tR (running)\nThreads:\t2\n", None),
        ] {
            fs::write(folder.path().join("status"), [name, lines.as_bytes()].concat()).expect("room");
            assert_eq!(MemoryUse::read(folder.path()).ok(), expected, "{lines}");
        }
    }

    #[test]
    fn each_kind_has_a_limit() {
        const MB: u64 = 1 << 20;
        let held = |pages: u64, tables: u64, data: u64, stack: u64| MemoryUse {
            pages: pages * MB,
            tables: tables * MB,
            data: data * MB,
            stack: stack * MB,
        };
        for (held, room) in [
            (MemoryUse::default(), Some(576)),
            (held(500, 60, 512, 8), Some(16)),
            (held(513, 64, 0, 0), None),
            (held(577, 0, 0, 0), None),
            (held(0, 65, 0, 0), None),
            (held(0, 0, 577, 0), None),
            (held(0, 0, 0, 17), None),
        ] {
            assert_eq!(held.room(512 * MB), room.map(|room: u64| room * MB), "{held:?}");
        }
        assert!(held(9000, 1, 9000, 1).room(u64::MAX).is_some());
    }
}
