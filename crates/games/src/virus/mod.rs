//! Virus: put a stone next to your own, and every enemy stone it touches is yours.

mod action;
mod position;
mod refusal;

pub use action::{Action, STRIDE};
pub use position::{Virus, around, column, touching};
pub use refusal::Refusal;

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::common::opening::OPENING_PLIES;
use crate::common::options::{OptionError, OptionSpec, OptionValues};
use crate::game::GameOptions;
use crate::session::{self, ActionForm, GameEntry};

/// The game in the table [`GAMES`](crate::GAMES).
pub const ENTRY: GameEntry = GameEntry {
    name: "virus",
    summary: "10 x 10, place a stone next to your own and convert what it touches",
    rules: include_str!("rules.txt"),
    seats: ["player 1", "player 2"],
    clock: "10/move",
    usual_end: "two passes in a row",
    has_margin: true,
    options: Options::SPECS,
    forms: &[
        ActionForm { word: "", short: "", rest: "ROW COL", help: "put a stone next to one of yours" },
        ActionForm {
            word: "pass",
            short: "",
            rest: "",
            help: "do nothing; two passes in a row end the game",
        },
    ],
    has_secrets: session::has_secrets::<Virus>,
    start: session::start::<Virus>,
    perft: session::perft_of::<Virus>,
};

/// What a fault costs that need not end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Penalty {
    /// The move; it counts as a pass.
    Pass,
    /// The game.
    Lose,
}

impl Display for Penalty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Penalty::Pass => "pass",
            Penalty::Lose => "lose",
        })
    }
}

impl FromStr for Penalty {
    type Err = UnknownPenalty;

    fn from_str(word: &str) -> Result<Penalty, UnknownPenalty> {
        match word {
            "pass" => Ok(Penalty::Pass),
            "lose" => Ok(Penalty::Lose),
            _ => Err(UnknownPenalty { word: word.to_string() }),
        }
    }
}

/// A word that names no [`Penalty`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{word}`: expected pass or lose")]
pub struct UnknownPenalty {
    /// The word as it was given.
    pub word: String,
}

/// The variant that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Squares on a side, 3 to 11.
    pub size: u8,
    /// What an illegal move costs, or a line that is no move.
    pub on_illegal: Penalty,
    /// What a late move costs.
    pub on_timeout: Penalty,
}

impl Default for Options {
    fn default() -> Options {
        Options { size: 10, on_illegal: Penalty::Pass, on_timeout: Penalty::Lose }
    }
}

impl GameOptions for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec::integer("size", 3, 11, 10, "squares on a side"),
        OptionSpec::choice("on_illegal", &["pass", "lose"], "what an illegal move costs"),
        OptionSpec::choice("on_timeout", &["lose", "pass"], "what a late move costs"),
        OPENING_PLIES,
    ];

    fn from_values(values: &OptionValues) -> Result<Options, OptionError> {
        let penalty = |key| if values.is(key, "pass") { Penalty::Pass } else { Penalty::Lose };
        Ok(Options {
            size: values.integer("size"),
            on_illegal: penalty("on_illegal"),
            on_timeout: penalty("on_timeout"),
        })
    }
}
