//! Growth that leaves little to attack: every point goes where the best attack
//! that could take it takes the least, and where there is room for more.

use games::common::rng::Rng;

use super::field::Field;
use super::growth::{Growth, crowding, is_border};

/// The numbers below were found by games against the gardener; all are in
/// levels that the best attack takes.
///
/// Planting on a square that is surely taken counts like this.
const RISK: f64 = 1.5;
/// Where the other stands for certain, or nearly, nothing is planted.
const SURELY_TAKEN: f64 = 0.95;
/// Feeding a tile of level 1: land first, because the other wants it too, and
/// because a look finds less where points are spread.
const SECOND_LEVEL: f64 = 1.6;
/// Feeding a tile of level 2, which is then worth a bomb.
const THIRD_LEVEL: f64 = 1.5;
/// The far side of the board against the own one.
const OUTWARD: f64 = 0.4;
/// Every own tile nearby leaves less room.
const NARROW: f64 = 0.03;

/// What a player knows when it grows.
pub struct Ground<'a> {
    /// The board.
    pub field: &'a Field,
    /// Own levels.
    pub levels: &'a [u32],
    /// The column where one started.
    pub home: usize,
    /// What a bomb takes at most.
    pub bomb_damage: u32,
}

/// The step that exposes the least: `taken` says how likely the other holds a
/// square.
pub fn thrifty_growth(ground: &Ground<'_>, taken: impl Fn(usize) -> f64, rng: &mut Rng) -> Option<Growth> {
    let Ground { field, levels, home, bomb_damage } = *ground;
    let mut best: Option<(f64, Growth)> = None;
    for at in 0..field.squares() {
        let (cost, growth) = match levels[at] {
            0 if is_border(field, levels, at) && taken(at) < SURELY_TAKEN => {
                (planting(field, levels, home, at) + RISK * taken(at), Growth::Plant(at))
            }
            0 => continue,
            level => (feeding(level, bomb_damage), Growth::Fertilise(at)),
        };
        // Of equals any.
        let cost = cost + f64::from(rng.below(1000)) * 1e-6;
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, growth));
        }
    }
    best.map(|(_, growth)| growth)
}

fn feeding(level: u32, bomb_damage: u32) -> f64 {
    // A bomb takes no more than it can, so the highest towers are as good as
    // any; lower ones go first for the sake of those that are found.
    let bombed = f64::from((level + 1).min(bomb_damage)) + 0.01 * f64::from(level);
    match level {
        1 => bombed + SECOND_LEVEL,
        2 => bombed + THIRD_LEVEL,
        _ => bombed,
    }
}

fn planting(field: &Field, levels: &[u32], home: usize, at: usize) -> f64 {
    let own = |centre: usize| field.cross(centre).filter(|near| levels[*near] > 0).count();
    let nearby: usize = field.cross(at).map(own).sum();
    let out = (at % field.cols).abs_diff(home) as f64 / field.cols as f64;
    // A little cheaper than a tile of the same exposure: it makes room.
    crowding(field, levels, at) as f64 - 0.1 + NARROW * nearby as f64 - OUTWARD * out
}
