//! Searches generic over the game: alpha-beta, Monte Carlo trees, and belief.
//!
//! A search asks for [`Position`], a game without secrets, so none of them
//! compiles for Plantation; what is hidden there goes through a belief.

use games::{Game, Outcome, Seat};

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
