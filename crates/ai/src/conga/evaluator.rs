//! The static evaluation of Conga's champion.

use std::sync::atomic::{AtomicI32, Ordering};

use games::conga::{Action, Position};
use games::{Outcome, Seat};

use super::patterns::Patterns;
use crate::search::{EVALUATION_LIMIT, Evaluator, Value, WIN};

/// Evaluates by learned patterns, with contempt for draws.
pub struct CongaEvaluator<'a> {
    patterns: &'a Patterns,
    /// What is added to every evaluation from Disc's side.
    for_disc: AtomicI32,
}

impl<'a> CongaEvaluator<'a> {
    /// With these patterns and no contempt.
    pub fn new(patterns: &'a Patterns) -> CongaEvaluator<'a> {
        CongaEvaluator { patterns, for_disc: AtomicI32::new(0) }
    }

    /// Adds `value` to every evaluation from this seat's side. A draw, worth 0, then
    /// looks like a loss as long as the seat is not well behind.
    pub fn set_contempt(&self, seat: Seat, value: Value) {
        self.for_disc.store(seat.sign() as Value * value, Ordering::Relaxed);
    }
}

impl CongaEvaluator<'static> {
    /// With the learned patterns and no contempt.
    pub fn learned() -> CongaEvaluator<'static> {
        CongaEvaluator::new(Patterns::learned())
    }
}

impl Evaluator<Position> for CongaEvaluator<'_> {
    #[inline(always)]
    fn evaluate(&self, position: &Position) -> Value {
        let contempt = self.for_disc.load(Ordering::Relaxed) * position.to_move().sign() as Value;
        (self.patterns.evaluate(position) + contempt).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    #[inline(always)]
    fn terminal_value(&self, _position: &Position, _outcome: Outcome) -> Value {
        // A bare position ends only when its mover cannot move, and so has lost.
        -WIN
    }

    #[inline(always)]
    fn order_score(&self, _position: &Position, _action: Action) -> i32 {
        // History alone orders moves best: no quick feature improved on it.
        0
    }
}
