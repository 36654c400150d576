//! Which state of a program plays: a hash of its files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// The largest file that is looked at.
const LARGEST: u64 = 1 << 30;

/// What belongs to a bot is no more than it is given in its sandbox.
const LARGEST_FOLDER: u64 = 64 << 20;
const MOST_FILES: usize = 10_000;

/// Written by interpreters on their own account.
const CACHES: [&str; 1] = ["__pycache__"];

/// The content of some files.
pub fn of_files(files: &[PathBuf]) -> Result<String, String> {
    let mut all = Sha256::new();
    for path in files {
        let hash = hash(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        if files.len() == 1 {
            return Ok(hex(&hash));
        }
        all.update(hash);
    }
    Ok(if files.is_empty() { "unknown".to_string() } else { hex(&all.finalize()) })
}

/// The content of all files of a folder and their names; nothing if there is
/// more than a bot can have.
pub fn of_folder(folder: &Path, except: &[PathBuf]) -> Option<String> {
    let mut all = Sha256::new();
    for path in files_of(folder, except)? {
        let name = path.strip_prefix(folder).unwrap_or(&path).as_os_str().as_encoded_bytes();
        // Its length keeps a name apart from what follows.
        all.update((name.len() as u64).to_le_bytes());
        all.update(name);
        all.update(hash(&path).ok()?);
    }
    Some(hex(&all.finalize()))
}

/// The regular files of a folder in order, without hidden ones, what interpreters
/// leave and what is excepted; nothing if there are more than a bot can have.
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
            // Of the entry itself: nobody follows links here.
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
        return Err(io::Error::other("more than a gigabyte is no bot"));
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
    fn whatever_changes_in_a_folder_changes_its_version() {
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
            "what others write does not count"
        );
    }
}
