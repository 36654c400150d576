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
use crate::memory::MemoryMonitor;
use crate::notify::Request;
use crate::own_folder::usage;
use crate::proc_stat::{cpu_time, folder_of, inspect, start_of_stack, thread_count};
use crate::scratch::ScratchFolder;
use crate::{Limits, limits};

/// How often a program is looked at that runs, and how seldom if that takes long.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
const SLOW_CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// What is nearer than this to the beginning of the first thread's stack may be part
/// of it: twice as far as it can grow.
const NEAR_STACK: u64 = 2 * limits::STACK;

/// Timers that a program may make. They are counted by user, and so for the opponent
/// too; Ruby needs one.
const TIMERS: u32 = 32;

/// Looks after one program.
pub struct Monitor {
    program: Pid,
    limits: Limits,
    /// Its folder, if that is on the disk.
    scratch: Option<ScratchFolder>,
    /// Who the program runs as, if not as its supervisor.
    user: Option<u32>,
    /// The most bytes and files that may be there.
    most: (u64, u64),
    memory: MemoryMonitor,
    next_count: Instant,
    cpu_at_last_count: Duration,
    /// Bytes and files in its folder when they were last counted, and files that
    /// it has been allowed since.
    counted: (u64, u64),
    allowed: u64,
    /// How many timers it was allowed.
    timers: u32,
}

impl Monitor {
    /// Looks after a program that has not begun.
    pub fn new(program: Pid, limits: Limits, scratch: Option<ScratchFolder>, user: Option<u32>) -> Monitor {
        Monitor {
            program,
            limits,
            scratch,
            user,
            most: (0, 0),
            memory: MemoryMonitor::new(program, limits.memory),
            next_count: Instant::now() + CHECK_INTERVAL,
            cpu_at_last_count: Duration::ZERO,
            // Not counted yet.
            counted: (u64::MAX, u64::MAX),
            allowed: 0,
            timers: 0,
        }
    }

    /// Counts what is there before the program begins: that is no work of its own.
    pub fn count_initial_files(&mut self) -> io::Result<()> {
        if let Some(scratch) = &self.scratch {
            let (bytes, files) = usage(scratch.path())?;
            self.most = (bytes.saturating_add(self.limits.temp), files + Limits::FILES);
        }
        Ok(())
    }

    /// An error if what a program holds cannot be seen here.
    pub fn probe(&mut self) -> io::Result<()> {
        self.memory.probe()?;
        self.count()
    }

    /// The program begins. It can keep waiting who reads what it has mapped of its
    /// folder, so then somebody else looks at its memory. Where it has a world of its own
    /// that is not read, and the kernel allows its supervisor no thread any more.
    pub fn begin(&mut self) -> io::Result<()> {
        if self.scratch.is_some() { self.memory.start_thread() } else { Ok(()) }
    }

    /// Whether the program was ended because it had too much memory.
    pub fn has_killed(&self) -> bool {
        self.memory.has_killed()
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
            Request::ReadOnlyMemory => allow_memory(self.memory.can_hold_uncounted()),
            Request::FixedMemory { bytes } => allow_memory(self.memory.can_hold(bytes)),
            Request::MoveMemory { from, bytes } => allow_memory(self.can_move(from, bytes)),
            Request::Timer(event) => {
                self.timers = self.timers.saturating_add(1);
                let may_have = self.timers <= TIMERS && thread_count(self.program) == 1;
                let is_harmless_timer = || is_harmless_timer(self.program, event);
                match may_have && (is_harmless_timer() || with_user_rights(self.user, is_harmless_timer)) {
                    true => Ok(()),
                    false => Err(libc::EPERM),
                }
            }
            Request::NewFile => {
                self.allowed = self.allowed.saturating_add(1);
                // Only counted if there could be too much.
                if self.could_be_over_limit() && (self.count().is_err() || self.is_over_limit()) {
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
    fn can_move(&mut self, from: u64, bytes: u64) -> bool {
        let stack = || start_of_stack(self.program);
        let Some(stack) = stack().or_else(|| with_user_rights(self.user, stack)) else { return false };
        let is_apart = from.saturating_add(bytes) < stack.saturating_sub(NEAR_STACK)
            || from > stack.saturating_add(NEAR_STACK);
        is_apart && self.memory.can_move(bytes)
    }

    /// How long until the program is to be looked at.
    pub fn time_to_next_check(&self) -> Duration {
        self.next_count.saturating_duration_since(Instant::now()).min(self.memory.time_to_next_check())
    }

    /// What the program has taken too much of, if it is time to look.
    pub fn check(&mut self) -> Option<ExitStatus> {
        if self.memory.is_over_limit() {
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
        let is_full = has_run && (self.count().is_err() || self.is_over_limit());
        // What takes long to look at is looked at less often.
        let took = cpu_time(getpid()).saturating_sub(begin);
        self.next_count = Instant::now() + (took * 100).clamp(CHECK_INTERVAL, SLOW_CHECK_INTERVAL);
        (is_full && self.scratch.is_some()).then(|| ExitStatus::too_much_on_disk(self.limits.temp))
    }

    /// Counts what is in its folder, and what it holds of what was there.
    fn count(&mut self) -> io::Result<()> {
        let Some(scratch) = &self.scratch else { return Ok(()) };
        let (bytes, files) = usage(scratch.path())?;
        let held = inspect(self.program, |task| {
            let held = || scratch.deleted_bytes(task, self.limits.file);
            held().or_else(|_| with_user_rights(self.user, held))
        })?;
        self.counted = (bytes.saturating_add(held.unwrap_or_default()), files);
        self.allowed = 0;
        Ok(())
    }

    fn is_over_limit(&self) -> bool {
        self.counted.0 > self.most.0 || self.counted.1 >= self.most.1
    }

    /// If every file that it was allowed since became as large as a file can be.
    fn could_be_over_limit(&self) -> bool {
        let (bytes, files) = self.counted;
        let grown = self.allowed.saturating_mul(self.limits.file);
        bytes.saturating_add(grown) > self.most.0 || files.saturating_add(self.allowed) > self.most.1
    }
}

/// The answer to who asks for memory.
fn allow_memory(may: bool) -> Result<(), i32> {
    if may { Ok(()) } else { Err(libc::ENOMEM) }
}

/// Does something with the rights of another user to look into its processes: a root
/// that is locked in itself, as in a container, may have none of its own.
fn with_user_rights<T>(user: Option<u32>, look: impl FnOnce() -> T) -> T {
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
fn is_harmless_timer(program: Pid, event: u64) -> bool {
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
