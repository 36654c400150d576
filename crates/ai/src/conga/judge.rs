//! What a position of Conga is worth to the champion at a glance.

use std::sync::atomic::{AtomicI32, Ordering};

use games::conga::{Action, Position};
use games::{Outcome, Seat};

use super::patterns::Patterns;
use crate::search::{ESTIMATE_LIMIT, Judge, Value, WIN};

/// Judges by learned patterns.
pub struct CongaJudge<'a> {
    patterns: &'a Patterns,
    /// How much better than it looks black's game is taken to be.
    for_black: AtomicI32,
}

impl<'a> CongaJudge<'a> {
    /// Judges by these patterns.
    pub fn new(patterns: &'a Patterns) -> CongaJudge<'a> {
        CongaJudge { patterns, for_black: AtomicI32::new(0) }
    }

    /// Takes a seat's game for better than it looks by so much: it will not be
    /// content with a draw as soon as it seems a little behind.
    pub fn hope_for(&self, seat: Seat, value: Value) {
        self.for_black.store(seat.sign() as Value * value, Ordering::Relaxed);
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
        let hope = self.for_black.load(Ordering::Relaxed) * position.to_move().sign() as Value;
        (self.patterns.estimate(position) + hope).clamp(-ESTIMATE_LIMIT, ESTIMATE_LIMIT)
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
