//! A game for tests: a random tree, small enough for a full search.
//!
//! A position is the sum of the branches played. The order does not count, so the tree
//! has many transpositions.

use std::fmt::{self, Display};
use std::str::FromStr;

use games::common::options::{OptionError, OptionSpec, OptionValues};
use games::common::rng::derive;
use games::game::{ActionError, Done, GameOptions, PositionError};
use games::{Cause, Fault, Game, Grid, Outcome, Ruling, Seat, Status, Viewpoint};

use super::{Evaluator, Searchable, Value, WIN};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tree {
    sum: u64,
    plies: u8,
    last_ply: u8,
    /// Branches added to every position that is not terminal.
    extra: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch(pub u8);

#[derive(Clone, PartialEq, Debug)]
pub struct NoOptions;

impl GameOptions for NoOptions {
    const SPECS: &'static [OptionSpec] = &[];

    fn from_values(_values: &OptionValues) -> Result<NoOptions, OptionError> {
        Ok(NoOptions)
    }
}

impl Tree {
    /// The root of a tree in which no line is longer than `last_ply`.
    pub fn new(seed: u64, last_ply: u8) -> Tree {
        Tree { sum: derive(seed, "tree"), plies: 0, last_ply, extra: 0 }
    }

    /// The same with more branches everywhere.
    pub fn wide(seed: u64, last_ply: u8) -> Tree {
        Tree { extra: 4, ..Tree::new(seed, last_ply) }
    }

    fn drawn(&self, purpose: &str) -> u64 {
        derive(self.sum ^ u64::from(self.plies), purpose)
    }

    fn branches(&self) -> u8 {
        let branches = match self.plies {
            plies if plies >= self.last_ply => 0,
            0 => 4,
            // One line in eight ends early.
            _ => [0, 1, 2, 2, 3, 3, 4, 5][(self.drawn("branches") % 8) as usize],
        };
        if branches == 0 { 0 } else { branches + self.extra }
    }

    /// A random static evaluation, the same every time.
    pub fn static_value(&self) -> Value {
        (self.drawn("glance") % 201) as Value - 100
    }
}

impl Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.sum)
    }
}

impl FromStr for Tree {
    type Err = PositionError;

    fn from_str(_text: &str) -> Result<Tree, PositionError> {
        Err(PositionError::Unsupported("tree"))
    }
}

impl Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Branch {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Branch, ActionError> {
        text.parse().map(Branch).map_err(|_| ActionError::malformed("no branch"))
    }
}

impl Game for Tree {
    const NAME: &'static str = "tree";
    type Options = NoOptions;
    type Action = Branch;
    type Reply = Done;
    type View = Tree;

    fn start(_options: &NoOptions, seed: u64) -> Tree {
        Tree::new(seed, 6)
    }

    fn status(&self) -> Status {
        if self.branches() == 0 {
            let score = (self.drawn("score") % 7) as i64 - 3;
            return Status::Over(Outcome::from_score(score, Cause::Normal));
        }
        Status::ToAct { seat: self.mover(), turn: 1, actions_left: 1 }
    }

    fn actions(&self) -> impl ExactSizeIterator<Item = Branch> {
        (0..self.branches()).map(Branch)
    }

    fn is_legal(&self, action: Branch) -> bool {
        action.0 < self.branches()
    }

    fn play(&mut self, action: Branch) -> Done {
        self.sum = self.sum.wrapping_add(derive(u64::from(action.0), "branch"));
        self.plies += 1;
        Done
    }

    fn view(&self, _seat: Seat) -> &Tree {
        self
    }

    fn grid(&self, _eyes: Viewpoint) -> Grid {
        unreachable!("trees are not drawn")
    }

    fn adjudicate(&self, fault: Fault) -> Ruling<Branch> {
        Ruling::Over(Outcome::lost_by(fault.seat, 1, fault.kind.cause()))
    }
}

impl Searchable for Tree {
    const CAN_REPEAT: bool = false;

    fn hash(&self) -> u64 {
        self.drawn("hash")
    }

    fn action_index(action: Branch) -> usize {
        usize::from(action.0)
    }

    fn mover(&self) -> Seat {
        Seat::from_parity(usize::from(self.plies))
    }
}

/// The margin counts: no value is decisive.
pub struct ScoreEvaluator;

/// Only winning counts, and quick wins count more.
pub struct WinEvaluator;

fn score_of_mover(position: &Tree, outcome: Outcome) -> Value {
    (position.mover().sign() * outcome.score) as Value
}

impl Evaluator<Tree> for ScoreEvaluator {
    fn evaluate(&self, position: &Tree) -> Value {
        position.static_value()
    }

    fn terminal_value(&self, position: &Tree, outcome: Outcome) -> Value {
        100 * score_of_mover(position, outcome)
    }

    fn order_score(&self, position: &Tree, action: Branch) -> i32 {
        -position.after(action).static_value()
    }
}

impl Evaluator<Tree> for WinEvaluator {
    fn evaluate(&self, position: &Tree) -> Value {
        position.static_value()
    }

    fn terminal_value(&self, position: &Tree, outcome: Outcome) -> Value {
        WIN * score_of_mover(position, outcome).signum()
    }

    fn order_score(&self, position: &Tree, action: Branch) -> i32 {
        -position.after(action).static_value()
    }
}
