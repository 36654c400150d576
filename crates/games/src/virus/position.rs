//! A position of Virus: three sets of squares, in 64 bytes.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::action::STRIDE;
use super::{Action, Options, Penalty, Refusal};
use crate::common::bits::Indices;
use crate::common::notation::PositionText;
use crate::common::rng::Rng;
use crate::error::{self, PositionError};
use crate::game::{Cause, Done, Fault, FaultKind, Game, Outcome, Ruling, Seat, Status};
use crate::grid::{Cell, Grid, Numbering, Style, Viewpoint};
use crate::trace::{Motion, Trace};

/// A position. Squares are bits of a board of 11 columns for every size. A
/// square outside the board is neither empty nor owned, so it is out of play.
///
/// The two sides are kept as the mover's and the other's. They swap with every
/// ply, which saves the hot loops an indexed load.
///
/// ```
/// use gridiron_games::Game;
/// use gridiron_games::virus::{Action, Virus};
///
/// let position: Virus = "1,0,-1/0,0,0/-1,0,1 0".parse()?;
/// let best = position.actions().max_by_key(|action| position.converts(*action));
/// assert_eq!(best, Action::place(1, 1));
/// # Ok::<(), gridiron_games::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Virus {
    mover: u128,
    other: u128,
    empty: u128,
    turn: Turn,
}

/// Everything but the board, packed into one word so that a new position is
/// few stores: plies in the low 16 bits, then a byte each for the passes in a
/// row, the seat that moved first, the size and the two penalties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn(u64);

impl Turn {
    const PASSES: u64 = 0xff << 16;

    fn new(plies: u16, passes: u8, first: Seat, options: Options) -> Turn {
        let bytes = [passes, first as u8, options.size, options.on_illegal as u8, options.on_timeout as u8];
        let packed = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        Turn(packed << 16 | u64::from(plies))
    }

    #[inline(always)]
    fn plies(self) -> u16 {
        self.0 as u16
    }

    #[inline(always)]
    fn passes(self) -> u8 {
        (self.0 >> 16) as u8
    }

    #[inline(always)]
    fn first(self) -> Seat {
        Seat::from_parity((self.0 >> 24) as usize)
    }

    #[inline(always)]
    fn size(self) -> u8 {
        (self.0 >> 32) as u8
    }

    fn options(self) -> Options {
        let penalty = |at: u32| if self.0 >> at & 1 == 0 { Penalty::Pass } else { Penalty::Lose };
        Options { size: self.size(), on_illegal: penalty(40), on_timeout: penalty(48) }
    }

    /// A stone ends a row of passes.
    #[inline(always)]
    fn after(self, action: Action) -> Turn {
        let next = self.0 + 1;
        let stone = next & !Turn::PASSES;
        let pass = next + (1 << 16);
        Turn(if action == Action::PASS { pass } else { stone })
    }
}

/// The most plies of a game: at most one pass between two placements.
const LONGEST: u16 = 2 * STRIDE as u16 * STRIDE as u16;

const PASS_BIT: u128 = 1 << Action::PASS.0;

/// The squares that a placement touches, by the number of its square. There is
/// an entry for every byte, so no index is checked. A pass touches no square.
struct Placing {
    stone: [[u64; 256]; 2],
    around: [[u64; 256]; 2],
}

static PLACING: Placing = {
    let mut table = Placing { stone: [[0; 256]; 2], around: [[0; 256]; 2] };
    let side = STRIDE as i32;
    let mut at = 0;
    while at < side * side {
        let (row, col) = (at / side, at % side);
        let mut near = 0;
        while near < side * side {
            let (down, right) = (near / side - row, near % side - col);
            let is_near = down >= -1 && down <= 1 && right >= -1 && right <= 1;
            let part = if near == at { &mut table.stone } else { &mut table.around };
            if is_near {
                part[near as usize / 64][at as usize] |= 1 << (near % 64);
            }
            near += 1;
        }
        at += 1;
    }
    table
};

/// The squares around the one that a stone is placed on; none for a pass.
#[inline(always)]
pub fn around(action: Action) -> u128 {
    lookup(&PLACING.around, action)
}

/// Puts the two words of a set together.
#[inline(always)]
fn lookup(table: &[[u64; 256]; 2], action: Action) -> u128 {
    let at = usize::from(action.0);
    u128::from(table[1][at]) << 64 | u128::from(table[0][at])
}

/// All squares of one column.
pub const fn column(col: u8) -> u128 {
    let mut squares = 0;
    let mut row = 0;
    while row < STRIDE {
        squares |= 1 << (row * STRIDE + col);
        row += 1;
    }
    squares
}

/// The squares of `within` that touch a stone of `stones`, or are one.
#[inline(always)]
pub fn touching(stones: u128, within: u128) -> u128 {
    let tall = stones | stones << STRIDE | stones >> STRIDE;
    // A step sideways must not reach the other end of the next row.
    (tall | (tall << 1 & !column(0)) | (tall >> 1 & !column(STRIDE - 1))) & within
}

#[cold]
#[inline(never)]
fn choices_without_placements(other: u128, empty: u128) -> u128 {
    if touching(other, empty) == 0 { 0 } else { PASS_BIT }
}

impl Virus {
    /// The position with these stones before the first ply, `first` to move. The
    /// stones are on the board and not on the same square.
    fn with_stones(options: Options, zero: u128, one: u128, first: Seat) -> Virus {
        let board = Virus::board(options.size);
        let (mover, other) = if first == Seat::Zero { (zero, one) } else { (one, zero) };
        let empty = board & !(zero | one);
        let turn = Turn::new(0, 0, first, options);
        Virus { mover, other, empty, turn }
    }

    fn board(size: u8) -> u128 {
        let row = (1 << size) - 1;
        (0..size).fold(0, |board, at| board | row << (at * STRIDE))
    }

    /// The seat to move (or that would be, after the end).
    #[inline(always)]
    pub fn to_move(&self) -> Seat {
        Seat::from_parity(self.turn.first().index() + usize::from(self.turn.plies()))
    }

    /// The variant that is played.
    pub fn options(&self) -> Options {
        self.turn.options()
    }

    /// How many stones a seat has.
    pub fn stones(&self, seat: Seat) -> u32 {
        self.side(seat).count_ones()
    }

    /// How many enemy stones a placement of the seat to move would convert.
    #[inline(always)]
    pub fn converts(&self, action: Action) -> u32 {
        (around(action) & self.other).count_ones()
    }

    /// The squares with a stone of the seat to move, with one of the other
    /// seat, and with none: bit [`STRIDE`] * row + column.
    #[inline(always)]
    pub fn sets(&self) -> [u128; 3] {
        [self.mover, self.other, self.empty]
    }

    /// How many passes in a row were played last.
    #[inline(always)]
    pub fn passes(&self) -> u8 {
        self.turn.passes()
    }

    /// Squares on a side.
    #[inline(always)]
    pub fn size(&self) -> u8 {
        self.turn.size()
    }

    fn side(&self, seat: Seat) -> u128 {
        if seat == self.to_move() { self.mover } else { self.other }
    }

    #[inline(always)]
    fn placements(&self) -> u128 {
        touching(self.mover, self.empty)
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.turn.passes() >= 2 || touching(self.mover | self.other, self.empty) == 0
    }

    /// Placements; if there are none, the bit of the pass; 0 if the game is over.
    #[inline(always)]
    fn choices(&self) -> u128 {
        if self.turn.passes() >= 2 {
            return 0;
        }
        match self.placements() {
            0 => choices_without_placements(self.other, self.empty),
            placements => placements,
        }
    }

    fn lost_by(&self, fault: Fault) -> Outcome {
        let full_board = i64::from(self.turn.options().size).pow(2);
        Outcome::lost_by(fault.seat, full_board, fault.kind.cause())
    }
}

impl Game for Virus {
    const NAME: &'static str = "virus";
    type Options = Options;
    type Action = Action;
    type Reply = Done;
    type View = Virus;

    fn start(options: &Options, seed: u64) -> Virus {
        let last = options.size - 1;
        let at = |row: u8, col: u8| 1_u128 << (row * STRIDE + col);
        let first = Seat::from_parity(Rng::for_purpose(seed, "first").below(2) as usize);
        let (zero, one) = (at(0, 0) | at(last, last), at(0, last) | at(last, 0));
        Virus::with_stones(*options, zero, one, first)
    }

    fn status(&self) -> Status {
        if self.is_over() {
            let score = i64::from(self.stones(Seat::Zero)) - i64::from(self.stones(Seat::One));
            return Status::Over(Outcome::from_score(score, Cause::Normal));
        }
        Status::ToAct { seat: self.to_move(), turn: u32::from(self.turn.plies()) / 2 + 1, actions_left: 1 }
    }

    /// Placements only; when there are none, `pass` alone.
    #[inline(always)]
    fn actions(&self) -> impl ExactSizeIterator<Item = Action> {
        Indices::new(self.choices())
    }

    /// A pass is legal at any time, but [`Game::actions`] lists it only if there
    /// is no placement.
    #[inline(always)]
    fn is_legal(&self, action: Action) -> bool {
        !self.is_over() && (action == Action::PASS || self.placements() >> action.0 & 1 != 0)
    }

    fn put_action(action: Action, line: &mut Vec<u8>) {
        action.put(line);
    }

    fn refusal(&self, action: Action) -> error::Refusal {
        // A pass is legal until the end.
        let Some((row, col)) = action.square() else { return error::Refusal::GameOver };
        let size = usize::from(self.turn.options().size);
        let refusal = if row >= size || col >= size {
            Refusal::OffBoard { row, col, size }
        } else if self.empty >> action.0 & 1 == 0 {
            Refusal::Taken { row, col }
        } else {
            Refusal::NotAdjacent { row, col }
        };
        refusal.into()
    }

    /// A player who cannot move is not asked.
    fn forced(&self) -> Option<Action> {
        (self.choices() == PASS_BIT).then_some(Action::PASS)
    }

    #[inline(always)]
    fn play(&mut self, action: Action) -> Done {
        *self = self.after(action);
        Done
    }

    #[inline(always)]
    fn after(&self, action: Action) -> Virus {
        let (stone, around) = (lookup(&PLACING.stone, action), lookup(&PLACING.around, action));
        Virus {
            mover: self.other & !around,
            other: self.mover | stone | (self.other & around),
            empty: self.empty ^ stone,
            turn: self.turn.after(action),
        }
    }

    fn trace(&self, action: Action) -> Trace {
        let number = |(row, col)| row * usize::from(self.turn.options().size) + col;
        Trace::at(Motion::Place, action.square().map(number))
    }

    #[inline(always)]
    fn view(&self, _seat: Seat) -> &Virus {
        self
    }

    fn grid(&self, _viewpoint: Viewpoint) -> Grid {
        let size = self.turn.options().size;
        let mut cells = Vec::with_capacity(usize::from(size) * usize::from(size));
        let owners = [Cell::default(), Cell::new(Seat::Zero, 1), Cell::new(Seat::One, 1), Cell::default()];
        for row in 0..size {
            let [zero, one] = Seat::BOTH.map(|seat| (self.side(seat) >> (row * STRIDE)) as u32);
            cells.extend((0..size).map(|col| owners[(zero >> col & 1 | (one >> col & 1) << 1) as usize]));
        }
        Grid { cols: usize::from(size), numbering: Numbering::FromTopLeft, style: Style::Stones, cells }
    }

    fn adjudicate(&self, fault: Fault) -> Ruling<Action> {
        let penalty = match fault.kind {
            FaultKind::Protocol | FaultKind::Illegal => self.turn.options().on_illegal,
            FaultKind::Time => self.turn.options().on_timeout,
            FaultKind::NoStart | FaultKind::Crash | FaultKind::EndlessLine => Penalty::Lose,
        };
        match penalty {
            Penalty::Pass => Ruling::Play(Action::PASS),
            Penalty::Lose => Ruling::Over(self.lost_by(fault)),
        }
    }
}

impl Display for Virus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = PositionText::new(self.grid(Viewpoint::All).signed_rows(), self.to_move());
        let usual = Options::default();
        text.put("plies", self.turn.plies(), 0);
        text.put("passes", self.turn.passes(), 0);
        text.put("on_illegal", self.turn.options().on_illegal, usual.on_illegal);
        text.put("on_timeout", self.turn.options().on_timeout, usual.on_timeout);
        text.fmt(f)
    }
}

impl FromStr for Virus {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Virus, PositionError> {
        let mut text: PositionText = line.parse()?;
        let usual = Options::default();
        let (size, cols) = (text.rows.len(), text.rows[0].len());
        if !(3..=usize::from(STRIDE)).contains(&size) || cols != size {
            let expected = "a Virus board is a square of 3 to 11 squares a side";
            return Err(PositionError::WrongSize { rows: size, cols, expected });
        }
        let options = Options {
            size: size as u8,
            on_illegal: text.take("on_illegal", usual.on_illegal)?,
            on_timeout: text.take("on_timeout", usual.on_timeout)?,
        };
        let plies: u16 = text.take("plies", 0)?;
        let passes: u8 = text.take("passes", 0)?;
        for (key, value, max) in [("plies", plies, LONGEST), ("passes", u16::from(passes), 2)] {
            if value > max {
                let (value, max) = (u32::from(value), u32::from(max));
                return Err(PositionError::FieldOutOfRange { key, value, min: 0, max });
            }
        }
        text.finish(&["plies", "passes", "on_illegal", "on_timeout"])?;
        let mut sides = [0_u128; 2];
        for (row, cells) in text.rows.iter().enumerate() {
            for (col, cell) in cells.iter().enumerate() {
                match cell {
                    0 => {}
                    1 => sides[0] |= 1 << (row * usize::from(STRIDE) + col),
                    -1 => sides[1] |= 1 << (row * usize::from(STRIDE) + col),
                    _ => return Err(PositionError::CellOutOfRange { value: *cell, row, col, limit: 1 }),
                }
            }
        }
        let start = Virus::with_stones(options, sides[0], sides[1], text.seat);
        let first = Seat::from_parity(text.seat.index() + usize::from(plies));
        let turn = Turn::new(plies, passes, first, options);
        Ok(Virus { turn, ..start })
    }
}
