//! How a program ended.

use std::fmt::{self, Display};

use rustix::process::WaitIdStatus;
use serde::{Deserialize, Serialize};

/// How a program ended. `Display` tells its author, as in "it ended with exit status 1".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ExitStatus {
    /// By itself, with this status.
    Exited(i32),
    /// By a signal, with this number.
    Signal(i32),
    /// It closed its output, and may still be running.
    ClosedOutput,
    /// Its supervisor was killed, and the program with it.
    SupervisorLost,
    /// Killed by its supervisor: it used more than these megabytes of memory.
    TooMuchMemory(u64),
    /// Killed by its supervisor: it left more than these megabytes, or too many
    /// files, on the disk.
    TooMuchOnDisk(u64),
}

impl ExitStatus {
    /// The supervisor killed it for using more than so many bytes of memory.
    pub(crate) fn too_much_memory(bytes: u64) -> ExitStatus {
        ExitStatus::TooMuchMemory(bytes >> 20)
    }

    /// The supervisor killed it for leaving more than so many bytes on the disk.
    pub(crate) fn too_much_on_disk(bytes: u64) -> ExitStatus {
        ExitStatus::TooMuchOnDisk(bytes >> 20)
    }

    /// What the kernel reports of a child.
    pub(crate) fn of(status: &WaitIdStatus) -> ExitStatus {
        match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => ExitStatus::Exited(code),
            (None, signal) => ExitStatus::Signal(signal.unwrap_or(0)),
        }
    }

    /// Whether the program was killed, by a signal or by its supervisor.
    pub fn is_kill(self) -> bool {
        use ExitStatus::{Signal, TooMuchMemory, TooMuchOnDisk};
        matches!(self, Signal(_) | TooMuchMemory(_) | TooMuchOnDisk(_))
    }
}

impl Display for ExitStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExitStatus::Exited(code) => write!(f, "it ended with exit status {code}"),
            ExitStatus::Signal(number) => {
                let known = SIGNALS.iter().find(|(its, _)| its == number);
                let name = known.map(|(_, name)| format!(" ({name})")).unwrap_or_default();
                let why = match *number {
                    libc::SIGSYS => ": it made a system call that no bot may make",
                    libc::SIGXFSZ => ": it wrote a file that is too large",
                    libc::SIGXCPU => ": it used more CPU time than any bot may",
                    _ => "",
                };
                write!(f, "it was killed by signal {number}{name}{why}")
            }
            ExitStatus::ClosedOutput => f.write_str("it closed its output"),
            ExitStatus::SupervisorLost => f.write_str("its supervisor was killed"),
            ExitStatus::TooMuchMemory(megabytes) => {
                write!(f, "it was killed because it took more than {megabytes} MB of memory")
            }
            ExitStatus::TooMuchOnDisk(megabytes) => {
                write!(
                    f,
                    "it was killed because it left more than {megabytes} MB, or thousands of files, in its folder"
                )
            }
        }
    }
}

/// The names of signals that end programs.
const SIGNALS: [(i32, &str); 13] = [
    (libc::SIGABRT, "SIGABRT"),
    (libc::SIGBUS, "SIGBUS"),
    (libc::SIGFPE, "SIGFPE"),
    (libc::SIGHUP, "SIGHUP"),
    (libc::SIGILL, "SIGILL"),
    (libc::SIGINT, "SIGINT"),
    (libc::SIGKILL, "SIGKILL"),
    (libc::SIGPIPE, "SIGPIPE"),
    (libc::SIGSEGV, "SIGSEGV"),
    (libc::SIGSYS, "SIGSYS"),
    (libc::SIGTERM, "SIGTERM"),
    (libc::SIGXCPU, "SIGXCPU"),
    (libc::SIGXFSZ, "SIGXFSZ"),
];
