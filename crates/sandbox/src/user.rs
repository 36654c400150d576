//! An unprivileged user for each program, where the caller is root.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::Path;
use std::process;

use rustix::process::geteuid;
use serde::{Deserialize, Serialize};

use crate::os_error::OsError;

/// The first and the last user number that programs get. No system gives these
/// numbers to people or services.
pub const USERS: (u32, u32) = (60_706, 61_183);

/// Lock files that say which users are taken. Only root may enter.
const LOCK_FOLDER: &str = "/run/gridiron";

/// Why a program gets no user of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum UserError {
    /// The folder with the locks, or a lock, cannot be used.
    #[error("{LOCK_FOLDER}: {0}")]
    Locks(OsError),
    /// Another user could take locks away.
    #[error("{LOCK_FOLDER}: other users can write there")]
    Insecure,
    /// Every user runs a program.
    #[error("{count} programs are running already")]
    AllTaken {
        /// How many users there are.
        count: u32,
    },
    /// A level needs root.
    #[error("only root can run each bot as a user of its own")]
    NotRoot,
    /// This is root in a user namespace that maps no other user.
    #[error("this user namespace has no further user ids")]
    NoOtherUsers,
    /// The streams could not be given to the user.
    #[error("{0}")]
    Streams(OsError),
}

/// A user that no other program has while this value lives.
pub struct Lease {
    /// The user's number, and that of its group.
    pub user: u32,
    /// Locked while open. The kernel closes it if this process is killed.
    _lock: File,
}

/// Whether this process is root, and so gives each program a user of its own.
pub fn is_root() -> bool {
    geteuid().is_root()
}

fn has_processes(user: u32) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter_map(|process| process.metadata().ok()).any(|process| process.uid() == user)
}

/// Takes a user that is free.
pub fn lease() -> Result<Lease, UserError> {
    let cannot_lock = |error: io::Error| UserError::Locks(error.into());
    match DirBuilder::new().mode(0o700).create(LOCK_FOLDER) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(cannot_lock(error)),
        _ => {}
    }
    let folder = Path::new(LOCK_FOLDER).symlink_metadata().map_err(cannot_lock)?;
    if !folder.is_dir() || folder.uid() != 0 || folder.mode() & 0o022 != 0 {
        return Err(UserError::Insecure);
    }
    let (first, last) = USERS;
    let count = last - first + 1;
    for step in 0..count {
        // Supervisors that begin at different numbers seldom collide.
        let user = first + process::id().wrapping_add(step) % count;
        let path = Path::new(LOCK_FOLDER).join(user.to_string());
        let lock = File::options().create(true).append(true).open(path).map_err(cannot_lock)?;
        match lock.try_lock() {
            Ok(()) if !has_processes(user) => return Ok(Lease { user, _lock: lock }),
            // Processes of the user's last program are still ending.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(cannot_lock(error)),
        }
    }
    Err(UserError::AllTaken { count })
}

/// Reads with the file rights of a program's user, if it has one of its own. Root in a
/// container may lack the right to read other users' processes.
pub fn with_rights_of<T>(user: Option<u32>, read: impl FnOnce() -> T) -> T {
    let set_user = |user: u32, group: u32| {
        // SAFETY: this changes only whose rights count when files are opened. If it
        // fails, opening a file fails too.
        unsafe {
            libc::setfsgid(group);
            libc::setfsuid(user);
        }
    };
    let Some(user) = user else { return read() };
    set_user(user, user);
    let value = read();
    set_user(0, 0);
    value
}
