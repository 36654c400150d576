//! What may be said to `gridiron analyse`.

use std::time::Duration;

use clap::Args;
use referee::units::read_budget;

use crate::cli::read_seed;

#[derive(Args)]
pub struct AnalyseArguments {
    /// The game: see `gridiron games`
    pub game: String,
    /// A file with records or the store of a tournament; `start`; or a position as text
    #[arg(value_name = "RECORD|POSITION", allow_hyphen_values = true)]
    pub what: String,
    /// Which game of the file, counted from 1 [default: the first]
    #[arg(long = "game", value_name = "N")]
    pub number: Option<u64>,
    /// Of a record only the position after so many actions, 0 for the start
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// The rules of `start`: `key=value,…` or a file ending in .toml
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// Draw `start` from this number [default: 0]
    #[arg(long, value_parser = read_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Positions to look at for each move of a record, or for all of a position [default: enough for some seconds]
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000_000))]
    pub nodes: Option<u64>,
    /// Time for each move of a record, or for all of a position, as in 200ms or 10s
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = read_budget)]
    pub time: Option<Duration>,
    /// Every move of a position; every command of a game with several a turn
    #[arg(long)]
    pub all: bool,
    /// Print one line of JSON instead
    #[arg(long)]
    pub json: bool,
}
