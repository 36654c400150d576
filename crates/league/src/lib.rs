#![doc = include_str!("../README.md")]

pub mod committed_results;
pub mod cores;
pub mod entry_list;
pub mod event;
pub mod fault_digest;
pub mod file;
pub mod finished_pair;
pub mod formats;
pub mod game_result;
pub mod memory;
pub mod note;
pub mod pair;
mod queue;
pub mod report;
pub mod reporting;
pub mod results_table;
pub mod runner;
pub mod scheduler;
pub mod score;
pub mod sequential_test;
pub mod sink;
pub mod standings;
pub mod stats;
pub mod store;
pub mod tournament;

pub use committed_results::CommittedResults;
pub use event::{Event, EventPlayer};
pub use finished_pair::{FinishedPair, GameSummary, PairOutcome};
pub use game_result::{Conduct, GameResult, Thinking};
pub use note::{Note, WithdrawalReason};
pub use pair::GameConditions;
pub use results_table::{GameScore, HeadToHead, PairScore, Pairing, ResultsTable};
pub use score::Score;
pub use sequential_test::SequentialTest;
pub use standings::RankBy;
pub use tournament::{Tournament, TournamentError};
