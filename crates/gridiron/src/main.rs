//! `gridiron`: the command line. Everything it does is done by the other
//! crates; here are arguments, drawing and words for people.

mod cli;
mod draw;
mod failure;
mod lists;
mod narrate;
mod play;
mod replay;

use std::process::ExitCode;

use cli::Command;
use failure::Failure;

fn main() -> ExitCode {
    let command = match cli::parse() {
        Ok(command) => command,
        Err(code) => return code,
    };
    let result = match command {
        Command::Play(arguments) => play::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Games => lists::games(),
        Command::Players { game } => lists::players(game.as_deref()),
        Command::Rules { game } => lists::rules(&game),
        Command::Perft(arguments) => lists::perft(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever closed the pipe has seen enough.
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("gridiron: {failure}");
            failure.exit_code()
        }
    }
}
