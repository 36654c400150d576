//! Searches that are generic over the game: alpha-beta, Monte Carlo trees, belief.
//!
//! [`alpha_beta`] and [`mcts`] need a game without secrets ([`Searchable`]), so
//! neither compiles for Plantation. [`belief`] handles hidden information.
//!
//! # Conventions
//! - A *ply* is one action of one player. Depths count plies.
//! - A [`Value`] is always seen from the *mover*, the player whose turn it is
//!   (negamax convention). The same position is worth `-value` to the other player.
//! - A forced win loses one point for every ply it is handed up the tree. So a
//!   quick win is worth more than a slow one.

pub mod alpha_beta;
pub mod belief;
#[cfg(test)]
mod graph;
pub mod mcts;
pub mod negamax;
mod repetition;
mod threads;
pub mod transposition_table;
#[cfg(test)]
pub(crate) mod tree;

pub use repetition::RepetitionHistory;

use games::{Game, Outcome, Seat};

use crate::Deadline;

/// A game that can be searched: small, copied freely, without secrets.
///
/// `View = Self` says that every player sees the whole position.
pub trait Searchable: Game<View = Self> + Copy {
    /// Whether a position can occur twice in one game.
    const CAN_REPEAT: bool;

    /// A hash of everything that future play depends on, the mover included.
    ///
    /// The moves that led here must not count. Equal hashes are taken for equal
    /// positions, so all 64 bits should be well mixed (Zobrist keys, say).
    fn hash(&self) -> u64;

    /// A number for each action, unique in a position and below [`MAX_ACTIONS`].
    fn action_index(action: Self::Action) -> usize;

    /// The seat to move; either seat once the game is over.
    fn mover(&self) -> Seat;
}

/// [`Searchable::action_index`] stays below this.
pub const MAX_ACTIONS: usize = 128;

/// What a position is worth to its mover, in units that the evaluator chooses.
///
/// A forced win is worth [`WIN`] less the plies it takes. Evaluations stay
/// within ±[`EVALUATION_LIMIT`], well apart from forced wins.
pub type Value = i32;

/// The value of a game that is won already.
pub const WIN: Value = 30_000;

/// The largest value of an evaluation, and of a finished game that is no forced win.
pub const EVALUATION_LIMIT: Value = 20_000;

/// Says what positions are worth, always from the mover's side.
pub trait Evaluator<P: Searchable>: Sync {
    /// The static evaluation of a position in which the game goes on, within
    /// ±[`EVALUATION_LIMIT`]. "Static" means without looking ahead.
    fn evaluate(&self, position: &P) -> Value;

    /// What the end of a game is worth to the seat that would move next.
    ///
    /// Return ±[`WIN`] where only winning counts: the search then prefers quick
    /// wins and late losses. Return a value within ±[`EVALUATION_LIMIT`] where the
    /// margin counts: it is used unchanged.
    fn terminal_value(&self, position: &P, outcome: Outcome) -> Value;

    /// How early to search an action: the highest score first.
    ///
    /// The order never changes the value of a full search, only its speed:
    /// alpha-beta cuts off more when good actions come first.
    fn order_score(&self, position: &P, action: P::Action) -> i32;
}

/// Above every value.
const INFINITY: Value = WIN + 1_000;

/// Values at least this far from 0 are forced wins or losses.
const DECISIVE: Value = WIN - 5_000;

/// Whether a value is that of a forced win or loss.
pub fn is_decisive(value: Value) -> bool {
    value.abs() >= DECISIVE
}

/// In how many plies a forced win or loss ends the game; `None` for other values.
pub fn plies_to_end(value: Value) -> Option<u32> {
    is_decisive(value).then(|| (WIN - value.abs()) as u32)
}

/// A child's value as its parent sees it, before the change of sign: a forced end
/// is one ply further away.
///
/// Chess programs call this the mate distance adjustment. It is made at every ply,
/// so values in the transposition table need no correction.
#[inline(always)]
pub(crate) fn value_one_ply_up(value: Value) -> Value {
    value - i32::from(value >= DECISIVE) + i32::from(value <= -DECISIVE)
}

/// A window's bound as a child needs it: the inverse of [`value_one_ply_up`].
#[inline(always)]
pub(crate) fn bound_one_ply_down(bound: Value) -> Value {
    bound + i32::from(bound >= DECISIVE - 1) - i32::from(bound <= -(DECISIVE - 1))
}

/// When a search stops: at the first of these.
///
/// With a limit of nodes or depth, one thread and no deadline, a search is
/// deterministic.
#[derive(Clone, Copy)]
pub struct SearchLimits<'a> {
    /// How many positions it may visit; `None` for any number.
    pub nodes: Option<u64>,
    /// How many plies it may look ahead; `None` for any number.
    pub depth: Option<u32>,
    /// When it must return.
    pub deadline: Deadline<'a>,
}

impl SearchLimits<'static> {
    /// Only a number of positions.
    pub fn nodes(nodes: u64) -> SearchLimits<'static> {
        SearchLimits { nodes: Some(nodes), depth: None, deadline: Deadline::NEVER }
    }

    /// Only a number of plies.
    pub fn depth(depth: u32) -> SearchLimits<'static> {
        SearchLimits { nodes: None, depth: Some(depth), deadline: Deadline::NEVER }
    }
}
