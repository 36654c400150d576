//! A board as displays need it: the owner and count of each cell.
//!
//! Terminal, record, SVG and browser draw from [`Grid`], so a new game needs
//! no drawing code.

use crate::game::Seat;

/// Whose knowledge a [`Grid`] shows.
///
/// ```
/// use gridiron_games::{Seat, Viewpoint};
///
/// assert!(Viewpoint::All.can_see(Seat::One));
/// assert!(!Viewpoint::Seat(Seat::Zero).can_see(Seat::One));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewpoint {
    /// The whole position.
    All,
    /// What one seat may know.
    Seat(Seat),
}

impl Viewpoint {
    /// Whether tiles of `owner` are shown in a game that hides tiles.
    pub fn can_see(self, owner: Seat) -> bool {
        match self {
            Viewpoint::All => true,
            Viewpoint::Seat(seat) => seat == owner,
        }
    }
}

/// The owner and count of one cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// Its owner; `None` if it is empty.
    pub owner: Option<Seat>,
    /// How many pieces or points it holds; 0 if it is empty.
    pub count: u32,
}

impl Cell {
    /// A cell of `owner` holding `count`; an empty one if `count` is 0.
    pub fn new(owner: Seat, count: u32) -> Cell {
        Cell { owner: (count > 0).then_some(owner), count }
    }

    /// Seat 0 positive, seat 1 negative, 0 when empty.
    pub fn signed(self) -> i64 {
        // A third sign for empty cells: no branch depends on the board.
        let sign = match self.owner {
            None => 0,
            Some(Seat::Zero) => 1,
            Some(Seat::One) => -1,
        };
        sign * i64::from(self.count)
    }
}

/// How the lines of a board are numbered for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// Rows and columns from 0 at the top left.
    FromTopLeft,
    /// Columns and rows from 1 at the bottom left.
    FromBottomLeft,
}

/// How a cell is best drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// A signed number on each cell.
    SignedNumbers,
    /// A stone or an empty cell: counts are 0 or 1.
    Stones,
    /// A box holding a number, in the owner's colour.
    Boxes,
}

/// Owner and count of every cell, row by row from the top.
///
/// ```
/// use gridiron_games::{Seat, Viewpoint, find};
///
/// let plantation = find("plantation")?;
/// let session = plantation.start(plantation.defaults(), 1)?;
/// let all = session.grid(Viewpoint::All);
/// let own = session.grid(Viewpoint::Seat(Seat::Zero));
/// assert_eq!((all.total(Seat::Zero), all.total(Seat::One)), (3, 3));
/// // The other seat's tiles are hidden.
/// assert_eq!((own.total(Seat::Zero), own.total(Seat::One)), (3, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Number of columns, at least 1.
    pub cols: usize,
    /// How rows and columns are numbered for people.
    pub numbering: Numbering,
    /// How cells are best drawn.
    pub style: Style,
    /// The cells; a multiple of [`Grid::cols`].
    pub cells: Vec<Cell>,
}

impl Grid {
    /// The rows from the top.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Cell]> {
        self.cells.chunks_exact(self.cols)
    }

    /// The rows from the top as signed numbers.
    pub fn signed_rows(&self) -> Vec<Vec<i64>> {
        self.rows().map(|row| row.iter().map(|cell| cell.signed()).collect()).collect()
    }

    /// The number people give to the row that is `index`-th from the top.
    pub fn row_label(&self, index: usize) -> usize {
        match self.numbering {
            Numbering::FromTopLeft => index,
            Numbering::FromBottomLeft => self.cells.len() / self.cols - index,
        }
    }

    /// The number people give to the column that is `index`-th from the left.
    pub fn col_label(&self, index: usize) -> usize {
        match self.numbering {
            Numbering::FromTopLeft => index,
            Numbering::FromBottomLeft => index + 1,
        }
    }

    /// The cell with this index as actions name it: row and column, or x and y
    /// where numbers count from the bottom left.
    pub fn name(&self, cell: usize) -> String {
        let (row, col) = (self.row_label(cell / self.cols), self.col_label(cell % self.cols));
        match self.numbering {
            Numbering::FromTopLeft => format!("{row} {col}"),
            Numbering::FromBottomLeft => format!("{col} {row}"),
        }
    }

    /// The sum of a seat's counts: its stones or points.
    pub fn total(&self, seat: Seat) -> i64 {
        self.cells.iter().filter(|cell| cell.owner == Some(seat)).map(|cell| i64::from(cell.count)).sum()
    }
}
