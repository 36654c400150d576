//! What no limit of the kernel's covers is looked at now and then, and whoever has
//! taken too much is ended: memory that is written to and then only read, and a
//! folder on the disk, for which an ordinary user cannot set a quota.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::Limits;
use super::own_folder::usage;
use super::place::Place;
use super::questions::Wish;
use crate::program::ended::Ended;
use crate::program::vitals::{cpu_time, folder_of, live_task, thread_count};

/// How often a program is looked at that runs, and how seldom at most.
const LOOK: Duration = Duration::from_millis(100);
const SELDOM: Duration = Duration::from_millis(500);

/// What a program may hold beyond its memory: code, and what was written before it
/// could be looked at.
const LEEWAY: u64 = 64 << 20;

/// Timers that a program may make. They are counted by user, and so for the opponent
/// too; Ruby needs one.
const TIMERS: u32 = 32;

/// Looks after one program.
pub struct Watch {
    program: Pid,
    limits: Limits,
    /// Its folder, if that is on the disk.
    place: Option<Place>,
    /// Who the program runs as, if not as its supervisor.
    user: Option<u32>,
    /// The most bytes and files that may be there.
    most: (u64, u64),
    next_look: Instant,
    cpu_at_last_look: Duration,
    /// Bytes and files in its folder when they were last counted, and files that
    /// it has been allowed since.
    counted: (u64, u64),
    allowed: u64,
    /// How many timers it was allowed.
    timers: u32,
}

impl Watch {
    /// Looks after a program that has not begun.
    pub fn new(program: Pid, limits: Limits, place: Option<Place>, user: Option<u32>) -> Watch {
        Watch {
            program,
            limits,
            place,
            user,
            most: (0, 0),
            next_look: Instant::now() + LOOK,
            cpu_at_last_look: Duration::ZERO,
            // Not counted yet.
            counted: (u64::MAX, u64::MAX),
            allowed: 0,
            timers: 0,
        }
    }

    /// Counts what is there before the program begins: that is no work of its own.
    pub fn count_what_it_came_with(&mut self) -> io::Result<()> {
        if let Some(place) = &self.place {
            let (bytes, files) = usage(place.path())?;
            self.most = (bytes.saturating_add(self.limits.temp), files + Limits::FILES);
        }
        Ok(())
    }

    /// An error if what a program holds cannot be seen here.
    pub fn try_it(&mut self) -> io::Result<()> {
        self.seen(memory)?;
        self.count()
    }

    /// What is seen of a program, by one of its threads. Nothing if it has ended.
    fn seen<T>(&self, look: impl Fn(&Path) -> io::Result<T>) -> io::Result<Option<T>> {
        let mut problem = None;
        // A thread may end while it is looked at, and nothing is to be seen of who is
        // about to run another program; but neither is so for long.
        for _ in 0..10 {
            let Some(task) = live_task(self.program) else { return Ok(None) };
            match look(&task) {
                Ok(seen) => return Ok(Some(seen)),
                Err(error) => problem = Some(error),
            }
            thread::sleep(Duration::from_millis(2));
        }
        match (problem, live_task(self.program)) {
            (Some(error), Some(_)) => Err(error),
            _ => Ok(None),
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
            Wish::Timer(event) => {
                self.timers = self.timers.saturating_add(1);
                let may_have = self.timers <= TIMERS && thread_count(self.program) == 1;
                let is_harmless = || is_harmless(self.program, event);
                match may_have && (is_harmless() || as_user(self.user, is_harmless)) {
                    true => Ok(()),
                    false => Err(libc::EPERM),
                }
            }
            Wish::File => {
                self.allowed = self.allowed.saturating_add(1);
                // Only counted if there could be too much.
                if self.could_be_too_much() && (self.count().is_err() || self.is_too_much()) {
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
        let most = self.limits.memory.saturating_add(LEEWAY);
        // What cannot be seen may be hidden.
        if self.seen(memory).map_or(true, |seen| seen.is_some_and(|bytes| bytes > most)) {
            return Some(Ended::too_much_memory(self.limits.memory));
        }
        let is_full = self.place.is_some() && (self.count().is_err() || self.is_too_much());
        is_full.then(|| Ended::too_much_on_disk(self.limits.temp))
    }

    /// Counts what is in its folder, and what it holds of what was there.
    fn count(&mut self) -> io::Result<()> {
        let Some(place) = &self.place else { return Ok(()) };
        let (bytes, files) = usage(place.path())?;
        let held = self.seen(|task| {
            let held = || place.held(task, self.limits.file);
            held().or_else(|_| as_user(self.user, held))
        })?;
        self.counted = (bytes.saturating_add(held.unwrap_or_default()), files);
        self.allowed = 0;
        Ok(())
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

/// Does something with the rights of another user to look into its processes: a root
/// that is locked in itself, as in a container, may have none of its own.
fn as_user<T>(user: Option<u32>, look: impl FnOnce() -> T) -> T {
    let become_one = |user: u32, group: u32| {
        // SAFETY: this changes only with whose rights files are opened. It cannot
        // fail in a way that gives more rights, and what is opened then says so.
        unsafe {
            libc::setfsgid(group);
            libc::setfsuid(user);
        }
    };
    let Some(user) = user else { return look() };
    become_one(user, user);
    let seen = look();
    become_one(0, 0);
    seen
}

/// Whether a timer sends anything but the signal that lets a stopped program go on,
/// which is for the referee. Only of one that has no second thread is it known that
/// what is read here is what the kernel will read.
fn is_harmless(program: Pid, event: u64) -> bool {
    // Without anything written it sends SIGALRM.
    if event == 0 {
        return true;
    }
    // Behind a value of eight bytes.
    let (mut signal, at) = ([0; 4], event.saturating_add(8));
    let memory = File::open(folder_of(program).join("mem"));
    let read = memory.and_then(|memory| memory.read_exact_at(&mut signal, at));
    read.is_ok() && i32::from_ne_bytes(signal) != libc::SIGCONT
}

/// Bytes that a process holds: pages of its own and of files in memory, swapped
/// out or not, and the tables that say where they are.
fn memory(task: &Path) -> io::Result<u64> {
    let counts = |name: &str| ["RssAnon", "RssShmem", "VmSwap", "VmPTE"].contains(&name);
    // The name that the program gave itself is no text for certain.
    let status = String::from_utf8_lossy(&fs::read(task.join("status"))?).into_owned();
    let kilobytes = status.lines().filter_map(|line| {
        let (name, rest) = line.split_once(':')?;
        let number = rest.split_whitespace().next().filter(|_| counts(name))?;
        number.parse::<u64>().ok()
    });
    Ok(kilobytes.sum::<u64>() << 10)
}
