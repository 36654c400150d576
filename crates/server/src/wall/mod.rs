//! Presentations: a wall shows a tournament to a whole room, by its own.
//!
//! The director (`director`) chooses games, the program (`program`) says what comes when,
//! and [`WallState`] tells browsers where they are in it. All three are pure: time and
//! results come as arguments. [`Walls`] drives them, and saves what must outlive the server.

mod candidate;
mod command;
mod director;
mod gather;
mod program;
pub mod routes;
mod run;
mod saved;
mod saved_file;
mod screens;
#[cfg(test)]
mod simulation;
mod state;
mod table;
mod timing;
mod view;

pub use candidate::Reason;
pub use command::Command;
pub use routes::routes;
pub use screens::{Walls, organisers_topic, tick};
pub use state::{GameCard, Mode, PlayerCard, Progress, Suggestion, WallState};
pub use table::WallRow;
