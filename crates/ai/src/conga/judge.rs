//! What a position of Conga is worth at a glance.

use games::Outcome;
use games::conga::{Action, Position};

use crate::search::{Judge, Value, WIN};

/// Judges by mobility.
#[derive(Clone, Copy, Debug, Default)]
pub struct CongaJudge;

impl Judge<Position> for CongaJudge {
    #[inline(always)]
    fn estimate(&self, position: &Position) -> Value {
        let [mover, other] = position.squares();
        let own = Position::moves_between(mover, other).count_ones() as i32;
        let others = Position::moves_between(other, mover).count_ones() as i32;
        10 * (own - others)
    }

    #[inline(always)]
    fn end(&self, _position: &Position, _outcome: Outcome) -> Value {
        // Only who cannot move has come to an end.
        -WIN
    }

    #[inline(always)]
    fn promise(&self, position: &Position, action: Action) -> i32 {
        let _ = (position, action);
        0
    }
}
