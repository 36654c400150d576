//! The version of a program: a hash of its files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use thiserror::Error;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// A folder with more than this is not taken as one bot. The sandbox gives a bot as
/// much.
const LARGEST_FOLDER: u64 = 64 << 20;
const MOST_FILES: usize = 10_000;

/// Folders that interpreters write by themselves.
const CACHES: [&str; 1] = ["__pycache__"];

/// A file of a player cannot be read.
#[derive(Debug, Error)]
#[error("cannot read {}: {error}", path.display())]
pub struct VersionError {
    /// The file.
    pub path: PathBuf,
    /// What the system says.
    pub error: io::Error,
}

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

/// The version by the names and the content of all files of a folder; `None` if the
/// folder is too large for one bot.
pub fn of_folder(folder: &Path, except: &[PathBuf]) -> Option<String> {
    let mut all = Sha256::new();
    for path in files_of(folder, except)? {
        let name = path.strip_prefix(folder).unwrap_or(&path).as_os_str().as_encoded_bytes();
        // The length separates the name from the hash that follows.
        all.update((name.len() as u64).to_le_bytes());
        all.update(name);
        all.update(hash(&path).ok()?);
    }
    Some(hex(&all.finalize()))
}

/// The regular files of a folder, sorted, without hidden files, caches of
/// interpreters and `except`; `None` if the folder is too large for one bot.
pub fn files_of(folder: &Path, except: &[PathBuf]) -> Option<Vec<PathBuf>> {
    let (mut files, mut size) = (Vec::new(), 0);
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).ok()? {
            let entry = entry.ok()?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_left_out = name.starts_with('.') || CACHES.contains(&name.as_ref());
            if is_left_out || except.contains(&entry.path()) {
                continue;
            }
            // Links are not followed.
            let metadata = entry.metadata().ok()?;
            if metadata.is_dir() {
                folders.push(entry.path());
            } else if metadata.is_file() {
                size += metadata.len();
                files.push(entry.path());
            }
            if size > LARGEST_FOLDER || files.len() + folders.len() > MOST_FILES {
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
    format!("sha256:{}", digits.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_in_a_folder_changes_its_version() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
        fs::create_dir_all(folder.join("lib/__pycache__")).expect("a folder");
        write("bot.py", "import helper");
        write("lib/helper.py", "x = 1");
        let mut seen = vec![of_folder(folder, &[]).expect("a version")];
        for (name, text) in [("lib/helper.py", "x = 2"), ("more.py", ""), ("bot.py", "import more")] {
            write(name, text);
            let version = of_folder(folder, &[]).expect("a version");
            assert!(!seen.contains(&version), "{name}");
            seen.push(version);
        }
        fs::rename(folder.join("more.py"), folder.join("less.py")).expect("a name");
        assert!(!seen.contains(&of_folder(folder, &[]).expect("a version")), "a name has changed");
        fs::rename(folder.join("less.py"), folder.join("more.py")).expect("a name");
        write("lib/__pycache__/helper.pyc", "anything");
        write(".hidden", "anything");
        write("report.html", "anything");
        assert_eq!(
            of_folder(folder, &[folder.join("report.html")]),
            seen.last().cloned(),
            "files written by others do not count"
        );
    }
}
