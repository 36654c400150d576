//! Why a move of Conga is illegal.

use thiserror::Error;

use super::Square;

/// Why a move of Conga is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The square to sow from is empty or the opponent's.
    #[error("{square} holds no stones of yours")]
    NotYours {
        /// The square to sow from.
        square: Square,
    },
    /// The first square entered is the opponent's.
    #[error("{square} is the opponent's")]
    Blocked {
        /// The first square entered.
        square: Square,
    },
    /// There is no square in that direction.
    #[error("the board ends there, next to {square}")]
    Edge {
        /// The square to sow from.
        square: Square,
    },
}
