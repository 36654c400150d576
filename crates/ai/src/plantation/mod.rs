//! Players of Plantation, a game with hidden boards.
//!
//! [`Champion`] believes: `particles` (a particle filter with `opponent_models` and
//! `evidence`) is its belief, `plan` its choice. [`calibration`] checks the belief.

pub mod calibration;
mod champion;
mod estimate;
mod evidence;
mod gardener;
mod geometry;
mod growth;
mod low_exposure;
mod opponent_models;
mod particles;
mod plan;
mod random;
mod sampling;
mod scry_and_die;
mod seer;

pub use champion::Champion;
pub use gardener::Gardener;
pub use random::{RandomDumb, WeightedRandom};
pub use scry_and_die::ScryAndDie;
pub use seer::Seer;

use crate::player::{OmniscientPlantation, PlantationPlayer};
use crate::table::PlayerEntry;

/// The built-in players of Plantation, the weakest first.
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
        summary: "a weighted random choice among sensible commands",
        options: WeightedRandom::OPTIONS,
        sees_all: false,
        warning: |_| None,
        make: |options, seed| Box::new(PlantationPlayer(WeightedRandom::new(options, seed))),
    },
    PlayerEntry {
        game: "plantation",
        name: "scry-and-die",
        summary: "the originals' player: grows, scouts around, then grows or kills",
        options: &[],
        sees_all: false,
        warning: |_| None,
        make: |_, seed| Box::new(PlantationPlayer(ScryAndDie::new(seed))),
    },
    PlayerEntry {
        game: "plantation",
        name: "gardener",
        summary: "plants sparsely, scouts now and then, attacks where it pays",
        options: &[],
        sees_all: false,
        warning: |_| None,
        make: |_, seed| Box::new(PlantationPlayer(Gardener::new(seed))),
    },
    PlayerEntry {
        game: "plantation",
        name: "champion",
        summary: "tracks many possible boards and plans whole turns",
        options: Champion::OPTIONS,
        sees_all: false,
        warning: |_| None,
        make: |options, seed| Box::new(PlantationPlayer(Champion::new(options, seed))),
    },
    PlayerEntry {
        game: "plantation",
        name: "seer",
        summary: "sees both boards and takes the best at once",
        options: &[],
        sees_all: true,
        warning: |_| None,
        make: |_, seed| Box::new(OmniscientPlantation(Seer::new(seed))),
    },
];
