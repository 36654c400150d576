//! What the server asks of the program that it is a part of: to open tournaments, as
//! its command line does.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use league::entry_list::OnChange;
use league::{Tournament, TournamentError};

/// Opens tournaments. Paths are absolute.
pub trait Host: Send + Sync + 'static {
    /// A tournament as it is saved; one that was never played has no results.
    fn open_to_read(&self, source: &Source) -> Result<Opened, HostError>;

    /// A tournament to be played. Its store is locked until [`Opened`] is dropped.
    fn open_to_play(&self, source: &Source, on_change: OnChange) -> Result<Opened, HostError>;

    /// Whether the text of a tournament file can be played from this folder.
    fn check(&self, folder: &Path, text: &str) -> Result<(), HostError>;

    /// The text of a tournament file to begin with.
    fn template(&self, game: &str) -> Option<String>;
}

/// Where a tournament comes from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Source {
    /// A tournament file.
    File(PathBuf),
    /// A store whose tournament file is not there.
    Store(PathBuf),
}

impl Source {
    /// The path of the file or the store.
    pub fn path(&self) -> &Path {
        match self {
            Source::File(path) | Source::Store(path) => path,
        }
    }
}

/// Why a tournament cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HostError {
    /// Another process plays it.
    #[error("{0}")]
    PlayedElsewhere(String),
    /// Bots have changed since they played: the organiser has to decide.
    #[error("{0}")]
    BotsChanged(String),
    /// Only its store is there.
    #[error("its tournament file is missing")]
    FileMissing,
    /// It was being played, and stopped by itself.
    #[error("{0}")]
    RunStopped(String),
    /// It is being played, but not with the last change of its file.
    #[error("{0}")]
    ChangeIgnored(String),
    /// Reading it takes long.
    #[error("its games are being read; try again in a moment")]
    BeingRead,
    /// Anything else, in one line.
    #[error("{0}")]
    Failed(String),
}

impl HostError {
    /// What anybody may know: the rest names files, commands and values that are the
    /// organiser's, such as a seed.
    pub fn in_public(&self) -> &'static str {
        match self {
            HostError::PlayedElsewhere(_) => "another process plays it",
            HostError::BotsChanged(_) => "bots have changed since they played",
            HostError::FileMissing => "its tournament file is missing",
            HostError::RunStopped(_) => "it was stopped by a problem; its organiser can see which",
            HostError::ChangeIgnored(_) => "the last change of its file is ignored",
            HostError::BeingRead => "its games are being read; try again in a moment",
            HostError::Failed(_) => "it cannot be opened; its organiser can see why",
        }
    }

    /// The word that pages translate.
    pub fn code(&self) -> &'static str {
        match self {
            HostError::PlayedElsewhere(_) => "played-elsewhere",
            HostError::BotsChanged(_) => "bots-changed",
            HostError::FileMissing => "file-missing",
            HostError::RunStopped(_) => "run-stopped",
            HostError::ChangeIgnored(_) => "change-ignored",
            HostError::BeingRead => "being-read",
            HostError::Failed(_) => "cannot-open",
        }
    }
}

/// Plays a tournament until it ends or the flag is set; then writes its reports. The second
/// argument is called with what is wrong meanwhile, and with `None` when it is put right.
pub type Play = dyn Fn(&AtomicBool, &dyn Fn(Option<HostError>)) -> Result<(), TournamentError> + Send + Sync;

/// A tournament that was opened.
pub struct Opened {
    /// The tournament.
    pub tournament: Arc<Tournament>,
    /// How to play it; `None` if it was opened to be read.
    pub play: Option<Box<Play>>,
    /// The sandbox level of its programs; `None` if there are none.
    pub sandbox: Option<String>,
    /// Its store, whether it is there or not; `None` for one in memory.
    pub store: Option<PathBuf>,
    /// Why it cannot be played here; `None` if its file and its bots are there.
    pub problem: Option<HostError>,
}
