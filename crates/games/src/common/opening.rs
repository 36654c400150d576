//! Openings drawn from the seed, so that two deterministic bots do not play
//! one game four hundred times.

use super::options::OptionSpec;
use super::rng::Rng;
use crate::game::{Game, Status};

/// The option that games with openings have in their table.
pub const OPENING_PLIES: OptionSpec =
    OptionSpec::integer("opening_plies", 0, 40, 0, "plies drawn from the seed before the players take over");

/// Openings that end the game or leave a player without a move are drawn
/// again, this often.
const TRIES: u32 = 10_000;

/// `plies` legal placements after which the game still goes on, or `None` if
/// none was found.
pub fn draw<G: Game>(start: &G, plies: u32, seed: u64) -> Option<Vec<G::Action>> {
    let mut rng = Rng::for_purpose(seed, "opening");
    (0..TRIES).find_map(|_| try_draw(start.clone(), plies, &mut rng))
}

fn try_draw<G: Game>(mut game: G, plies: u32, rng: &mut Rng) -> Option<Vec<G::Action>> {
    let mut opening = Vec::new();
    for _ in 0..plies {
        if game.forced().is_some() {
            return None;
        }
        let mut actions = game.actions();
        let count = actions.len() as u32;
        if count == 0 {
            return None;
        }
        let action = actions.nth(rng.below(count) as usize)?;
        drop(actions);
        game.play(action);
        opening.push(action);
    }
    matches!(game.status(), Status::ToAct { .. }).then_some(opening)
}
