//! What no limit of the kernel's covers is looked at again and again, and whoever
//! has taken too much is ended: the kernel's tables of memory, and a folder on the
//! disk, for which an ordinary user cannot set a quota. What can be had faster than
//! anybody looks has to be asked for: see [`super::questions`].

use std::fs::{self, File};
use std::io;
use std::mem;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, getpid};

use super::own_folder::usage;
use super::place::Place;
use super::questions::Wish;
use super::{Limits, limits};
use crate::program::ended::Ended;
use crate::program::vitals::{cpu_time, folder_of, live_task, start_of_stack, thread_count};

/// How often a program is looked at that runs, and how seldom if that takes long.
const LOOK: Duration = Duration::from_millis(100);
const SELDOM: Duration = Duration::from_millis(500);

/// How soon who has nearly all memory is looked at again.
const SOON: Duration = Duration::from_millis(5);

/// What a program may hold beyond its memory: code, and what was written before it
/// could be looked at.
const LEEWAY: u64 = 64 << 20;

/// Bytes of tables that a program could make the kernel fill on each core in a
/// millisecond: twice what was seen.
const FASTEST: u64 = 8 << 20;

/// How far from its beginning the first thread's stack may reach on either side: twice
/// as far as it can grow.
const STACK: u64 = 2 * limits::STACK;

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
    /// Bytes of tables that it could fill in a millisecond.
    fastest: u64,
    /// When its memory is looked at, and when its folder is.
    memory_round: Round,
    folder_round: Round,
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
            // It runs where its supervisor does.
            fastest: FASTEST * thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
            memory_round: Round::after(LOOK),
            folder_round: Round::after(LOOK),
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
        // A thread may end while it is looked at, one may have begun since they were
        // listed, and nothing is to be seen of who is about to run another program;
        // but none of that is so for long.
        for _ in 0..10 {
            problem = match live_task(self.program).map(|task| look(&task)) {
                Some(Ok(seen)) => return Ok(Some(seen)),
                Some(Err(error)) => Some(error),
                None => None,
            };
            thread::sleep(Duration::from_millis(2));
        }
        problem.map_or(Ok(None), Err)
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
            // From then on the kernel would no longer count it.
            Wish::ReadOnlyMemory if self.room_in_memory().is_some() => Ok(()),
            Wish::ReadOnlyMemory => Err(libc::ENOMEM),
            Wish::MovedMemory { from, bytes } => match self.may_be_moved(from, bytes) {
                true => Ok(()),
                false => Err(libc::ENOMEM),
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

    /// Whether memory may be moved or made larger. What could be written to is never
    /// longer than all of it may be; to move the tables of more than that takes the
    /// kernel seconds in which it hears nothing. And a stack does not count as memory
    /// that can be written to, wherever it is.
    fn may_be_moved(&self, from: u64, bytes: u64) -> bool {
        let stack = || start_of_stack(self.program);
        let Some(stack) = stack().or_else(|| as_user(self.user, stack)) else { return false };
        let is_apart =
            from.saturating_add(bytes) < stack.saturating_sub(STACK) || from > stack.saturating_add(STACK);
        is_apart && bytes <= self.limits.memory
    }

    /// How long until the program is to be looked at.
    pub fn patience(&self) -> Duration {
        self.memory_round.next.min(self.folder_round.next).saturating_duration_since(Instant::now())
    }

    /// What the program has taken too much of, if it is time to look.
    pub fn breach(&mut self) -> Option<Ended> {
        let cpu = cpu_time(self.program);
        if self.memory_round.is_due(cpu) {
            let Some(room) = self.room_in_memory() else {
                return Some(Ended::too_much_memory(self.limits.memory));
            };
            // Before it could have filled that.
            self.memory_round.pause(Duration::from_millis(room / self.fastest).clamp(SOON, LOOK));
        }
        if self.folder_round.is_due(cpu) && self.place.is_some() {
            // By the processor's time: how busy others keep the machine makes nobody
            // less dangerous.
            let begin = cpu_time(getpid());
            if self.count().is_err() || self.is_too_much() {
                return Some(Ended::too_much_on_disk(self.limits.temp));
            }
            let took = cpu_time(getpid()).saturating_sub(begin);
            self.folder_round.pause((took * 100).clamp(LOOK, SELDOM));
        }
        None
    }

    /// The bytes of memory that it may still take; nothing if it has taken too much.
    fn room_in_memory(&self) -> Option<u64> {
        let most = self.limits.memory.saturating_add(LEEWAY);
        match self.seen(memory) {
            Ok(held) => most.checked_sub(held.unwrap_or_default()),
            // What cannot be seen may be hidden.
            Err(_) => None,
        }
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

/// When something is looked at again and again.
struct Round {
    next: Instant,
    pause: Duration,
    /// What the program had used of the processor when it was last time.
    cpu: Duration,
}

impl Round {
    fn after(pause: Duration) -> Round {
        Round { next: Instant::now() + pause, pause, cpu: Duration::ZERO }
    }

    /// Whether it is time to look at a program that has used so much of the processor
    /// by now. Who has not run since has taken nothing.
    fn is_due(&mut self, cpu: Duration) -> bool {
        let is_time = self.next <= Instant::now();
        if is_time {
            self.pause(self.pause);
        }
        is_time && mem::replace(&mut self.cpu, cpu) != cpu
    }

    /// Waits for so long, now and whenever the program has not run.
    fn pause(&mut self, pause: Duration) {
        (self.next, self.pause) = (Instant::now() + pause, pause);
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
    let mut kilobytes = status.lines().filter_map(|line| {
        let (name, rest) = line.split_once(':')?;
        let number = rest.split_whitespace().next().filter(|_| counts(name))?;
        number.parse::<u64>().ok()
    });
    // Of a thread that has just begun to end it is not told.
    let first = kilobytes.next().ok_or_else(|| io::Error::other("it has no memory any more"))?;
    Ok(kilobytes.fold(first, u64::saturating_add) << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a thread at its end nothing is told, and that is not nothing.
    #[test]
    fn memory_that_is_not_told_is_not_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = b"Name:\tRssAnon:\\n 9\xff\n";
        for (lines, bytes) in [
            ("RssAnon:\t 1024 kB\nRssFile:\t 77 kB\nRssShmem:\t 3 kB\nVmPTE:\t 2 kB\n", Some(1029 << 10)),
            ("RssAnon:\t 0 kB\n", Some(0)),
            ("State:\tR (running)\nThreads:\t2\n", None),
        ] {
            fs::write(folder.path().join("status"), [name, lines.as_bytes()].concat()).expect("room");
            assert_eq!(memory(folder.path()).ok(), bytes, "{lines}");
        }
    }
}
