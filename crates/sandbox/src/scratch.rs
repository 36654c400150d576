//! A folder for one program on the disk, where it has no world of its own. It
//! goes with its supervisor; what a killed supervisor has left goes with the
//! next.

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

const PREFIX: &str = "gridiron-bot-";

/// The longest list of mappings that is read: Java's is a hundredth of it.
const LONGEST_MAPS: u64 = 8 << 20;

/// Far more names than there can be folders.
const MOST_NAMES: u64 = 1_000_000;

/// Nobody takes so long from making a folder to locking it.
const MIN_AGE: Duration = Duration::from_secs(60);

/// A folder for one program, in one of the referee's that nobody else can change:
/// whoever removes it is not led elsewhere.
pub struct ScratchFolder {
    outer: PathBuf,
    path: PathBuf,
    /// Held as long as the folder is in use.
    _lock: File,
}

impl ScratchFolder {
    /// A new folder that nobody else can enter, once it has an owner.
    pub fn create() -> io::Result<ScratchFolder> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let name = format!("{PREFIX}{}-{}", process::id(), now.as_nanos() % 1_000_000_000);
        let outer = temporary_folder()?.join(name);
        let cannot = |error: io::Error| {
            io::Error::new(
                error.kind(),
                format!("cannot make the folder {}: {error}; set TMPDIR to another", outer.display()),
            )
        };
        // Fails if anything is there: then it is somebody else's. Who is not its
        // owner may only pass through.
        DirBuilder::new().mode(0o711).create(&outer).map_err(cannot)?;
        let lock = File::open(&outer)?;
        lock.try_lock().map_err(|error| io::Error::other(error.to_string()))?;
        let path = outer.join("in");
        DirBuilder::new().mode(0o700).create(&path).map_err(cannot)?;
        fs::set_permissions(&outer, Permissions::from_mode(0o711))?;
        Ok(ScratchFolder { outer, path, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of files that a thread's program has removed from there, and still holds
    /// open or mapped; each may have `largest`. An error if that cannot be seen.
    pub fn deleted_bytes(&self, task: &Path, largest: u64) -> io::Result<u64> {
        let mut open = 0;
        for entry in fs::read_dir(task.join("fd"))? {
            match fs::metadata(entry?.path()) {
                // Folders too, which can be large.
                Ok(file) if file.nlink() == 0 && (file.is_file() || file.is_dir()) => {
                    open += file.blocks() * 512
                }
                Ok(_) => {}
                // Closed meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        let mut maps = Vec::new();
        File::open(task.join("maps"))?.take(LONGEST_MAPS).read_to_end(&mut maps)?;
        if maps.len() as u64 == LONGEST_MAPS {
            return Err(io::Error::other("more mappings than anybody needs"));
        }
        // A library that is replaced meanwhile is no work of the program's.
        let here = self.outer.as_os_str().as_bytes();
        let is_here =
            |line: &&[u8]| line.ends_with(b" (deleted)") && line.windows(here.len()).any(|part| part == here);
        // Device and number; however little of a file is mapped keeps all of it.
        let file = |line: &[u8]| -> Vec<Vec<u8>> {
            let fields = line.split(|byte| *byte == b' ').filter(|field| !field.is_empty());
            fields.skip(3).take(2).map(<[u8]>::to_vec).collect()
        };
        let lines = maps.split(|byte| *byte == b'\n').filter(is_here);
        let mapped: BTreeSet<Vec<Vec<u8>>> = lines.map(file).collect();
        // And the program itself, which need not be mapped.
        let program = fs::metadata(task.join("exe")).map(|file| if file.nlink() == 0 { largest } else { 0 });
        Ok(open + mapped.len() as u64 * largest + program.unwrap_or_default())
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let _ = remove(&self.outer);
        // Not when a program begins: it may be much.
        if let Some(temporary) = self.outer.parent() {
            remove_abandoned(temporary);
        }
    }
}

/// Where temporary folders stand. Programs are run there.
fn temporary_folder() -> io::Result<PathBuf> {
    let named = std::env::var_os("TMPDIR").filter(|named| !named.is_empty());
    let named = named.map_or_else(|| PathBuf::from("/tmp"), PathBuf::from);
    let told = |error: io::Error| {
        io::Error::new(error.kind(), format!("{}: {error}; set TMPDIR to another folder", named.display()))
    };
    let folder = named.canonicalize().map_err(told)?;
    let flags = statvfs(&folder).map_err(|error| told(error.into()))?.f_flag;
    if flags.contains(StatVfsMountFlags::NOEXEC) {
        return Err(told(io::Error::other("it is mounted noexec, and bots are run there")));
    }
    Ok(folder)
}

/// Removes the folders of those who were killed. Whoever lives holds a lock.
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

/// Removes a folder that a stranger could write to: however deep it goes and
/// whatever may not be entered. Links are not followed.
///
/// Folders in folders are moved to the top first, so that depth is no matter.
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
                        // A name that is taken is passed over.
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

/// Lets the owner in. By descriptor, so that no link is followed.
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
    fn whatever_a_stranger_leaves_is_removed() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("precious"), "stays").unwrap();
        let holder = tempfile::tempdir().unwrap();
        let top = holder.path().join("top");
        // Deeper than any path may be long, and than there may be open files.
        let mut path = PathBuf::from(&top);
        fs::create_dir(&top).unwrap();
        for _ in 0..100 {
            path.push("deep");
            fs::create_dir(&path).unwrap();
        }
        for _ in 0..40 {
            // Put another level on top, by which names stay short.
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
