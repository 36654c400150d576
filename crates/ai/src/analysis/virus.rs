//! Virus for the analyst. Values are final margins, in stones.

use games::virus::{Action, Virus, touching};
use games::{Outcome, Seat, Session};

use super::MoveValue;
use super::search_analyst::{AnalysedGame, SolvedMove};
use crate::search::alpha_beta::GameContext;
use crate::search::{Evaluator, SearchLimits, Value};
use crate::virus::endgame::{Solver, SolverLimits};
use crate::virus::evaluator::{STONE, VirusEvaluator};

/// The [`AnalysedGame`] of Virus.
pub(super) struct VirusAnalysis;

/// The size of the solver's table: 2 to this power positions.
const SOLVER_BITS: u32 = 18;

/// Positions with at most this many empty squares are solved.
const MAX_SOLVED_EMPTY: u32 = 20;

/// Evaluates the final margin. A player wants to win first; analysis asks where the
/// stones were lost.
pub(super) struct MarginEvaluator(VirusEvaluator);

impl Evaluator<Virus> for MarginEvaluator {
    #[inline(always)]
    fn evaluate(&self, position: &Virus) -> Value {
        let [own, other, empty] = position.sets();
        // A stone without an empty square around it can never be converted, so no
        // estimate may count on it.
        let squares = (own | other | empty).count_ones();
        let most = |against: u128| {
            let safe = against & !touching(empty, against);
            (squares - 2 * safe.count_ones().min(squares / 2)) as Value * STONE
        };
        self.0.margin(position).clamp(-most(own), most(other))
    }

    fn terminal_value(&self, position: &Virus, outcome: Outcome) -> Value {
        (outcome.score * position.to_move().sign()) as Value * STONE
    }

    #[inline(always)]
    fn order_score(&self, position: &Virus, action: Action) -> i32 {
        self.0.order_score(position, action)
    }
}

impl AnalysedGame for VirusAnalysis {
    type Position = Virus;
    type Evaluator = MarginEvaluator;
    type Solver = Solver;

    /// Less than a stone is within the error of the evaluation.
    const CLEAR_LOSS: f64 = 1.0;
    const DECIMALS: usize = 1;

    fn evaluator() -> MarginEvaluator {
        MarginEvaluator(VirusEvaluator::learned())
    }

    fn solver() -> Solver {
        Solver::new(VirusEvaluator::learned(), SOLVER_BITS)
    }

    fn position(session: &dyn Session) -> Option<(Virus, GameContext)> {
        session.game::<Virus>().map(|game| (*game, GameContext::none()))
    }

    /// Always an estimate, even at the end of the game. The search tries placements only,
    /// and a pass may be better than all of them.
    fn move_value(value: Value) -> MoveValue {
        MoveValue::Estimate(f64::from(value) / f64::from(STONE))
    }

    fn outcome_value(outcome: Outcome, seat: Seat) -> MoveValue {
        MoveValue::Exact((outcome.score * seat.sign()) as f64)
    }

    fn solve(solver: &mut Solver, position: &Virus, limits: &SearchLimits<'_>) -> Option<SolvedMove<Action>> {
        let [_, _, empty] = position.sets();
        if empty.count_ones() > MAX_SOLVED_EMPTY {
            return None;
        }
        let before = solver.nodes();
        let solved = solver.margin(position, SolverLimits::half_of(limits.nodes, &limits.deadline))?;
        let value = MoveValue::Exact(f64::from(solved.margin));
        Some(SolvedMove { action: solved.action, value, nodes: solver.nodes() - before })
    }
}
