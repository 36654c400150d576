//! How long an analysis may search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use games::Session;

use super::{Analyst, MoveComparison, PLAYED_TIME_FACTOR, compare_with_best};
use crate::search::SearchLimits;
use crate::time::Time;

/// Positions or time for each of several searches.
///
/// **Invariant:** with a number of positions and no time, results are the same always.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisBudget<'a> {
    /// Positions of each search; `None` without a limit.
    pub nodes: Option<u64>,
    /// Wall time of each search; `None` without a limit.
    pub time: Option<Duration>,
    /// Ends all searches at once.
    pub stop: &'a AtomicBool,
}

impl AnalysisBudget<'_> {
    /// Runs a search within the budget; `None` if the stop flag ended it.
    pub fn run<T>(&self, work: impl FnOnce(&SearchLimits<'_>, &Time<'_>) -> T) -> Option<T> {
        let begin = Instant::now();
        let spent = || begin.elapsed();
        let time = Time::new(None, None, &spent, self.stop);
        let limits =
            SearchLimits { nodes: self.nodes, depth: None, deadline: time.deadline(1, 1, self.time) };
        let done = work(&limits, &time);
        (!self.stop.load(Ordering::Relaxed)).then_some(done)
    }

    /// Compares a played move with the best one. The inner `None` is that of
    /// [`compare_with_best`].
    pub fn compare(
        &self,
        analyst: &mut dyn Analyst,
        session: &dyn Session,
        played: &str,
    ) -> Option<Option<MoveComparison>> {
        self.run(|limits, time| {
            // It goes to the same depth as the search for the best move, which may take
            // longer.
            let deadline = time.deadline(1, 1, self.time.map(|time| time * PLAYED_TIME_FACTOR));
            compare_with_best(analyst, session, played, limits, deadline)
        })
    }
}
