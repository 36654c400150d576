//! The six commands of Plantation.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::common::{suggest, words};
use crate::error::ActionError;

/// A square as a command names it. It may be off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Tile {
    /// From 0 at the top.
    pub row: i32,
    /// From 0 at the left.
    pub col: i32,
}

impl Tile {
    /// The square (row, col).
    pub const fn new(row: i32, col: i32) -> Tile {
        Tile { row, col }
    }
}

impl Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row, self.col)
    }
}

/// The kinds of command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Command {
    /// An own tile grows by 1.
    Fertilise,
    /// A new tile next to an own one.
    Plant,
    /// The reply shows 3 x 3 squares.
    Scout,
    /// A new tile anywhere, which takes 1 from an own tile.
    Colonise,
    /// Every enemy tile in a cross loses 1.
    Spray,
    /// One enemy tile loses several.
    Bomb,
    /// A line that is no command. It costs a move, and the reply is `error`.
    Malformed,
}

impl Command {
    /// The six commands, without the malformed one.
    pub const ALL: [Command; 6] = [
        Command::Fertilise,
        Command::Plant,
        Command::Scout,
        Command::Colonise,
        Command::Spray,
        Command::Bomb,
    ];

    /// How many moves it takes.
    #[inline(always)]
    pub fn cost(self) -> u32 {
        // A table, because the compiler would turn a match into branches. A
        // processor cannot predict which command comes next.
        static COSTS: [u32; 7] = [1, 1, 1, 2, 2, 2, 1];
        COSTS[self as usize]
    }

    /// How many integers follow the word.
    pub const fn coordinates(self) -> usize {
        match self {
            Command::Colonise => 4,
            _ => 2,
        }
    }

    /// Lines that can be read as this command.
    const fn examples(self) -> &'static [&'static str] {
        match self {
            Command::Fertilise => &["fertilise 3 1"],
            Command::Plant | Command::Malformed => &["plant 3 1"],
            Command::Scout => &["scout 3 1"],
            Command::Colonise => &["colonise 2 5 3 0"],
            Command::Spray => &["spray 3 1"],
            Command::Bomb => &["bomb 3 1"],
        }
    }

    /// The word in a line; `?` for [`Command::Malformed`].
    pub const fn word(self) -> &'static str {
        match self {
            Command::Fertilise => "fertilise",
            Command::Plant => "plant",
            Command::Scout => "scout",
            Command::Colonise => "colonise",
            Command::Spray => "spray",
            Command::Bomb => "bomb",
            Command::Malformed => "?",
        }
    }
}

/// A command with its squares.
///
/// ```
/// use gridiron_games::plantation::{Action, Command, Tile};
///
/// let action: Action = "colonise 2 5 3 0".parse()?;
/// assert_eq!(action.command(), Command::Colonise);
/// assert_eq!((action.target(), action.source()), (Tile::new(2, 5), Tile::new(3, 0)));
/// assert_eq!(Action::new(Command::Plant, Tile::new(3, 1)).to_string(), "plant 3 1");
/// # Ok::<(), gridiron_games::ActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Action {
    command: Command,
    target: Tile,
    /// The target again, except for `colonise`.
    source: Tile,
}

impl Action {
    /// What the rules play in place of a line that is no command.
    pub const MALFORMED: Action = Action::new(Command::Malformed, Tile::new(0, 0));

    /// A command with one square.
    #[inline(always)]
    pub const fn new(command: Command, target: Tile) -> Action {
        Action { command, target, source: target }
    }

    /// A command with two squares. Only `colonise` uses the source.
    #[inline(always)]
    pub const fn with_source(command: Command, target: Tile, source: Tile) -> Action {
        // Coordinate by coordinate: whole tiles would be packed and unpacked.
        let colonise = matches!(command, Command::Colonise);
        let row = if colonise { source.row } else { target.row };
        let col = if colonise { source.col } else { target.col };
        Action { command, target, source: Tile { row, col } }
    }

    /// The kind of command.
    #[inline(always)]
    pub const fn command(self) -> Command {
        self.command
    }

    /// The square that the command is about.
    #[inline(always)]
    pub const fn target(self) -> Tile {
        self.target
    }

    /// The tile that pays for a colony; the target for other commands.
    #[inline(always)]
    pub const fn source(self) -> Tile {
        self.source
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Action { command, target, source } = self;
        f.write_str(command.word())?;
        if *command == Command::Malformed {
            return Ok(());
        }
        write!(f, " {} {}", target.row, target.col)?;
        match command {
            Command::Colonise => write!(f, " {} {}", source.row, source.col),
            _ => Ok(()),
        }
    }
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(line: &str) -> Result<Action, ActionError> {
        let mut words = words::split(line);
        let Some(word) = words.next() else {
            return Err(ActionError::Empty { example: "plant 3 1" });
        };
        let Some(command) = Command::ALL.into_iter().find(|command| command.word() == word) else {
            let suggestion = suggest::hint(word, Command::ALL.map(Command::word));
            return Err(ActionError::UnknownCommand { word: word.to_string(), suggestion });
        };
        if command == Command::Colonise {
            let [row, col, source_row, source_col] = words::integers(words, command.examples())?;
            let (target, source) = (Tile::new(row, col), Tile::new(source_row, source_col));
            return Ok(Action::with_source(command, target, source));
        }
        let [row, col] = words::integers(words, command.examples())?;
        Ok(Action::new(command, Tile::new(row, col)))
    }
}
