#![doc = include_str!("../README.md")]
//!
//! ## Modules
//!
//! | module | what it holds |
//! |---|---|
//! | [`player`] | the trait [`Player`]: read this first |
//! | [`table`] | all built-in players by name |
//! | [`time`] | how long a player may think |
//! | [`search_options`] | the options of searching players: level, nodes, time, threads |
//! | [`search`] | alpha-beta, Monte Carlo tree search, belief; what they ask of a game |
//! | [`analysis`] | the value of every move, for people |
//! | [`conga`], [`virus`], [`plantation`] | the players of each game; Conga's tablebases and proofs, Virus's endgame solver |
//! | [`random`], [`self_play`] | a random player, and fast games without clocks |

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
