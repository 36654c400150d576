//! The agent's search: minimax to a fixed depth, with alpha-beta cuts that never
//! change its move.
//!
//! At the root, moves are tried in the order of the generator and only a better
//! one takes the place of the best so far. A cut says only that a move is no
//! better, so it never makes a difference there; below the root the order of
//! moves is free, and the promising ones come first.

use games::conga::{Action, Position};
use games::{Game, Seat};

use crate::Deadline;

/// How the agent judges a position in which it does not look further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heuristic {
    /// `hfunc` 0: the fewer moves the opponent has, the better.
    FewestReplies,
    /// `hfunc` 1: its own moves less the opponent's.
    Mobility,
}

impl Heuristic {
    /// By the original's number.
    pub fn from_number(hfunc: u32) -> Heuristic {
        if hfunc == 0 { Heuristic::FewestReplies } else { Heuristic::Mobility }
    }
}

/// Worth of a win on the spot; each ply makes it one less.
const WIN: i32 = 1_000_000;

/// More than anything is worth.
const INFINITE: i32 = i32::MAX;

/// What a leaf `ply` plies from the root is worth to its mover, who is the agent
/// or its opponent: to one it is the opposite of what it is to the other.
pub(super) fn worth_to_mover(hfunc: Heuristic, position: &Position, agent: Seat, ply: u32) -> i32 {
    let [mover, other] = position.squares();
    let own = Position::moves_between(mover, other).count_ones() as i32;
    if own == 0 {
        return ply as i32 - WIN;
    }
    let others = Position::moves_between(other, mover).count_ones() as i32;
    match hfunc {
        Heuristic::Mobility => own - others,
        // The opponent's moves count, whoever is to move.
        Heuristic::FewestReplies if position.to_move() == agent => -others,
        Heuristic::FewestReplies => own,
    }
}

/// The best move of whoever is up by minimax of this depth, judged as `agent`
/// judges; nothing if there is no move.
pub(super) fn best_move(hfunc: Heuristic, position: &Position, agent: Seat, depth: u32) -> Option<Action> {
    Search::new(hfunc, agent, &Deadline::NEVER).best(position, depth)
}

/// The same if there is time for it, else that of the greatest smaller depth for
/// which there is; a depth of one is always looked at.
pub(super) fn best_move_in_time(
    hfunc: Heuristic,
    position: &Position,
    depth: u32,
    deadline: &Deadline<'_>,
) -> Option<Action> {
    let agent = position.to_move();
    let mut best = best_move(hfunc, position, agent, 1);
    // Without a clock at once to its depth, and to be stopped all the same.
    let first = if deadline.is_set() { 2 } else { depth };
    for depth in first..=depth {
        let mut search = Search::new(hfunc, agent, deadline);
        let deeper = search.best(position, depth);
        if search.is_late {
            break;
        }
        best = deeper;
    }
    best
}

struct Search<'a> {
    hfunc: Heuristic,
    agent: Seat,
    deadline: &'a Deadline<'a>,
    nodes: u64,
    /// The deadline has come: what is returned means nothing any more.
    is_late: bool,
}

impl<'a> Search<'a> {
    fn new(hfunc: Heuristic, agent: Seat, deadline: &'a Deadline<'a>) -> Search<'a> {
        Search { hfunc, agent, deadline, nodes: 0, is_late: false }
    }

    fn best(&mut self, position: &Position, depth: u32) -> Option<Action> {
        let mut best = None;
        let mut alpha = -INFINITE;
        for action in position.actions() {
            let value = -self.value(&position.after(action), depth.saturating_sub(1), 1, -INFINITE, -alpha);
            // Losing has a value above the first alpha, so there is a best.
            if value > alpha {
                (alpha, best) = (value, Some(action));
            }
        }
        best
    }

    /// What a position is worth to its mover, exactly if that is between alpha
    /// and beta; else a bound on the same side of the two.
    fn value(&mut self, position: &Position, depth: u32, ply: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) && self.deadline.has_passed() {
            self.is_late = true;
        }
        if self.is_late {
            return 0;
        }
        let count = position.actions().len();
        if depth == 0 || count == 0 {
            return worth_to_mover(self.hfunc, position, self.agent, ply);
        }
        let mut moves = [(0_i32, *position); MOST_MOVES];
        let moves = &mut moves[..count];
        for (slot, action) in moves.iter_mut().zip(position.actions()) {
            let after = position.after(action);
            *slot = (worth_to_mover(self.hfunc, &after, self.agent, ply), after);
        }
        // What is worth least to the opponent comes first.
        moves.sort_unstable_by_key(|(worth, _)| *worth);
        let mut best = -INFINITE;
        for (_, after) in moves {
            best = best.max(-self.value(after, depth - 1, ply + 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// A position has no more moves: the directions that stay on the board, of all
/// squares together.
const MOST_MOVES: usize = 84;

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;

    use super::super::agent::{Agent, Node};
    use super::*;
    use crate::random::any_action;

    #[test]
    fn nobody_ever_has_more_moves() {
        assert_eq!(Position::moves_between(u16::MAX, 0).count_ones() as usize, MOST_MOVES);
    }

    /// The first child with the greatest value.
    fn best_of(tree: &Node) -> Option<Action> {
        let most = tree.children.iter().map(|child| child.heuristic_val).max()?;
        tree.children.iter().find(|child| child.heuristic_val == most)?.move_made
    }

    /// The agent's move against plain minimax over its whole tree, in positions
    /// of random games with few stones and many, from the start and near the end.
    #[test]
    fn cuts_do_not_change_the_move() {
        let mut wins_seen = 0;
        for (start, games, depth) in [
            ("4,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-4 0", 6, 4),
            ("10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 0", 6, 3),
            ("10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 0", 2, 4),
            ("60,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-60 0", 1, 3),
            // White is all but walled in.
            ("0,0,1,-4/0,0,0,1/0,2,0,0/0,0,0,0 0", 6, 4),
            ("0,1,0,-5/0,0,0,1/0,3,0,0/0,0,0,0 0", 6, 4),
            ("0,0,1,-4/0,0,0,1/0,2,0,0/0,0,0,0 1", 6, 4),
        ] {
            for seed in 0..games {
                let mut rng = Rng::new(seed);
                let mut position: Position = start.parse().expect("a position");
                for _ in 0..12 {
                    for hfunc in [Heuristic::FewestReplies, Heuristic::Mobility] {
                        for depth in [1, 2, depth] {
                            let mut agent = Agent::new(position.to_move(), hfunc, depth);
                            agent.update_board(position.into());
                            // A tree of crowded positions would not be small.
                            if depth > 2 && position.actions().len() > 22 {
                                continue;
                            }
                            let tree = agent.build_tree();
                            assert_eq!(agent.best_move(), best_of(&tree), "{hfunc:?} {depth}: {position}");
                            wins_seen += usize::from(tree.heuristic_val.abs() > WIN / 2);
                        }
                    }
                    if position.actions().len() == 0 {
                        break;
                    }
                    let action = any_action(&position, &mut rng);
                    position.play(action);
                }
            }
        }
        assert!(wins_seen > 0, "no tree saw an end of the game");
    }
}
