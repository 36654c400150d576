//! How the particle filter uses replies.
//!
//! A model that predicted a reply better gains weight. Within a group, boards that
//! predicted it badly copy the neighbourhood from boards that predicted it well. Then
//! every board is made to agree with the reply.
//!
//! Only the neighbourhood is copied, because distant squares are independent of it. To
//! resample whole boards would leave a few of them after a few replies.

use games::common::rng::Rng;
use games::plantation::{Action, Command, Reply};

use super::geometry::{Geometry, SeatView};
use super::particles::{Group, Particle, ParticleFilter};

/// The exponent of the evidence for models. It is below 1 because neighbouring squares
/// are not independent.
const EVIDENCE_EXPONENT: f64 = 0.7;
/// The percentage of due points that remain after a reply.
const DUE_KEPT_PERCENT: u32 = 75;
/// Levels from this one on count as equal when models are compared.
const LEVEL_CLASSES: usize = 6;

impl ParticleFilter {
    /// Conditions the belief on the reply to an own action; `seat_view` is the view after it.
    pub(super) fn apply_reply(&mut self, seat_view: &SeatView, action: Action, reply: &Reply) {
        self.mine.clone_from(&seat_view.levels);
        let Some(at) = self.geometry.number(action.target()) else { return };
        self.add_scores_to_due(1);
        match (action.command(), reply) {
            (Command::Scout, Reply::Seen(window)) => {
                let squares: Vec<usize> = self.geometry.window(at).collect();
                let shown = squares.into_iter().zip(window.values());
                let foreign = shown.filter(|(near, _)| self.mine[*near] == 0);
                let seen: Vec<(usize, u32)> =
                    foreign.map(|(near, value)| (near, value.unsigned_abs())).collect();
                self.observe_levels(at, &seen);
            }
            (Command::Plant | Command::Colonise, Reply::Done) => self.observe_levels(at, &[(at, 0)]),
            (_, Reply::Occupied(value)) => self.observe_levels(at, &[(at, value.unsigned_abs() as u32)]),
            (Command::Bomb, Reply::NoEffect { made_sense: true }) => self.observe_levels(at, &[(at, 0)]),
            (Command::Bomb, Reply::Hits(lost)) if *lost < self.bomb_damage => {
                self.observe_levels(at, &[(at, *lost)]);
                self.groups.iter_mut().for_each(|group| group.set(at, 0));
                self.certain[at] = 0;
                self.cancel_due_points(*lost);
            }
            (Command::Bomb, Reply::Hits(lost)) => {
                self.observe_bomb(at, *lost);
                self.cancel_due_points(*lost);
            }
            (Command::Spray, Reply::NoEffect { made_sense: true }) => self.observe_spray(at, 0),
            (Command::Spray, Reply::Hits(hits)) => {
                self.observe_spray(at, *hits as usize);
                self.cancel_due_points(*hits);
            }
            _ => {}
        }
        self.enforce_certain_levels();
        self.add_scores_to_due(-1);
        self.clear_own_squares();
        self.forget_due_points();
        self.settle_due_points();
        self.reweight();
    }

    /// Raises every board to the levels that the opponent certainly has.
    fn enforce_certain_levels(&mut self) {
        for (certain, mine) in self.certain.iter_mut().zip(&self.mine) {
            *certain *= u32::from(*mine == 0);
        }
        for board in self.groups.iter_mut().flat_map(|group| &mut group.boards) {
            for (level, certain) in board.levels.iter_mut().zip(&self.certain) {
                // A colony may have used all levels but the last.
                *level = (*level).max((*certain).min(1));
            }
        }
    }

    /// Adds the boards' scores to their due points: once with 1 before, once with -1 after.
    fn add_scores_to_due(&mut self, sign: i64) {
        let boards = self.groups.iter_mut().flat_map(|group| &mut group.boards);
        boards.for_each(|board| board.due += sign * board.score());
    }

    /// Drops some of the due points: a wrong guess may mean that the points are elsewhere, or
    /// that they do not exist.
    fn forget_due_points(&mut self) {
        for board in self.groups.iter_mut().flat_map(|group| &mut group.boards) {
            let kept = |rng: &mut Rng| rng.below(100) < DUE_KEPT_PERCENT;
            let due = (0..board.due.unsigned_abs()).filter(|_| kept(&mut self.rng)).count() as i64;
            board.due = due * board.due.signum();
        }
    }

    /// Points that the opponent lost are not due any more.
    fn cancel_due_points(&mut self, lost: u32) {
        let boards = self.groups.iter_mut().flat_map(|group| &mut group.boards);
        boards.for_each(|board| board.due -= i64::from(lost));
    }

    /// Processes exact levels of some squares.
    fn observe_levels(&mut self, centre: usize, seen: &[(usize, u32)]) {
        let patch = neighbourhood(&self.geometry, centre, 3);
        for (at, level) in seen {
            self.seen[*at] = self.simulated_turns;
            self.certain[*at] = *level;
        }
        for group in &mut self.groups {
            group.weight *= group.likelihood(seen).powf(EVIDENCE_EXPONENT);
            let fits = group.boards.iter().map(|board| {
                let square = |(at, seen): &(usize, u32)| match (board.levels[*at], *seen) {
                    (level, seen) if level == seen => 1.0,
                    (1.., 1..) => 0.6,
                    _ => 0.2,
                };
                seen.iter().map(square).product()
            });
            let fits: Vec<f64> = fits.collect();
            group.resample_patch(&patch, fits, &mut self.rng);
            for (at, level) in seen {
                group.set(*at, *level);
            }
        }
    }

    /// Processes a bomb that took `lost` levels: the square held at least that.
    fn observe_bomb(&mut self, at: usize, lost: u32) {
        let patch = neighbourhood(&self.geometry, at, 1);
        self.certain[at] = self.certain[at].saturating_sub(lost);
        for group in &mut self.groups {
            let enough = |board: &Particle| board.levels[at] >= lost;
            let count = group.boards.iter().filter(|board| enough(board)).count();
            group.weight *= (0.2 + count as f64) / (1.0 + group.boards.len() as f64);
            let fits = group.boards.iter().map(|board| if enough(board) { 1.0 } else { 0.0 }).collect();
            group.resample_patch(&patch, fits, &mut self.rng);
            for Particle { levels, .. } in &mut group.boards {
                levels[at] = levels[at].saturating_sub(lost);
            }
        }
    }

    /// Processes a spray that hit this many squares of a cross, for one level each.
    fn observe_spray(&mut self, centre: usize, hits: usize) {
        let patch = neighbourhood(&self.geometry, centre, 2);
        self.geometry.cross(centre).for_each(|at| self.certain[at] = self.certain[at].saturating_sub(1));
        let cross: Vec<usize> = self.geometry.cross(centre).filter(|at| self.mine[*at] == 0).collect();
        for group in &mut self.groups {
            let count = |board: &Particle| cross.iter().filter(|at| board.levels[**at] > 0).count();
            let right = group.boards.iter().filter(|board| count(board) == hits).count();
            group.weight *= (0.2 + right as f64) / (1.2 + group.boards.len() as f64);
            let fits = group.boards.iter().map(|board| 0.1_f64.powi(count(board).abs_diff(hits) as i32));
            let fits = fits.collect();
            group.resample_patch(&patch, fits, &mut self.rng);
            let taken: Vec<f64> = cross.iter().map(|at| group.share_taken(*at)).collect();
            for Particle { levels, .. } in &mut group.boards {
                match_hits(levels, &cross, &taken, hits, &mut self.rng);
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

    /// The share of boards that hold a square, smoothed away from 0 and 1.
    fn share_taken(&self, at: usize) -> f64 {
        let taken = self.boards.iter().filter(|board| board.levels[at] > 0).count();
        (0.5 + taken as f64) / (1.0 + self.boards.len() as f64)
    }

    /// The likelihood of what was seen, square by square.
    fn likelihood(&self, seen: &[(usize, u32)]) -> f64 {
        let class = |level: u32| (level as usize).min(LEVEL_CLASSES - 1);
        let square = |(at, level): &(usize, u32)| {
            let right = self.boards.iter().filter(|board| class(board.levels[*at]) == class(*level)).count();
            (right as f64 + 1.0 / LEVEL_CLASSES as f64) / (self.boards.len() as f64 + 1.0)
        };
        seen.iter().map(square).product()
    }

    /// Boards that fit badly copy these squares from boards that fit well.
    fn resample_patch(&mut self, patch: &[usize], mut fits: Vec<f64>, rng: &mut Rng) {
        let most = fits.iter().copied().fold(0.0, f64::max);
        if most <= 0.0 {
            return;
        }
        fits.iter_mut().for_each(|fit| *fit /= most);
        // Flatten the fits until the effective sample size is a third of the boards, at most
        // four times.
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
        for (Particle { levels, .. }, given) in self.boards.iter_mut().zip(given) {
            for (at, level) in patch.iter().zip(given) {
                levels[*at] = level;
            }
        }
    }
}

/// Makes exactly `hits` squares of the cross held, by random choice: likely squares are
/// added first, unlikely ones removed first.
fn match_hits(levels: &mut [u32], cross: &[usize], taken: &[f64], hits: usize, rng: &mut Rng) {
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
        // More hits than squares are impossible; then it gives up.
        let Some(drawn) = drawn.or_else(|| weights.iter().rposition(|weight| *weight > 0.0)) else { return };
        levels[cross[drawn]] = u32::from(adds);
    }
}

/// The squares at most `reach` rows and columns away.
fn neighbourhood(geometry: &Geometry, centre: usize, reach: usize) -> Vec<usize> {
    let (row, col) = (centre / geometry.cols, centre % geometry.cols);
    let rows = row.saturating_sub(reach)..(row + reach + 1).min(geometry.rows);
    let cols = col.saturating_sub(reach)..(col + reach + 1).min(geometry.cols);
    rows.flat_map(|row| cols.clone().map(move |col| row * geometry.cols + col)).collect()
}
