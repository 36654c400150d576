//! The original project's player: minimax over a tree of a few plies.
//!
//! [`Agent`] and [`CongaBoard`] keep the names and meaning of the original's classes.
//! Two things differ:
//!
//! - The original minimised for both sides, as if the opponent helped it. This one
//!   takes the opponent's best reply, as minimax requires.
//! - A player who cannot move has lost here, whatever the heuristic says. The original
//!   only counted zero moves.

use std::fmt::Write;

use games::common::rng::Rng;
use games::conga::{Action, Conga, Options, Position, Square};
use games::{Cell, Game, Seat};

use super::minimax::{self, Heuristic};
use crate::random::any_action;
use crate::{Player, Time};

/// A board with the methods of the original.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CongaBoard {
    position: Position,
}

impl CongaBoard {
    /// The start, with ten stones each.
    pub fn new() -> CongaBoard {
        CongaBoard { position: Position::start(&Options::default(), 0) }
    }

    /// A player's squares, row by row from the bottom left.
    pub fn territory(&self, player: Seat) -> Vec<Square> {
        all_squares().filter(|square| self.position.at(*square).owner == Some(player)).collect()
    }

    /// The stones on a square.
    pub fn amount(&self, square: Square) -> u32 {
        self.position.at(square).count
    }

    /// The board as the original printed it.
    pub fn draw(&self) -> String {
        let line = format!("    {}+\n", "+-----".repeat(4));
        let mut text = line.clone();
        for y in (1..=4).rev() {
            let squares = (1..=4).filter_map(|x| Square::new(x, y)).map(|square| {
                let Cell { owner, count } = self.position.at(square);
                let letter = owner.map_or('.', |seat| if seat == Seat::Zero { 'b' } else { 'w' });
                format!("{count:2} {letter}")
            });
            let squares: Vec<String> = squares.collect();
            // Writing to a string does not fail.
            let _ = writeln!(text, "  {y} | {}|", squares.join("| "));
            text.push_str(&line);
        }
        text.push_str("       1     2     3     4\n");
        text
    }

    /// The position of the rules.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

impl Default for CongaBoard {
    fn default() -> CongaBoard {
        CongaBoard::new()
    }
}

impl From<Position> for CongaBoard {
    fn from(position: Position) -> CongaBoard {
        CongaBoard { position }
    }
}

fn all_squares() -> impl Iterator<Item = Square> {
    (1..=4).flat_map(|y| (1..=4).filter_map(move |x| Square::new(x, y)))
}

/// A node of the agent's tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// The player to move.
    pub player: Seat,
    /// The move that leads here; `None` at the root.
    pub move_made: Option<Action>,
    /// The board after that move.
    pub board: CongaBoard,
    /// The value to the agent: the heuristic at a leaf, above that the best child for
    /// the player to move.
    pub heuristic_val: i32,
    /// The positions after each move, in the order of the move generator.
    pub children: Vec<Node>,
}

impl Node {
    /// Appends a child.
    pub fn add_child(&mut self, child: Node) {
        self.children.push(child);
    }
}

/// The original's player, with its own board.
#[derive(Clone, Debug)]
pub struct Agent {
    player: Seat,
    hfunc: Heuristic,
    max_depth: u32,
    board: CongaBoard,
}

impl Agent {
    /// An agent at the start of a game with ten stones. `max_depth` is in plies, at
    /// least 1.
    pub fn new(player: Seat, hfunc: Heuristic, max_depth: u32) -> Agent {
        Agent { player, hfunc, max_depth: max_depth.max(1), board: CongaBoard::new() }
    }

    /// Replaces its board.
    pub fn update_board(&mut self, board: CongaBoard) {
        self.board = board;
    }

    /// Its board.
    pub fn board(&self) -> &CongaBoard {
        &self.board
    }

    /// The whole tree with the value of each node. Three plies are some thousands of
    /// nodes, and each further ply about twenty times as many. [`Agent::best_move`] finds
    /// the same move without the tree.
    pub fn build_tree(&self) -> Node {
        self.node(self.board, None, 0)
    }

    fn node(&self, board: CongaBoard, move_made: Option<Action>, ply: u32) -> Node {
        let position = board.position;
        let player = position.to_move();
        let mut node = Node { player, move_made, board, heuristic_val: 0, children: Vec::new() };
        if ply < self.max_depth {
            for action in position.actions() {
                node.add_child(self.node(position.after(action).into(), Some(action), ply + 1));
            }
        }
        let values = node.children.iter().map(|child| child.heuristic_val);
        let best = if player == self.player { values.max() } else { values.min() };
        node.heuristic_val = best.unwrap_or_else(|| {
            let worth = minimax::value_for_mover(self.hfunc, &position, self.player, ply);
            if player == self.player { worth } else { -worth }
        });
        node
    }

    /// The best move, the first of equals in the order of the move generator; `None` if
    /// there is no move.
    pub fn best_move(&self) -> Option<Action> {
        minimax::best_move(self.hfunc, &self.board.position, self.player, self.max_depth)
    }

    /// A random move; `None` if there is no move.
    pub fn random_move(&self, rng: &mut Rng) -> Option<Action> {
        let position = &self.board.position;
        (position.actions().len() > 0).then(|| any_action(position, rng))
    }

    /// Plays a move of the player to move on its own board. Returns whether the move was
    /// legal; an illegal move changes nothing.
    pub fn make_move(&mut self, action: Action) -> bool {
        let is_legal = self.board.position.is_legal(action);
        if is_legal {
            self.board = self.board.position.after(action).into();
        }
        is_legal
    }
}

/// The agent as a built-in player.
///
/// It plays its depth exactly. Short of time it deepens from 1 and plays the move of
/// the last finished depth.
pub struct AgentPlayer {
    hfunc: Heuristic,
    max_depth: u32,
}

impl AgentPlayer {
    /// A player with this heuristic and depth.
    pub fn new(hfunc: Heuristic, max_depth: u32) -> AgentPlayer {
        AgentPlayer { hfunc, max_depth }
    }
}

impl Player<Conga> for AgentPlayer {
    fn act(&mut self, view: &Conga, time: &Time<'_>) -> Action {
        // Few games last longer than 100 turns.
        let deadline = time.deadline(1, 100, None);
        minimax::best_move_in_time(self.hfunc, view.game(), self.max_depth, &deadline)
            .expect("the player to act has a move")
    }
}
