//! How long an analysis may search, and the status line meanwhile.

use ai::Time;
use ai::analysis::AnalysisBudget;
use ai::search::SearchLimits;

use super::{AnalyseArguments, describe};
use crate::failure::Failure;
use crate::interrupt;
use crate::terminal::{StatusLine, clock};

/// Nodes for one position by default: a few seconds.
const POSITION: u64 = 20_000_000;

/// Nodes for all positions of a game by default: about twenty seconds at most. The
/// search of the moves that were played comes on top.
const GAME: u64 = 60_000_000;

/// The most nodes for one move of a game: more would hardly change a value.
const MOVE: u64 = 2_000_000;

/// The fewest nodes for one move: less makes no useful value.
const LEAST: u64 = 1_000;

/// Nodes or time for each of several searches.
pub struct SearchBudget {
    /// What each search may use. Ctrl-C ends it.
    pub limits: AnalysisBudget<'static>,
    line: StatusLine,
}

impl SearchBudget {
    /// The budget for one position.
    pub fn for_position(arguments: &AnalyseArguments) -> SearchBudget {
        SearchBudget::new(arguments, POSITION)
    }

    /// The budget for each of so many moves.
    pub fn for_moves(arguments: &AnalyseArguments, moves: usize) -> SearchBudget {
        SearchBudget::new(arguments, (GAME / moves.max(1) as u64).clamp(LEAST, MOVE))
    }

    fn new(arguments: &AnalyseArguments, usual: u64) -> SearchBudget {
        let nodes = arguments.nodes.or(arguments.time.is_none().then_some(usual));
        let stop = interrupt::stop_on_interrupt();
        let limits = AnalysisBudget { nodes, time: arguments.time, stop };
        SearchBudget { limits, line: StatusLine::new() }
    }

    /// Runs a search within the budget. Ctrl-C ends it with `Interrupted`.
    pub fn run<T>(&self, work: impl FnOnce(&SearchLimits<'_>, &Time<'_>) -> T) -> Result<T, Failure> {
        self.limits.run(work).ok_or_else(|| {
            self.clear();
            Failure::Interrupted
        })
    }

    /// The budget in words, as in `200 k positions a move`.
    pub fn in_words(&self) -> String {
        match (self.limits.nodes, self.limits.time) {
            (_, Some(time)) => format!("{} ms a move", time.as_millis()),
            (nodes, None) => format!("{} positions a move", describe::count(nodes.unwrap_or(0))),
        }
    }

    /// Shows progress on the status line.
    pub fn show(&mut self, done: usize, all: usize, what: &str) {
        self.line.show(|passed| {
            let left = match done {
                0 => String::new(),
                _ => format!(", {} left", clock(passed.mul_f64((all - done) as f64 / done as f64))),
            };
            format!("{what} {done} of {all}{left}")
        });
    }

    /// Shows what is being done on the status line.
    pub fn note(&mut self, what: &str) {
        self.line.show(|_| what.to_string());
    }

    /// Erases the status line.
    pub fn clear(&self) {
        self.line.clear();
    }
}
