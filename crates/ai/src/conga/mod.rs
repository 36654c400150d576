//! Players of Conga.

pub mod solve;

use games::conga::Conga;

use crate::player::Chair;
use crate::random::Random;
use crate::table::PlayerEntry;

/// The players of this game, the weakest first.
pub(crate) static PLAYERS: &[PlayerEntry] = &[PlayerEntry {
    game: "conga",
    name: "random",
    summary: "any legal move",
    options: &[],
    sees_all: false,
    make: |_, seed| Chair::<Conga, _>::seat(Random::new(seed)),
}];
