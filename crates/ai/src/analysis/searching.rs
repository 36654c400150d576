//! An analyst that searches: the same for every game that can be searched.

use games::{Game, Outcome, Seat, Session};

use super::{Analyst, Weighed, Worth};
use crate::search::alpha_beta::{AlphaBeta, GameContext, SearchResult};
use crate::search::{Evaluator, Limits, Searchable, Value, value_one_ply_up};

/// An action of a game's positions.
type ActionOf<B> = <<B as Searched>::Position as Game>::Action;

/// A game as an analyst needs it.
pub(super) trait Searched: 'static {
    /// Its positions.
    type Position: Searchable;
    /// Who says what they are worth.
    type Evaluator: Evaluator<Self::Position> + Send;
    /// Who plays games to their end, where there is such a one.
    type Solver: Send;

    /// From how much on a loss is worth talking about.
    const CLEAR_LOSS: f64;

    /// With how many decimals scores are told.
    const DECIMALS: usize;

    /// The evaluator.
    fn evaluator() -> Self::Evaluator;

    /// The solver.
    fn solver() -> Self::Solver;

    /// The position and what came before it, if this is the game.
    fn position(session: &dyn Session) -> Option<(Self::Position, GameContext)>;

    /// What a value that was found by searching means to people.
    fn worth(value: Value) -> Worth;

    /// See [`Analyst::trouble`].
    fn trouble(_session: &dyn Session) -> Option<String> {
        None
    }

    /// What an end of the game is worth to a seat.
    fn end(outcome: Outcome, seat: Seat) -> Worth;

    /// Every move with what it is worth for certain, where that is known without
    /// a search; in any order.
    fn known(_session: &dyn Session) -> Option<Vec<Weighed>> {
        None
    }

    /// The best action for certain, if it is found within the limits.
    fn solve(
        _solver: &mut Self::Solver,
        _position: &Self::Position,
        _limits: &Limits<'_>,
    ) -> Option<Solved<ActionOf<Self>>> {
        None
    }
}

/// What a solver found.
pub(super) struct Solved<A> {
    pub(super) action: A,
    pub(super) worth: Worth,
    pub(super) nodes: u64,
}

/// About how many positions are remembered.
const MEMORY: usize = 1 << 21;

/// An analyst of one game.
pub(super) struct Searching<B: Searched> {
    searcher: AlphaBeta<B::Evaluator>,
    solver: B::Solver,
}

impl<B: Searched> Searching<B> {
    pub(super) fn new() -> Searching<B> {
        Searching { searcher: AlphaBeta::new(B::evaluator(), MEMORY), solver: B::solver() }
    }

    /// The best move with the line to the end of the game, if that is found.
    fn solved(&mut self, root: &B::Position, limits: &Limits<'_>) -> Option<Weighed> {
        let Solved { action, worth, mut nodes } = B::solve(&mut self.solver, root, limits)?;
        let (mut line, mut position) = (vec![action.to_string()], root.after(action));
        while position.status().outcome().is_none()
            && let Some(next) = B::solve(&mut self.solver, &position, limits)
        {
            line.push(next.action.to_string());
            nodes += next.nodes;
            position = position.after(next.action);
        }
        let depth = line.len() as u32;
        Some(Weighed { action: action.to_string(), worth, depth, nodes, line })
    }

    /// All moves, if all of them are solved within half of the limits, which is what a
    /// solver takes of its share. What the rules allow but do not list (in Virus to
    /// pass) is among them where it is better than all others.
    fn all_solved(&mut self, session: &dyn Session, limits: &Limits<'_>) -> Option<Vec<Weighed>> {
        let (root, _) = B::position(session)?;
        let count = root.actions().len() as u64;
        let share = |part: f64| Limits {
            nodes: limits.nodes.map(|nodes| (nodes / count).max(1)),
            depth: None,
            deadline: limits.deadline.part(part),
        };
        let mut moves = Vec::new();
        for (at, action) in root.actions().enumerate() {
            let share = share((at + 1) as f64 / count as f64);
            moves.push(self.certain(session, &root, &action.to_string(), &share)?);
        }
        let best = self.solved(&root, &share(1.0))?;
        if moves.iter().all(|one| one.worth.rank(&best.worth).is_lt()) {
            moves.push(best);
        }
        let nodes = moves.iter().map(|one| one.nodes).sum();
        moves.iter_mut().for_each(|one| one.nodes = nodes);
        Some(moves)
    }

    /// What a move is worth for certain, if it ends the game or what follows is
    /// solved.
    fn certain(
        &mut self,
        session: &dyn Session,
        root: &B::Position,
        action: &str,
        limits: &Limits<'_>,
    ) -> Option<Weighed> {
        let mut next = session.boxed_clone();
        next.submit(action);
        let line = vec![action.to_string()];
        if let Some(outcome) = next.outcome() {
            let worth = B::end(outcome, root.mover());
            return Some(Weighed { action: action.to_string(), worth, depth: 1, nodes: 1, line });
        }
        let (position, _) = B::position(&*next)?;
        let solved = self.solved(&position, limits)?;
        Some(Weighed {
            action: action.to_string(),
            worth: solved.worth.to_the_other(),
            depth: solved.depth + 1,
            nodes: solved.nodes,
            line: line.into_iter().chain(solved.line).collect(),
        })
    }
}

/// What a search found, for people.
fn weighed<B: Searched>(found: SearchResult<ActionOf<B>>) -> Weighed {
    Weighed {
        action: found.action.to_string(),
        worth: B::worth(found.value),
        depth: found.depth,
        nodes: found.nodes,
        line: found.pv.iter().map(ToString::to_string).collect(),
    }
}

/// The best first; those that are worth the same stay in their order.
fn best_first(mut moves: Vec<Weighed>) -> Vec<Weighed> {
    moves.sort_by(|one, other| other.worth.rank(&one.worth));
    moves
}

impl<B: Searched> Analyst for Searching<B> {
    fn trouble(&self, session: &dyn Session) -> Option<String> {
        B::trouble(session)
    }

    fn clear_loss(&self) -> f64 {
        B::CLEAR_LOSS
    }

    fn decimals(&self) -> usize {
        B::DECIMALS
    }

    fn weigh(&mut self, session: &dyn Session, limits: &Limits<'_>) -> Vec<Weighed> {
        let Some((root, context)) = B::position(session).filter(|_| session.outcome().is_none()) else {
            return Vec::new();
        };
        let certain = B::known(session).or_else(|| self.all_solved(session, limits));
        best_first(certain.unwrap_or_else(|| {
            self.searcher.search_all(&root, &context, limits).into_iter().map(weighed::<B>).collect()
        }))
    }

    fn best(&mut self, session: &dyn Session, limits: &Limits<'_>) -> Option<Weighed> {
        let (root, context) = B::position(session).filter(|_| session.outcome().is_none())?;
        if let Some(moves) = B::known(session) {
            return best_first(moves).into_iter().next();
        }
        let solved = self.solved(&root, limits);
        solved.or_else(|| Some(weighed::<B>(self.searcher.search(&root, &context, limits, 1))))
    }

    fn value_of(&mut self, session: &dyn Session, action: &str, limits: &Limits<'_>) -> Option<Weighed> {
        let (root, _) = B::position(session).filter(|_| session.is_legal(action))?;
        let known =
            B::known(session).and_then(|moves| moves.into_iter().find(|known| known.action == action));
        if let Some(certain) = known.or_else(|| self.certain(session, &root, action, limits)) {
            return Some(certain);
        }
        let mut next = session.boxed_clone();
        next.submit(action);
        // The session after the move knows the way that led there.
        let (position, context) = B::position(&*next)?;
        let (value, depth, nodes, line) = match limits.depth {
            Some(0 | 1) => (self.searcher.evaluator().evaluate(&position), 1, 1, Vec::new()),
            depth => {
                let limits = Limits { depth: depth.map(|depth| depth - 1), ..*limits };
                let found = self.searcher.search(&position, &context, &limits, 1);
                (found.value, found.depth + 1, found.nodes, found.pv)
            }
        };
        let line = line.iter().map(ToString::to_string);
        Some(Weighed {
            action: action.to_string(),
            worth: B::worth(-value_one_ply_up(value)),
            depth,
            nodes,
            line: [action.to_string()].into_iter().chain(line).collect(),
        })
    }
}
