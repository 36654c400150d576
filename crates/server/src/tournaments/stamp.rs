//! Whether files have changed, without reading them.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Sizes and times of a tournament file, its store and the store's log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stamp(Vec<Option<(u64, SystemTime)>>);

impl Stamp {
    /// As they are now.
    pub fn of(file: &Path, store: Option<&Path>) -> Stamp {
        let log = store.map(|store| {
            let mut name = store.as_os_str().to_os_string();
            name.push("-wal");
            PathBuf::from(name)
        });
        let all = [Some(file), store, log.as_deref()];
        Stamp(all.into_iter().flatten().map(of_file).collect())
    }
}

fn of_file(path: &Path) -> Option<(u64, SystemTime)> {
    let metadata = path.metadata().ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

/// Whether a process plays the tournament of this store.
pub fn is_locked(store: &Path) -> bool {
    let mut name = store.as_os_str().to_os_string();
    name.push(".lock");
    let file = std::fs::File::open(PathBuf::from(name));
    file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(std::fs::TryLockError::WouldBlock)))
}
