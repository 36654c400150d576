//! The champion of Virus: alpha-beta with learned weights, and an endgame solver.

use games::common::rng::Rng;
use games::virus::{Action, Virus, touching};

use super::endgame::{self, Solver};
use super::evaluator::VirusEvaluator;
use crate::random::any_action;
use crate::search::SearchLimits;
use crate::search::alpha_beta::{AlphaBeta, GameContext};
use crate::search_options::SearchOptions;
use crate::{Deadline, Player, Time};

/// Nodes per move by default.
const DEFAULT_NODES: u64 = 400_000;

/// Nodes per table entry: leaves are not stored. A table that just fits stays in the
/// processor's cache, which makes the search a fifth faster.
const NODES_PER_ENTRY: u64 = 8;

/// The size of the solver's table: 2 to this power positions.
const SOLVER_BITS: u32 = 16;

/// With at most this many empty squares it tries to solve the game.
const MAX_SOLVED_EMPTY: u32 = 18;

/// Searches with learned weights and solves the end of the game.
pub struct Champion {
    options: SearchOptions,
    rng: Rng,
    searcher: AlphaBeta<VirusEvaluator>,
    solver: Solver,
}

impl Champion {
    /// With the learned weights.
    pub fn new(options: SearchOptions, seed: u64) -> Champion {
        Champion::with_evaluator(VirusEvaluator::learned(), options, seed)
    }

    /// With other weights.
    pub fn with_evaluator(evaluator: VirusEvaluator, options: SearchOptions, seed: u64) -> Champion {
        let remembered = (options.expected_nodes(DEFAULT_NODES) / NODES_PER_ENTRY).clamp(1 << 12, 1 << 22);
        Champion {
            options,
            rng: Rng::for_purpose(seed, "champion"),
            searcher: AlphaBeta::new(evaluator.clone(), remembered as usize),
            solver: Solver::new(evaluator, SOLVER_BITS),
        }
    }

    /// A proven action: the best margin if there is time, else one that does not lose.
    ///
    /// `None` if half of the nodes and time do not suffice, or the game is lost by an
    /// unknown margin.
    fn solved(&mut self, position: &Virus, nodes: Option<u64>, deadline: &Deadline<'_>) -> Option<Action> {
        let half = endgame::SolverLimits::half_of(nodes, deadline);
        let before = self.solver.nodes();
        let winner = self.solver.winner(position, half)?;
        let rest = half.nodes.saturating_sub(self.solver.nodes() - before);
        let rest = endgame::SolverLimits { nodes: rest, ..half };
        let margin = if winner.margin == 0 { None } else { self.solver.margin(position, rest) };
        match margin {
            Some(best) => Some(best.action),
            // A search looks for the smallest loss.
            None => (winner.margin >= 0).then_some(winner.action),
        }
    }
}

/// Whether a pass wins at once: the opponent has just passed and is behind.
///
/// Not if the opponent was forced to pass. It can never move again, so every further
/// stone adds to the win.
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
        let nodes = self.options.nodes(DEFAULT_NODES);
        let deadline = time.deadline(1, empties / 2 + 1, self.options.time());
        let before = self.solver.nodes();
        if empties <= MAX_SOLVED_EMPTY
            && let Some(action) = self.solved(view, nodes, &deadline)
        {
            return action;
        }
        if wins_by_passing(view) {
            return Action::PASS;
        }
        let used = self.solver.nodes() - before;
        let limits = SearchLimits {
            nodes: nodes.map(|nodes| nodes.saturating_sub(used).max(1)),
            depth: None,
            deadline,
        };
        self.searcher.search(view, &GameContext::none(), &limits, self.options.threads).action
    }
}
