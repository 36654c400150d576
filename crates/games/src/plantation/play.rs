//! The truth of a Plantation game, and what each command does to it.

use std::fmt::{self, Display};

use super::effect::{Effect, Situation, effect};
use super::sensible::Sensible;
use super::{Action, Command, Options, PlantProbe, Side, Tile};
use crate::common::rng::Rng;
use crate::game::{Cause, Fault, FaultKind, Game, Outcome, Ruling, Seat, Status};
use crate::grid::{Cell, Eyes, Grid, Numbering, Style};

/// A position: both sides and who is up. `W` sets of 128 squares hold a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plantation<const W: usize> {
    pub(super) sides: [Side<W>; 2],
    pub(super) to_act: Seat,
}

/// What a player who runs out of time, crashes or never starts loses by.
const FAULT_MARGIN: i64 = 100;

/// The answer to a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Done.
    Done,
    /// Spray: enemy tiles hit. Bomb: levels removed.
    Hits(u32),
    /// The square is the enemy's: its signed value.
    Occupied(i64),
    /// What the scout saw.
    Seen(Window),
    /// It made no sense. A failed command still costs its moves: bots must not
    /// probe for free.
    Error,
}

impl Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Done => f.write_str("OK"),
            Reply::Hits(count) => write!(f, "OK {count}"),
            Reply::Occupied(value) => write!(f, "occupied {value}"),
            Reply::Seen(window) => {
                for (at, value) in window.values().enumerate() {
                    write!(f, "{}{value}", if at == 0 { "OK " } else { "," })?;
                }
                Ok(())
            }
            Reply::Error => f.write_str("error"),
        }
    }
}

/// The signed values of the 3 x 3 squares around one, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Without meaning where the board has no such square.
    values: [i32; 9],
    /// A bit for each square that the board has.
    exists: u16,
}

impl Window {
    /// The values seen; squares off the board are left out.
    pub fn values(&self) -> impl Iterator<Item = i32> + '_ {
        self.values.iter().enumerate().filter(|(at, _)| self.exists >> at & 1 == 1).map(|(_, value)| *value)
    }
}

impl<const W: usize> Plantation<W> {
    /// The variant that is played.
    pub fn options(&self) -> &Options {
        self.sides[0].options()
    }

    /// One seat's tiles.
    pub fn side(&self, seat: Seat) -> &Side<W> {
        &self.sides[seat.index()]
    }

    /// The board's signed value of a square.
    #[inline(always)]
    pub fn signed(&self, at: usize) -> i32 {
        self.sides[0].level(at) as i32 - self.sides[1].level(at) as i32
    }

    /// The position at the start of turn 1 with these tiles.
    pub(super) fn empty(options: &Options) -> Plantation<W> {
        debug_assert!(usize::from(options.cols) <= Side::<W>::STRIDE);
        let mut sides = Seat::BOTH.map(|seat| Side::new(seat, *options));
        sides[0].moves_left = options.moves_per_turn;
        Plantation { sides, to_act: Seat::Zero }
    }

    /// Own side and enemy side of the seat to act.
    #[inline(always)]
    fn both(&mut self) -> (&mut Side<W>, &mut Side<W>) {
        let [zero, one] = &mut self.sides;
        match self.to_act {
            Seat::Zero => (zero, one),
            Seat::One => (one, zero),
        }
    }

    /// Does what a command says.
    #[inline(always)]
    fn carry_out(&mut self, action: Action) -> Reply {
        let command = action.command();
        let enemy_sign = -self.to_act.sign();
        let (own, enemy) = self.both();
        let (Some(at), Some(source)) = (own.index(action.target()), own.index(action.source())) else {
            return Reply::Error;
        };
        let affordable = command.cost() <= own.moves_left();
        // First, because nothing needs to be looked up for it: whoever guesses
        // wrong what comes next, as processors do, learns it early.
        if command == Command::Scout {
            return if affordable { Reply::Seen(self.window(at, action.target())) } else { Reply::Error };
        }
        let theirs = enemy.owned().has(at);
        let situation = Situation {
            mine: own.owned().has(at),
            near_mine: own.border().has(at),
            theirs,
            near_theirs: enemy.border().has(at),
            rich: own.rich().has(source),
            probing: own.options().plant_probe == PlantProbe::Anywhere,
        };
        let effect = effect(command, situation) as usize * usize::from(affordable);
        if effect != Effect::Happens as usize {
            const NOTHING: [Reply; 2] = [Reply::Error, Reply::Hits(0)];
            return NOTHING[effect & 1];
        }
        match command {
            Command::Plant | Command::Colonise if theirs => {
                Reply::Occupied(enemy_sign * i64::from(enemy.level(at)))
            }
            // To an own tile, settling is growing. One path for both, because
            // which of the two comes next is anybody's guess.
            Command::Fertilise | Command::Plant => {
                own.settle(at, 1);
                Reply::Done
            }
            Command::Colonise => {
                own.settle(at, 1);
                own.shrink(source, 1);
                Reply::Done
            }
            Command::Spray => Reply::Hits(spray(enemy, action.target())),
            Command::Bomb => Reply::Hits(enemy.shrink(at, own.options().bomb_damage)),
            Command::Scout | Command::Malformed => Reply::Error,
        }
    }

    /// What a scout sees around a square of the board.
    #[inline(always)]
    fn window(&self, at: usize, tile: Tile) -> Window {
        let (rows, cols) = (i32::from(self.options().rows), i32::from(self.options().cols));
        let row_exists = [tile.row > 0, true, tile.row + 1 < rows];
        let col_exists = [tile.col > 0, true, tile.col + 1 < cols];
        let mut window = Window { values: [0; 9], exists: 0 };
        for square in 0..9 {
            let (row, col) = (square / 3, square % 3);
            let near = (at + row * Side::<W>::STRIDE + col).wrapping_sub(Side::<W>::STRIDE + 1);
            window.values[square] = self.signed(near);
            window.exists |= u16::from(row_exists[row] & col_exists[col]) << square;
        }
        window
    }

    /// Uses up moves, and passes the turn on when none are left.
    #[inline(always)]
    fn spend(&mut self, cost: u32) {
        let moves_per_turn = self.options().moves_per_turn;
        let (own, next) = self.both();
        own.moves_left = own.moves_left.saturating_sub(cost);
        // Without a branch: when a turn ends is as good as random.
        let ends = own.moves_left == 0;
        own.turn += u32::from(ends);
        next.moves_left = if ends { moves_per_turn } else { 0 };
        self.to_act = Seat::from_parity(self.to_act.index() + usize::from(ends));
    }

    /// Both had their last turn: the seat that is up would start one too many.
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.sides[self.to_act.index()].turn > self.options().max_turns
    }
}

/// Every tile in the cross around a square loses 1; says how many there were.
#[inline(always)]
fn spray<const W: usize>(side: &mut Side<W>, tile: Tile) -> u32 {
    let Tile { row, col } = tile;
    let cross = [(row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
    let mut hits = 0;
    for (row, col) in cross {
        if let Some(at) = side.index(Tile::new(row, col)) {
            hits += side.shrink(at, 1);
        }
    }
    hits
}

impl<const W: usize> Game for Plantation<W> {
    const NAME: &'static str = "plantation";
    type Options = Options;
    type Action = Action;
    type Reply = Reply;
    type View = Side<W>;

    fn start(options: &Options, seed: u64) -> Plantation<W> {
        let mut rng = Rng::for_purpose(seed, "start");
        let mut position = Plantation::empty(options);
        for (side, col) in position.sides.iter_mut().zip([0, usize::from(options.cols) - 1]) {
            let rows = rng.distinct_below(usize::from(options.starting_tiles), u32::from(options.rows));
            for row in rows {
                side.settle(row as usize * Side::<W>::STRIDE + col, 1);
            }
        }
        position
    }

    #[inline(always)]
    fn status(&self) -> Status {
        if self.is_over() {
            let score = self.sides[0].score() - self.sides[1].score();
            return Status::Over(Outcome::from_score(score, Cause::Normal));
        }
        let side = self.side(self.to_act);
        Status::ToAct { seat: self.to_act, turn: side.turn(), actions_left: side.moves_left() }
    }

    /// Commands that the seat to act knows will not be answered `error`.
    fn actions(&self) -> impl ExactSizeIterator<Item = Action> {
        Sensible::new(self.side(self.to_act), !self.is_over())
    }

    /// Whether the seat to act can tell from its own tiles that the answer will
    /// not be `error`. With `plant_probe=anywhere` a distant `plant` may turn
    /// out well all the same; whether it does is not for the seat to know.
    fn is_legal(&self, action: Action) -> bool {
        let side = self.side(self.to_act);
        let foreign = |tile| side.index(tile).filter(|at| !side.owned().has(*at));
        let (target, source) = (action.target(), action.source());
        let makes_sense = match action.command() {
            Command::Fertilise => side.index(target).is_some_and(|at| side.owned().has(at)),
            Command::Plant => side.index(target).is_some_and(|at| side.border().has(at)),
            Command::Scout | Command::Spray => side.index(target).is_some(),
            Command::Bomb => foreign(target).is_some(),
            Command::Colonise => {
                foreign(target).is_some() && side.index(source).is_some_and(|at| side.rich().has(at))
            }
            Command::Malformed => false,
        };
        !self.is_over() && action.command().cost() <= side.moves_left() && makes_sense
    }

    /// Every command is answered, if only with `error`.
    fn accepts(&self, _action: Action) -> bool {
        !self.is_over()
    }

    #[inline(always)]
    fn play(&mut self, action: Action) -> Reply {
        let reply = self.carry_out(action);
        self.spend(action.command().cost());
        reply
    }

    #[inline(always)]
    fn view(&self, seat: Seat) -> &Side<W> {
        self.side(seat)
    }

    fn grid(&self, eyes: Eyes) -> Grid {
        let cell = |at| {
            let owner =
                Seat::BOTH.into_iter().find(|seat| eyes.see(*seat) && self.side(*seat).owned().has(at));
            owner.map_or(Cell::default(), |seat| Cell::new(seat, self.side(seat).level(at)))
        };
        Grid {
            cols: usize::from(self.options().cols),
            numbering: Numbering::FromTopLeft,
            style: Style::SignedNumbers,
            cells: self.sides[0].board().iter().map(cell).collect(),
        }
    }

    /// A line that is no command costs a move. Faults of the program cost the
    /// game.
    fn on_fault(&self, fault: Fault) -> Ruling<Action> {
        match fault.kind {
            FaultKind::Protocol | FaultKind::Illegal => Ruling::Play(Action::MALFORMED),
            FaultKind::NoStart | FaultKind::Time | FaultKind::Crash | FaultKind::EndlessLine => {
                Ruling::Over(Outcome::lost_by(fault.seat, FAULT_MARGIN, fault.kind.cause()))
            }
        }
    }
}
