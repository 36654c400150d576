//! How others are believed to live: for each habit a turn of it, simulated on
//! the levels of one imagined board.

use games::common::rng::Rng;

use super::field::Field;
use super::gardener::LOOK_EVERY;
use super::growth::{Growth, any_growth, any_square, grow, is_border, sparse_growth};
use super::scry_and_die::PEACEFUL_TURNS;

/// A way of life.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Habit {
    /// Commands by the usual weights of the random player.
    Random,
    /// Grows at random, but not in every turn.
    Scry,
    /// Plants where no cross gets too full, then feeds.
    Sparse,
    /// Anything else: of a hundred moves so many are for new tiles, and so many
    /// for nothing that could be seen.
    Mixed {
        /// Plants beside its tiles.
        plant: u32,
        /// Colonises.
        colonise: u32,
        /// Scouts, errors, attacks that missed.
        idle: u32,
    },
}

impl Habit {
    /// How likely a square is taken that this part of the habit's boards hold.
    /// What boards take over from each other blurs them, so the part alone is a
    /// little too timid in the middle; the curves are fitted to some games, and the
    /// example `calibration` shows in others what comes of them.
    pub fn sharpened(self, part: f64) -> f64 {
        match self {
            _ if part >= 1.0 => 1.0,
            Habit::Sparse => part + 1.2 * (part - 0.62).max(0.0) * (1.0 - part),
            _ => part + 0.7 * part * part * (0.72 - part),
        }
    }
}

/// Every habit that is considered, and how likely it is at first.
pub const HABITS: [(Habit, f64); 7] = [
    (Habit::Random, 0.2),
    (Habit::Scry, 0.2),
    (Habit::Sparse, 0.25),
    (Habit::Mixed { plant: 70, colonise: 0, idle: 5 }, 0.0875),
    (Habit::Mixed { plant: 35, colonise: 0, idle: 5 }, 0.0875),
    (Habit::Mixed { plant: 25, colonise: 4, idle: 40 }, 0.0875),
    (Habit::Mixed { plant: 10, colonise: 10, idle: 10 }, 0.0875),
];

/// What there is to know of a turn.
pub struct Turn<'a> {
    /// The board.
    pub field: &'a Field,
    /// The levels of the player who imagines, whose squares nobody can take.
    pub mine: &'a [u32],
    /// The turn's number.
    pub number: u32,
    /// The moves it has.
    pub moves: u32,
    /// Moves that went into attacks which were felt.
    pub felt: u32,
}

impl Turn<'_> {
    /// One turn of somebody with this habit who owns `levels`.
    /// `met` holds the squares that it knows to be taken.
    pub fn live(&self, habit: Habit, levels: &mut [u32], met: &mut [bool], rng: &mut Rng) {
        let mut moves = self.moves.saturating_sub(self.felt);
        match habit {
            Habit::Random => {
                while moves > 0 {
                    moves -= self.random_move(levels, moves, rng).min(moves);
                }
            }
            Habit::Scry => {
                let grows = self.number <= PEACEFUL_TURNS
                    || self.number > PEACEFUL_TURNS + 1 && self.felt == 0 && rng.below(32) > 0;
                while grows && moves > 0 {
                    let Some(growth) = any_growth(self.field, levels, moves, rng) else { return };
                    moves -= growth.cost().min(moves);
                    self.settle(levels, growth);
                }
            }
            Habit::Sparse => {
                if self.number.is_multiple_of(LOOK_EVERY) {
                    moves = moves.saturating_sub(1);
                    let centre = rng.below(levels.len() as u32) as usize;
                    self.field.window(centre).for_each(|at| met[at] = self.mine[at] > 0);
                }
                // The more squares are taken, the more often it plants in vain.
                let crowded = self.mine.iter().filter(|level| **level > 0).count();
                if rng.below(levels.len() as u32) < crowded as u32 / 3 {
                    moves = moves.saturating_sub(1);
                }
                for _ in 0..moves {
                    let taken = |at: usize| met[at] && self.mine[at] > 0;
                    let Some(growth) = sparse_growth(self.field, levels, taken, rng) else { return };
                    self.settle(levels, growth);
                    if let Growth::Plant(at) = growth {
                        met[at] = self.mine[at] > 0;
                    }
                }
            }
            Habit::Mixed { plant, colonise, idle } => {
                while moves > 0 {
                    moves -= self.mixed_move(levels, [plant, colonise, idle], rng).min(moves);
                }
            }
        }
    }

    /// One more step of growth of somebody with this habit, if one is found
    /// where `may` allows it.
    pub fn grow_somewhere(
        &self,
        habit: Habit,
        levels: &mut [u32],
        rng: &mut Rng,
        may: impl Fn(usize, &mut Rng) -> bool,
    ) -> bool {
        for _ in 0..8 {
            let growth = match habit {
                Habit::Sparse => sparse_growth(self.field, levels, |at| self.mine[at] > 0, rng),
                _ if rng.below(2) == 0 => {
                    any_square(levels.len(), rng, |at| levels[at] > 0).map(Growth::Fertilise)
                }
                _ => any_square(levels.len(), rng, |at| is_border(self.field, levels, at)).map(Growth::Plant),
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

    /// Does it where the square is free.
    fn settle(&self, levels: &mut [u32], growth: Growth) {
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
        if let Some(at) = any_square(levels.len(), rng, |at| is_border(self.field, levels, at)) {
            self.settle(levels, Growth::Plant(at));
        }
    }

    fn colonise(&self, levels: &mut [u32], rng: &mut Rng) {
        let source = any_square(levels.len(), rng, |at| levels[at] > 1);
        let at = any_square(levels.len(), rng, |at| levels[at] == 0);
        if let (Some(at), Some(source)) = (at, source) {
            self.settle(levels, Growth::Colonise { at, source });
        }
    }

    /// One command of the random player, and the moves it took.
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
                    // What was not felt did not hit.
                    match self.mine[rng.below(levels.len() as u32) as usize] {
                        0 => return 2,
                        _ => continue,
                    }
                }
                _ => {
                    let centre = rng.below(levels.len() as u32) as usize;
                    match self.field.cross(centre).all(|at| self.mine[at] == 0) {
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
