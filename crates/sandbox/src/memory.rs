//! How much memory a program holds: what no limit of the kernel's covers is looked at
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
use crate::proc_stat::{cpu_time, inspect};

/// How often a program is looked at that runs.
const LOOK: Duration = Duration::from_millis(100);

/// How soon who has nearly all memory is looked at again, or who has been allowed
/// something that could be too much.
const SOON: Duration = Duration::from_millis(5);

/// What a program may hold beyond its memory: code, and what was written before it
/// could be looked at. Of the kernel's tables nobody needs a thirtieth of it.
const LEEWAY: u64 = 64 << 20;

/// What a stack may be that was enlarged while another part of it was given back.
const STACK: u64 = 2 * limits::STACK;

/// Bytes of tables that a program could make the kernel fill on each core in a
/// millisecond: twice what was seen.
const FASTEST: u64 = 8 << 20;

/// Bytes that a program holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Held {
    /// Pages of its own and of files in memory, swapped out or not.
    pages: u64,
    /// The tables that say where they are.
    tables: u64,
    /// Addresses that it can write to, used or not, but for the first thread's stack.
    data: u64,
    stack: u64,
}

impl Held {
    /// As the kernel tells it.
    fn read(task: &Path) -> io::Result<Held> {
        // The name that the program gave itself is no text for certain.
        let status = String::from_utf8_lossy(&fs::read(task.join("status"))?).into_owned();
        let (mut held, mut is_told) = (Held::default(), false);
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
            is_told = true;
        }
        // Of a thread that has just begun to end it is not told.
        if is_told { Ok(held) } else { Err(io::Error::other("it has no memory any more")) }
    }

    /// The bytes that may still be taken of so many; nothing if that is too much.
    fn room(&self, limit: u64) -> Option<u64> {
        let most = limit.saturating_add(LEEWAY);
        if self.tables > LEEWAY || self.stack > STACK || self.data > most {
            return None;
        }
        most.checked_sub(self.pages + self.tables)
    }
}

/// Looks after the memory of one program.
pub struct Memory {
    program: Pid,
    limit: u64,
    looks: Looks,
    told: Arc<Told>,
}

/// Who looks.
enum Looks {
    /// Whoever asks whether it is too much.
    Here(Looker),
    /// A thread, which ends the program itself.
    Aside(Thread),
}

/// What a thread that looks and the others tell each other.
#[derive(Default)]
struct Told {
    /// That the program was ended because it had too much.
    was_too_much: AtomicBool,
    /// That it should be looked at soon.
    is_urgent: AtomicBool,
}

impl Memory {
    /// Of a program that has not begun, and may have so many bytes.
    pub fn new(program: Pid, limit: u64) -> Memory {
        Memory { program, limit, looks: Looks::Here(Looker::new(program, limit)), told: Arc::default() }
    }

    /// An error if what the program holds cannot be seen here.
    pub fn try_it(&self) -> io::Result<()> {
        inspect(self.program, Held::read).map(drop)
    }

    /// From now on a thread looks, so that nothing else that is done here keeps anybody
    /// from it. Whoever calls this starts no more processes.
    pub fn look_aside(&mut self) -> io::Result<()> {
        let mut looker = Looker::new(self.program, self.limit);
        let told = self.told.clone();
        // By its number somebody else could be meant one day.
        let handle = pidfd_open(self.program, PidfdFlags::empty())?;
        let look = move || {
            loop {
                let begin = Instant::now();
                thread::park_timeout(looker.patience());
                // However urgent it is, others need the processor too.
                thread::sleep(SOON.saturating_sub(begin.elapsed()));
                if told.is_urgent.swap(false, Ordering::SeqCst) {
                    looker.next = Instant::now();
                }
                if looker.is_too_much() {
                    told.was_too_much.store(true, Ordering::SeqCst);
                    let _ = pidfd_send_signal(&handle, Signal::KILL);
                }
            }
        };
        self.looks = Looks::Aside(thread::Builder::new().spawn(look)?.thread().clone());
        Ok(())
    }

    /// How long until it is to be looked at here.
    pub fn patience(&self) -> Duration {
        match &self.looks {
            Looks::Here(looker) => looker.patience(),
            Looks::Aside(_) => Duration::MAX,
        }
    }

    /// Whether the program has too much, if it is time to look here.
    pub fn is_too_much(&mut self) -> bool {
        match &mut self.looks {
            Looks::Here(looker) => looker.is_too_much(),
            Looks::Aside(_) => false,
        }
    }

    /// Whether the program was ended elsewhere because it had too much.
    pub fn was_too_much(&self) -> bool {
        self.told.was_too_much.load(Ordering::SeqCst)
    }

    /// Whether it may have what the kernel does not count from then on.
    pub fn may_have_uncounted(&mut self) -> bool {
        self.look_soon();
        self.held().is_some_and(|held| held.room(self.limit).is_some())
    }

    /// Whether it may have so many bytes more to write to.
    pub fn may_have(&mut self, bytes: u64) -> bool {
        self.look_soon();
        self.held().is_some_and(|held| held.data.saturating_add(bytes) <= self.limit)
    }

    /// Whether so many bytes may be moved.
    pub fn may_move(&mut self, bytes: u64) -> bool {
        self.look_soon();
        bytes <= self.limit
    }

    /// What is allowed is seen before much can come of it: others may have asked at
    /// the same time.
    fn look_soon(&mut self) {
        match &mut self.looks {
            Looks::Here(looker) => looker.next = looker.next.min(Instant::now() + SOON),
            Looks::Aside(looker) => {
                if !self.told.is_urgent.swap(true, Ordering::SeqCst) {
                    looker.unpark();
                }
            }
        }
    }

    /// What it holds; nothing if that cannot be seen, which may be on purpose.
    fn held(&self) -> Option<Held> {
        inspect(self.program, Held::read).ok().map(Option::unwrap_or_default)
    }
}

/// Looks at a program when it is time.
struct Looker {
    program: Pid,
    limit: u64,
    /// Bytes of tables that the program could fill in a millisecond.
    fastest: u64,
    next: Instant,
    pause: Duration,
    cpu_at_last_look: Duration,
}

impl Looker {
    fn new(program: Pid, limit: u64) -> Looker {
        Looker {
            program,
            limit,
            // It runs where its supervisor does.
            fastest: FASTEST * thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
            next: Instant::now() + SOON,
            pause: SOON,
            cpu_at_last_look: Duration::ZERO,
        }
    }

    fn patience(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }

    fn is_too_much(&mut self) -> bool {
        if self.next > Instant::now() {
            return false;
        }
        let cpu = cpu_time(self.program);
        // Who has not run has taken nothing.
        let has_run = mem::replace(&mut self.cpu_at_last_look, cpu) != cpu;
        let room = match has_run.then(|| inspect(self.program, Held::read)) {
            None => None,
            Some(Ok(held)) => match held.unwrap_or_default().room(self.limit) {
                None => return true,
                room => room,
            },
            // What cannot be seen may be hidden.
            Some(Err(_)) => return true,
        };
        if let Some(room) = room {
            // Before it could have filled that.
            self.pause = Duration::from_millis(room / self.fastest).clamp(SOON, LOOK);
        }
        self.next = Instant::now() + self.pause;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a thread at its end nothing is told, and that is not nothing.
    #[test]
    fn what_is_not_told_is_not_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = b"Name:\tRssAnon:\\n 9\xff\n";
        let all = "RssAnon:\t 1024 kB\nRssFile:\t 77 kB\nRssShmem:\t 3 kB\nVmPTE:\t 2 kB\n\
                   VmData:\t 4096 kB\nVmStk:\t 132 kB\nVmSwap:\t 1 kB\n";
        let held = Held { pages: 1028 << 10, tables: 2 << 10, data: 4 << 20, stack: 132 << 10 };
        for (lines, expected) in [
            (all, Some(held)),
            ("RssAnon:\t 0 kB\n", Some(Held::default())),
            ("State:\tR (running)\nThreads:\t2\n", None),
        ] {
            fs::write(folder.path().join("status"), [name, lines.as_bytes()].concat()).expect("room");
            assert_eq!(Held::read(folder.path()).ok(), expected, "{lines}");
        }
    }

    #[test]
    fn each_kind_has_a_limit() {
        const MB: u64 = 1 << 20;
        let held = |pages: u64, tables: u64, data: u64, stack: u64| Held {
            pages: pages * MB,
            tables: tables * MB,
            data: data * MB,
            stack: stack * MB,
        };
        for (held, room) in [
            (Held::default(), Some(576)),
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
