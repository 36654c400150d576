//! Growth that exposes little: every point goes where the best attack on it takes the
//! least, and where there is room for more.

use games::common::rng::Rng;

use super::geometry::Geometry;
use super::growth::{Growth, crowding, is_border};

/// The constants below were tuned in games against the gardener. Their unit is levels
/// that the best attack takes.
///
/// The cost of planting on a square that is certainly taken.
const RISK: f64 = 1.5;
/// From this probability on, a square counts as taken and is not planted.
const SURELY_TAKEN: f64 = 0.95;
/// Raising a tile of level 1. Land goes first: the opponent wants it too, and a scout
/// finds less where points are spread.
const SECOND_LEVEL: f64 = 1.6;
/// Raising a tile of level 2, which then deserves a bomb.
const THIRD_LEVEL: f64 = 1.5;
/// The bonus for the far side of the board over the own side.
const OUTWARD: f64 = 0.4;
/// The cost of every own tile nearby: it leaves less room.
const NEARBY_TILE: f64 = 0.03;

/// What the choice depends on.
pub struct GrowthContext<'a> {
    /// The board.
    pub geometry: &'a Geometry,
    /// Own levels.
    pub levels: &'a [u32],
    /// The column in which the player started.
    pub home: usize,
    /// The most levels that a bomb takes.
    pub bomb_damage: u32,
}

/// The step that exposes the least. `taken` is the probability that a square is taken.
pub fn least_exposed_growth(
    context: &GrowthContext<'_>,
    taken: impl Fn(usize) -> f64,
    rng: &mut Rng,
) -> Option<Growth> {
    let GrowthContext { geometry, levels, home, bomb_damage } = *context;
    let mut best: Option<(f64, Growth)> = None;
    for at in 0..geometry.squares() {
        let (cost, growth) = match levels[at] {
            0 if is_border(geometry, levels, at) && taken(at) < SURELY_TAKEN => {
                (planting(geometry, levels, home, at) + RISK * taken(at), Growth::Plant(at))
            }
            0 => continue,
            level => (feeding(level, bomb_damage), Growth::Fertilise(at)),
        };
        // Breaks ties at random.
        let cost = cost + f64::from(rng.below(1000)) * 1e-6;
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, growth));
        }
    }
    best.map(|(_, growth)| growth)
}

fn feeding(level: u32, bomb_damage: u32) -> f64 {
    // A bomb takes a limited number of levels, so the highest towers are equally safe. Lower
    // ones are raised first, in case a tower is found.
    let bombed = f64::from((level + 1).min(bomb_damage)) + 0.01 * f64::from(level);
    match level {
        1 => bombed + SECOND_LEVEL,
        2 => bombed + THIRD_LEVEL,
        _ => bombed,
    }
}

fn planting(geometry: &Geometry, levels: &[u32], home: usize, at: usize) -> f64 {
    let own = |centre: usize| geometry.cross(centre).filter(|near| levels[*near] > 0).count();
    let nearby: usize = geometry.cross(at).map(own).sum();
    let out = (at % geometry.cols).abs_diff(home) as f64 / geometry.cols as f64;
    // A little cheaper than raising a tile of the same exposure: it makes room.
    crowding(geometry, levels, at) as f64 - 0.1 + NEARBY_TILE * nearby as f64 - OUTWARD * out
}
