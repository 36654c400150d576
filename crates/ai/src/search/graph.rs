//! A game for tests in which positions repeat. Both players move one token along the
//! edges of a graph; the player who cannot move loses.

use std::fmt::{self, Display};
use std::str::FromStr;

use games::common::rng::Rng;
use games::game::{Done, PositionError};
use games::{Cause, Fault, Game, Grid, Outcome, Ruling, Seat, Status, Viewpoint};

use super::tree::{Branch, NoOptions};
use super::{Evaluator, Searchable, Value, WIN};

/// For each place, the places where the token can go.
pub type Edges = &'static [Vec<usize>];

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TokenGraph {
    edges: Edges,
    at: usize,
    mover: Seat,
}

impl TokenGraph {
    pub fn new(edges: Vec<Vec<usize>>) -> TokenGraph {
        // Positions must be `Copy`, so the shared edges are leaked.
        TokenGraph { edges: Vec::leak(edges), at: 0, mover: Seat::Zero }
    }

    /// A tree with some edges back to an earlier place, with the same player to move.
    /// Every position has one path, so its value does not depend on the path.
    pub fn with_ways_back(places: usize, rng: &mut Rng) -> TokenGraph {
        let mut edges = vec![Vec::new(); places];
        // The path to each place, itself included.
        let mut ways = vec![vec![0]];
        for place in 1..places {
            let from = rng.below(place as u32) as usize;
            edges[from].push(place);
            ways.push([ways[from].clone(), vec![place]].concat());
        }
        for (place, way) in ways.iter().enumerate() {
            let back: Vec<usize> = way.iter().copied().rev().skip(1).step_by(2).collect();
            if !back.is_empty() && rng.below(2) == 0 {
                edges[place].push(back[rng.below(back.len() as u32) as usize]);
            }
        }
        TokenGraph::new(edges)
    }
}

impl Display for TokenGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.at, self.mover)
    }
}

impl FromStr for TokenGraph {
    type Err = PositionError;

    fn from_str(_text: &str) -> Result<TokenGraph, PositionError> {
        Err(PositionError::Unsupported("graph"))
    }
}

impl Game for TokenGraph {
    const NAME: &'static str = "graph";
    type Options = NoOptions;
    type Action = Branch;
    type Reply = Done;
    type View = TokenGraph;

    fn start(_options: &NoOptions, seed: u64) -> TokenGraph {
        TokenGraph::with_ways_back(20, &mut Rng::new(seed))
    }

    fn status(&self) -> Status {
        match self.edges[self.at].is_empty() {
            true => Status::Over(Outcome::lost_by(self.mover, 1, Cause::Normal)),
            false => Status::ToAct { seat: self.mover, turn: 1, actions_left: 1 },
        }
    }

    fn actions(&self) -> impl ExactSizeIterator<Item = Branch> {
        (0..self.edges[self.at].len() as u8).map(Branch)
    }

    fn is_legal(&self, action: Branch) -> bool {
        usize::from(action.0) < self.edges[self.at].len()
    }

    fn play(&mut self, action: Branch) -> Done {
        self.at = self.edges[self.at][usize::from(action.0)];
        self.mover = self.mover.other();
        Done
    }

    fn view(&self, _seat: Seat) -> &TokenGraph {
        self
    }

    fn grid(&self, _eyes: Viewpoint) -> Grid {
        unreachable!("graphs are not drawn")
    }

    fn adjudicate(&self, fault: Fault) -> Ruling<Branch> {
        Ruling::Over(Outcome::lost_by(fault.seat, 1, fault.kind.cause()))
    }
}

impl Searchable for TokenGraph {
    const CAN_REPEAT: bool = true;

    fn hash(&self) -> u64 {
        games::common::rng::derive(self.at as u64, if self.mover == Seat::Zero { "zero" } else { "one" })
    }

    fn action_index(action: Branch) -> usize {
        usize::from(action.0)
    }

    fn mover(&self) -> Seat {
        self.mover
    }
}

/// Favours one seat by [`BIAS`] in every open position.
pub struct BiasedEvaluator(pub Seat);

/// The advantage it gives to its seat.
pub const BIAS: Value = 50;

impl Evaluator<TokenGraph> for BiasedEvaluator {
    fn evaluate(&self, position: &TokenGraph) -> Value {
        if position.mover == self.0 { BIAS } else { -BIAS }
    }

    fn terminal_value(&self, _position: &TokenGraph, _outcome: Outcome) -> Value {
        -WIN
    }

    fn order_score(&self, _position: &TokenGraph, _action: Branch) -> i32 {
        0
    }
}
