//! A whole new game in one file, and Gridiron's alpha-beta search plays it:
//!
//! ```sh
//! cargo run --release -p gridiron-ai --example new_game
//! ```
//!
//! *Kayles* (Dudeney, 1908): a row of pins. In turn, each player knocks down one pin or
//! two neighbouring ones. A player who cannot move, because no pin stands, loses.
#![cfg_attr(rustfmt, rustfmt_skip)] // Short functions stay on one line in this file.

use std::fmt::{Display, Formatter, Result as FmtResult};
use std::str::FromStr;

use games::common::bits::{FromIndex, Indices};
use games::common::options::{OptionError, OptionSpec, OptionValues};
use games::game::{ActionError, Done};
use games::error::PositionError;
use games::grid::{Numbering, Style};
use games::{Cause, Cell, Fault, Game, GameOptions, Grid, Outcome, Ruling, Seat, Status, Viewpoint};
use gridiron_ai::search::alpha_beta::{AlphaBeta, GameContext};
use gridiron_ai::search::{Evaluator, SearchLimits, Searchable, Value, WIN};

/// The only option: the number of pins.
#[derive(Clone, PartialEq, Debug)]
pub struct Pins(pub u8);

impl GameOptions for Pins {
    const SPECS: &'static [OptionSpec] = &[OptionSpec::integer("pins", 1, 32, 12, "pins at the start")];
    fn from_values(values: &OptionValues) -> Result<Pins, OptionError> { Ok(Pins(values.integer("pins"))) }
}

/// An action: below 64 one pin by its number from 0, from 64 on a pin and the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Throw(u8);

impl FromIndex for Throw { fn from_index(index: u8) -> Throw { Throw(index) } }
impl Display for Throw { fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult { self.0.fmt(f) } }
impl FromStr for Throw {
    type Err = ActionError;
    fn from_str(text: &str) -> Result<Throw, ActionError> {
        text.parse().map(Throw).map_err(|_| ActionError::malformed("expected a number"))
    }
}

/// A position: which pins stand, as bits, how many there were, and the seat to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Kayles { standing: u32, pins: u8, mover: Seat }

impl Game for Kayles {
    const NAME: &'static str = "kayles";
    type Options = Pins;
    type Action = Throw;
    type Reply = Done;
    type View = Kayles; // Both players see everything.
    fn start(pins: &Pins, _seed: u64) -> Kayles {
        Kayles { standing: u32::MAX >> (32 - pins.0), pins: pins.0, mover: Seat::Zero }
    }
    fn status(&self) -> Status {
        match self.standing {
            0 => Status::Over(Outcome::lost_by(self.mover, 1, Cause::Normal)),
            _ => Status::ToAct { seat: self.mover, turn: 1, actions_left: 1 },
        }
    }
    fn actions(&self) -> impl ExactSizeIterator<Item = Throw> {
        let pairs = self.standing & self.standing >> 1;
        Indices::new(u128::from(pairs) << 64 | u128::from(self.standing))
    }
    fn is_legal(&self, throw: Throw) -> bool { self.actions().any(|legal| legal == throw) }
    fn play(&mut self, throw: Throw) -> Done {
        self.standing &= !((if throw.0 < 64 { 0b1 } else { 0b11 }) << (throw.0 % 64));
        self.mover = self.mover.other();
        Done
    }
    fn view(&self, _seat: Seat) -> &Kayles { self }
    fn grid(&self, _viewpoint: Viewpoint) -> Grid {
        let cells = (0..self.pins).map(|at| Cell::new(Seat::Zero, self.standing >> at & 1)).collect();
        Grid { cols: self.pins.into(), numbering: Numbering::FromTopLeft, style: Style::Stones, cells }
    }
    fn adjudicate(&self, fault: Fault) -> Ruling<Throw> {
        Ruling::Over(Outcome::lost_by(fault.seat, 1, fault.kind.cause()))
    }
}
impl Display for Kayles {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        (0..self.pins).try_for_each(|at| f.write_str([".", "|"][self.standing as usize >> at & 1]))?;
        write!(f, " {}", self.mover)
    }
}
impl FromStr for Kayles {
    type Err = PositionError;
    fn from_str(text: &str) -> Result<Kayles, PositionError> {
        let (pins, mover) = text.split_once(' ').ok_or(PositionError::NoSeat { got: None })?;
        let standing = pins.chars().rev().fold(0, |bits, pin| bits << 1 | u32::from(pin == '|'));
        Ok(Kayles { standing, pins: pins.len() as u8, mover: Seat::from_parity(usize::from(mover == "1")) })
    }
}
impl Searchable for Kayles {
    const CAN_REPEAT: bool = false;
    fn hash(&self) -> u64 { (u64::from(self.standing) << 1 | self.mover as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    fn action_index(throw: Throw) -> usize { throw.0.into() }
    fn mover(&self) -> Seat { self.mover }
}
/// Knows nothing of open positions: Kayles is small enough for a search to the end.
pub struct Plain;
impl Evaluator<Kayles> for Plain {
    fn evaluate(&self, _position: &Kayles) -> Value { 0 }
    fn terminal_value(&self, _position: &Kayles, _outcome: Outcome) -> Value { -WIN } // The mover has lost.
    fn order_score(&self, _position: &Kayles, _throw: Throw) -> i32 { 0 }
}
/// Plays both sides and prints every position. With 12 pins the first player wins.
pub fn main() {
    let (mut position, mut searcher) = (Kayles::start(&Pins(12), 0), AlphaBeta::new(Plain, 1 << 16));
    while position.standing > 0 {
        let result = searcher.search(&position, &GameContext::none(), &SearchLimits::depth(40), 1);
        println!("{position}   throws {}, value {}", result.action, result.value);
        position.play(result.action);
    }
    println!("{position}   player {} has won", position.mover.other());
}
