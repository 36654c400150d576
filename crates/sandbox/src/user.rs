//! A user of its own for each program, where the referee is root.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::Path;
use std::process;

use rustix::process::geteuid;

/// The first and the last of the users that programs get: no system gives these
/// numbers to people or services.
pub const USERS: (u32, u32) = (60_706, 61_183);

/// Where it is written which of them are taken, for root alone.
const FOLDER: &str = "/run/gridiron";

/// A user that no other program has as long as this lives.
pub struct Lease {
    /// Its number, and that of its group.
    pub user: u32,
    /// Locked as long as it is open: the kernel closes it for whoever ends.
    _lock: File,
}

/// Whether the referee may give users away.
pub fn is_root() -> bool {
    geteuid().is_root()
}

/// Whether somebody runs as a user.
fn has_processes(user: u32) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter_map(|process| process.metadata().ok()).any(|process| process.uid() == user)
}

/// Takes a user that is free.
pub fn lease() -> io::Result<Lease> {
    let told = |error: io::Error| io::Error::new(error.kind(), format!("{FOLDER}: {error}"));
    match DirBuilder::new().mode(0o700).create(FOLDER) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(told(error)),
        _ => {}
    }
    let folder = Path::new(FOLDER).symlink_metadata().map_err(told)?;
    if !folder.is_dir() || folder.uid() != 0 || folder.mode() & 0o022 != 0 {
        return Err(told(io::Error::other("somebody else can write there")));
    }
    let (first, last) = USERS;
    let count = last - first + 1;
    for step in 0..count {
        // Those who begin at different places seldom meet.
        let user = first + process::id().wrapping_add(step) % count;
        let path = Path::new(FOLDER).join(user.to_string());
        let lock = File::options().create(true).append(true).open(path).map_err(told)?;
        match lock.try_lock() {
            Ok(()) if !has_processes(user) => return Ok(Lease { user, _lock: lock }),
            // Whoever had it is still ending.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(told(error)),
        }
    }
    Err(io::Error::other(format!("{count} programs are running already")))
}
