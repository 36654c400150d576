//! What the champion believes: many imagined boards of the other, each lived
//! by one habit, kept in line with everything seen and answered.
//!
//! Boards of one habit form a group, and a group has a weight: how well the
//! habit has foretold what was seen. [`super::evidence`] takes answers in.

use games::Seat;
use games::common::rng::Rng;

use super::field::{Field, Sight};
use super::growth::any_square;
use super::habits::{Habit, Turn};
use crate::Deadline;

/// One imagined board.
#[derive(Clone)]
pub struct Board {
    /// The other's level of every square.
    pub levels: Vec<u32>,
    /// Points that the other must have somewhere else, or has too many of: what
    /// an answer took from the board or added to it against what was imagined,
    /// although the other has had its moves and lost what it lost.
    pub due: i64,
    /// Squares where the other has met the believer's tile, if there is one.
    pub met: Vec<bool>,
}

impl Board {
    /// The score.
    pub fn score(&self) -> i64 {
        self.levels.iter().map(|level| i64::from(*level)).sum()
    }
}

/// The imagined boards of one habit.
pub struct Group {
    /// How they live.
    pub habit: Habit,
    /// How likely the habit is; all weights sum up to 1.
    pub weight: f64,
    /// The boards.
    pub boards: Vec<Board>,
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
    pub(super) lived: u32,
    /// How many turns had been lived when the square was last seen.
    pub(super) seen: Vec<u32>,
    /// Levels that the other is sure to have if it pays for no colony: what was
    /// seen, less what was taken since.
    pub(super) sure: Vec<u32>,
    pub(super) rng: Rng,
}

/// After so many turns a square is as good as never seen.
const FORGOTTEN: u32 = 6;
/// Points that are put right at once, and those that are remembered at most.
const AT_ONCE: u64 = 2;
const MOST_DUE: i64 = 10;

/// A habit less likely than this makes room for the likeliest.
const HOPELESS: f64 = 0.002;

impl Particles {
    /// What there is to believe at the start: `boards` imagined boards for each
    /// habit.
    pub fn new(sight: &Sight, habits: &[(Habit, f64)], boards: usize, rng: Rng) -> Particles {
        let field = Field::new(&sight.options);
        let mut rng = rng;
        let home = field.home(sight.seat.other());
        let mut start = || {
            let mut levels = vec![0; field.squares()];
            let count = usize::from(sight.options.starting_tiles);
            for row in rng.distinct_below(count, field.rows as u32) {
                levels[row as usize * field.cols + home] = 1;
            }
            Board { levels, due: 0, met: vec![false; field.squares()] }
        };
        let groups = habits.iter().map(|(habit, weight)| Group {
            habit: *habit,
            weight: *weight,
            boards: (0..boards.max(1)).map(|_| start()).collect(),
        });
        Particles {
            bomb_damage: sight.options.bomb_damage,
            groups: groups.collect(),
            mine: sight.levels.clone(),
            seat: sight.seat,
            lived: 0,
            seen: vec![0; field.squares()],
            sure: vec![0; field.squares()],
            rng,
            field,
        }
    }

    /// Lives what the other may have done up to now; `sight` is what one sees
    /// at the start of one's own turn. Own tiles that shrank tell of attacks.
    /// When the deadline has come, the rest of the boards stays as it was.
    pub(super) fn live_on(&mut self, sight: &Sight, deadline: &Deadline<'_>) {
        // Seat 1 moves after the other, seat 0 before.
        let turns = sight.turn - u32::from(self.seat == Seat::Zero);
        let felt = self.felt(sight);
        self.mine.clone_from(&sight.levels);
        while self.lived < turns {
            self.lived += 1;
            let moves = sight.options.moves_per_turn;
            let turn = Turn { field: &self.field, mine: &self.mine, number: self.lived, moves, felt };
            let most = self.groups.iter().map(|group| group.boards.len()).max().unwrap_or(0);
            // A board of each habit by turns: no habit is behind the others when
            // time runs out.
            for number in 0..most {
                if deadline.has_passed() {
                    break;
                }
                for group in &mut self.groups {
                    let Some(Board { levels, met, .. }) = group.boards.get_mut(number) else { continue };
                    met.iter_mut().zip(turn.mine).for_each(|(met, mine)| *met &= *mine > 0);
                    turn.live(group.habit, levels, met, &mut self.rng);
                }
            }
        }
        self.clear_own_squares();
        self.repay();
        self.make_room();
    }

    /// Moves that went into attacks, by what is missing of one's own. Where it is
    /// missing is not made use of: to grow elsewhere because the other knows the
    /// place, or right there because it takes it for empty, both came out worse in
    /// games against the gardener.
    fn felt(&self, sight: &Sight) -> u32 {
        let lost = self.mine.iter().zip(&sight.levels).map(|(before, now)| before.saturating_sub(*now));
        let total: u32 = lost.sum();
        2 * total.div_ceil(self.bomb_damage.max(5))
    }

    /// Where one's own tiles stand there are none of the other.
    pub(super) fn clear_own_squares(&mut self) {
        for board in self.groups.iter_mut().flat_map(|group| &mut group.boards) {
            for (level, mine) in board.levels.iter_mut().zip(&self.mine) {
                if *mine > 0 {
                    board.due += i64::from(*level);
                    *level = 0;
                }
            }
        }
    }

    /// Puts some of the points that are due where they may be, and takes away
    /// some that are too many: rather on squares that were not seen for long.
    pub(super) fn repay(&mut self) {
        let turn = Turn { field: &self.field, mine: &self.mine, number: self.lived, moves: 0, felt: 0 };
        let (lived, seen, sure, rng) = (self.lived, &self.seen, &self.sure, &mut self.rng);
        let may = |at: usize, rng: &mut Rng| rng.below(FORGOTTEN) < lived - seen[at];
        for group in &mut self.groups {
            for board in &mut group.boards {
                board.due = board.due.clamp(-MOST_DUE, MOST_DUE);
                for _ in 0..AT_ONCE.min(board.due.unsigned_abs()) {
                    if board.due > 0 {
                        let grown = turn.grow_somewhere(group.habit, &mut board.levels, rng, may);
                        board.due -= i64::from(grown);
                    } else {
                        for _ in 0..8 {
                            let at = any_square(sure.len(), rng, |at| board.levels[at] > sure[at]);
                            if let Some(at) = at.filter(|at| may(*at, rng)) {
                                board.levels[at] -= 1;
                                board.due += 1;
                                break;
                            }
                        }
                    }
                }
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

    /// How unlikely the likeliest habit is.
    pub fn doubt(&self) -> f64 {
        let alike = |habit: Habit| self.groups.iter().filter(move |group| group.habit == habit);
        let weight = |group: &Group| alike(group.habit).map(|group| group.weight).sum::<f64>();
        1.0 - self.groups.iter().map(weight).fold(0.0, f64::max)
    }

    /// A board drawn by weight.
    pub fn draw(&self, rng: &mut Rng) -> &[u32] {
        let mut left = rng.part();
        let group = self.groups.iter().find(|group| {
            left -= group.weight;
            left < 0.0
        });
        let group = group.unwrap_or(&self.groups[0]);
        &group.boards[rng.below(group.boards.len() as u32) as usize].levels
    }

    /// What the boards say of every square together.
    pub fn outlook(&self) -> Outlook {
        let squares = self.field.squares();
        let mut outlook = Outlook { taken: vec![0.0; squares], bomb: vec![0.0; squares] };
        let mut counts = vec![(0_u32, 0_u64); squares];
        for group in &self.groups {
            counts.fill((0, 0));
            for board in &group.boards {
                for (count, level) in counts.iter_mut().zip(&board.levels) {
                    count.0 += u32::from(*level > 0);
                    count.1 += u64::from((*level).min(self.bomb_damage));
                }
            }
            let boards = group.boards.len() as f64;
            for (at, (taken, bomb)) in counts.iter().enumerate().filter(|(_, count)| count.0 > 0) {
                let part = f64::from(*taken) / boards;
                let sharp = group.habit.sharpened(part);
                outlook.taken[at] += group.weight * sharp;
                outlook.bomb[at] += group.weight * *bomb as f64 / boards * sharp / part;
            }
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
}
