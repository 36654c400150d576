//! The arguments of `gridiron analyse`.

use std::time::Duration;

use clap::Args;

use crate::cli::{read_positive_time, read_seed};

#[derive(Args)]
pub struct AnalyseArguments {
    /// File with records or store of a tournament (.db); or the name of a game, if a position follows
    #[arg(value_name = "RECORD|GAME")]
    first: String,
    /// Position of that game: `start`, or a position as text; or a file with records
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    second: Option<String>,
    /// Analyse game N of the file, counted from 1 [default: the first]
    #[arg(long = "game", value_name = "N")]
    pub number: Option<u64>,
    /// Analyse only the position after N actions, 0 is the start
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// Rule options for `start` as `key=value,…`, or a file ending in .toml
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// Number that `start` derives from [default: 0]
    #[arg(long, value_parser = read_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Positions to search for each move of a game, or for one position, at least 1000 [default: enough for some seconds]
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000_000))]
    pub nodes: Option<u64>,
    /// Time to search for each move of a game, or for one position, as in 200ms or 10s
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = read_positive_time)]
    pub time: Option<Duration>,
    /// Show every move of a position, and every command of a Plantation game
    #[arg(long)]
    pub all: bool,
    /// Print one line of JSON instead
    #[arg(long)]
    pub json: bool,
}

impl AnalyseArguments {
    /// The name of the game, if it is given: a record knows its own.
    pub fn game(&self) -> Option<&str> {
        self.second.as_ref().map(|_| self.first.as_str())
    }

    /// The file or the position.
    pub fn what(&self) -> &str {
        self.second.as_ref().unwrap_or(&self.first)
    }
}
