//! Many games: matches between two players, what they add up to, and what that
//! says about strength.

pub mod cores;
pub mod duel;
pub mod stats;
pub mod tally;
pub mod trial;

pub use duel::{Duel, Game, Side, play};
pub use tally::Tally;
pub use trial::Trial;
