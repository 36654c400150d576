//! What can be wrong with a store.

use std::io;
use std::path::PathBuf;

use rusqlite::ErrorCode;

use super::packing::DamagedRecord;

/// What is wrong with a store. Every text says which file it is about.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It cannot be opened for writing.
    #[error("cannot save the tournament in {}: {problem}", path.display())]
    CannotWrite {
        /// The store.
        path: PathBuf,
        /// The reason.
        problem: OpenProblem,
    },
    /// It cannot be opened for reading.
    #[error("cannot read the tournament {}: {problem}", path.display())]
    CannotRead {
        /// The store.
        path: PathBuf,
        /// The reason.
        problem: OpenProblem,
    },
    /// Another process plays it.
    #[error("{} is in use by {}: only one process can play a tournament", path.display(), named(process))]
    InUse {
        /// The store.
        path: PathBuf,
        /// The number of that process, if it is known.
        process: Option<u32>,
    },
    /// It does not hold what was saved.
    #[error(
        "{} is damaged or was edited: {what}; restore a copy of the file, or name another store to start again",
        path.display()
    )]
    Damaged {
        /// The store.
        path: PathBuf,
        /// What is wrong, and where.
        what: String,
    },
    /// Its file went away while it was played.
    #[error("{} was moved or deleted during play: results can no longer be saved", path.display())]
    Moved {
        /// Where the store was.
        path: PathBuf,
    },
    /// Something went wrong with a store that was good when it was opened.
    #[error(
        "{}: {}; saved results are safe: fix the problem, then continue the tournament",
        path.display(),
        in_words(error)
    )]
    Sqlite {
        /// The store.
        path: PathBuf,
        /// What SQLite says.
        error: rusqlite::Error,
    },
    /// The record of a game cannot be read.
    #[error(transparent)]
    Record(#[from] DamagedRecord),
}

fn named(process: &Option<u32>) -> String {
    process.map_or("another process".to_string(), |process| format!("process {process}"))
}

/// Why a store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenProblem {
    /// The path leads to a folder.
    #[error("it is a folder")]
    IsFolder,
    /// There is no file to read.
    #[error("there is no such file")]
    Missing,
    /// The file is something else.
    #[error("it is not a Gridiron tournament")]
    NotATournament,
    /// It has no tables yet.
    #[error("it is still empty: run the tournament first")]
    Empty,
    /// Another name leads to the same file. SQLite keeps the last results beside the
    /// name, so two names lose them.
    #[error(
        "the file has a second name (a hard link), and results saved under two names are lost: delete one of them, or \
         copy the file instead"
    )]
    SecondName,
    /// The disk is read-only, and the last results are beside the store.
    #[error(
        "the folder is read-only, and the last results are in the file {0} beside it: copy both to another folder"
    )]
    ReadOnlyWithWal(String),
    /// Its tables are newer than those of this program.
    #[error("it was written by a newer Gridiron (its tables are version {found}, this one knows {known})")]
    TooNew {
        /// The version of its tables.
        found: i32,
        /// The newest version that is known here.
        known: usize,
    },
    /// The lock file beside it cannot be written.
    #[error("{0}")]
    Lock(io::Error),
    /// SQLite cannot open it.
    #[error("{}", in_words(.0))]
    Sqlite(#[from] rusqlite::Error),
}

/// Whether SQLite found what nobody has saved there.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::Error;
    match error {
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..)
        // A table or a column is not there.
        | Error::SqlInputError { .. }
        | Error::Utf8Error(..) => true,
        other => {
            matches!(other.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
        }
    }
}

/// Whether SQLite needs to write where it cannot.
pub(super) fn cannot_write(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// An error of SQLite in words for an organiser.
pub(super) fn in_words(error: &rusqlite::Error) -> String {
    // Some errors repeat the whole query.
    let first_line = || error.to_string().lines().next().unwrap_or_default().to_string();
    if let rusqlite::Error::FromSqlConversionFailure(_, _, problem) = error {
        return problem.to_string();
    }
    let Some(code) = error.sqlite_error_code() else { return first_line() };
    match code {
        ErrorCode::DiskFull => "the disk is full".into(),
        ErrorCode::ReadOnly => "it cannot be written: the file or its folder is read-only".into(),
        ErrorCode::CannotOpen => {
            "it cannot be opened: check that its folder exists and can be written".into()
        }
        ErrorCode::NotADatabase => "it is not a Gridiron tournament".into(),
        ErrorCode::DatabaseCorrupt => "the file is damaged".into(),
        ErrorCode::SystemIoFailure => format!("the disk reports an error ({error})"),
        _ => first_line(),
    }
}
