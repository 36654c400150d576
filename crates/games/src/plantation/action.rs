//! The six commands of Plantation.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::common::{suggest, words};
use crate::game::ActionError;

/// A square named by a command; it need not be on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Tile {
    /// From 0 at the top.
    pub row: i16,
    /// From 0 at the left.
    pub col: i16,
}

impl Tile {
    /// The square (row, col).
    pub const fn new(row: i16, col: i16) -> Tile {
        Tile { row, col }
    }
}

/// A command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// An own tile grows by 1.
    Fertilise(Tile),
    /// A new tile next to an own one.
    Plant(Tile),
    /// Look at 3 x 3 squares.
    Scout(Tile),
    /// A new tile anywhere, at the price of 1 from an own one.
    Colonise {
        /// Where the new tile goes.
        target: Tile,
        /// Which tile pays.
        source: Tile,
    },
    /// Every enemy tile in a cross loses 1.
    Spray(Tile),
    /// One enemy tile loses several.
    Bomb(Tile),
    /// A line that is no command: it costs a move and is answered `error`.
    Malformed,
}

/// Word, number of coordinates and an example of every command.
const COMMANDS: [(&str, usize, &str); 6] = [
    ("fertilise", 2, "fertilise 3 1"),
    ("plant", 2, "plant 3 1"),
    ("scout", 2, "scout 4 9"),
    ("colonise", 4, "colonise 2 5 3 0"),
    ("spray", 2, "spray 4 5"),
    ("bomb", 2, "bomb 4 5"),
];

impl Action {
    /// How many moves it takes.
    #[inline(always)]
    pub const fn cost(self) -> u32 {
        match self {
            Action::Fertilise(_) | Action::Plant(_) | Action::Scout(_) | Action::Malformed => 1,
            Action::Colonise { .. } | Action::Spray(_) | Action::Bomb(_) => 2,
        }
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, Tile { row, col }) = match *self {
            Action::Fertilise(tile) => ("fertilise", tile),
            Action::Plant(tile) => ("plant", tile),
            Action::Scout(tile) => ("scout", tile),
            Action::Spray(tile) => ("spray", tile),
            Action::Bomb(tile) => ("bomb", tile),
            Action::Colonise { target, source } => {
                return write!(f, "colonise {} {} {} {}", target.row, target.col, source.row, source.col);
            }
            Action::Malformed => return f.write_str("?"),
        };
        write!(f, "{word} {row} {col}")
    }
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(line: &str) -> Result<Action, ActionError> {
        let words = words::split(line);
        let Some((word, rest)) = words.split_first() else {
            return Err(ActionError::malformed("the line is empty: expected a command such as `plant 3 1`"));
        };
        let Some((_, count, example)) = COMMANDS.iter().find(|(name, ..)| name == word) else {
            let hint = suggest::hint(word, COMMANDS.iter().map(|(name, ..)| *name));
            return Err(ActionError::malformed(format!("`{word}` is no command: {hint}")));
        };
        if *count == 4 {
            let [row, col, source_row, source_col] = words::integers(rest, example)?;
            let (target, source) = (Tile::new(row, col), Tile::new(source_row, source_col));
            return Ok(Action::Colonise { target, source });
        }
        let [row, col] = words::integers(rest, example)?;
        let tile = Tile::new(row, col);
        Ok(match *word {
            "fertilise" => Action::Fertilise(tile),
            "plant" => Action::Plant(tile),
            "scout" => Action::Scout(tile),
            "spray" => Action::Spray(tile),
            _ => Action::Bomb(tile),
        })
    }
}
