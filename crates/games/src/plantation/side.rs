//! What one seat owns: its tiles, its turn, its moves. This is its view.

use super::effect::Presence;
use super::{Options, Tile};
use crate::common::bits::Bits;
use crate::game::Seat;

/// Everything one seat may know, except the replies to its commands.
///
/// A position is two of these, so a view is a reference.
///
/// **Invariant:** no part of it depends on the enemy's tiles.
///
/// ```
/// use gridiron_games::plantation::{Options, Small, Tile};
/// use gridiron_games::{Game, Seat};
///
/// let game = Small::start(&Options::default(), 1);
/// let view = game.view(Seat::Zero);
/// assert_eq!((view.owned().count(), view.moves_left()), (3, 3));
/// assert_eq!(view.index(Tile::new(0, 11)), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side<const W: usize> {
    /// Level of every tile, row by row; 0 where the seat owns nothing.
    levels: [[u32; 128]; W],
    /// What commands need of a square. It is kept up to date with the sets below,
    /// because commands are many and changes are few.
    presence: [[Presence; 128]; W],
    /// Own tiles, and the squares orthogonally next to one that are not own:
    /// where `fertilise` and where `plant` makes sense. In one array, so that
    /// choosing between the two is an address and not a branch.
    growing: [Bits<W>; 2],
    /// Where the level is at least 2: who can pay for a colony.
    rich: Bits<W>,
    /// Every square of the board.
    board: Bits<W>,
    score: i64,
    pub(super) turn: u32,
    pub(super) moves_left: u32,
    seat: Seat,
    options: Options,
}

impl<const W: usize> Side<W> {
    /// Squares are numbered row by row, as if every row had this length. It does
    /// not depend on the board, so the compiler knows it.
    pub(super) const STRIDE: usize = if W == 1 { 11 } else { 32 };

    pub(super) fn new(seat: Seat, options: Options) -> Side<W> {
        let (rows, cols) = (usize::from(options.rows), usize::from(options.cols));
        let squares = (0..rows).flat_map(|row| (0..cols).map(move |col| row * Self::STRIDE + col));
        Side {
            levels: [[0; 128]; W],
            presence: [[Presence::NONE; 128]; W],
            growing: [Bits::EMPTY; 2],
            rich: Bits::EMPTY,
            board: squares.collect(),
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

    /// Moves left in this turn; 0 while the other seat acts.
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
        &self.growing[0]
    }

    /// The squares that are not its own and orthogonally next to one that is:
    /// where it could plant.
    #[inline(always)]
    pub fn border(&self) -> &Bits<W> {
        &self.growing[1]
    }

    /// Its tiles or their border: the squares where `fertilise` or where
    /// `plant` makes sense.
    #[inline(always)]
    pub fn growing(&self, by_planting: bool) -> &Bits<W> {
        &self.growing[usize::from(by_planting)]
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
        // The remainder avoids a bounds check. The index is never too large.
        self.levels.as_flattened()[at % (128 * W)]
    }

    /// What the side has on or near a square.
    #[inline(always)]
    pub(super) fn presence(&self, at: usize) -> Presence {
        self.presence.as_flattened()[at % (128 * W)]
    }

    #[inline(always)]
    fn presence_mut(&mut self, at: usize) -> &mut Presence {
        &mut self.presence.as_flattened_mut()[at % (128 * W)]
    }

    /// The number of a square; `None` if it is off the board.
    #[inline(always)]
    pub fn index(&self, tile: Tile) -> Option<usize> {
        // A negative coordinate becomes a very large one.
        let (row, col) = (tile.row as u32, tile.col as u32);
        let on_board = (row < u32::from(self.options.rows)) & (col < u32::from(self.options.cols));
        on_board.then(|| (row * Self::STRIDE as u32 + col) as usize)
    }

    /// The square with this number.
    #[inline(always)]
    pub fn tile(&self, at: usize) -> Tile {
        // A division by multiplication, exact for every board. The compiler's
        // own is slower, and it would not see that `index` is the inverse.
        let (at, stride) = (at as u32, Self::STRIDE as u32);
        let row = (at * 65536_u32.div_ceil(stride)) >> 16;
        Tile::new(row as i32, (at - row * stride) as i32)
    }

    /// Adds to an own tile, or makes an empty square an own tile.
    #[inline(always)]
    pub(super) fn settle(&mut self, at: usize, by: u32) {
        let level = &mut self.levels.as_flattened_mut()[at % (128 * W)];
        *level += by;
        let rich = *level >= 2;
        self.rich = self.rich.or(&Bits::single_if(at, rich));
        let owned = self.owned().or(&Bits::single(at));
        let border = self.border().or(&self.beside(at)).without(&owned);
        self.growing = [owned, border];
        *self.presence_mut(at) = Presence::OWNED.plus(Presence::REACHED).with(Presence::RICH, rich);
        for near in Self::neighbours(at) {
            let presence = self.presence_mut(near);
            *presence = presence.plus(Presence::REACHED);
        }
        self.score += i64::from(by);
    }

    /// Takes up to `by` from a square. Returns how much.
    #[inline(always)]
    pub(super) fn shrink(&mut self, at: usize, by: u32) -> u32 {
        let level = &mut self.levels.as_flattened_mut()[at % (128 * W)];
        let taken = by.min(*level);
        *level -= taken;
        let (rich, lost) = (*level >= 2, taken > 0 && *level == 0);
        self.rich = self.rich.without(&Bits::single_if(at, !rich));
        self.score -= i64::from(taken);
        let presence = self.presence_mut(at);
        *presence = presence.with(Presence::RICH, rich);
        if lost {
            self.lose(at);
        }
        taken
    }

    /// Removes a tile whose level fell to 0.
    fn lose(&mut self, at: usize) {
        let owned = self.owned().without(&Bits::single(at));
        let border = self.around(&owned).without(&owned);
        self.growing = [owned, border];
        let [a, b, c, d] = Self::neighbours(at);
        for near in [at, a, b, c, d] {
            let (owned, border, rich) = (owned.has(near), border.has(near), self.rich.has(near));
            let reached = Presence::NONE.with(Presence::REACHED, owned | border);
            *self.presence_mut(near) = reached.with(Presence::OWNED, owned).with(Presence::RICH, rich);
        }
    }

    /// The squares orthogonally next to one; itself in place of one that the
    /// largest board does not have.
    #[inline(always)]
    fn neighbours(at: usize) -> [usize; 4] {
        // Small boards use a table.
        match W {
            1 => NEIGHBOURS[at % 128].map(usize::from),
            _ => neighbours(at, Self::STRIDE),
        }
    }

    /// The squares orthogonally next to one.
    #[inline(always)]
    fn beside(&self, at: usize) -> Bits<W> {
        match W {
            1 => Bits::low(BESIDE[at % 128]).and(&self.board),
            _ => self.around(&Bits::single(at)),
        }
    }

    /// The squares orthogonally next to some tiles.
    #[inline(always)]
    fn around(&self, tiles: &Bits<W>) -> Bits<W> {
        let vertical = tiles.up(Self::STRIDE as u32).or(&tiles.down(Self::STRIDE as u32));
        // A step sideways must not reach the other end of the next row. No step
        // to the right ends on the first column, and none to the left starts
        // there.
        let right = tiles.up(1).without(&Self::FIRST_COLUMN);
        let left = tiles.without(&Self::FIRST_COLUMN).down(1);
        vertical.or(&right).or(&left).and(&self.board)
    }

    const FIRST_COLUMN: Bits<W> = Bits::every(Self::STRIDE);
}

/// The squares orthogonally next to one of a board with `stride` rows and
/// columns; itself in place of one that is not there.
const fn neighbours(at: usize, stride: usize) -> [usize; 4] {
    let (row, col) = (at / stride, at % stride);
    [
        if row > 0 { at - stride } else { at },
        if row + 1 < stride { at + stride } else { at },
        if col > 0 { at - 1 } else { at },
        if col + 1 < stride { at + 1 } else { at },
    ]
}

/// [`neighbours`] on the largest small board.
static NEIGHBOURS: [[u8; 4]; 128] = {
    const STRIDE: usize = Side::<1>::STRIDE;
    let mut table = [[0; 4]; 128];
    let mut at = 0;
    while at < STRIDE * STRIDE {
        let near = neighbours(at, STRIDE);
        table[at] = [near[0] as u8, near[1] as u8, near[2] as u8, near[3] as u8];
        at += 1;
    }
    table
};

/// The same as sets.
static BESIDE: [u128; 128] = {
    let mut table = [0; 128];
    let mut at = 0;
    while at < Side::<1>::STRIDE * Side::<1>::STRIDE {
        let mut which = 0;
        while which < 4 {
            let near = NEIGHBOURS[at][which] as usize;
            if near != at {
                table[at] |= 1 << near;
            }
            which += 1;
        }
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_up_and_shifting_agree() {
        for (rows, cols) in [(11, 11), (2, 2), (4, 11), (11, 3)] {
            let side = Side::<1>::new(Seat::Zero, Options { rows, cols, ..Options::default() });
            for at in side.board().iter() {
                assert_eq!(side.beside(at), side.around(&Bits::single(at)), "{at} of {rows} x {cols}");
            }
        }
    }

    /// The presence on every square follows from the tiles, whatever was played.
    #[test]
    fn presence_follows_from_the_tiles() {
        let options = Options { rows: 5, cols: 4, ..Options::default() };
        let mut side = Side::<1>::new(Seat::Zero, options);
        let squares: Vec<usize> = side.board().iter().collect();
        let mut rng = crate::common::rng::Rng::new(1);
        for _ in 0..5000 {
            let at = squares[rng.below(squares.len() as u32) as usize];
            if rng.below(2) == 0 {
                side.settle(at, 1);
            } else {
                side.shrink(at, 1 + rng.below(3));
            }
            let mut rebuilt = Side::<1>::new(Seat::Zero, options);
            let tiles = squares.iter().filter(|at| side.level(**at) > 0);
            tiles.for_each(|at| rebuilt.settle(*at, side.level(*at)));
            assert_eq!(side, rebuilt);
        }
    }
}
