#![doc = include_str!("../README.md")]
//!
//! ## Modules
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`] | the trait [`Game`], seats, outcomes, faults: read this first |
//! | [`session`] | [`Session`], a game without its type, and [`GameEntry`], its entry in [`GAMES`] |
//! | [`grid`] | [`Grid`], the board as displays need it, and [`Viewpoint`] |
//! | [`sighting`] | what a seat has learned about squares that it cannot see |
//! | [`trace`] | where an action takes place, for displays |
//! | [`error`] | what can be wrong with an action, a position or a name |
//! | [`mod@perft`] | counting positions and playing random games |
//! | [`plantation`], [`virus`], [`conga`] | the games |
//! | [`common`] | options, position text, draws, openings, random numbers, bit sets |

pub mod common;
pub mod conga;
pub mod error;
pub mod game;
pub mod grid;
pub mod perft;
pub mod plantation;
pub mod session;
pub mod sighting;
pub mod trace;
pub mod virus;

pub use error::{ActionError, PositionError, Refusal, UnknownGame};
pub use game::{
    Cause, Fault, FaultKind, Game, GameOptions, InvalidSeat, Outcome, Ruling, Seat, Status, UnknownCause,
};
pub use grid::{Cell, Grid, Viewpoint};
pub use session::{ActionForm, GameEntry, Played, Session, Transition};
pub use sighting::{Sighting, SightingMap};
pub use trace::{Motion, Trace};

/// All games.
///
/// To add one, add its entry here and a golden game in `tests/data/golden/`. The
/// conformance test runs every game of this table.
///
/// ```
/// use gridiron_games::GAMES;
///
/// let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
/// assert_eq!(names, ["plantation", "virus", "conga"]);
/// ```
pub static GAMES: [GameEntry; 3] = [plantation::ENTRY, virus::ENTRY, conga::ENTRY];

/// The game of that name.
///
/// ```
/// assert_eq!(gridiron_games::find("virus")?.seats, ["player 1", "player 2"]);
///
/// let error = gridiron_games::find("virsu").unwrap_err();
/// assert_eq!(error.to_string(), "unknown game `virsu`: did you mean `virus`?");
/// # Ok::<(), gridiron_games::UnknownGame>(())
/// ```
pub fn find(name: &str) -> Result<&'static GameEntry, UnknownGame> {
    GAMES.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let suggestion = common::suggest::hint(name, GAMES.iter().map(|entry| entry.name));
        UnknownGame { name: name.to_string(), suggestion }
    })
}
