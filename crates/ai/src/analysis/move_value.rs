//! The value of a move in terms of the final score, for people.

use std::cmp::Ordering;

use games::Seat;

/// The value of a position or a move to a seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MoveValue {
    /// The expected final score.
    Estimate(f64),
    /// The final score under best play, proven.
    Exact(f64),
    /// A proven win in this many plies.
    Win(u32),
    /// A draw under best play, proven.
    Draw,
    /// A proven loss, in this many plies at most.
    Loss(u32),
}

impl MoveValue {
    /// The final score to expect: 1 for a win, -1 for a loss where only that counts.
    pub fn score(&self) -> f64 {
        match self {
            MoveValue::Estimate(score) | MoveValue::Exact(score) => *score,
            MoveValue::Win(_) => 1.0,
            MoveValue::Draw => 0.0,
            MoveValue::Loss(_) => -1.0,
        }
    }

    /// The same from the side of seat 0, where `mover` is the seat of the value.
    pub fn score_of_seat_zero(&self, mover: Seat) -> f64 {
        // `+ 0.0` keeps zero from being negative.
        self.score() * mover.sign() as f64 + 0.0
    }

    /// Whether the value is certain and not an estimate.
    pub fn is_proven(&self) -> bool {
        !matches!(self, MoveValue::Estimate(_))
    }

    /// The same value for the other seat.
    pub fn for_opponent(self) -> MoveValue {
        // `0.0 - score` avoids a negative zero.
        match self {
            MoveValue::Estimate(score) => MoveValue::Estimate(0.0 - score),
            MoveValue::Exact(score) => MoveValue::Exact(0.0 - score),
            MoveValue::Win(plies) => MoveValue::Loss(plies),
            MoveValue::Draw => MoveValue::Draw,
            MoveValue::Loss(plies) => MoveValue::Win(plies),
        }
    }

    /// The value once the move is played: the end is one ply nearer.
    pub fn after_move(self) -> MoveValue {
        match self {
            MoveValue::Win(plies) => MoveValue::Win(plies.saturating_sub(1)),
            MoveValue::Loss(plies) => MoveValue::Loss(plies.saturating_sub(1)),
            other => other,
        }
    }

    /// What remains of the estimate of a move that seems better than the proven best.
    /// If even the best move loses, every other loses too, and no later.
    pub(super) fn as_upper_bound(self) -> MoveValue {
        match self {
            MoveValue::Loss(plies) => MoveValue::Loss(plies),
            other => MoveValue::Estimate(other.score()),
        }
    }

    /// Orders by score; then quick wins before slow ones, late losses before quick ones.
    pub fn compare(&self, other: &MoveValue) -> Ordering {
        let plies = |value: &MoveValue| match value {
            MoveValue::Win(plies) => -i64::from(*plies),
            MoveValue::Loss(plies) => i64::from(*plies),
            _ => 0,
        };
        self.score().total_cmp(&other.score()).then(plies(self).cmp(&plies(other)))
    }
}

/// A move and its value to the player who makes it.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluatedMove {
    /// The move as records write it.
    pub action: String,
    /// Its value.
    pub value: MoveValue,
    /// Plies searched, this move included; 0 for a value from a tablebase.
    pub depth: u32,
    /// Positions visited, for all moves that were evaluated together.
    pub nodes: u64,
    /// The line of best play (principal variation), this move first.
    pub line: Vec<String>,
}

/// A played move beside the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveComparison {
    /// The best move, which may be the played one.
    pub best: EvaluatedMove,
    /// The played move.
    pub played: EvaluatedMove,
}

impl MoveComparison {
    /// What the played move loses, in points of the final score, at least 0. A slower win
    /// loses nothing.
    pub fn loss(&self) -> f64 {
        (self.best.value.score() - self.played.value.score()).max(0.0)
    }

    /// Whether no better move was found.
    pub fn is_best(&self) -> bool {
        self.played.value.compare(&self.best.value).is_eq()
    }
}
