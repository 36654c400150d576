//! The arguments of `gridiron tournament`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use league::RankBy;
use league::event::Records;
use league::formats::Plan;
use league::report_games::ReportGames;

use crate::cli::{TimingArguments, read_seed};
use crate::serve::LiveArguments;

#[derive(Args)]
pub struct TournamentArguments {
    /// A tournament file ending in .toml, or a game
    #[arg(value_name = "FILE|GAME", required_unless_present = "init")]
    pub what: Option<String>,
    /// Without a file: the players
    #[arg(value_name = "BOT")]
    pub bots: Vec<String>,
    /// Write a tournament file to start from, GAME.toml, and play nothing
    #[arg(long, value_name = "GAME", exclusive = true)]
    pub init: Option<String>,
    /// Show the standings and write the reports; play nothing
    #[arg(long)]
    pub show: bool,
    /// What to do about bots that have changed since they played: `again` makes them play all their games again, `accept` counts the old games for them
    #[arg(long, value_name = "HOW")]
    pub changed: Option<ChangedArgument>,
    /// Make this player play all its games again, for example after it was withdrawn; may be repeated
    #[arg(long, value_name = "NAME")]
    pub again: Vec<String>,
    /// The format: round-robin, gauntlet, swiss, knockout or ladder [default: round-robin]
    #[arg(long)]
    pub format: Option<Plan>,
    /// Pairs of games for each meeting of two players; the two games of a pair have swapped seats and, unless the start is hidden, the same opening [default: 10]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub pairs: Option<u32>,
    /// Rounds of a Swiss tournament [default: enough to find the best]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: Option<u32>,
    /// What decides the ranking: beaten (opponents), points or elo (rating) [default: what fits the format]
    #[arg(long, value_name = "WHAT")]
    pub rank_by: Option<RankBy>,
    /// Number that all random choices derive from [default: a new one that nobody can guess; to continue, that of the store]
    #[arg(long, value_parser = read_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Rule options as `key=value,…`, or a file ending in .toml
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
    /// Games played at the same time [default: one for each core]
    #[arg(long, short = 'c', value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Let each game use all cores, for players with several threads
    #[arg(long)]
    pub no_pinning: bool,
    /// Save results in this file [default: FILE with the ending .db; without a file, a name made from the settings]
    #[arg(long, value_name = "DB")]
    pub store: Option<PathBuf>,
    /// Games whose records are saved: all, faults or none [default: all]
    #[arg(long, value_name = "WHICH")]
    pub records: Option<Records>,
    /// Write an HTML report to this file when the tournament ends or stops
    #[arg(long, value_name = "HTML")]
    pub report: Option<PathBuf>,
    /// Number of games that the report includes, the interesting ones first, or `all` [default: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub report_games: Option<ReportGames>,
    /// Write tables for spreadsheets (CSV) into this folder
    #[arg(long, value_name = "DIR")]
    pub csv: Option<PathBuf>,
    /// Write everything as JSON to this file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    #[command(flatten)]
    pub timing: TimingArguments,
    /// Show the tournament live in the browser
    #[arg(long)]
    pub serve: bool,
    #[command(flatten)]
    pub live: LiveArguments,
    /// The options that were given, by their names in this struct.
    #[arg(skip)]
    pub given: Vec<String>,
}

/// See [`league::entry_list::OnChange`].
#[derive(Clone, Copy, ValueEnum)]
pub enum ChangedArgument {
    /// Play all games again
    Again,
    /// Count the old games
    Accept,
}
