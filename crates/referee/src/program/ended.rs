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
}

impl Ended {
    /// What a supervisor reports: `exited 3`, `signal 11`.
    pub fn read(report: &str) -> Option<Ended> {
        let (how, number) = report.split_once(' ')?;
        let number = number.parse().ok()?;
        match how {
            "exited" => Some(Ended::Exited(number)),
            "signal" => Some(Ended::Signal(number)),
            _ => None,
        }
    }

    /// What a supervisor reports of a program that has ended.
    pub fn report(status: &WaitIdStatus) -> String {
        match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => format!("exited {code}"),
            (None, signal) => format!("signal {}", signal.unwrap_or(0)),
        }
    }
}

impl Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Exited(code) => write!(f, "it ended by itself, with exit status {code}"),
            Ended::Signal(number) => {
                let known = SIGNALS.iter().find(|(its, _)| its == number);
                let name = known.map(|(_, name)| format!(" ({name})")).unwrap_or_default();
                write!(f, "it was killed by signal {number}{name}")
            }
            Ended::ClosedOutput => f.write_str("it closed its output"),
            Ended::Orphan => f.write_str("somebody has killed its supervisor"),
        }
    }
}

/// What signals that end programs are called.
const SIGNALS: [(i32, &str); 12] = [
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
];
