//! Looking at the files of a tournament: whether they have changed, and reading them again.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use league::reloading::Reloaded;
use league::store::Store;

use crate::host::{Host, HostError, Opened, Source};

/// A tournament file is not longer than this.
pub const LONGEST_FILE: u64 = 1 << 20;

/// When a tournament that cannot be played is opened again although its file is the same:
/// its bots may be back.
const RETRY: Duration = Duration::from_secs(5);

/// What tells the state of a tournament's files from another one, without reading them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stamp {
    file: Option<FileStamp>,
    /// Which file its store is. It changes all the time while it is played.
    store: Option<Identity>,
    /// Size and time of the store, when nobody played it.
    store_at_rest: Option<FileStamp>,
}

/// Size, time and identity of a file.
type FileStamp = (u64, Option<SystemTime>, Identity);

/// Device and inode, where there are such.
type Identity = (u64, u64);

/// A look at a tournament.
pub struct Look<'a> {
    /// Its file or store.
    pub source: &'a Source,
    /// As it was opened last.
    pub opened: Option<Arc<Opened>>,
    /// Its files then.
    pub stamp: Stamp,
    /// When that was.
    pub read: Option<Instant>,
}

/// What a look has found.
pub struct Found {
    /// Its files now.
    pub stamp: Stamp,
    /// Whether a process plays it.
    pub is_locked: bool,
    /// The tournament, if it was opened again.
    pub opened: Option<Result<Opened, HostError>>,
}

impl Look<'_> {
    /// Counts what another process has committed, or opens the tournament again if that
    /// is not enough.
    pub fn find(self, host: Option<&dyn Host>) -> Found {
        let store = self.opened.as_ref().and_then(|opened| opened.store.clone());
        let is_locked = store.as_deref().is_some_and(Store::is_locked);
        let mut stamp = self.stamp_of(store.as_deref());
        let is_same_file = stamp.file == self.stamp.file && stamp.store == self.stamp.store;
        let was_tried = self.read.is_some_and(|read| read.elapsed() < RETRY);
        if let Some(opened) = self.opened.as_ref().filter(|_| is_same_file) {
            let is_retried = opened.problem.is_some() && !was_tried;
            let is_at_rest = is_locked || stamp.store_at_rest == self.stamp.store_at_rest;
            match opened.tournament.reload() {
                Ok(Reloaded::Added(_)) if !is_retried => return Found { stamp, is_locked, opened: None },
                // Nobody plays it, and its store was written: it may be another one.
                Ok(Reloaded::Unchanged) if !is_retried && is_at_rest => {
                    return Found { stamp, is_locked, opened: None };
                }
                _ => {}
            }
        } else if self.opened.is_none() && is_same_file && was_tried {
            return Found { stamp, is_locked, opened: None };
        }
        let opened = match (self.check_file(), host) {
            (Ok(()), Some(host)) => host.open_to_read(self.source),
            (Ok(()), None) => Err(HostError::Failed("it cannot be read here".into())),
            (Err(problem), _) => Err(problem),
        };
        let store = opened.as_ref().ok().and_then(|opened| opened.store.as_deref());
        stamp = self.stamp_of(store);
        let is_locked = store.is_some_and(Store::is_locked);
        Found { stamp, is_locked, opened: Some(opened) }
    }

    fn stamp_of(&self, store: Option<&Path>) -> Stamp {
        let file = match self.source {
            Source::File(path) => file_stamp(path),
            // Only which file it is matters; SQLite says what was written.
            Source::Store(path) => file_stamp(path).map(|(_, _, identity)| (0, None, identity)),
        };
        let store = store.and_then(file_stamp);
        Stamp { file, store: store.map(|(_, _, identity)| identity), store_at_rest: store }
    }

    /// Whether the file can be read in a short time: a pipe would never end.
    fn check_file(&self) -> Result<(), HostError> {
        let path = self.source.path();
        let metadata = path.metadata().map_err(|_| HostError::Failed("its file is gone".into()))?;
        let is_short = matches!(self.source, Source::Store(_)) || metadata.len() <= LONGEST_FILE;
        match metadata.is_file() && is_short {
            true => Ok(()),
            false => Err(HostError::Failed("it is no tournament file".into())),
        }
    }
}

/// The text of a tournament file; `None` if it is none, or cannot be read.
pub fn read_file(path: &Path) -> Option<String> {
    let metadata = path.metadata().ok()?;
    (metadata.is_file() && metadata.len() <= LONGEST_FILE).then(|| std::fs::read_to_string(path).ok())?
}

fn file_stamp(path: &Path) -> Option<FileStamp> {
    let metadata = path.metadata().ok()?;
    Some((metadata.len(), metadata.modified().ok(), identity(&metadata)))
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn identity(_metadata: &Metadata) -> Identity {
    (0, 0)
}

/// Which file a path leads to: two paths with the same one are the same store.
pub fn same_file(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}
