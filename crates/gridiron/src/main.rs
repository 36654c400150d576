//! `gridiron`: the command line. The other crates do the work; here are arguments,
//! drawing and text for people.

mod analyse;
mod argument_errors;
mod check;
mod cli;
#[cfg(target_os = "linux")]
mod doctor;
mod draw;
mod failure;
mod game_argument;
mod human;
mod interrupt;
mod kits;
mod lists;
mod matches;
mod misplaced_words;
mod missing_arguments;
mod narrate;
mod narrow_rules;
mod new;
mod output_places;
mod perft;
mod play;
mod play_again;
mod player_arguments;
mod progress;
mod replay;
mod rule_arguments;
mod sandbox_setup;
mod seeds;
mod serve;
mod solve;
mod sprt;
mod stats;
mod summary;
mod terminal;
mod tournament;
mod tournament_files;
mod unknown_options;

use std::process::ExitCode;

use cli::Command;
use failure::Failure;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    if let Some(code) = sandbox::dispatch_subcommand() {
        return code;
    }
    let command = match cli::parse() {
        Ok(command) => command,
        Err(code) => return code,
    };
    let result = match command {
        Command::Play(arguments) => play::run(&arguments),
        Command::Match(arguments) => matches::run(&arguments),
        Command::Tournament(arguments) => tournament::command(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Stats(arguments) => stats::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Analyse(arguments) => analyse::run(&arguments),
        Command::Games => lists::games(),
        Command::Players { game } => lists::players(game.as_deref()),
        Command::Rules { game } => lists::rules(&game),
        Command::New(arguments) => new::run(&arguments),
        #[cfg(target_os = "linux")]
        Command::Doctor(arguments) => doctor::run(&arguments),
        #[cfg(not(target_os = "linux"))]
        Command::Doctor(_) => {
            Err(Failure::Failed("programs can play on Linux only: there is no sandbox here".into()))
        }
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
    };
    result.map_or_else(|failure: Failure| failure.report(), |()| ExitCode::SUCCESS)
}
