//! What does not hold in a record.

use games::common::options::OptionError;
use games::{Cause, Seat, UnknownGame};
use thiserror::Error;

use crate::record::{FORMAT, OutcomeRecord};

/// The first thing in a record that the rules do not confirm.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum VerifyError {
    /// Another version of this program made the record.
    #[error("the record has format {0}, this program reads format {FORMAT}")]
    Format(u32),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The rule options are not all there, or not allowed.
    #[error("options: {0}")]
    Options(#[from] OptionError),
    /// The seed does not fit into the numbers of JSON.
    #[error("seed: {0} is too large, seeds are below 2^53")]
    Seed(u64),
    /// The game begins with another board.
    #[error("start: seed {seed} gives another board")]
    Start {
        /// The seed of the record.
        seed: u64,
    },
    /// The other seat moves first.
    #[error("first: the record says seat {written}, the seed gives {replayed}")]
    First {
        /// The seat in the record.
        written: Seat,
        /// The seat by the rules.
        replayed: Seat,
    },
    /// An action does not hold.
    #[error("action {number} (seat {seat}, turn {turn}, `{action}`): {problem}")]
    Action {
        /// Counts from 1.
        number: usize,
        /// The seat in the record.
        seat: Seat,
        /// The turn in the record.
        turn: u32,
        /// The action in the record.
        action: String,
        /// What does not hold.
        problem: ActionProblem,
    },
    /// After the last action the game is not over, nor ended by the fault that the
    /// record names.
    #[error("after the last action ({actions}) the game goes on: {problem}")]
    NotOver {
        /// How many actions the record has.
        actions: usize,
        /// Why the fault cannot have ended the game.
        problem: EndProblem,
    },
    /// The game ended in another way.
    #[error("outcome: the record says {}; the rules give {}", describe(written), describe(replayed))]
    Outcome {
        /// The outcome in the record.
        written: Box<OutcomeRecord>,
        /// The outcome by the rules.
        replayed: Box<OutcomeRecord>,
    },
    /// The game ended with another board.
    #[error("final: the actions lead to another board")]
    Final,
}

/// What does not hold in one action of a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ActionProblem {
    /// No action can follow the end.
    #[error("the game was already over")]
    AlreadyOver,
    /// By the rules this line ends the game, so it is no action.
    #[error("the rules end the game here")]
    EndsGame,
    /// A field differs from what the rules give.
    #[error("the record says {field} {written}, the rules give {replayed}")]
    Mismatch {
        /// The field of the action.
        field: &'static str,
        /// The value in the record.
        written: String,
        /// The value by the rules.
        replayed: String,
    },
    /// The opening and the rules take no time.
    #[error("it has a time, but no player was asked")]
    TimeWithoutQuestion,
    /// The clock cannot stand still during no time.
    #[error("the clock did not run, but no time was measured")]
    UnbilledWithoutTime,
    /// Only for lack of time there may be no line.
    #[error("fault {0}, but no line was sent")]
    FaultWithoutLine(Cause),
    /// The cause is not a fault of a player.
    #[error("`{0}` is not a fault")]
    NotAFault(Cause),
}

/// Why a fault cannot have ended a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EndProblem {
    /// Only a game in which neither player starts is a draw by fault.
    #[error("{0} is not a draw")]
    NoDraw(Cause),
    /// The rules do not end the game for this fault.
    #[error("{0} does not end it")]
    CauseDoesNotEnd(Cause),
    /// The player that did not start has played before.
    #[error("the loser had started")]
    LoserHadStarted,
    /// The other seat was to act, or none.
    #[error("seat {seat} was not asked, so it cannot have lost by {cause}")]
    NotAsked {
        /// The loser.
        seat: Seat,
        /// The cause in the record.
        cause: Cause,
    },
    /// The line that broke the rules is missing.
    #[error("{0}, but no line was sent")]
    NoLine(Cause),
    /// The rules accept the line.
    #[error("`{0}` does not end it")]
    LineDoesNotEnd(String),
}

fn describe(outcome: &OutcomeRecord) -> String {
    let winner = outcome.winner.map_or("none".to_string(), |seat| format!("seat {seat}"));
    let sent = outcome.sent.as_ref().map(|line| format!(", sent `{line}`")).unwrap_or_default();
    format!("score {}, winner {winner}, {}{sent}", outcome.score, outcome.cause)
}
