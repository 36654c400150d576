//! Why an interpreter does not say what it needs.

use std::path::PathBuf;
use std::time::Duration;

use crate::os_error::OsError;

/// Why an interpreter does not say what it needs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InterpreterError {
    /// It cannot be run.
    #[error("cannot run {}: {error}", program.display())]
    CannotRun {
        /// As it was found.
        program: PathBuf,
        /// The system's error.
        error: OsError,
    },
    /// It did not end within its time.
    #[error("{} does not say within {} seconds what it needs", program.display(), timeout.as_secs_f32())]
    TimedOut {
        /// As it was found.
        program: PathBuf,
        /// Its time.
        timeout: Duration,
    },
    /// It failed, or printed something else.
    #[error("{} does not say what it needs: {printed}", program.display())]
    NoAnswer {
        /// As it was found.
        program: PathBuf,
        /// The line that tells most, without control characters.
        printed: String,
    },
    /// It named a file that cannot be found.
    #[error("{} leads to {}: {error}", program.display(), target.display())]
    BadTarget {
        /// As it was found.
        program: PathBuf,
        /// The file that it named.
        target: PathBuf,
        /// The system's error.
        error: OsError,
    },
    /// It is known, but may not be run without a sandbox.
    #[error("{} is not on the PATH, so it is not asked what it needs; activate its environment", program.display())]
    NotOnPath {
        /// As it was named.
        program: PathBuf,
    },
    /// The thread that asked it panicked.
    #[error("{name} could not be asked")]
    NotAsked {
        /// The usual name.
        name: &'static str,
    },
}
