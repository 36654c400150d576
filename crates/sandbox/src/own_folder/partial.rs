//! Folders of which only the program's own files are copied, and why.

use std::env;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::fstat;
use serde::{Deserialize, Serialize};

use crate::paths::resolve;

/// The most bytes that are copied.
pub const MOST_BYTES: u64 = 64 << 20;

/// The most files and folders that are copied.
pub const MOST_FILES: usize = 10_000;

/// Why only the program's own files are copied, and not all of its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum PartialReason {
    /// The folder is `/`.
    #[error("the folder is the root of this machine")]
    Root,
    /// The folder is the user's home.
    #[error("the folder is the home folder")]
    Home,
    /// The user's home is inside the folder.
    #[error("the home folder is inside it")]
    HoldsHome,
    /// All users keep files there, copies of the other programs among them.
    #[error("all users keep temporary files in the folder")]
    Shared,
    /// More than 64 MB.
    #[error("the folder holds more than {} MB", MOST_BYTES >> 20)]
    TooManyBytes,
    /// More than 10,000 files and folders.
    #[error("the folder holds more than {MOST_FILES} files")]
    TooManyFiles,
    /// Folders are nested deeper than is copied.
    #[error("its folders are nested too deep")]
    TooDeep,
}

/// Why a folder does not belong to one program, whatever its size. `None` if it may.
pub fn reason_not_own(
    place: &Path,
    root: &OwnedFd,
    home: Option<&Path>,
) -> io::Result<Option<PartialReason>> {
    let home = home.filter(|home| home.is_absolute()).map(resolve);
    // All users may write there, and only owners may remove: the sticky bit.
    let is_for_all = fstat(root)?.st_mode & 0o1002 == 0o1002;
    Ok(match home {
        _ if place == Path::new("/") => Some(PartialReason::Root),
        Some(home) if home == place => Some(PartialReason::Home),
        Some(home) if home.starts_with(place) => Some(PartialReason::HoldsHome),
        _ if is_for_all || resolve(&env::temp_dir()).starts_with(place) => Some(PartialReason::Shared),
        _ => None,
    })
}
