//! How firmly programs are locked in.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How firmly programs are locked in, from not at all to the firmest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not at all: they can do all that the referee's user can.
    None,
    /// No privileges needed: Landlock, seccomp, limits, a clean environment.
    Standard,
    /// The same in namespaces of its own: nothing of the machine is to be seen.
    Strong,
    /// The same with limits that the kernel keeps for all of it together, and a
    /// user of its own.
    Server,
}

impl Level {
    /// All levels that lock something in, the firmest first.
    pub const STRONGEST_FIRST: [Level; 3] = [Level::Server, Level::Strong, Level::Standard];

    /// Whether programs get a world of their own, with a root and a folder in memory.
    pub fn has_own_namespaces(self) -> bool {
        self >= Level::Strong
    }

    /// As it is written in commands and records.
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

impl FromStr for Level {
    type Err = String;

    fn from_str(word: &str) -> Result<Level, String> {
        let known = Level::STRONGEST_FIRST.into_iter().find(|level| level.word() == word);
        known.ok_or_else(|| match word {
            "none" => "no sandbox at all must be asked for with --trust-bots".to_string(),
            _ => "expected standard, strong or server".to_string(),
        })
    }
}
