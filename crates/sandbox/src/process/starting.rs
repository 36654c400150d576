//! Starts a program under a supervisor.

use std::io::{self, BufReader, pipe};
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::io::ioctl_fionbio;
use rustix::process::Pid;

use super::Process;
use super::ending::{SUPERVISOR_TIMEOUT, read_report};
use crate::confinement::PYTHON_HASH_SEED;
use crate::excerpt::Excerpt;
use crate::ipc::{send, send_descriptors};
use crate::launch::Launch;
use crate::line_buffer::LineBuffer;
use crate::report::SupervisorReport;
use crate::start_error::StartError;
use crate::stopwatch::TimeMeter;
use crate::supervisor::SUBCOMMAND;

/// Within this time the folder is copied and the program locked in.
const START_TIMEOUT: Duration = Duration::from_secs(30);

impl Process {
    /// Starts a program under a supervisor.
    ///
    /// # Errors
    /// [`StartError`] tells whether the program, the sandbox or the machine is at fault.
    pub fn start(launch: &Launch) -> Result<Process, StartError> {
        let (program_stdin, stdin) = pipe()?;
        let (stdout, program_stdout) = pipe()?;
        let (stderr, program_stderr) = pipe()?;
        for end in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            ioctl_fionbio(end, true).map_err(io::Error::from)?;
        }
        let (mut control, supervisors) = UnixStream::pair()?;
        let mut command = Command::new(&launch.supervisor);
        command.current_dir(&launch.folder);
        // The same seed should give the same game also if a bot walks through a set.
        if std::env::var_os(PYTHON_HASH_SEED).is_none() {
            command.env(PYTHON_HASH_SEED, "0");
        }
        command
            .arg(SUBCOMMAND)
            .args(&launch.words)
            .stdin(Stdio::from(OwnedFd::from(supervisors)))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut supervisor = command.spawn()?;
        // It holds the supervisor's end of the socket, whose end would not be noticed.
        drop(command);
        let sent = send_descriptors(
            &control,
            &[program_stdin.as_fd(), program_stdout.as_fd(), program_stderr.as_fd()],
        )
        .and_then(|()| send(&mut control, &launch.confinement));
        drop((program_stdin, program_stdout, program_stderr));
        let mut control = BufReader::new(control);
        let pid =
            sent.map_err(StartError::from).and_then(|()| read_start(&mut control)).inspect_err(|_| {
                // The supervisor cleans up if it can.
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
            meter: TimeMeter::new(pid),
            was_stopped_before_request: false,
            had_to_wait: false,
            has_no_grace: false,
            has_lost_supervisor: false,
            chunk: vec![0; 64 * 1024].into_boxed_slice(),
        })
    }
}

/// The process number of the program, once it runs.
fn read_start(control: &mut BufReader<UnixStream>) -> Result<Pid, StartError> {
    match read_report(control, START_TIMEOUT) {
        Some(SupervisorReport::Started(number)) => Pid::from_raw(number).ok_or(StartError::NoReport),
        Some(SupervisorReport::NotStarted(error)) => Err(error),
        Some(SupervisorReport::Ended(_)) | None => Err(StartError::NoReport),
    }
}
