//! The original project's player: grows, scouts, then either grows or attacks.

use games::Game;
use games::common::rng::Rng;
use games::plantation::{Action, Command, Plantation, Reply, Side};

use super::estimate::LastSeenEstimate;
use super::geometry::{Geometry, SeatView};
use super::growth::any_growth;
use crate::{Player, Time};

/// Turns of growth before the first scouting turn.
pub(super) const PEACEFUL_TURNS: u32 = 5;
/// Trust in a sighting is multiplied by this every turn.
const TRUST_DECAY: f64 = 0.95;
/// How strongly the better of growing and attacking is preferred (logistic slope).
const SHARPNESS: f64 = 2.0;

/// What a turn is used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TurnGoal {
    Grow,
    Scout,
    Kill,
}

/// Grows for five turns, scouts in the sixth, and then decides in each turn whether to
/// grow or to attack.
pub struct ScryAndDie {
    rng: Rng,
    state: Option<ScryState>,
}

struct ScryState {
    geometry: Geometry,
    estimate: LastSeenEstimate,
    /// Squares to scout, in a cycle; their windows cover the board.
    scouts: Vec<usize>,
    scouted: usize,
    turn: u32,
    goal: TurnGoal,
}

impl ScryAndDie {
    /// A player with its own seed.
    pub fn new(seed: u64) -> ScryAndDie {
        ScryAndDie { rng: Rng::new(seed), state: None }
    }
}

/// The centres of windows that cover `length` squares in a row.
fn centres(length: usize) -> impl Iterator<Item = usize> + Clone {
    (0..length).step_by(3).map(move |begin| (begin + 1).min(length - 1))
}

impl ScryState {
    fn new(seat_view: &SeatView, rng: &mut Rng) -> ScryState {
        let geometry = Geometry::new(&seat_view.options);
        let mut scouts: Vec<usize> = centres(geometry.rows)
            .flat_map(|row| centres(geometry.cols).map(move |col| (row, col)))
            .map(|(row, col)| row * geometry.cols + col)
            .collect();
        for last in (1..scouts.len()).rev() {
            scouts.swap(last, rng.below(last as u32 + 1) as usize);
        }
        let estimate = LastSeenEstimate::new(&geometry, seat_view.seat, &seat_view.options, TRUST_DECAY);
        ScryState { geometry, estimate, scouts, scouted: 0, turn: 0, goal: TurnGoal::Grow }
    }

    /// Chooses the goal at the start of a turn.
    fn begin_turn(&mut self, seat_view: &SeatView, rng: &mut Rng) {
        self.turn = seat_view.turn;
        self.goal = match seat_view.turn {
            ..=PEACEFUL_TURNS => TurnGoal::Grow,
            turn if turn == PEACEFUL_TURNS + 1 => TurnGoal::Scout,
            _ if seat_view.moves_left < 2 => TurnGoal::Grow,
            _ => {
                // An attack for every two moves, after one scout; or a point for every move.
                let attacks = f64::from((seat_view.moves_left - 1).max(2) / 2);
                let kill = attacks
                    * self.estimate.best_attack(&self.geometry, &seat_view.levels, seat_view.turn).damage;
                let grow = f64::from(seat_view.moves_left);
                let preference = 1.0 / (1.0 + (-SHARPNESS * (kill - grow)).exp());
                if rng.fraction() < preference { TurnGoal::Kill } else { TurnGoal::Grow }
            }
        };
    }

    fn scout(&mut self, seat_view: &SeatView, rng: &mut Rng) -> Action {
        self.scouted += 1;
        let at = match self.scouted {
            1 => {
                let row = rng.below(self.geometry.rows as u32) as usize;
                row * self.geometry.cols + self.geometry.home(seat_view.seat.other())
            }
            later => self.scouts[(later - 2) % self.scouts.len()],
        };
        self.geometry.order(Command::Scout, at)
    }

    fn act(&mut self, seat_view: &SeatView, rng: &mut Rng) -> Action {
        let begins = seat_view.turn != self.turn;
        if begins {
            self.begin_turn(seat_view, rng);
        }
        match self.goal {
            TurnGoal::Grow => {
                match any_growth(&self.geometry, &seat_view.levels, seat_view.moves_left, rng) {
                    Some(growth) => growth.order(&self.geometry),
                    None => self.scout(seat_view, rng),
                }
            }
            TurnGoal::Kill if seat_view.moves_left >= 2 && !(begins && seat_view.moves_left > 2) => {
                let attack = self.estimate.best_attack(&self.geometry, &seat_view.levels, seat_view.turn);
                self.geometry.order(attack.command, attack.at)
            }
            TurnGoal::Scout | TurnGoal::Kill => self.scout(seat_view, rng),
        }
    }
}

impl<const W: usize> Player<Plantation<W>> for ScryAndDie {
    fn act(&mut self, view: &Side<W>, _time: &Time<'_>) -> Action {
        let seat_view = SeatView::new(view);
        let rng = &mut self.rng;
        self.state.get_or_insert_with(|| ScryState::new(&seat_view, rng)).act(&seat_view, rng)
    }

    fn observe_reply(&mut self, view: &Side<W>, action: Action, reply: &Reply) {
        if let Some(state) = &mut self.state {
            state.estimate.learn(&Plantation::<W>::sightings(view, action, reply), view.turn());
        }
    }
}
