//! Arguments of the commands for authors of bots: `new`, `check` and `doctor`.

use std::path::PathBuf;

use clap::Args;
use games::GameEntry;
use referee::Level;

use super::shared::TimingArguments;
use super::values::read_seed;

#[derive(Args)]
pub struct CheckArguments {
    /// Name of the game, see `gridiron games`
    #[arg(value_parser = games::find)]
    pub game: &'static GameEntry,
    /// The bot: a file, or a command as in "node bot.js"
    pub bot: String,
    /// Number that all random choices derive from
    #[arg(long, value_parser = read_seed, allow_negative_numbers = true, default_value = "1")]
    pub seed: u64,
    /// Rule options as `key=value,…`, or a file ending in .toml
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
    #[command(flatten)]
    pub timing: TimingArguments,
}

#[derive(Args)]
pub struct NewArguments {
    /// Programming language [default: list all languages]
    pub language: Option<String>,
    /// Folder to write to [default: the language and `-bot`, as in python-bot]
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// List the languages
    #[arg(long)]
    pub list: bool,
}

#[derive(Args)]
pub struct DoctorArguments {
    /// Fail with exit code 1 if the sandbox is weaker than standard, strong or server
    #[arg(long, value_name = "LEVEL")]
    pub require: Option<Level>,
}
