//! Virus for the analyst: values are final margins, in stones.

use games::virus::{Action, Virus, touching};
use games::{Outcome, Seat, Session};

use super::Worth;
use super::searching::{Searched, Solved};
use crate::search::alpha_beta::GameContext;
use crate::search::{Evaluator, Limits, Value};
use crate::virus::endgame::{self, Solver};
use crate::virus::evaluator::{STONE, VirusEvaluator};

/// See [`Searched`].
pub(super) struct Board;

/// Positions that the solver remembers, as a power of two.
const SOLVER_BITS: u32 = 18;

/// From so many empty squares on the rest of the game may be solved.
const SOLVED_FROM: u32 = 20;

/// Says by how much a game will be won. Players want to win at all first; who
/// wants to know why a game was lost asks where the stones went.
pub(super) struct Margins(VirusEvaluator);

impl Evaluator<Virus> for Margins {
    #[inline(always)]
    fn evaluate(&self, position: &Virus) -> Value {
        let [own, other, empty] = position.sets();
        // A stone with no empty square around it can never be converted, so no
        // estimate may order_score it.
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

impl Searched for Board {
    type Position = Virus;
    type Evaluator = Margins;
    type Solver = Solver;

    /// Less than a stone is within what estimates are good for.
    const CLEAR_LOSS: f64 = 1.0;
    const DECIMALS: usize = 1;

    fn evaluator() -> Margins {
        Margins(VirusEvaluator::learned())
    }

    fn solver() -> Solver {
        Solver::new(VirusEvaluator::learned(), SOLVER_BITS)
    }

    fn position(session: &dyn Session) -> Option<(Virus, GameContext)> {
        session.game::<Virus>().map(|game| (*game, GameContext::none()))
    }

    /// An estimate, even of lines that were followed to their end: searches look at
    /// placements only, and a pass may be better than all of them.
    fn worth(value: Value) -> Worth {
        Worth::About(f64::from(value) / f64::from(STONE))
    }

    fn end(outcome: Outcome, seat: Seat) -> Worth {
        Worth::Exactly((outcome.score * seat.sign()) as f64)
    }

    fn solve(solver: &mut Solver, position: &Virus, limits: &Limits<'_>) -> Option<Solved<Action>> {
        let [_, _, empty] = position.sets();
        if empty.count_ones() > SOLVED_FROM {
            return None;
        }
        let before = solver.nodes();
        let solved = solver.margin(position, endgame::Limits::half_of(limits.nodes, &limits.deadline))?;
        let worth = Worth::Exactly(f64::from(solved.margin));
        Some(Solved { action: solved.action, worth, nodes: solver.nodes() - before })
    }
}
