//! The champion's belief: a particle filter over the opponent's board.
//!
//! A *particle* is one imagined board. Each is simulated by one opponent model and kept
//! consistent with everything seen. Particles of one model form a group. Its weight says
//! how well the model has predicted what was seen. [`super::evidence`] uses replies.

use games::Seat;
use games::common::rng::Rng;

use super::geometry::{Geometry, SeatView};
use super::growth::any_square;
use super::opponent_models::{OpponentModel, SimulatedTurn};
use crate::Deadline;

/// One imagined board of the opponent.
#[derive(Clone)]
pub struct Particle {
    /// The opponent's level on every square.
    pub levels: Vec<u32>,
    /// Points that the opponent must have elsewhere, or has too many of if negative. Replies
    /// add or remove points against what was imagined, but the opponent's total is about
    /// right.
    pub due: i64,
    /// Squares where the opponent has met one of our tiles that still stands.
    pub met: Vec<bool>,
}

impl Particle {
    /// The opponent's points on this board.
    pub fn score(&self) -> i64 {
        self.levels.iter().map(|level| i64::from(*level)).sum()
    }
}

/// The particles of one opponent model.
pub struct Group {
    /// The model that simulates them.
    pub model: OpponentModel,
    /// The probability of the model; all weights add up to 1.
    pub weight: f64,
    /// The particles; at least one.
    pub boards: Vec<Particle>,
}

/// A belief about the opponent's board.
pub struct ParticleFilter {
    /// The board.
    pub geometry: Geometry,
    /// The most levels that a bomb takes.
    pub bomb_damage: u32,
    /// One group for each model; a lost model's group is replaced.
    pub groups: Vec<Group>,
    /// Own levels as last seen.
    pub mine: Vec<u32>,
    seat: Seat,
    /// Turns of the opponent that have been simulated.
    pub(super) simulated_turns: u32,
    /// For each square, how many turns had been simulated when it was last seen.
    pub(super) seen: Vec<u32>,
    /// Levels that the opponent certainly has unless it used them for a colony: what was seen,
    /// less what was taken since.
    pub(super) certain: Vec<u32>,
    pub(super) rng: Rng,
}

/// After this many turns a sighting no longer restricts where points may be.
const STALE_TURNS: u32 = 6;
/// Due points settled at a time, and the most that are kept.
const SETTLED_AT_ONCE: u64 = 2;
const MAX_DUE: i64 = 10;

/// A model below this weight is replaced by the likeliest one.
const MIN_WEIGHT: f64 = 0.002;

impl ParticleFilter {
    /// The belief at the start: `boards` random particles for each model.
    pub fn new(
        seat_view: &SeatView,
        opponent_models: &[(OpponentModel, f64)],
        boards: usize,
        rng: Rng,
    ) -> ParticleFilter {
        let geometry = Geometry::new(&seat_view.options);
        let mut rng = rng;
        let home = geometry.home(seat_view.seat.other());
        let mut start = || {
            let mut levels = vec![0; geometry.squares()];
            let count = usize::from(seat_view.options.starting_tiles);
            for row in rng.distinct_below(count, geometry.rows as u32) {
                levels[row as usize * geometry.cols + home] = 1;
            }
            Particle { levels, due: 0, met: vec![false; geometry.squares()] }
        };
        let groups = opponent_models.iter().map(|(model, weight)| Group {
            model: *model,
            weight: *weight,
            boards: (0..boards.max(1)).map(|_| start()).collect(),
        });
        ParticleFilter {
            bomb_damage: seat_view.options.bomb_damage,
            groups: groups.collect(),
            mine: seat_view.levels.clone(),
            seat: seat_view.seat,
            simulated_turns: 0,
            seen: vec![0; geometry.squares()],
            certain: vec![0; geometry.squares()],
            rng,
            geometry,
        }
    }

    /// Simulates the opponent's turns up to now. `seat_view` is the view at the start of one's
    /// own turn; own tiles that shrank show attacks. At the deadline the remaining particles
    /// stay as they were.
    pub(super) fn simulate_opponent(&mut self, seat_view: &SeatView, deadline: &Deadline<'_>) {
        // At the start of a turn, seat 1 has seen one more turn of the opponent than seat 0.
        let turns = seat_view.turn - u32::from(self.seat == Seat::Zero);
        let attack_moves = self.attack_moves(seat_view);
        self.mine.clone_from(&seat_view.levels);
        while self.simulated_turns < turns {
            self.simulated_turns += 1;
            let moves = seat_view.options.moves_per_turn;
            let turn = SimulatedTurn {
                geometry: &self.geometry,
                mine: &self.mine,
                number: self.simulated_turns,
                moves,
                attack_moves,
            };
            let most = self.groups.iter().map(|group| group.boards.len()).max().unwrap_or(0);
            // One particle of each model in turn: at the deadline no model is behind the
            // others.
            for number in 0..most {
                if deadline.has_passed() {
                    break;
                }
                for group in &mut self.groups {
                    let Some(Particle { levels, met, .. }) = group.boards.get_mut(number) else { continue };
                    met.iter_mut().zip(turn.mine).for_each(|(met, mine)| *met &= *mine > 0);
                    turn.simulate(group.model, levels, met, &mut self.rng);
                }
            }
        }
        self.clear_own_squares();
        self.settle_due_points();
        self.reweight();
    }

    /// Moves that the opponent spent on attacks, by one's own losses. Where the losses are is
    /// not used: growth elsewhere, because the opponent knows the place, and growth right
    /// there, because it thinks it empty, both did worse in games against the gardener.
    fn attack_moves(&self, seat_view: &SeatView) -> u32 {
        let lost = self.mine.iter().zip(&seat_view.levels).map(|(before, now)| before.saturating_sub(*now));
        let total: u32 = lost.sum();
        2 * total.div_ceil(self.bomb_damage.max(5))
    }

    /// Removes imagined tiles from squares that hold own tiles; their points become due.
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

    /// Adds due points to each board and removes surplus ones, preferably on squares that were
    /// not seen for long.
    pub(super) fn settle_due_points(&mut self) {
        let turn = SimulatedTurn {
            geometry: &self.geometry,
            mine: &self.mine,
            number: self.simulated_turns,
            moves: 0,
            attack_moves: 0,
        };
        let (simulated_turns, seen, certain, rng) =
            (self.simulated_turns, &self.seen, &self.certain, &mut self.rng);
        let may = |at: usize, rng: &mut Rng| rng.below(STALE_TURNS) < simulated_turns - seen[at];
        for group in &mut self.groups {
            for board in &mut group.boards {
                board.due = board.due.clamp(-MAX_DUE, MAX_DUE);
                for _ in 0..SETTLED_AT_ONCE.min(board.due.unsigned_abs()) {
                    if board.due > 0 {
                        let grown = turn.grow_somewhere(group.model, &mut board.levels, rng, may);
                        board.due -= i64::from(grown);
                    } else {
                        for _ in 0..8 {
                            let at = any_square(certain.len(), rng, |at| board.levels[at] > certain[at]);
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

    /// Normalises the weights, and replaces improbable models by copies of the likeliest. The
    /// last model always stays, for opponents of any other kind.
    pub(super) fn reweight(&mut self) {
        let sum: f64 = self.groups.iter().map(|group| group.weight).sum();
        self.groups.iter_mut().for_each(|group| group.weight = (group.weight / sum).max(1e-9));
        let likeliest = |groups: &[Group]| {
            (0..groups.len()).max_by(|a, b| groups[*a].weight.total_cmp(&groups[*b].weight)).unwrap_or(0)
        };
        for at in 0..self.groups.len() - 1 {
            if self.groups[at].weight < MIN_WEIGHT {
                let best = likeliest(&self.groups);
                let weight = self.groups[best].weight / 2.0;
                self.groups[best].weight = weight;
                self.groups[at] = Group {
                    model: self.groups[best].model,
                    weight,
                    boards: self.groups[best].boards.clone(),
                };
            }
        }
    }

    /// How improbable the likeliest model is: 0 means no doubt.
    pub fn model_uncertainty(&self) -> f64 {
        let alike = |model: OpponentModel| self.groups.iter().filter(move |group| group.model == model);
        let weight = |group: &Group| alike(group.model).map(|group| group.weight).sum::<f64>();
        1.0 - self.groups.iter().map(weight).fold(0.0, f64::max)
    }

    /// Draws a board by weight.
    pub fn sample_board(&self, rng: &mut Rng) -> &[u32] {
        let mut left = rng.fraction();
        let group = self.groups.iter().find(|group| {
            left -= group.weight;
            left < 0.0
        });
        let group = group.unwrap_or(&self.groups[0]);
        &group.boards[rng.below(group.boards.len() as u32) as usize].levels
    }

    /// Averages the particles square by square.
    pub fn marginals(&self) -> Marginals {
        let squares = self.geometry.squares();
        let mut marginals = Marginals { taken: vec![0.0; squares], bomb: vec![0.0; squares] };
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
                let sharp = group.model.calibrated(part);
                marginals.taken[at] += group.weight * sharp;
                marginals.bomb[at] += group.weight * *bomb as f64 / boards * sharp / part;
            }
        }
        marginals
    }
}

/// Marginal probabilities: the belief square by square.
pub struct Marginals {
    /// The probability that the opponent holds the square.
    pub taken: Vec<f64>,
    /// The expected damage of a bomb on the square.
    pub bomb: Vec<f64>,
}
