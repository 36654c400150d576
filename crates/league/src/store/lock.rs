//! One process at a time plays a tournament. A file beside the store says which.
//! SQLite's own locks would keep other processes from reading too.

use std::fs::{self, File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Held while a tournament is played; gone with the process, however it ends.
pub struct Lock {
    path: PathBuf,
    /// Unlocked when it is closed, by us or by the system.
    _file: File,
}

/// Why there is no lock.
pub enum LockError {
    /// Another process has it; its number if that is known.
    Taken(Option<u32>),
    /// The file cannot be written.
    Io(std::io::Error),
}

impl Lock {
    /// Takes the lock of a store.
    pub fn take(store: &Path) -> Result<Lock, LockError> {
        let path = path_of(store);
        loop {
            let mut options = File::options();
            let options = options.read(true).write(true).create(true).truncate(false);
            let mut file = options.open(&path).map_err(LockError::Io)?;
            match file.try_lock() {
                Ok(()) => {}
                // Somebody only looks whether it is locked, see `is_taken`.
                Err(TryLockError::WouldBlock) if file.try_lock_shared().is_ok() => {
                    std::thread::yield_now();
                    continue;
                }
                Err(TryLockError::WouldBlock) => {
                    let mut text = String::new();
                    let _ = file.read_to_string(&mut text);
                    return Err(LockError::Taken(text.trim().parse().ok()));
                }
                Err(TryLockError::Error(error)) => return Err(LockError::Io(error)),
            }
            // The last owner may have removed the file since it was opened.
            if !is_still_there(&path, &file) {
                continue;
            }
            let written = file.set_len(0).and_then(|()| file.rewind());
            written.and_then(|()| writeln!(file, "{}", std::process::id())).map_err(LockError::Io)?;
            return Ok(Lock { path, _file: file });
        }
    }
}

/// Whether a process has the lock of a store.
///
/// A shared lock is held for the moment of the question: it fails only if there is an
/// owner, and who wants to own it can tell it from one.
pub fn is_taken(store: &Path) -> bool {
    let lock = File::open(path_of(store)).map(|file| file.try_lock_shared());
    matches!(lock, Ok(Err(TryLockError::WouldBlock)))
}

fn path_of(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_os_string();
    name.push(".lock");
    PathBuf::from(name)
}

/// Whether another name leads to the same file: a hard link.
#[cfg(unix)]
pub fn has_second_name(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.nlink() > 1)
}

#[cfg(not(unix))]
pub fn has_second_name(_path: &Path) -> bool {
    false
}

fn is_still_there(path: &Path, file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| identity(path) == identity_of(&metadata))
}

/// What tells a file from another one that has its name later.
pub fn identity(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).ok().and_then(|metadata| identity_of(&metadata))
}

#[cfg(unix)]
fn identity_of(metadata: &fs::Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity_of(_metadata: &fs::Metadata) -> Option<(u64, u64)> {
    None
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is still locked: later it may belong to another process.
        let _ = fs::remove_file(&self.path);
    }
}
