//! What can be wrong with an action, a position or the name of a game.
//!
//! Every variant names the rule that was broken and carries the values. The
//! text for people is made by `Display`, in one line. Errors of options are in
//! [`common::options`](crate::common::options).

use thiserror::Error;

use crate::common::options::OptionError;
use crate::common::suggest::Suggestion;
use crate::game::{FaultKind, Seat};
use crate::{conga, plantation, virus};

/// There is no game of this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown game `{name}`: {suggestion}")]
pub struct UnknownGame {
    /// The name as it was given.
    pub name: String,
    /// The nearest name, or all of them.
    pub suggestion: Suggestion,
}

/// Why a line could not be read as an action.
///
/// ```
/// use gridiron_games::{ActionError, game::FaultKind, virus::Action};
///
/// let error = "4 11".parse::<Action>().unwrap_err();
/// assert_eq!(error, ActionError::NoSuchSquare { row: 4, col: 11 });
/// assert_eq!(error.kind(), FaultKind::Illegal);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ActionError {
    /// The line holds no word at all.
    #[error("the line is empty: expected a command such as `{example}`")]
    Empty {
        /// A line that can be read.
        example: &'static str,
    },
    /// The first word is no command of the game.
    #[error("`{word}` is no command: {suggestion}")]
    UnknownCommand {
        /// The first word of the line.
        word: String,
        /// The nearest command, or all of them.
        suggestion: Suggestion,
    },
    /// There are more or fewer integers than the action has.
    #[error("expected {expected} integers as in {}, got {got} word{}", quoted(examples), plural(*got))]
    WrongCount {
        /// How many integers the action has.
        expected: usize,
        /// How many words there are in their place.
        got: usize,
        /// Lines that can be read.
        examples: &'static [&'static str],
    },
    /// A word stands where an integer should.
    #[error("`{word}` is no integer, expected as in {}", quoted(examples))]
    NotAnInteger {
        /// The word.
        word: String,
        /// Lines that can be read.
        examples: &'static [&'static str],
    },
    /// No board of this game has the square (row, col).
    #[error("row {row}, column {col} is off the board")]
    NoSuchSquare {
        /// From 0 at the top.
        row: i32,
        /// From 0 at the left.
        col: i32,
    },
    /// No board of this game has the square (x, y).
    #[error("{x} {y} is off the board: x and y are 1 to {side}")]
    NoSuchPoint {
        /// From 1 at the left.
        x: i32,
        /// From 1 at the bottom.
        y: i32,
        /// Squares on a side.
        side: i32,
    },
    /// The second square should touch the first.
    #[error("{} {} is not next to {} {}: name the first square entered", to.0, to.1, from.0, from.1)]
    NotAdjacent {
        /// (x, y) of the first square.
        from: (i32, i32),
        /// (x, y) of the second square.
        to: (i32, i32),
    },
    /// What a game with a notation of its own cannot read.
    #[error("{0}")]
    Malformed(&'static str),
}

impl ActionError {
    /// A line that a game with a notation of its own cannot read.
    ///
    /// `message` says what was expected, for the bot's author.
    pub fn malformed(message: &'static str) -> ActionError {
        ActionError::Malformed(message)
    }

    /// `Illegal` if the line is an action that no position allows, such as a
    /// square that no board has. `Protocol` if it is no action at all.
    pub fn kind(&self) -> FaultKind {
        match self {
            ActionError::Empty { .. }
            | ActionError::UnknownCommand { .. }
            | ActionError::WrongCount { .. }
            | ActionError::NotAnInteger { .. }
            | ActionError::Malformed(_) => FaultKind::Protocol,
            ActionError::NoSuchSquare { .. }
            | ActionError::NoSuchPoint { .. }
            | ActionError::NotAdjacent { .. } => FaultKind::Illegal,
        }
    }
}

/// Why the rules forbid an action in this position, or why it cannot gain
/// anything. For bots' authors and for people at the board.
///
/// ```
/// use gridiron_games::virus::{self, Virus};
/// use gridiron_games::{Game, Refusal};
///
/// let position: Virus = "1,0,-1/0,0,0/-1,0,1 0".parse()?;
/// let refusal = position.refusal("0 2".parse()?);
/// assert_eq!(refusal, Refusal::Virus(virus::Refusal::Taken { row: 0, col: 2 }));
/// assert_eq!(refusal.to_string(), "row 0, column 2 is taken");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Nothing can be played any more.
    #[error("the game is over")]
    GameOver,
    /// The game gives no closer reason.
    #[error("the rules do not allow it here")]
    Forbidden,
    /// By a rule of Plantation.
    #[error(transparent)]
    Plantation(#[from] plantation::Refusal),
    /// By a rule of Virus.
    #[error(transparent)]
    Virus(#[from] virus::Refusal),
    /// By a rule of Conga.
    #[error(transparent)]
    Conga(#[from] conga::Refusal),
}

/// Why a text could not be read as a position.
///
/// ```
/// use gridiron_games::{PositionError, virus::Virus};
///
/// let error = "1,0,-1/0,0/-1,0,1 0".parse::<Virus>().unwrap_err();
/// assert_eq!(error, PositionError::UnevenRow { row: 1, cells: 2, expected: 3 });
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The text holds no word at all.
    #[error("position: the line is empty")]
    Empty,
    /// A cell of the board is no integer.
    #[error("position: `{cell}` is no cell: expected a number")]
    NotANumber {
        /// The text of the cell.
        cell: String,
    },
    /// The rows differ in length.
    #[error("position: row {row} has {cells} cells, the first has {expected}")]
    UnevenRow {
        /// The first row that differs, from 0 at the top.
        row: usize,
        /// Its length.
        cells: usize,
        /// The length of row 0.
        expected: usize,
    },
    /// After the board comes something else than 0 or 1, or nothing.
    #[error(
        "position: expected the seat to act (0 or 1) after the board, got `{}`",
        got.as_deref().unwrap_or("nothing")
    )]
    NoSeat {
        /// The word after the board.
        got: Option<String>,
    },
    /// A field without `=`.
    #[error("position: `{field}`: expected key=value")]
    NotKeyValue {
        /// The field as it was given.
        field: String,
    },
    /// A field that the game does not have.
    #[error("position: unknown field `{key}`: {suggestion}")]
    UnknownField {
        /// The field's key.
        key: String,
        /// The nearest key, or all of them.
        suggestion: Suggestion,
    },
    /// The value of a field is of the wrong kind.
    #[error("position: `{key}={value}` cannot be read")]
    UnreadableField {
        /// The field's key.
        key: String,
        /// The value as it was given.
        value: String,
    },
    /// The value of a field is too small or too large.
    #[error("position: `{key}={value}`: expected {min} to {max}")]
    FieldOutOfRange {
        /// The field's key.
        key: &'static str,
        /// The value.
        value: u32,
        /// Least value.
        min: u32,
        /// Greatest value.
        max: u32,
    },
    /// The game has no board of this size.
    #[error("position: {expected}; this one is {rows} x {cols}")]
    WrongSize {
        /// Rows of the board.
        rows: usize,
        /// Squares in a row.
        cols: usize,
        /// The sizes that the game has, as a sentence.
        expected: &'static str,
    },
    /// A cell holds more than the game allows.
    #[error("position: `{value}` at row {row}, column {col}: expected -{limit} to {limit}")]
    CellOutOfRange {
        /// What the cell holds, negative for seat 1.
        value: i64,
        /// From 0 at the top.
        row: usize,
        /// From 0 at the left.
        col: usize,
        /// The most that a cell may hold.
        limit: u32,
    },
    /// A player has too many stones in all.
    #[error("position: seat {seat} has {stones} stones, at most {limit} are allowed")]
    TooManyStones {
        /// The player's seat.
        seat: Seat,
        /// Its stones.
        stones: i64,
        /// The most that are allowed.
        limit: i64,
    },
    /// The seats move in turn, so the number of plies says who is to move.
    #[error("position: seat {seat} cannot be to move after {plies} plies")]
    WrongSeat {
        /// The seat after the board.
        seat: Seat,
        /// The plies played.
        plies: u32,
    },
    /// An item of `seen` is no hexadecimal key of a position.
    #[error("position: `seen` holds `{key}`, which is no position key")]
    NotAPositionKey {
        /// The item.
        key: String,
    },
    /// A field that is a rule option has a value which that option refuses.
    #[error("position: {0}")]
    Options(#[from] OptionError),
    /// The game does not read positions.
    #[error("position: {0} positions cannot be read")]
    Unsupported(&'static str),
}

/// `4 7` or `pass`, each between backquotes.
fn quoted(examples: &[&str]) -> String {
    examples.iter().map(|example| format!("`{example}`")).collect::<Vec<_>>().join(" or ")
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
