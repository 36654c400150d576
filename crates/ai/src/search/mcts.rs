//! Monte Carlo tree search: many games played out, and what is certain backed up.
//!
//! Positions whose result is proven are not visited again, so on a tree small
//! enough the search ends with the true value and not with an average.

use games::common::cpu::{Work, accelerated};
use games::common::rng::Rng;
use games::perft::playout;
use games::{Outcome, Status};

use super::{Limits, Position};

/// How much curiosity weighs against success. The square root of two is for
/// results spread evenly; most are near the middle.
const CURIOSITY: f32 = 0.9;

/// A game played out is given up as a draw after this many plies.
const LONGEST_PLAYOUT: u32 = 300;

/// The tree grows no further; playouts go on at its leaves.
const MOST_NODES: usize = 4_000_000;

/// How often the clock is looked at: every so many playouts.
const BETWEEN_LOOKS: u64 = 16;

/// How a game ends for one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl Verdict {
    fn of_mover<P: Position>(position: &P, outcome: Outcome) -> Verdict {
        match outcome.winner {
            None => Verdict::Draw,
            Some(winner) if winner == position.mover() => Verdict::Win,
            Some(_) => Verdict::Loss,
        }
    }

    fn turned(self) -> Verdict {
        match self {
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
            Verdict::Win => Verdict::Loss,
        }
    }

    fn points(self) -> f32 {
        match self {
            Verdict::Loss => 0.0,
            Verdict::Draw => 0.5,
            Verdict::Win => 1.0,
        }
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<A> {
    /// The best action.
    pub action: A,
    /// The share of points expected, 0 to 1.
    pub share: f32,
    /// What is certain, if anything is.
    pub proven: Option<Verdict>,
    /// Games played out.
    pub playouts: u64,
}

/// A position in the tree. Results are those of the side that moved there.
struct Node<A> {
    action: A,
    visits: u32,
    points: f32,
    proven: Option<Verdict>,
    /// Where its children begin, and how many there are; none yet if it was
    /// never looked into.
    children: (u32, u32),
}

impl<A> Node<A> {
    fn new(action: A) -> Node<A> {
        Node { action, visits: 0, points: 0.0, proven: None, children: (0, 0) }
    }
}

/// Finds the best action by playing games out with actions all alike.
///
/// # Panics
/// If the game is over.
pub fn search<P: Position>(root: &P, limits: &Limits<'_>, rng: &mut Rng) -> Found<P::Action> {
    accelerated(Search { root, limits, rng })
}

struct Search<'a, 'b, P> {
    root: &'a P,
    limits: &'a Limits<'b>,
    rng: &'a mut Rng,
}

impl<P: Position> Work for Search<'_, '_, P> {
    type Output = Found<P::Action>;

    #[inline(always)]
    fn run(self) -> Found<P::Action> {
        let Search { root, limits, rng } = self;
        let first = root.actions().next().expect("the game goes on");
        let mut tree = TreeOf { nodes: vec![Node::new(first)], path: Vec::new() };
        let mut playouts = 0;
        while tree.nodes[0].proven.is_none()
            && limits.nodes.is_none_or(|limit| playouts < limit)
            && !(playouts % BETWEEN_LOOKS == 0 && limits.deadline.has_come())
        {
            tree.play_out(root, rng);
            playouts += 1;
        }
        tree.best(playouts)
    }
}

struct TreeOf<A> {
    nodes: Vec<Node<A>>,
    path: Vec<usize>,
}

impl<A: Copy> TreeOf<A> {
    /// Goes down to a leaf, plays the game out from there, and tells all on the
    /// way.
    #[inline(always)]
    fn play_out<P: Position<Action = A>>(&mut self, root: &P, rng: &mut Rng) {
        let mut position = *root;
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        while self.nodes[at].children.1 > 0 && self.nodes[at].proven.is_none() {
            at = self.choose(at);
            position = position.after(self.nodes[at].action);
            self.path.push(at);
        }
        // From here on as the mover at the leaf sees it.
        let verdict = match position.status() {
            Status::Over(outcome) => {
                let verdict = Verdict::of_mover(&position, outcome);
                self.nodes[at].proven = Some(verdict.turned());
                self.prove_on_the_way();
                verdict
            }
            Status::ToAct { .. } => {
                let is_new = self.nodes[at].visits == 0 && at > 0;
                if !is_new && self.nodes.len() < MOST_NODES {
                    self.look_into(at, &position);
                }
                let mover = position.mover();
                playout(&mut position, LONGEST_PLAYOUT, rng);
                match position.status() {
                    Status::Over(Outcome { winner: Some(winner), .. }) if winner == mover => Verdict::Win,
                    Status::Over(Outcome { winner: Some(_), .. }) => Verdict::Loss,
                    _ => Verdict::Draw,
                }
            }
        };
        let mut points = verdict.turned().points();
        for &at in self.path.iter().rev() {
            self.nodes[at].visits += 1;
            self.nodes[at].points += points;
            points = 1.0 - points;
        }
    }

    /// Makes the children of a node; those that end the game are proven.
    #[inline(always)]
    fn look_into<P: Position<Action = A>>(&mut self, at: usize, position: &P) {
        let begin = self.nodes.len();
        for action in position.actions() {
            let next = position.after(action);
            let mut child = Node::new(action);
            if let Status::Over(outcome) = next.status() {
                child.proven = Some(Verdict::of_mover(&next, outcome).turned());
            }
            self.nodes.push(child);
        }
        self.nodes[at].children = (begin as u32, (self.nodes.len() - begin) as u32);
        self.prove(at);
        self.prove_on_the_way();
    }

    fn children(&self, at: usize) -> &[Node<A>] {
        let (begin, count) = self.nodes[at].children;
        &self.nodes[begin as usize..(begin + count) as usize]
    }

    /// A position is won by one action that wins, and decided otherwise once
    /// every action is.
    fn prove(&mut self, at: usize) -> bool {
        let children = self.children(at);
        let won = children.iter().any(|child| child.proven == Some(Verdict::Win));
        let decided = children.iter().all(|child| child.proven.is_some());
        let best = children.iter().filter_map(|child| child.proven).max().filter(|_| won || decided);
        self.nodes[at].proven = best.map(Verdict::turned);
        best.is_some()
    }

    /// What is certain at the end of the path may decide what comes before.
    fn prove_on_the_way(&mut self) {
        for step in (0..self.path.len().saturating_sub(1)).rev() {
            let at = self.path[step];
            if self.nodes[self.path[step + 1]].proven.is_none() || !self.prove(at) {
                break;
            }
        }
    }

    /// The child that promises most: success so far and curiosity. What is
    /// proven needs no more visits.
    #[inline(always)]
    fn choose(&self, at: usize) -> usize {
        let begin = self.nodes[at].children.0 as usize;
        let log = (self.nodes[at].visits.max(1) as f32).ln();
        let (mut best, mut most) = (begin, f32::NEG_INFINITY);
        for (offset, child) in self.children(at).iter().enumerate() {
            let promise = match child.proven {
                // Its mover would have won at once, were it a win.
                Some(_) => f32::NEG_INFINITY,
                None if child.visits == 0 => f32::INFINITY,
                None => {
                    let visits = child.visits as f32;
                    child.points / visits + CURIOSITY * (log / visits).sqrt()
                }
            };
            if promise > most {
                (best, most) = (begin + offset, promise);
            }
        }
        best
    }

    /// A certain win; else the most visited, unless a certain draw is better than
    /// that, or it is all there is.
    fn best(&self, playouts: u64) -> Found<A> {
        let children = self.children(0);
        let is = |verdict| children.iter().find(|child| child.proven == Some(verdict));
        let open = children.iter().filter(|child| child.proven.is_none()).max_by_key(|child| child.visits);
        let share = |node: &Node<A>| node.points / node.visits.max(1) as f32;
        let hopeful = open.filter(|child| is(Verdict::Draw).is_none() || share(child) > 0.5);
        let best = is(Verdict::Win).or(hopeful).or(is(Verdict::Draw)).or(open).or(is(Verdict::Loss));
        let best = best.unwrap_or(&self.nodes[0]);
        let share = best.proven.map_or_else(|| share(best), Verdict::points);
        Found { action: best.action, share, proven: self.nodes[0].proven.map(Verdict::turned), playouts }
    }
}

#[cfg(test)]
mod tests {
    use games::Game;

    use super::*;
    use crate::search::negamax::negamax;
    use crate::search::tree::{Tree, Victory};

    #[test]
    fn a_tree_that_is_proven_has_the_value_of_plain_negamax() {
        for seed in 0..300 {
            let root = Tree::new(seed, 3 + (seed % 4) as u8);
            let found = search(&root, &Limits::nodes(1_000_000), &mut Rng::new(seed));
            let expected = |position: &Tree| match negamax(position, &Victory, 99).signum() {
                1 => Verdict::Win,
                0 => Verdict::Draw,
                _ => Verdict::Loss,
            };
            assert_eq!(found.proven, Some(expected(&root)), "tree {seed}");
            let next = root.after(found.action);
            let reached = match next.status() {
                Status::Over(outcome) => Verdict::of_mover(&next, outcome),
                Status::ToAct { .. } => expected(&next),
            };
            assert_eq!(reached.turned(), expected(&root), "tree {seed}: {}", found.action);
        }
    }

    #[test]
    fn the_same_seed_and_playouts_give_the_same_answer() {
        for seed in 0..20 {
            let root = Tree::new(seed, 9);
            let found = || search(&root, &Limits::nodes(200), &mut Rng::new(5));
            assert_eq!(found(), found());
            assert!(found().playouts <= 200);
        }
    }
}
