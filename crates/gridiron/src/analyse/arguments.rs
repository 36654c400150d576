//! The arguments of `gridiron analyse`.

use std::time::Duration;

use clap::Args;

use crate::cli::{read_positive_time, read_seed};

#[derive(Args)]
#[command(allow_missing_positional = true)]
pub struct AnalyseArguments {
    /// Name of the game; may be left out for a file, which names its game
    #[arg(allow_hyphen_values = true)]
    pub game: Option<String>,
    /// File with records, store of a tournament (.db), `start`, or a position as text
    #[arg(value_name = "RECORD|POSITION", allow_hyphen_values = true)]
    pub what: String,
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
    /// Positions to search for each move of a game, or for one position [default: enough for some seconds]
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
