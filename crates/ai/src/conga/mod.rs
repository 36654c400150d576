//! Players of Conga.
//!
//! - [`Agent`]: the original project's player; [`Champion`]: the strongest.
//! - [`solve`]: tablebases for few stones, by retrograde analysis.
//! - [`prove`]: proof-number search, for the opening book.
//! - [`best_response`]: what was possible against one fixed opponent.

mod agent;
pub mod best_response;
mod book;
mod champion;
mod draws;
mod evaluator;
mod minimax;
pub mod patterns;
mod position;
pub mod prove;
pub mod solve;

pub use agent::{Agent, AgentPlayer, CongaBoard, Node};
pub use champion::Champion;
use champion::tablebase_warning;
pub(crate) use draws::{game_context, solved_moves};
pub use evaluator::CongaEvaluator;
pub use minimax::Heuristic;

use games::common::options::OptionSpec;
use games::conga::Conga;

use crate::player::TypedPlayer;
use crate::random::Random;
use crate::search_options::SearchOptions;
use crate::table::PlayerEntry;

/// The built-in players of Conga, the weakest first.
pub(crate) static PLAYERS: &[PlayerEntry] = &[
    PlayerEntry {
        game: "conga",
        name: "random",
        summary: "any legal move",
        options: &[],
        sees_all: false,
        warning: |_| None,
        make: |_, seed| TypedPlayer::<Conga, _>::boxed(Random::new(seed)),
    },
    PlayerEntry {
        game: "conga",
        name: "agent",
        summary: "the original project's player: minimax over the number of moves",
        options: AGENT_OPTIONS,
        sees_all: false,
        warning: |_| None,
        make: |options, _| {
            let hfunc = Heuristic::from_number(options.integer("hfunc"));
            TypedPlayer::<Conga, _>::boxed(AgentPlayer::new(hfunc, options.integer("depth")))
        },
    },
    PlayerEntry {
        game: "conga",
        name: "champion",
        summary: "perfect where `solve` has made a tablebase, else a deep search",
        options: SearchOptions::OPTIONS,
        sees_all: false,
        warning: tablebase_warning,
        make: |options, seed| {
            TypedPlayer::<Conga, _>::boxed(Champion::new(SearchOptions::read(options), seed))
        },
    },
];

const AGENT_OPTIONS: &[OptionSpec] = &[
    OptionSpec::integer(
        "hfunc",
        0,
        1,
        0,
        "0: fewest moves for the opponent; 1: own moves less the opponent's",
    ),
    OptionSpec::integer("depth", 1, 12, 3, "plies it looks ahead"),
];
