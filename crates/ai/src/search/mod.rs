//! Searches generic over the game: alpha-beta, Monte Carlo trees, and belief.
//!
//! A search asks for [`Position`], a game without secrets, so none of them
//! compiles for Plantation; what is hidden there goes through a belief.

pub mod alpha_beta;
pub mod belief;
#[cfg(test)]
mod graph;
pub mod mcts;
pub mod negamax;
mod path;
pub mod table;
mod threads;
#[cfg(test)]
pub(crate) mod tree;

pub use path::Path;

use games::{Game, Outcome, Seat};

use crate::Deadline;

/// A position as searches want it: small, without secrets, told apart by a
/// number.
pub trait Position: Game<View = Self> + Copy {
    /// Whether a position can come up again in the same game.
    const REPEATS: bool;

    /// A hash of everything that what follows depends on, the mover included;
    /// how the game got there does not count.
    fn hash(&self) -> u64;

    /// A number below [`ACTIONS`] for each action.
    fn number(action: Self::Action) -> usize;

    /// The seat to move; any after the end.
    fn mover(&self) -> Seat;
}

/// Actions are told apart by numbers below this.
pub const ACTIONS: usize = 128;

/// What a position is worth, in units of its judge's choice. Certain wins are
/// worth [`WIN`] less the plies they take, so estimates stay well below.
pub type Value = i32;

/// Worth of a win on the spot.
pub const WIN: Value = 30_000;

/// No estimate, and no end that is short of a certain win, is worth more.
pub const ESTIMATE_LIMIT: Value = 20_000;

/// Says what positions are worth, always from the mover's side.
pub trait Judge<P: Position>: Sync {
    /// An estimate of a position where the game goes on, within
    /// [`ESTIMATE_LIMIT`].
    fn estimate(&self, position: &P) -> Value;

    /// What an end of the game is worth to the seat that would be to move.
    /// [`WIN`] and its negative are taken for certain and the sooner (or the
    /// later) the better; anything within [`ESTIMATE_LIMIT`] is kept as it is, for
    /// games where it matters by how much they are won.
    fn end(&self, position: &P, outcome: Outcome) -> Value;

    /// How promising an action looks before anything is searched: the largest
    /// first.
    fn promise(&self, position: &P, action: P::Action) -> i32;
}

/// Beyond every value.
const INFINITY: Value = WIN + 1_000;

/// Wins and losses this near to [`WIN`] are certain.
const CERTAIN: Value = WIN - 5_000;

/// Whether a value is that of a certain win or loss.
pub fn is_certain(value: Value) -> bool {
    value.abs() >= CERTAIN
}

/// How many plies a certain win or loss takes.
pub fn plies_to_end(value: Value) -> Option<u32> {
    is_certain(value).then(|| (WIN - value.abs()) as u32)
}

/// The same value one ply earlier in the game: a certain win is a ply further
/// away.
#[inline(always)]
pub(crate) fn later(value: Value) -> Value {
    value - i32::from(value >= CERTAIN) + i32::from(value <= -CERTAIN)
}

/// The bound before a ply that a bound after it stands for: undoes [`later`].
#[inline(always)]
pub(crate) fn sooner(bound: Value) -> Value {
    bound + i32::from(bound >= CERTAIN - 1) - i32::from(bound <= -(CERTAIN - 1))
}

/// How far a search goes: to whichever comes first.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// The moment to answer.
    pub deadline: Deadline<'a>,
}

impl Limits<'static> {
    /// So many positions and no more.
    pub fn nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes: Some(nodes), depth: None, deadline: Deadline::NEVER }
    }

    /// So many plies and no more.
    pub fn depth(depth: u32) -> Limits<'static> {
        Limits { nodes: None, depth: Some(depth), deadline: Deadline::NEVER }
    }
}
