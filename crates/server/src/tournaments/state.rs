//! How a tournament stands.

use serde::Serialize;
use utoipa::ToSchema;

/// How a tournament stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// No game was played yet.
    Waiting,
    /// It is being played here.
    Running,
    /// It is being played here, and ends after the games that are under way.
    Stopping,
    /// Some games were played, and others are left.
    Stopped,
    /// All games were played.
    Finished,
    /// Another process plays it.
    Elsewhere,
    /// Its file or its store cannot be read.
    Broken,
}

impl State {
    /// Whether games are being played now.
    pub fn is_running(self) -> bool {
        matches!(self, State::Running | State::Stopping | State::Elsewhere)
    }
}
