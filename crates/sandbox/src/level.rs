//! How strictly programs are locked in.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How strictly a program is locked in, weakest first. A level has all layers of
/// the levels before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// No sandbox: the program can do everything that the caller's user can.
    None,
    /// Landlock, seccomp, limits and a clean environment. Needs no privileges.
    Standard,
    /// Also namespaces: the program sees nothing of the machine.
    Strong,
    /// Also control groups: the kernel counts all its memory. Needs root.
    Server,
}

impl Level {
    /// All levels with a sandbox.
    pub const STRONGEST_FIRST: [Level; 3] = [Level::Server, Level::Strong, Level::Standard];

    /// Whether a program gets namespaces, with a root and a folder in memory.
    pub fn has_own_namespaces(self) -> bool {
        self >= Level::Strong
    }

    /// The word in commands and records.
    pub fn word(self) -> &'static str {
        match self {
            Level::None => "none",
            Level::Standard => "standard",
            Level::Strong => "strong",
            Level::Server => "server",
        }
    }
}

impl Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Why a word is not a level that can be requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseLevelError {
    /// `none` must be requested in another way, so that it is not typed by mistake.
    #[error("to run without a sandbox, use --trust-bots")]
    NoSandbox,
    /// No level has this name.
    #[error("expected standard, strong or server")]
    Unknown,
}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(word: &str) -> Result<Level, ParseLevelError> {
        let known = Level::STRONGEST_FIRST.into_iter().find(|level| level.word() == word);
        known.ok_or(match word {
            "none" => ParseLevelError::NoSandbox,
            _ => ParseLevelError::Unknown,
        })
    }
}
