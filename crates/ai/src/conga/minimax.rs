//! The agent's search: minimax to a fixed depth, with alpha-beta cutoffs that never
//! change its move.
//!
//! The agent plays the first of the best moves in the order of the move generator. A
//! cutoff only shows that a move is no better, so the root keeps that order. Below
//! the root promising moves come first.

use games::conga::{Action, Position};
use games::{Game, Seat};

use crate::Deadline;

/// The agent's static evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heuristic {
    /// `hfunc` 0: the fewer moves the opponent has, the better.
    FewestReplies,
    /// `hfunc` 1: its own moves less the opponent's.
    Mobility,
}

impl Heuristic {
    /// By the number in the original project; numbers above 1 count as 1.
    pub fn from_number(hfunc: u32) -> Heuristic {
        if hfunc == 0 { Heuristic::FewestReplies } else { Heuristic::Mobility }
    }
}

/// The value of a win, less one per ply.
const WIN: i32 = 1_000_000;

/// Above every value, and safe to negate.
const INFINITE: i32 = i32::MAX;

/// The value of a leaf to its mover, `ply` plies below the root. The mover is the agent
/// or its opponent, and the heuristic is the agent's.
pub(super) fn value_for_mover(hfunc: Heuristic, position: &Position, agent: Seat, ply: u32) -> i32 {
    let [mover, other] = position.squares();
    let own = Position::moves_between(mover, other).count_ones() as i32;
    if own == 0 {
        return ply as i32 - WIN;
    }
    let others = Position::moves_between(other, mover).count_ones() as i32;
    match hfunc {
        Heuristic::Mobility => own - others,
        // The moves of the agent's opponent count, at either's turn.
        Heuristic::FewestReplies if position.to_move() == agent => -others,
        Heuristic::FewestReplies => own,
    }
}

/// The mover's best move by minimax of this depth, with the heuristic of `agent`;
/// `None` if there is no move.
pub(super) fn best_move(hfunc: Heuristic, position: &Position, agent: Seat, depth: u32) -> Option<Action> {
    MinimaxSearch::new(hfunc, agent, &Deadline::NEVER).best(position, depth)
}

/// The same within a deadline: the move of the greatest depth that finishes in time.
/// Depth 1 always finishes.
pub(super) fn best_move_in_time(
    hfunc: Heuristic,
    position: &Position,
    depth: u32,
    deadline: &Deadline<'_>,
) -> Option<Action> {
    let agent = position.to_move();
    let mut best = best_move(hfunc, position, agent, 1);
    // Without a clock straight to the full depth; a stop still works.
    let first = if deadline.is_set() { 2 } else { depth };
    for depth in first..=depth {
        let mut search = MinimaxSearch::new(hfunc, agent, deadline);
        let deeper = search.best(position, depth);
        if search.is_late {
            break;
        }
        best = deeper;
    }
    best
}

struct MinimaxSearch<'a> {
    hfunc: Heuristic,
    agent: Seat,
    deadline: &'a Deadline<'a>,
    nodes: u64,
    /// The deadline has passed: returned values mean nothing.
    is_late: bool,
}

impl<'a> MinimaxSearch<'a> {
    fn new(hfunc: Heuristic, agent: Seat, deadline: &'a Deadline<'a>) -> MinimaxSearch<'a> {
        MinimaxSearch { hfunc, agent, deadline, nodes: 0, is_late: false }
    }

    fn best(&mut self, position: &Position, depth: u32) -> Option<Action> {
        let mut best = None;
        let mut alpha = -INFINITE;
        for action in position.actions() {
            let value = -self.value(&position.after(action), depth.saturating_sub(1), 1, -INFINITE, -alpha);
            // Even a loss is above the first alpha, so a best move exists.
            if value > alpha {
                (alpha, best) = (value, Some(action));
            }
        }
        best
    }

    /// The value to the mover if it is between alpha and beta; else a bound on that side
    /// (fail-soft).
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
            return value_for_mover(self.hfunc, position, self.agent, ply);
        }
        let mut moves = [(0_i32, *position); MAX_MOVES];
        let moves = &mut moves[..count];
        for (slot, action) in moves.iter_mut().zip(position.actions()) {
            let after = position.after(action);
            *slot = (value_for_mover(self.hfunc, &after, self.agent, ply), after);
        }
        // The least value to the opponent first.
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

/// The most moves of any position: all directions of all squares that stay on the
/// board.
const MAX_MOVES: usize = 84;

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;

    use super::super::agent::{Agent, Node};
    use super::*;
    use crate::random::any_action;

    #[test]
    fn no_position_has_more_moves() {
        assert_eq!(Position::moves_between(u16::MAX, 0).count_ones() as usize, MAX_MOVES);
    }

    /// The first child with the greatest value.
    fn best_of(tree: &Node) -> Option<Action> {
        let most = tree.children.iter().map(|child| child.heuristic_val).max()?;
        tree.children.iter().find(|child| child.heuristic_val == most)?.move_made
    }

    /// The agent's move equals plain minimax over its whole tree, in random games with
    /// few stones and many, from the start and near the end.
    #[test]
    fn cutoffs_do_not_change_the_move() {
        let mut wins_seen = 0;
        for (start, games, depth) in [
            ("4,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-4 0", 6, 4),
            ("10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 0", 6, 3),
            ("10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 0", 2, 4),
            ("60,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-60 0", 1, 3),
            // Ring is almost blocked.
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
                            // The tree of a crowded position would be too large.
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
