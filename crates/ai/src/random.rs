//! A player for every game: any action that makes sense, all alike.

use games::Game;
use games::common::rng::Rng;

use crate::{Player, Time};

/// Plays any action of a game without secrets.
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A player drawing from its own seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }
}

impl<G: Game<View = G>> Player<G> for Random {
    fn act(&mut self, view: &G, _time: &Time<'_>) -> G::Action {
        any_action(view, &mut self.rng)
    }
}

/// Any action of somebody who has one.
///
/// # Panics
/// If there is none.
pub fn any_action<G: Game>(game: &G, rng: &mut Rng) -> G::Action {
    let mut actions = game.actions();
    let count = actions.len() as u32;
    actions.nth(rng.below(count) as usize).expect("who is asked has an action")
}
