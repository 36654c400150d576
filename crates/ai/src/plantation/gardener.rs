//! A player that plants sparsely, scouts now and then, and attacks where it pays.

use games::Game;
use games::common::rng::Rng;
use games::plantation::{Action, Command, Plantation, Reply, Side};
use games::sighting::Sighting;

use super::estimate::LastSeenEstimate;
use super::geometry::{Geometry, SeatView};
use super::growth::sparse_growth;
use crate::{Player, Time};

/// It scouts once in this many turns.
pub(super) const SCOUT_EVERY: u32 = 4;
/// It attacks if this much damage is expected: a little more than the two points that
/// the moves would grow.
const ATTACK_FROM: f64 = 2.2;
/// Trust in a sighting is multiplied by this every turn.
const TRUST_DECAY: f64 = 0.97;

/// Plants sparsely, scouts once every four turns, attacks where it pays.
pub struct Gardener {
    rng: Rng,
    state: Option<GardenerState>,
}

struct GardenerState {
    geometry: Geometry,
    estimate: LastSeenEstimate,
    /// The turn in which each square was last scouted.
    seen: Vec<u32>,
    turn: u32,
}

impl Gardener {
    /// A player with its own seed.
    pub fn new(seed: u64) -> Gardener {
        Gardener { rng: Rng::new(seed), state: None }
    }

    /// Its action for a view.
    pub(super) fn decide(&mut self, seat_view: &SeatView) -> Action {
        self.state.get_or_insert_with(|| GardenerState::new(seat_view)).act(seat_view, &mut self.rng)
    }

    /// Adds the sightings of a reply.
    pub(super) fn learn(&mut self, seat_view: &SeatView, sightings: &[Sighting]) {
        let state = self.state.get_or_insert_with(|| GardenerState::new(seat_view));
        state.estimate.learn(sightings, seat_view.turn);
    }
}

impl GardenerState {
    fn new(seat_view: &SeatView) -> GardenerState {
        let geometry = Geometry::new(&seat_view.options);
        let estimate = LastSeenEstimate::new(&geometry, seat_view.seat, &seat_view.options, TRUST_DECAY);
        GardenerState { estimate, seen: vec![0; geometry.squares()], geometry, turn: 0 }
    }

    /// Scouts where the squares were not seen for longest, in sum.
    fn scout(&mut self, seat_view: &SeatView, rng: &mut Rng) -> Action {
        let stale = |at: usize| -> u32 {
            let foreign = self.geometry.window(at).filter(|near| seat_view.levels[*near] == 0);
            foreign.map(|near| seat_view.turn - self.seen[near]).sum()
        };
        let most = (0..self.geometry.squares()).map(stale).max().unwrap_or(0);
        let among: Vec<usize> = (0..self.geometry.squares()).filter(|at| stale(*at) == most).collect();
        let at = among[rng.below(among.len() as u32) as usize];
        for near in self.geometry.window(at) {
            self.seen[near] = seat_view.turn;
        }
        self.geometry.order(Command::Scout, at)
    }

    fn act(&mut self, seat_view: &SeatView, rng: &mut Rng) -> Action {
        let begins = seat_view.turn != self.turn;
        if begins {
            self.turn = seat_view.turn;
            if seat_view.turn.is_multiple_of(SCOUT_EVERY) {
                return self.scout(seat_view, rng);
            }
        }
        if seat_view.moves_left >= 2 {
            let attack = self.estimate.best_attack(&self.geometry, &seat_view.levels, seat_view.turn);
            if attack.damage >= ATTACK_FROM {
                return self.geometry.order(attack.command, attack.at);
            }
        }
        match sparse_growth(&self.geometry, &seat_view.levels, |at| self.estimate.is_taken(at), rng) {
            Some(growth) => growth.order(&self.geometry),
            None => self.scout(seat_view, rng),
        }
    }
}

impl<const W: usize> Player<Plantation<W>> for Gardener {
    fn act(&mut self, view: &Side<W>, _time: &Time<'_>) -> Action {
        self.decide(&SeatView::new(view))
    }

    fn observe_reply(&mut self, view: &Side<W>, action: Action, reply: &Reply) {
        self.learn(&SeatView::new(view), &Plantation::<W>::sightings(view, action, reply));
    }
}
