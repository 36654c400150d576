//! Whether a program gets what it asks for (see [`crate::notify`]), and what it
//! leaves in its folder on the disk, for which an ordinary user cannot set a quota:
//! that is looked at again and again, and whoever has left too much is ended.

use std::fs::File;
use std::io;
use std::mem;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use rustix::process::{Pid, getpid};

use crate::exit_status::ExitStatus;
use crate::memory::Memory;
use crate::notify::Request;
use crate::own_folder::usage;
use crate::place::Place;
use crate::proc_stat::{cpu_time, folder_of, inspect, start_of_stack, thread_count};
use crate::{Limits, limits};

/// How often a program is looked at that runs, and how seldom if that takes long.
const LOOK: Duration = Duration::from_millis(100);
const SELDOM: Duration = Duration::from_millis(500);

/// What is nearer than this to the beginning of the first thread's stack may be part
/// of it: twice as far as it can grow.
const NEAR_STACK: u64 = 2 * limits::STACK;

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
    memory: Memory,
    next_count: Instant,
    cpu_at_last_count: Duration,
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
            memory: Memory::new(program, limits.memory),
            next_count: Instant::now() + LOOK,
            cpu_at_last_count: Duration::ZERO,
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
        self.memory.try_it()?;
        self.count()
    }

    /// The program begins. It can keep waiting who reads what it has mapped of its
    /// folder, so then somebody else looks at its memory. Where it has a world of its own
    /// that is not read, and the kernel allows its supervisor no thread any more.
    pub fn begin(&mut self) -> io::Result<()> {
        if self.place.is_some() { self.memory.look_aside() } else { Ok(()) }
    }

    /// Whether the program was ended because it had too much memory.
    pub fn was_too_much_memory(&self) -> bool {
        self.memory.was_too_much()
    }

    /// Whether a program gets what it asks for.
    pub fn decide(&mut self, request: Request) -> Result<(), i32> {
        match request {
            Request::Thread if thread_count(self.program) < Limits::THREADS => Ok(()),
            Request::Thread => Err(libc::EAGAIN),
            Request::Exec(thread) => match thread == self.program.as_raw_nonzero().get() as u32 {
                true => Ok(()),
                // Only the first thread ends with its supervisor, and whoever runs
                // another program becomes the first.
                false => Err(libc::EPERM),
            },
            Request::ReadOnlyMemory => or_no_memory(self.memory.may_have_uncounted()),
            Request::FixedMemory { bytes } => or_no_memory(self.memory.may_have(bytes)),
            Request::MoveMemory { from, bytes } => or_no_memory(self.may_be_moved(from, bytes)),
            Request::Timer(event) => {
                self.timers = self.timers.saturating_add(1);
                let may_have = self.timers <= TIMERS && thread_count(self.program) == 1;
                let is_harmless = || is_harmless(self.program, event);
                match may_have && (is_harmless() || as_user(self.user, is_harmless)) {
                    true => Ok(()),
                    false => Err(libc::EPERM),
                }
            }
            Request::NewFile => {
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
    fn may_be_moved(&mut self, from: u64, bytes: u64) -> bool {
        let stack = || start_of_stack(self.program);
        let Some(stack) = stack().or_else(|| as_user(self.user, stack)) else { return false };
        let is_apart = from.saturating_add(bytes) < stack.saturating_sub(NEAR_STACK)
            || from > stack.saturating_add(NEAR_STACK);
        is_apart && self.memory.may_move(bytes)
    }

    /// How long until the program is to be looked at.
    pub fn patience(&self) -> Duration {
        self.next_count.saturating_duration_since(Instant::now()).min(self.memory.patience())
    }

    /// What the program has taken too much of, if it is time to look.
    pub fn breach(&mut self) -> Option<ExitStatus> {
        if self.memory.is_too_much() {
            return Some(ExitStatus::too_much_memory(self.limits.memory));
        }
        if self.next_count > Instant::now() {
            return None;
        }
        // By the processor's time: how busy others keep the machine makes nobody less
        // dangerous.
        let begin = cpu_time(getpid());
        let cpu = cpu_time(self.program);
        // Who has not run has left nothing.
        let has_run = mem::replace(&mut self.cpu_at_last_count, cpu) != cpu;
        let is_full = has_run && (self.count().is_err() || self.is_too_much());
        // What takes long to look at is looked at less often.
        let took = cpu_time(getpid()).saturating_sub(begin);
        self.next_count = Instant::now() + (took * 100).clamp(LOOK, SELDOM);
        (is_full && self.place.is_some()).then(|| ExitStatus::too_much_on_disk(self.limits.temp))
    }

    /// Counts what is in its folder, and what it holds of what was there.
    fn count(&mut self) -> io::Result<()> {
        let Some(place) = &self.place else { return Ok(()) };
        let (bytes, files) = usage(place.path())?;
        let held = inspect(self.program, |task| {
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

/// The answer to who asks for memory.
fn or_no_memory(may: bool) -> Result<(), i32> {
    if may { Ok(()) } else { Err(libc::ENOMEM) }
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
