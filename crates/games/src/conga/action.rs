//! A move of Conga: a square and the direction in which its stones are sown.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::common::bits::FromIndex;
use crate::common::words;
use crate::error::ActionError;

/// A square of the 4 x 4 board, (x, y) from 1 at the bottom left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Square(pub(super) u8);

impl Square {
    /// The square (x, y); `None` if it is off the board.
    pub const fn new(x: i32, y: i32) -> Option<Square> {
        if x >= 1 && x <= 4 && y >= 1 && y <= 4 { Some(Square(((y - 1) * 4 + (x - 1)) as u8)) } else { None }
    }

    /// Row by row from the bottom left, from 0 to 15.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// From 1 at the left.
    pub const fn x(self) -> i32 {
        (self.0 % 4) as i32 + 1
    }

    /// From 1 at the bottom.
    pub const fn y(self) -> i32 {
        (self.0 / 4) as i32 + 1
    }

    /// The next square in a direction; `None` at the edge.
    pub const fn step(self, toward: Direction) -> Option<Square> {
        let (right, up) = toward.step();
        Square::new(self.x() + right, self.y() + up)
    }

    pub(super) const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x(), self.y())
    }
}

/// One of the eight directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Direction(pub(super) u8);

impl Direction {
    /// Steps (right, up). The order is that of the lanes in which the move
    /// generator holds the directions; `position.rs` says why.
    pub(super) const STEPS: [(i32, i32); 8] =
        [(-1, 0), (1, -1), (0, -1), (-1, -1), (1, 1), (0, 1), (-1, 1), (1, 0)];

    /// All directions.
    pub fn all() -> impl Iterator<Item = Direction> {
        (0..8).map(Direction)
    }

    /// What one step adds to (x, y).
    pub const fn step(self) -> (i32, i32) {
        Direction::STEPS[self.0 as usize]
    }
}

/// All stones of a square, sown in a direction.
///
/// ```
/// use gridiron_games::conga::Action;
///
/// // From the top left corner to the right.
/// let action: Action = "1 4 2 4".parse()?;
/// assert_eq!((action.from().x(), action.from().y()), (1, 4));
/// assert_eq!(action.toward().step(), (1, 0));
/// # Ok::<(), gridiron_games::ActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Action(pub(super) u8);

impl Action {
    /// Sow from a square in a direction.
    pub const fn sow(from: Square, toward: Direction) -> Action {
        Action(toward.0 << 4 | from.0)
    }

    /// A number below 128: the direction's times 16 and the square's.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square that is emptied.
    pub const fn from(self) -> Square {
        Square(self.0 & 15)
    }

    /// The direction of its stones.
    pub const fn toward(self) -> Direction {
        Direction(self.0 >> 4 & 7)
    }
}

impl FromIndex for Action {
    #[inline(always)]
    fn from_index(index: u8) -> Action {
        Action(index)
    }
}

impl Action {
    /// Appends its words joined by commas.
    pub(super) fn put(self, line: &mut Vec<u8>) {
        let (from, (right, up)) = (self.from(), self.toward().step());
        let numbers = [from.x(), from.y(), from.x() + right, from.y() + up];
        words::put_integers(line, numbers.map(|number| number as u8));
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, (right, up)) = (self.from(), self.toward().step());
        write!(f, "{} {} {} {}", from.x(), from.y(), from.x() + right, from.y() + up)
    }
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(line: &str) -> Result<Action, ActionError> {
        let [x, y, to_x, to_y] = words::integers(words::split(line), &["1 4 2 4"])?;
        let square = |x, y| Square::new(x, y).ok_or(ActionError::NoSuchPoint { x, y, side: 4 });
        let (from, to) = (square(x, y)?, square(to_x, to_y)?);
        let toward = Direction::all()
            .find(|toward| from.step(*toward) == Some(to))
            .ok_or(ActionError::NotAdjacent { from: (x, y), to: (to_x, to_y) })?;
        Ok(Action::sow(from, toward))
    }
}
