//! Models of the opponent: how it may play a turn, simulated on one imagined board.

use games::common::rng::Rng;

use super::gardener::SCOUT_EVERY;
use super::geometry::Geometry;
use super::growth::{Growth, any_growth, any_square, grow, is_border, sparse_growth};
use super::scry_and_die::PEACEFUL_TURNS;

/// How an opponent may play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OpponentModel {
    /// Like the random player with its default weights.
    Random,
    /// Like `scry-and-die`: grows at random, but not in every turn.
    Scry,
    /// Like the gardener: plants where no cross gets too full, else raises tiles.
    Sparse,
    /// Any other player, by the percentage of its moves for each purpose; the rest raises
    /// tiles.
    Mixed {
        /// Percentage for planting beside own tiles.
        plant: u32,
        /// Percentage for colonies.
        colonise: u32,
        /// Percentage without visible effect: scouts, errors, attacks that missed.
        idle: u32,
    },
}

impl OpponentModel {
    /// The probability that a square is taken, given the share of this model's boards that
    /// hold it.
    ///
    /// Copying between boards blurs them, so the share alone is underconfident in the middle.
    /// The curves were fitted to some games; the example `calibration` checks them on others.
    pub fn calibrated(self, part: f64) -> f64 {
        match self {
            _ if part >= 1.0 => 1.0,
            OpponentModel::Sparse => part + 1.2 * (part - 0.62).max(0.0) * (1.0 - part),
            _ => part + 0.7 * part * part * (0.72 - part),
        }
    }
}

/// Every model with its prior probability.
pub const OPPONENT_MODELS: [(OpponentModel, f64); 7] = [
    (OpponentModel::Random, 0.2),
    (OpponentModel::Scry, 0.2),
    (OpponentModel::Sparse, 0.25),
    (OpponentModel::Mixed { plant: 70, colonise: 0, idle: 5 }, 0.0875),
    (OpponentModel::Mixed { plant: 35, colonise: 0, idle: 5 }, 0.0875),
    (OpponentModel::Mixed { plant: 25, colonise: 4, idle: 40 }, 0.0875),
    (OpponentModel::Mixed { plant: 10, colonise: 10, idle: 10 }, 0.0875),
];

/// What a simulated turn depends on.
pub struct SimulatedTurn<'a> {
    /// The board.
    pub geometry: &'a Geometry,
    /// Levels of the player who imagines. The opponent cannot take these squares.
    pub mine: &'a [u32],
    /// The number of the opponent's turn, from 1.
    pub number: u32,
    /// Moves of a turn.
    pub moves: u32,
    /// Moves that went into attacks on the player who imagines.
    pub attack_moves: u32,
}

impl SimulatedTurn<'_> {
    /// Simulates one turn of an opponent that owns `levels`. `met` marks squares that it knows
    /// to be taken.
    pub fn simulate(&self, model: OpponentModel, levels: &mut [u32], met: &mut [bool], rng: &mut Rng) {
        let mut moves = self.moves.saturating_sub(self.attack_moves);
        match model {
            OpponentModel::Random => {
                while moves > 0 {
                    moves -= self.random_move(levels, moves, rng).min(moves);
                }
            }
            OpponentModel::Scry => {
                let grows = self.number <= PEACEFUL_TURNS
                    || self.number > PEACEFUL_TURNS + 1 && self.attack_moves == 0 && rng.below(32) > 0;
                while grows && moves > 0 {
                    let Some(growth) = any_growth(self.geometry, levels, moves, rng) else { return };
                    moves -= growth.cost().min(moves);
                    self.apply_if_free(levels, growth);
                }
            }
            OpponentModel::Sparse => {
                if self.number.is_multiple_of(SCOUT_EVERY) {
                    moves = moves.saturating_sub(1);
                    let centre = rng.below(levels.len() as u32) as usize;
                    self.geometry.window(centre).for_each(|at| met[at] = self.mine[at] > 0);
                }
                // On a crowded board it often plants in vain, which costs a move.
                let crowded = self.mine.iter().filter(|level| **level > 0).count();
                if rng.below(levels.len() as u32) < crowded as u32 / 3 {
                    moves = moves.saturating_sub(1);
                }
                for _ in 0..moves {
                    let taken = |at: usize| met[at] && self.mine[at] > 0;
                    let Some(growth) = sparse_growth(self.geometry, levels, taken, rng) else { return };
                    self.apply_if_free(levels, growth);
                    if let Growth::Plant(at) = growth {
                        met[at] = self.mine[at] > 0;
                    }
                }
            }
            OpponentModel::Mixed { plant, colonise, idle } => {
                while moves > 0 {
                    moves -= self.mixed_move(levels, [plant, colonise, idle], rng).min(moves);
                }
            }
        }
    }

    /// Adds one more step of growth where `may` allows it. Returns whether it was possible.
    pub fn grow_somewhere(
        &self,
        model: OpponentModel,
        levels: &mut [u32],
        rng: &mut Rng,
        may: impl Fn(usize, &mut Rng) -> bool,
    ) -> bool {
        for _ in 0..8 {
            let growth = match model {
                OpponentModel::Sparse => sparse_growth(self.geometry, levels, |at| self.mine[at] > 0, rng),
                _ if rng.below(2) == 0 => {
                    any_square(levels.len(), rng, |at| levels[at] > 0).map(Growth::Fertilise)
                }
                _ => any_square(levels.len(), rng, |at| is_border(self.geometry, levels, at))
                    .map(Growth::Plant),
            };
            if let Some(growth @ (Growth::Fertilise(at) | Growth::Plant(at))) = growth
                && self.mine[at] == 0
                && may(at, rng)
            {
                grow(levels, growth);
                return true;
            }
        }
        false
    }

    /// Applies a step if the square is free.
    fn apply_if_free(&self, levels: &mut [u32], growth: Growth) {
        let (Growth::Fertilise(at) | Growth::Plant(at) | Growth::Colonise { at, .. }) = growth;
        if self.mine[at] == 0 {
            grow(levels, growth);
        }
    }

    fn fertilise(&self, levels: &mut [u32], rng: &mut Rng) {
        if let Some(at) = any_square(levels.len(), rng, |at| levels[at] > 0) {
            levels[at] += 1;
        }
    }

    fn plant(&self, levels: &mut [u32], rng: &mut Rng) {
        if let Some(at) = any_square(levels.len(), rng, |at| is_border(self.geometry, levels, at)) {
            self.apply_if_free(levels, Growth::Plant(at));
        }
    }

    fn colonise(&self, levels: &mut [u32], rng: &mut Rng) {
        let source = any_square(levels.len(), rng, |at| levels[at] > 1);
        let at = any_square(levels.len(), rng, |at| levels[at] == 0);
        if let (Some(at), Some(source)) = (at, source) {
            self.apply_if_free(levels, Growth::Colonise { at, source });
        }
    }

    /// One command of the random player. Returns the moves it took.
    fn random_move(&self, levels: &mut [u32], moves: u32, rng: &mut Rng) -> u32 {
        loop {
            match rng.below(if moves > 1 { 24 } else { 20 }) {
                0..10 => self.fertilise(levels, rng),
                10..20 => self.plant(levels, rng),
                20 if levels.iter().any(|level| *level > 1) => {
                    self.colonise(levels, rng);
                    return 2;
                }
                20 => continue,
                21 => {
                    // We saw no damage, so the attack must have missed.
                    match self.mine[rng.below(levels.len() as u32) as usize] {
                        0 => return 2,
                        _ => continue,
                    }
                }
                _ => {
                    let centre = rng.below(levels.len() as u32) as usize;
                    match self.geometry.cross(centre).all(|at| self.mine[at] == 0) {
                        true => return 2,
                        false => continue,
                    }
                }
            }
            return 1;
        }
    }

    fn mixed_move(&self, levels: &mut [u32], shares: [u32; 3], rng: &mut Rng) -> u32 {
        let [plant, colonise, idle] = shares;
        match rng.below(100) {
            drawn if drawn < idle => {}
            drawn if drawn < idle + plant => self.plant(levels, rng),
            drawn if drawn < idle + plant + colonise => {
                self.colonise(levels, rng);
                return 2;
            }
            _ => self.fertilise(levels, rng),
        }
        1
    }
}
