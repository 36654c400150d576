//! A running program: lines to it, lines from it, deadlines, its CPU time, its end.
//!
//! A line each way costs two or three system calls: one write, and one read that often
//! finds the line already; only if not, a poll and another read.

mod starting;

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionread, read, write};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::charge::{ChargeBy, TimeSpent};
use crate::excerpt::Excerpt;
use crate::exit_status::ExitStatus;
use crate::line_buffer::{Line, LineBuffer};
use crate::proc_stat;
use crate::report::SupervisorReport;
use crate::stopwatch::{Stopwatch, TimeLimit, TimeMeter};
use crate::supervisor::QUIT_GRACE;
use crate::{memory, namespaces};

/// How often a waiting caller checks whether it should stop.
const INTERRUPT_POLL: Duration = Duration::from_millis(50);

/// How long to wait for a supervisor that should report soon.
const SUPERVISOR_TIMEOUT: Duration = Duration::from_secs(1);

/// The most bytes of output that are read between two requests: more than a pipe
/// holds. The rest stays in the pipe.
const UNREQUESTED_BYTES: usize = 128 * 1024;

/// Within this time most programs that do not think have replied. A timer that is
/// shorter than the kernel's tick must be set in hardware, which costs 1.4 µs a move
/// in a virtual machine.
const QUICK: Duration = Duration::from_millis(5);

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

/// Waiting was given up because the caller should stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// A program that did not end as it should.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UncleanExit {
    /// It ended, but not with status 0.
    #[error("{0}")]
    Status(ExitStatus),
    /// It was still running after its time, and was killed.
    #[error("it was still running {} s later and was killed", QUIT_GRACE.as_secs())]
    Killed,
}

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
    fn read_stderr(&mut self) -> bool {
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

    /// If the supervisor was killed, the kernel killed the program too. Its group is
    /// killed here, as far as it can be found.
    fn check_supervisor(&mut self) {
        if self.is_control_closed() {
            self.signal(Signal::KILL);
            self.has_lost_supervisor = true;
        }
    }

    /// Whether the supervisor has ended.
    fn is_control_closed(&self) -> bool {
        let mut control = [PollFd::new(self.control.get_ref(), PollFlags::empty())];
        poll(&mut control, Some(&NO_WAIT)).is_ok_and(|gone| gone > 0)
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

    /// How the program ended, once its output has. Reads the rest of standard error.
    pub fn exit_status(&mut self) -> ExitStatus {
        self.resume();
        if self.has_lost_supervisor {
            return ExitStatus::SupervisorLost;
        }
        let report = read_report(&mut self.control, SUPERVISOR_TIMEOUT);
        // Bounded, in case another process goes on writing.
        for _ in 0..64 {
            if !self.read_stderr() {
                break;
            }
        }
        match report {
            Some(SupervisorReport::Ended(status)) => status,
            // Without a word the supervisor ends only if it is killed. The kernel then
            // kills the program, and its output may end before that is looked at.
            _ if self.is_control_closed() => ExitStatus::SupervisorLost,
            _ => ExitStatus::ClosedOutput,
        }
    }

    /// Sends a last text and closes the program's input.
    pub fn close_input(&mut self, text: &[u8]) {
        self.send(text);
        self.stdin = None;
        self.resume();
    }

    /// Closes the program's input to see what it does then. It is killed soon after.
    pub fn close_input_before_kill(&mut self) {
        self.stdin = None;
        self.has_no_grace = true;
    }

    /// Asks the supervisor to end the program within a second. Does not wait.
    pub fn quit(&mut self) {
        let _ = self.control.get_mut().write_all(b"q");
    }

    /// Whether the program has closed its output.
    pub fn has_closed_output(&self) -> bool {
        let mut output = [PollFd::new(&self.stdout, PollFlags::empty())];
        poll(&mut output, Some(&NO_WAIT)).is_ok_and(|ended| ended > 0)
    }

    /// Waits until a program whose input was closed has ended.
    ///
    /// # Errors
    /// If it had to be killed, or did not exit with status 0.
    pub fn wait_for_exit(&mut self) -> Result<(), UncleanExit> {
        self.quit();
        let deadline = Instant::now() + QUIT_GRACE + SUPERVISOR_TIMEOUT;
        let report = loop {
            // A full pipe would block a program that writes much at its end.
            self.drain_output();
            match read_report(&mut self.control, INTERRUPT_POLL) {
                None if Instant::now() < deadline && !self.is_control_closed() => {}
                report => break report,
            }
        };
        match report {
            Some(SupervisorReport::Ended(ExitStatus::Exited(0))) => Ok(()),
            Some(SupervisorReport::Ended(status)) => Err(UncleanExit::Status(status)),
            _ => Err(UncleanExit::Killed),
        }
    }

    /// Whether its input was closed, so that it is expected to end.
    pub fn is_quitting(&self) -> bool {
        self.stdin.is_none()
    }
}

#[derive(PartialEq, Eq)]
enum Output {
    Read,
    Empty,
    End,
}

/// Kills the program, at once unless its input was closed. The supervisor kills its
/// descendants.
impl Drop for Process {
    fn drop(&mut self) {
        let is_quitting = self.is_quitting() && !self.has_no_grace;
        match is_quitting {
            true => self.quit(),
            false => drop(self.control.get_ref().shutdown(Shutdown::Write)),
        }
        let timeout = if is_quitting { QUIT_GRACE + SUPERVISOR_TIMEOUT } else { SUPERVISOR_TIMEOUT };
        while read_report(&mut self.control, timeout).is_some() {}
        // It has ended by now. If not, its programs end with it by the parent-death
        // signal.
        let _ = self.supervisor.kill();
        let _ = self.supervisor.wait();
    }
}

/// The next report of the supervisor; `None` after the timeout, or if it has ended.
fn read_report(control: &mut BufReader<UnixStream>, timeout: Duration) -> Option<SupervisorReport> {
    control.get_ref().set_read_timeout(Some(timeout)).ok()?;
    let mut line = String::new();
    match control.read_line(&mut line) {
        Ok(1..) => SupervisorReport::read(line.trim_end()),
        _ => None,
    }
}
