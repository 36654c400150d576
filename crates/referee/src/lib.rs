//! One game between two players: the loop that plays it and the record it
//! leaves.

pub mod game_loop;
pub mod record;
pub mod rules_file;
pub mod verify;

pub use game_loop::{Contender, Watcher, play_game};
pub use record::{ActionRecord, OutcomeRecord, PlayerRecord, ReadError, Record, RecordFile};
pub use verify::{Replay, verify};
