//! Decides the requests of a program (see [`crate::notify`]), and checks what it
//! leaves in its folder on the disk. An ordinary user cannot set a quota there, so the
//! folder is counted again and again, and a program over its limit is killed.

use std::fs::{self, File};
use std::io;
use std::mem;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use rustix::process::{Pid, getpid};

use crate::exit_status::ExitStatus;
use crate::limits::{self, Limits};
use crate::memory::MemoryMonitor;
use crate::notify::Request;
use crate::own_folder::usage;
use crate::proc_stat::{cpu_time, folder_of, inspect, start_of_stack, thread_count};
use crate::scratch::ScratchFolder;
use crate::user::with_rights_of;

/// The time between two checks of a running program: usually, and if they take long.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
const SLOW_CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// Addresses nearer than this to the start of the first thread's stack may belong to
/// it: twice as far as it can grow.
const NEAR_STACK: u64 = 2 * limits::STACK;

/// Timers that a program may create. The kernel counts them by user, and so for the
/// opponent too. Ruby needs one.
const TIMERS: u32 = 32;

/// Signals that may wait, of all programs of the same user. Only runtimes send such
/// signals to themselves, one to each thread.
const QUEUED_SIGNALS: u64 = 512;

/// Decides and checks for one program.
pub struct Monitor {
    program: Pid,
    limits: Limits,
    /// Its folder, if it is on the disk.
    scratch: Option<ScratchFolder>,
    /// The program's user, if not that of its supervisor.
    user: Option<u32>,
    /// The most bytes and files in its folder.
    most: (u64, u64),
    memory: MemoryMonitor,
    next_count: Instant,
    cpu_at_last_count: Duration,
    /// Bytes and files at the last count.
    counted: (u64, u64),
    /// New files allowed since the last count.
    allowed: u64,
    /// Timers that it asked for.
    timers: u32,
}

impl Monitor {
    /// For a program that has not begun.
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

    /// Counts the copy before the program begins: only what it adds is limited.
    pub fn count_initial_files(&mut self) -> io::Result<()> {
        if let Some(scratch) = &self.scratch {
            let (bytes, files) = usage(scratch.path())?;
            self.most = (bytes.saturating_add(self.limits.temp), files + Limits::FILES);
        }
        Ok(())
    }

    /// An error if the program's use cannot be measured on this machine.
    pub fn probe(&mut self) -> io::Result<()> {
        self.memory.probe()?;
        self.count()
    }

    /// The program begins. Where its folder is on the disk, its memory is checked in a
    /// thread: the program can delay reading its list of mappings for seconds. With
    /// namespaces that list is not read, and the kernel allows no thread there.
    pub fn begin(&mut self) -> io::Result<()> {
        if self.scratch.is_some() { self.memory.start_thread() } else { Ok(()) }
    }

    /// Whether the program was killed by the thread that checks memory.
    pub fn has_killed(&self) -> bool {
        self.memory.has_killed()
    }

    /// Allows a request, or refuses it with an errno.
    pub fn decide(&mut self, request: Request) -> Result<(), i32> {
        match request {
            Request::Thread if thread_count(self.program) < Limits::THREADS => Ok(()),
            Request::Thread => Err(libc::EAGAIN),
            Request::Exec(thread) => match thread == self.program.as_raw_nonzero().get() as u32 {
                true => Ok(()),
                // The parent-death signal belongs to the first thread. Another thread
                // that calls `exec` would take its place without the signal.
                false => Err(libc::EPERM),
            },
            Request::ReadOnlyMemory => allow_memory(self.memory.can_hold_uncounted()),
            Request::FixedMemory { bytes } => allow_memory(self.memory.can_hold(bytes)),
            Request::MoveMemory { from, bytes } => allow_memory(self.can_move(from, bytes)),
            Request::Timer(event) => {
                self.timers = self.timers.saturating_add(1);
                let is_allowed = self.timers <= TIMERS && thread_count(self.program) == 1;
                let is_harmless_timer = || is_harmless_timer(self.program, event);
                match is_allowed && (is_harmless_timer() || with_rights_of(self.user, is_harmless_timer)) {
                    true => Ok(()),
                    false => Err(libc::EPERM),
                }
            }
            Request::QueuedSignal => {
                let queued = || queued_signals(self.program);
                let queued = queued().or_else(|| with_rights_of(self.user, queued));
                if queued.is_some_and(|queued| queued < QUEUED_SIGNALS) { Ok(()) } else { Err(libc::EAGAIN) }
            }
            // Not in the kernel: see [`crate::shared_futex`].
            Request::SharedFutex(_) => Err(libc::ENOSYS),
            Request::ThreadEnds => Ok(()),
            Request::NewFile => {
                self.allowed = self.allowed.saturating_add(1);
                // Counting takes time, so only if the limit could be exceeded.
                if self.could_be_over_limit() && (self.count().is_err() || self.is_over_limit()) {
                    return Err(libc::EDQUOT);
                }
                Ok(())
            }
        }
    }

    /// Whether memory may be moved or grow. Writable memory is never longer than the
    /// limit, and moving more page tables takes the kernel seconds without a signal.
    /// The stack must stay where it is, since it does not count as writable memory.
    fn can_move(&mut self, from: u64, bytes: u64) -> bool {
        let stack = || start_of_stack(self.program);
        let Some(stack) = stack().or_else(|| with_rights_of(self.user, stack)) else { return false };
        let is_apart = from.saturating_add(bytes) < stack.saturating_sub(NEAR_STACK)
            || from > stack.saturating_add(NEAR_STACK);
        is_apart && self.memory.can_move(bytes)
    }

    /// Time until [`Self::check`] is due.
    pub fn time_to_next_check(&self) -> Duration {
        self.next_count.saturating_duration_since(Instant::now()).min(self.memory.time_to_next_check())
    }

    /// If a check is due and the program exceeds a limit: the exit status to report.
    pub fn check(&mut self) -> Option<ExitStatus> {
        if self.memory.is_over_limit() {
            return Some(ExitStatus::too_much_memory(self.limits.memory));
        }
        if self.next_count > Instant::now() {
            return None;
        }
        // In CPU time: a busy machine must not make checks rarer.
        let begin = cpu_time(getpid());
        let cpu = cpu_time(self.program);
        // A program that has not run has written nothing.
        let has_run = mem::replace(&mut self.cpu_at_last_count, cpu) != cpu;
        let is_full = has_run && (self.count().is_err() || self.is_over_limit());
        // Slow checks run less often.
        let took = cpu_time(getpid()).saturating_sub(begin);
        self.next_count = Instant::now() + (took * 100).clamp(CHECK_INTERVAL, SLOW_CHECK_INTERVAL);
        (is_full && self.scratch.is_some()).then(|| ExitStatus::too_much_on_disk(self.limits.temp))
    }

    /// Counts its folder, and deleted files that it still holds.
    fn count(&mut self) -> io::Result<()> {
        let Some(scratch) = &self.scratch else { return Ok(()) };
        let (bytes, files) = usage(scratch.path())?;
        let held = inspect(self.program, |task| {
            let held = || scratch.deleted_bytes(task, self.limits.file);
            held().or_else(|_| with_rights_of(self.user, held))
        })?;
        self.counted = (bytes.saturating_add(held.unwrap_or_default()), files);
        self.allowed = 0;
        Ok(())
    }

    fn is_over_limit(&self) -> bool {
        self.counted.0 > self.most.0 || self.counted.1 >= self.most.1
    }

    /// Whether it exceeds a limit if every new file is as large as a file can be.
    fn could_be_over_limit(&self) -> bool {
        let (bytes, files) = self.counted;
        let grown = self.allowed.saturating_mul(self.limits.file);
        bytes.saturating_add(grown) > self.most.0 || files.saturating_add(self.allowed) > self.most.1
    }
}

fn allow_memory(can_have: bool) -> Result<(), i32> {
    if can_have { Ok(()) } else { Err(libc::ENOMEM) }
}

/// How many signals wait for programs of the same user. `None` if that is unknown.
fn queued_signals(program: Pid) -> Option<u64> {
    let status = fs::read(folder_of(program).join("status")).ok()?;
    // Its name comes before, and need not be text.
    let mut lines = status.split(|byte| *byte == b'\n');
    let counts = lines.find_map(|line| line.strip_prefix(b"SigQ:"))?;
    std::str::from_utf8(counts).ok()?.split('/').next()?.trim().parse().ok()
}

/// Whether a timer does not send SIGCONT, which would continue a stopped program.
/// Valid only for a program with one thread: a second one could change the `sigevent`
/// before the kernel reads it.
fn is_harmless_timer(program: Pid, event: u64) -> bool {
    // Without a `sigevent` it sends SIGALRM.
    if event == 0 {
        return true;
    }
    // The signal follows a value of eight bytes.
    let (mut signal, at) = ([0; 4], event.saturating_add(8));
    let memory = File::open(folder_of(program).join("mem"));
    let read = memory.and_then(|memory| memory.read_exact_at(&mut signal, at));
    read.is_ok() && i32::from_ne_bytes(signal) != libc::SIGCONT
}
