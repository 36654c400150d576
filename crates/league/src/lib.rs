//! Many games: matches between two players and tournaments, and what they add up
//! to.

pub mod cores;
pub mod duel;
pub mod formats;
pub mod stats;
pub mod table;
pub mod tally;

pub use duel::{Duel, Game, Side, play};
pub use table::{GameScore, Meeting, PairScore, Pairing, Table};
pub use tally::Tally;
