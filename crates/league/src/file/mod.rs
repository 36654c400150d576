//! The file that announces a tournament. Errors name the line and suggest a fix.

mod error;
mod reader;

use std::path::PathBuf;
use std::time::Duration;

use games::GameEntry;
use games::common::options::OptionValues;
use referee::{ChargeBy, Level, Limits, TimeControl};

use crate::event::Records;
use crate::formats::Plan;
use crate::report_games::ReportGames;
use crate::standings::RankBy;

pub use error::{Place, TournamentFileError, ValueProblem};
pub use reader::read;

/// A tournament file, read. Nothing that it names was opened yet.
#[derive(Clone, Debug)]
pub struct TournamentFile {
    /// The title in reports.
    pub title: Option<String>,
    /// The game that is played.
    pub entry: &'static GameEntry,
    /// The rule options of the game.
    pub options: OptionValues,
    /// Who plays whom and how often.
    pub plan: Plan,
    /// The seed of all random choices; `None` for one that nobody can guess.
    pub seed: Option<u64>,
    /// The time control; `None` for the game's own.
    pub clock: Option<TimeControl>,
    /// Whether clocks count CPU or wall time; `None` for CPU time where it is known.
    pub clock_by: Option<ChargeBy>,
    /// How long a program may take for its first move.
    pub start_budget: Duration,
    /// How many games at a time; `None` for one on each core.
    pub concurrency: Option<usize>,
    /// Whether each game is kept to one core.
    pub pinning: bool,
    /// What decides the order of the standings; `None` for the default of the format.
    pub rank_by: Option<RankBy>,
    /// Which games are kept whole.
    pub records: Records,
    /// After how many crashes in a row a player is withdrawn.
    pub withdraw_after: u32,
    /// The file for results; `None` for one beside the tournament file.
    pub store: Option<PathBuf>,
    /// The reports that are written when it ends.
    pub reports: Reports,
    /// Whether bots of the original games are told who their opponent is.
    pub show_names: bool,
    /// The sandbox of programs.
    pub sandbox: SandboxSettings,
    /// The players.
    pub players: Vec<FilePlayer>,
}

/// The files that are written when a tournament ends or stops.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reports {
    /// A page in HTML.
    pub html: Option<PathBuf>,
    /// How many games it includes; `None` for the default.
    pub html_games: Option<ReportGames>,
    /// A folder for tables in CSV.
    pub csv: Option<PathBuf>,
    /// A file with everything in JSON.
    pub json: Option<PathBuf>,
}

/// The sandbox that an organiser asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SandboxSettings {
    /// The level; `None` for the highest that this machine offers.
    pub level: Option<Level>,
    /// The lowest level that is accepted: below it, nothing is played.
    pub require: Option<Level>,
    /// No sandbox at all.
    pub trust_bots: bool,
    /// More folders that programs may read.
    pub allow_read: Vec<PathBuf>,
    /// How much memory and disk each program may use.
    pub limits: Limits,
}

/// A player as the file names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilePlayer {
    /// Its name; `None` for the one of the built-in player or program.
    pub name: Option<String>,
    /// The player, as on the command line.
    pub bot: String,
    /// Its own time control; `None` for that of the tournament.
    pub clock: Option<TimeControl>,
    /// Where `bot` stands in the file.
    pub place: Place,
}

/// After how many crashes in a row a player is withdrawn, unless the file says
/// otherwise.
pub const WITHDRAW_AFTER: u32 = 5;
