//! Folders of which only the bot's own files are copied, and why.

use std::env;
use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::fstat;
use serde::{Deserialize, Serialize};

use super::{MOST_BYTES, MOST_FILES};
use crate::paths::resolve;

/// Why only the bot's own files are copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Why {
    Root,
    Home,
    HoldsHome,
    /// Everybody's files stand there, copies of the other bots among them.
    Shared,
    TooManyBytes,
    TooManyFiles,
    TooDeep,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Root => write!(f, "the folder is the root of this machine"),
            Why::Home => write!(f, "the folder is the home folder"),
            Why::HoldsHome => write!(f, "the home folder stands in it"),
            Why::Shared => write!(f, "the folder is for everybody's temporary files"),
            Why::TooManyBytes => write!(f, "the folder holds more than {} MB", MOST_BYTES >> 20),
            Why::TooManyFiles => write!(f, "the folder holds more than {MOST_FILES} files"),
            Why::TooDeep => write!(f, "its folders stand too deep in one another"),
        }
    }
}

/// Why a folder is not one bot's, whatever its size.
pub(super) fn too_much_at_once(place: &Path, root: &OwnedFd, home: Option<&Path>) -> io::Result<Option<Why>> {
    let home = home.filter(|home| home.is_absolute()).map(resolve);
    // Everybody may write there, and nobody may remove what others wrote.
    let is_for_all = fstat(root)?.st_mode & 0o1002 == 0o1002;
    Ok(match home {
        _ if place == Path::new("/") => Some(Why::Root),
        Some(home) if home == place => Some(Why::Home),
        Some(home) if home.starts_with(place) => Some(Why::HoldsHome),
        _ if is_for_all || resolve(&env::temp_dir()).starts_with(place) => Some(Why::Shared),
        _ => None,
    })
}
