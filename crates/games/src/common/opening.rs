//! Random openings, drawn from the seed. Without them two deterministic bots
//! would play the same game again and again.

use super::options::OptionSpec;
use super::rng::Rng;
use crate::game::{Game, Status};

/// The option of games with openings.
pub const OPENING_PLIES: OptionSpec = OptionSpec::integer(
    "opening_plies",
    0,
    40,
    0,
    "random plies, drawn from the seed, before the players move",
);

/// How often an opening is drawn again if it ends the game or leaves a player
/// without a choice.
const TRIES: u32 = 10_000;

/// `plies` legal actions after which the game still goes on. `None` if 10,000
/// tries found no such opening.
///
/// ```
/// use gridiron_games::common::opening;
/// use gridiron_games::{Game, virus::{Options, Virus}};
///
/// let mut game = Virus::start(&Options::default(), 3);
/// for action in opening::draw(&game, 4, 3).expect("boards of 100 squares have some") {
///     game.play(action);
/// }
/// assert!(game.status().outcome().is_none());
/// ```
pub fn draw<G: Game>(start: &G, plies: u32, seed: u64) -> Option<Vec<G::Action>> {
    let mut rng = Rng::for_purpose(seed, "opening");
    (0..TRIES).find_map(|_| try_draw(start.clone(), plies, &mut rng))
}

/// One random opening; `None` if it ends the game or reaches a forced move.
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
