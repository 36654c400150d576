//! The command line: commands, options, help texts and mistakes in one line.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use games::GameEntry;
use games::common::rng::SEED_LIMIT;
use referee::units::{read_budget, read_size, read_time};
use referee::{ChargeBy, Level, PlayerSpec, TimeControl};

use crate::analyse::AnalyseArguments;
use crate::argument_errors;
use crate::failure::{Failure, complain};
use crate::solve::SolveArguments;
use crate::sprt::TestArguments;
use crate::tournament::TournamentArguments;

/// Shown below the list of commands.
const START_HERE: &str = "\
Start here:
  gridiron play plantation human random   play yourself
  gridiron new python mybot               write a bot and see what to type next
  gridiron tournament --init virus        run a competition

`gridiron COMMAND --help` shows the options of a command.";

const PLAY_EXAMPLES: &str = "\
Examples:
  gridiron play virus                          watch the two strongest players
  gridiron play plantation human gardener      play yourself
  gridiron play virus ./bot.py greedy --record game.json

A PLAYER is `human`, a built-in player with or without options
(`champion:level=5`), a program (`./bot`, `bot.py`) or a command with
arguments (\"node bot.js\").
A CLOCK is `10/move` (10 s for each move), `1+0.1` (1 s for the game and 0.1 s
more for each turn), `60+1,10/move` (both), `5` (5 s for the game, the same as
`5+0`) or `none`.";

const MATCH_EXAMPLES: &str = "\
Examples:
  gridiron match virus greedy random
  gridiron match virus ./new.py ./old.py --sprt 0,10

Terms:
  Elo          a scale of strength: a player 100 Elo stronger scores 64 %
  ply          one move of one player
  pair         two games with the seats swapped; the start is the same, but
               drawn anew where it is hidden (Plantation)
  pentanomial  pairs counted by result: 0, 1/2, 1, 1 1/2 or 2 points
  SPRT         sequential probability ratio test: it stops the match as soon
               as the result is clear

`gridiron play --help` says how to write a player and a clock.";

const TOURNAMENT_EXAMPLES: &str = "\
Examples:
  gridiron tournament --init virus             write virus.toml to start with
  gridiron tournament virus.toml               run it, or continue it
  gridiron tournament virus greedy random ./bot.py --pairs 20

Results are saved after every pair. Press Ctrl-C to stop; run the same command
to continue.";

const CHECK_EXAMPLES: &str = "\
Examples:
  gridiron check virus bot.py
  gridiron check plantation \"node bot.js\" --clock 5/move";

const STATS_EXAMPLES: &str = "\
Examples:
  gridiron stats --wdl 120,60,90
  gridiron stats --penta 10,30,60,40,15 --sprt 0,5

Elo is a scale of strength: a player 100 Elo stronger scores 64 %.
LOS is the likelihood that the first player is the stronger one.";

const REPLAY_EXAMPLES: &str = "\
Examples:
  gridiron replay game.json --delay 300ms
  gridiron replay virus.db --game 7
  gridiron replay games.jsonl --html games.html";

const ANALYSE_EXAMPLES: &str = "\
Examples:
  gridiron analyse game.json
  gridiron analyse conga start --rules stones=7
  gridiron analyse game.json --ply 12 --time 5s

A ply is one move of one player. The value of a move is the final score that a
search expects after it.";

const NEW_EXAMPLES: &str = "\
Examples:
  gridiron new                                 list the languages
  gridiron new python mybot                    write mybot/bot.py";

const PERFT_EXAMPLES: &str = "\
Example:
  gridiron perft conga 7

Perft (performance test) counts all sequences of moves of a given length. The
numbers show whether two implementations of the rules agree.";

const SOLVE_EXAMPLES: &str = "\
Example:
  gridiron solve conga --stones 7

The table is saved in the cache folder: GRIDIRON_CACHE, or the usual one of
your system. The champion uses it in games with the same number of stones.";

/// An arena for programs that play board games on a grid.
#[derive(Parser)]
#[command(
    name = "gridiron",
    version,
    arg_required_else_help = true,
    max_term_width = 100,
    after_help = START_HERE
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The commands. The first sentence of each stands in the list of commands: at most
/// 60 characters, so that the list fits 80 columns.
#[derive(Subcommand)]
pub enum Command {
    /// Play one game in the terminal
    #[command(after_help = PLAY_EXAMPLES)]
    Play(PlayArguments),
    /// List the games
    Games,
    /// Show a game's rules
    Rules {
        /// Name of the game, see `gridiron games`
        game: String,
    },
    /// List the built-in players
    Players {
        /// Only the players of this game
        game: Option<String>,
    },
    /// Play many games between two players and compare them
    #[command(after_help = MATCH_EXAMPLES)]
    Match(MatchArguments),
    /// Run a tournament; stop and resume at any time
    #[command(after_help = TOURNAMENT_EXAMPLES)]
    Tournament(TournamentArguments),
    /// Estimate strength (Elo) from the results of games
    #[command(after_help = STATS_EXAMPLES)]
    Stats(StatsArguments),
    /// Write a starter bot
    #[command(after_help = NEW_EXAMPLES)]
    New(NewArguments),
    /// Check a bot in eight steps and say what to fix
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArguments),
    /// Show, verify or export recorded games
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArguments),
    /// Show what every move of a game was worth
    #[command(after_help = ANALYSE_EXAMPLES)]
    Analyse(AnalyseArguments),
    /// Check this machine's sandbox and interpreters
    Doctor(DoctorArguments),
    /// Count the sequences of moves up to a depth
    #[command(after_help = PERFT_EXAMPLES)]
    Perft(PerftArguments),
    /// Solve Conga with few stones, for the champion
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(SolveArguments),
}

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
    /// Save the record of the game to this file
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
}

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

/// The heading of the options about time in help texts.
const CLOCK: &str = "Clock";

/// Clocks and sandbox of the players.
#[derive(Args)]
pub struct TimingArguments {
    /// Time in seconds: 10/move, 1+0.1 (bank and increment), 60+1,10/move (both) or none [default: the game's own; none for `human`]
    #[arg(long, help_heading = CLOCK, value_name = "CLOCK", allow_hyphen_values = true)]
    pub clock: Option<TimeControl>,
    /// Charge fair time (wall time less waiting for a core), CPU time or wall time [default: fair on Linux, else wall]
    #[arg(long, help_heading = CLOCK, value_name = "BY")]
    pub clock_by: Option<ClockBy>,
    /// Time a program has to start, until it waits for input, as in 500ms or 10s
    #[arg(long, help_heading = CLOCK, value_name = "TIME", value_parser = read_positive_time, allow_hyphen_values = true, default_value = "10s")]
    pub start_budget: Duration,
    #[command(flatten)]
    pub sandbox: SandboxArguments,
}

/// The heading of the options about the sandbox in help texts.
const SANDBOX: &str = "Sandbox";

/// The sandbox that programs run in.
#[derive(Args, Clone)]
pub struct SandboxArguments {
    /// Sandbox level: standard, strong or server [default: the strongest that this machine has, see `gridiron doctor`]
    #[arg(long, help_heading = SANDBOX, value_name = "LEVEL")]
    pub sandbox: Option<Level>,
    /// Refuse to play if this machine has no sandbox of at least this level
    #[arg(long, help_heading = SANDBOX, value_name = "LEVEL")]
    pub require: Option<Level>,
    /// Run programs without a sandbox: they can do everything that you can
    #[arg(long, help_heading = SANDBOX)]
    pub trust_bots: bool,
    /// Let programs read this folder too; may be repeated
    #[arg(long, help_heading = SANDBOX, value_name = "DIR")]
    pub allow_read: Vec<PathBuf>,
    /// Tell bots of the original Virus who their opponent is; without this its name is `opponent`
    #[arg(long, help_heading = SANDBOX)]
    pub show_names: bool,
    /// Memory of each program
    #[arg(long, help_heading = SANDBOX, value_name = "SIZE", value_parser = read_size, allow_hyphen_values = true, default_value = "512MB")]
    pub memory: u64,
    /// Size of the largest file that a program may write
    #[arg(long, help_heading = SANDBOX, value_name = "SIZE", value_parser = read_size, allow_hyphen_values = true, default_value = "16MB")]
    pub file_size: u64,
    /// Space for all files in a program's own and temporary folder
    #[arg(long, help_heading = SANDBOX, value_name = "SIZE", value_parser = read_size, allow_hyphen_values = true, default_value = "64MB")]
    pub temp_size: u64,
}

/// Different clocks for the two players.
#[derive(Args)]
pub struct HandicapArguments {
    /// Clock of the first player, if it differs
    #[arg(long, help_heading = CLOCK, value_name = "CLOCK", allow_hyphen_values = true)]
    pub clock_a: Option<TimeControl>,
    /// Clock of the second player, if it differs
    #[arg(long, help_heading = CLOCK, value_name = "CLOCK", allow_hyphen_values = true)]
    pub clock_b: Option<TimeControl>,
}

/// See [`ChargeBy`].
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ClockBy {
    /// Fair time: wall time less the time of waiting for a core
    Fair,
    /// CPU time
    Cpu,
    /// Wall time
    Wall,
}

impl TimingArguments {
    /// The clock of a player: `--clock`, or the game's own. People have none by
    /// default.
    pub fn clock(&self, entry: &GameEntry, player: &PlayerSpec) -> TimeControl {
        self.clock.unwrap_or_else(|| match player.is_human() {
            true => TimeControl::NONE,
            false => entry.clock.parse().expect("a game's own clock"),
        })
    }

    /// The clocks of the first and the second player.
    pub fn clocks(
        &self,
        entry: &GameEntry,
        players: &[PlayerSpec; 2],
        handicaps: &HandicapArguments,
    ) -> [TimeControl; 2] {
        let [a, b] = players.each_ref().map(|player| self.clock(entry, player));
        [handicaps.clock_a.unwrap_or(a), handicaps.clock_b.unwrap_or(b)]
    }

    /// What clocks are charged by: `--clock-by`, or what this system can measure.
    pub fn charge(&self) -> Result<ChargeBy, Failure> {
        match self.clock_by {
            Some(by) if by != ClockBy::Wall && !cfg!(target_os = "linux") => {
                Err(Failure::Usage("--clock-by fair and cpu work on Linux only: use --clock-by wall".into()))
            }
            Some(ClockBy::Fair) => Ok(ChargeBy::Fair),
            Some(ClockBy::Cpu) => Ok(ChargeBy::Cpu),
            Some(ClockBy::Wall) => Ok(ChargeBy::Wall),
            None => Ok(ChargeBy::DEFAULT),
        }
    }
}

/// How a game is shown.
#[derive(Args)]
pub struct ShowArguments {
    /// Show only the result
    #[arg(long, short)]
    pub quiet: bool,
    /// Pause after each turn, as in 200ms or 1.5s
    #[arg(long, value_name = "TIME", value_parser = read_time_or_ms, default_value = "0ms", hide_default_value = true)]
    pub delay: Duration,
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
    #[arg(long, value_name = "FILE", conflicts_with_all = ["verify", "svg"])]
    pub html: Option<PathBuf>,
    /// Write a picture of one position as SVG; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    pub svg: Option<PathBuf>,
    /// Position of the picture: after N actions, 0 is the start [default: the last]
    #[arg(long, value_name = "N", requires = "svg")]
    pub ply: Option<usize>,
    #[command(flatten)]
    pub show: ShowArguments,
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

pub fn read_seed(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|seed| *seed < SEED_LIMIT)
        .ok_or_else(|| format!("expected a whole number from 0 to {}", SEED_LIMIT - 1))
}

/// The most games of a match.
const MOST_GAMES_OF_A_MATCH: u32 = 1_000_000_000;

/// Games come in pairs with the seats swapped.
fn read_games(text: &str) -> Result<u32, String> {
    let even = match text.parse().ok().filter(|games| *games <= MOST_GAMES_OF_A_MATCH) {
        None => return Err(format!("expected an even number from 2 to {MOST_GAMES_OF_A_MATCH}")),
        Some(games) if games > 0 && games % 2 == 0 => return Ok(games),
        Some(0 | 1) => "2 at least".to_string(),
        Some(games) => format!("{} or {}", games - 1, games + 1),
    };
    Err(format!("games come in pairs with the seats swapped, so give an even number: {even}"))
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

/// A time up to an hour. A number without a unit is in milliseconds, as in the
/// options of players (`champion:time=20`).
pub fn read_time_or_ms(text: &str) -> Result<Duration, String> {
    read_time(&with_unit(text)).map_err(|error| error.to_string())
}

/// The same, and more than zero.
pub fn read_positive_time(text: &str) -> Result<Duration, String> {
    read_budget(&with_unit(text)).map_err(|error| error.to_string())
}

fn with_unit(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok() && !text.contains(char::is_alphabetic);
    if is_number { format!("{text}ms") } else { text.to_string() }
}

/// The command line. Help texts name possible values in their sentences, so clap
/// need not list them again.
fn command() -> clap::Command {
    let hide_values = |argument: Arg| match argument.get_action().takes_values() {
        true => argument.hide_possible_values(true),
        false => argument,
    };
    Cli::command().mut_subcommands(|command| command.mut_args(hide_values))
}

/// Reads the arguments. Prints help or what is wrong with them, and returns the
/// exit code.
pub fn parse() -> Result<Command, ExitCode> {
    let parsed = command().try_get_matches().and_then(|matches| {
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
            complain(&argument_errors::describe(&error));
            ExitCode::from(2)
        }
    })
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
            ("200", Some(200)),
            ("1.5", Some(1)),
            ("-1s", None),
            ("soon", None),
            ("", None),
            ("9999999s", None),
            ("NaNs", None),
        ] {
            assert_eq!(read_time_or_ms(text).ok().map(|delay| delay.as_millis()), expected, "{text}");
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
        command().debug_assert();
    }

    /// The list of commands fits 80 columns.
    #[test]
    fn commands_are_described_in_one_short_line() {
        for command in command().get_subcommands() {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            assert!((1..=60).contains(&about.chars().count()), "{}: {about}", command.get_name());
            let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(examples.lines().all(|line| line.chars().count() <= 80), "{examples}");
        }
    }

    /// Names of our types are not for people: a renaming tool can put them into help.
    #[test]
    fn help_names_no_types() {
        const PROPER_NAMES: [&str; 2] = ["JavaScript", "TypeScript"];
        for command in command().get_subcommands_mut() {
            let help = command.render_long_help().to_string() + &command.render_help().to_string();
            for word in help.split(|c: char| !c.is_alphanumeric()) {
                assert!(
                    !is_camel_case(word) || PROPER_NAMES.contains(&word),
                    "{}: `{word}` in its help",
                    command.get_name()
                );
            }
        }
        for (word, expected) in [("SightingMap", true), ("SQLite", false), ("PLAYER", false), ("Elo", false)]
        {
            assert_eq!(is_camel_case(word), expected, "{word}");
        }
    }

    /// Whether a word has two capitals with only lower case between them.
    fn is_camel_case(word: &str) -> bool {
        let parts: Vec<&str> = word.split(char::is_uppercase).collect();
        parts.len() > 2 && parts[1..parts.len() - 1].iter().any(|between| !between.is_empty())
    }
}
