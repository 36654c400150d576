//! What one seat owns: its tiles, its turn, its moves. And so its view.

use super::{Options, Tile};
use crate::common::bits::Bits;
use crate::game::Seat;

/// Everything one seat may know, answers to its commands apart.
///
/// The board is two of these, one for each seat: a view is then a reference,
/// and nothing in it can depend on the other's tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side<const W: usize> {
    /// Level of every tile, row by row; 0 where the seat owns nothing.
    levels: [[u32; 64]; W],
    /// Where the level is not 0.
    owned: Bits<W>,
    /// Every square of the board, and those of its first column.
    board: Bits<W>,
    first_col: Bits<W>,
    score: i64,
    pub(super) turn: u32,
    pub(super) moves_left: u32,
    seat: Seat,
    options: Options,
}

impl<const W: usize> Side<W> {
    pub(super) fn new(seat: Seat, options: Options) -> Side<W> {
        let (rows, cols) = (usize::from(options.rows), usize::from(options.cols));
        Side {
            levels: [[0; 64]; W],
            owned: Bits::EMPTY,
            board: (0..rows * cols).collect(),
            first_col: (0..rows).map(|row| row * cols).collect(),
            score: 0,
            turn: 1,
            moves_left: 0,
            seat,
            options,
        }
    }

    /// Whose side this is.
    #[inline(always)]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The variant that is played.
    #[inline(always)]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The turn, from 1: the present one of the seat to act, the next one of
    /// the other.
    #[inline(always)]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Moves left in this turn; 0 while the other seat is up.
    #[inline(always)]
    pub fn moves_left(&self) -> u32 {
        self.moves_left
    }

    /// The sum of its levels.
    #[inline(always)]
    pub fn score(&self) -> i64 {
        self.score
    }

    /// Its tiles. Squares are numbered row by row.
    #[inline(always)]
    pub fn owned(&self) -> &Bits<W> {
        &self.owned
    }

    /// The level of a square; 0 where it owns nothing.
    #[inline(always)]
    pub fn level(&self, at: usize) -> u32 {
        self.levels[at / 64][at % 64]
    }

    /// Number of columns.
    #[inline(always)]
    pub fn cols(&self) -> usize {
        usize::from(self.options.cols)
    }

    /// Number of squares.
    #[inline(always)]
    pub fn squares(&self) -> usize {
        usize::from(self.options.rows) * self.cols()
    }

    /// The number of a square, if it is on the board.
    #[inline(always)]
    pub fn index(&self, tile: Tile) -> Option<usize> {
        // A negative coordinate becomes a very large one.
        let (row, col) = (tile.row as u16, tile.col as u16);
        let on_board = (row < u16::from(self.options.rows)) & (col < u16::from(self.options.cols));
        on_board.then(|| usize::from(row) * self.cols() + usize::from(col))
    }

    /// The square with this number.
    #[inline(always)]
    pub fn tile(&self, at: usize) -> Tile {
        let (at, cols) = (at as u16, u16::from(self.options.cols));
        Tile::new((at / cols) as i16, (at % cols) as i16)
    }

    /// Whether an own tile is orthogonally next to the square.
    #[inline(always)]
    pub fn touches(&self, at: usize, tile: Tile) -> bool {
        let (cols, last) = (self.cols(), usize::from(self.options.cols) as i16 - 1);
        let has = |at: usize| self.owned.0[at / 64 % W] >> (at % 64) & 1 != 0;
        // All four at once, without branches a processor could mispredict.
        // Above row 0 the number wraps round to one past every board.
        (has(at.wrapping_sub(cols)) & (tile.row > 0))
            | (has(at + cols) & (at + cols < 64 * W))
            | (has(at.wrapping_sub(1)) & (tile.col > 0))
            | (has(at + 1) & (tile.col < last))
    }

    /// The squares that are not its own and orthogonally next to one that is:
    /// where it could plant.
    #[inline(always)]
    pub fn border(&self) -> Bits<W> {
        let cols = u32::from(self.options.cols);
        let vertical = self.owned.up(cols).or(&self.owned.down(cols));
        // A step sideways must not come out at the other end of the next row:
        // nothing arrives on the first column from the left, and nothing on
        // the first column goes to the left.
        let right = self.owned.up(1).without(&self.first_col);
        let left = self.owned.without(&self.first_col).down(1);
        vertical.or(&right).or(&left).without(&self.owned).and(&self.board)
    }

    /// Every square of the board.
    #[inline(always)]
    pub fn board(&self) -> &Bits<W> {
        &self.board
    }

    /// Adds to the level of a square.
    #[inline(always)]
    pub(super) fn grow(&mut self, at: usize, by: u32) {
        self.levels[at / 64][at % 64] += by;
        self.owned.insert(at);
        self.score += i64::from(by);
    }

    /// Takes up to `by` from a square and says how much that was.
    #[inline(always)]
    pub(super) fn shrink(&mut self, at: usize, by: u32) -> u32 {
        let level = &mut self.levels[at / 64][at % 64];
        let taken = by.min(*level);
        *level -= taken;
        if *level == 0 {
            self.owned.remove(at);
        }
        self.score -= i64::from(taken);
        taken
    }
}
