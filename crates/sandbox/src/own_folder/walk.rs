//! Walks through a folder that a hostile program filled, or is filling right now.
//!
//! **Invariant:** every entry is opened from the descriptor of its folder, and no
//! symbolic link is followed. So the walk cannot be led elsewhere.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, openat, statat};
use rustix::io::Errno;

/// The deepest nesting of folders: each level holds a descriptor open.
const DEEPEST: usize = 100;

/// What to do with a folder that may not be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    /// Leave it out.
    Skip,
    /// Fail: something may be hidden there.
    Refuse,
}

/// Calls `visit` with every entry below a folder and its relative path. Entries that
/// vanish during the walk are left out. A folder is entered if `visit` returns true.
pub(super) fn walk<E: From<io::Error>>(
    folder: OwnedFd,
    closed: Closed,
    visit: &mut dyn FnMut(&Path, &Stat) -> Result<bool, E>,
) -> Result<(), E> {
    go_through(folder, &mut PathBuf::new(), 0, closed, visit)
}

fn go_through<E: From<io::Error>>(
    folder: OwnedFd,
    at: &mut PathBuf,
    depth: usize,
    closed: Closed,
    visit: &mut dyn FnMut(&Path, &Stat) -> Result<bool, E>,
) -> Result<(), E> {
    if depth > DEEPEST {
        return Err(too_deep().into());
    }
    let mut entries = Dir::new(folder).map_err(io::Error::from)?;
    while let Some(entry) = entries.read() {
        let entry = match entry {
            Ok(entry) => entry,
            // The folder itself has been removed.
            Err(Errno::NOENT) => break,
            Err(error) => return Err(io::Error::from(error).into()),
        };
        let name = entry.file_name();
        if matches!(name.to_bytes(), b"." | b"..") {
            continue;
        }
        let here = entries.fd().map_err(io::Error::from)?;
        let stat = match statat(here, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => stat,
            Err(Errno::NOENT) => continue,
            // The folder may be listed but not entered.
            Err(Errno::ACCESS) if closed == Closed::Skip => continue,
            Err(error) => return Err(io::Error::from(error).into()),
        };
        at.push(OsStr::from_bytes(name.to_bytes()));
        if visit(at, &stat)? && kind(&stat) == FileType::Directory {
            match open_folder(here, name) {
                Ok(inner) => go_through(inner, at, depth + 1, closed, visit)?,
                // It has vanished, or become something else.
                Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => {}
                Err(Errno::ACCESS) if closed == Closed::Skip => {}
                Err(error) => return Err(io::Error::from(error).into()),
            }
        }
        at.pop();
    }
    Ok(())
}

fn too_deep() -> io::Error {
    io::Error::other(format!("folders are nested more than {DEEPEST} deep"))
}

/// Opens a folder inside another one, unless it is a link.
pub(super) fn open_folder(at: impl AsFd, name: impl rustix::path::Arg) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(at, name, flags, Mode::empty())
}

/// Opens the folder at the end of a path below another, step by step.
pub(super) fn open_below(root: impl AsFd, path: &Path) -> rustix::io::Result<OwnedFd> {
    let mut at = open_folder(root, ".")?;
    for step in path.components() {
        let Component::Normal(name) = step else { return Err(Errno::INVAL) };
        at = open_folder(&at, name)?;
    }
    Ok(at)
}

pub(super) fn kind(stat: &Stat) -> FileType {
    FileType::from_raw_mode(stat.st_mode)
}

/// The fields of a `Stat` have other types on other architectures.
pub(super) fn number(value: impl TryInto<u64>) -> u64 {
    value.try_into().unwrap_or_default()
}

/// Device and inode: equal for two paths to one file.
pub(super) fn identity(stat: &Stat) -> (u64, u64) {
    (number(stat.st_dev), number(stat.st_ino))
}

/// Bytes, and files and folders, below a folder. Of each file the larger of its
/// length and its disk space counts, and a file with several names counts once.
/// The program may go on writing at the same time.
///
/// # Errors
/// If something may be hidden: a folder that cannot be read, or nesting deeper than a
/// hundred.
pub fn usage(place: &Path) -> io::Result<(u64, u64)> {
    let folder = open_folder(CWD, place)?;
    let (mut bytes, mut files) = (0, 0);
    let mut counted = HashSet::new();
    walk(folder, Closed::Refuse, &mut |_, stat| -> io::Result<bool> {
        // Once, even if it has several names or is moved during the walk.
        if counted.insert(identity(stat)) {
            files += 1;
            bytes += number(stat.st_size).max(number(stat.st_blocks) * 512);
        }
        Ok(true)
    })?;
    Ok((bytes, files))
}
