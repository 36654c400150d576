//! Virus, the obvious way.

use super::{Naive, NaiveOutcome};

#[derive(Clone, Debug)]
pub struct NaiveVirus {
    /// 1 is a stone of seat 0, -1 a stone of seat 1, 0 is empty.
    board: Vec<Vec<i8>>,
    to_move: usize,
    plies: u64,
    passes_in_a_row: u32,
}

fn stone_of(seat: usize) -> i8 {
    if seat == 0 { 1 } else { -1 }
}

impl NaiveVirus {
    pub fn new(size: usize, first_seat: usize) -> Self {
        let mut board = vec![vec![0; size]; size];
        board[0][0] = 1;
        board[size - 1][size - 1] = 1;
        board[0][size - 1] = -1;
        board[size - 1][0] = -1;
        NaiveVirus { board, to_move: first_seat, plies: 0, passes_in_a_row: 0 }
    }

    /// Any position; whoever is to move is the first of turn 1.
    pub fn from_board(board: &[Vec<i64>], to_move: usize, passes_in_a_row: u32) -> Self {
        let board = board.iter().map(|row| row.iter().map(|&value| value.signum() as i8).collect()).collect();
        NaiveVirus { board, to_move, plies: 0, passes_in_a_row }
    }

    /// The up to eight squares around a square.
    fn neighbours(&self, row: usize, col: usize) -> Vec<(usize, usize)> {
        let last = self.board.len() - 1;
        let mut found = Vec::new();
        for r in row.saturating_sub(1)..=(row + 1).min(last) {
            for c in col.saturating_sub(1)..=(col + 1).min(last) {
                if (r, c) != (row, col) {
                    found.push((r, c));
                }
            }
        }
        found
    }

    /// Where this seat may put a stone, whoever is to move.
    fn placements(&self, seat: usize) -> Vec<(usize, usize)> {
        let size = self.board.len();
        let mut found = Vec::new();
        for row in 0..size {
            for col in 0..size {
                let empty = self.board[row][col] == 0;
                let touches_own =
                    self.neighbours(row, col).iter().any(|&(r, c)| self.board[r][c] == stone_of(seat));
                if empty && touches_own {
                    found.push((row, col));
                }
            }
        }
        found
    }

    fn is_over(&self) -> bool {
        let full = self.board.iter().flatten().all(|&stone| stone != 0);
        let stuck = self.placements(0).is_empty() && self.placements(1).is_empty();
        full || stuck || self.passes_in_a_row >= 2
    }
}

impl Naive for NaiveVirus {
    fn board(&self) -> Vec<Vec<i64>> {
        self.board.iter().map(|row| row.iter().map(|&stone| i64::from(stone)).collect()).collect()
    }

    fn to_act(&self) -> Option<(usize, u64, u64)> {
        if self.is_over() {
            return None;
        }
        Some((self.to_move, self.plies / 2 + 1, 1))
    }

    fn legal(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let mut actions = Vec::new();
        for (row, col) in self.placements(self.to_move) {
            actions.push(format!("{row} {col}"));
        }
        if actions.is_empty() {
            actions.push("pass".to_string());
        }
        actions.sort();
        actions
    }

    fn play(&mut self, action: &str) -> String {
        assert!(!self.is_over(), "the game is over");
        if action == "pass" {
            self.passes_in_a_row += 1;
        } else {
            let numbers: Vec<usize> =
                action.split(' ').map(|word| word.parse().expect("a square is two numbers")).collect();
            let (row, col) = (numbers[0], numbers[1]);
            assert!(self.placements(self.to_move).contains(&(row, col)), "illegal action {action}");
            let mine = stone_of(self.to_move);
            self.board[row][col] = mine;
            for (r, c) in self.neighbours(row, col) {
                if self.board[r][c] == -mine {
                    self.board[r][c] = mine;
                }
            }
            self.passes_in_a_row = 0;
        }
        self.plies += 1;
        self.to_move = 1 - self.to_move;
        "OK".to_string()
    }

    fn outcome(&self) -> Option<NaiveOutcome> {
        if !self.is_over() {
            return None;
        }
        let score = self.board.iter().flatten().map(|&stone| i64::from(stone)).sum();
        Some(NaiveOutcome::from_score(score, "normal"))
    }
}
