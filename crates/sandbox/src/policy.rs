//! What an organiser decides about programs.

use std::path::PathBuf;

use crate::level::Level;
use crate::limits::Limits;

/// What an organiser decides about programs: the same for all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sandbox {
    /// How strictly they are locked in.
    pub level: Level,
    /// How much of the machine each may use.
    pub limits: Limits,
    /// Folders that they may read besides what they need to run.
    pub allow_read: Vec<PathBuf>,
}
