//! Players of Virus.

pub mod endgame;
pub mod evaluation;
pub mod patterns;
mod position;
mod simple;

pub use simple::{First, Greedy};

use games::virus::Virus;

use crate::player::Chair;
use crate::random::Random;
use crate::table::PlayerEntry;

/// The players of this game, the weakest first.
pub(crate) static PLAYERS: &[PlayerEntry] = &[
    PlayerEntry {
        game: "virus",
        name: "first",
        summary: "the first legal square in reading order",
        options: &[],
        sees_all: false,
        make: |_, _| Chair::<Virus, _>::seat(First),
    },
    PlayerEntry {
        game: "virus",
        name: "random",
        summary: "any legal square",
        options: &[],
        sees_all: false,
        make: |_, seed| Chair::<Virus, _>::seat(Random::new(seed)),
    },
    PlayerEntry {
        game: "virus",
        name: "greedy",
        summary: "converts the most stones",
        options: &[],
        sees_all: false,
        make: |_, _| Chair::<Virus, _>::seat(Greedy),
    },
];
