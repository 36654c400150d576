//! How a program ended, in a supervisor's report and in words for its author.

use std::fmt::{self, Display};

use rustix::process::WaitIdStatus;

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitStatus {
    /// By itself, with this status.
    Exited(i32),
    /// By a signal.
    Signal(i32),
    /// It has closed its output, and may be still there.
    ClosedOutput,
    /// With its supervisor.
    SupervisorLost,
    /// By its supervisor: it took more memory than it may, in megabytes.
    TooMuchMemory(i32),
    /// By its supervisor: it kept more on the disk than it may, in megabytes.
    TooMuchOnDisk(i32),
}

impl ExitStatus {
    /// What a supervisor reports: `exited 3`, `signal 11`, `memory 512`, `disk 64`.
    pub fn read(report: &str) -> Option<ExitStatus> {
        let (how, number) = report.split_once(' ')?;
        let number = number.parse().ok()?;
        match how {
            "exited" => Some(ExitStatus::Exited(number)),
            "signal" => Some(ExitStatus::Signal(number)),
            "memory" => Some(ExitStatus::TooMuchMemory(number)),
            "disk" => Some(ExitStatus::TooMuchOnDisk(number)),
            _ => None,
        }
    }

    /// By its supervisor, for which it may have so many bytes.
    pub fn too_much_memory(bytes: u64) -> ExitStatus {
        ExitStatus::TooMuchMemory(megabytes(bytes))
    }

    /// The same for the disk.
    pub fn too_much_on_disk(bytes: u64) -> ExitStatus {
        ExitStatus::TooMuchOnDisk(megabytes(bytes))
    }

    /// How a program ended whose status is known.
    pub fn of(status: &WaitIdStatus) -> ExitStatus {
        match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => ExitStatus::Exited(code),
            (None, signal) => ExitStatus::Signal(signal.unwrap_or(0)),
        }
    }

    /// What a supervisor reports of it, to be read again.
    pub fn report(self) -> String {
        match self {
            ExitStatus::Exited(code) => format!("exited {code}"),
            ExitStatus::Signal(number) => format!("signal {number}"),
            ExitStatus::TooMuchMemory(megabytes) => format!("memory {megabytes}"),
            ExitStatus::TooMuchOnDisk(megabytes) => format!("disk {megabytes}"),
            ExitStatus::ClosedOutput | ExitStatus::SupervisorLost => {
                unreachable!("the referee finds that out itself")
            }
        }
    }
}

fn megabytes(bytes: u64) -> i32 {
    i32::try_from(bytes >> 20).unwrap_or(i32::MAX)
}

impl Display for ExitStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExitStatus::Exited(code) => write!(f, "it ended by itself, with exit status {code}"),
            ExitStatus::Signal(number) => {
                let known = SIGNALS.iter().find(|(its, _)| its == number);
                let name = known.map(|(_, name)| format!(" ({name})")).unwrap_or_default();
                let why = match *number {
                    libc::SIGSYS => ": it tried what no bot may",
                    libc::SIGXFSZ => ": it wrote a file that is too large",
                    libc::SIGXCPU => ": it used more processor time than any bot may",
                    _ => "",
                };
                write!(f, "it was killed by signal {number}{name}{why}")
            }
            ExitStatus::ClosedOutput => f.write_str("it closed its output"),
            ExitStatus::SupervisorLost => f.write_str("somebody has killed its supervisor"),
            ExitStatus::TooMuchMemory(megabytes) => {
                write!(f, "it was ended because it took more than {megabytes} MB of memory")
            }
            ExitStatus::TooMuchOnDisk(megabytes) => {
                write!(
                    f,
                    "it was ended because it left more than {megabytes} MB, or thousands of files, in its folder"
                )
            }
        }
    }
}

/// What signals that end programs are called.
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
