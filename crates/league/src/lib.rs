//! Many games: matches between two players, and what they add up to.

pub mod cores;
pub mod duel;
pub mod stats;
pub mod tally;

pub use duel::{Duel, Game, Side, play};
pub use tally::Tally;
