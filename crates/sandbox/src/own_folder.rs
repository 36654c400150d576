//! A bot's own folder: each of its processes gets a private, writable copy of
//! it, which is thrown away afterwards.
//!
//! The folder is a stranger's, and the referee who copies it may read more than
//! the stranger should. So nothing but regular files is copied, no symbolic link
//! is followed, and nothing is opened before it is known to be a file. What the
//! other players are is left out.

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

mod any_path;
#[cfg(test)]
mod tests;
mod too_much;
mod walk;

use any_path::AnyPath;
use too_much::{Why, too_much_at_once};
pub use walk::usage;
use walk::{Closed, identity, kind, number, open_below, open_folder, walk};

/// The most that is copied.
pub const MOST_BYTES: u64 = 64 << 20;

/// The most files and folders that are copied.
pub const MOST_FILES: usize = 10_000;

/// The deepest that folders are copied in one another.
const DEEPEST: usize = 50;

/// What will be copied of a bot's folder.
///
/// As JSON, paths are strings, or lists of bytes where they are no UTF-8: a
/// file is copied whatever it is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnFolder {
    /// As it was named, but absolute.
    folder: AnyPath,
    /// Where that is, whatever links lead there.
    place: AnyPath,
    /// The bot's own files, from the folder.
    own: Vec<AnyPath>,
    /// Why nothing else is copied, if so.
    only_own: Option<Why>,
    leave_out: LeaveOut,
    bytes: u64,
    count: u64,
}

/// What belongs to other players: by its path from the folder, and by what it
/// is, because it may have several names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct LeaveOut {
    paths: BTreeSet<AnyPath>,
    identities: BTreeSet<(u64, u64)>,
}

/// Something to copy.
struct Found {
    /// From the folder.
    path: PathBuf,
    is_folder: bool,
    bytes: u64,
}

/// Why a walk ended early.
enum Halt {
    Enough(Why),
    Failed(io::Error),
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Halt {
        Halt::Failed(error)
    }
}

impl OwnFolder {
    /// Looks at a bot's folder. `files` are the bot's own, `leave_out` are files
    /// or folders of other players; a file that is both is the bot's own. All
    /// of them may be named in any way.
    pub fn find(folder: &Path, files: &[PathBuf], leave_out: &[PathBuf]) -> Result<OwnFolder, String> {
        let home = env::var_os("HOME").map(PathBuf::from);
        OwnFolder::find_with(folder, files, leave_out, home.as_deref())
    }

    fn find_with(
        folder: &Path,
        files: &[PathBuf],
        leave_out: &[PathBuf],
        home: Option<&Path>,
    ) -> Result<OwnFolder, String> {
        let shown = folder.display();
        let cannot = |error: io::Error| format!("cannot read the folder {shown}: {error}");
        let full = std::path::absolute(folder).map_err(cannot)?;
        let place = full.canonicalize().map_err(cannot)?;
        let root = open_folder(CWD, &place).map_err(|error| cannot(error.into()))?;

        let mut own = Vec::new();
        let mut own_bytes = 0;
        for file in files {
            let path = path_from(&full, &place, file)
                .ok_or_else(|| format!("{} does not stand in the folder {shown}", file.display()))?;
            own_bytes += own_size(&root, &path, file)?;
            if !own.contains(&AnyPath(path.clone())) {
                own.push(AnyPath(path));
            }
        }
        if own_bytes > MOST_BYTES {
            let names = names(files.iter().map(PathBuf::as_path));
            return Err(format!("{names}: more than {} MB", MOST_BYTES >> 20));
        }

        let mut left = LeaveOut::default();
        for file in leave_out {
            left.paths.extend(path_from(&full, &place, file).map(AnyPath));
            left.identities.extend(file.metadata().map(|is| (is.dev(), is.ino())));
        }
        let mut found = OwnFolder {
            folder: AnyPath(full),
            only_own: too_much_at_once(&place, &root, home).map_err(cannot)?,
            place: AnyPath(place),
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

    /// The folder, absolute and otherwise as it was named.
    pub fn folder(&self) -> &Path {
        &self.folder.0
    }

    /// The bot's own files, from the folder and from the copy.
    pub fn own(&self) -> impl Iterator<Item = &Path> {
        self.own.iter().map(|path| path.0.as_path())
    }

    /// What to tell people if not everything is copied. Names of files stand in
    /// it as they are.
    pub fn note(&self) -> Option<String> {
        let why = self.only_own?;
        let (names, folder) = (names(self.own()), self.folder().display());
        Some(match self.own.len() {
            0 => format!("nothing of {folder} is copied: {why}"),
            1 => format!("only {names} of {folder} is copied: {why}"),
            _ => format!("only {names} of {folder} are copied: {why}"),
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

    /// Copies into an empty folder, which nobody else may write to meanwhile,
    /// and returns how many bytes that were. Folders get the mode 0700, files
    /// 0600 or, if anybody may execute them, 0700; times are kept, because what
    /// Python has compiled is known by them. Everything gets the owner (user,
    /// group), the folder copied into too.
    ///
    /// # Errors
    /// If the folder has become too large since it was looked at, or one of the
    /// bot's own files cannot be read. Anything else that cannot be read is left
    /// out.
    pub fn copy_into(&self, place: BorrowedFd<'_>, owner: Option<(u32, u32)>) -> io::Result<u64> {
        let root = open_folder(CWD, &self.place.0)?;
        let all = match self.only_own {
            Some(_) => self.only_own_files(),
            None => match self.list(&root, Some(identity(&fstat(place)?))) {
                Ok(all) => all,
                Err(Halt::Failed(error)) => return Err(error),
                Err(Halt::Enough(why)) => {
                    return Err(io::Error::other(format!("{} has changed: {why}", self.folder().display())));
                }
            },
        };
        if let Some(own) = self.own().find(|own| !all.iter().any(|found| found.path == *own)) {
            return Err(told(own, io::Error::other("it is no regular file any more")));
        }
        let owner = owner.map(|(user, group)| (Uid::from_raw(user), Gid::from_raw(group)));
        let give = |what: BorrowedFd<'_>| match owner {
            Some((user, group)) => fchown(what, Some(user), Some(group)),
            None => Ok(()),
        };
        give(place)?;
        let mut copied = 0;
        // What stands in one folder comes one after the other.
        let mut at: Option<(PathBuf, OwnedFd, OwnedFd)> = None;
        for found in all {
            let parent = found.path.parent().unwrap_or(Path::new(""));
            let name = found.path.file_name().ok_or(Errno::INVAL)?;
            if at.as_ref().is_none_or(|(path, ..)| path != parent) {
                let from = match open_below(&root, parent) {
                    Ok(from) => from,
                    Err(_) if !self.is_own(&found.path) => continue,
                    Err(error) => return Err(told(&found.path, error)),
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
                Err(error) => return Err(told(&found.path, error)),
            };
            let mode = if stat.st_mode & 0o111 == 0 { Mode::RUSR | Mode::WUSR } else { Mode::RWXU };
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let mut copy = File::from(openat(to, name, flags, mode)?);
            // One byte more than there may be shows that there is more.
            copied += io::copy(&mut file.take(MOST_BYTES - copied + 1), &mut copy)?;
            if copied > MOST_BYTES {
                let (shown, why) = (self.folder().display(), Why::TooManyBytes);
                return Err(io::Error::other(format!("{shown} has changed: {why}")));
            }
            // Whatever mask there is.
            fchmod(&copy, mode)?;
            futimens(&copy, &times(&stat))?;
            give(copy.as_fd())?;
        }
        Ok(copied)
    }

    fn is_own(&self, path: &Path) -> bool {
        self.own().any(|own| own == path)
    }

    /// The bot's own files and the folders they stand in, which come first.
    fn only_own_files(&self) -> Vec<Found> {
        let folders: BTreeSet<&Path> = self.own().flat_map(|path| path.ancestors().skip(1)).collect();
        let folders = folders.into_iter().filter(|path| !path.as_os_str().is_empty());
        let folders = folders.map(|path| Found { path: path.to_path_buf(), is_folder: true, bytes: 0 });
        let files = self.own().map(|path| Found { path: path.to_path_buf(), is_folder: false, bytes: 0 });
        folders.chain(files).collect()
    }

    /// Everything to copy of the whole folder, what holds it before it. `never`
    /// is where it is copied to, should that stand in the folder.
    fn list(&self, root: &OwnedFd, never: Option<(u64, u64)>) -> Result<Vec<Found>, Halt> {
        let mut all = Vec::new();
        let (mut bytes, mut seen) = (0, 0);
        let holds_own = |path: &Path| self.own().any(|own| own.starts_with(path));
        let root = open_folder(root, ".").map_err(io::Error::from)?;
        walk(root, Closed::Skip, &mut |path, stat| {
            // Whatever it is, it takes time to pass by.
            seen += 1;
            if seen > MOST_FILES {
                return Err(Halt::Enough(Why::TooManyFiles));
            }
            let is_folder = kind(stat) == FileType::Directory;
            let left_out =
                self.leave_out.paths.contains(path) || self.leave_out.identities.contains(&identity(stat));
            // A bot's own file is copied even from a folder of another's.
            let left_out = left_out && !holds_own(path);
            let is_wanted = is_folder || kind(stat) == FileType::RegularFile;
            if left_out || !is_wanted || Some(identity(stat)) == never {
                return Ok(false);
            }
            if path.components().count() > DEEPEST {
                return Err(Halt::Enough(Why::TooDeep));
            }
            let size = if is_folder { 0 } else { number(stat.st_size) };
            bytes += size;
            if bytes > MOST_BYTES {
                return Err(Halt::Enough(Why::TooManyBytes));
            }
            all.push(Found { path: path.to_path_buf(), is_folder, bytes: size });
            Ok(true)
        })?;
        all.sort_by(|a, b| (a.path.parent(), &a.path).cmp(&(b.path.parent(), &b.path)));
        Ok(all)
    }
}

/// The path of a file from a folder it stands in. Where it leads through a link
/// it is kept as it is spelled, so that the link is noticed.
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

/// How large one of the bot's own files is, or why it cannot be copied.
fn own_size(root: &OwnedFd, path: &Path, file: &Path) -> Result<u64, String> {
    let shown = file.display();
    let mut steps: Vec<&Path> = path.ancestors().filter(|step| !step.as_os_str().is_empty()).collect();
    steps.reverse();
    let mut at = open_folder(root, ".").map_err(|error| format!("cannot read {shown}: {error}"))?;
    for step in steps {
        let name = step.file_name().unwrap_or_default();
        let cannot = |error: Errno| format!("cannot read {shown}: {}", io::Error::from(error));
        let stat = statat(&at, name, AtFlags::SYMLINK_NOFOLLOW).map_err(cannot)?;
        match kind(&stat) {
            FileType::Symlink if step == path => {
                let leads_to = file.canonicalize().or_else(|_| file.read_link());
                let leads_to = leads_to.map(|to| format!(": name {} instead", to.display()));
                return Err(format!("{shown} is a symbolic link{}", leads_to.unwrap_or_default()));
            }
            FileType::Symlink => {
                let leads_to = file.canonicalize().map(|to| format!(": name {} instead", to.display()));
                let link = name.to_string_lossy();
                return Err(format!(
                    "{shown} is reached by a symbolic link, {link}{}",
                    leads_to.unwrap_or_default()
                ));
            }
            FileType::RegularFile if step == path => return Ok(number(stat.st_size)),
            FileType::Directory if step == path => return Err(format!("{shown} is a folder")),
            FileType::Directory => at = open_folder(&at, name).map_err(cannot)?,
            _ => return Err(format!("{shown} is no regular file")),
        }
    }
    Err(format!("{shown} is a folder"))
}

/// Opens what is a regular file, before and after it is opened: to open
/// anything else may wait for ever, or have effects.
fn open_file(at: &OwnedFd, name: &std::ffi::OsStr) -> io::Result<(File, Stat)> {
    let is_file = |stat: &Stat| match kind(stat) {
        FileType::RegularFile => Ok(()),
        _ => Err(io::Error::other("it is no regular file")),
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

fn told(path: &Path, error: impl Into<io::Error>) -> io::Error {
    let error = error.into();
    io::Error::new(error.kind(), format!("cannot copy {}: {error}", path.display()))
}

fn names<'a>(paths: impl Iterator<Item = &'a Path>) -> String {
    let names: Vec<String> = paths.map(|path| path.display().to_string()).collect();
    names.join(", ")
}
