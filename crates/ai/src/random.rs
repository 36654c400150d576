//! A random player for every game without secrets.

use games::Game;
use games::common::rng::Rng;

use crate::{Player, Time};

/// Plays a random legal action; all are equally likely.
///
/// ```
/// use games::{Game, conga};
/// use gridiron_ai::random::Random;
/// use gridiron_ai::{Player, Time};
///
/// let start = conga::Position::start(&conga::Options::default(), 0);
/// let mut player: Box<dyn Player<conga::Position>> = Box::new(Random::new(42));
/// let action = player.act(&start, &Time::UNLIMITED);
/// assert!(start.is_legal(action));
/// ```
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A player with its own seed: the same seed plays the same game.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }
}

impl<G: Game<View = G>> Player<G> for Random {
    fn act(&mut self, view: &G, _time: &Time<'_>) -> G::Action {
        any_action(view, &mut self.rng)
    }
}

/// A random action; all are equally likely.
///
/// # Panics
/// If there is none: the game is over.
pub fn any_action<G: Game>(game: &G, rng: &mut Rng) -> G::Action {
    let mut actions = game.actions();
    let count = actions.len() as u32;
    actions.nth(rng.below(count) as usize).expect("the player to act has an action")
}
