//! Arguments of the commands that play games: `play` and `match`.

use std::path::PathBuf;

use clap::Args;
use games::GameEntry;

use super::shared::{HandicapArguments, ShowArguments, TimingArguments};
use super::values::{read_games, read_seed};
use crate::serve::LiveArguments;
use crate::sprt::TestArguments;

#[derive(Args)]
pub struct PlayArguments {
    /// Name of the game, see `gridiron games`
    #[arg(value_parser = games::find)]
    pub game: &'static GameEntry,
    /// Player of seat 0: `human`, a built-in player or a program
    #[arg(value_name = "PLAYER", default_value = "champion")]
    pub a: String,
    /// Player of seat 1 [default: the champion, or the next strongest player]
    #[arg(value_name = "PLAYER")]
    pub b: Option<String>,
    /// Number that all random choices derive from [default: a new one that nobody can guess]
    #[arg(long, value_parser = read_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Rule options as `key=value,…`, or a file ending in .toml
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
    /// Save the record of the game to this file when it ends
    #[arg(long, alias = "records", value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Save all lines to programs (>), from programs (<) and their standard error (!)
    #[arg(long, value_name = "FILE")]
    pub dialogue: Option<PathBuf>,
    #[command(flatten)]
    pub timing: TimingArguments,
    #[command(flatten)]
    pub handicaps: HandicapArguments,
    #[command(flatten)]
    pub show: ShowArguments,
    /// Show the game live in the browser
    #[arg(long)]
    pub browser: bool,
    #[command(flatten)]
    pub live: LiveArguments,
}

#[derive(Args)]
pub struct MatchArguments {
    /// Name of the game, see `gridiron games`
    #[arg(value_parser = games::find)]
    pub game: &'static GameEntry,
    /// First player: a built-in player, a file, or a command as in "node bot.js"
    #[arg(value_name = "A")]
    pub a: String,
    /// Second player
    #[arg(value_name = "B")]
    pub b: String,
    /// Number of games, an even number [default: 100; with --sprt at most 1000000]
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true, value_parser = read_games)]
    pub games: Option<u32>,
    /// Number that all random choices derive from [default: a new one that nobody can guess]
    #[arg(long, value_parser = read_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Rule options as `key=value,…`, or a file ending in .toml
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
    /// Random plies before the players take over [default: 4 if the game has openings]
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<u32>,
    /// Games played at the same time [default: one for each core]
    #[arg(long, short = 'c', value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Let each game use all cores, for players with several threads
    #[arg(long)]
    pub no_pinning: bool,
    #[command(flatten)]
    pub timing: TimingArguments,
    #[command(flatten)]
    pub handicaps: HandicapArguments,
    #[command(flatten)]
    pub test: TestArguments,
    /// Save the records of all games to this file, one on each line
    #[arg(long, alias = "record", value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Print one line of JSON at the end and nothing else; text goes to standard error
    #[arg(long)]
    pub json: bool,
    /// Show the match live in the browser
    #[arg(long)]
    pub serve: bool,
    #[command(flatten)]
    pub live: LiveArguments,
}
