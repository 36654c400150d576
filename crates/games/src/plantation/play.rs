//! A position of Plantation: both sides and the seat to act.

use super::actions::Actions;
use super::effect::{Effect, Presence, Situation, effect};
use super::execute::execute;
use super::refusal;
use super::sightings;
use super::{Action, Command, Options, Reply, Side};
use crate::common::rng::Rng;
use crate::error::Refusal;
use crate::game::{Cause, Fault, FaultKind, Game, Outcome, Ruling, Seat, Status};
use crate::grid::{Cell, Grid, Numbering, Style, Viewpoint};
use crate::sighting::Sighting;
use crate::trace::{Motion, Trace};

/// A position: both sides and the seat to act. `W` sets of 128 squares hold a
/// board; use [`Small`](super::Small) or [`Large`](super::Large).
///
/// ```
/// use gridiron_games::plantation::{Options, Reply, Small};
/// use gridiron_games::{Game, Seat};
///
/// let mut game: Small = "1,0,0/0,0,-2 0 starting_tiles=1".parse()?;
/// assert_eq!(game.play("fertilise 0 0".parse()?), Reply::Done);
/// // A scout finds the enemy's tile, which is not in the view.
/// assert_eq!(game.play("scout 1 2".parse()?).to_string(), "OK 0,0,0,-2");
/// assert_eq!(game.view(Seat::Zero).score(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plantation<const W: usize> {
    pub(super) sides: [Side<W>; 2],
    pub(super) to_act: Seat,
}

/// The score that a player loses by who runs out of time, crashes or does not
/// start.
const FAULT_MARGIN: i64 = 100;

impl<const W: usize> Plantation<W> {
    /// The variant that is played.
    pub fn options(&self) -> &Options {
        self.sides[0].options()
    }

    /// One seat's tiles.
    pub fn side(&self, seat: Seat) -> &Side<W> {
        &self.sides[seat.index()]
    }

    /// The position at the start of turn 1, without tiles.
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

    /// Both had their last turn: the seat to act would start one too many.
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.sides[self.to_act.index()].turn > self.options().max_turns
    }
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

    /// Commands for which the seat to act knows that the reply is not `error`.
    fn actions(&self) -> impl ExactSizeIterator<Item = Action> {
        Actions::new(self.side(self.to_act), !self.is_over())
    }

    /// Whether the seat to act knows from its own tiles that the reply is not
    /// `error`. With `plant_probe=anywhere` a distant `plant` may still succeed,
    /// but the seat cannot know that.
    fn is_legal(&self, action: Action) -> bool {
        let side = self.side(self.to_act);
        let (Some(at), Some(source)) = (side.index(action.target()), side.index(action.source())) else {
            return false;
        };
        // As if there were no enemy: what is allowed then is always allowed.
        let situation = Situation::new(side.presence(at), Presence::NONE, side.presence(source), false);
        let affordable = action.command().cost() <= side.moves_left();
        !self.is_over() && affordable && effect(action.command(), situation) != Effect::Invalid
    }

    /// Every command gets a reply, if only `error`.
    fn accepts(&self, _action: Action) -> bool {
        !self.is_over()
    }

    /// With `plant_probe=anywhere` a distant `plant` may detect a tile. There is
    /// no objection to it, although [`Game::actions`] does not list it.
    fn objection(&self, action: Action) -> Option<Refusal> {
        match self.is_over() {
            true => Some(Refusal::GameOver),
            false => refusal::objection(self.side(self.to_act), action).map(Refusal::from),
        }
    }

    #[inline(always)]
    fn play(&mut self, action: Action) -> Reply {
        let moves_per_turn = self.options().moves_per_turn;
        let (own, enemy) = self.both();
        let reply = execute(own, enemy, action);
        own.moves_left = own.moves_left.saturating_sub(action.command().cost());
        // Without a branch: the end of a turn is hard to predict.
        let ends = own.moves_left == 0;
        own.turn += u32::from(ends);
        enemy.moves_left = if ends { moves_per_turn } else { 0 };
        self.to_act = Seat::from_parity(self.to_act.index() + usize::from(ends));
        reply
    }

    fn seat_reply(reply: &Reply, seat: Seat) -> Option<String> {
        Some(reply.seat_reply(seat))
    }

    fn sightings(view: &Side<W>, action: Action, reply: &Reply) -> Vec<Sighting> {
        sightings::sightings(view, action, reply)
    }

    fn trace(&self, action: Action) -> Trace {
        let number = |tile| sightings::number(self.side(Seat::Zero), tile);
        let motion = match action.command() {
            Command::Fertilise | Command::Plant => Motion::Grow,
            Command::Scout => Motion::Look,
            Command::Colonise => Motion::Send,
            Command::Spray => Motion::Spray,
            Command::Bomb => Motion::Strike,
            Command::Malformed => return Trace::default(),
        };
        match (motion, number(action.source()), number(action.target())) {
            (Motion::Send, Some(source), Some(target)) => Trace { motion, path: vec![source, target] },
            (_, _, target) => Trace::at(motion, target),
        }
    }

    #[inline(always)]
    fn view(&self, seat: Seat) -> &Side<W> {
        self.side(seat)
    }

    fn grid(&self, viewpoint: Viewpoint) -> Grid {
        let cell = |at| {
            let owner = Seat::BOTH
                .into_iter()
                .find(|seat| viewpoint.can_see(*seat) && self.side(*seat).owned().has(at));
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
    fn adjudicate(&self, fault: Fault) -> Ruling<Action> {
        match fault.kind {
            FaultKind::Protocol | FaultKind::Illegal => Ruling::Play(Action::MALFORMED),
            FaultKind::NoStart | FaultKind::Time | FaultKind::Crash | FaultKind::EndlessLine => {
                Ruling::Over(Outcome::lost_by(fault.seat, FAULT_MARGIN, fault.kind.cause()))
            }
        }
    }
}
