//! A tournament on disk: one SQLite file that stays good whatever happens to the
//! process that writes it.

mod bots;
mod checksum;
mod compare;
mod error;
mod game_lines;
mod lock;
pub mod packing;
mod read;
mod schema;
mod wal;
mod write;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

pub(crate) use bots::{StoredFault, StoredVersion};
pub use compare::TableMismatch;
pub use error::{OpenProblem, StoreError};
pub use game_lines::GameLine;
pub(crate) use game_lines::upset;
pub use read::StoredGame;
pub use schema::is_store;
pub use write::now_ms;

use crate::note::WithdrawalReason;
use lock::{Lock, LockError, identity};

/// The number of a player in a store. Another version of a program is another
/// player.
pub type PlayerId = i64;

/// A player as it stands in a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPlayer {
    /// Its number.
    pub id: PlayerId,
    /// Its name in the tournament.
    pub name: String,
    /// The player as the organiser named it: `python3 bot.py`.
    pub spec: String,
    /// A hash of its files, or the options of a built-in player.
    pub version: String,
    /// Why it was withdrawn, if it was.
    pub withdrawn: Option<WithdrawalReason>,
}

/// A tournament on disk.
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// The version of its tables.
    version: usize,
    /// Device and inode of the file when it was opened.
    identity: Option<(u64, u64)>,
    /// Declared after the connection, so that it is released last. `None` for a
    /// store that is only read.
    _lock: Option<Lock>,
}

impl Store {
    /// Opens a store to play on, or makes a new one. It is locked: no other process
    /// can open it so meanwhile.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let refused = |problem| StoreError::CannotWrite { path: path.to_path_buf(), problem };
        if path.is_dir() {
            return Err(refused(OpenProblem::IsFolder));
        }
        if is_other_file(path) {
            return Err(refused(OpenProblem::NotATournament));
        }
        let lock = Lock::take(path).map_err(|error| match error {
            LockError::Taken(process) => StoreError::InUse { path: path.to_path_buf(), process },
            LockError::Io(error) => refused(OpenProblem::Lock(error)),
        })?;
        if lock::has_second_name(path) {
            return Err(refused(OpenProblem::SecondName));
        }
        let log = log_of(path);
        if wal::has_lost_results(&log) {
            let name = log.file_name().unwrap_or_default().to_string_lossy();
            let what = format!("the last results, in {name} beside it, are not as they were saved");
            return Err(StoreError::Damaged { path: path.to_path_buf(), what });
        }
        let (connection, version) = open_tables(path).map_err(refused)?;
        let identity = identity(path);
        Ok(Store { connection, path: path.to_path_buf(), version, identity, _lock: Some(lock) })
    }

    /// Opens a store to read it, also while it is being played, and where nothing can
    /// be written.
    pub fn open_read_only(path: &Path) -> Result<Store, StoreError> {
        let (connection, version) = open_tables_read_only(path)
            .map_err(|problem| StoreError::CannotRead { path: path.to_path_buf(), problem })?;
        Ok(Store { connection, path: path.to_path_buf(), version, identity: identity(path), _lock: None })
    }

    /// Whether a process plays the tournament of a store now, this one included.
    pub fn is_locked(path: &Path) -> bool {
        lock::is_taken(path)
    }

    /// A number that changes when another connection, of this process or another one, has
    /// committed something. It is cheap, and compares only with numbers of this store.
    pub fn data_version(&self) -> Result<i64, StoreError> {
        let version = self.connection.pragma_query_value(None, "data_version", |row| row.get(0));
        version.map_err(|error| self.error(error))
    }

    /// The path of its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it was opened to be read only.
    pub fn is_read_only(&self) -> bool {
        self._lock.is_none()
    }

    /// Whether its file still has its name. On Linux one can write for hours to a
    /// file that was deleted.
    fn is_still_there(&self) -> bool {
        identity(&self.path) == self.identity && (self.identity.is_some() || !cfg!(unix))
    }

    fn error(&self, error: rusqlite::Error) -> StoreError {
        match error::is_damage(&error) {
            true => self.damaged(error::in_words(&error)),
            false => StoreError::Sqlite { path: self.path.clone(), error },
        }
    }

    fn damaged(&self, what: String) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), what }
    }
}

/// Whether a file holds something that is no database. SQLite takes a short one for
/// empty, and would write over it.
fn is_other_file(path: &Path) -> bool {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut start));
    // A file that cannot be read is reported when it is opened.
    read.is_ok() && !start.is_empty() && start != MAGIC
}

fn open_tables(path: &Path) -> Result<(Connection, usize), OpenProblem> {
    let mut connection = Connection::open(path)?;
    // Before anything is written to what may be another program's file.
    schema::version(&connection)?;
    prepare(&connection)?;
    let version = schema::migrate(&mut connection)?;
    Ok((connection, version))
}

fn open_tables_read_only(path: &Path) -> Result<(Connection, usize), OpenProblem> {
    if !path.is_file() {
        return Err(OpenProblem::Missing);
    }
    if is_other_file(path) {
        return Err(OpenProblem::NotATournament);
    }
    // With the right to write, SQLite removes its helper files after the last user.
    let open = |flags| -> Result<(Connection, usize), OpenProblem> {
        let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.pragma_update(None, "query_only", true)?;
        let version = schema::readable_version(&connection)?;
        Ok((connection, version))
    };
    let opened = open(OpenFlags::SQLITE_OPEN_READ_WRITE).or_else(|_| open(OpenFlags::SQLITE_OPEN_READ_ONLY));
    match opened {
        Err(OpenProblem::Sqlite(error)) if error::cannot_write(&error) => open_immutable(path),
        opened => opened,
    }
}

/// Opens a store in a folder where SQLite cannot put its helper files: nothing else
/// can write to it either.
fn open_immutable(path: &Path) -> Result<(Connection, usize), OpenProblem> {
    let wal = log_of(path);
    if wal.metadata().is_ok_and(|wal| wal.len() > 0) {
        let name = wal.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return Err(OpenProblem::ReadOnlyWithWal(name));
    }
    let absolute = std::path::absolute(path).map_err(OpenProblem::Lock)?;
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(format!("file:{}?immutable=1", in_uri(&absolute)), flags)?;
    let version = schema::readable_version(&connection)?;
    Ok((connection, version))
}

/// The write-ahead log of a store, where SQLite keeps the last results.
fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push("-wal");
    PathBuf::from(name)
}

/// A path as a URI holds it: `?`, `#` and `%` would mean something else.
fn in_uri(path: &Path) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(byte);
    let text = path.as_os_str().as_encoded_bytes().iter();
    text.map(|byte| if plain(byte) { char::from(*byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// How the file is written: results survive the end of this process and of the
/// machine, and readers do not wait.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // There are a few commits a second: waiting for the disk costs little.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)
}
