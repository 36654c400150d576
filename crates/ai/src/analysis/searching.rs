//! An analyst that searches: the same for every game that can be searched.

use games::{Outcome, Seat, Session};

use super::{Analyst, Weighed, Worth};
use crate::Deadline;
use crate::search::alpha_beta::{AlphaBeta, Background, Found};
use crate::search::{Judge, Limits, Position, Value, later};

/// A game as an analyst needs it.
pub(super) trait Board: 'static {
    /// Its positions.
    type Position: Position;
    /// Who says what they are worth.
    type Judge: Judge<Self::Position> + Send;

    /// The judge.
    fn judge() -> Self::Judge;

    /// The position and what came before it, if this is the game.
    fn position(session: &dyn Session) -> Option<(Self::Position, Background)>;

    /// What a value means to people.
    fn worth(value: Value, to_the_end: bool) -> Worth;

    /// Every move with what it is worth for certain, where that is known without
    /// a search; in any order.
    fn known(_session: &dyn Session) -> Option<Vec<Weighed>> {
        None
    }

    /// From how much on a loss is worth talking about.
    const CLEAR_LOSS: f64;

    /// With how many decimals scores are told.
    const DECIMALS: usize;

    /// What an end of the game is worth to a seat.
    fn end(outcome: Outcome, seat: Seat) -> Worth;
}

/// About how many positions are remembered.
const MEMORY: usize = 1 << 20;

/// An analyst of one game.
pub(super) struct Searching<B: Board> {
    searcher: AlphaBeta<B::Judge>,
}

impl<B: Board> Searching<B> {
    pub(super) fn new() -> Searching<B> {
        Searching { searcher: AlphaBeta::new(B::judge(), MEMORY) }
    }
}

/// What a search found, for people.
fn weighed<B: Board>(found: Found<<B::Position as games::Game>::Action>) -> Weighed {
    Weighed {
        action: found.action.to_string(),
        worth: B::worth(found.value, found.to_the_end),
        depth: found.depth,
        nodes: found.nodes,
        line: found.line.iter().map(ToString::to_string).collect(),
    }
}

/// The best first; those that are worth the same stay in their order.
fn best_first(moves: &mut [Weighed]) {
    moves.sort_by(|one, other| other.worth.rank(&one.worth));
}

impl<B: Board> Analyst for Searching<B> {
    fn weigh(&mut self, session: &dyn Session, limits: &Limits<'_>) -> Vec<Weighed> {
        let Some((root, background)) = B::position(session).filter(|_| session.outcome().is_none()) else {
            return Vec::new();
        };
        let mut moves = B::known(session).unwrap_or_else(|| {
            self.searcher.weigh(&root, &background, limits).into_iter().map(weighed::<B>).collect()
        });
        best_first(&mut moves);
        moves
    }

    fn clear_loss(&self) -> f64 {
        B::CLEAR_LOSS
    }

    fn decimals(&self) -> usize {
        B::DECIMALS
    }

    fn best(&mut self, session: &dyn Session, limits: &Limits<'_>) -> Option<Weighed> {
        let (root, background) = B::position(session).filter(|_| session.outcome().is_none())?;
        match B::known(session) {
            Some(mut moves) => {
                best_first(&mut moves);
                moves.into_iter().next()
            }
            None => Some(weighed::<B>(self.searcher.search(&root, &background, limits, 1))),
        }
    }

    fn value_of(
        &mut self,
        session: &dyn Session,
        action: &str,
        depth: u32,
        deadline: Deadline<'_>,
    ) -> Option<Weighed> {
        let (root, _) = B::position(session).filter(|_| session.is_legal(action))?;
        let known =
            B::known(session).and_then(|moves| moves.into_iter().find(|known| known.action == action));
        if known.is_some() {
            return known;
        }
        let mut next = session.boxed_clone();
        next.submit(action);
        let alone = |worth, nodes| Weighed {
            action: action.to_string(),
            worth,
            depth,
            nodes,
            line: vec![action.to_string()],
        };
        if let Some(outcome) = next.outcome() {
            return Some(alone(B::end(outcome, root.mover()), 1));
        }
        // The session after the move knows the way that led there.
        let (position, background) = B::position(&*next)?;
        if depth <= 1 {
            let value = -later(self.searcher.judge().estimate(&position));
            return Some(alone(B::worth(value, false), 1));
        }
        let limits = Limits { nodes: None, depth: Some(depth - 1), deadline };
        let found = self.searcher.search(&position, &background, &limits, 1);
        let mut weighed = alone(B::worth(-later(found.value), found.to_the_end), found.nodes);
        weighed.line.extend(found.line.iter().map(ToString::to_string));
        Some(weighed)
    }
}
