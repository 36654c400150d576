//! The version of a program: a hash of its files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use thiserror::Error;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// A folder with more than this was not taken as one bot.
const LARGEST_FOLDER: u64 = 64 << 20;
const MOST_FILES: usize = 10_000;

/// A file of a player cannot be read.
#[derive(Debug, Error)]
#[error("cannot read {}: {error}", path.display())]
pub struct VersionError {
    /// The file.
    pub path: PathBuf,
    /// What the system says.
    pub error: io::Error,
}

/// How the version of a program with files begins.
const HASH: &str = "sha256:";

/// The version of a program without files.
pub const UNKNOWN: &str = "unknown";

/// The version by the content of some files; [`UNKNOWN`] if there are none.
pub fn of_files(files: &[PathBuf]) -> Result<String, VersionError> {
    let mut all = Sha256::new();
    for path in files {
        let hash = hash(path).map_err(|error| VersionError { path: path.clone(), error })?;
        if files.len() == 1 {
            return Ok(hex(&hash));
        }
        all.update(hash);
    }
    Ok(if files.is_empty() { UNKNOWN.to_string() } else { hex(&all.finalize()) })
}

/// The version by the names and the content of files of a folder: `files` are relative to
/// it and sorted. A file that cannot be read is left out, as the sandbox does when it
/// copies the folder. An error says that this process can open no file at all now.
pub fn of_folder(folder: &Path, files: &[PathBuf]) -> io::Result<String> {
    let mut all = Sha256::new();
    for name in files {
        let hash = match hash(&folder.join(name)) {
            Ok(hash) => hash,
            Err(error) if is_lack_of_files(&error) => return Err(error),
            Err(_) => continue,
        };
        let name = name.as_os_str().as_encoded_bytes();
        // The length separates the name from the hash that follows.
        all.update((name.len() as u64).to_le_bytes());
        all.update(name);
        all.update(hash);
    }
    Ok(hex(&all.finalize()))
}

/// Whether too many files are open in this process or on this machine. It says nothing
/// about the file that was to be opened.
pub fn is_lack_of_files(error: &io::Error) -> bool {
    // ENFILE and EMFILE, which have the same numbers on all these systems.
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}

/// The files of a folder by which Gridiron 0.1 knew a bot, relative to it and sorted:
/// regular files without hidden ones, caches of Python and `except`. `None` if it did not
/// know the bot by its folder, because that was too large.
pub fn files_in_0_1(folder: &Path, except: &[PathBuf]) -> Option<Vec<PathBuf>> {
    let (mut files, mut size, mut seen) = (Vec::new(), 0, 0);
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).ok()? {
            let entry = entry.ok()?;
            seen += 1;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_left_out = name.starts_with('.') || name == "__pycache__";
            if is_left_out || except.contains(&entry.path()) {
                continue;
            }
            // Links are not followed.
            let metadata = entry.metadata().ok()?;
            if metadata.is_dir() {
                folders.push(entry.path());
            } else if metadata.is_file() {
                size += metadata.len();
                files.push(entry.path().strip_prefix(folder).ok()?.to_path_buf());
            }
            // It did not count links. A folder with so many is not worth the time.
            if size > LARGEST_FOLDER || files.len() + folders.len() > MOST_FILES || seen > 10 * MOST_FILES {
                return None;
            }
        }
    }
    files.sort();
    Some(files)
}

fn hash(path: &Path) -> io::Result<sha2::digest::Output<Sha256>> {
    let mut file = File::open(path)?;
    if file.metadata()?.len() > LARGEST {
        return Err(io::Error::other("it is larger than 1 GB"));
    }
    let mut hash = Sha256::new();
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(hash.finalize()),
            count => hash.update(&chunk[..count]),
        }
    }
}

fn hex(hash: &[u8]) -> String {
    let digits = hash.iter().map(|byte| format!("{byte:02x}"));
    format!("{HASH}{}", digits.collect::<String>())
}

/// Whether a version is a hash of files.
pub fn is_hash(version: &str) -> bool {
    version.starts_with(HASH)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERSION_IN_0_1: &str = "sha256:3627b9f4bec274e9ea35785d8d1d5070f9f211608d509bd93a5d1e16aa01831f";

    #[test]
    fn every_change_in_a_folder_changes_its_version() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
        fs::create_dir_all(folder.join("lib/__pycache__")).expect("a folder");
        write("bot.py", "import helper");
        write("lib/helper.py", "x = 1");
        let files = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let two = ["bot.py", "lib/helper.py"];
        let mut seen = vec![of_folder(folder, &files(&two)).expect("a hash")];
        for (name, text) in [("lib/helper.py", "x = 2"), ("bot.py", "import more")] {
            write(name, text);
            let version = of_folder(folder, &files(&two)).expect("a hash");
            assert!(!seen.contains(&version), "{name}");
            seen.push(version);
        }
        for (from, to) in [("bot.py", "bots.py"), ("bots.py", ".bots.py")] {
            fs::rename(folder.join(from), folder.join(to)).expect("a name");
            let version = of_folder(folder, &files(&[to, "lib/helper.py"])).expect("a hash");
            assert!(!seen.contains(&version), "a name has changed");
            seen.push(version);
        }
        // The sandbox leaves out what cannot be read, and copies the rest.
        let missing = files(&[".bots.py", "gone", "lib/helper.py"]);
        assert_eq!(Some(&of_folder(folder, &missing).expect("a hash")), seen.last());
    }

    /// As 0.1.0 made it of such a folder, and Python's `hashlib` too.
    #[test]
    fn an_ordinary_folder_keeps_the_version_it_had_in_0_1() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        fs::create_dir_all(folder.join("lib/__pycache__")).expect("a folder");
        for (name, text) in [
            ("bot.py", "import helper"),
            ("lib/helper.py", "x = 1"),
            ("lib/__pycache__/helper.pyc", "anything"),
            (".hidden", "anything"),
            ("report.html", "anything"),
        ] {
            fs::write(folder.join(name), text).expect("a file");
        }
        let files = files_in_0_1(folder, &[folder.join("report.html")]).expect("a small folder");
        assert_eq!(files, ["bot.py", "lib/helper.py"].map(PathBuf::from));
        assert_eq!(of_folder(folder, &files).expect("a hash"), VERSION_IN_0_1);
    }
}
