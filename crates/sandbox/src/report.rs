//! What a supervisor reports to the process that started it: one JSON value a line.

use serde::{Deserialize, Serialize};

use crate::exit_status::ExitStatus;
use crate::start_error::StartError;

/// What a supervisor reports.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum SupervisorReport {
    /// The program runs, and has this number.
    Started(i32),
    /// It does not. Nothing more will be reported.
    NotStarted(StartError),
    /// It has ended.
    Ended(ExitStatus),
}

impl SupervisorReport {
    /// One line, with its end.
    pub fn to_line(&self) -> String {
        let text = serde_json::to_string(self).expect("plain values");
        format!("{text}\n")
    }

    /// Reads a line; `None` if it is not a report.
    pub fn read(line: &str) -> Option<SupervisorReport> {
        serde_json::from_str(line).ok()
    }
}
