//! What the champion believes: many imagined boards of the other, each lived
//! by one habit, kept in line with everything seen and answered.
//!
//! Boards of one habit form a group, and a group has a weight: how well the
//! habit has foretold what was seen. [`super::evidence`] takes answers in.

use games::Seat;
use games::common::rng::Rng;

use super::field::{Field, Sight};
use super::habits::{HABITS, Habit, Turn};

/// The imagined boards of one habit.
pub struct Group {
    /// How they live.
    pub habit: Habit,
    /// How likely the habit is; all weights sum up to 1.
    pub weight: f64,
    /// The other's level of every square, board by board.
    pub boards: Vec<Vec<u32>>,
}

/// A belief about the other's board.
pub struct Particles {
    /// The board.
    pub field: Field,
    /// What a bomb takes at most.
    pub bomb_damage: u32,
    /// The groups.
    pub groups: Vec<Group>,
    /// Own levels as they were last seen.
    pub mine: Vec<u32>,
    seat: Seat,
    /// Turns of the other that have been lived.
    lived: u32,
    pub(super) rng: Rng,
}

/// A habit less likely than this makes room for the likeliest.
const HOPELESS: f64 = 0.002;

impl Particles {
    /// What there is to believe at the start: `boards` imagined boards for each
    /// habit.
    pub fn new(sight: &Sight, boards: usize, rng: Rng) -> Particles {
        let field = Field::new(&sight.options);
        let mut rng = rng;
        let home = field.home(sight.seat.other());
        let mut start = || {
            let mut levels = vec![0; field.squares()];
            let count = usize::from(sight.options.starting_tiles);
            for row in rng.distinct_below(count, field.rows as u32) {
                levels[row as usize * field.cols + home] = 1;
            }
            levels
        };
        let groups = HABITS.map(|(habit, weight)| Group {
            habit,
            weight,
            boards: (0..boards.max(1)).map(|_| start()).collect(),
        });
        Particles {
            bomb_damage: sight.options.bomb_damage,
            groups: groups.into(),
            mine: sight.levels.clone(),
            seat: sight.seat,
            lived: 0,
            rng,
            field,
        }
    }

    /// Lives what the other may have done up to now; `sight` is what one sees
    /// at the start of one's own turn. Own tiles that shrank tell of attacks.
    pub fn predict(&mut self, sight: &Sight) {
        // Seat 1 moves after the other, seat 0 before.
        let turns = sight.turn - u32::from(self.seat == Seat::Zero);
        let felt = self.felt(sight);
        self.mine.clone_from(&sight.levels);
        while self.lived < turns {
            self.lived += 1;
            let moves = sight.options.moves_per_turn;
            let turn = Turn { field: &self.field, mine: &self.mine, number: self.lived, moves, felt };
            for group in &mut self.groups {
                for levels in &mut group.boards {
                    turn.live(group.habit, levels, &mut self.rng);
                }
            }
        }
        self.clear_own_squares();
        self.make_room();
    }

    /// Moves that went into attacks, by what is missing of one's own.
    fn felt(&self, sight: &Sight) -> u32 {
        let lost = self.mine.iter().zip(&sight.levels).map(|(before, now)| before.saturating_sub(*now));
        let total: u32 = lost.sum();
        2 * total.div_ceil(self.bomb_damage.max(5))
    }

    /// Where one's own tiles stand there are none of the other.
    pub(super) fn clear_own_squares(&mut self) {
        for levels in self.groups.iter_mut().flat_map(|group| &mut group.boards) {
            for (level, mine) in levels.iter_mut().zip(&self.mine) {
                *level *= u32::from(*mine == 0);
            }
        }
    }

    /// Brings the weights to a sum of 1, and gives the boards of hopeless habits
    /// to the likeliest one. The last habit stays, for players of any other kind.
    pub(super) fn make_room(&mut self) {
        let sum: f64 = self.groups.iter().map(|group| group.weight).sum();
        self.groups.iter_mut().for_each(|group| group.weight = (group.weight / sum).max(1e-9));
        let likeliest = |groups: &[Group]| {
            (0..groups.len()).max_by(|a, b| groups[*a].weight.total_cmp(&groups[*b].weight)).unwrap_or(0)
        };
        for at in 0..self.groups.len() - 1 {
            if self.groups[at].weight < HOPELESS {
                let best = likeliest(&self.groups);
                let weight = self.groups[best].weight / 2.0;
                self.groups[best].weight = weight;
                self.groups[at] = Group {
                    habit: self.groups[best].habit,
                    weight,
                    boards: self.groups[best].boards.clone(),
                };
            }
        }
    }

    /// Every board with its weight.
    pub fn boards(&self) -> impl Iterator<Item = (f64, &[u32])> {
        self.groups.iter().flat_map(|group| {
            let each = group.weight / group.boards.len() as f64;
            group.boards.iter().map(move |levels| (each, levels.as_slice()))
        })
    }

    /// A board drawn by weight.
    pub fn draw(&self, rng: &mut Rng) -> &[u32] {
        let mut left = f64::from(rng.below(1 << 30)) / f64::from(1 << 30);
        let group = self.groups.iter().find(|group| {
            left -= group.weight;
            left < 0.0
        });
        let group = group.unwrap_or(&self.groups[0]);
        &group.boards[rng.below(group.boards.len() as u32) as usize]
    }

    /// What the boards say of every square together.
    pub fn outlook(&self) -> Outlook {
        let squares = self.field.squares();
        let mut outlook =
            Outlook { taken: vec![0.0; squares], bomb: vec![0.0; squares], total: 0.0, alive: 0.0 };
        for (weight, levels) in self.boards() {
            let mut total = 0;
            for (at, level) in levels.iter().enumerate().filter(|(_, level)| **level > 0) {
                outlook.taken[at] += weight;
                outlook.bomb[at] += weight * f64::from((*level).min(self.bomb_damage));
                total += level;
            }
            outlook.total += weight * f64::from(total);
            outlook.alive += weight * f64::from(u8::from(total > 0));
        }
        outlook
    }
}

/// The belief square by square.
pub struct Outlook {
    /// How likely the other holds the square.
    pub taken: Vec<f64>,
    /// What a bomb is expected to take there.
    pub bomb: Vec<f64>,
    /// The other's expected score.
    pub total: f64,
    /// How likely the other has any tile.
    pub alive: f64,
}
