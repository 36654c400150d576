//! Programs on this machine: where they stand, what runs them, how they begin.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Which program runs a file that cannot run by itself.
const INTERPRETERS: [(&str, &str); 8] = [
    ("js", "node"),
    ("lua", "lua"),
    ("mjs", "node"),
    ("php", "php"),
    ("pl", "perl"),
    ("py", "python3"),
    ("rb", "ruby"),
    ("sh", "bash"),
];

/// Which program runs a file, by its name.
pub fn interpreter(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_str()?;
    INTERPRETERS.iter().find(|(its, _)| *its == extension).map(|(_, interpreter)| *interpreter)
}

/// Whether a file may be executed by somebody.
pub fn is_executable(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    path.is_file()
}

/// Where a program is found that is called by its name alone.
pub fn on_path(program: &str) -> Option<PathBuf> {
    found_in(&env::var_os("PATH")?, program)
}

/// The same in any list of folders.
pub(crate) fn found_in(folders: &OsStr, program: &str) -> Option<PathBuf> {
    let found =
        env::split_paths(folders).map(|folder| folder.join(program)).find(|path| is_executable(path))?;
    // It may be run from another folder.
    std::path::absolute(found).ok()
}

/// The beginning of a file, of which there may be any amount. Nobody is waited for.
pub fn beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut options = File::options();
    #[cfg(target_os = "linux")]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOCTTY);
    let file = options.read(true).open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    let mut text = Vec::new();
    file.take(most).read_to_end(&mut text)?;
    Ok(text)
}

/// Whether a file stands in a folder of the PATH.
pub fn is_on_path(path: &Path) -> bool {
    stands_in(&env::var_os("PATH").unwrap_or_default(), path)
}

/// Whether a file stands in a folder of a list. What is found by way of `.` or
/// another relative folder does not: it may be anybody's.
pub(crate) fn stands_in(folders: &OsStr, path: &Path) -> bool {
    path.is_absolute() && env::split_paths(folders).any(|folder| path.parent() == Some(&folder))
}
