//! Monte Carlo tree search with random playouts, as a baseline.

use games::common::options::OptionSpec;
use games::common::rng::Rng;
use games::virus::{Action, Virus};

use crate::search::{SearchLimits, mcts};
use crate::search_options::SearchOptions;
use crate::{Player, Time};

/// Playouts per move by default.
const DEFAULT_PLAYOUTS: u64 = 20_000;

/// Plays by [Monte Carlo tree search](crate::search::mcts).
pub struct Mcts {
    options: SearchOptions,
    rng: Rng,
}

impl Mcts {
    /// `nodes` (playouts) and `time`.
    pub const OPTIONS: &'static [OptionSpec] = &[SearchOptions::NODES, SearchOptions::TIME];

    /// A player with these options and its own seed.
    pub fn new(options: SearchOptions, seed: u64) -> Mcts {
        Mcts { options, rng: Rng::for_purpose(seed, "mcts") }
    }
}

impl Player<Virus> for Mcts {
    fn act(&mut self, view: &Virus, time: &Time<'_>) -> Action {
        let [_, _, empty] = view.sets();
        let deadline = time.deadline(1, empty.count_ones() / 2 + 1, self.options.time());
        let limits = SearchLimits { nodes: self.options.nodes(DEFAULT_PLAYOUTS), depth: None, deadline };
        mcts::search(view, &limits, &mut self.rng).action
    }
}
