//! What can go wrong: one line for people and an exit code.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::process::ExitCode;

use referee::Stopped;
pub use web::text::harmless;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// What was asked for makes no sense: exit code 2.
    Usage(String),
    /// It was asked well and did not hold or did not work: exit code 1.
    Failed(String),
    /// It was interrupted, as by Ctrl-C: exit code 130.
    Interrupted,
    /// Somebody at the terminal went away: the same exit code, for the same
    /// reason.
    Left(String),
    /// Nobody reads the output any more.
    ClosedPipe,
}

impl Failure {
    /// Says what went wrong and how to exit.
    pub fn report(&self) -> ExitCode {
        // Whoever closed the pipe has seen enough.
        if !matches!(self, Failure::ClosedPipe) {
            complain(&self.to_string());
        }
        match self {
            Failure::Usage(_) => ExitCode::from(2),
            Failure::Failed(_) => ExitCode::from(1),
            Failure::Interrupted | Failure::Left(_) => ExitCode::from(130),
            Failure::ClosedPipe => ExitCode::SUCCESS,
        }
    }
}

/// One line on standard error, or nothing if nobody can read it.
pub fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "gridiron: {}", harmless(message));
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) | Failure::Failed(message) | Failure::Left(message) => {
                f.write_str(message)
            }
            Failure::Interrupted => f.write_str("interrupted"),
            Failure::ClosedPipe => f.write_str("the output was closed"),
        }
    }
}

impl From<games::UnknownGame> for Failure {
    fn from(error: games::UnknownGame) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<games::PositionError> for Failure {
    fn from(error: games::PositionError) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<referee::PlayerSpecError> for Failure {
    fn from(error: referee::PlayerSpecError) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<referee::VerifyError> for Failure {
    fn from(error: referee::VerifyError) -> Failure {
        Failure::Failed(error.to_string())
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        match stopped {
            Stopped::Interrupted => Failure::Interrupted,
            Stopped::MachineFailed(why) => Failure::Failed(why),
            Stopped::PersonLeft(why) => Failure::Left(why),
        }
    }
}

/// Writing to standard output failed.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Failed(format!("cannot write the output: {error}")),
        }
    }
}
