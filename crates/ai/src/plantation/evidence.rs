//! How the imagined boards take in answers.
//!
//! A habit that foretold an answer better gains weight. Within a group, boards
//! that foretold it badly take the neighbourhood over from one that did it well;
//! then every board is made to agree with the answer. Only the neighbourhood,
//! because what is far away has nothing to do with it: to choose between whole
//! boards would leave a few of them after a few answers.

use games::common::rng::Rng;
use games::plantation::{Action, Command, Reply};

use super::field::{Field, Sight};
use super::particles::{Board, Group, Particles};

/// Part of the evidence that counts for habits: squares near each other do not
/// tell independently.
const TRUST: f64 = 0.7;
/// Of a hundred points that are due so many are still due after an answer.
const KEPT: u32 = 75;
/// Levels from this one on are not told apart when habits are compared.
const CLASSES: usize = 6;

impl Particles {
    /// Takes in the answer to an own action; `sight` is what one sees after it.
    pub(super) fn take_in(&mut self, sight: &Sight, action: Action, reply: &Reply) {
        self.mine.clone_from(&sight.levels);
        let Some(at) = self.field.number(action.target()) else { return };
        self.count(1);
        match (action.command(), reply) {
            (Command::Scout, Reply::Seen(window)) => {
                let squares: Vec<usize> = self.field.window(at).collect();
                let shown = squares.into_iter().zip(window.values());
                let foreign = shown.filter(|(near, _)| self.mine[*near] == 0);
                let seen: Vec<(usize, u32)> =
                    foreign.map(|(near, value)| (near, value.unsigned_abs())).collect();
                self.see(at, &seen);
            }
            (Command::Plant | Command::Colonise, Reply::Done) => self.see(at, &[(at, 0)]),
            (_, Reply::Occupied(value)) => self.see(at, &[(at, value.unsigned_abs() as u32)]),
            (Command::Bomb, Reply::NoEffect { made_sense: true }) => self.see(at, &[(at, 0)]),
            (Command::Bomb, Reply::Hits(lost)) if *lost < self.bomb_damage => {
                self.see(at, &[(at, *lost)]);
                self.groups.iter_mut().for_each(|group| group.set(at, 0));
                self.sure[at] = 0;
                self.allow(*lost);
            }
            (Command::Bomb, Reply::Hits(lost)) => {
                self.see_bombed(at, *lost);
                self.allow(*lost);
            }
            (Command::Spray, Reply::NoEffect { made_sense: true }) => self.see_sprayed(at, 0),
            (Command::Spray, Reply::Hits(hits)) => {
                self.see_sprayed(at, *hits as usize);
                self.allow(*hits);
            }
            _ => {}
        }
        self.keep_what_is_sure();
        self.count(-1);
        self.clear_own_squares();
        self.forgive();
        self.repay();
        self.make_room();
    }

    /// No board has less than the other is sure to have.
    fn keep_what_is_sure(&mut self) {
        for (sure, mine) in self.sure.iter_mut().zip(&self.mine) {
            *sure *= u32::from(*mine == 0);
        }
        for board in self.groups.iter_mut().flat_map(|group| &mut group.boards) {
            for (level, sure) in board.levels.iter_mut().zip(&self.sure) {
                // A colony may have taken all but the last level.
                *level = (*level).max((*sure).min(1));
            }
        }
    }

    /// Counts what boards have into what is due, before and after a change.
    fn count(&mut self, sign: i64) {
        let boards = self.groups.iter_mut().flat_map(|group| &mut group.boards);
        boards.for_each(|board| board.due += sign * board.score());
    }

    /// That something is not where it was imagined may mean that it is
    /// elsewhere, or that there is less of it: a part of what is due is forgotten.
    fn forgive(&mut self) {
        for board in self.groups.iter_mut().flat_map(|group| &mut group.boards) {
            let kept = |rng: &mut Rng| rng.below(100) < KEPT;
            let due = (0..board.due.unsigned_abs()).filter(|_| kept(&mut self.rng)).count() as i64;
            board.due = due * board.due.signum();
        }
    }

    /// So much is gone and not due any more.
    fn allow(&mut self, lost: u32) {
        let boards = self.groups.iter_mut().flat_map(|group| &mut group.boards);
        boards.for_each(|board| board.due -= i64::from(lost));
    }

    /// These squares hold exactly these levels of the other.
    fn see(&mut self, centre: usize, seen: &[(usize, u32)]) {
        let patch = neighbourhood(&self.field, centre, 3);
        for (at, level) in seen {
            self.seen[*at] = self.lived;
            self.sure[*at] = *level;
        }
        for group in &mut self.groups {
            group.weight *= group.foretold(seen).powf(TRUST);
            let fits = group.boards.iter().map(|board| {
                let square = |(at, seen): &(usize, u32)| match (board.levels[*at], *seen) {
                    (level, seen) if level == seen => 1.0,
                    (1.., 1..) => 0.6,
                    _ => 0.2,
                };
                seen.iter().map(square).product()
            });
            let fits: Vec<f64> = fits.collect();
            group.take_over(&patch, fits, &mut self.rng);
            for (at, level) in seen {
                group.set(*at, *level);
            }
        }
    }

    /// The square held at least `lost`, which are gone.
    fn see_bombed(&mut self, at: usize, lost: u32) {
        let patch = neighbourhood(&self.field, at, 1);
        self.sure[at] = self.sure[at].saturating_sub(lost);
        for group in &mut self.groups {
            let enough = |board: &Board| board.levels[at] >= lost;
            let count = group.boards.iter().filter(|board| enough(board)).count();
            group.weight *= (0.2 + count as f64) / (1.0 + group.boards.len() as f64);
            let fits = group.boards.iter().map(|board| if enough(board) { 1.0 } else { 0.0 }).collect();
            group.take_over(&patch, fits, &mut self.rng);
            for Board { levels, .. } in &mut group.boards {
                levels[at] = levels[at].saturating_sub(lost);
            }
        }
    }

    /// So many of the squares of the cross were held, and lost 1 each.
    fn see_sprayed(&mut self, centre: usize, hits: usize) {
        let patch = neighbourhood(&self.field, centre, 2);
        self.field.cross(centre).for_each(|at| self.sure[at] = self.sure[at].saturating_sub(1));
        let cross: Vec<usize> = self.field.cross(centre).filter(|at| self.mine[*at] == 0).collect();
        for group in &mut self.groups {
            let count = |board: &Board| cross.iter().filter(|at| board.levels[**at] > 0).count();
            let right = group.boards.iter().filter(|board| count(board) == hits).count();
            group.weight *= (0.2 + right as f64) / (1.2 + group.boards.len() as f64);
            let fits = group.boards.iter().map(|board| 0.1_f64.powi(count(board).abs_diff(hits) as i32));
            let fits = fits.collect();
            group.take_over(&patch, fits, &mut self.rng);
            let taken: Vec<f64> = cross.iter().map(|at| group.part_taken(*at)).collect();
            for Board { levels, .. } in &mut group.boards {
                agree(levels, &cross, &taken, hits, &mut self.rng);
                for at in &cross {
                    levels[*at] = levels[*at].saturating_sub(1);
                }
            }
        }
    }
}

impl Group {
    fn set(&mut self, at: usize, level: u32) {
        self.boards.iter_mut().for_each(|board| board.levels[at] = level);
    }

    /// The part of the boards that hold a square, never quite none or all.
    fn part_taken(&self, at: usize) -> f64 {
        let taken = self.boards.iter().filter(|board| board.levels[at] > 0).count();
        (0.5 + taken as f64) / (1.0 + self.boards.len() as f64)
    }

    /// How likely the group held what was seen, square by square.
    fn foretold(&self, seen: &[(usize, u32)]) -> f64 {
        let class = |level: u32| (level as usize).min(CLASSES - 1);
        let square = |(at, level): &(usize, u32)| {
            let right = self.boards.iter().filter(|board| class(board.levels[*at]) == class(*level)).count();
            (right as f64 + 1.0 / CLASSES as f64) / (self.boards.len() as f64 + 1.0)
        };
        seen.iter().map(square).product()
    }

    /// Boards that fit badly take these squares over from boards that fit well.
    fn take_over(&mut self, patch: &[usize], mut fits: Vec<f64>, rng: &mut Rng) {
        let most = fits.iter().copied().fold(0.0, f64::max);
        if most <= 0.0 {
            return;
        }
        fits.iter_mut().for_each(|fit| *fit /= most);
        // Flattened until a third of the boards have a say, or nothing is left
        // of what was learned.
        for _ in 0..4 {
            let (sum, squares) =
                fits.iter().fold((0.0, 0.0), |(sum, squares), fit| (sum + fit, squares + fit * fit));
            if sum * sum >= squares * fits.len() as f64 / 3.0 {
                break;
            }
            fits.iter_mut().for_each(|fit| *fit = fit.sqrt());
        }
        let mut sums = Vec::with_capacity(fits.len());
        let mut sum = 0.0;
        for fit in &fits {
            sum += fit;
            sums.push(sum);
        }
        let donors: Vec<Option<usize>> = fits
            .iter()
            .map(|fit| {
                let stays = rng.fraction() < *fit;
                let drawn = rng.fraction() * sum;
                (!stays).then(|| sums.partition_point(|sum| *sum <= drawn).min(fits.len() - 1))
            })
            .collect();
        let given: Vec<Vec<u32>> = donors
            .iter()
            .map(|donor| {
                donor.map_or(Vec::new(), |donor| {
                    patch.iter().map(|at| self.boards[donor].levels[*at]).collect()
                })
            })
            .collect();
        for (Board { levels, .. }, given) in self.boards.iter_mut().zip(given) {
            for (at, level) in patch.iter().zip(given) {
                levels[*at] = level;
            }
        }
    }
}

/// Makes exactly `hits` squares of the cross held: the likely ones come first
/// and the unlikely ones go first, by chance.
fn agree(levels: &mut [u32], cross: &[usize], taken: &[f64], hits: usize, rng: &mut Rng) {
    loop {
        let count = cross.iter().filter(|at| levels[**at] > 0).count();
        if count == hits {
            return;
        }
        let adds = count < hits;
        let weight = |(at, part): (&usize, &f64)| match (levels[*at] > 0, adds) {
            (false, true) => part / (1.0 - part),
            (true, false) => (1.0 - part) / part,
            _ => 0.0,
        };
        let weights: Vec<f64> = cross.iter().zip(taken).map(weight).collect();
        let mut left = weights.iter().sum::<f64>() * rng.fraction();
        let drawn = weights.iter().position(|weight| {
            left -= weight;
            *weight > 0.0 && left <= 0.0
        });
        // More hits than squares cannot be answered, but nothing hangs on it.
        let Some(drawn) = drawn.or_else(|| weights.iter().rposition(|weight| *weight > 0.0)) else { return };
        levels[cross[drawn]] = u32::from(adds);
    }
}

/// The squares not more than `reach` rows and columns away.
fn neighbourhood(field: &Field, centre: usize, reach: usize) -> Vec<usize> {
    let (row, col) = (centre / field.cols, centre % field.cols);
    let rows = row.saturating_sub(reach)..(row + reach + 1).min(field.rows);
    let cols = col.saturating_sub(reach)..(col + reach + 1).min(field.cols);
    rows.flat_map(|row| cols.clone().map(move |col| row * field.cols + col)).collect()
}
