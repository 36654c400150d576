//! A board as every display needs it: the owner and count of each cell.
//!
//! Terminal, record, SVG and browser draw from [`Grid`], so a new game needs
//! no drawing code.

use crate::game::Seat;

/// Whose knowledge a [`Grid`] shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewpoint {
    /// The whole truth.
    All,
    /// What one seat may know.
    Seat(Seat),
}

impl Viewpoint {
    /// Whether tiles of `owner` can be seen where owners hide them.
    pub fn can_see(self, owner: Seat) -> bool {
        match self {
            Viewpoint::All => true,
            Viewpoint::Seat(seat) => seat == owner,
        }
    }
}

/// One cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// Who owns it, if anybody.
    pub owner: Option<Seat>,
    /// How many pieces or points it holds; 0 when nobody owns it.
    pub count: u32,
}

impl Cell {
    /// A cell of `owner` holding `count`; an empty one if `count` is 0.
    pub fn new(owner: Seat, count: u32) -> Cell {
        Cell { owner: (count > 0).then_some(owner), count }
    }

    /// Seat 0 positive, seat 1 negative, 0 when empty.
    pub fn signed(self) -> i64 {
        // By a sign of its own for nobody: no branch that depends on the board.
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
    /// A stone or nothing: counts are always 1.
    Stones,
    /// A box holding a number, in the owner's colour.
    Boxes,
}

/// Owner and count of every cell, row by row from the top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Number of columns.
    pub cols: usize,
    /// How lines are numbered.
    pub numbering: Numbering,
    /// How cells are best drawn.
    pub style: Style,
    /// The cells.
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

    /// A cell as people name it in an action: its row and column, or x and y
    /// where lines count from the bottom left.
    pub fn name(&self, cell: usize) -> String {
        let (row, col) = (self.row_label(cell / self.cols), self.col_label(cell % self.cols));
        match self.numbering {
            Numbering::FromTopLeft => format!("{row} {col}"),
            Numbering::FromBottomLeft => format!("{col} {row}"),
        }
    }

    /// What a seat holds in all: stones or points.
    pub fn total(&self, seat: Seat) -> i64 {
        self.cells.iter().filter(|cell| cell.owner == Some(seat)).map(|cell| i64::from(cell.count)).sum()
    }
}
