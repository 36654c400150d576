//! Going through a folder that a stranger filled, or is filling right now.
//!
//! Everything is looked at from the descriptor of the folder that holds it and
//! no symbolic link is followed, so that the walk cannot be led elsewhere.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, openat, statat};
use rustix::io::Errno;

/// How deep folders may stand in one another: each level holds a descriptor
/// open.
const DEEPEST: usize = 100;

/// A folder that may not be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    /// Is passed by.
    Skip,
    /// Is an error: something may be hidden there.
    Refuse,
}

/// Calls `visit` with everything below a folder and its path from there; what
/// has vanished meanwhile is passed by. A folder is entered if `visit` says so.
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
            // The folder may be listed and not entered.
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
    io::Error::other(format!("folders stand more than {DEEPEST} deep in one another"))
}

/// Opens a folder that stands in another, unless it is a link to one.
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

/// The parts of a `Stat` have other types on other processors.
pub(super) fn number(value: impl TryInto<u64>) -> u64 {
    value.try_into().unwrap_or_default()
}

/// What says that two paths are one file.
pub(super) fn identity(stat: &Stat) -> (u64, u64) {
    (number(stat.st_dev), number(stat.st_ino))
}

/// How many bytes stand in a folder now, and how many files and folders: of
/// each what it takes or its length, whichever is more, a file with several
/// names once. Whoever fills the folder may go on meanwhile; no link is
/// followed.
///
/// # Errors
/// For what may be a way to hide something: a folder that cannot be read, or
/// more than a hundred in one another.
pub fn usage(place: &Path) -> io::Result<(u64, u64)> {
    let folder = open_folder(CWD, place)?;
    let (mut bytes, mut files) = (0, 0);
    let mut counted = HashSet::new();
    walk(folder, Closed::Refuse, &mut |_, stat| -> io::Result<bool> {
        // Once, also if it has several names or is moved meanwhile.
        if counted.insert(identity(stat)) {
            files += 1;
            bytes += number(stat.st_size).max(number(stat.st_blocks) * 512);
        }
        Ok(true)
    })?;
    Ok((bytes, files))
}
