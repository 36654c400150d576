#![doc = include_str!("../README.md")]

mod absent;
pub mod check;
pub mod clock;
pub mod command;
pub mod competitor;
pub mod faults;
pub mod game_loop;
pub mod originals;
pub mod plain_words;
#[cfg(target_os = "linux")]
pub mod program;
pub mod protocol;
pub mod record;
pub mod review;
pub mod rules_file;
pub mod spec;
mod spec_error;
pub mod units;
pub mod verify;
mod verify_error;
mod version;
pub mod wire;

pub use clock::{Clock, TimeControl, TimeControlError};
pub use competitor::{BuiltInCompetitor, Competitor, Stopped, Timing};
pub use game_loop::{NoWatcher, Watcher, play_game};
pub use record::{
    ActionRecord, DecidedBy, LONGEST_NAME, OutcomeRecord, PlayerRecord, ReadError, Record, RecordFile,
};
pub use sandbox::{ChargeBy, Level, Limits, Sandbox, TimeSpent};
pub use spec::{HUMAN, PlayerSpec};
pub use spec_error::{PlayerSpecError, ProgramError};
pub use verify::{Replay, verify};
pub use verify_error::{ActionProblem, EndProblem, VerifyError};
pub use version::UNKNOWN as UNKNOWN_VERSION;
