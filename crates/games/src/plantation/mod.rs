//! Plantation: grow tiles on a shared board without seeing the enemy's.
//!
//! [`Plantation`] is the whole position. [`Side`] is what one seat owns, and so
//! what it may know. [`Action`] is one of six commands.

mod action;
mod actions;
mod effect;
mod execute;
mod play;
mod refusal;
mod reply;
mod side;
mod sightings;
mod text;

pub use action::{Action, Command, Tile};
pub use play::Plantation;
pub use refusal::Refusal;
pub use reply::{Reply, Window};
pub use side::Side;

use crate::common::options::{OptionError, OptionSpec, OptionValues};
use crate::game::GameOptions;
use crate::session::{self, ActionForm, GameEntry};

/// The game in the table [`GAMES`](crate::GAMES).
pub const ENTRY: GameEntry = GameEntry {
    name: "plantation",
    summary: "11 x 11, grow tiles and find the other's: hidden information, three moves a turn",
    rules: include_str!("rules.txt"),
    seats: ["Plus", "Minus"],
    clock: "1+0.1",
    usual_end: "all turns have been played",
    has_margin: true,
    options: Options::SPECS,
    forms: &[
        form(Command::Fertilise, "f", "ROW COL", "1 move: your tile grows by 1"),
        form(Command::Plant, "p", "ROW COL", "1 move: a new tile beside one of yours"),
        form(Command::Scout, "s", "ROW COL", "1 move: see the 3 x 3 squares around"),
        form(
            Command::Colonise,
            "c",
            "ROW COL FROM_ROW FROM_COL",
            "2 moves: a new tile anywhere; yours on FROM pays 1",
        ),
        form(Command::Spray, "y", "ROW COL", "2 moves: enemy tiles there and beside lose 1"),
        form(Command::Bomb, "b", "ROW COL", "2 moves: an enemy tile there loses up to {bomb_damage}"),
    ],
    has_secrets: session::has_secrets::<Small>,
    start: |entry, values, seed| match Options::from_values(&values)?.is_small() {
        true => session::start::<Small>(entry, values, seed),
        false => session::start::<Large>(entry, values, seed),
    },
    perft: |values, seed, depth| match Options::from_values(values)?.is_small() {
        true => session::perft_of::<Small>(values, seed, depth),
        false => session::perft_of::<Large>(values, seed, depth),
    },
};

const fn form(command: Command, short: &'static str, rest: &'static str, help: &'static str) -> ActionForm {
    ActionForm { word: command.word(), short, rest, help }
}

/// The most moves of a player in a game.
const MOST_MOVES: u32 = 1_000_000;

/// Boards of up to 11 x 11, the usual size.
pub type Small = Plantation<1>;
/// Boards of up to 32 x 32.
pub type Large = Plantation<8>;

/// On which squares `plant` detects an enemy tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlantProbe {
    /// Only next to an own tile, as the written rules say.
    Adjacent,
    /// On any square, as the original program did.
    Anywhere,
}

/// The variant that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub cols: u8,
    /// Tiles each player starts with; at most one a row.
    pub starting_tiles: u8,
    /// On which squares `plant` detects an enemy tile.
    pub plant_probe: PlantProbe,
    /// Turns of each player.
    pub max_turns: u32,
    /// Moves in a turn.
    pub moves_per_turn: u32,
    /// The most that a bomb takes from a tile.
    pub bomb_damage: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options::from_values(&OptionValues::defaults(Options::SPECS)).expect("the defaults make a board")
    }
}

impl Options {
    /// Whether the board fits [`Small`].
    pub fn is_small(&self) -> bool {
        self.rows <= 11 && self.cols <= 11
    }
}

impl GameOptions for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec::integer("rows", 2, 32, 11, "rows of the board"),
        OptionSpec::integer("cols", 2, 32, 11, "columns of the board"),
        OptionSpec::integer("starting_tiles", 1, 32, 3, "tiles each player starts with, at most one a row"),
        OptionSpec::integer("max_turns", 1, 100_000, 100, "turns of each player"),
        OptionSpec::integer("moves_per_turn", 1, 100, 3, "moves in a turn"),
        OptionSpec::integer("bomb_damage", 1, 1000, 4, "what a bomb takes at most"),
        OptionSpec::choice(
            "plant_probe",
            &["adjacent", "anywhere"],
            "on which squares `plant` detects an enemy tile",
        ),
    ];

    fn from_values(values: &OptionValues) -> Result<Options, OptionError> {
        let options = Options {
            rows: values.integer("rows"),
            cols: values.integer("cols"),
            starting_tiles: values.integer("starting_tiles"),
            max_turns: values.integer("max_turns"),
            moves_per_turn: values.integer("moves_per_turn"),
            bomb_damage: values.integer("bomb_damage"),
            plant_probe: match values.is("plant_probe", "anywhere") {
                true => PlantProbe::Anywhere,
                false => PlantProbe::Adjacent,
            },
        };
        if options.starting_tiles > options.rows {
            return Err(OptionError::TooManyStartingTiles {
                tiles: options.starting_tiles,
                rows: options.rows,
            });
        }
        // Bounds the longest record, and keeps every tile within 32 bits.
        let Options { max_turns, moves_per_turn, .. } = options;
        if max_turns * moves_per_turn > MOST_MOVES {
            return Err(OptionError::TooManyMoves { max_turns, moves_per_turn, limit: MOST_MOVES });
        }
        Ok(options)
    }
}
