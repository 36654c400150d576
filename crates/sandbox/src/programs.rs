//! Programs on this machine: where they are found, and what runs them.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Interpreters by file extension, for files that cannot run by themselves.
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

/// The name of the program that runs a file, by the file's extension.
pub fn interpreter_for(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_str()?;
    INTERPRETERS.iter().find(|(its, _)| *its == extension).map(|(_, interpreter)| *interpreter)
}

/// Whether a program runs files of a language: `python3`, `python3.12`, `node`, `java`.
pub fn is_interpreter(program: &str) -> bool {
    let names =
        INTERPRETERS.iter().map(|(_, interpreter)| *interpreter).chain(["java", "nodejs", "pypy", "sh"]);
    names.into_iter().any(|name| family(name) == family(program))
}

/// The name of a program without its version: `python` for `python3.12`.
pub(crate) fn family(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.')
}

/// The package of Debian and Ubuntu that holds a program.
pub fn debian_package(program: &str) -> &str {
    match program {
        "node" => "nodejs",
        "php" => "php-cli",
        "lua" => "lua5.4",
        "java" => "default-jre-headless",
        "python" => "python-is-python3",
        same => same,
    }
}

/// Whether a file has an execute permission, for any user.
pub fn is_executable(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    path.is_file()
}

/// Finds a program by its name on the PATH.
pub fn find_on_path(program: &str) -> Option<PathBuf> {
    find_in(&env::var_os("PATH")?, program)
}

/// Finds a program by its name in a list of folders like PATH.
pub(crate) fn find_in(folders: &OsStr, program: &str) -> Option<PathBuf> {
    let found =
        env::split_paths(folders).map(|folder| folder.join(program)).find(|path| is_executable(path))?;
    // It may be run from another folder.
    std::path::absolute(found).ok()
}

/// Reads at most so many bytes of a regular file. Never blocks, whatever the path is.
pub fn read_start(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut options = File::options();
    #[cfg(target_os = "linux")]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOCTTY);
    let file = options.read(true).open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut text = Vec::new();
    file.take(most).read_to_end(&mut text)?;
    Ok(text)
}

/// Whether a file is directly in a folder of the PATH.
pub fn is_on_path(path: &Path) -> bool {
    is_in(&env::var_os("PATH").unwrap_or_default(), path)
}

/// Whether a file is directly in a folder of a list like PATH. Relative folders such as
/// `.` do not count: any user may have put files there.
pub(crate) fn is_in(folders: &OsStr, path: &Path) -> bool {
    path.is_absolute() && env::split_paths(folders).any(|folder| path.parent() == Some(&folder))
}
