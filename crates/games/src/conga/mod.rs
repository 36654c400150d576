//! Conga: sow your stones over the board until the opponent cannot move.
//!
//! [`Conga`] is the game with its draw rules. [`Position`] is the game without
//! them, small enough to copy at every step of a search.

mod action;
mod position;
mod refusal;

pub use action::{Action, Direction, Square};
pub use position::Position;
pub use refusal::Refusal;

use crate::common::draws::{DrawRules, WithDraws};
use crate::common::opening::OPENING_PLIES;
use crate::common::options::{OptionError, OptionSpec, OptionValues};
use crate::game::GameOptions;
use crate::session::{self, ActionForm, GameEntry};

/// The game in the table [`GAMES`](crate::GAMES).
pub const ENTRY: GameEntry = GameEntry {
    name: "conga",
    summary: "4 x 4, sow your stones over the board until the opponent cannot move",
    rules: include_str!("rules.txt"),
    seats: ["Disc", "Ring"],
    clock: "10/move",
    usual_end: "the player to move has no legal move",
    has_margin: false,
    options: Options::SPECS,
    forms: &[ActionForm {
        word: "",
        short: "",
        rest: "X Y TO_X TO_Y",
        help: "sow the stones of a square; TO is the first square entered",
    }],
    has_secrets: session::has_secrets::<Conga>,
    start: session::start::<Conga>,
    perft: |values, seed, depth| {
        DrawRules::from_values(values)?;
        session::perft_of::<Position>(values, seed, depth)
    },
};

/// Conga with its draws by repetition and by length.
pub type Conga = WithDraws<Position>;

/// The variant that is played, without the draw rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Stones of each player, 1 to 60.
    pub stones: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { stones: 10 }
    }
}

impl GameOptions for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec::integer("stones", 1, 60, 10, "stones of each player"),
        DrawRules::REPETITION,
        DrawRules::MOVE_LIMIT,
        OPENING_PLIES,
    ];

    fn from_values(values: &OptionValues) -> Result<Options, OptionError> {
        Ok(Options { stones: values.integer("stones") })
    }
}
