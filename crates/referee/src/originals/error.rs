//! Why a bot cannot be run by an interface of the original games.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a bot cannot be run by an interface of the original games.
#[derive(Debug, Error)]
pub enum OriginalError {
    /// The game has no original bots.
    #[error("there are no original bots of {game}")]
    NoOriginals {
        /// The game.
        game: &'static str,
    },
    /// `orig:` without a name.
    #[error("the name is empty")]
    NoName,
    /// `orig:` with a file that does not exist.
    #[error("there is no file {0}")]
    NoFile(String),
    /// `orig:` with a file in another language.
    #[error("`orig:` is for a file in Python with {entry_point}{}", if *php { ", or one in PHP" } else { "" })]
    WrongLanguage {
        /// What a file in Python must hold.
        entry_point: &'static str,
        /// Whether a file in PHP would do, too.
        php: bool,
    },
    /// The file does not mention the class or function that is asked for.
    #[error(
        "{} has no `{entry}`: it has {}",
        file.display(),
        if entries.is_empty() { "none that can play".to_string() } else { entries.join(", ") }
    )]
    NoEntry {
        /// The file.
        file: PathBuf,
        /// The name that is asked for.
        entry: String,
        /// The names that can play.
        entries: Vec<String>,
    },
    /// The file has several classes that can play, and none is named.
    #[error("several classes can play: {}; name one as in `{}:{}`", entries.join(", "), file.display(), entries[0])]
    SeveralEntries {
        /// The file.
        file: PathBuf,
        /// The names that can play, two or more.
        entries: Vec<String>,
    },
    /// `json:` for a game that never had calls as JSON lines.
    #[error("{game} never had calls as JSON lines: only Plantation had")]
    NoJson {
        /// The game.
        game: &'static str,
    },
    /// `:NAME` after a file that is not in Python.
    #[error("`:{0}` is for files in Python")]
    EntryOutsidePython(String),
    /// An option for a bot that takes none.
    #[error("it takes no option `{0}`, only `?name=X`")]
    UnknownOption(String),
    /// An option is given twice.
    #[error("`{key}` is given twice in `?{options}`")]
    DuplicateOption {
        /// The option.
        key: String,
        /// All options as they were given.
        options: String,
    },
    /// An option without `=`.
    #[error("`{option}` in `?{options}` has no value: expected `?name=value&name=value`")]
    NoValue {
        /// The option as it was given.
        option: String,
        /// All options as they were given.
        options: String,
    },
    /// `?name=` without a name.
    #[error("the name after `?name=` is empty")]
    EmptyName,
    /// The file cannot be read.
    #[error("cannot read {}: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}
