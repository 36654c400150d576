//! What a player believes about a hidden board, beside the truth:
//!
//! ```sh
//! cargo run --release -p gridiron-ai --example hidden_board
//! ```
//!
//! The champion of Plantation never sees its opponent's tiles. It keeps many possible
//! boards (a particle filter) and averages over them: a probability for every square.

use games::common::options::OptionValues;
use games::plantation::{Options, Small};
use games::{Game, Seat, Status, Viewpoint};
use gridiron_ai::plantation::{Champion, Gardener};
use gridiron_ai::{Player, Time};

/// A square that is not the champion's own.
pub struct Square {
    /// The champion's probability that the opponent holds it.
    pub believed: f64,
    /// Whether the opponent holds it.
    pub taken: bool,
}

/// Plays some turns of champion (seat 0) against gardener; the squares row by row, with
/// `None` for the champion's own.
pub fn board_after(turns: u32, seed: u64) -> Vec<Option<Square>> {
    let mut game = Small::start(&Options::default(), seed);
    let mut champion = Champion::new(&OptionValues::defaults(Champion::OPTIONS), seed);
    let mut gardener = Gardener::new(seed);
    while let Status::ToAct { seat, turn, .. } = game.status() {
        // Each player gets its own view of the game, and nothing else.
        let view = game.view(seat);
        let action = match seat {
            Seat::Zero => champion.act(view, &Time::UNLIMITED),
            Seat::One => Player::<Small>::act(&mut gardener, view, &Time::UNLIMITED),
        };
        if seat == Seat::Zero && turn > turns {
            break; // The champion has just updated its belief.
        }
        // The reply (what a scout saw, how many tiles an attack hit) is for the actor alone.
        let reply = game.play(action);
        match seat {
            Seat::Zero => champion.observe_reply(game.view(seat), action, &reply),
            Seat::One => gardener.observe_reply(game.view(seat), action, &reply),
        }
    }
    let truth = game.grid(Viewpoint::All).cells.into_iter().map(|cell| cell.owner);
    let squares = champion.belief().unwrap_or_default().into_iter().zip(truth);
    squares
        .map(|(believed, owner)| {
            (owner != Some(Seat::Zero)).then_some(Square { believed, taken: owner == Some(Seat::One) })
        })
        .collect()
}

/// Prints the belief in percent and the truth (`#` taken, `.` free, `+` own) side by side.
pub fn main() {
    let squares = board_after(30, 7);
    println!("{:<55}   truth", "belief in percent");
    for row in squares.chunks(usize::from(Options::default().cols)) {
        let percent = |square: &Option<Square>| {
            square.as_ref().map_or("    +".to_string(), |square| format!("{:>5.0}", 100.0 * square.believed))
        };
        let mark = |square: &Option<Square>| {
            square.as_ref().map_or('+', |square| if square.taken { '#' } else { '.' })
        };
        let belief: String = row.iter().map(percent).collect();
        println!("{belief}   {}", row.iter().map(mark).collect::<String>());
    }
}
