//! Monte Carlo tree search with rollouts at random, as a measure.

use games::common::options::OptionSpec;
use games::common::rng::Rng;
use games::virus::{Action, Virus};

use crate::search::{Limits, mcts};
use crate::search_options::SearchOptions;
use crate::{Player, Time};

/// Games played out for a move where nothing else was said.
const USUAL_PLAYOUTS: u64 = 20_000;

/// Plays many games out at random and follows those that go well.
pub struct Mcts {
    options: SearchOptions,
    rng: Rng,
}

impl Mcts {
    /// What can be set.
    pub const OPTIONS: &'static [OptionSpec] = &[SearchOptions::NODES, SearchOptions::TIME];

    /// One that thinks as hard as it is told.
    pub fn new(options: SearchOptions, seed: u64) -> Mcts {
        Mcts { options, rng: Rng::for_purpose(seed, "mcts") }
    }
}

impl Player<Virus> for Mcts {
    fn act(&mut self, view: &Virus, time: &Time<'_>) -> Action {
        let [_, _, empty] = view.sets();
        let deadline = time.deadline(1, empty.count_ones() / 2 + 1, self.options.time());
        let limits = Limits { nodes: self.options.nodes(USUAL_PLAYOUTS), depth: None, deadline };
        mcts::search(view, &limits, &mut self.rng).action
    }
}
