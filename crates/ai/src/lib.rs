//! Gridiron's built-in players.
//!
//! [`player`] holds what a player is, [`table`] the table of all of them;
//! each game's players have a folder of their own.

pub mod analysis;
pub mod conga;
pub mod contest;
pub mod effort;
pub mod plantation;
pub mod player;
pub mod random;
pub mod search;
pub mod table;
pub mod time;
pub mod virus;

pub use effort::Effort;
pub use player::{Omniscient, Player, Seated};
pub use table::PlayerEntry;
pub use time::{Deadline, Time};
