//! Counts the sequences of actions of a given length: the usual test of a move
//! generator, and a measure of its speed.

use crate::common::cpu::{Work, accelerated};
use crate::common::rng::Rng;
use crate::game::Game;

/// The number of sequences of `depth` actions. The last ply is counted and not
/// played.
///
/// ```
/// use gridiron_games::{Game, perft::perft, virus::{Options, Virus}};
///
/// let start = Virus::start(&Options::default(), 0);
/// // Two stones in corners, three squares around each.
/// assert_eq!(perft(&start, 1), 6);
/// assert_eq!(perft(&start, 2), 36);
/// ```
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => descend::<G, true>(position, depth),
    }
}

/// The same number, but every last position is made. For measuring
/// [`Game::after`].
pub fn perft_making_leaves<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => descend::<G, false>(position, depth),
    }
}

/// The recursive call. It is never inlined, so that `run` can always be.
#[inline(never)]
fn descend<G: Game, const BULK: bool>(position: &G, depth: u32) -> u64 {
    accelerated(Count::<G, BULK> { position, depth })
}

struct Count<'a, G, const BULK: bool> {
    position: &'a G,
    depth: u32,
}

impl<G: Game, const BULK: bool> Work for Count<'_, G, BULK> {
    type Output = u64;

    /// The last two plies have their own loop: nearly all the work is there, and
    /// the last positions need not exist in memory.
    #[inline(always)]
    fn run(self) -> u64 {
        let Count { position, depth } = self;
        let mut total = 0;
        match depth {
            1 => total = last_ply::<G, BULK>(position),
            2 => {
                for action in position.actions() {
                    total += last_ply::<G, BULK>(&position.after(action));
                }
            }
            _ => {
                for action in position.actions() {
                    total += descend::<G, BULK>(&position.after(action), depth - 1);
                }
            }
        }
        total
    }
}

#[inline(always)]
fn last_ply<G: Game, const BULK: bool>(position: &G) -> u64 {
    if !BULK {
        for action in position.actions() {
            std::hint::black_box(&position.after(action));
        }
    }
    position.actions().len() as u64
}

/// Plays random actions until the game ends or `limit` actions are played.
/// Returns the number of actions.
///
/// ```
/// use gridiron_games::common::rng::Rng;
/// use gridiron_games::{Game, conga::Position, perft::playout};
///
/// let mut game = Position::start(&Default::default(), 0);
/// let actions = playout(&mut game, 400, &mut Rng::new(1));
/// assert!(actions == 400 || game.status().outcome().is_some());
/// ```
#[inline(always)]
pub fn playout<G: Game>(game: &mut G, limit: u32, rng: &mut Rng) -> u32 {
    for played in 0..limit {
        let mut actions = game.actions();
        let count = actions.len() as u32;
        if count == 0 {
            return played;
        }
        let action = actions.nth(rng.below(count) as usize);
        drop(actions);
        let Some(action) = action else { return played };
        game.play(action);
    }
    limit
}

/// Plays `games` random games from one position, each of at most `limit`
/// actions. Returns the number of actions of all.
pub fn playouts<G: Game>(start: &G, games: u32, limit: u32, rng: &mut Rng) -> u64 {
    accelerated(Playouts { start, games, limit, rng })
}

struct Playouts<'a, G> {
    start: &'a G,
    games: u32,
    limit: u32,
    rng: &'a mut Rng,
}

impl<G: Game> Work for Playouts<'_, G> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Playouts { start, games, limit, rng } = self;
        let mut own = rng.clone();
        let mut total = 0;
        for _ in 0..games {
            total += u64::from(playout(&mut start.clone(), limit, &mut own));
        }
        *rng = own;
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{conga, plantation, virus};

    /// All paths agree: in bulk, leaf by leaf, with the processor's instructions
    /// and without them (until the first caller detects them).
    fn agree<G: Game>(start: &G, depth: u32) {
        let mut rng = Rng::new(1);
        let plain: u64 = (0..20).map(|_| u64::from(playout(&mut start.clone(), 200, &mut rng))).sum();
        assert_eq!(playouts(start, 20, 200, &mut Rng::new(1)), plain);
        for depth in 0..=depth {
            assert_eq!(perft(start, depth), perft_making_leaves(start, depth), "depth {depth}");
        }
    }

    #[test]
    fn all_ways_of_counting_and_playing_agree() {
        agree(&virus::Virus::start(&virus::Options::default(), 1), 5);
        agree(&conga::Position::start(&conga::Options::default(), 1), 5);
        agree(&plantation::Small::start(&plantation::Options::default(), 1), 2);
    }
}
