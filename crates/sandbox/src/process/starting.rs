//! How a program is brought to life, under a supervisor.

use std::io::{self, BufReader, pipe};
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::io::ioctl_fionbio;
use rustix::process::Pid;

use super::{Process, SUPERVISOR_TIMEOUT, read_report};
use crate::confinement::PYTHON_ORDER;
use crate::excerpt::Excerpt;
use crate::ipc::{send, send_descriptors};
use crate::launch::Launch;
use crate::line_buffer::LineBuffer;
use crate::supervisor::SUBCOMMAND;

/// Within this time a program has been locked in: all of its folder is copied.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// Why a program does not run.
#[derive(Debug)]
pub enum NotStarted {
    /// It cannot be run.
    Program(String),
    /// It cannot be locked in: that is no fault of the program.
    Sandbox(String),
    /// This machine cannot start anything more: neither is that.
    Machine(io::Error),
}

impl From<io::Error> for NotStarted {
    fn from(error: io::Error) -> NotStarted {
        NotStarted::Machine(error)
    }
}

impl Process {
    /// Starts a program under a supervisor.
    pub fn start(launch: &Launch) -> Result<Process, NotStarted> {
        let (from_referee, stdin) = pipe()?;
        let (stdout, to_referee) = pipe()?;
        let (stderr, errors) = pipe()?;
        for end in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            ioctl_fionbio(end, true).map_err(io::Error::from)?;
        }
        let (mut control, supervisors) = UnixStream::pair()?;
        let mut command = Command::new(&launch.supervisor);
        command.current_dir(&launch.folder);
        // The same seed should give the same game to who walks through a set of
        // Python's too.
        if std::env::var_os(PYTHON_ORDER).is_none() {
            command.env(PYTHON_ORDER, "0");
        }
        command
            .arg(SUBCOMMAND)
            .args(&launch.words)
            .stdin(Stdio::from(OwnedFd::from(supervisors)))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut supervisor = command.spawn()?;
        // With its end of the socket, or its own end would not be seen.
        drop(command);
        let sent = send_descriptors(&control, &[from_referee.as_fd(), to_referee.as_fd(), errors.as_fd()])
            .and_then(|()| send(&mut control, &launch.confinement));
        drop((from_referee, to_referee, errors));
        let mut control = BufReader::new(control);
        let pid =
            sent.map_err(NotStarted::from).and_then(|()| read_start(&mut control)).inspect_err(|_| {
                // It has nothing to supervise, and clears up if it can.
                let _ = control.get_ref().shutdown(Shutdown::Write);
                while read_report(&mut control, SUPERVISOR_TIMEOUT).is_some() {}
                let _ = supervisor.kill();
                let _ = supervisor.wait();
            })?;
        Ok(Process {
            supervisor,
            control,
            pid,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            unsent: Vec::new(),
            lines: LineBuffer::default(),
            stderr_excerpt: Excerpt::default(),
            stopped: false,
            cpu_when_stopped: Duration::ZERO,
            was_stopped_before_request: false,
            had_to_wait: false,
            has_lost_supervisor: false,
            chunk: vec![0; 64 * 1024].into_boxed_slice(),
        })
    }
}

/// The number of the program that was started.
fn read_start(control: &mut BufReader<UnixStream>) -> Result<Pid, NotStarted> {
    let report = read_report(control, START_TIMEOUT).unwrap_or_default();
    match report.split_once(' ') {
        Some(("started", pid)) => pid.parse().ok().and_then(Pid::from_raw),
        Some(("failed", why)) => return Err(NotStarted::Program(why.to_string())),
        Some(("unable", why)) => return Err(NotStarted::Sandbox(why.to_string())),
        _ => None,
    }
    .ok_or_else(|| {
        io::Error::other("its supervisor did not come up, or its folder takes too long to copy").into()
    })
}
