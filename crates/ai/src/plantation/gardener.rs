//! A player that is hard to hurt: it plants sparsely, looks now and then, and
//! attacks where it pays.

use games::Game;
use games::common::rng::Rng;
use games::plantation::{Action, Command, Plantation, Reply, Side};
use games::sighting::Sighting;

use super::estimate::Estimate;
use super::field::{Field, Sight};
use super::growth::sparse_growth;
use crate::{Player, Time};

/// It looks once in so many turns.
pub(super) const LOOK_EVERY: u32 = 4;
/// It attacks when this much damage is expected: a little more than the two
/// points that the moves would bring otherwise.
const WORTHWHILE: f64 = 2.2;
/// Trust in what was seen falls to this with each turn.
const KEEP: f64 = 0.97;

/// Plants sparsely, looks once every four turns, attacks where it pays.
pub struct Gardener {
    rng: Rng,
    mind: Option<Mind>,
}

struct Mind {
    field: Field,
    estimate: Estimate,
    /// The turn of the last look at every square.
    seen: Vec<u32>,
    turn: u32,
}

impl Gardener {
    /// A player drawing from its own seed.
    pub fn new(seed: u64) -> Gardener {
        Gardener { rng: Rng::new(seed), mind: None }
    }

    /// What it does when it sees this.
    pub(super) fn decide(&mut self, sight: &Sight) -> Action {
        self.mind.get_or_insert_with(|| Mind::new(sight)).act(sight, &mut self.rng)
    }

    /// Takes in what an answer taught.
    pub(super) fn learn(&mut self, sight: &Sight, sightings: &[Sighting]) {
        let mind = self.mind.get_or_insert_with(|| Mind::new(sight));
        mind.estimate.learn(sightings, sight.turn);
    }
}

impl Mind {
    fn new(sight: &Sight) -> Mind {
        let field = Field::new(&sight.options);
        let estimate = Estimate::new(&field, sight.seat, &sight.options, KEEP);
        Mind { estimate, seen: vec![0; field.squares()], field, turn: 0 }
    }

    /// Looks where it has not looked for longest: most squares and oldest first.
    fn look(&mut self, sight: &Sight, rng: &mut Rng) -> Action {
        let stale = |at: usize| -> u32 {
            let foreign = self.field.window(at).filter(|near| sight.levels[*near] == 0);
            foreign.map(|near| sight.turn - self.seen[near]).sum()
        };
        let most = (0..self.field.squares()).map(stale).max().unwrap_or(0);
        let among: Vec<usize> = (0..self.field.squares()).filter(|at| stale(*at) == most).collect();
        let at = among[rng.below(among.len() as u32) as usize];
        for near in self.field.window(at) {
            self.seen[near] = sight.turn;
        }
        self.field.order(Command::Scout, at)
    }

    fn act(&mut self, sight: &Sight, rng: &mut Rng) -> Action {
        let begins = sight.turn != self.turn;
        if begins {
            self.turn = sight.turn;
            if sight.turn.is_multiple_of(LOOK_EVERY) {
                return self.look(sight, rng);
            }
        }
        if sight.moves_left >= 2 {
            let attack = self.estimate.best_attack(&self.field, &sight.levels, sight.turn);
            if attack.damage >= WORTHWHILE {
                return self.field.order(attack.command, attack.at);
            }
        }
        match sparse_growth(&self.field, &sight.levels, |at| self.estimate.is_taken(at), rng) {
            Some(growth) => growth.order(&self.field),
            None => self.look(sight, rng),
        }
    }
}

impl<const W: usize> Player<Plantation<W>> for Gardener {
    fn act(&mut self, view: &Side<W>, _time: &Time<'_>) -> Action {
        self.decide(&Sight::new(view))
    }

    fn observe_reply(&mut self, view: &Side<W>, action: Action, reply: &Reply) {
        self.learn(&Sight::new(view), &Plantation::<W>::sightings(view, action, reply));
    }
}
