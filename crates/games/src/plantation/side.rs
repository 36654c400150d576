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
    /// Squares orthogonally next to an own tile. Kept up to date because every
    /// `plant` asks, and tiles are seldom lost.
    near: Bits<W>,
    /// Where the level is at least 2: who can pay for a colony.
    rich: Bits<W>,
    /// Every square of the board, and those of its first column.
    board: Bits<W>,
    first_col: Bits<W>,
    score: i64,
    pub(super) turn: u32,
    pub(super) moves_left: u32,
    squares: u32,
    /// 65536 / columns, rounded up: see `tile`.
    rows_per_square: u32,
    seat: Seat,
    options: Options,
}

impl<const W: usize> Side<W> {
    pub(super) fn new(seat: Seat, options: Options) -> Side<W> {
        let (rows, cols) = (usize::from(options.rows), usize::from(options.cols));
        Side {
            levels: [[0; 64]; W],
            owned: Bits::EMPTY,
            near: Bits::EMPTY,
            rich: Bits::EMPTY,
            board: (0..rows * cols).collect(),
            first_col: (0..rows).map(|row| row * cols).collect(),
            score: 0,
            turn: 1,
            moves_left: 0,
            squares: (rows * cols) as u32,
            rows_per_square: 65536_u32.div_ceil(cols as u32),
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

    /// The squares orthogonally next to an own tile, own ones among them.
    #[inline(always)]
    pub fn near(&self) -> &Bits<W> {
        &self.near
    }

    /// The squares that are not its own and orthogonally next to one that is:
    /// where it could plant.
    #[inline(always)]
    pub fn border(&self) -> Bits<W> {
        self.near.without(&self.owned)
    }

    /// Own tiles that can pay for a colony.
    #[inline(always)]
    pub fn rich(&self) -> &Bits<W> {
        &self.rich
    }

    /// Every square of the board.
    #[inline(always)]
    pub fn board(&self) -> &Bits<W> {
        &self.board
    }

    /// The level of a square; 0 where it owns nothing.
    #[inline(always)]
    pub fn level(&self, at: usize) -> u32 {
        // The remainder spares the check of an index that is never too large.
        self.levels.as_flattened()[at % (64 * W)]
    }

    /// Number of columns.
    #[inline(always)]
    pub fn cols(&self) -> usize {
        usize::from(self.options.cols)
    }

    /// Number of squares.
    #[inline(always)]
    pub fn squares(&self) -> usize {
        self.squares as usize
    }

    /// The number of a square, if it is on the board.
    #[inline(always)]
    pub fn index(&self, tile: Tile) -> Option<usize> {
        // A negative coordinate becomes a very large one.
        let (row, col) = (tile.row as u32, tile.col as u32);
        let on_board = (row < u32::from(self.options.rows)) & (col < u32::from(self.options.cols));
        on_board.then(|| (row * u32::from(self.options.cols) + col) as usize)
    }

    /// The square with this number.
    #[inline(always)]
    pub fn tile(&self, at: usize) -> Tile {
        // A multiplication instead of a division, exact for every board.
        let row = at as u32 * self.rows_per_square >> 16;
        let col = at as u32 - row * u32::from(self.options.cols);
        Tile::new(row as i32, col as i32)
    }

    /// Adds to an own tile, or makes an empty square its own.
    #[inline(always)]
    pub(super) fn settle(&mut self, at: usize, by: u32) {
        let level = &mut self.levels.as_flattened_mut()[at % (64 * W)];
        *level += by;
        let tile = Bits::single(at, true);
        self.rich = self.rich.or(&Bits::single(at, *level >= 2));
        self.owned = self.owned.or(&tile);
        self.near = self.near.or(&self.around(&tile));
        self.score += i64::from(by);
    }

    /// Takes up to `by` from a square and says how much that was.
    #[inline(always)]
    pub(super) fn shrink(&mut self, at: usize, by: u32) -> u32 {
        let level = &mut self.levels.as_flattened_mut()[at % (64 * W)];
        let taken = by.min(*level);
        *level -= taken;
        self.rich = self.rich.without(&Bits::single(at, *level < 2));
        self.score -= i64::from(taken);
        if taken > 0 && *level == 0 {
            self.owned = self.owned.without(&Bits::single(at, true));
            self.near = self.around(&self.owned);
        }
        taken
    }

    /// The squares orthogonally next to some tiles.
    #[inline(always)]
    fn around(&self, tiles: &Bits<W>) -> Bits<W> {
        let cols = u32::from(self.options.cols);
        let vertical = tiles.up(cols).or(&tiles.down(cols));
        // A step sideways must not come out at the other end of the next row:
        // nothing arrives on the first column from the left, and nothing on
        // the first column goes to the left.
        let right = tiles.up(1).without(&self.first_col);
        let left = tiles.without(&self.first_col).down(1);
        vertical.or(&right).or(&left).and(&self.board)
    }
}
