//! Many games: matches between two players and tournaments, and what they add up
//! to.

pub mod cores;
pub mod duel;
pub mod entry_list;
pub mod event;
pub mod file;
pub mod formats;
pub mod ledger;
pub mod note;
pub mod pair;
pub mod report;
pub mod reporting;
pub mod result;
pub mod runner;
pub mod scheduler;
pub mod standings;
pub mod stats;
pub mod store;
pub mod table;
pub mod tally;
pub mod tournament;
pub mod trial;

pub use duel::{Duel, Game, Side, play};
pub use note::{Aside, Note};
pub use pair::Setting;
pub use result::{Conduct, GameResult, Thinking};
pub use standings::RankBy;
pub use table::{GameScore, Meeting, PairScore, Pairing, Table};
pub use tally::Tally;
pub use tournament::Tournament;
pub use trial::Trial;
