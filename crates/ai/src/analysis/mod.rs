//! Looking at games afterwards: what every move is worth, what a player could
//! have known. For people, not for players, so it may see everything.
//!
//! An [`Analyst`] weighs the moves of a game without secrets, and [`analyst`]
//! gives the one of a game; [`plantation`] tells what commands came to and what
//! was known when.

mod conga;
pub mod plantation;
mod searching;
#[cfg(test)]
mod tests;
mod virus;
mod worth;

pub use worth::{Judged, Weighed, Worth};

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

    /// What is wrong with what it would like to use for this position, in one line:
    /// it does without, and somebody should know.
    fn trouble(&self, session: &dyn Session) -> Option<String>;

    /// From how much on a loss is worth talking about, in points of the final
    /// score.
    fn clear_loss(&self) -> f64;

    /// With how many decimals scores are told.
    fn decimals(&self) -> usize;

    /// The best move alone, to a greater depth; nothing if the game is over.
    fn best(&mut self, session: &dyn Session, limits: &Limits<'_>) -> Option<Weighed>;

    /// What one move of the seat to act is worth to it; nothing if the rules do
    /// not allow it.
    fn value_of(&mut self, session: &dyn Session, action: &str, limits: &Limits<'_>) -> Option<Weighed>;
}

/// A game and how its analyst is made.
type Made = (&'static str, fn() -> Box<dyn Analyst>);

/// Every game that has an analyst.
static ANALYSTS: [Made; 2] = [
    ("virus", || Box::new(Searching::<virus::Board>::new())),
    ("conga", || Box::new(Searching::<conga::Board>::new())),
];

/// The analyst of a game; nothing for one with secrets.
pub fn analyst(game: &str) -> Option<Box<dyn Analyst>> {
    ANALYSTS.iter().find(|(name, _)| *name == game).map(|(_, make)| make())
}

/// What was played may be looked at so many times as long as the best was, to
/// reach the same depth.
pub const PATIENCE: u32 = 4;

/// A move that was played, held against the best one. Both are looked at to the
/// same depth, and what is better than the best takes its place: no move is worse
/// than nothing. But what is proven of the best goes before what is estimated of
/// another. `patience` bounds the look at what was played.
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
    let limits = match best.worth.is_certain() {
        // A win in one is found at a glance, and says nothing of how deep to look.
        true => Limits { deadline: patience, ..*limits },
        false => {
            let nodes = limits.nodes.map(|nodes| nodes.saturating_mul(u64::from(PATIENCE)));
            Limits { nodes, depth: Some(best.depth), deadline: patience }
        }
    };
    let played = analyst.value_of(session, played, &limits)?;
    if played.worth.rank(&best.worth).is_lt() {
        return Some(Judged { best, played });
    }
    Some(match best.worth.is_certain() && !played.worth.is_certain() {
        true => Judged { played: Weighed { worth: best.worth.at_most(), ..played }, best },
        false => Judged { best: played.clone(), played },
    })
}
