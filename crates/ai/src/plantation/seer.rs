//! A player that sees everything and takes the best at once: it measures what hidden
//! information is worth.

use games::common::rng::Rng;
use games::plantation::{Action, Command, Plantation};
use games::{Game, Seat};

use super::estimate::PlannedAttack;
use super::geometry::{Geometry, SeatView, levels};
use super::low_exposure::{GrowthContext, least_exposed_growth};
use crate::{OmniscientPlayer, Time};

/// Sees both boards; attacks whenever that takes more than growth would gain.
pub struct Seer {
    rng: Rng,
    geometry: Option<Geometry>,
}

impl Seer {
    /// A player with its own seed.
    pub fn new(seed: u64) -> Seer {
        Seer { rng: Rng::new(seed), geometry: None }
    }
}

/// The attack with the most damage to these levels; the first of equals.
fn best_attack(geometry: &Geometry, theirs: &[u32], bomb_damage: u32) -> PlannedAttack {
    let mut best = PlannedAttack { command: Command::Spray, at: 0, damage: -1.0 };
    for at in 0..geometry.squares() {
        let hits = geometry.cross(at).filter(|near| theirs[*near] > 0).count() as f64;
        let lost = f64::from(theirs[at].min(bomb_damage));
        for (command, damage) in [(Command::Spray, hits), (Command::Bomb, lost)] {
            if damage > best.damage {
                best = PlannedAttack { command, at, damage };
            }
        }
    }
    best
}

impl<const W: usize> OmniscientPlayer<Plantation<W>> for Seer {
    fn act(&mut self, game: &Plantation<W>, _time: &Time<'_>) -> Action {
        let seat = game.status().seat().unwrap_or(Seat::Zero);
        let seat_view = SeatView::new(game.side(seat));
        let theirs = levels(game.side(seat.other()));
        let geometry = self.geometry.get_or_insert_with(|| Geometry::new(&seat_view.options));
        if seat_view.moves_left >= 2 {
            let attack = best_attack(geometry, &theirs, seat_view.options.bomb_damage);
            // An opponent without tiles would put every move into scouts and attacks.
            // That costs more than its last tiles are worth.
            let wipes_out = attack.damage >= theirs.iter().sum::<u32>().into();
            if attack.damage > 2.0 && !wipes_out {
                return geometry.order(attack.command, attack.at);
            }
        }
        let taken = |at: usize| f64::from(u8::from(theirs[at] > 0));
        let (home, bomb_damage) = (geometry.home(seat), seat_view.options.bomb_damage);
        let context = GrowthContext { geometry, levels: &seat_view.levels, home, bomb_damage };
        match least_exposed_growth(&context, taken, &mut self.rng) {
            Some(growth) => growth.order(geometry),
            None => geometry.order(Command::Spray, best_attack(geometry, &theirs, 0).at),
        }
    }
}
