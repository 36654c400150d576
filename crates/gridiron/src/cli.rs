//! The arguments, and their mistakes in one line.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use games::GameEntry;
use games::common::rng::SEED_LIMIT;
use referee::units::{read_budget, read_size, read_time};
use referee::{ChargeBy, Level, PlayerSpec, TimeControl};

use crate::analyse::AnalyseArguments;
use crate::failure::{Failure, complain};
use crate::solve::SolveArguments;
use crate::sprt::TestArguments;
use crate::tournament::TournamentArguments;

/// What somebody does who sees this for the first time.
const START_HERE: &str = "\
Start here:
  gridiron play plantation human random   play yourself
  gridiron new python mybot               write a bot, and see what to type next
  gridiron tournament --init virus        run a competition";

/// An arena for programs that play board games on a grid.
#[derive(Parser)]
#[command(name = "gridiron", version, arg_required_else_help = true, after_help = START_HERE)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Play one game in the terminal
    Play(PlayArguments),
    /// Play many games between two players and add them up
    Match(MatchArguments),
    /// Play many games between many players, and go on after whatever happens
    Tournament(TournamentArguments),
    /// Check that a program plays by the book: seven steps, and what to do about each that fails
    Check(CheckArguments),
    /// What results say about strength: Elo, its error, and sequential tests
    Stats(StatsArguments),
    /// Show a recorded game, in the terminal or as a page, or check that it holds
    Replay(ReplayArguments),
    /// Why a game went as it did: what every move was worth, and what could be known
    Analyse(AnalyseArguments),
    /// List the games
    Games,
    /// List the built-in players
    Players {
        /// Only those of one game
        game: Option<String>,
    },
    /// A page from which a person can learn a game, and its options
    Rules {
        /// The game: see `gridiron games`
        game: String,
    },
    /// Write a small bot to begin with, in the language of your choice
    New(NewArguments),
    /// What this machine gives: how firmly programs can be locked in, and what runs here
    Doctor(DoctorArguments),
    /// Count the lines of play from the start, depth by depth
    Perft(PerftArguments),
    /// Work out what every position is worth, and keep it for the champion
    Solve(SolveArguments),
}

#[derive(Args)]
pub struct PlayArguments {
    /// The game: see `gridiron games`
    pub game: String,
    /// Who takes seat 0: see `gridiron players`; `human` is you
    #[arg(default_value = "champion")]
    pub a: String,
    /// Who takes seat 1 [default: the champion, or who comes next to it]
    pub b: Option<String>,
    /// Draw all chance from this number; another one each time if left out
    #[arg(long, value_parser = read_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Rule options: `key=value,…` or a file ending in .toml
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
    /// Write the record of the game here
    #[arg(long, alias = "records", value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write here all that programs are told (>), say (<) and write to standard error (!)
    #[arg(long, value_name = "FILE")]
    pub dialogue: Option<PathBuf>,
    #[command(flatten)]
    pub timing: TimingArguments,
    #[command(flatten)]
    pub handicaps: HandicapArguments,
    #[command(flatten)]
    pub show: ShowArguments,
}

#[derive(Args)]
pub struct MatchArguments {
    /// The game: see `gridiron games`
    pub game: String,
    /// A: a built-in player, a file, or words as in "node bot.js"
    pub a: String,
    /// B, likewise
    pub b: String,
    /// How many games; they come in pairs with the seats swapped [default: 100, with --sprt at most 1000000]
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub games: Option<u32>,
    /// Draw all chance from this number; another one each time if left out
    #[arg(long, value_parser = read_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Rule options: `key=value,…` or a file ending in .toml
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
    /// Plies drawn at random before the players take over [default: 4 where the game has openings]
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<u32>,
    /// How many games at a time [default: one for each core]
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
    /// Write the records of all games here, one a line, in order
    #[arg(long, alias = "record", value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Print one line of JSON at the end
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct StatsArguments {
    /// Pairs of games by their results: both lost, worse, even, better, both won
    #[arg(long, value_name = "A,B,C,D,E", value_parser = read_counts::<5>, allow_hyphen_values = true)]
    pub penta: Option<[u64; 5]>,
    /// Single games: wins, draws, losses
    #[arg(long, value_name = "W,D,L", value_parser = read_counts::<3>, allow_hyphen_values = true)]
    pub wdl: Option<[u64; 3]>,
    #[command(flatten)]
    pub test: TestArguments,
    /// Print one line of JSON instead
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct CheckArguments {
    /// The game: see `gridiron games`
    pub game: String,
    /// A program: a file, or words as in "node bot.js"
    pub bot: String,
    /// Draw all chance from this number
    #[arg(long, value_parser = read_seed, allow_negative_numbers = true, default_value = "1")]
    pub seed: u64,
    /// Rule options: `key=value,…` or a file ending in .toml
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
    #[command(flatten)]
    pub timing: TimingArguments,
}

/// Clocks, and what programs may do.
#[derive(Args)]
pub struct TimingArguments {
    /// Seconds as in 1+0.1 (bank and increment for each turn), 10/move, both as in 60+1,10/move, or none [default: the game's own, none for `human`]
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    pub clock: Option<TimeControl>,
    /// Charge clocks by processor time or by time on the wall [default: cpu on Linux]
    #[arg(long, value_name = "BY")]
    pub clock_by: Option<ClockBy>,
    /// How long a program may take for its first answer, as in 500ms or 10s
    #[arg(long, value_name = "TIME", value_parser = read_budget, allow_hyphen_values = true, default_value = "10s")]
    pub start_budget: Duration,
    #[command(flatten)]
    pub sandbox: SandboxArguments,
}

/// Where help about locking in stands.
const SANDBOX: &str = "Sandbox";

/// How programs are locked in.
#[derive(Args)]
pub struct SandboxArguments {
    /// Lock programs in: standard, strong or server [default: the firmest that this machine gives, see `gridiron doctor`]
    #[arg(long, help_heading = SANDBOX, value_name = "LEVEL")]
    pub sandbox: Option<Level>,
    /// Do not play if programs cannot be locked in at least this firmly
    #[arg(long, help_heading = SANDBOX, value_name = "LEVEL")]
    pub require: Option<Level>,
    /// Run programs without a sandbox: they can do all that you can
    #[arg(long, help_heading = SANDBOX)]
    pub trust_bots: bool,
    /// Let programs read this folder too; may be given several times
    #[arg(long, help_heading = SANDBOX, value_name = "DIR")]
    pub allow_read: Vec<PathBuf>,
    /// Memory of each program
    #[arg(long, help_heading = SANDBOX, value_name = "SIZE", value_parser = read_size, allow_hyphen_values = true, default_value = "512MB")]
    pub memory: u64,
    /// The largest file that a program may write
    #[arg(long, help_heading = SANDBOX, value_name = "SIZE", value_parser = read_size, allow_hyphen_values = true, default_value = "16MB")]
    pub file_size: u64,
    /// How much a program may write to its folder and to its temporary folder
    #[arg(long, help_heading = SANDBOX, value_name = "SIZE", value_parser = read_size, allow_hyphen_values = true, default_value = "64MB")]
    pub temp_size: u64,
}

/// Other clocks for one of two players.
#[derive(Args)]
pub struct HandicapArguments {
    /// Another clock for the first player
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    pub clock_a: Option<TimeControl>,
    /// Another clock for the second player
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    pub clock_b: Option<TimeControl>,
}

/// See [`ChargeBy`].
#[derive(Clone, Copy, ValueEnum)]
pub enum ClockBy {
    /// Time on the wall
    Wall,
    /// Processor time
    Cpu,
}

impl TimingArguments {
    /// The clock of a player. People have none unless it is asked for.
    pub fn clock(&self, entry: &GameEntry, player: &PlayerSpec) -> TimeControl {
        self.clock.unwrap_or_else(|| match player.is_human() {
            true => TimeControl::NONE,
            false => entry.clock.parse().expect("a game's own clock"),
        })
    }

    /// The clocks of A and of B.
    pub fn clocks(
        &self,
        entry: &GameEntry,
        players: &[PlayerSpec; 2],
        handicaps: &HandicapArguments,
    ) -> [TimeControl; 2] {
        let [a, b] = players.each_ref().map(|player| self.clock(entry, player));
        [handicaps.clock_a.unwrap_or(a), handicaps.clock_b.unwrap_or(b)]
    }

    /// What clocks are charged by.
    pub fn charge(&self) -> Result<ChargeBy, Failure> {
        match self.clock_by {
            Some(ClockBy::Cpu) if !cfg!(target_os = "linux") => {
                Err(Failure::Usage("--clock-by cpu: processor time is known on Linux only".into()))
            }
            Some(ClockBy::Wall) => Ok(ChargeBy::Wall),
            None if !cfg!(target_os = "linux") => Ok(ChargeBy::Wall),
            Some(ClockBy::Cpu) | None => Ok(ChargeBy::Cpu),
        }
    }
}

/// How a game is shown.
#[derive(Args)]
pub struct ShowArguments {
    /// Show only the result, and to people what they need
    #[arg(long, short)]
    pub quiet: bool,
    /// Wait after each turn, as in 200ms or 1.5s
    #[arg(long, value_name = "TIME", value_parser = read_time, default_value = "0ms", hide_default_value = true)]
    pub delay: Duration,
}

#[derive(Args)]
pub struct ReplayArguments {
    /// A record, or many, one a line; or the store of a tournament
    pub file: PathBuf,
    /// Replay silently; exit code 1 and one line if something does not hold
    #[arg(long)]
    pub verify: bool,
    /// Only this game of the file, counted from 1
    #[arg(long, value_name = "N")]
    pub game: Option<u64>,
    /// Write a page here that shows the games in any browser; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["verify", "svg"])]
    pub html: Option<PathBuf>,
    /// Write a picture of one game's last position here; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    pub svg: Option<PathBuf>,
    /// The picture's position: after so many actions, 0 for the start
    #[arg(long, value_name = "N", requires = "svg")]
    pub ply: Option<usize>,
    #[command(flatten)]
    pub show: ShowArguments,
}

#[derive(Args)]
pub struct NewArguments {
    /// The language; without one all of them are listed
    pub language: Option<String>,
    /// The folder to write into [default: the language and `-bot`, as in python-bot]
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Only list the languages
    #[arg(long)]
    pub list: bool,
}

#[derive(Args)]
pub struct DoctorArguments {
    /// Exit code 1 if programs cannot be locked in at least this firmly
    #[arg(long, value_name = "LEVEL")]
    pub require: Option<Level>,
}

#[derive(Args)]
pub struct PerftArguments {
    /// The game: see `gridiron games`
    pub game: String,
    /// The last depth to count
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: u32,
    /// Rule options: `key=value,…` or a file ending in .toml
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
    /// Draw the start from this number
    #[arg(long, value_parser = read_seed, allow_negative_numbers = true, default_value = "0")]
    pub seed: u64,
}

pub fn read_seed(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|seed| *seed < SEED_LIMIT)
        .ok_or_else(|| format!("expected a whole number from 0 to {}", SEED_LIMIT - 1))
}

/// As many games as nobody has played yet, and far from where numbers end.
const MOST_GAMES: u64 = 1_000_000_000_000_000;

fn read_counts<const K: usize>(text: &str) -> Result<[u64; K], String> {
    let counts: Option<Vec<u64>> =
        text.split(',').map(|count| count.trim().parse().ok().filter(|count| *count <= MOST_GAMES)).collect();
    counts
        .and_then(|counts| counts.try_into().ok())
        .ok_or_else(|| format!("expected {K} whole numbers with commas, as in {}", ["3"; K].join(",")))
}

/// Reads the arguments, or says what is wrong with them and how to exit.
pub fn parse() -> Result<Command, ExitCode> {
    let parsed = Cli::command().try_get_matches().and_then(|matches| {
        let mut command = Cli::from_arg_matches(&matches)?.command;
        if let (Command::Tournament(arguments), Some((_, own))) = (&mut command, matches.subcommand()) {
            let given =
                own.ids().filter(|id| own.value_source(id.as_str()) == Some(ValueSource::CommandLine));
            arguments.given = given.map(|id| id.as_str().to_string()).collect();
        }
        Ok(command)
    });
    parsed.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => match error.print().map_err(Failure::from) {
            Ok(()) => ExitCode::from(error.exit_code() as u8),
            Err(failure) => failure.report(),
        },
        _ => {
            complain(&in_one_line(&error.to_string()));
            ExitCode::from(2)
        }
    })
}

/// The message of an argument error without the usage that follows it.
fn in_one_line(message: &str) -> String {
    let mut line = String::new();
    for part in message.lines().map(str::trim).take_while(|part| !part.starts_with("Usage:")) {
        let part = part.strip_prefix("error: ").unwrap_or(part);
        match part.strip_prefix("tip: ") {
            _ if part.is_empty() || part.starts_with("For more information") => continue,
            Some(tip) => line.push_str(&format!("; {tip}")),
            None if line.is_empty() => line.push_str(part),
            None => line.push_str(&format!(" {part}")),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_or_refused() {
        for (text, expected) in [
            ("200ms", Some(200)),
            ("1.5s", Some(1500)),
            ("0ms", Some(0)),
            ("200", None),
            ("-1s", None),
            ("soon", None),
            ("", None),
            ("9999999s", None),
            ("NaNs", None),
        ] {
            assert_eq!(read_time(text).ok().map(|delay| delay.as_millis()), expected, "{text}");
        }
    }

    #[test]
    fn sizes_are_read_or_refused() {
        for (text, expected) in [
            ("512MB", Some(512 << 20)),
            ("1m", Some(1 << 20)),
            ("2GiB", Some(2 << 30)),
            ("512", None),
            ("0MB", None),
            ("-1MB", None),
            ("1.5GB", None),
            ("99999999999999999999GB", None),
            ("1KB", None),
            ("", None),
        ] {
            assert_eq!(read_size(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn arguments_are_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
