//! Failures of a command: one line for people and an exit code.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::process::ExitCode;

use referee::{HUMAN, PlayerSpecError, Stopped};
pub use web::text::harmless;

use crate::{argument_errors, interrupt, misplaced_words, terminal};

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The arguments or a file are wrong: exit code 2.
    Usage(String),
    /// The command was correct but did not succeed: exit code 1.
    Failed(String),
    /// Ctrl-C or another signal stopped the command: exit code 130.
    Interrupted,
    /// A person at the terminal quit the game: exit code 130.
    Left(String),
    /// The input ended in the middle of a person's game: exit code 1.
    InputEnded(String),
    /// The reader of the output closed the pipe: exit code 0, without a message.
    ClosedPipe,
}

impl Failure {
    /// A file that an argument names cannot be read.
    pub fn unreadable(file: impl Display, error: &io::Error) -> Failure {
        Failure::Usage(format!("cannot read {file}: {}", reason(error)))
    }

    /// A file that a command makes cannot be written.
    pub fn unwritable(file: impl Display, error: &io::Error) -> Failure {
        Failure::Failed(format!("cannot write {file}: {}", reason(error)))
    }

    /// Prints the failure and returns the exit code.
    pub fn report(&self) -> ExitCode {
        // As in `gridiron players | head -3`.
        if !matches!(self, Failure::ClosedPipe) {
            complain(&self.to_string());
        }
        match self {
            Failure::Usage(_) => ExitCode::from(2),
            Failure::Failed(_) | Failure::InputEnded(_) => ExitCode::from(1),
            Failure::Interrupted | Failure::Left(_) => ExitCode::from(interrupt::EXIT_CODE),
            Failure::ClosedPipe => ExitCode::SUCCESS,
        }
    }
}

/// What the system says, without the number of the error.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((reason, _)) => reason.to_lowercase(),
        None => text,
    }
}

/// Prints one line on standard error. A terminal gets it in several if it is too long.
pub fn complain(message: &str) {
    // There is no other place to report that standard error is closed.
    let line = format!("gridiron: {}\n", harmless(&without_error_numbers(message)));
    let _ = io::stderr().write_all(terminal::fit_error(&line, 2).as_bytes());
}

/// A message without the numbers that the system gives its errors: ` (os error 13)`.
fn without_error_numbers(message: &str) -> String {
    let mut parts = message.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| match part.split_once(')') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => text + rest,
        _ => text + " (os error " + part,
    })
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message)
            | Failure::Failed(message)
            | Failure::Left(message)
            | Failure::InputEnded(message) => f.write_str(message),
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

impl From<PlayerSpecError> for Failure {
    fn from(error: PlayerSpecError) -> Failure {
        // A part of a command or of rules may stand where a player belongs.
        let words: Vec<String> = argument_errors::words().collect();
        let can_people_play = words.first().is_some_and(|command| command == "play");
        Failure::Usage(misplaced_words::together(&words).unwrap_or_else(|| match error {
            PlayerSpecError::Unknown { spec, unknown } if can_people_play => {
                format!("{unknown}, {HUMAN}; there is no file {spec} either")
            }
            other => other.to_string(),
        }))
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
            Stopped::MachineFailed(why) | Stopped::Disturbed(why) => Failure::Failed(why),
            Stopped::PersonLeft(why) => Failure::Left(why),
            ended @ Stopped::InputEnded => Failure::InputEnded(ended.to_string()),
        }
    }
}

/// For failures to write to standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::unwritable("the output", &error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_no_error_numbers() {
        for (message, expected) in [
            ("nothing special", "nothing special"),
            ("cannot write a: Permission denied (os error 13)", "cannot write a: Permission denied"),
            ("a (os error 2); b (os error 13) c", "a; b c"),
            ("a (os error x) b (os error 1", "a (os error x) b (os error 1"),
        ] {
            assert_eq!(without_error_numbers(message), expected);
        }
    }
}
