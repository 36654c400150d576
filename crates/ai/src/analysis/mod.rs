//! Looking at games afterwards: what every move is worth, what a player could
//! have known. For people, not for players, so it may see everything.
//!
//! An [`Analyst`] weighs the moves of a game without secrets, and [`analyst`]
//! gives the one of a game; [`plantation`] tells what commands came to and what
//! was known when.

pub mod plantation;
mod searching;
mod virus;
mod worth;

pub use worth::{Judged, Weighed, Worth};

use std::cmp::Ordering;

use games::Session;

use crate::Deadline;
use crate::search::Limits;
use searching::Searching;

/// Weighs the moves of a game without secrets. It remembers what it has seen, so
/// that one for a whole game is better than one for each position.
///
/// Whatever is stopped half-way by the stop of a deadline means nothing.
pub trait Analyst: Send {
    /// What every move of the seat to act is worth to it, the best first; none if
    /// the game is over.
    fn weigh(&mut self, session: &dyn Session, limits: &Limits<'_>) -> Vec<Weighed>;

    /// From how much on a loss is worth talking about, in points of the final
    /// score.
    fn clear_loss(&self) -> f64;

    /// With how many decimals scores are told.
    fn decimals(&self) -> usize;

    /// The best move alone, to a greater depth; nothing if the game is over.
    fn best(&mut self, session: &dyn Session, limits: &Limits<'_>) -> Option<Weighed>;

    /// What one move of the seat to act is worth to it at this depth; nothing if
    /// the rules do not allow it.
    fn value_of(
        &mut self,
        session: &dyn Session,
        action: &str,
        depth: u32,
        deadline: Deadline<'_>,
    ) -> Option<Weighed>;
}

/// A game and how its analyst is made.
type Made = (&'static str, fn() -> Box<dyn Analyst>);

/// Every game that has an analyst.
static ANALYSTS: [Made; 1] = [("virus", || Box::new(Searching::<virus::Board>::new()))];

/// The analyst of a game; nothing for one with secrets.
pub fn analyst(game: &str) -> Option<Box<dyn Analyst>> {
    ANALYSTS.iter().find(|(name, _)| *name == game).map(|(_, make)| make())
}

/// A move that was played, held against the best one. Both are looked at to the
/// same depth, and what is better than the best takes its place: no move is worse
/// than nothing.
pub fn judge(
    analyst: &mut dyn Analyst,
    session: &dyn Session,
    played: &str,
    limits: &Limits<'_>,
    patience: Deadline<'_>,
) -> Option<Judged> {
    let best = analyst.best(session, limits)?;
    if best.action == played {
        return Some(Judged { played: best.clone(), best });
    }
    let played = analyst.value_of(session, played, best.depth, patience)?;
    Some(match played.worth.rank(&best.worth) {
        Ordering::Less => Judged { best, played },
        Ordering::Equal | Ordering::Greater => Judged { best: played.clone(), played },
    })
}
