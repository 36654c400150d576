//! Files of tournaments that stand in a bot's folder: stores, tournament files and reports.
//! They tell of other bots, and may hold seeds. No bot may read them.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use league::store::is_store;

/// How many entries are looked at. Of a tenth as many only the bot's own files are copied,
/// but folders of rivals are not copied and count here.
const MOST_ENTRIES: usize = 100_000;

/// Folders that are not copied, and may hold many files.
const NOT_COPIED: [&str; 2] = ["__pycache__", ".git"];

/// How much of a file is read to recognise it. All settings of a tournament stand before
/// its players, and comments are short.
const START: u64 = 64 << 10;
const STORE_HEADER: u64 = 100;

/// What stands at the start of a page that Gridiron has written: its security policy.
const PAGE: &str = "require-trusted-types-for 'script'; trusted-types 'none'";

/// The files of tournaments in a folder and in the folders in it, by their content. Links
/// are not followed: they are not copied either.
pub fn found_in(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries = 0;
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            entries += 1;
            if entries > MOST_ENTRIES {
                return found;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && NOT_COPIED.iter().any(|name| entry.file_name() == *name) => {}
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => found.extend(of_a_tournament(&entry.path())),
                _ => {}
            }
        }
    }
    found
}

/// The file, with what belongs to it, if it is one of a tournament.
fn of_a_tournament(path: &Path) -> Vec<PathBuf> {
    let text = || String::from_utf8_lossy(&start(path, START)).into_owned();
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_one = match extension {
        "toml" => is_tournament(&text()),
        "html" | "htm" => text().contains(PAGE),
        "json" => text().starts_with("{\"about\":{\"title\":"),
        // A store may have any name.
        _ if is_a_store(path) => return store_files(path),
        _ => false,
    };
    if is_one { vec![path.to_path_buf()] } else { Vec::new() }
}

/// Whether a file holds the results of a tournament.
pub fn is_a_store(path: &Path) -> bool {
    is_store(&start(path, STORE_HEADER))
}

/// The first bytes of a file; none if it cannot be read.
fn start(path: &Path, bytes: u64) -> Vec<u8> {
    let mut start = Vec::new();
    let _ = File::open(path).and_then(|file| file.take(bytes).read_to_end(&mut start));
    start
}

/// Whether a text in TOML is a tournament: it names a game and lists players.
fn is_tournament(text: &str) -> bool {
    let has = |key: &str| text.lines().any(|line| line.trim_start().starts_with(key));
    has("game") && (has("[[players]]") || has("players"))
}

/// A store and what SQLite and Gridiron put beside it.
pub fn store_files(store: &Path) -> Vec<PathBuf> {
    let beside = |ending: &str| {
        let mut name = store.as_os_str().to_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    ["", "-wal", "-shm", "-journal", ".lock"].map(beside).into()
}
