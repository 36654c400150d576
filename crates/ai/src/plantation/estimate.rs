//! A simple estimate of the other's board: what was seen last of every square,
//! trusted the less the older it is.

use games::Seat;
use games::grid::Cell;
use games::plantation::{Command, Options};
use games::sighting::{Seen, Sighting};

use super::field::Field;

/// What was seen of one square.
#[derive(Clone, Copy)]
struct Glimpse {
    /// The other's level; 0 if the square was empty or own.
    level: u32,
    turn: u32,
}

/// The simple estimate.
pub struct Estimate {
    seat: Seat,
    bomb_damage: u32,
    squares: Vec<Option<Glimpse>>,
    /// Trust in a glimpse falls to this with each turn.
    keep: f64,
    turn: u32,
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
        let squares = vec![None; field.squares()];
        Estimate { seat, bomb_damage: options.bomb_damage, squares, keep, turn: 1 }
    }

    /// A new turn begins.
    pub fn now_is(&mut self, turn: u32) {
        self.turn = turn;
    }

    /// Takes in what an answer taught.
    pub fn learn(&mut self, sightings: &[Sighting]) {
        for Sighting { square, seen } in sightings {
            let before = self.squares[*square].map_or(0, |glimpse| glimpse.level);
            let level = match *seen {
                Seen::Holds(Cell { owner, count }) if owner == Some(self.seat.other()) => count,
                Seen::Holds(_) => 0,
                Seen::Lost(by) => before.saturating_sub(by),
                Seen::MayHaveLost(by) => before.saturating_sub(by),
            };
            let turn = match (seen, self.squares[*square]) {
                // This tells nothing of a square that was never seen.
                (Seen::MayHaveLost(_), None) => continue,
                (Seen::MayHaveLost(_), Some(glimpse)) => glimpse.turn,
                _ => self.turn,
            };
            self.squares[*square] = Some(Glimpse { level, turn });
        }
    }

    /// Whether the other's tile was the last thing seen there.
    pub fn is_taken(&self, at: usize) -> bool {
        self.squares[at].is_some_and(|glimpse| glimpse.level > 0)
    }

    /// Of the squares seen, the part where the other stood.
    fn density(&self) -> f64 {
        let seen = self.squares.iter().flatten();
        let taken = seen.clone().filter(|glimpse| glimpse.level > 0).count();
        (1.0 + taken as f64) / (5.0 + seen.count() as f64)
    }

    /// The attack that is expected to take the most, with `own` levels of one's own.
    pub fn best_attack(&self, field: &Field, own: &[u32]) -> Attack {
        let density = self.density();
        let expected = |at: usize, most: u32| {
            if own[at] > 0 {
                return 0.0;
            }
            let Some(glimpse) = self.squares[at] else { return density };
            let trust = self.keep.powi((self.turn - glimpse.turn) as i32);
            trust * f64::from(glimpse.level.min(most)) + (1.0 - trust) * density
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
