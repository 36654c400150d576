//! Curves that were computed before: in one SQLite file, which may be deleted at any
//! time.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use referee::review::Curve;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, ffi, params};
use tracing::{info, warn};

use super::key::Key;

/// The name of the file. Other programs take no notice of what begins with a dot.
pub(super) const FILE: &str = ".gridiron-analysis.db";

/// The version of the curves: it goes up with every change of what they are made of,
/// which is their format, the budget, the searches and their weights.
const FORMAT: i32 = 1;

/// Marks the file as ours. `GAna` in ASCII.
const APPLICATION: i32 = i32::from_be_bytes(*b"GAna");

/// The most curves in the file: some 50 MB. The oldest are removed first.
const MOST: i64 = 5_000;

/// How long to wait for another process that uses the file.
const PATIENCE: Duration = Duration::from_millis(500);

/// The file, which is opened when it is needed.
pub(super) struct Cache {
    /// `None` if results are kept in memory only.
    path: Option<PathBuf>,
    connection: Option<Connection>,
}

impl Cache {
    /// A cache in a folder; without one, it keeps nothing.
    pub(super) fn new(folder: Option<&Path>) -> Cache {
        Cache { path: folder.map(|folder| folder.join(FILE)), connection: None }
    }

    /// The curve of a game, if it is in the file. It makes no file.
    pub(super) fn read(&mut self, key: &Key) -> Option<Curve> {
        if self.connection.is_none() && !self.path.as_ref()?.exists() {
            return None;
        }
        let text: Option<String> = self.with(|connection| {
            let mut statement = connection.prepare_cached("SELECT curve FROM curves WHERE key = ?1")?;
            statement.query_row([key.as_slice()], |row| row.get(0)).optional()
        })?;
        // What cannot be read is computed again, and replaced.
        serde_json::from_str(&text?).ok()
    }

    /// Keeps the curve of a game.
    pub(super) fn write(&mut self, key: &Key, curve: &Curve) {
        let Ok(text) = serde_json::to_string(curve) else { return };
        self.with(|connection| {
            connection
                .prepare_cached("INSERT OR REPLACE INTO curves (key, curve) VALUES (?1, ?2)")?
                .execute(params![key.as_slice(), text])?;
            let oldest = connection.last_insert_rowid() - MOST;
            connection.prepare_cached("DELETE FROM curves WHERE id <= ?1")?.execute([oldest])
        });
    }

    /// Does something with the file. A damaged one is set aside, and a new one is used.
    /// If that does not help, there is no file from now on.
    fn with<T>(&mut self, work: impl Fn(&Connection) -> rusqlite::Result<T>) -> Option<T> {
        let path = self.path.clone()?;
        let mut done = self.attempt(&path, &work);
        if let Err(error) = &done
            && is_damage(error)
        {
            self.connection = None;
            set_aside(&path);
            done = self.attempt(&path, &work);
        }
        match done {
            Ok(done) => Some(done),
            Err(error) if is_refusal(&error) => None,
            Err(error) => {
                info!("analyses are kept in memory only: {}: {error}", path.display());
                (self.path, self.connection) = (None, None);
                None
            }
        }
    }

    fn attempt<T>(
        &mut self,
        path: &Path,
        work: &impl Fn(&Connection) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        match &self.connection {
            Some(connection) => work(connection),
            None => work(self.connection.insert(open(path)?)),
        }
    }
}

/// Whether the file is no good.
fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt))
}

/// Whether the file may be of use another time: another process uses it, or it can only
/// be read.
fn is_refusal(error: &rusqlite::Error) -> bool {
    let refusals = [ErrorCode::DatabaseBusy, ErrorCode::DatabaseLocked, ErrorCode::ReadOnly];
    error.sqlite_error_code().is_some_and(|code| refusals.contains(&code))
}

/// Opens the file, checks it, and makes its table. Curves of another format go.
fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let tables: u32 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 && number("application_id")? != APPLICATION {
        return Err(failure(ffi::SQLITE_CANTOPEN, "it is the file of another program"));
    }
    let check: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    if check != "ok" {
        return Err(failure(ffi::SQLITE_CORRUPT, &check));
    }
    // What is lost when the machine fails is computed again.
    connection.pragma_update(None, "synchronous", "OFF")?;
    if number("user_version")? != FORMAT {
        connection.execute_batch(&format!(
            "BEGIN IMMEDIATE;
             DROP TABLE IF EXISTS curves;
             CREATE TABLE curves (
                 id    INTEGER PRIMARY KEY AUTOINCREMENT,
                 key   BLOB NOT NULL UNIQUE,  -- SHA-256 of rules and actions
                 curve TEXT NOT NULL          -- JSON
             ) STRICT;
             PRAGMA application_id = {APPLICATION};
             PRAGMA user_version = {FORMAT};
             COMMIT;"
        ))?;
    }
    Ok(connection)
}

fn failure(code: i32, message: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(code), Some(message.to_string()))
}

/// Renames a damaged file, so that somebody may look at it.
fn set_aside(path: &Path) {
    let aside = path.with_extension("db.damaged");
    warn!("{} is damaged: it is now {}", path.display(), aside.display());
    if fs::rename(path, &aside).is_err() {
        return;
    }
    // It belongs to the damaged file, and SQLite would apply it to the new one.
    let _ = fs::remove_file(path.with_extension("db-journal"));
}
