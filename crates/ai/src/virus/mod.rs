//! Players of Virus. [`Champion`] is the strongest; [`endgame`] solves the end.

mod champion;
pub mod endgame;
pub mod evaluator;
mod mcts;
pub mod patterns;
mod position;
mod simple;
pub mod weights;

pub use champion::Champion;
pub use mcts::Mcts;
pub use simple::{First, Greedy};

use games::virus::Virus;

use crate::player::TypedPlayer;
use crate::random::Random;
use crate::search_options::SearchOptions;
use crate::table::PlayerEntry;

/// The built-in players of Virus, the weakest first.
pub(crate) static PLAYERS: &[PlayerEntry] = &[
    PlayerEntry {
        game: "virus",
        name: "random",
        summary: "any legal square",
        options: &[],
        sees_all: false,
        warning: |_| None,
        make: |_, seed| TypedPlayer::<Virus, _>::boxed(Random::new(seed)),
    },
    PlayerEntry {
        game: "virus",
        name: "first",
        summary: "the first legal square in reading order",
        options: &[],
        sees_all: false,
        warning: |_| None,
        make: |_, _| TypedPlayer::<Virus, _>::boxed(First),
    },
    PlayerEntry {
        game: "virus",
        name: "mcts",
        summary: "Monte Carlo tree search with random playouts",
        options: Mcts::OPTIONS,
        sees_all: false,
        warning: |_| None,
        make: |options, seed| TypedPlayer::<Virus, _>::boxed(Mcts::new(SearchOptions::read(options), seed)),
    },
    PlayerEntry {
        game: "virus",
        name: "greedy",
        summary: "converts the most stones",
        options: &[],
        sees_all: false,
        warning: |_| None,
        make: |_, _| TypedPlayer::<Virus, _>::boxed(Greedy),
    },
    PlayerEntry {
        game: "virus",
        name: "champion",
        summary: "a deep search with learned weights; solves the end",
        options: SearchOptions::OPTIONS,
        sees_all: false,
        warning: |_| None,
        make: |options, seed| {
            TypedPlayer::<Virus, _>::boxed(Champion::new(SearchOptions::read(options), seed))
        },
    },
];
