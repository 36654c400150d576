//! A simple estimate of the other's board: what was seen last of every square,
//! trusted the less the older it is.

use games::Seat;
use games::plantation::{Command, Options};
use games::sighting::{Sighting, SightingMap, SquareState};

use super::field::Field;

/// A tile that was hit still stands with about this chance, and with it what a
/// bomb would take.
const STANDS: f64 = 0.5;

/// The simple estimate.
pub struct Estimate {
    bomb_damage: u32,
    memory: SightingMap,
    squares: usize,
    /// Trust in what was seen falls to this with each turn.
    keep: f64,
}

/// A command against the other's tiles and what it is expected to take.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// Spray or bomb.
    pub command: Command,
    /// Where.
    pub at: usize,
    /// How many levels it takes.
    pub damage: f64,
}

impl Estimate {
    /// Nothing has been seen.
    pub fn new(field: &Field, seat: Seat, options: &Options, keep: f64) -> Estimate {
        let squares = field.squares();
        let memory = SightingMap::new(seat, squares);
        Estimate { bomb_damage: options.bomb_damage, memory, squares, keep }
    }

    /// Takes in what an answer in this turn taught.
    pub fn learn(&mut self, sightings: &[Sighting], turn: u32) {
        self.memory.learn(sightings, turn);
    }

    /// Whether the other's tile was the last thing seen there.
    pub fn is_taken(&self, at: usize) -> bool {
        self.memory.get(at).is_some_and(|remembered| matches!(remembered.known, SquareState::Enemy(_)))
    }

    /// Of the squares seen, the part where the other stood.
    fn density(&self) -> f64 {
        let seen = (0..self.squares).filter(|at| self.memory.get(*at).is_some()).count();
        let taken = (0..self.squares).filter(|at| self.is_taken(*at)).count();
        (1.0 + taken as f64) / (5.0 + seen as f64)
    }

    /// The attack that is expected to take the most in this turn, with `own` levels
    /// of one's own.
    pub fn best_attack(&self, field: &Field, own: &[u32], turn: u32) -> Attack {
        let density = self.density();
        let expected = |at: usize, most: u32| {
            if own[at] > 0 {
                return 0.0;
            }
            let Some(remembered) = self.memory.get(at) else { return density };
            let trust = self.keep.powi(turn.saturating_sub(remembered.turn) as i32);
            let level = match remembered.known {
                SquareState::Empty => 0.0,
                SquareState::Enemy(count) => f64::from(count.min(most)),
                SquareState::Hit => STANDS * f64::from(most),
            };
            trust * level + (1.0 - trust) * density
        };
        let hits: Vec<f64> = (0..field.squares()).map(|at| expected(at, 1)).collect();
        let mut best = Attack { command: Command::Spray, at: 0, damage: -1.0 };
        for (at, level) in own.iter().enumerate() {
            let spray = field.cross(at).map(|near| hits[near]).sum();
            let bomb = if *level > 0 { 0.0 } else { expected(at, self.bomb_damage) };
            for (command, damage) in [(Command::Bomb, bomb), (Command::Spray, spray)] {
                if damage > best.damage {
                    best = Attack { command, at, damage };
                }
            }
        }
        best
    }
}
