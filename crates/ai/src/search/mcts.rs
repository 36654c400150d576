//! Monte Carlo tree search (MCTS): random games from the leaves of a growing tree.
//!
//! Each round *selects* a leaf by UCT, *expands* it, plays a random game from it (a
//! *playout*) and *backs up* the result. UCT balances two aims: to visit actions
//! that did well (exploitation) and those with few visits (exploration).
//!
//! Proven results are backed up too (MCTS-Solver). A proven position is not visited
//! again, so on a small tree the search ends with the true value.
//!
//! ```
//! use games::common::rng::Rng;
//! use games::{Game, virus};
//! use gridiron_ai::search::{SearchLimits, mcts};
//!
//! let start = virus::Virus::start(&virus::Options::default(), 1);
//! let result = mcts::search(&start, &SearchLimits::nodes(200), &mut Rng::new(7));
//! assert_eq!(result.playouts, 200);
//! assert!(start.is_legal(result.action) && (0.0..=1.0).contains(&result.share));
//! ```

use games::common::cpu::{Work, accelerated};
use games::common::rng::Rng;
use games::perft::playout;
use games::{Outcome, Status};

use super::{SearchLimits, Searchable};

/// The exploration constant of UCT. Theory says √2 for results spread over 0 to 1;
/// most averages are near the middle, so a smaller one plays better.
const EXPLORATION: f32 = 0.9;

/// A playout counts as a draw after this many plies.
const MAX_PLAYOUT_PLIES: u32 = 300;

/// The tree stops growing at this size; playouts continue from its leaves.
const MAX_TREE_NODES: usize = 4_000_000;

/// Playouts between two looks at the clock.
const CLOCK_CHECK_INTERVAL: u64 = 16;

/// How a game ends for one player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ProvenResult {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl ProvenResult {
    fn for_mover<P: Searchable>(position: &P, outcome: Outcome) -> ProvenResult {
        match outcome.winner {
            None => ProvenResult::Draw,
            Some(winner) if winner == position.mover() => ProvenResult::Win,
            Some(_) => ProvenResult::Loss,
        }
    }

    fn for_other(self) -> ProvenResult {
        match self {
            ProvenResult::Loss => ProvenResult::Win,
            ProvenResult::Draw => ProvenResult::Draw,
            ProvenResult::Win => ProvenResult::Loss,
        }
    }

    fn points(self) -> f32 {
        match self {
            ProvenResult::Loss => 0.0,
            ProvenResult::Draw => 0.5,
            ProvenResult::Win => 1.0,
        }
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsResult<A> {
    /// The best action.
    pub action: A,
    /// The expected score of that action: 0 is a loss, 1 a win, a draw counts ½.
    pub share: f32,
    /// The proven result of the position for its mover, if there is one.
    pub proven: Option<ProvenResult>,
    /// Playouts made.
    pub playouts: u64,
}

/// A position in the tree. Its results are those of the player who moved there.
struct TreeNode<A> {
    action: A,
    visits: u32,
    points: f32,
    proven: Option<ProvenResult>,
    /// Index of the first child and the number of children; 0 before expansion.
    children: (u32, u32),
}

impl<A> TreeNode<A> {
    fn new(action: A) -> TreeNode<A> {
        TreeNode { action, visits: 0, points: 0.0, proven: None, children: (0, 0) }
    }
}

/// Finds the best action by random playouts: every action is equally likely.
///
/// `limits.nodes` counts playouts; `limits.depth` is ignored.
///
/// # Panics
/// If the game is over.
pub fn search<P: Searchable>(root: &P, limits: &SearchLimits<'_>, rng: &mut Rng) -> MctsResult<P::Action> {
    accelerated(MctsSearch { root, limits, rng })
}

struct MctsSearch<'a, 'b, P> {
    root: &'a P,
    limits: &'a SearchLimits<'b>,
    rng: &'a mut Rng,
}

impl<P: Searchable> Work for MctsSearch<'_, '_, P> {
    type Output = MctsResult<P::Action>;

    #[inline(always)]
    fn run(self) -> MctsResult<P::Action> {
        let MctsSearch { root, limits, rng } = self;
        let first = root.actions().next().expect("the game goes on");
        let mut tree = SearchTree { nodes: vec![TreeNode::new(first)], path: Vec::new() };
        let mut playouts = 0;
        while tree.nodes[0].proven.is_none()
            && limits.nodes.is_none_or(|limit| playouts < limit)
            && !(playouts % CLOCK_CHECK_INTERVAL == 0 && limits.deadline.has_passed())
        {
            tree.run_playout(root, rng);
            playouts += 1;
        }
        tree.best(playouts)
    }
}

struct SearchTree<A> {
    nodes: Vec<TreeNode<A>>,
    path: Vec<usize>,
}

impl<A: Copy> SearchTree<A> {
    /// One round: selects a leaf, expands it, plays a random game, backs the result up.
    #[inline(always)]
    fn run_playout<P: Searchable<Action = A>>(&mut self, root: &P, rng: &mut Rng) {
        let mut position = *root;
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        while self.nodes[at].children.1 > 0 && self.nodes[at].proven.is_none() {
            at = self.select(at);
            position = position.after(self.nodes[at].action);
            self.path.push(at);
        }
        // The result for the mover at the leaf.
        let result = match position.status() {
            Status::Over(outcome) => {
                let result = ProvenResult::for_mover(&position, outcome);
                self.nodes[at].proven = Some(result.for_other());
                self.back_up_proofs();
                result
            }
            Status::ToAct { .. } => {
                let is_new = self.nodes[at].visits == 0 && at > 0;
                if !is_new && self.nodes.len() < MAX_TREE_NODES {
                    self.expand(at, &position);
                }
                let mover = position.mover();
                playout(&mut position, MAX_PLAYOUT_PLIES, rng);
                match position.status() {
                    Status::Over(Outcome { winner: Some(winner), .. }) if winner == mover => {
                        ProvenResult::Win
                    }
                    Status::Over(Outcome { winner: Some(_), .. }) => ProvenResult::Loss,
                    _ => ProvenResult::Draw,
                }
            }
        };
        let mut points = result.for_other().points();
        for &at in self.path.iter().rev() {
            self.nodes[at].visits += 1;
            self.nodes[at].points += points;
            points = 1.0 - points;
        }
    }

    /// Adds the children of a node; those that end the game are proven.
    #[inline(always)]
    fn expand<P: Searchable<Action = A>>(&mut self, at: usize, position: &P) {
        let begin = self.nodes.len();
        for action in position.actions() {
            let next = position.after(action);
            let mut child = TreeNode::new(action);
            if let Status::Over(outcome) = next.status() {
                child.proven = Some(ProvenResult::for_mover(&next, outcome).for_other());
            }
            self.nodes.push(child);
        }
        self.nodes[at].children = (begin as u32, (self.nodes.len() - begin) as u32);
        self.update_proof(at);
        self.back_up_proofs();
    }

    fn children(&self, at: usize) -> &[TreeNode<A>] {
        let (begin, count) = self.nodes[at].children;
        &self.nodes[begin as usize..(begin + count) as usize]
    }

    /// Whether the children prove a node: one winning action does, else all must be
    /// proven.
    fn update_proof(&mut self, at: usize) -> bool {
        let children = self.children(at);
        let won = children.iter().any(|child| child.proven == Some(ProvenResult::Win));
        let decided = children.iter().all(|child| child.proven.is_some());
        let best = children.iter().filter_map(|child| child.proven).max().filter(|_| won || decided);
        self.nodes[at].proven = best.map(ProvenResult::for_other);
        best.is_some()
    }

    /// A proven child may prove its parents, from the end of the path upwards.
    fn back_up_proofs(&mut self) {
        for step in (0..self.path.len().saturating_sub(1)).rev() {
            let at = self.path[step];
            if self.nodes[self.path[step + 1]].proven.is_none() || !self.update_proof(at) {
                break;
            }
        }
    }

    /// The child with the highest UCT score. Proven children need no more visits.
    #[inline(always)]
    fn select(&self, at: usize) -> usize {
        let begin = self.nodes[at].children.0 as usize;
        let log = (self.nodes[at].visits.max(1) as f32).ln();
        let (mut best, mut most) = (begin, f32::NEG_INFINITY);
        for (offset, child) in self.children(at).iter().enumerate() {
            let score = match child.proven {
                // No win is among them: it would have proven the parent.
                Some(_) => f32::NEG_INFINITY,
                None if child.visits == 0 => f32::INFINITY,
                None => {
                    let visits = child.visits as f32;
                    child.points / visits + EXPLORATION * (log / visits).sqrt()
                }
            };
            if score > most {
                (best, most) = (begin + offset, score);
            }
        }
        best
    }

    /// The action to play: a proven win; else the most visited open action if it is
    /// better than a proven draw; else that draw.
    fn best(&self, playouts: u64) -> MctsResult<A> {
        let children = self.children(0);
        let is = |result| children.iter().find(|child| child.proven == Some(result));
        let open = children.iter().filter(|child| child.proven.is_none()).max_by_key(|child| child.visits);
        let share = |node: &TreeNode<A>| node.points / node.visits.max(1) as f32;
        let better_than_draw = open.filter(|child| is(ProvenResult::Draw).is_none() || share(child) > 0.5);
        let best = is(ProvenResult::Win)
            .or(better_than_draw)
            .or(is(ProvenResult::Draw))
            .or(open)
            .or(is(ProvenResult::Loss));
        let best = best.unwrap_or(&self.nodes[0]);
        let share = best.proven.map_or_else(|| share(best), ProvenResult::points);
        MctsResult {
            action: best.action,
            share,
            proven: self.nodes[0].proven.map(ProvenResult::for_other),
            playouts,
        }
    }
}

#[cfg(test)]
mod tests {
    use games::Game;

    use super::*;
    use crate::search::negamax::negamax;
    use crate::search::tree::{Tree, WinEvaluator};

    #[test]
    fn a_tree_that_is_proven_has_the_value_of_plain_negamax() {
        for seed in 0..300 {
            let root = Tree::new(seed, 3 + (seed % 4) as u8);
            let found = search(&root, &SearchLimits::nodes(1_000_000), &mut Rng::new(seed));
            let expected = |position: &Tree| match negamax(position, &WinEvaluator, 99).signum() {
                1 => ProvenResult::Win,
                0 => ProvenResult::Draw,
                _ => ProvenResult::Loss,
            };
            assert_eq!(found.proven, Some(expected(&root)), "tree {seed}");
            let next = root.after(found.action);
            let reached = match next.status() {
                Status::Over(outcome) => ProvenResult::for_mover(&next, outcome),
                Status::ToAct { .. } => expected(&next),
            };
            assert_eq!(reached.for_other(), expected(&root), "tree {seed}: {}", found.action);
        }
    }

    #[test]
    fn the_same_seed_and_playouts_give_the_same_answer() {
        for seed in 0..20 {
            let root = Tree::new(seed, 9);
            let found = || search(&root, &SearchLimits::nodes(200), &mut Rng::new(5));
            assert_eq!(found(), found());
            assert!(found().playouts <= 200);
        }
    }
}
