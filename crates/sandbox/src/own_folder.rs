//! A program's own folder. Each process gets a private, writable copy, which is
//! removed when the process ends.
//!
//! The folder is untrusted, and the copier may read more than its author may.
//! **Invariant:** only regular files are opened and copied, and no symbolic link is
//! followed. Files of other programs are left out.

use std::collections::BTreeSet;
use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{
    AtFlags, CWD, FileType, Gid, Mode, OFlags, Stat, Timespec, Timestamps, Uid, fchmod, fchown, fstat,
    futimens, mkdirat, openat, statat,
};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

mod partial;
#[cfg(test)]
mod tests;
mod walk;

use crate::json_path::JsonPath;
use crate::os_error::OsError;
use partial::reason_not_own;
pub use partial::{MOST_BYTES, MOST_FILES, PartialReason};
pub use walk::usage;
use walk::{Closed, identity, kind, number, open_below, open_folder, walk};

/// The deepest nesting of folders that is copied.
const DEEPEST: usize = 50;

/// Names of what tools make of a program's files and keep beside them. Python would run
/// what stands in its cache in place of the source that people read and compare.
const MADE_BY_TOOLS: [&str; 4] = ["__pycache__", ".git", ".hg", ".svn"];

/// What will be copied of a program's folder. Names of files need not be UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnFolder {
    /// As it was named, made absolute.
    folder: JsonPath,
    /// The same without links.
    place: JsonPath,
    /// The program's own files, relative to the folder.
    own: Vec<JsonPath>,
    /// `None` if the whole folder is copied.
    only_own: Option<PartialReason>,
    leave_out: LeaveOut,
    bytes: u64,
    count: u64,
}

/// Files and folders that are not the program's: by path from the folder, and by device
/// and inode, since a file may have several names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct LeaveOut {
    paths: BTreeSet<JsonPath>,
    identities: BTreeSet<(u64, u64)>,
}

/// A file or folder to copy.
struct FileToCopy {
    /// Relative to the folder.
    path: PathBuf,
    is_folder: bool,
    bytes: u64,
}

/// Why a program's folder cannot be copied.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum FolderError {
    /// The folder cannot be read.
    #[error("cannot read the folder {folder}: {error}")]
    Unreadable {
        /// As it was named.
        folder: JsonPath,
        /// The system's error.
        error: OsError,
    },
    /// One of the program's own files is elsewhere.
    #[error("{file} is not in the folder {folder}")]
    Outside {
        /// The file.
        file: JsonPath,
        /// The folder.
        folder: JsonPath,
    },
    /// The program's own files are larger than 64 MB.
    #[error("{files}: more than {} MB", MOST_BYTES >> 20)]
    TooLarge {
        /// Their names, with commas.
        files: String,
    },
    /// One of the program's own files cannot be read.
    #[error("cannot read {file}: {error}")]
    UnreadableFile {
        /// The file.
        file: JsonPath,
        /// The system's error.
        error: OsError,
    },
    /// One of the program's own files is a link.
    #[error("{file} is a symbolic link{}", instead(.target))]
    Link {
        /// The file.
        file: JsonPath,
        /// Where it leads, if that is known.
        target: Option<JsonPath>,
    },
    /// A folder on the way to one of the program's own files is a link.
    #[error("{file} is reached by a symbolic link, {link}{}", instead(.target))]
    BehindLink {
        /// The file.
        file: JsonPath,
        /// The name of the link.
        link: JsonPath,
        /// Where the file really is, if that is known.
        target: Option<JsonPath>,
    },
    /// One of the program's own files is a folder.
    #[error("{0} is a folder")]
    IsFolder(JsonPath),
    /// One of the program's own files is a device, a pipe or a socket.
    #[error("{0} is not a regular file")]
    NotRegular(JsonPath),
    /// The folder has grown since it was examined.
    #[error("{folder} has changed: {reason}")]
    Changed {
        /// The folder.
        folder: JsonPath,
        /// What it is now.
        reason: PartialReason,
    },
    /// One of the program's own files could not be copied.
    #[error("cannot copy {file}: {error}")]
    CannotCopy {
        /// The file.
        file: JsonPath,
        /// The system's error.
        error: OsError,
    },
    /// The copy could not be written.
    #[error("{0}")]
    CannotWrite(OsError),
}

fn instead(target: &Option<JsonPath>) -> String {
    target.as_ref().map(|target| format!(": name {target} instead")).unwrap_or_default()
}

/// While copying, errors without a path are about the copy.
impl From<io::Error> for FolderError {
    fn from(error: io::Error) -> FolderError {
        FolderError::CannotWrite(error.into())
    }
}

impl From<Errno> for FolderError {
    fn from(errno: Errno) -> FolderError {
        FolderError::CannotWrite(errno.into())
    }
}

/// Why a walk ended early.
enum Halt {
    Enough(PartialReason),
    Failed(io::Error),
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Halt {
        Halt::Failed(error)
    }
}

impl OwnFolder {
    /// Examines a program's folder. `files` are the program's own. Left out are `rivals`,
    /// files or folders of other programs, with all folders that hold them, and `others`.
    /// A file in several lists is its own. Paths may be relative and lead through links.
    pub fn find(
        folder: &Path,
        files: &[PathBuf],
        rivals: &[PathBuf],
        others: &[PathBuf],
    ) -> Result<OwnFolder, FolderError> {
        let home = env::var_os("HOME").map(PathBuf::from);
        OwnFolder::find_with(folder, files, [rivals, others], home.as_deref())
    }

    fn find_with(
        folder: &Path,
        files: &[PathBuf],
        [rivals, others]: [&[PathBuf]; 2],
        home: Option<&Path>,
    ) -> Result<OwnFolder, FolderError> {
        let cannot =
            |error: io::Error| FolderError::Unreadable { folder: folder.into(), error: error.into() };
        let full = std::path::absolute(folder).map_err(cannot)?;
        let place = full.canonicalize().map_err(cannot)?;
        let root = open_folder(CWD, &place).map_err(|error| cannot(error.into()))?;

        let mut own = Vec::new();
        let mut own_bytes = 0;
        for file in files {
            let path = path_from(&full, &place, file)
                .ok_or_else(|| FolderError::Outside { file: (&**file).into(), folder: folder.into() })?;
            own_bytes += own_size(&root, &path, file)?;
            if !own.contains(&JsonPath(path.clone())) {
                own.push(JsonPath(path));
            }
        }
        if own_bytes > MOST_BYTES {
            return Err(FolderError::TooLarge { files: names(files.iter().map(PathBuf::as_path)) });
        }

        let mut left = LeaveOut::default();
        for file in rivals.iter().chain(others) {
            left.paths.extend(path_from(&full, &place, file).map(JsonPath));
            left.identities.extend(file.metadata().map(|is| (is.dev(), is.ino())));
        }
        // What stands beside a rival's file in its folder is the rival's too. The folder
        // counts by its real name: it may be named by a link.
        for file in rivals {
            let real = file.canonicalize().ok();
            let real = real.and_then(|real| Some(real.strip_prefix(&place).ok()?.to_path_buf()));
            let mut steps = real.iter().flat_map(|path| path.iter());
            if let (Some(folder), Some(_)) = (steps.next(), steps.next()) {
                left.paths.insert(JsonPath(folder.into()));
            }
        }
        let mut found = OwnFolder {
            folder: JsonPath(full),
            only_own: reason_not_own(&place, &root, home).map_err(cannot)?,
            place: JsonPath(place),
            own,
            leave_out: left,
            bytes: own_bytes,
            count: 0,
        };
        found.count = found.only_own_files().len() as u64;
        if found.only_own.is_none() {
            match found.list(&root, None) {
                Ok(all) => {
                    found.count = all.len() as u64;
                    found.bytes = all.iter().map(|found| found.bytes).sum();
                }
                Err(Halt::Enough(why)) => found.only_own = Some(why),
                Err(Halt::Failed(error)) => return Err(cannot(error)),
            }
        }
        Ok(found)
    }

    /// The folder as it was named, made absolute.
    pub fn folder(&self) -> &Path {
        &self.folder.0
    }

    /// The program's own files, relative to the folder and to the copy.
    fn own(&self) -> impl Iterator<Item = &Path> {
        self.own.iter().map(|path| path.0.as_path())
    }

    /// One line for people if not everything is copied. It may hold any character
    /// that a file name can hold.
    pub fn note(&self) -> Option<String> {
        let reason = self.only_own?;
        let (names, folder) = (names(self.own()), self.folder().display());
        Some(match self.own.len() {
            0 => format!("nothing of {folder} is copied: {reason}"),
            1 => format!("only {names} of {folder} is copied: {reason}"),
            _ => format!("only {names} of {folder} are copied: {reason}"),
        })
    }

    /// How many bytes will be copied.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many files and folders will be copied.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Copies into an empty folder that no other user may write to, and returns how many
    /// bytes it copied. Folders get the mode 0700, files 0600, executable files 0700.
    /// Times are kept, since Python recognises what it compiled by them. Everything
    /// gets the owner (user, group), the target folder too.
    ///
    /// # Errors
    /// If the folder has become too large since it was examined, or one of the
    /// program's own files cannot be read. Other files that cannot be read are left out.
    pub fn copy_into(&self, place: BorrowedFd<'_>, owner: Option<(u32, u32)>) -> Result<u64, FolderError> {
        let changed = |reason| FolderError::Changed { folder: self.folder.clone(), reason };
        let root = open_folder(CWD, &self.place.0)
            .map_err(|error| FolderError::Unreadable { folder: self.folder.clone(), error: error.into() })?;
        let all = match self.only_own {
            Some(_) => self.only_own_files(),
            None => match self.list(&root, Some(identity(&fstat(place)?))) {
                Ok(all) => all,
                Err(Halt::Failed(error)) => return Err(error.into()),
                Err(Halt::Enough(reason)) => return Err(changed(reason)),
            },
        };
        if let Some(own) = self.own().find(|own| !all.iter().any(|found| found.path == *own)) {
            return Err(cannot_copy(own, io::Error::other("it is not a regular file any more")));
        }
        let owner = owner.map(|(user, group)| (Uid::from_raw(user), Gid::from_raw(group)));
        let give = |what: BorrowedFd<'_>| match owner {
            Some((user, group)) => fchown(what, Some(user), Some(group)),
            None => Ok(()),
        };
        give(place)?;
        let mut copied = 0;
        // The entries of one folder follow one another, so it is opened once.
        let mut at: Option<(PathBuf, OwnedFd, OwnedFd)> = None;
        for found in all {
            let parent = found.path.parent().unwrap_or(Path::new(""));
            let name = found.path.file_name().ok_or(Errno::INVAL)?;
            if at.as_ref().is_none_or(|(path, ..)| path != parent) {
                let from = match open_below(&root, parent) {
                    Ok(from) => from,
                    Err(_) if !self.is_own(&found.path) => continue,
                    Err(error) => return Err(cannot_copy(&found.path, error)),
                };
                at = Some((parent.to_path_buf(), from, open_below(place, parent)?));
            }
            let Some((_, from, to)) = &at else { continue };
            if found.is_folder {
                mkdirat(to, name, Mode::RWXU)?;
                let made = open_folder(to, name)?;
                fchmod(&made, Mode::RWXU)?;
                give(made.as_fd())?;
                continue;
            }
            let (file, stat) = match open_file(from, name) {
                Ok(opened) => opened,
                Err(_) if !self.is_own(&found.path) => continue,
                Err(error) => return Err(cannot_copy(&found.path, error)),
            };
            let mode = if stat.st_mode & 0o111 == 0 { Mode::RUSR | Mode::WUSR } else { Mode::RWXU };
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let mut copy = File::from(openat(to, name, flags, mode)?);
            // One byte more than allowed shows that there are more.
            copied += io::copy(&mut file.take(MOST_BYTES - copied + 1), &mut copy)?;
            if copied > MOST_BYTES {
                return Err(changed(PartialReason::TooManyBytes));
            }
            // Whatever the umask is.
            fchmod(&copy, mode)?;
            futimens(&copy, &times(&stat))?;
            give(copy.as_fd())?;
        }
        Ok(copied)
    }

    fn is_own(&self, path: &Path) -> bool {
        self.own().any(|own| own == path)
    }

    /// The program's own files, after the folders that hold them.
    fn only_own_files(&self) -> Vec<FileToCopy> {
        let folders: BTreeSet<&Path> = self.own().flat_map(|path| path.ancestors().skip(1)).collect();
        let folders = folders.into_iter().filter(|path| !path.as_os_str().is_empty());
        let folders = folders.map(|path| FileToCopy { path: path.to_path_buf(), is_folder: true, bytes: 0 });
        let files =
            self.own().map(|path| FileToCopy { path: path.to_path_buf(), is_folder: false, bytes: 0 });
        folders.chain(files).collect()
    }

    /// The files that are copied of the whole folder, sorted. `None` if only the program's
    /// own files are.
    pub fn all_files(&self) -> io::Result<Option<Vec<PathBuf>>> {
        if self.only_own.is_some() {
            return Ok(None);
        }
        let root = open_folder(CWD, &self.place.0)?;
        let all = match self.list(&root, None) {
            Ok(all) => all,
            Err(Halt::Enough(_)) => return Ok(None),
            Err(Halt::Failed(error)) => return Err(error),
        };
        let mut files: Vec<PathBuf> =
            all.into_iter().filter(|found| !found.is_folder).map(|found| found.path).collect();
        files.sort();
        Ok(Some(files))
    }

    /// Everything to copy of the whole folder, folders before what they hold. `never`
    /// is the target of the copy, which may be inside the folder.
    fn list(&self, root: &OwnedFd, never: Option<(u64, u64)>) -> Result<Vec<FileToCopy>, Halt> {
        let mut all = Vec::new();
        let (mut bytes, mut seen) = (0, 0);
        let holds_own = |path: &Path| self.own().any(|own| own.starts_with(path));
        // Folders of others that hold a file of the program: nothing else is copied there.
        let mut others = Vec::<PathBuf>::new();
        let root = open_folder(root, ".").map_err(io::Error::from)?;
        walk(root, Closed::Skip, &mut |path, stat| {
            // Whatever it is, it costs time.
            seen += 1;
            if seen > MOST_FILES {
                return Err(Halt::Enough(PartialReason::TooManyFiles));
            }
            let is_folder = kind(stat) == FileType::Directory;
            let left_out = self.leave_out.paths.contains(path)
                || self.leave_out.identities.contains(&identity(stat))
                || MADE_BY_TOOLS.iter().any(|name| path.file_name() == Some(name.as_ref()))
                || others.iter().any(|folder| path.starts_with(folder));
            // The program's own file is copied even from a folder of another program.
            if left_out && is_folder && holds_own(path) {
                others.push(path.to_path_buf());
            }
            let left_out = left_out && !holds_own(path);
            let is_wanted = is_folder || kind(stat) == FileType::RegularFile;
            if left_out || !is_wanted || Some(identity(stat)) == never {
                return Ok(false);
            }
            if path.components().count() > DEEPEST {
                return Err(Halt::Enough(PartialReason::TooDeep));
            }
            let size = if is_folder { 0 } else { number(stat.st_size) };
            bytes += size;
            if bytes > MOST_BYTES {
                return Err(Halt::Enough(PartialReason::TooManyBytes));
            }
            all.push(FileToCopy { path: path.to_path_buf(), is_folder, bytes: size });
            Ok(true)
        })?;
        all.sort_by(|a, b| (a.path.parent(), &a.path).cmp(&(b.path.parent(), &b.path)));
        Ok(all)
    }
}

/// The path of a file relative to a folder that holds it. A path through a link stays
/// as it is written, so that the link is noticed.
fn path_from(folder: &Path, place: &Path, file: &Path) -> Option<PathBuf> {
    let file = std::path::absolute(file).ok()?;
    let is_plain = |path: &Path| path.components().all(|step| matches!(step, Component::Normal(_)));
    let spelled = file.strip_prefix(folder).ok().filter(|path| is_plain(path));
    let path = match spelled {
        Some(path) => path.to_path_buf(),
        None => {
            let holder = file.parent()?.canonicalize().ok()?;
            holder.strip_prefix(place).ok()?.join(file.file_name()?)
        }
    };
    (!path.as_os_str().is_empty()).then_some(path)
}

/// The size of one of the program's own files, or why it cannot be copied.
fn own_size(root: &OwnedFd, path: &Path, file: &Path) -> Result<u64, FolderError> {
    let shown = || JsonPath::from(file);
    let cannot = |error: Errno| FolderError::UnreadableFile { file: shown(), error: error.into() };
    let target = |found: io::Result<PathBuf>| found.ok().map(JsonPath);
    let mut steps: Vec<&Path> = path.ancestors().filter(|step| !step.as_os_str().is_empty()).collect();
    steps.reverse();
    let mut at = open_folder(root, ".").map_err(cannot)?;
    for step in steps {
        let name = step.file_name().unwrap_or_default();
        let stat = statat(&at, name, AtFlags::SYMLINK_NOFOLLOW).map_err(cannot)?;
        match kind(&stat) {
            FileType::Symlink if step == path => {
                let target = target(file.canonicalize().or_else(|_| file.read_link()));
                return Err(FolderError::Link { file: shown(), target });
            }
            FileType::Symlink => {
                let (link, target) = (JsonPath::from(Path::new(name)), target(file.canonicalize()));
                return Err(FolderError::BehindLink { file: shown(), link, target });
            }
            FileType::RegularFile if step == path => return Ok(number(stat.st_size)),
            FileType::Directory if step == path => return Err(FolderError::IsFolder(shown())),
            FileType::Directory => at = open_folder(&at, name).map_err(cannot)?,
            _ => return Err(FolderError::NotRegular(shown())),
        }
    }
    Err(FolderError::IsFolder(shown()))
}

/// Opens a regular file; checked before and after, since opening anything else may
/// block for ever or have effects.
fn open_file(at: &OwnedFd, name: &std::ffi::OsStr) -> io::Result<(File, Stat)> {
    let is_file = |stat: &Stat| match kind(stat) {
        FileType::RegularFile => Ok(()),
        _ => Err(io::Error::other("not a regular file")),
    };
    is_file(&statat(at, name, AtFlags::SYMLINK_NOFOLLOW)?)?;
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = openat(at, name, flags, Mode::empty())?;
    let stat = fstat(&file)?;
    is_file(&stat)?;
    Ok((File::from(file), stat))
}

fn times(stat: &Stat) -> Timestamps {
    let nanoseconds = i64::try_from(number(stat.st_mtime_nsec)).unwrap_or_default();
    let changed = Timespec { tv_sec: stat.st_mtime as _, tv_nsec: nanoseconds as _ };
    Timestamps { last_access: changed, last_modification: changed }
}

fn cannot_copy(path: &Path, error: impl Into<OsError>) -> FolderError {
    FolderError::CannotCopy { file: path.into(), error: error.into() }
}

fn names<'a>(paths: impl Iterator<Item = &'a Path>) -> String {
    let names: Vec<String> = paths.map(|path| path.display().to_string()).collect();
    names.join(", ")
}
