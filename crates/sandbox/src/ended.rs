//! How a program ended, in a supervisor's report and in words for its author.

use std::fmt::{self, Display};

use rustix::process::WaitIdStatus;

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// By itself, with this status.
    Exited(i32),
    /// By a signal.
    Signal(i32),
    /// It has closed its output, and may be still there.
    ClosedOutput,
    /// With its supervisor.
    Orphan,
    /// By its supervisor: it took more memory than it may, in megabytes.
    TooMuchMemory(i32),
    /// By its supervisor: it kept more on the disk than it may, in megabytes.
    TooMuchOnDisk(i32),
}

impl Ended {
    /// What a supervisor reports: `exited 3`, `signal 11`, `memory 512`, `disk 64`.
    pub fn read(report: &str) -> Option<Ended> {
        let (how, number) = report.split_once(' ')?;
        let number = number.parse().ok()?;
        match how {
            "exited" => Some(Ended::Exited(number)),
            "signal" => Some(Ended::Signal(number)),
            "memory" => Some(Ended::TooMuchMemory(number)),
            "disk" => Some(Ended::TooMuchOnDisk(number)),
            _ => None,
        }
    }

    /// By its supervisor, for which it may have so many bytes.
    pub fn too_much_memory(bytes: u64) -> Ended {
        Ended::TooMuchMemory(megabytes(bytes))
    }

    /// The same for the disk.
    pub fn too_much_on_disk(bytes: u64) -> Ended {
        Ended::TooMuchOnDisk(megabytes(bytes))
    }

    /// How a program ended whose status is known.
    pub fn of(status: &WaitIdStatus) -> Ended {
        match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => Ended::Exited(code),
            (None, signal) => Ended::Signal(signal.unwrap_or(0)),
        }
    }

    /// What a supervisor reports of it, to be read again.
    pub fn report(self) -> String {
        match self {
            Ended::Exited(code) => format!("exited {code}"),
            Ended::Signal(number) => format!("signal {number}"),
            Ended::TooMuchMemory(megabytes) => format!("memory {megabytes}"),
            Ended::TooMuchOnDisk(megabytes) => format!("disk {megabytes}"),
            Ended::ClosedOutput | Ended::Orphan => unreachable!("the referee finds that out itself"),
        }
    }
}

fn megabytes(bytes: u64) -> i32 {
    i32::try_from(bytes >> 20).unwrap_or(i32::MAX)
}

impl Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Exited(code) => write!(f, "it ended by itself, with exit status {code}"),
            Ended::Signal(number) => {
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
            Ended::ClosedOutput => f.write_str("it closed its output"),
            Ended::Orphan => f.write_str("somebody has killed its supervisor"),
            Ended::TooMuchMemory(megabytes) => {
                write!(f, "it was ended because it took more than {megabytes} MB of memory")
            }
            Ended::TooMuchOnDisk(megabytes) => {
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
