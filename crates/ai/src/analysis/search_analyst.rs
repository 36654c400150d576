//! The analyst of every game that can be searched.

use games::{Game, Outcome, Seat, Session};

use super::{Analyst, EvaluatedMove, MoveValue};
use crate::search::alpha_beta::{AlphaBeta, GameContext, SearchResult};
use crate::search::{Evaluator, SearchLimits, Searchable, Value, value_one_ply_up};

/// The action type of a game.
type ActionOf<G> = <<G as AnalysedGame>::Position as Game>::Action;

/// What an analyst needs of a game.
pub(super) trait AnalysedGame: 'static {
    /// The bare position, without draw rules.
    type Position: Searchable;
    /// Its evaluator.
    type Evaluator: Evaluator<Self::Position> + Send;
    /// A solver for the end of the game; `()` without one.
    type Solver: Send;

    /// See [`Analyst::clear_loss`].
    const CLEAR_LOSS: f64;

    /// See [`Analyst::decimals`].
    const DECIMALS: usize;

    /// Makes the evaluator.
    fn evaluator() -> Self::Evaluator;

    /// Makes the solver.
    fn solver() -> Self::Solver;

    /// The position with its context; `None` if the session holds another game.
    fn position(session: &dyn Session) -> Option<(Self::Position, GameContext)>;

    /// Converts a value of the search to final scores.
    fn move_value(value: Value) -> MoveValue;

    /// See [`Analyst::warning`].
    fn warning(_session: &dyn Session) -> Option<String> {
        None
    }

    /// The value of a finished game to a seat.
    fn outcome_value(outcome: Outcome, seat: Seat) -> MoveValue;

    /// Every move with its proven value, in any order; `None` without a tablebase.
    fn solved_moves(_session: &dyn Session) -> Option<Vec<EvaluatedMove>> {
        None
    }

    /// The proven best action; `None` if the limits do not suffice.
    fn solve(
        _solver: &mut Self::Solver,
        _position: &Self::Position,
        _limits: &SearchLimits<'_>,
    ) -> Option<SolvedMove<ActionOf<Self>>> {
        None
    }
}

/// The result of a solver.
pub(super) struct SolvedMove<A> {
    pub(super) action: A,
    pub(super) value: MoveValue,
    pub(super) nodes: u64,
}

/// The size of the searcher's table, in positions.
const TABLE_POSITIONS: usize = 1 << 21;

/// An analyst of one game.
pub(super) struct SearchAnalyst<G: AnalysedGame> {
    searcher: AlphaBeta<G::Evaluator>,
    solver: G::Solver,
}

impl<G: AnalysedGame> SearchAnalyst<G> {
    pub(super) fn new() -> SearchAnalyst<G> {
        SearchAnalyst { searcher: AlphaBeta::new(G::evaluator(), TABLE_POSITIONS), solver: G::solver() }
    }

    /// The proven best move with the line to the end of the game; `None` if the limits do
    /// not suffice.
    fn solved(&mut self, root: &G::Position, limits: &SearchLimits<'_>) -> Option<EvaluatedMove> {
        let SolvedMove { action, value, mut nodes } = G::solve(&mut self.solver, root, limits)?;
        let (mut line, mut position) = (vec![action.to_string()], root.after(action));
        while position.status().outcome().is_none()
            && let Some(next) = G::solve(&mut self.solver, &position, limits)
        {
            line.push(next.action.to_string());
            nodes += next.nodes;
            position = position.after(next.action);
        }
        let depth = line.len() as u32;
        Some(EvaluatedMove { action: action.to_string(), value, depth, nodes, line })
    }

    /// All moves with proven values; `None` if one of them exceeds its share of the
    /// limits. Solvers use half of a share.
    ///
    /// A move that is legal but not listed (a pass in Virus) is included where it is
    /// better than all others.
    fn all_solved(&mut self, session: &dyn Session, limits: &SearchLimits<'_>) -> Option<Vec<EvaluatedMove>> {
        let (root, _) = G::position(session)?;
        let count = root.actions().len() as u64;
        let share = |part: f64| SearchLimits {
            nodes: limits.nodes.map(|nodes| (nodes / count).max(1)),
            depth: None,
            deadline: limits.deadline.part(part),
        };
        let mut moves = Vec::new();
        for (at, action) in root.actions().enumerate() {
            let share = share((at + 1) as f64 / count as f64);
            moves.push(self.proven_move(session, &root, &action.to_string(), &share)?);
        }
        let best = self.solved(&root, &share(1.0))?;
        if moves.iter().all(|one| one.value.compare(&best.value).is_lt()) {
            moves.push(best);
        }
        let nodes = moves.iter().map(|one| one.nodes).sum();
        moves.iter_mut().for_each(|one| one.nodes = nodes);
        Some(moves)
    }

    /// A move with its proven value: it ends the game, or the next position is solved.
    fn proven_move(
        &mut self,
        session: &dyn Session,
        root: &G::Position,
        action: &str,
        limits: &SearchLimits<'_>,
    ) -> Option<EvaluatedMove> {
        let mut next = session.boxed_clone();
        next.submit(action);
        let line = vec![action.to_string()];
        if let Some(outcome) = next.outcome() {
            let value = G::outcome_value(outcome, root.mover());
            return Some(EvaluatedMove { action: action.to_string(), value, depth: 1, nodes: 1, line });
        }
        let (position, _) = G::position(&*next)?;
        let solved = self.solved(&position, limits)?;
        Some(EvaluatedMove {
            action: action.to_string(),
            value: solved.value.for_opponent(),
            depth: solved.depth + 1,
            nodes: solved.nodes,
            line: line.into_iter().chain(solved.line).collect(),
        })
    }
}

/// The result of a search in terms of final scores.
fn evaluated<G: AnalysedGame>(result: SearchResult<ActionOf<G>>) -> EvaluatedMove {
    EvaluatedMove {
        action: result.action.to_string(),
        value: G::move_value(result.value),
        depth: result.depth,
        nodes: result.nodes,
        line: result.pv.iter().map(ToString::to_string).collect(),
    }
}

/// Sorts the best first; equal moves keep their order.
fn best_first(mut moves: Vec<EvaluatedMove>) -> Vec<EvaluatedMove> {
    moves.sort_by(|one, other| other.value.compare(&one.value));
    moves
}

impl<G: AnalysedGame> Analyst for SearchAnalyst<G> {
    fn warning(&self, session: &dyn Session) -> Option<String> {
        G::warning(session)
    }

    fn clear_loss(&self) -> f64 {
        G::CLEAR_LOSS
    }

    fn decimals(&self) -> usize {
        G::DECIMALS
    }

    fn evaluate_moves(&mut self, session: &dyn Session, limits: &SearchLimits<'_>) -> Vec<EvaluatedMove> {
        let Some((root, context)) = G::position(session).filter(|_| session.outcome().is_none()) else {
            return Vec::new();
        };
        let proven = G::solved_moves(session).or_else(|| self.all_solved(session, limits));
        best_first(proven.unwrap_or_else(|| {
            self.searcher.search_all(&root, &context, limits).into_iter().map(evaluated::<G>).collect()
        }))
    }

    fn best(&mut self, session: &dyn Session, limits: &SearchLimits<'_>) -> Option<EvaluatedMove> {
        let (root, context) = G::position(session).filter(|_| session.outcome().is_none())?;
        if let Some(moves) = G::solved_moves(session) {
            return best_first(moves).into_iter().next();
        }
        let solved = self.solved(&root, limits);
        solved.or_else(|| Some(evaluated::<G>(self.searcher.search(&root, &context, limits, 1))))
    }

    fn value_of(
        &mut self,
        session: &dyn Session,
        action: &str,
        limits: &SearchLimits<'_>,
    ) -> Option<EvaluatedMove> {
        let (root, _) = G::position(session).filter(|_| session.is_legal(action))?;
        let solved =
            G::solved_moves(session).and_then(|moves| moves.into_iter().find(|one| one.action == action));
        if let Some(proven) = solved.or_else(|| self.proven_move(session, &root, action, limits)) {
            return Some(proven);
        }
        let mut next = session.boxed_clone();
        next.submit(action);
        // The session after the move holds the positions so far.
        let (position, context) = G::position(&*next)?;
        let (value, depth, nodes, line) = match limits.depth {
            Some(0 | 1) => (self.searcher.evaluator().evaluate(&position), 1, 1, Vec::new()),
            depth => {
                let limits = SearchLimits { depth: depth.map(|depth| depth - 1), ..*limits };
                let result = self.searcher.search(&position, &context, &limits, 1);
                (result.value, result.depth + 1, result.nodes, result.pv)
            }
        };
        let line = line.iter().map(ToString::to_string);
        Some(EvaluatedMove {
            action: action.to_string(),
            value: G::move_value(-value_one_ply_up(value)),
            depth,
            nodes,
            line: [action.to_string()].into_iter().chain(line).collect(),
        })
    }
}
