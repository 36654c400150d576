//! Why a move of Virus is illegal.

use thiserror::Error;

/// Why a move of Virus is illegal. Rows and columns are from 0 at the top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The board has no such square.
    #[error("row {row}, column {col} is off the board: both are 0 to {}", size - 1)]
    OffBoard {
        /// The row of the square.
        row: usize,
        /// The column of the square.
        col: usize,
        /// Squares on a side.
        size: usize,
    },
    /// The square already holds a stone.
    #[error("row {row}, column {col} is taken")]
    Taken {
        /// The row of the square.
        row: usize,
        /// The column of the square.
        col: usize,
    },
    /// The square touches no stone of the player, not even diagonally.
    #[error("row {row}, column {col} is next to none of your stones")]
    NotAdjacent {
        /// The row of the square.
        row: usize,
        /// The column of the square.
        col: usize,
    },
}
