//! Players of Plantation.

pub mod calibration;
mod champion;
mod estimate;
mod evidence;
mod field;
mod gardener;
mod growth;
mod habits;
mod particles;
mod plan;
mod random;
mod sampling;
mod scry_and_die;
mod seer;
mod thrift;

pub use champion::Champion;
pub use gardener::Gardener;
pub use random::{Random, RandomDumb};
pub use scry_and_die::ScryAndDie;
pub use seer::Seer;

use crate::player::{OmniscientPlantation, PlantationPlayer};
use crate::table::PlayerEntry;

/// The players of this game, the weakest first.
pub(crate) static PLAYERS: &[PlayerEntry] = &[
    PlayerEntry {
        game: "plantation",
        name: "random-dumb",
        summary: "random commands on random squares, mostly errors",
        options: &[],
        sees_all: false,
        warning: |_| None,
        make: |_, seed| Box::new(PlantationPlayer(RandomDumb::new(seed))),
    },
    PlayerEntry {
        game: "plantation",
        name: "random",
        summary: "a weighted choice among commands that make sense",
        options: Random::OPTIONS,
        sees_all: false,
        warning: |_| None,
        make: |options, seed| Box::new(PlantationPlayer(Random::new(options, seed))),
    },
    PlayerEntry {
        game: "plantation",
        name: "scry-and-die",
        summary: "the originals' player: grows, looks around, then grows or kills",
        options: &[],
        sees_all: false,
        warning: |_| None,
        make: |_, seed| Box::new(PlantationPlayer(ScryAndDie::new(seed))),
    },
    PlayerEntry {
        game: "plantation",
        name: "gardener",
        summary: "plants sparsely, looks now and then, attacks where it pays",
        options: &[],
        sees_all: false,
        warning: |_| None,
        make: |_, seed| Box::new(PlantationPlayer(Gardener::new(seed))),
    },
    PlayerEntry {
        game: "plantation",
        name: "champion",
        summary: "believes in many boards at once and plans whole turns",
        options: Champion::OPTIONS,
        sees_all: false,
        warning: |_| None,
        make: |options, seed| Box::new(PlantationPlayer(Champion::new(options, seed))),
    },
    PlayerEntry {
        game: "plantation",
        name: "seer",
        summary: "sees everything and takes what is best at once",
        options: &[],
        sees_all: true,
        warning: |_| None,
        make: |_, seed| Box::new(OmniscientPlantation(Seer::new(seed))),
    },
];
