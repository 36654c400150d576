//! Growth that leaves little to attack: every point goes where the best attack
//! that could take it takes the least.

use games::common::rng::Rng;

use super::field::Field;
use super::growth::{Growth, crowding, is_border};

/// The step that exposes the least: `taken` says how likely the other holds a
/// square.
pub fn thrifty_growth(
    field: &Field,
    levels: &[u32],
    taken: impl Fn(usize) -> f64,
    bomb_damage: u32,
    rng: &mut Rng,
) -> Option<Growth> {
    let mut best: Option<(f64, Growth)> = None;
    for at in 0..field.squares() {
        let (exposure, growth) = if levels[at] > 0 {
            // A bomb takes no more than it can, so the highest towers are as
            // good as any; the lower ones go first for the sake of those that
            // are found.
            let bombed = f64::from((levels[at] + 1).min(bomb_damage));
            (
                bombed
                    + 0.01 * f64::from(levels[at])
                    + if levels[at] == 1 {
                        tune("F2", 1.1)
                    } else if levels[at] == 2 {
                        tune("F3", 1.5)
                    } else {
                        0.0
                    },
                Growth::Fertilise(at),
            )
        } else if is_border(field, levels, at) {
            (crowding(field, levels, at) as f64 - 0.1 + tune("RISK", 1.5) * taken(at), Growth::Plant(at))
        } else {
            continue;
        };
        let exposure = exposure + f64::from(rng.below(1000)) * 1e-6;
        if best.is_none_or(|(least, _)| exposure < least) {
            best = Some((exposure, growth));
        }
    }
    best.map(|(_, growth)| growth)
}

fn tune(name: &str, default: f64) -> f64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}
