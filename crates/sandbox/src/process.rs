//! A running program: lines to it, lines from it, deadlines, its processor
//! time, and its end. It knows nothing of games.

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

use crate::Interrupted;
use crate::excerpt::Excerpt;
use crate::exit_status::ExitStatus;
use crate::line_buffer::{Line, LineBuffer};
use crate::proc_stat;
use crate::supervisor::QUIT_GRACE;
pub use starting::NotStarted;

/// A waiting referee looks this often whether it is told to stop.
const INTERRUPT_POLL: Duration = Duration::from_millis(50);

/// How long to wait for what takes a supervisor a moment.
const SUPERVISOR_TIMEOUT: Duration = Duration::from_secs(1);

/// More than a pipe holds. Who sends more than that unasked does not get it
/// read before the next question.
const UNREQUESTED_BYTES: usize = 128 * 1024;

/// Every program waits that long for its turn on the processor, now and then.
const SCHEDULING_DELAY: Duration = Duration::from_millis(1);

const NO_WAIT: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// A running program.
pub struct Process {
    supervisor: Child,
    control: BufReader<UnixStream>,
    pid: Pid,
    /// Closed to say that nothing more will come.
    stdin: Option<PipeWriter>,
    stdout: PipeReader,
    /// Until the program closes it.
    stderr: Option<PipeReader>,
    /// What could not be written yet.
    unsent: Vec<u8>,
    lines: LineBuffer,
    /// What it wrote to its standard error since this was last taken.
    pub stderr_excerpt: Excerpt,
    stopped: bool,
    /// Processor time it had used when it was stopped.
    cpu_when_stopped: Duration,
    /// It was stopped when the last question was sent.
    was_stopped_before_request: bool,
    /// Its last output was not there at once.
    had_to_wait: bool,
    /// Its supervisor was killed.
    has_lost_supervisor: bool,
    chunk: Box<[u8]>,
}

/// What came of waiting for a line.
#[derive(Debug)]
pub enum Received {
    /// A line.
    Line(String),
    /// The beginning of a line beyond all bounds.
    TooLong(String),
    /// No line within the limit.
    TimedOut {
        /// What stood there without a newline.
        partial_line: Option<String>,
    },
    /// The end of the output.
    EndOfOutput,
}

/// How long to wait for an answer.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit {
    /// On the wall.
    pub wall: Duration,
    /// Processor time, if that counts.
    pub cpu: Option<Duration>,
}

/// A question has been asked: what was the time?
pub struct Stopwatch {
    begin: Instant,
    cpu: Option<Duration>,
    /// Time since then, as of the last look at the clock.
    passed: Duration,
}

/// The time an answer took.
#[derive(Clone, Copy, Debug)]
pub struct TimeSpent {
    /// On the wall.
    pub wall: Duration,
    /// Processor time, if it was measured.
    pub cpu: Option<Duration>,
}

impl TimeSpent {
    /// One after the other.
    pub fn plus(self, other: TimeSpent) -> TimeSpent {
        let cpu = self.cpu.into_iter().chain(other.cpu).reduce(|one, other| one + other);
        TimeSpent { wall: self.wall + other.wall, cpu }
    }
}

impl Process {
    /// Text that will be sent with the next.
    pub fn queue(&mut self, text: &[u8]) {
        self.unsent.extend_from_slice(text);
    }

    /// Sends text after whatever waits to be sent.
    pub fn send(&mut self, text: &[u8]) {
        let sent = if self.unsent.is_empty() { self.write(text) } else { 0 };
        self.unsent.extend_from_slice(&text[sent..]);
        // Also if there is nothing new: what waits goes now.
        if !self.unsent.is_empty() {
            self.flush();
        }
    }

    /// Sends what waits as far as that goes without waiting; the rest goes with
    /// the next.
    pub fn flush(&mut self) {
        let sent = self.write(&self.unsent);
        self.unsent.drain(..sent);
    }

    /// How many bytes could be sent without waiting. A program that has ended
    /// takes everything: it is noticed when it is next asked.
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

    /// Whether the program could not take all of it yet.
    pub fn has_unsent(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// Whether the program is known not to have read the question when its last
    /// line came. One that was stopped or waited for may have been at something
    /// else; one that answers at once was woken by the question.
    pub fn has_not_read_request(&self) -> bool {
        self.has_unsent() || ((self.was_stopped_before_request || self.had_to_wait) && self.has_unread())
    }

    /// Whether there is something that the program has not read.
    pub fn has_unread(&self) -> bool {
        self.has_unsent() || !self.has_read_all()
    }

    fn has_read_all(&self) -> bool {
        self.stdin.as_ref().is_some_and(|stdin| ioctl_fionread(stdin) == Ok(0))
    }

    /// Whether the program has read all it was sent, and sleeps.
    pub fn is_waiting(&self) -> bool {
        !self.has_unread() && proc_stat::is_asleep(self.pid)
    }

    /// Whether the program will read nothing more.
    pub fn has_closed_input(&self) -> bool {
        let Some(stdin) = &self.stdin else { return true };
        poll(&mut [PollFd::new(stdin, PollFlags::empty())], Some(&NO_WAIT)).is_ok_and(|ready| ready > 0)
    }

    /// Reads what has come, without waiting for more.
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

    /// Takes what stands on standard error, a chunk at a time: a program that
    /// floods it waits for its next turn.
    ///
    /// Says whether there was anything.
    fn read_stderr(&mut self) -> bool {
        let Some(stderr) = &self.stderr else { return false };
        match read(stderr, &mut self.chunk[..]) {
            // An end would be reported for ever.
            Ok(0) => self.stderr = None,
            Ok(count) => {
                self.stderr_excerpt.push(&self.chunk[..count]);
                return true;
            }
            Err(_) => {}
        }
        false
    }

    /// The next line of what has been read.
    pub fn next_line(&mut self) -> Option<String> {
        self.lines.next_line().map(|(Line::Whole(line) | Line::TooLong(line))| line)
    }

    /// Sends a question and reads the clock just before. A program that was
    /// stopped goes on.
    pub fn request(&mut self, question: &[u8], by_cpu: bool) -> Stopwatch {
        self.was_stopped_before_request = self.stopped;
        // Whoever was stopped has used nothing since, unless somebody let it go
        // on: then it pays for that.
        let cpu =
            by_cpu.then(|| if self.stopped { self.cpu_when_stopped } else { proc_stat::cpu_time(self.pid) });
        let begin = Instant::now();
        self.send(question);
        // After the question, so that the program wakes once and finds it.
        self.resume();
        Stopwatch { begin, cpu, passed: Duration::ZERO }
    }

    /// The time from the question to what came last. Who lets its children work
    /// is charged by the wall for it: their processor time cannot be known
    /// before they end, and by then they may be somebody else's children.
    pub fn time_spent(&self, stopwatch: &Stopwatch) -> TimeSpent {
        let wall = stopwatch.passed;
        let cpu = stopwatch.cpu.map(|before| {
            let own = proc_stat::cpu_time(self.pid).saturating_sub(before);
            if wall > own * 2 + SCHEDULING_DELAY && proc_stat::has_children(self.pid) { wall } else { own }
        });
        TimeSpent { wall, cpu }
    }

    /// Waits for the next line, no longer than the limit allows after the
    /// question, whatever else the program does meanwhile.
    pub fn read_line(
        &mut self,
        stopwatch: &mut Stopwatch,
        limit: TimeLimit,
        stop: &AtomicBool,
    ) -> Result<Received, Interrupted> {
        loop {
            match self.lines.next_line() {
                Some(Line::Whole(line)) => return Ok(Received::Line(line)),
                Some(Line::TooLong(line)) => return Ok(Received::TooLong(line)),
                None => {}
            }
            let Some(patience) = self.next_timeout(stopwatch, limit) else {
                return Ok(Received::TimedOut { partial_line: self.lines.partial_line() });
            };
            if stop.load(Ordering::Relaxed) {
                return Err(Interrupted);
            }
            if self.read_output(patience) == Output::End {
                return Ok(Received::EndOfOutput);
            }
            stopwatch.passed = stopwatch.begin.elapsed();
        }
    }

    /// How long to wait before looking up again; nothing if the limit is
    /// reached.
    fn next_timeout(&self, stopwatch: &Stopwatch, limit: TimeLimit) -> Option<Duration> {
        let passed = stopwatch.passed;
        let left = limit.wall.checked_sub(passed).filter(|left| !left.is_zero())?;
        let cpu_left = match (limit.cpu, stopwatch.cpu) {
            // Not before it could have used it up, were it alone on one core.
            (Some(cpu), Some(before)) if passed >= cpu => {
                let left = cpu.checked_sub(proc_stat::cpu_time(self.pid).saturating_sub(before))?;
                // Many threads use it up faster.
                left.max(Duration::from_millis(1))
            }
            (Some(cpu), _) => (cpu - passed.min(cpu)).max(Duration::from_millis(1)),
            (None, _) => INTERRUPT_POLL,
        };
        Some(left.min(cpu_left).min(INTERRUPT_POLL))
    }

    /// Waits until there is output, and takes it.
    fn read_output(&mut self, patience: Duration) -> Output {
        // On its own core a fast program has answered before the question has
        // been written to its end, and nothing need be waited for.
        self.had_to_wait = false;
        if let Ok(count @ 1..) = read(&self.stdout, &mut self.chunk[..]) {
            self.lines.push(&self.chunk[..count]);
            return Output::Read;
        }
        self.had_to_wait = true;
        if !self.poll(patience) {
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

    /// Waits until there is output, and says whether there is. What stands on
    /// standard error is taken on the way, and what waits to be sent is sent.
    fn poll(&mut self, patience: Duration) -> bool {
        let stdin = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        // What is not waited for stands there without anything to wait for.
        let or_nothing = |fd: Option<_>| fd.unwrap_or_else(|| PollFd::new(&self.stdout, PollFlags::empty()));
        let mut waiting = [
            PollFd::new(&self.stdout, PollFlags::IN),
            or_nothing(self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN))),
            or_nothing(stdin.map(|stdin| PollFd::new(stdin, PollFlags::OUT))),
        ];
        // Each that is waited for costs, and the last seldom is.
        let count = if stdin.is_some() { 3 } else { 2 };
        match poll(&mut waiting[..count], Timespec::try_from(patience).ok().as_ref()) {
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

    /// If somebody has killed the supervisor, the program was killed with it,
    /// and what that has started goes too, as far as it can be found.
    fn check_supervisor(&mut self) {
        if self.is_control_closed() {
            self.signal(Signal::KILL);
            self.has_lost_supervisor = true;
        }
    }

    /// Whether the supervisor has gone. Its reports are read when they matter.
    fn is_control_closed(&self) -> bool {
        let mut control = [PollFd::new(self.control.get_ref(), PollFlags::empty())];
        poll(&mut control, Some(&NO_WAIT)).is_ok_and(|gone| gone > 0)
    }

    /// Stops the program where it stands: it is not to move.
    pub fn stop(&mut self) {
        if !self.stopped {
            self.cpu_when_stopped = proc_stat::cpu_time(self.pid);
            self.stopped = self.signal(Signal::STOP);
        }
    }

    /// Lets a stopped program go on.
    pub fn resume(&mut self) {
        if self.stopped {
            self.stopped = !self.signal(Signal::CONT);
        }
    }

    /// To the program and what it started, as long as that stays in its group.
    fn signal(&self, signal: Signal) -> bool {
        kill_process_group(self.pid, signal).is_ok()
    }

    /// How the program ended, once its output has; with what it still had to
    /// say.
    pub fn exit_status(&mut self) -> ExitStatus {
        self.resume();
        if self.has_lost_supervisor {
            return ExitStatus::SupervisorLost;
        }
        let report = read_report(&mut self.control, SUPERVISOR_TIMEOUT);
        // More than a pipe holds, should somebody go on writing.
        for _ in 0..64 {
            if !self.read_stderr() {
                break;
            }
        }
        report.as_deref().and_then(ExitStatus::read).unwrap_or(ExitStatus::ClosedOutput)
    }

    /// Says that nothing more will come.
    pub fn close_input(&mut self, last_words: &[u8]) {
        self.send(last_words);
        self.stdin = None;
        self.resume();
    }

    /// Asks for a graceful end, without waiting for it.
    pub fn quit(&mut self) {
        let _ = self.control.get_mut().write_all(b"q");
    }

    /// Whether the program will say nothing more.
    pub fn has_closed_output(&self) -> bool {
        let mut output = [PollFd::new(&self.stdout, PollFlags::empty())];
        poll(&mut output, Some(&NO_WAIT)).is_ok_and(|ended| ended > 0)
    }

    /// Waits until a program that was asked to end has ended. A line if it had
    /// to be killed, or was in trouble.
    pub fn wait_for_exit(&mut self) -> Result<(), String> {
        self.quit();
        let deadline = Instant::now() + QUIT_GRACE + SUPERVISOR_TIMEOUT;
        let report = loop {
            // Who has much to say at the end must not be held up by that.
            self.drain_output();
            match read_report(&mut self.control, INTERRUPT_POLL) {
                None if Instant::now() < deadline && !self.is_control_closed() => {}
                report => break report,
            }
        };
        match report.as_deref().and_then(ExitStatus::read) {
            Some(ExitStatus::Exited(0)) => Ok(()),
            Some(how) => Err(how.to_string()),
            None => Err(format!("it was still there {} s later and was killed", QUIT_GRACE.as_secs())),
        }
    }

    /// Whether it was asked to end gracefully.
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

/// The end of a program, at once unless it was asked to end gracefully: its
/// supervisor ends whatever there is.
impl Drop for Process {
    fn drop(&mut self) {
        let graceful = self.is_quitting();
        match graceful {
            true => self.quit(),
            false => drop(self.control.get_ref().shutdown(Shutdown::Write)),
        }
        let patience = if graceful { QUIT_GRACE + SUPERVISOR_TIMEOUT } else { SUPERVISOR_TIMEOUT };
        while read_report(&mut self.control, patience).is_some() {}
        // It has ended, unless something holds it: then its programs end with
        // it, by the parent-death signal.
        let _ = self.supervisor.kill();
        let _ = self.supervisor.wait();
    }
}

/// A line from the supervisor; nothing if it is silent for so long or gone.
fn read_report(control: &mut BufReader<UnixStream>, patience: Duration) -> Option<String> {
    control.get_ref().set_read_timeout(Some(patience)).ok()?;
    let mut line = String::new();
    match control.read_line(&mut line) {
        Ok(1..) => Some(line.trim_end().to_string()),
        _ => None,
    }
}
