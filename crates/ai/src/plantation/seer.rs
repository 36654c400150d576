//! A player that sees everything and takes what is best at once: a measure of
//! what sight is worth.

use games::common::rng::Rng;
use games::plantation::{Action, Command, Plantation};
use games::{Game, Seat};

use super::estimate::Attack;
use super::field::{Field, Sight, levels};
use super::thrift::{Ground, thrifty_growth};
use crate::{OmniscientPlayer, Time};

/// Sees both boards; attacks whenever that takes more than growth would bring.
pub struct Seer {
    rng: Rng,
    field: Option<Field>,
}

impl Seer {
    /// A player drawing from its own seed.
    pub fn new(seed: u64) -> Seer {
        Seer { rng: Rng::new(seed), field: None }
    }
}

/// The attack that takes the most of these levels; the first of equals.
fn best_attack(field: &Field, theirs: &[u32], bomb_damage: u32) -> Attack {
    let mut best = Attack { command: Command::Spray, at: 0, damage: -1.0 };
    for at in 0..field.squares() {
        let hits = field.cross(at).filter(|near| theirs[*near] > 0).count() as f64;
        let lost = f64::from(theirs[at].min(bomb_damage));
        for (command, damage) in [(Command::Spray, hits), (Command::Bomb, lost)] {
            if damage > best.damage {
                best = Attack { command, at, damage };
            }
        }
    }
    best
}

impl<const W: usize> OmniscientPlayer<Plantation<W>> for Seer {
    fn act(&mut self, game: &Plantation<W>, _time: &Time<'_>) -> Action {
        let seat = game.status().seat().unwrap_or(Seat::Zero);
        let sight = Sight::new(game.side(seat));
        let theirs = levels(game.side(seat.other()));
        let field = self.field.get_or_insert_with(|| Field::new(&sight.options));
        if sight.moves_left >= 2 {
            let attack = best_attack(field, &theirs, sight.options.bomb_damage);
            // Who has no tile left puts every move into looks and attacks, which
            // take more than what still grows back could be robbed of.
            let wipes_out = attack.damage >= theirs.iter().sum::<u32>().into();
            if attack.damage > 2.0 && !wipes_out {
                return field.order(attack.command, attack.at);
            }
        }
        let taken = |at: usize| f64::from(u8::from(theirs[at] > 0));
        let (home, bomb_damage) = (field.home(seat), sight.options.bomb_damage);
        let ground = Ground { field, levels: &sight.levels, home, bomb_damage };
        match thrifty_growth(&ground, taken, &mut self.rng) {
            Some(growth) => growth.order(field),
            None => field.order(Command::Spray, best_attack(field, &theirs, 0).at),
        }
    }
}
