//! Arguments of the commands about results, records and rules: `stats`, `replay`, `perft`.

use std::path::PathBuf;

use clap::Args;

use super::shared::ShowArguments;
use super::values::read_seed;
use crate::sprt::TestArguments;

#[derive(Args)]
pub struct StatsArguments {
    /// Pairs of games with 0, 1/2, 1, 1 1/2 and 2 points for the first player
    #[arg(long, value_name = "A,B,C,D,E", value_parser = read_counts::<5>, allow_hyphen_values = true)]
    pub penta: Option<[u64; 5]>,
    /// Single games: wins, draws and losses of the first player
    #[arg(long, value_name = "W,D,L", value_parser = read_counts::<3>, allow_hyphen_values = true)]
    pub wdl: Option<[u64; 3]>,
    #[command(flatten)]
    pub test: TestArguments,
    /// Print one line of JSON instead
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ReplayArguments {
    /// File with records, or the store of a tournament (.db)
    pub file: PathBuf,
    /// Only verify that the games follow the rules; exit code 1 if one does not
    #[arg(long)]
    pub verify: bool,
    /// Show only game N of the file, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<u64>,
    /// Write an HTML page that shows the games; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["verify", "svg", "gif"])]
    pub html: Option<PathBuf>,
    /// Write a picture of one position as SVG; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["verify", "gif"])]
    pub svg: Option<PathBuf>,
    /// Write the whole game as an animated picture (GIF); `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    pub gif: Option<PathBuf>,
    /// Position of the picture: after N actions, 0 is the start [default: the last]
    #[arg(long, value_name = "N", requires = "svg")]
    pub ply: Option<usize>,
    #[command(flatten)]
    pub show: ShowArguments,
}

#[derive(Args)]
pub struct PerftArguments {
    /// Name of the game, see `gridiron games`
    pub game: String,
    /// Greatest depth in plies, a ply being one move of one player
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: u32,
    /// Rule options as `key=value,…`, or a file ending in .toml
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
    /// Number that the start derives from
    #[arg(long, value_parser = read_seed, allow_negative_numbers = true, default_value = "0")]
    pub seed: u64,
}

/// The most games that are accepted. Sums of it stay far below the limits of
/// integers.
const MOST_GAMES: u64 = 1_000_000_000_000_000;

fn read_counts<const K: usize>(text: &str) -> Result<[u64; K], String> {
    let counts: Option<Vec<u64>> =
        text.split(',').map(|count| count.trim().parse().ok().filter(|count| *count <= MOST_GAMES)).collect();
    counts
        .and_then(|counts| counts.try_into().ok())
        .ok_or_else(|| format!("expected {K} whole numbers with commas, as in {}", ["3"; K].join(",")))
}
