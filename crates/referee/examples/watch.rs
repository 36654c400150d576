//! Plays one game of two built-in players and prints the board after each action.
//!
//! Run it with `cargo run --example watch -- virus greedy random 7`.

use std::env;
use std::error::Error;
use std::sync::atomic::AtomicBool;

use games::{Session, Viewpoint};
use gridiron_referee::{ActionRecord, PlayerSpec, Stopped, Timing, Watcher, play_game};

/// Prints a game on standard output.
struct Printer;

impl Watcher<Stopped> for Printer {
    fn start(&mut self, session: &dyn Session) -> Result<(), Stopped> {
        print_board(session);
        Ok(())
    }

    fn action(&mut self, session: &dyn Session, actions: &[ActionRecord]) -> Result<(), Stopped> {
        let Some(action) = actions.last() else { return Ok(()) };
        let seat = session.entry().seats[action.seat.index()];
        println!("\nturn {}, {seat}: {} -> {}", action.turn, action.action, action.reply);
        print_board(session);
        Ok(())
    }
}

fn print_board(session: &dyn Session) {
    for row in session.grid(Viewpoint::All).signed_rows() {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>3}")).collect();
        println!("{}", cells.join(" "));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let argument = |at: usize, default| arguments.get(at).map_or(default, String::as_str);
    let entry = games::find(argument(0, "virus"))?;
    let players =
        [PlayerSpec::read(entry, argument(1, "random"))?, PlayerSpec::read(entry, argument(2, "random"))?];
    let seed = argument(3, "1").parse()?;

    let mut session = entry.start(entry.defaults(), seed)?;
    let mut competitors = players.each_ref().map(PlayerSpec::competitor);
    let timing = Timing::untimed();
    let stop = AtomicBool::new(false);
    let record = play_game(&mut *session, &mut competitors, &timing, &stop, &mut Printer)?;

    let outcome = record.outcome;
    match outcome.winner {
        Some(seat) => println!("\n{} wins: {}", players[seat.index()].about().name, outcome.cause),
        None => println!("\ndraw: {}", outcome.cause),
    }
    Ok(())
}
