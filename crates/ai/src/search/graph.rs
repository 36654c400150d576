//! A game for tests in which positions come again: a token that both players move
//! in turn along the edges of a graph. Who cannot has lost.

use std::fmt::{self, Display};
use std::str::FromStr;

use games::common::rng::Rng;
use games::game::{Done, PositionError};
use games::{Cause, Fault, Game, Grid, Outcome, Ruling, Seat, Status, Viewpoint};

use super::tree::{Branch, NoOptions};
use super::{Judge, Position, Value, WIN};

/// Where the token can go from each place.
pub type Edges = &'static [Vec<usize>];

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Graph {
    edges: Edges,
    at: usize,
    mover: Seat,
}

impl Graph {
    pub fn new(edges: Vec<Vec<usize>>) -> Graph {
        // Positions are small values, so what they share lives as long as the test.
        Graph { edges: Vec::leak(edges), at: 0, mover: Seat::Zero }
    }

    /// A tree of so many places, from some of which the token goes back to one
    /// where it was before, with the same player to move. So nothing is reached
    /// on two ways, and what a position is worth does not depend on the way.
    pub fn with_ways_back(places: usize, rng: &mut Rng) -> Graph {
        let mut edges = vec![Vec::new(); places];
        // The way to each place, itself included.
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
        Graph::new(edges)
    }
}

impl Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.at, self.mover)
    }
}

impl FromStr for Graph {
    type Err = PositionError;

    fn from_str(_text: &str) -> Result<Graph, PositionError> {
        Err(PositionError::Unsupported("graph"))
    }
}

impl Game for Graph {
    const NAME: &'static str = "graph";
    type Options = NoOptions;
    type Action = Branch;
    type Reply = Done;
    type View = Graph;

    fn start(_options: &NoOptions, seed: u64) -> Graph {
        Graph::with_ways_back(20, &mut Rng::new(seed))
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

    fn view(&self, _seat: Seat) -> &Graph {
        self
    }

    fn grid(&self, _eyes: Viewpoint) -> Grid {
        unreachable!("graphs are not drawn")
    }

    fn adjudicate(&self, fault: Fault) -> Ruling<Branch> {
        Ruling::Over(Outcome::lost_by(fault.seat, 1, fault.kind.cause()))
    }
}

impl Position for Graph {
    const REPEATS: bool = true;

    fn hash(&self) -> u64 {
        games::common::rng::derive(self.at as u64, if self.mover == Seat::Zero { "zero" } else { "one" })
    }

    fn number(action: Branch) -> usize {
        usize::from(action.0)
    }

    fn mover(&self) -> Seat {
        self.mover
    }
}

/// Fancies one of the seats wherever the game is not decided.
pub struct Partial(pub Seat);

/// What it thinks of its favourite's game.
pub const FANCY: Value = 50;

impl Judge<Graph> for Partial {
    fn estimate(&self, position: &Graph) -> Value {
        if position.mover == self.0 { FANCY } else { -FANCY }
    }

    fn end(&self, _position: &Graph, _outcome: Outcome) -> Value {
        -WIN
    }

    fn promise(&self, _position: &Graph, _action: Branch) -> i32 {
        0
    }
}
