//! A position of Conga without draw rules, in 24 bytes.

use std::fmt::{self, Display};
use std::hint::select_unpredictable;
use std::str::FromStr;

use super::{Action, Options, Refusal, Square};
use crate::common::bits::Indices;
use crate::common::draws::Repeatable;
use crate::common::notation::PositionText;
use crate::error::{self, PositionError};
use crate::game::{Cause, Done, Fault, Game, Outcome, Ruling, Seat, Status};
use crate::grid::{Cell, Grid, Numbering, Style, Viewpoint};
use crate::trace::{Motion, Trace};

/// A position: the owner and the stones of each square.
///
/// The two sides are kept as the mover's and the other's. They swap with every
/// ply.
///
/// ```
/// use gridiron_games::conga::{Options, Position, Square};
/// use gridiron_games::{Game, Seat};
///
/// let mut position = Position::start(&Options::default(), 0);
/// position.play("1 4 2 4".parse()?);
/// // Ten stones are sown as 1, 2 and the rest.
/// let stones = |x, y| Square::new(x, y).map(|square| position.at(square).count);
/// assert_eq!([stones(2, 4), stones(3, 4), stones(4, 4)], [Some(1), Some(2), Some(7)]);
/// assert_eq!(position.to_move(), Seat::One);
/// # Ok::<(), gridiron_games::ActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(8))]
pub struct Position {
    /// A byte for each square, eight in a word.
    stones: [u64; 2],
    mover: u16,
    other: u16,
    plies: u32,
}

/// Bits of the three squares ahead of a move, past the edge none; then those of
/// all squares but its source.
static AHEAD: [[u32; 4]; 128] = {
    let mut table = [[0; 4]; 128];
    let mut index = 0;
    while index < 128 {
        let action = Action(index as u8);
        table[index][3] = !(action.from().bit() as u32);
        let mut square = action.from().step(action.toward());
        let mut step = 0;
        while step < 3
            && let Some(next) = square
        {
            table[index][step] = next.bit() as u32;
            square = next.step(action.toward());
            step += 1;
        }
        index += 1;
    }
    table
};

impl Action {
    /// The three squares ahead as bits by [`Square::index`]; past the edge there
    /// are none, which is 0.
    #[inline(always)]
    pub fn ahead(self) -> [u16; 3] {
        let [first, second, third, _] = AHEAD[self.index() & 127];
        [first as u16, second as u16, third as u16]
    }
}

/// What sowing adds to the words of stones: a part that is always the same and
/// a part for each stone in hand. Bytes never overflow, so a word is the sum of
/// its bytes and one addition moves all stones at once.
#[derive(Clone, Copy)]
struct Sowing {
    always: [u64; 2],
    per_stone: [u64; 2],
}

/// By action and by the number of squares that take stones: one on the first,
/// two on the second, the rest on the last. That is the shorter of the run and
/// the stones in hand: one stone fills one square, two fill two, and three on a
/// run of three leave 1, 2 and a rest of 0.
static SOWING: [[Sowing; 4]; 128] = {
    const fn add(words: &mut [u64; 2], square: u32, stones: u64) {
        let at = square.trailing_zeros() as usize;
        words[at / 8] = words[at / 8].wrapping_add(stones << (at % 8 * 8));
    }
    let mut table = [[Sowing { always: [0; 2], per_stone: [0; 2] }; 4]; 128];
    let mut index = 0;
    while index < 128 {
        let mut filled = 1;
        while filled <= 3 && AHEAD[index][filled - 1] != 0 {
            let sowing = &mut table[index][filled];
            let (mut step, mut before_last) = (1, 0);
            while step < filled {
                add(&mut sowing.always, AHEAD[index][step - 1], step as u64);
                before_last += step as u64;
                step += 1;
            }
            let last = AHEAD[index][filled - 1];
            add(&mut sowing.always, last, before_last.wrapping_neg());
            add(&mut sowing.per_stone, last, 1);
            add(&mut sowing.per_stone, Action(index as u8).from().bit() as u32, u64::MAX);
            filled += 1;
        }
        index += 1;
    }
    table
};

/// For each direction (a lane of 16 bits in a 128-bit word) the squares from
/// which one step that way stays on the board.
const INWARD: u128 = {
    let mut lanes = 0;
    let mut index = 0;
    while index < 128 {
        let action = Action(index);
        if action.from().step(action.toward()).is_some() {
            lanes |= 1 << index;
        }
        index += 1;
    }
    lanes
};

/// A copy in each of four lanes.
const FOUR_TIMES: u64 = 0x0001_0001_0001_0001;

/// Lanes shifted up by 1, 3, 4 and 5 squares: in lane `d`, the squares whose
/// neighbour in direction `d` (left, down right, down, down left) is set.
///
/// One multiplication shifts all lanes. What leaves one lane at the top falls into
/// the next lane. No lane is shifted less than the one below it, so it falls on
/// squares from which a step leaves the board. [`INWARD`] clears those. The
/// downward lanes are the same the other way round.
const UPWARD: u64 = 1 << 1 | 1 << (16 + 3) | 1 << (32 + 4) | 1 << (48 + 5);

/// Lanes shifted down by 5, 4, 3 and 1 squares (up right, up, up left, right);
/// the lowest, which no multiplication can make, is added by hand.
const DOWNWARD: u64 = 1 << (16 - 4) | 1 << (32 - 3) | 1 << (48 - 1);
const DOWNWARD_LOWEST: u32 = 5;

impl Position {
    /// The seat to move (or that would be, after the end).
    #[inline(always)]
    pub fn to_move(&self) -> Seat {
        Seat::from_parity(self.plies as usize)
    }

    /// The owner of a square and its stones.
    pub fn at(&self, square: Square) -> Cell {
        let mover = self.mover & square.bit() != 0;
        let owner = if mover { self.to_move() } else { self.to_move().other() };
        Cell::new(owner, self.stones_on(square) as u32)
    }

    /// Puts stones on an empty square.
    fn put(&mut self, square: Square, stones: u8) {
        self.stones[usize::from(square.0 / 8)] |= u64::from(stones) << (square.0 % 8 * 8);
    }

    #[inline(always)]
    fn stones_on(&self, square: Square) -> u64 {
        self.stones[usize::from((square.0 / 8) & 1)] >> (square.0 % 8 * 8) & 63
    }

    /// Moves as bits: direction times 16 plus square.
    #[inline(always)]
    fn moves(&self) -> u128 {
        Position::moves_between(self.mover, self.other)
    }

    /// The moves of a player with the squares `own` against one with `other`: a
    /// bit for each move, by [`Action::index`]. Squares are bits by
    /// [`Square::index`]. The number of stones does not matter.
    #[inline(always)]
    pub fn moves_between(own: u16, other: u16) -> u128 {
        let blocked_below = u64::from(other).wrapping_mul(UPWARD);
        let blocked_above = u64::from(other).wrapping_mul(DOWNWARD) | u64::from(other) >> DOWNWARD_LOWEST;
        let everywhere = u64::from(own) * FOUR_TIMES;
        let low = everywhere & !blocked_below & INWARD as u64;
        let high = everywhere & !blocked_above & (INWARD >> 64) as u64;
        u128::from(high) << 64 | u128::from(low)
    }

    /// The stones on each square, a byte each in the order of [`Square::index`],
    /// the first eight squares in the first word.
    #[inline(always)]
    pub fn stones(&self) -> [u64; 2] {
        self.stones
    }

    /// The mover's squares and the other's, as bits by [`Square::index`].
    #[inline(always)]
    pub fn squares(&self) -> [u16; 2] {
        [self.mover, self.other]
    }

    /// The position with these [`Position::stones`] and [`Position::squares`].
    /// `None` if a square has two owners, if stones and squares do not agree, or
    /// if a player has more than 60 stones.
    pub fn from_parts(stones: [u64; 2], squares: [u16; 2], plies: u32) -> Option<Position> {
        let position = Position { stones, mover: squares[0], other: squares[1], plies };
        let [first, second] = stones.map(u64::to_le_bytes);
        let mut totals = [0_u32; 2];
        for (at, stones) in first.into_iter().chain(second).enumerate() {
            let owners = squares.map(|squares| squares >> at & 1 != 0);
            if owners == [true; 2] || (stones > 0) != (owners != [false; 2]) {
                return None;
            }
            totals[usize::from(owners[1])] += u32::from(stones);
        }
        totals.iter().all(|total| *total <= 60).then_some(position)
    }

    /// The position with this [`Repeatable::key`] and the fewest plies. `None` if
    /// no position has this key.
    pub fn from_key(key: u128) -> Option<Position> {
        let (mut stones, mut squares) = ([0_u64; 2], [0_u16; 2]);
        let mut rest = key >> 1;
        for at in (0..16_usize).rev() {
            let (mine, heap) = (rest >> 6 & 1 != 0, (rest & 63) as u64);
            stones[at / 8] |= heap << (at % 8 * 8);
            if mine || heap > 0 {
                squares[usize::from(!mine)] |= 1 << at;
            }
            rest >>= 7;
        }
        Position::from_parts(stones, squares, (key & 1) as u32).filter(|_| rest == 0)
    }

    /// [`Position::from_parts`] without its checks, for callers who make millions
    /// of valid parts. Invalid parts give a position with meaningless moves.
    #[inline(always)]
    pub fn from_parts_unchecked(stones: [u64; 2], squares: [u16; 2], plies: u32) -> Position {
        debug_assert!(Position::from_parts(stones, squares, plies).is_some());
        Position { stones, mover: squares[0], other: squares[1], plies }
    }
}

impl Game for Position {
    const NAME: &'static str = "conga";
    type Options = Options;
    type Action = Action;
    type Reply = Done;
    type View = Position;

    fn start(options: &Options, _seed: u64) -> Position {
        let corners = [Square::new(1, 4), Square::new(4, 1)].map(|square| square.expect("a corner"));
        let mut start =
            Position { stones: [0; 2], mover: corners[0].bit(), other: corners[1].bit(), plies: 0 };
        corners.into_iter().for_each(|corner| start.put(corner, options.stones));
        start
    }

    fn status(&self) -> Status {
        if self.moves() == 0 {
            return Status::Over(Outcome::lost_by(self.to_move(), 1, Cause::Normal));
        }
        Status::ToAct { seat: self.to_move(), turn: self.plies / 2 + 1, actions_left: 1 }
    }

    #[inline(always)]
    fn actions(&self) -> impl ExactSizeIterator<Item = Action> {
        Indices::new(self.moves())
    }

    #[inline(always)]
    fn is_legal(&self, action: Action) -> bool {
        self.moves() >> (action.0 & 127) & 1 != 0
    }

    fn put_action(action: Action, line: &mut Vec<u8>) {
        action.put(line);
    }

    fn refusal(&self, action: Action) -> error::Refusal {
        let from = action.from();
        let refusal = match from.step(action.toward()) {
            _ if self.at(from).owner != Some(self.to_move()) => Refusal::NotYours { square: from },
            Some(first) => Refusal::Blocked { square: first },
            None => Refusal::Edge { square: from },
        };
        refusal.into()
    }

    #[inline(always)]
    fn play(&mut self, action: Action) -> Done {
        *self = self.after(action);
        Done
    }

    #[inline(always)]
    fn after(&self, action: Action) -> Position {
        let index = usize::from(action.0 & 127);
        let [first, second, third, but_source] = AHEAD[index];
        let source = action.from();
        let in_hand = self.stones_on(source);

        // The run: squares ahead that are on the board and not the opponent's.
        let (mover, other) = (u32::from(self.mover), u32::from(self.other));
        let second_free = second & other == 0;
        let second = second & !other;
        let third = select_unpredictable(second_free, third & !other, 0);
        let run = 1 + usize::from(second != 0) + usize::from(third != 0);

        let sowing = &SOWING[index][run.min(in_hand as usize)];
        let add = |word: usize| {
            let sown = sowing.per_stone[word].wrapping_mul(in_hand).wrapping_add(sowing.always[word]);
            self.stones[word].wrapping_add(sown)
        };

        // Squares that got no stone do not change.
        let second = select_unpredictable(in_hand > 1, second, 0);
        let third = select_unpredictable(in_hand > 3, third, 0);
        let moved = mover & but_source | first | second | third;
        Position { stones: [add(0), add(1)], mover: self.other, other: moved as u16, plies: self.plies + 1 }
    }

    /// The source and the run. The run is the same before and after the move.
    fn trace(&self, action: Action) -> Trace {
        let opponent = Some(self.to_move());
        let ahead =
            std::iter::successors(action.from().step(action.toward()), |square| square.step(action.toward()));
        let run = ahead.take(3).take_while(|square| self.at(*square).owner != opponent);
        let number = |square: Square| (4 - square.y()) as usize * 4 + square.x() as usize - 1;
        Trace { motion: Motion::Sow, path: [action.from()].into_iter().chain(run).map(number).collect() }
    }

    #[inline(always)]
    fn view(&self, _seat: Seat) -> &Position {
        self
    }

    fn grid(&self, _viewpoint: Viewpoint) -> Grid {
        let squares = (1..=4).rev().flat_map(|y| (1..=4).filter_map(move |x| Square::new(x, y)));
        Grid {
            cols: 4,
            numbering: Numbering::FromBottomLeft,
            style: Style::Boxes,
            cells: squares.map(|square| self.at(square)).collect(),
        }
    }

    /// Every fault loses.
    fn adjudicate(&self, fault: Fault) -> Ruling<Action> {
        Ruling::Over(Outcome::lost_by(fault.seat, 1, fault.kind.cause()))
    }
}

impl Repeatable for Position {
    /// Seven bits a square (the owner and up to 60 stones) and the mover. Two
    /// different positions never have the same key.
    fn key(&self) -> u128 {
        let squares = (0..16_u8).fold(0, |key, at| {
            let mine = u128::from(self.mover >> at & 1);
            key << 7 | mine << 6 | u128::from(self.stones_on(Square(at)))
        });
        squares << 1 | self.to_move().index() as u128
    }

    fn plies(&self) -> u32 {
        self.plies
    }

    fn to_text(&self) -> PositionText {
        let mut text = PositionText::new(self.grid(Viewpoint::All).signed_rows(), self.to_move());
        // Only Disc moves on even plies, so the usual count follows the seat.
        text.put("plies", self.plies, self.to_move().index() as u32);
        text
    }

    fn from_text(text: &mut PositionText) -> Result<Position, PositionError> {
        let (rows, cols) = (text.rows.len(), text.rows[0].len());
        if rows != 4 || cols != 4 {
            return Err(PositionError::WrongSize {
                rows,
                cols,
                expected: "a Conga board has 4 rows of 4 squares",
            });
        }
        let plies: u32 = text.take("plies", text.seat.index() as u32)?;
        if Seat::from_parity(plies as usize) != text.seat {
            return Err(PositionError::WrongSeat { seat: text.seat, plies });
        }
        let mut position = Position { stones: [0; 2], mover: 0, other: 0, plies };
        let mut totals = [0_i64; 2];
        for (row, y) in (1..=4).rev().enumerate() {
            for x in 1..=4 {
                let square = Square::new(x, y).expect("x and y are 1 to 4");
                let cell = text.rows[row][x as usize - 1];
                let Some(stones) = u8::try_from(cell.unsigned_abs()).ok().filter(|stones| *stones <= 60)
                else {
                    let (value, col) = (cell, x as usize - 1);
                    return Err(PositionError::CellOutOfRange { value, row, col, limit: 60 });
                };
                position.put(square, stones);
                let seat = if cell < 0 { Seat::One } else { Seat::Zero };
                totals[seat.index()] += i64::from(stones);
                match (stones, seat == text.seat) {
                    (0, _) => {}
                    (_, true) => position.mover |= square.bit(),
                    (_, false) => position.other |= square.bit(),
                }
            }
        }
        match Seat::BOTH.into_iter().find(|seat| totals[seat.index()] > 60) {
            Some(seat) => Err(PositionError::TooManyStones { seat, stones: totals[seat.index()], limit: 60 }),
            None => Ok(position),
        }
    }

    const FIELDS: &'static [&'static str] = &["plies"];
}

impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_text().fmt(f)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Position, PositionError> {
        let mut text: PositionText = line.parse()?;
        let position = Position::from_text(&mut text)?;
        text.finish(Position::FIELDS)?;
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conga::Direction;

    #[test]
    fn one_multiplication_shifts_all_lanes() {
        // Every set of two blocked squares, against stepping square by square.
        for a in 0..16 {
            for b in 0..16 {
                let position = Position { stones: [0; 2], mover: u16::MAX, other: 1 << a | 1 << b, plies: 0 };
                for index in 0..128 {
                    let action = Action(index);
                    let stepped = action.from().step(action.toward());
                    let free = stepped.is_some_and(|to| to.0 != a && to.0 != b);
                    assert_eq!(position.is_legal(action), free, "{action} past {a} and {b}");
                }
            }
        }
    }

    #[test]
    fn keys_and_parts_are_read_back() {
        let mut rng = crate::common::rng::Rng::new(1);
        for stones in 1..=60 {
            let mut position = Position::start(&Options { stones }, 0);
            for _ in 0..30 {
                let count = position.actions().len() as u32;
                if count == 0 {
                    break;
                }
                let read = Position::from_key(position.key()).expect("a position");
                assert_eq!(Position { plies: position.plies, ..read }, position);
                assert_eq!(read.to_move(), position.to_move());
                let parts = Position::from_parts(position.stones(), position.squares(), position.plies);
                assert_eq!(parts, Some(position));
                let action = position.actions().nth(rng.below(count) as usize).expect("a move");
                position.play(action);
            }
        }
        assert_eq!(Position::from_key(u128::MAX), None);
        assert_eq!(Position::from_key(1 << 127), None);
        for (stones, squares) in
            [([1, 0], [0, 0]), ([0, 0], [1, 0]), ([1, 0], [1, 1]), ([0x3d, 0], [1, 0]), ([0x3c01, 0], [3, 0])]
        {
            assert_eq!(Position::from_parts(stones, squares, 0), None, "{stones:?} {squares:?}");
        }
    }

    #[test]
    fn every_direction_has_a_lane() {
        let mut steps: Vec<(i32, i32)> = Direction::all().map(Direction::step).collect();
        steps.sort_unstable();
        steps.dedup();
        assert_eq!(steps.len(), 8);
        assert!(!steps.contains(&(0, 0)));
    }
}
