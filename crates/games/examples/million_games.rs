//! Plays many random games of each kind and prints a table of their results.
//!
//! ```text
//! cargo run --release -p gridiron-games --example million_games
//! cargo run --release -p gridiron-games --example million_games -- 1000
//! ```
//!
//! The optional argument is the number of games of each kind; the default is a
//! million. One core does everything, so the rates are those of one core.

use std::time::Instant;

use gridiron_games::common::cpu::{Work, accelerated};
use gridiron_games::common::rng::Rng;
use gridiron_games::perft::playout;
use gridiron_games::{GAMES, Game, GameEntry, GameOptions, Seat, conga, plantation, virus};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games: u32 = match std::env::args().nth(1) {
        Some(count) => count.parse().map_err(|_| format!("`{count}`: expected a number of games"))?,
        None => 1_000_000,
    };
    run(games);
    Ok(())
}

/// Plays the games and prints the table.
pub fn run(games: u32) {
    println!("{games} random games of each kind");
    println!(
        "{:12}{:>10}{:>10}{:>10}{:>12}{:>13}",
        "game", "seat 0", "drawn", "seat 1", "actions", "games/s"
    );
    for entry in &GAMES {
        match entry.name {
            "plantation" => play_all(start::<plantation::Small>(entry), games),
            "virus" => play_all(start::<virus::Virus>(entry), games),
            "conga" => play_all(start::<conga::Conga>(entry), games),
            name => println!("{name:12} has no type here: add a line for it"),
        }
    }
}

/// The start with default options.
fn start<G: Game>(entry: &GameEntry) -> G {
    G::start(&G::Options::from_values(&entry.defaults()).expect("the defaults make a game"), 0)
}

/// Plays random games from one position and prints a row of the table.
fn play_all<G: Game>(start: G, games: u32) {
    let began = Instant::now();
    let Tally { won, drawn, actions } = accelerated(Playing { start: &start, games });
    let share = |count: u32| format!("{:.2} %", 100.0 * f64::from(count) / f64::from(games.max(1)));
    println!(
        "{:12}{:>10}{:>10}{:>10}{:>12.1}{:>13.0}",
        G::NAME,
        share(won[0]),
        share(drawn),
        share(won[1]),
        actions as f64 / f64::from(games.max(1)),
        f64::from(games) / began.elapsed().as_secs_f64(),
    );
}

/// Results of many games.
#[derive(Default)]
struct Tally {
    /// Games won by each seat.
    won: [u32; 2],
    /// Games without a winner.
    drawn: u32,
    /// Actions of all games.
    actions: u64,
}

/// The hot loop, as work for [`accelerated`].
struct Playing<'a, G> {
    start: &'a G,
    games: u32,
}

impl<G: Game> Work for Playing<'_, G> {
    type Output = Tally;

    #[inline(always)]
    fn run(self) -> Tally {
        let mut rng = Rng::new(1);
        let mut tally = Tally::default();
        for _ in 0..self.games {
            let mut game = self.start.clone();
            tally.actions += u64::from(playout(&mut game, u32::MAX, &mut rng));
            match game.status().outcome().and_then(|outcome| outcome.winner) {
                Some(Seat::Zero) => tally.won[0] += 1,
                Some(Seat::One) => tally.won[1] += 1,
                None => tally.drawn += 1,
            }
        }
        tally
    }
}
