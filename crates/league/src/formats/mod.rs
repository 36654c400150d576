//! Who plays whom and when: a format reads the results so far and returns
//! the pair of games that comes next. Pure: nothing here plays.

mod bracket;
mod gauntlet;
mod knockout;
mod ladder;
mod meetings;
mod pair_order;
mod plan;
mod posterior;
mod round_robin;
mod rounds;
#[cfg(test)]
mod simulation;
mod single_match;
mod swiss;
mod swiss_pairing;

pub use bracket::{Bracket, BracketMatch, Decision, MatchEnd};
pub use gauntlet::Gauntlet;
pub use knockout::{Knockout, KnockoutRules, TieBreak};
pub use ladder::Ladder;
pub use meetings::Meeting;
pub use plan::{AnyFormat, Plan, UnknownFormat};
pub use round_robin::{RoundRobin, round_robin};
pub use rounds::{DrawOfLots, MatchView, RoundView, Stage};
pub use single_match::SingleMatch;
pub use swiss::{Swiss, SwissRound, SwissScore, usual_rounds};

use crate::results_table::{Pairing, ResultsTable};

/// What to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextPair {
    /// Play this pair. It is returned once only.
    Play(Pairing),
    /// What comes next depends on pairs that are under way.
    Wait,
    /// All pairs are played.
    Done,
}

/// What a format may read.
#[derive(Clone, Copy, Debug)]
pub struct TournamentState<'a> {
    /// The results so far.
    pub table: &'a ResultsTable,
    /// Whether each player is withdrawn, by places: the scheduler forfeits their
    /// pairs. As long as the list of players, which may grow only under
    /// a ladder.
    pub withdrawn: &'a [bool],
    /// Pairs that were handed out and are not done.
    pub under_way: &'a [Pairing],
}

/// Who plays whom and when.
pub trait Format: Send {
    /// Which pair comes next. The same results give the same pairs; after a
    /// restart, pairs that are not in the table are returned again.
    fn next(&mut self, state: &TournamentState<'_>) -> NextPair;

    /// How many pairs there are in all, as far as that is known by now; `None`
    /// if it goes on until it is stopped.
    fn planned(&self, table: &ResultsTable) -> Option<u64>;

    /// How many of them are done. A table may hold more: fewer were asked for later.
    fn done(&self, table: &ResultsTable) -> u64 {
        table.pairs()
    }
}
