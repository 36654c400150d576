//! A move of Virus: a square or a pass.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::common::bits::FromIndex;
use crate::common::words;
use crate::error::ActionError;

/// Squares are numbered row by row on the largest board, so that one set of
/// tables serves every size.
pub const STRIDE: u8 = 11;

/// A square to place a stone on, or a pass.
///
/// ```
/// use gridiron_games::virus::Action;
///
/// assert_eq!("4 7".parse::<Action>()?.square(), Some((4, 7)));
/// assert_eq!("pass".parse(), Ok(Action::PASS));
/// assert_eq!(Action::place(11, 0), None);
/// # Ok::<(), gridiron_games::ActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Action(pub(super) u8);

impl Action {
    /// No stone. Its number is above those of all squares.
    pub const PASS: Action = Action(127);

    /// A stone on (row, col); `None` if the largest board has no such square.
    pub fn place(row: usize, col: usize) -> Option<Action> {
        let side = usize::from(STRIDE);
        (row < side && col < side).then_some(Action((row * side + col) as u8))
    }

    /// [`STRIDE`] * row + column, or 127 for a pass.
    #[inline(always)]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// (row, col); `None` for a pass.
    pub fn square(self) -> Option<(usize, usize)> {
        (self != Action::PASS).then_some((usize::from(self.0 / STRIDE), usize::from(self.0 % STRIDE)))
    }
}

impl Action {
    /// Appends its words joined by commas.
    pub(super) fn put(self, line: &mut Vec<u8>) {
        match self {
            Action::PASS => line.extend_from_slice(b"pass"),
            Action(at) => words::put_integers(line, [at / STRIDE, at % STRIDE]),
        }
    }
}

impl FromIndex for Action {
    #[inline(always)]
    fn from_index(index: u8) -> Action {
        Action(index)
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some((row, col)) => write!(f, "{row} {col}"),
            None => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(line: &str) -> Result<Action, ActionError> {
        let words = words::split(line);
        if words.clone().eq(["pass"]) {
            return Ok(Action::PASS);
        }
        let [row, col] = words::integers(words, &["4 7", "pass"])?;
        let on_board = usize::try_from(row).ok().zip(usize::try_from(col).ok());
        on_board.and_then(|(row, col)| Action::place(row, col)).ok_or(ActionError::NoSuchSquare { row, col })
    }
}
