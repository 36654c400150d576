//! The rules of Gridiron's games: pure, deterministic from a seed, fast.
//!
//! No clock, no input or output, no threads. [`game`] holds the trait that a
//! game implements, [`session`] its erased face for referees and pages, and
//! [`GAMES`] the table of all games.

pub mod common;
pub mod conga;
pub mod error;
pub mod game;
pub mod grid;
pub mod perft;
pub mod plantation;
pub mod session;
pub mod sighting;
pub mod virus;

pub use error::{ActionError, PositionError, Refusal, UnknownGame};
pub use game::{
    Cause, Fault, FaultKind, Game, GameOptions, InvalidSeat, Outcome, Ruling, Seat, Status, UnknownCause,
};
pub use grid::{Cell, Grid, Viewpoint};
pub use session::{ActionForm, GameEntry, Played, Session, Transition};
pub use sighting::{Sighting, SightingMap};

/// All games. A game is added with its line here and its golden game in
/// `tests/data/golden/`; the conformance test runs whatever stands here.
pub static GAMES: [GameEntry; 3] = [plantation::ENTRY, virus::ENTRY, conga::ENTRY];

/// The game of that name.
pub fn find(name: &str) -> Result<&'static GameEntry, UnknownGame> {
    GAMES.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let suggestion = common::suggest::hint(name, GAMES.iter().map(|entry| entry.name));
        UnknownGame { name: name.to_string(), suggestion }
    })
}
