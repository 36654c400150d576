//! The end of a program: by itself, on request, or killed.

use std::io::{BufRead, BufReader, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::Signal;

use super::{INTERRUPT_POLL, NO_WAIT, Process};
use crate::exit_status::ExitStatus;
use crate::report::SupervisorReport;
use crate::supervisor::QUIT_GRACE;

/// How long to wait for a supervisor that should report soon.
pub(super) const SUPERVISOR_TIMEOUT: Duration = Duration::from_secs(1);

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

impl Process {
    /// If the supervisor was killed, the kernel killed the program too. Its group is
    /// killed here, as far as it can be found.
    pub(super) fn check_supervisor(&mut self) {
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
pub(super) fn read_report(
    control: &mut BufReader<UnixStream>,
    timeout: Duration,
) -> Option<SupervisorReport> {
    control.get_ref().set_read_timeout(Some(timeout)).ok()?;
    let mut line = String::new();
    match control.read_line(&mut line) {
        Ok(1..) => SupervisorReport::read(line.trim_end()),
        _ => None,
    }
}
