//! The champion of Virus: alpha-beta with what was learned, and the end by heart.

use games::common::rng::Rng;
use games::virus::{Action, Virus, touching};

use super::endgame::{self, Solver};
use super::evaluator::VirusEvaluator;
use crate::random::any_action;
use crate::search::Limits;
use crate::search::alpha_beta::{AlphaBeta, GameContext};
use crate::search_options::SearchOptions;
use crate::{Deadline, Player, Time};

/// Positions looked at for a move where nothing else was said.
const USUAL_NODES: u64 = 400_000;

/// Of so many positions one is remembered: the last ply of each line is not. A table
/// without empty room stays in the processor's cache, which makes it a fifth faster.
const REMEMBERED_OF: u64 = 8;

/// Positions remembered by the solver are a power of two.
const SOLVER_BITS: u32 = 16;

/// From so many empty squares on it tries to solve the rest of the game.
const SOLVED_FROM: u32 = 18;

/// Plays as well as it can.
pub struct Champion {
    options: SearchOptions,
    rng: Rng,
    searcher: AlphaBeta<VirusEvaluator>,
    solver: Solver,
}

impl Champion {
    /// With what was learned.
    pub fn new(options: SearchOptions, seed: u64) -> Champion {
        Champion::with_evaluator(VirusEvaluator::learned(), options, seed)
    }

    /// With other weights.
    pub fn with_evaluator(evaluation: VirusEvaluator, options: SearchOptions, seed: u64) -> Champion {
        let remembered = (options.expected_nodes(USUAL_NODES) / REMEMBERED_OF).clamp(1 << 12, 1 << 22);
        Champion {
            options,
            rng: Rng::for_purpose(seed, "champion"),
            searcher: AlphaBeta::new(evaluation.clone(), remembered as usize),
            solver: Solver::new(evaluation, SOLVER_BITS),
        }
    }

    /// An action that is certain to be best: it wins by the most if there is time
    /// to find that out, or wins at least, or saves the most. Nothing if that is
    /// not found out with half of the nodes and the time.
    fn solved(&mut self, position: &Virus, nodes: Option<u64>, deadline: &Deadline<'_>) -> Option<Action> {
        let half = endgame::Limits::half_of(nodes, deadline);
        let before = self.solver.nodes();
        let winner = self.solver.winner(position, half)?;
        let rest = half.nodes.saturating_sub(self.solver.nodes() - before);
        let rest = endgame::Limits { nodes: rest, ..half };
        let margin = if winner.margin == 0 { None } else { self.solver.margin(position, rest) };
        match margin {
            Some(best) => Some(best.action),
            // What loses by the least is worth a search.
            None => (winner.margin >= 0).then_some(winner.action),
        }
    }
}

/// Whether a pass wins on the spot: the other has just passed and is behind. Not
/// where it had to: who cannot move never will again, and falls further behind
/// with every stone.
fn wins_by_passing(position: &Virus) -> bool {
    let [own, other, empty] = position.sets();
    position.passes() > 0 && own.count_ones() > other.count_ones() && touching(other, empty) != 0
}

impl Player<Virus> for Champion {
    fn act(&mut self, view: &Virus, time: &Time<'_>) -> Action {
        if self.options.is_blunder(&mut self.rng) {
            return any_action(view, &mut self.rng);
        }
        let [_, _, empty] = view.sets();
        let empties = empty.count_ones();
        let nodes = self.options.nodes(USUAL_NODES);
        let deadline = time.deadline(1, empties / 2 + 1, self.options.time());
        let before = self.solver.nodes();
        if empties <= SOLVED_FROM
            && let Some(action) = self.solved(view, nodes, &deadline)
        {
            return action;
        }
        if wins_by_passing(view) {
            return Action::PASS;
        }
        let used = self.solver.nodes() - before;
        let limits =
            Limits { nodes: nodes.map(|nodes| nodes.saturating_sub(used).max(1)), depth: None, deadline };
        self.searcher.search(view, &GameContext::none(), &limits, self.options.threads).action
    }
}
