//! A folder on the disk for one program, at the level without namespaces. Its
//! supervisor removes it. If the supervisor was killed, the next one does.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{Duration, SystemTime};

use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::process::geteuid;
use serde::{Deserialize, Serialize};

use crate::json_path::JsonPath;
use crate::os_error::OsError;

pub(crate) const PREFIX: &str = "gridiron-bot-";

/// The name of the program's part of the folder.
pub(crate) const INSIDE: &str = "in";

/// The longest `/proc/PID/maps` that is read, in bytes. Java's is a hundredth of it.
const LONGEST_MAPS: u64 = 8 << 20;

/// Gives up after so many names: far more than there can be folders.
const MOST_NAMES: u64 = 1_000_000;

/// A folder younger than this may not be locked yet by its owner.
const MIN_AGE: Duration = Duration::from_secs(60);

/// Why there is no folder for a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum ScratchError {
    /// The folder for temporary files cannot be used.
    #[error("{folder}: {error}; set TMPDIR to another folder")]
    Temporary {
        /// `TMPDIR`, or `/tmp`.
        folder: JsonPath,
        /// The system's error.
        error: OsError,
    },
    /// Programs cannot be run from the folder for temporary files.
    #[error("{folder} is mounted noexec, and bots are run there; set TMPDIR to another folder")]
    NoExec {
        /// `TMPDIR`, or `/tmp`.
        folder: JsonPath,
    },
    /// A folder inside it cannot be created.
    #[error("cannot create the folder {folder}: {error}; set TMPDIR to another folder")]
    CannotCreate {
        /// The new folder.
        folder: JsonPath,
        /// The system's error.
        error: OsError,
    },
}

/// A folder for one program. It is inside a folder of the supervisor's that
/// no other user can change, so that its removal cannot be led elsewhere by a link.
pub struct ScratchFolder {
    outer: PathBuf,
    path: PathBuf,
    /// Locked while the folder is in use.
    _lock: File,
}

impl ScratchFolder {
    /// Creates an empty folder that only its owner can enter.
    pub fn create() -> Result<ScratchFolder, ScratchError> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let name = format!("{PREFIX}{}-{}", process::id(), now.as_nanos() % 1_000_000_000);
        let outer = temporary_folder()?.join(name);
        let cannot =
            |error: io::Error| ScratchError::CannotCreate { folder: (&*outer).into(), error: error.into() };
        // Fails if the name exists: then the folder is another user's. Others may
        // only pass through.
        DirBuilder::new().mode(0o711).create(&outer).map_err(cannot)?;
        let lock = File::open(&outer).map_err(cannot)?;
        lock.try_lock().map_err(|error| cannot(io::Error::other(error.to_string())))?;
        let path = outer.join(INSIDE);
        DirBuilder::new().mode(0o700).create(&path).map_err(cannot)?;
        fs::set_permissions(&outer, Permissions::from_mode(0o711)).map_err(cannot)?;
        Ok(ScratchFolder { outer, path, _lock: lock })
    }

    /// The folder that the program may write to.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of files that a program deleted here and still holds open or mapped. A
    /// mapped file counts as `largest` bytes, since its size is unknown. `task` is the
    /// folder of one of its threads in `/proc`.
    ///
    /// # Errors
    /// If that cannot be read.
    pub fn deleted_bytes(&self, task: &Path, largest: u64) -> io::Result<u64> {
        let mut open = 0;
        for entry in fs::read_dir(task.join("fd"))? {
            match fs::metadata(entry?.path()) {
                // Folders too: they can be large.
                Ok(file) if file.nlink() == 0 && (file.is_file() || file.is_dir()) => {
                    open += file.blocks() * 512
                }
                Ok(_) => {}
                // Closed in the meantime.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        let mut maps = Vec::new();
        File::open(task.join("maps"))?.take(LONGEST_MAPS).read_to_end(&mut maps)?;
        if maps.len() as u64 == LONGEST_MAPS {
            return Err(io::Error::other("too many memory mappings"));
        }
        // Only files of this folder: a library may be replaced by an update.
        let here = self.outer.as_os_str().as_bytes();
        let is_here =
            |line: &&[u8]| line.ends_with(b" (deleted)") && line.windows(here.len()).any(|part| part == here);
        // Device and inode. Mapping a part of a file keeps all of it on the disk.
        let file = |line: &[u8]| -> Vec<Vec<u8>> {
            let fields = line.split(|byte| *byte == b' ').filter(|field| !field.is_empty());
            fields.skip(3).take(2).map(<[u8]>::to_vec).collect()
        };
        let lines = maps.split(|byte| *byte == b'\n').filter(is_here);
        let mapped: BTreeSet<Vec<Vec<u8>>> = lines.map(file).collect();
        // The program's own file counts too, and need not be mapped.
        let program = fs::metadata(task.join("exe")).map(|file| if file.nlink() == 0 { largest } else { 0 });
        Ok(open + mapped.len() as u64 * largest + program.unwrap_or_default())
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let _ = remove(&self.outer);
        // At the end and not at the start of a program: it may take long.
        if let Some(temporary) = self.outer.parent() {
            remove_abandoned(temporary);
        }
    }
}

/// The folder for temporary files. Programs are run there.
pub(crate) fn temporary_folder() -> Result<PathBuf, ScratchError> {
    let named = std::env::var_os("TMPDIR").filter(|named| !named.is_empty());
    let named = named.map_or_else(|| PathBuf::from("/tmp"), PathBuf::from);
    let shown = || JsonPath(named.clone());
    let folder = named.canonicalize();
    let folder = folder.map_err(|error| ScratchError::Temporary { folder: shown(), error: error.into() })?;
    let flags = statvfs(&folder);
    let flags = flags.map_err(|error| ScratchError::Temporary { folder: shown(), error: error.into() })?;
    if flags.f_flag.contains(StatVfsMountFlags::NOEXEC) {
        return Err(ScratchError::NoExec { folder: shown() });
    }
    Ok(folder)
}

/// Removes the folders of supervisors that were killed. A live one holds a lock.
fn remove_abandoned(temporary: &Path) {
    let user = geteuid();
    for entry in fs::read_dir(temporary).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry
                .metadata()
                .is_ok_and(|folder| folder.is_dir() && folder.uid() == user.as_raw() && is_old(&folder));
        let is_abandoned = || File::open(&path).is_ok_and(|folder| folder.try_lock().is_ok());
        if is_ours && is_abandoned() {
            let _ = remove(&path);
        }
    }
}

fn is_old(folder: &fs::Metadata) -> bool {
    let age = folder.modified().ok().and_then(|then| then.elapsed().ok());
    age.is_some_and(|age| age > MIN_AGE)
}

/// Removes a folder that a hostile program filled: of any depth, and with folders
/// that may not be entered. Links are not followed.
///
/// Inner folders are first moved to the top, so that no path becomes too long.
fn remove(top: &Path) -> io::Result<()> {
    let mut moved = 0;
    loop {
        let mut folders = Vec::new();
        for entry in fs::read_dir(top)? {
            let entry = entry?;
            match entry.file_type()?.is_dir() {
                true => folders.push(entry.path()),
                false => fs::remove_file(entry.path())?,
            }
        }
        if folders.is_empty() {
            return fs::remove_dir(top);
        }
        for folder in folders {
            make_accessible(&folder)?;
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                match entry.file_type()?.is_dir() {
                    true => {
                        make_accessible(&entry.path())?;
                        // The program may have taken the name.
                        while fs::rename(entry.path(), top.join(format!("moved {moved}"))).is_err() {
                            moved += 1;
                            if moved > MOST_NAMES {
                                return Err(io::Error::other("all names are taken"));
                            }
                        }
                        moved += 1;
                    }
                    false => fs::remove_file(entry.path())?,
                }
            }
            fs::remove_dir(&folder)?;
        }
    }
}

/// Lets the owner enter. By descriptor, so that no link is followed.
fn make_accessible(folder: &Path) -> io::Result<()> {
    let opened = rustix::fs::open(
        folder,
        rustix::fs::OFlags::PATH | rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::CLOEXEC,
        rustix::fs::Mode::empty(),
    )?;
    let by_descriptor = format!("/proc/self/fd/{}", opened.as_raw_fd());
    fs::set_permissions(OsStr::new(&by_descriptor), Permissions::from_mode(0o700))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_a_program_leaves_is_removed() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("precious"), "stays").unwrap();
        let holder = tempfile::tempdir().unwrap();
        let top = holder.path().join("top");
        // Longer than a path may be, and deeper than there may be open files.
        let mut path = PathBuf::from(&top);
        fs::create_dir(&top).unwrap();
        for _ in 0..100 {
            path.push("deep");
            fs::create_dir(&path).unwrap();
        }
        for _ in 0..40 {
            // Adds a level at the top, so that the names used here stay short.
            let under = holder.path().join("under");
            fs::create_dir(&under).unwrap();
            fs::rename(&top, under.join("level")).unwrap();
            fs::rename(&under, &top).unwrap();
        }
        let shut = top.join("shut");
        fs::create_dir(&shut).unwrap();
        fs::write(shut.join("file"), "x").unwrap();
        std::os::unix::fs::symlink(outside.path(), top.join("link")).unwrap();
        std::os::unix::fs::symlink(outside.path(), shut.join("link")).unwrap();
        fs::set_permissions(&shut, Permissions::from_mode(0o000)).unwrap();
        remove(&top).unwrap();
        assert!(!top.exists());
        assert_eq!(fs::read_to_string(outside.path().join("precious")).unwrap(), "stays");
    }
}
