//! Why a string names no player.

use std::io;
use std::path::PathBuf;

use ai::table::PlayerError;
use thiserror::Error;

use crate::command::CommandError;
use crate::originals::OriginalError;
use crate::spec::HUMAN;
use crate::version::VersionError;

/// Why a string names no player, or why its program cannot be locked in.
#[derive(Debug, Error)]
pub enum PlayerSpecError {
    /// The built-in player or one of its options does not exist, as the table of
    /// built-in players says it.
    #[error("{0}")]
    BuiltIn(PlayerError),
    /// There is neither such a built-in player nor such a file.
    #[error("{unknown}; there is no file {spec} either")]
    Unknown {
        /// The string as it was given.
        spec: String,
        /// What the table of built-in players says.
        unknown: PlayerError,
    },
    /// The player exists in other games only.
    #[error("player `{name}` plays {} only, not {game}", games.join(" and "))]
    OtherGame {
        /// The player.
        name: String,
        /// The game that it should play.
        game: &'static str,
        /// The games that have it.
        games: Vec<&'static str>,
    },
    /// It looks like the name of a file.
    #[error("unknown player `{spec}`: did you mean `{}`?", file.display())]
    MeantFile {
        /// The string as it was given.
        spec: String,
        /// A file in the same folder.
        file: PathBuf,
    },
    /// It looks like a misspelled `human`.
    #[error("unknown player `{spec}`: did you mean `{HUMAN}`?")]
    MeantHuman {
        /// The string as it was given.
        spec: String,
    },
    /// Options for a person.
    #[error(
        "player `{spec}`: `{HUMAN}` has no options; a level belongs to the opponent, as in `champion:level=3`"
    )]
    HumanOptions {
        /// The string as it was given.
        spec: String,
    },
    /// The string names a program that cannot be run.
    #[error("player `{spec}`: {problem}")]
    Program {
        /// The string as it was given.
        spec: String,
        /// What is wrong with the program.
        problem: ProgramError,
    },
}

/// Why a program cannot be run as a player.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// There is no such program, or it cannot be executed.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// It cannot be run by an interface of the original games.
    #[error(transparent)]
    Original(#[from] OriginalError),
    /// One of its files cannot be read.
    #[error(transparent)]
    Version(#[from] VersionError),
    /// A class or options follow the name of a file that takes none.
    #[error(
        "{file} {}, so nothing may follow its name",
        if *by_lines { "uses keyword lines" } else { "is not a bot of the original game" }
    )]
    Suffix {
        /// The file.
        file: String,
        /// Whether `lines:` stands before it.
        by_lines: bool,
    },
    /// A bot in Python, and no Python.
    #[error("{0} needs python3, which is not on the PATH: install it, as with `sudo apt install python3`")]
    NoPython(String),
    /// The path of its file cannot be made absolute.
    #[error("{file}: {error}")]
    Path {
        /// The file.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// The sandbox cannot lock it in.
    #[cfg(target_os = "linux")]
    #[error(transparent)]
    Sandbox(#[from] sandbox::ConfineError),
}
