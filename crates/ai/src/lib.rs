//! Gridiron's built-in players.
//!
//! [`player`] holds what a player is, [`PLAYERS`] the table of all of them;
//! each game's players have a file of their own.

pub mod contest;
pub mod plantation;
pub mod player;
pub mod random;
pub mod table;
pub mod virus;

pub use player::{Player, Seated};
pub use table::{PLAYERS, PlayerEntry};
