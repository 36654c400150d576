//! Many games: matches between two players and tournaments, and what they add up
//! to.

pub mod committed_results;
pub mod cores;
pub mod duel;
pub mod entry_list;
pub mod event;
pub mod file;
pub mod formats;
pub mod game_result;
pub mod note;
pub mod pair;
pub mod report;
pub mod reporting;
pub mod results_table;
pub mod runner;
pub mod scheduler;
pub mod standings;
pub mod stats;
pub mod store;
pub mod tally;
pub mod tournament;
pub mod trial;

pub use duel::{Duel, Game, Side, play};
pub use game_result::{Conduct, GameResult, Thinking};
pub use note::{Note, WithdrawalReason};
pub use pair::GameConditions;
pub use results_table::{GameScore, HeadToHead, PairScore, Pairing, ResultsTable};
pub use standings::RankBy;
pub use tally::Tally;
pub use tournament::Tournament;
pub use trial::Trial;
