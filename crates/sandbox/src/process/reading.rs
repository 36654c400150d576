//! Lines from a program, until a deadline.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};

use super::{INTERRUPT_POLL, Process};
use crate::line_buffer::Line;
use crate::stopwatch::{Stopwatch, TimeLimit};

/// The most bytes of output that are read between two requests: more than a pipe
/// holds. The rest stays in the pipe.
const UNREQUESTED_BYTES: usize = 128 * 1024;

/// Within this time most programs that do not think have replied. A timer that is
/// shorter than the kernel's tick must be set in hardware, which costs 1.4 µs a move
/// in a virtual machine.
const QUICK: Duration = Duration::from_millis(5);

/// Waiting was given up because the caller should stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// The result of waiting for a line.
#[derive(Debug)]
pub enum Received {
    /// A line, without its end.
    Line(String),
    /// The beginning of a line that is longer than
    /// [`LONGEST_LINE`](crate::line_buffer::LONGEST_LINE).
    TooLong(String),
    /// No line within the time limit.
    TimedOut {
        /// Output without a newline, if there was any.
        partial_line: Option<String>,
    },
    /// The end of the output.
    EndOfOutput,
}

/// What a caller wants to know while it waits for a line.
#[derive(Clone, Copy)]
pub struct Waiting<'a> {
    /// Set when waiting should be given up; looked at every 50 ms.
    pub interrupt: &'a AtomicBool,
    /// Called once for each request that is not over after a few milliseconds.
    pub on_slow: &'a dyn Fn(),
}

impl<'a> Waiting<'a> {
    /// Waits until `interrupt` is set.
    pub fn until(interrupt: &'a AtomicBool) -> Waiting<'a> {
        Waiting { interrupt, on_slow: &|| {} }
    }
}

#[derive(PartialEq, Eq)]
enum Output {
    Read,
    Empty,
    End,
}

impl Process {
    /// Reads the next line, waiting no longer than the limit after the request.
    ///
    /// # Errors
    /// If `interrupt` is set while waiting.
    pub fn read_line(
        &mut self,
        stopwatch: &mut Stopwatch,
        limit: TimeLimit,
        waiting: Waiting<'_>,
    ) -> Result<Received, Interrupted> {
        loop {
            match self.lines.next_line() {
                Some(Line::Whole(line)) => return Ok(Received::Line(line)),
                Some(Line::TooLong(line)) => return Ok(Received::TooLong(line)),
                None => {}
            }
            let Some(mut timeout) = self.next_timeout(stopwatch, limit) else {
                return Ok(Received::TimedOut { partial_line: self.lines.partial_line() });
            };
            if waiting.interrupt.load(Ordering::Relaxed) {
                return Err(Interrupted);
            }
            if !stopwatch.is_slow {
                timeout = timeout.min(QUICK);
            }
            timeout = timeout.min(self.meter.watch(stopwatch));
            let output = self.read_output(timeout);
            stopwatch.read(timeout);
            if output == Output::End {
                return Ok(Received::EndOfOutput);
            }
            // Also if it floods its output: then no wait is ever empty.
            if !stopwatch.is_slow && (output == Output::Empty || stopwatch.has_passed(QUICK)) {
                stopwatch.is_slow = true;
                (waiting.on_slow)();
            }
        }
    }

    /// How long to wait before the next check; `None` if the limit is reached.
    fn next_timeout(&self, stopwatch: &mut Stopwatch, limit: TimeLimit) -> Option<Duration> {
        let left = |limit: Duration, used: Duration| limit.checked_sub(used).filter(|left| !left.is_zero());
        let wall_left = left(limit.wall, stopwatch.awake())?;
        let charged_left = match limit.charged {
            None => INTERRUPT_POLL,
            // Times are read only once the program could have used its own up.
            Some(limit) => match left(limit, stopwatch.most_charged()) {
                Some(left) => left,
                None => match left(limit, self.meter.charged_so_far(stopwatch)) {
                    None if self.meter.may_wait_for_core(stopwatch) => Duration::ZERO,
                    left => left?,
                },
            },
        };
        // Several threads use CPU time up faster than it passes.
        Some(wall_left.min(charged_left.max(Duration::from_millis(1))).min(INTERRUPT_POLL))
    }

    /// Waits for output, and reads it.
    fn read_output(&mut self, timeout: Duration) -> Output {
        // On a shared core a fast program has often replied before our write returns.
        // Then this saves the poll.
        self.had_to_wait = false;
        if let Ok(count @ 1..) = read(&self.stdout, &mut self.chunk[..]) {
            self.lines.push(&self.chunk[..count]);
            return Output::Read;
        }
        self.had_to_wait = true;
        if !self.poll(timeout) {
            return if self.has_lost_supervisor { Output::End } else { Output::Empty };
        }
        match read(&self.stdout, &mut self.chunk[..]) {
            Ok(0) => Output::End,
            Ok(count) => {
                self.lines.push(&self.chunk[..count]);
                Output::Read
            }
            Err(Errno::AGAIN) => Output::Empty,
            Err(_) => Output::End,
        }
    }

    /// Waits for output, and returns whether there is any. Standard error is read and
    /// the queue is sent on the way.
    fn poll(&mut self, timeout: Duration) -> bool {
        let stdin = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        // An entry without events takes the place of a stream that is not there.
        let or_nothing = |fd: Option<_>| fd.unwrap_or_else(|| PollFd::new(&self.stdout, PollFlags::empty()));
        let mut waiting = [
            PollFd::new(&self.stdout, PollFlags::IN),
            or_nothing(self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN))),
            or_nothing(stdin.map(|stdin| PollFd::new(stdin, PollFlags::OUT))),
        ];
        // Every descriptor costs time, and input is seldom queued.
        let count = if stdin.is_some() { 3 } else { 2 };
        match poll(&mut waiting[..count], Timespec::try_from(timeout).ok().as_ref()) {
            Ok(0) => {
                self.check_supervisor();
                return false;
            }
            Ok(_) => {}
            Err(Errno::INTR) => return false,
            Err(error) => panic!("poll of three pipes: {error}"),
        }
        let [output, errors, room] = waiting.map(|fd| !fd.revents().is_empty());
        if errors {
            self.read_stderr();
        }
        if room {
            self.flush();
        }
        output
    }

    /// Reads output and standard error that is there, without waiting.
    pub fn drain_output(&mut self) {
        let mut taken = 0;
        while taken < UNREQUESTED_BYTES
            && let Ok(count @ 1..) = read(&self.stdout, &mut self.chunk[..])
        {
            self.lines.push(&self.chunk[..count]);
            taken += count;
        }
        self.read_stderr();
    }

    /// Reads one chunk of standard error, and returns whether there was any. The rest
    /// of a flood stays in the pipe until the next time.
    pub(super) fn read_stderr(&mut self) -> bool {
        let Some(stderr) = &self.stderr else { return false };
        match read(stderr, &mut self.chunk[..]) {
            // Otherwise `poll` would report the end again and again.
            Ok(0) => self.stderr = None,
            Ok(count) => {
                self.stderr_excerpt.push(&self.chunk[..count]);
                return true;
            }
            Err(_) => {}
        }
        false
    }

    /// The next line that has been read, if there is one.
    pub fn next_line(&mut self) -> Option<String> {
        self.lines.next_line().map(|(Line::Whole(line) | Line::TooLong(line))| line)
    }
}
