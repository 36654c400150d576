//! What no limit of the kernel's covers is looked at now and then, and whoever has
//! taken too much is ended: memory that is written to and then only read, and a
//! folder on the disk, for which an ordinary user cannot set a quota.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::Limits;
use super::place::Place;
use super::questions::Wish;
use crate::program::ended::Ended;
use crate::program::vitals::{cpu_time, live_task, thread_count};

/// How often a program is looked at that runs, and how seldom at most.
const LOOK: Duration = Duration::from_millis(100);
const SELDOM: Duration = Duration::from_millis(500);

/// What a program may hold beyond its memory: code, and what was written before it
/// could be looked at.
const LEEWAY: u64 = 64 << 20;

/// Looks after one program.
pub struct Watch {
    program: Pid,
    limits: Limits,
    /// Its folder, if that is on the disk.
    place: Option<Place>,
    /// The most bytes and files that may be there.
    most: (u64, u64),
    next_look: Instant,
    cpu_at_last_look: Duration,
    /// Bytes and files in its folder when they were last counted, and files that
    /// it has been allowed since.
    counted: (u64, u64),
    allowed: u64,
}

impl Watch {
    /// `came` are the bytes and files that a program came with.
    pub fn new(program: Pid, limits: Limits, place: Option<Place>, came: (u64, u64)) -> Watch {
        Watch {
            program,
            limits,
            place,
            most: (came.0.saturating_add(limits.temp), came.1 + Limits::FILES),
            next_look: Instant::now() + LOOK,
            cpu_at_last_look: Duration::ZERO,
            // Not counted yet.
            counted: (u64::MAX, u64::MAX),
            allowed: 0,
        }
    }

    /// Whether a program gets what it asks for.
    pub fn decide(&mut self, wish: Wish) -> Result<(), i32> {
        match wish {
            Wish::Thread if thread_count(self.program) < Limits::THREADS => Ok(()),
            Wish::Thread => Err(libc::EAGAIN),
            Wish::Program(thread) => match thread == self.program.as_raw_nonzero().get() as u32 {
                true => Ok(()),
                // Only the first thread ends with its supervisor, and whoever runs
                // another program becomes the first.
                false => Err(libc::EPERM),
            },
            Wish::Timer(event) => match thread_count(self.program) == 1 && is_harmless(self.program, event) {
                true => Ok(()),
                false => Err(libc::EPERM),
            },
            Wish::File => {
                self.allowed = self.allowed.saturating_add(1);
                // Only counted if there could be too much.
                if self.could_be_too_much() && self.count().is_none_or(|()| self.is_too_much()) {
                    return Err(libc::EDQUOT);
                }
                Ok(())
            }
        }
    }

    /// How long until the program is to be looked at.
    pub fn patience(&self) -> Duration {
        self.next_look.saturating_duration_since(Instant::now())
    }

    /// What the program has taken too much of, if it is time to look.
    pub fn breach(&mut self) -> Option<Ended> {
        let begin = Instant::now();
        if self.next_look > begin {
            return None;
        }
        let cpu = cpu_time(self.program);
        // Who has not run has taken nothing.
        let has_run = cpu != self.cpu_at_last_look;
        self.cpu_at_last_look = cpu;
        let breach = if has_run { self.look() } else { None };
        // What takes long to look at is looked at less often.
        self.next_look = Instant::now() + (begin.elapsed() * 100).clamp(LOOK, SELDOM);
        breach
    }

    fn look(&mut self) -> Option<Ended> {
        if memory(self.program) > self.limits.memory.saturating_add(LEEWAY) {
            return Some(Ended::too_much_memory(self.limits.memory));
        }
        // What cannot be counted may be hidden.
        let is_full = self.place.is_some() && self.count().is_none_or(|()| self.is_too_much());
        is_full.then(|| Ended::too_much_on_disk(self.limits.temp))
    }

    fn count(&mut self) -> Option<()> {
        let place = self.place.as_ref()?;
        self.counted = place.usage(self.program, self.limits.file).ok()?;
        self.allowed = 0;
        Some(())
    }

    fn is_too_much(&self) -> bool {
        self.counted.0 > self.most.0 || self.counted.1 >= self.most.1
    }

    /// If every file that it was allowed since became as large as a file can be.
    fn could_be_too_much(&self) -> bool {
        let (bytes, files) = self.counted;
        let grown = self.allowed.saturating_mul(self.limits.file);
        bytes.saturating_add(grown) > self.most.0 || files.saturating_add(self.allowed) > self.most.1
    }
}

/// Whether a timer sends anything but the signal that lets a stopped program go on,
/// which is for the referee. Only of one that has no second thread is it known that
/// what is read here is what the kernel will read.
fn is_harmless(program: Pid, event: u64) -> bool {
    // Without anything written it sends SIGALRM.
    if event == 0 {
        return true;
    }
    let mut sigevent = [0; 16];
    let memory = File::open(format!("/proc/{}/mem", program.as_raw_nonzero()));
    let read = memory.and_then(|memory| memory.read_exact_at(&mut sigevent, event));
    let signal = i32::from_ne_bytes([sigevent[8], sigevent[9], sigevent[10], sigevent[11]]);
    read.is_ok() && signal != libc::SIGCONT
}

/// Bytes that a process holds: pages of its own and of files in memory, swapped
/// out or not, and the tables that say where they are.
fn memory(program: Pid) -> u64 {
    let counts = |name: &str| ["RssAnon", "RssShmem", "VmSwap", "VmPTE"].contains(&name);
    let status = fs::read_to_string(live_task(program).join("status")).unwrap_or_default();
    let kilobytes = status.lines().filter_map(|line| {
        let (name, rest) = line.split_once(':')?;
        let number = rest.split_whitespace().next().filter(|_| counts(name))?;
        number.parse::<u64>().ok()
    });
    kilobytes.sum::<u64>() << 10
}
