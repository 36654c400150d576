//! What a position of Conga is worth to the champion at a glance.

use games::Outcome;
use games::conga::{Action, Position};

use super::patterns::Patterns;
use crate::search::{ESTIMATE_LIMIT, Judge, Value, WIN};

/// Judges by learned patterns.
#[derive(Clone, Copy)]
pub struct CongaJudge<'a> {
    patterns: &'a Patterns,
}

impl<'a> CongaJudge<'a> {
    /// Judges by these patterns.
    pub fn new(patterns: &'a Patterns) -> CongaJudge<'a> {
        CongaJudge { patterns }
    }
}

impl CongaJudge<'static> {
    /// Judges by those that were learned.
    pub fn learned() -> CongaJudge<'static> {
        CongaJudge::new(Patterns::learned())
    }
}

impl Judge<Position> for CongaJudge<'_> {
    #[inline(always)]
    fn estimate(&self, position: &Position) -> Value {
        self.patterns.estimate(position).clamp(-ESTIMATE_LIMIT, ESTIMATE_LIMIT)
    }

    #[inline(always)]
    fn end(&self, _position: &Position, _outcome: Outcome) -> Value {
        // Without draw rules a game ends when the mover has lost it.
        -WIN
    }

    #[inline(always)]
    fn promise(&self, _position: &Position, _action: Action) -> i32 {
        // Nothing that is quick to see helps more than experience does.
        0
    }
}
