//! What a position of Conga is worth to the champion at a glance.

use std::sync::atomic::{AtomicI32, Ordering};

use games::conga::{Action, Position};
use games::{Outcome, Seat};

use super::patterns::Patterns;
use crate::search::{EVALUATION_LIMIT, Evaluator, Value, WIN};

/// Judges by learned patterns.
pub struct CongaEvaluator<'a> {
    patterns: &'a Patterns,
    /// How much better than it looks black's game is taken to be.
    for_black: AtomicI32,
}

impl<'a> CongaEvaluator<'a> {
    /// Judges by these patterns.
    pub fn new(patterns: &'a Patterns) -> CongaEvaluator<'a> {
        CongaEvaluator { patterns, for_black: AtomicI32::new(0) }
    }

    /// Takes a seat's game for better than it looks by so much: it will not be
    /// content with a draw as soon as it seems a little behind.
    pub fn hope_for(&self, seat: Seat, value: Value) {
        self.for_black.store(seat.sign() as Value * value, Ordering::Relaxed);
    }
}

impl CongaEvaluator<'static> {
    /// Judges by those that were learned.
    pub fn learned() -> CongaEvaluator<'static> {
        CongaEvaluator::new(Patterns::learned())
    }
}

impl Evaluator<Position> for CongaEvaluator<'_> {
    #[inline(always)]
    fn evaluate(&self, position: &Position) -> Value {
        let hope = self.for_black.load(Ordering::Relaxed) * position.to_move().sign() as Value;
        (self.patterns.evaluate(position) + hope).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    #[inline(always)]
    fn terminal_value(&self, _position: &Position, _outcome: Outcome) -> Value {
        // Without draw rules a game ends when the mover has lost it.
        -WIN
    }

    #[inline(always)]
    fn order_score(&self, _position: &Position, _action: Action) -> i32 {
        // Nothing that is quick to see helps more than experience does.
        0
    }
}
