//! Gridiron's built-in players.
//!
//! [`player`] holds what a player is, [`table`] the table of all of them;
//! each game's players have a folder of their own.

pub mod analysis;
pub mod conga;
pub mod plantation;
pub mod player;
pub mod random;
pub mod search;
pub mod search_options;
pub mod self_play;
pub mod table;
pub mod time;
pub mod virus;

pub use player::{ErasedPlayer, OmniscientPlayer, Player};
pub use search_options::SearchOptions;
pub use table::PlayerEntry;
pub use time::{Deadline, Time};
