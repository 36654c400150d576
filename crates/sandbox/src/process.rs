//! A running program: lines to it, requests on the clock, stops. How it starts, what it
//! writes and how it ends stand in files of their own.
//!
//! A line each way costs two or three system calls: one write, and one read that often
//! finds the line already; only if not, a poll and another read.

mod ending;
mod reading;
mod starting;

use std::io::{BufReader, PipeReader, PipeWriter};
use std::os::unix::net::UnixStream;
use std::process::Child;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionread, write};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::charge::{ChargeBy, TimeSpent};
use crate::excerpt::Excerpt;
use crate::line_buffer::LineBuffer;
use crate::stopwatch::{Stopwatch, TimeMeter};
use crate::{memory, namespaces, proc_stat};

pub use ending::UncleanExit;
pub use reading::{Interrupted, Received, Waiting};

/// How often a waiting caller checks whether it should stop.
const INTERRUPT_POLL: Duration = Duration::from_millis(50);

const NO_WAIT: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// A running program. Dropping it kills the program and everything it started.
pub struct Process {
    supervisor: Child,
    control: BufReader<UnixStream>,
    pid: Pid,
    /// `None` once it was closed, which tells the program that nothing more comes.
    stdin: Option<PipeWriter>,
    stdout: PipeReader,
    /// `None` once the program closed it.
    stderr: Option<PipeReader>,
    /// Input that could not be written yet.
    unsent: Vec<u8>,
    lines: LineBuffer,
    /// What it wrote to standard error since this was last taken. Callers may add
    /// notes of their own.
    pub stderr_excerpt: Excerpt,
    stopped: bool,
    meter: TimeMeter,
    /// It was stopped when the last request was sent.
    was_stopped_before_request: bool,
    /// Its last output was not there at the first read.
    had_to_wait: bool,
    /// Dropping it kills the program at once, also if its input was closed.
    has_no_grace: bool,
    /// Its supervisor was killed.
    has_lost_supervisor: bool,
    chunk: Box<[u8]>,
}

impl Process {
    /// Keeps text back, to be sent with the next.
    pub fn queue(&mut self, text: &[u8]) {
        self.unsent.extend_from_slice(text);
    }

    /// Sends text after what was queued. What does not fit into the pipe stays queued.
    pub fn send(&mut self, text: &[u8]) {
        let sent = if self.unsent.is_empty() { self.write(text) } else { 0 };
        self.unsent.extend_from_slice(&text[sent..]);
        // Also if the text is empty: the queue is sent.
        if !self.unsent.is_empty() {
            self.flush();
        }
    }

    /// Sends the queue as far as the pipe takes it without waiting.
    pub fn flush(&mut self) {
        let sent = self.write(&self.unsent);
        self.unsent.drain(..sent);
    }

    /// Writes without waiting, and returns how many bytes. A program that has ended
    /// takes everything; its end is noticed by the next read.
    fn write(&self, text: &[u8]) -> usize {
        let mut sent = 0;
        while let Some(stdin) = &self.stdin
            && sent < text.len()
        {
            match write(stdin, &text[sent..]) {
                Ok(count) => sent += count,
                Err(Errno::AGAIN) => return sent,
                Err(_) => return text.len(),
            }
        }
        sent
    }

    /// Whether input is queued.
    pub fn has_unsent(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// Whether the program had surely not read the request when its last line came.
    /// One that was stopped or kept us waiting may have been busy with something else;
    /// one that replies at once was woken by the request.
    pub fn has_not_read_request(&self) -> bool {
        self.has_unsent() || ((self.was_stopped_before_request || self.had_to_wait) && self.has_unread())
    }

    /// Whether there is input that the program has not read.
    pub fn has_unread(&self) -> bool {
        self.has_unsent() || !self.has_read_all()
    }

    fn has_read_all(&self) -> bool {
        self.stdin.as_ref().is_some_and(|stdin| ioctl_fionread(stdin) == Ok(0))
    }

    /// Whether the program has read all its input and sleeps, with all its threads.
    pub fn is_waiting(&self) -> bool {
        !self.has_unread() && proc_stat::is_all_asleep(self.pid)
    }

    /// CPU time that the program has used, in all its threads.
    pub fn cpu_time(&self) -> Duration {
        proc_stat::cpu_time(self.pid)
    }

    /// Whether the program has closed its input, or we have.
    pub fn has_closed_input(&self) -> bool {
        let Some(stdin) = &self.stdin else { return true };
        poll(&mut [PollFd::new(stdin, PollFlags::empty())], Some(&NO_WAIT)).is_ok_and(|ready| ready > 0)
    }

    /// Nothing that the program has done so far is charged: it was starting.
    pub fn settle(&mut self) {
        self.meter.settle();
    }

    /// CPU time between requests that is not charged next time.
    pub fn allow_off_turn(&mut self, free: Duration) {
        self.meter.allow(free);
    }

    /// Reads the clocks that `charge` needs, sends a request and continues a stopped
    /// program.
    pub fn request(&mut self, text: &[u8], charge: ChargeBy) -> Stopwatch {
        self.was_stopped_before_request = self.stopped;
        let stopwatch = self.meter.begin(charge, self.stopped);
        self.send(text);
        // After the request, so that the program wakes once and finds it.
        self.resume();
        stopwatch
    }

    /// The time from the request to the last line. Called once for each request.
    pub fn time_spent(&mut self, stopwatch: &Stopwatch) -> TimeSpent {
        self.meter.end(stopwatch)
    }

    /// Stops the program and its group (SIGSTOP), until [`Self::resume`].
    pub fn stop(&mut self) {
        if !self.stopped {
            self.stopped = self.signal(Signal::STOP);
        }
    }

    /// Continues a stopped program.
    pub fn resume(&mut self) {
        if self.stopped {
            self.stopped = !self.signal(Signal::CONT);
        }
    }

    /// Bytes of memory that the program, what it started and its supervisor hold, with
    /// the program's files if they are in memory.
    pub fn memory(&self) -> u64 {
        let supervisor = i32::try_from(self.supervisor.id()).ok().and_then(Pid::from_raw);
        supervisor.map_or(0, memory::held_by_tree) + namespaces::files_in_memory(self.pid)
    }

    /// Signals the program and its children in the same group.
    fn signal(&self, signal: Signal) -> bool {
        kill_process_group(self.pid, signal).is_ok()
    }
}
