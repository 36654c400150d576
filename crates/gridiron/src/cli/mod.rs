//! The command line: commands, options, help texts and mistakes in one line.

mod analysis;
mod bots;
mod examples;
mod playing;
mod shared;
mod values;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::analyse::AnalyseArguments;
use crate::argument_errors;
use crate::failure::{Failure, complain};
use crate::serve::ServeArguments;
use crate::solve::SolveArguments;
use crate::tournament::TournamentArguments;

use examples::{
    ANALYSE_EXAMPLES, CHECK_EXAMPLES, MATCH_EXAMPLES, NEW_EXAMPLES, PERFT_EXAMPLES, PLAY_EXAMPLES,
    REPLAY_EXAMPLES, SERVE_EXAMPLES, SOLVE_EXAMPLES, STATS_EXAMPLES, TOURNAMENT_EXAMPLES,
};

pub use analysis::{PerftArguments, ReplayArguments, StatsArguments};
pub use bots::{CheckArguments, DoctorArguments, NewArguments};
pub use playing::{MatchArguments, PlayArguments};
pub use shared::{SandboxArguments, ShowArguments, TimingArguments};
pub use values::{read_positive_time, read_seed};

/// Shown below the list of commands.
const START_HERE: &str = "\
Start here:
  gridiron play plantation human random   play yourself
  gridiron new python mybot               write a bot and see what to type next
  gridiron tournament --init virus        run a competition

`gridiron COMMAND --help` shows the options of a command.";

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
    /// Show tournaments in the browser, play them and watch live
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(ServeArguments),
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
