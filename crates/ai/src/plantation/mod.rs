//! Players of Plantation.

mod random;

pub use random::{Random, RandomDumb};

use crate::player::PlantationChair;
use crate::table::PlayerEntry;

/// The players of this game, the weakest first.
pub(crate) static PLAYERS: &[PlayerEntry] = &[
    PlayerEntry {
        game: "plantation",
        name: "random-dumb",
        summary: "random commands on random squares, mostly errors",
        options: &[],
        sees_all: false,
        make: |_, seed| Box::new(PlantationChair(RandomDumb::new(seed))),
    },
    PlayerEntry {
        game: "plantation",
        name: "random",
        summary: "a weighted choice among commands that make sense",
        options: Random::OPTIONS,
        sees_all: false,
        make: |options, seed| Box::new(PlantationChair(Random::new(options, seed))),
    },
];
