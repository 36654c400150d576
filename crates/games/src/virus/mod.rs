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
use crate::session::{self, Form, GameEntry};

/// The game's line in the table.
pub const ENTRY: GameEntry = GameEntry {
    name: "virus",
    summary: "10 x 10, place a stone next to your own and convert what it touches",
    rules: include_str!("rules.txt"),
    seats: ["player 1", "player 2"],
    clock: "10/move",
    usual_end: "two passes in a row",
    options: Options::SPECS,
    forms: &[
        Form { word: "", short: "", rest: "ROW COL", help: "put a stone next to one of yours" },
        Form { word: "pass", short: "", rest: "", help: "do nothing; two passes in a row end the game" },
    ],
    has_secrets: session::has_secrets::<Virus>,
    start: session::start::<Virus>,
    perft: session::perft_of::<Virus>,
};

/// What a fault that need not end the game costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Price {
    /// The move: it counts as a pass.
    Pass,
    /// The game.
    Lose,
}

impl Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Price::Pass => "pass",
            Price::Lose => "lose",
        })
    }
}

impl FromStr for Price {
    type Err = UnknownPrice;

    fn from_str(word: &str) -> Result<Price, UnknownPrice> {
        match word {
            "pass" => Ok(Price::Pass),
            "lose" => Ok(Price::Lose),
            _ => Err(UnknownPrice { word: word.to_string() }),
        }
    }
}

/// A word that names no [`Price`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{word}`: expected pass or lose")]
pub struct UnknownPrice {
    /// The word as it was given.
    pub word: String,
}

/// The variant that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Squares on a side.
    pub size: u8,
    /// The price of an illegal move or of a line that is no move.
    pub on_illegal: Price,
    /// The price of a late move.
    pub on_timeout: Price,
}

impl Default for Options {
    fn default() -> Options {
        Options { size: 10, on_illegal: Price::Pass, on_timeout: Price::Lose }
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
        let price = |key| if values.is(key, "pass") { Price::Pass } else { Price::Lose };
        Ok(Options {
            size: values.integer("size"),
            on_illegal: price("on_illegal"),
            on_timeout: price("on_timeout"),
        })
    }
}
