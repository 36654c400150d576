//! Files for readers that take a path.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder of this thread; in memory where there is such a place, because a fuzzer
/// writes thousands of files a second.
pub fn folder() -> PathBuf {
    thread_local! {
        static FOLDER: OnceCell<TempDir> = const { OnceCell::new() };
    }
    FOLDER.with(|folder| folder.get_or_init(make).path().to_path_buf())
}

fn make() -> TempDir {
    let in_memory = Path::new("/dev/shm");
    let place = if in_memory.is_dir() { in_memory.to_path_buf() } else { std::env::temp_dir() };
    let prefix = format!("gridiron-fuzz-{}-", std::process::id());
    tempfile::Builder::new().prefix(&prefix).tempdir_in(place).expect("a folder")
}

/// Writes a file of that name and gives its path.
pub fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = folder().join(name);
    fs::write(&path, content).expect("room for a file");
    path
}
