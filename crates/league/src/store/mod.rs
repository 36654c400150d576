//! A tournament on disk: one SQLite file that survives whatever happens to the
//! process that writes it.

mod lock;
pub mod packing;
mod read;
mod schema;
mod write;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags};

pub use read::StoredGame;
pub use write::{FinishedPair, GameSummary, PairOutcome, StoreEntry, now_ms};

use crate::note::WithdrawalReason;
use lock::{Lock, LockError, identity};

/// What a state of a program is called in a store.
pub type PlayerId = i64;

/// A player as it stands in a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPlayer {
    /// Its number.
    pub id: PlayerId,
    /// Its name in the tournament.
    pub name: String,
    /// What was asked for.
    pub spec: String,
    /// Which state of the program.
    pub version: String,
    /// GiveUpReason it was withdrawn, if it was.
    pub withdrawn: Option<WithdrawalReason>,
}

/// A tournament on disk.
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Which file that was when it was opened.
    identity: Option<(u64, u64)>,
    /// After the connection, so that it is given back last. Nobody needs it who
    /// only looks.
    _lock: Option<Lock>,
}

impl Store {
    /// Opens a store to play on, or makes one. Nobody else can do so meanwhile.
    pub fn open(path: &Path) -> Result<Store, String> {
        let refused = |why: &str| format!("cannot keep the tournament in {}: {why}", path.display());
        if path.is_dir() {
            return Err(refused("it is a folder"));
        }
        let lock = Lock::take(path).map_err(|error| match error {
            LockError::Taken(Some(process)) => {
                format!("{} is being played by process {process}: one at a time", path.display())
            }
            LockError::Taken(None) => format!("{} is being played by another process", path.display()),
            LockError::Io(error) => refused(&error.to_string()),
        })?;
        let mut connection = Connection::open(path).map_err(|error| refused(&said(&error)))?;
        // Before anything is written to what may be somebody else's.
        schema::version(&connection).map_err(|problem| refused(&problem))?;
        prepare(&connection).map_err(|error| refused(&said(&error)))?;
        schema::migrate(&mut connection).map_err(|problem| refused(&problem))?;
        Ok(Store { connection, path: path.to_path_buf(), identity: identity(path), _lock: Some(lock) })
    }

    /// Opens a store to look at it, also while it is being played.
    pub fn open_read_only(path: &Path) -> Result<Store, String> {
        let refused = |why: &str| format!("cannot read the tournament {}: {why}", path.display());
        if !path.is_file() {
            return Err(refused("there is no such file"));
        }
        // Whoever may write leaves nothing behind: SQLite clears up after the last.
        let open = |flags| Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX);
        let connection = open(OpenFlags::SQLITE_OPEN_READ_WRITE)
            .or_else(|_| open(OpenFlags::SQLITE_OPEN_READ_ONLY))
            .map_err(|error| refused(&said(&error)))?;
        let only_reads = connection.pragma_update(None, "query_only", true);
        only_reads.map_err(|error| refused(&said(&error)))?;
        schema::check(&connection).map_err(|problem| refused(&problem))?;
        Ok(Store { connection, path: path.to_path_buf(), identity: identity(path), _lock: None })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether its file still has its name. On Linux one can write to a file for
    /// hours that nobody will find again.
    fn is_still_there(&self) -> bool {
        identity(&self.path) == self.identity && (self.identity.is_some() || !cfg!(unix))
    }

    /// What went wrong with a store that was good when it was opened. All that
    /// was committed stays.
    fn problem(&self, error: &rusqlite::Error) -> String {
        format!(
            "{}: {}; what is stored stays good: put it right and give the same command again",
            self.path.display(),
            said(error)
        )
    }
}

/// How the file is written: results survive the end of this process and of the
/// machine, and readers do not wait.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A few commits a second: waiting for the disk costs little.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

/// An error of SQLite's in words for an organiser.
fn said(error: &rusqlite::Error) -> String {
    let Some(code) = error.sqlite_error_code() else { return error.to_string() };
    match code {
        ErrorCode::DiskFull => "the disk is full".into(),
        ErrorCode::ReadOnly => "it cannot be written: the file or its folder is read-only".into(),
        ErrorCode::CannotOpen => "it cannot be opened: is its folder there, and may it be written?".into(),
        ErrorCode::NotADatabase => "it is no tournament of Gridiron".into(),
        ErrorCode::DatabaseCorrupt => "the file is damaged".into(),
        ErrorCode::SystemIoFailure => format!("the disk did not do as it was told ({error})"),
        _ => error.to_string(),
    }
}
