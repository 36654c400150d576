//! A simple estimate of the opponent's board: the last sighting of every square, trusted
//! less the older it is.

use games::Seat;
use games::plantation::{Command, Options};
use games::sighting::{Sighting, SightingMap, SquareState};

use super::geometry::Geometry;

/// The probability that a tile still stands after a hit.
const STANDS_AFTER_HIT: f64 = 0.5;

/// Last sightings of the opponent's squares.
pub struct LastSeenEstimate {
    bomb_damage: u32,
    memory: SightingMap,
    squares: usize,
    /// Trust in a sighting is multiplied by this every turn.
    trust_decay: f64,
}

/// An attack and its expected damage.
#[derive(Clone, Copy, Debug)]
pub struct PlannedAttack {
    /// Spray or bomb.
    pub command: Command,
    /// The target square.
    pub at: usize,
    /// Expected levels that the opponent loses.
    pub damage: f64,
}

impl LastSeenEstimate {
    /// An estimate without any sighting.
    pub fn new(geometry: &Geometry, seat: Seat, options: &Options, trust_decay: f64) -> LastSeenEstimate {
        let squares = geometry.squares();
        let memory = SightingMap::new(seat, squares);
        LastSeenEstimate { bomb_damage: options.bomb_damage, memory, squares, trust_decay }
    }

    /// Adds the sightings of a reply in this turn.
    pub fn learn(&mut self, sightings: &[Sighting], turn: u32) {
        self.memory.learn(sightings, turn);
    }

    /// Whether the last sighting showed an enemy tile.
    pub fn is_taken(&self, at: usize) -> bool {
        self.memory.get(at).is_some_and(|remembered| matches!(remembered.known, SquareState::Enemy(_)))
    }

    /// The share of seen squares that held enemy tiles, smoothed.
    fn density(&self) -> f64 {
        let seen = (0..self.squares).filter(|at| self.memory.get(*at).is_some()).count();
        let taken = (0..self.squares).filter(|at| self.is_taken(*at)).count();
        (1.0 + taken as f64) / (5.0 + seen as f64)
    }

    /// The attack with the most expected damage in this turn; `own` are one's own levels.
    pub fn best_attack(&self, geometry: &Geometry, own: &[u32], turn: u32) -> PlannedAttack {
        let density = self.density();
        let expected = |at: usize, most: u32| {
            if own[at] > 0 {
                return 0.0;
            }
            let Some(remembered) = self.memory.get(at) else { return density };
            let trust = self.trust_decay.powi(turn.saturating_sub(remembered.turn) as i32);
            let level = match remembered.known {
                SquareState::Empty => 0.0,
                SquareState::Enemy(count) => f64::from(count.min(most)),
                SquareState::Hit => STANDS_AFTER_HIT * f64::from(most),
            };
            trust * level + (1.0 - trust) * density
        };
        let hits: Vec<f64> = (0..geometry.squares()).map(|at| expected(at, 1)).collect();
        let mut best = PlannedAttack { command: Command::Spray, at: 0, damage: -1.0 };
        for (at, level) in own.iter().enumerate() {
            let spray = geometry.cross(at).map(|near| hits[near]).sum();
            let bomb = if *level > 0 { 0.0 } else { expected(at, self.bomb_damage) };
            for (command, damage) in [(Command::Bomb, bomb), (Command::Spray, spray)] {
                if damage > best.damage {
                    best = PlannedAttack { command, at, damage };
                }
            }
        }
        best
    }
}
