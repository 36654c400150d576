//! The truth of a Plantation game, and what each command does to it.

use std::fmt::{self, Display};

use super::sensible::Sensible;
use super::{Action, Options, PlantProbe, Side, Tile};
use crate::common::rng::Rng;
use crate::game::{Cause, Fault, FaultKind, Game, Outcome, Ruling, Seat, Status};
use crate::grid::{Cell, Eyes, Grid, Numbering, Style};

/// A position: both sides and who is up. `W` words of 64 squares hold a board.
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
                for (at, value) in window.values().iter().enumerate() {
                    write!(f, "{}{value}", if at == 0 { "OK " } else { "," })?;
                }
                Ok(())
            }
            Reply::Error => f.write_str("error"),
        }
    }
}

/// Up to 3 x 3 signed values, row by row; squares off the board left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    values: [i32; 9],
    count: u8,
}

impl Window {
    /// The values seen.
    pub fn values(&self) -> &[i32] {
        &self.values[..usize::from(self.count)]
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
    pub fn signed(&self, at: usize) -> i64 {
        i64::from(self.sides[0].level(at)) - i64::from(self.sides[1].level(at))
    }

    /// The position at the start of turn 1 with these tiles.
    pub(super) fn empty(options: &Options) -> Plantation<W> {
        debug_assert!(usize::from(options.rows) * usize::from(options.cols) <= 64 * W);
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

    #[inline(always)]
    fn carry_out(&mut self, action: Action) -> Reply {
        let seat = self.to_act;
        let (own, enemy) = self.both();
        let occupied = |enemy: &Side<W>, at| Reply::Occupied(-seat.sign() * i64::from(enemy.level(at)));
        match action {
            Action::Fertilise(tile) => match own.index(tile) {
                Some(at) if own.owned().has(at) => {
                    own.grow(at, 1);
                    Reply::Done
                }
                _ => Reply::Error,
            },
            Action::Plant(tile) => match own.index(tile) {
                Some(at) if !own.owned().has(at) => {
                    let hit = enemy.owned().has(at);
                    let probe = hit && own.options().plant_probe == PlantProbe::Anywhere;
                    if !own.touches(at, tile) && !probe {
                        Reply::Error
                    } else if hit {
                        occupied(enemy, at)
                    } else {
                        own.grow(at, 1);
                        Reply::Done
                    }
                }
                _ => Reply::Error,
            },
            Action::Scout(tile) => match own.index(tile) {
                Some(_) => Reply::Seen(self.window(tile)),
                None => Reply::Error,
            },
            Action::Colonise { target, source } => match (own.index(target), own.index(source)) {
                (Some(to), Some(from)) if !own.owned().has(to) && own.level(from) >= 2 => {
                    if enemy.owned().has(to) {
                        return occupied(enemy, to);
                    }
                    own.grow(to, 1);
                    own.shrink(from, 1);
                    Reply::Done
                }
                _ => Reply::Error,
            },
            Action::Spray(tile) => match enemy.index(tile) {
                Some(at) => Reply::Hits(spray(enemy, at, tile)),
                None => Reply::Error,
            },
            Action::Bomb(tile) => match own.index(tile) {
                Some(at) if !own.owned().has(at) => {
                    let damage = own.options().bomb_damage;
                    Reply::Hits(enemy.shrink(at, damage))
                }
                _ => Reply::Error,
            },
            Action::Malformed => Reply::Error,
        }
    }

    /// What a scout sees around a square of the board.
    #[inline(always)]
    fn window(&self, tile: Tile) -> Window {
        let mut window = Window { values: [0; 9], count: 0 };
        let mut count = 0;
        for row in tile.row - 1..=tile.row + 1 {
            for col in tile.col - 1..=tile.col + 1 {
                // Written always, kept when on the board: no branch to mispredict.
                let at = self.sides[0].index(Tile::new(row, col));
                window.values[count] = self.signed(at.unwrap_or(0)) as i32;
                count += usize::from(at.is_some());
            }
        }
        window.count = count as u8;
        window
    }

    /// Uses up moves, and passes the turn on when none are left.
    #[inline(always)]
    fn spend(&mut self, cost: u32) {
        let moves_per_turn = self.options().moves_per_turn;
        let (own, next) = self.both();
        own.moves_left = own.moves_left.saturating_sub(cost);
        if own.moves_left == 0 {
            own.turn += 1;
            next.moves_left = moves_per_turn;
            self.to_act = self.to_act.other();
        }
    }

    /// Both had their last turn: the seat that is up would start one too many.
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.sides[self.to_act.index()].turn > self.options().max_turns
    }
}

/// Every tile in the cross around a square loses 1; says how many there were.
#[inline(always)]
fn spray<const W: usize>(side: &mut Side<W>, at: usize, tile: Tile) -> u32 {
    if !side.owned().has(at) && !side.touches(at, tile) {
        return 0;
    }
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
                side.grow(row as usize * usize::from(options.cols) + col, 1);
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
        let makes_sense = match action {
            Action::Fertilise(tile) => side.index(tile).is_some_and(|at| side.owned().has(at)),
            Action::Plant(tile) => foreign(tile).is_some_and(|at| side.touches(at, tile)),
            Action::Scout(tile) | Action::Spray(tile) => side.index(tile).is_some(),
            Action::Bomb(tile) => foreign(tile).is_some(),
            Action::Colonise { target, source } => {
                foreign(target).is_some() && side.index(source).is_some_and(|at| side.level(at) >= 2)
            }
            Action::Malformed => false,
        };
        !self.is_over() && action.cost() <= side.moves_left() && makes_sense
    }

    /// Every command is answered, if only with `error`.
    fn accepts(&self, _action: Action) -> bool {
        !self.is_over()
    }

    #[inline(always)]
    fn play(&mut self, action: Action) -> Reply {
        let cost = action.cost();
        let affordable = cost <= self.side(self.to_act).moves_left();
        let reply = if affordable { self.carry_out(action) } else { Reply::Error };
        self.spend(cost);
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
            cols: self.sides[0].cols(),
            numbering: Numbering::FromTopLeft,
            style: Style::SignedNumbers,
            cells: (0..self.sides[0].squares()).map(cell).collect(),
        }
    }

    /// A line that is no command costs a move. Faults of the program cost the
    /// game.
    fn on_fault(&self, fault: Fault) -> Ruling<Action> {
        match fault.kind {
            FaultKind::Protocol | FaultKind::Illegal => Ruling::Play(Action::Malformed),
            FaultKind::NoStart | FaultKind::Time | FaultKind::Crash | FaultKind::EndlessLine => {
                Ruling::Over(Outcome::lost_by(fault.seat, FAULT_MARGIN, fault.kind.cause()))
            }
        }
    }
}
