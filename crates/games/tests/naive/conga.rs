//! Conga, the obvious way.

use super::{Naive, NaiveOutcome};

/// Who owns the stones on a square and how many there are; None is an empty square.
type Square = Option<(usize, i64)>;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Position {
    /// Rows from the top: the first is y = 4.
    rows: Vec<Vec<Square>>,
    to_move: usize,
}

/// A move: the source square and the run of squares ahead that get the stones.
struct Move {
    source: (i64, i64),
    run: Vec<(i64, i64)>,
}

impl Move {
    fn text(&self) -> String {
        let (x, y) = self.source;
        let (first_x, first_y) = self.run[0];
        format!("{x} {y} {first_x} {first_y}")
    }
}

impl Position {
    fn at(&self, (x, y): (i64, i64)) -> Square {
        self.rows[(4 - y) as usize][(x - 1) as usize]
    }

    fn set(&mut self, (x, y): (i64, i64), square: Square) {
        self.rows[(4 - y) as usize][(x - 1) as usize] = square;
    }

    fn belongs_to(&self, at: (i64, i64), seat: usize) -> bool {
        self.at(at).is_some_and(|(owner, _)| owner == seat)
    }

    /// The squares ahead, up to 3, until the edge or a square of the opponent.
    fn run(&self, (x, y): (i64, i64), (dx, dy): (i64, i64)) -> Vec<(i64, i64)> {
        let mut run = Vec::new();
        for step in 1..=3 {
            let ahead = (x + step * dx, y + step * dy);
            let on_board = (1..=4).contains(&ahead.0) && (1..=4).contains(&ahead.1);
            if !on_board || self.belongs_to(ahead, 1 - self.to_move) {
                break;
            }
            run.push(ahead);
        }
        run
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for x in 1..=4 {
            for y in 1..=4 {
                if !self.belongs_to((x, y), self.to_move) {
                    continue;
                }
                for dx in -1..=1 {
                    for dy in -1..=1 {
                        let run = self.run((x, y), (dx, dy));
                        if (dx, dy) != (0, 0) && !run.is_empty() {
                            moves.push(Move { source: (x, y), run });
                        }
                    }
                }
            }
        }
        moves
    }

    fn add(&mut self, at: (i64, i64), stones: i64) {
        let already = self.at(at).map_or(0, |(_, count)| count);
        if stones > 0 {
            self.set(at, Some((self.to_move, already + stones)));
        }
    }

    fn make(&mut self, chosen: &Move) {
        let (_, stones) = self.at(chosen.source).expect("the source holds stones");
        self.set(chosen.source, None);
        let run = &chosen.run;
        match run.len() {
            1 => self.add(run[0], stones),
            2 => {
                let first = stones.min(1);
                self.add(run[0], first);
                self.add(run[1], stones - first);
            }
            3 => {
                let first = stones.min(1);
                let second = (stones - first).min(2);
                self.add(run[0], first);
                self.add(run[1], second);
                self.add(run[2], stones - first - second);
            }
            length => panic!("a run of {length}"),
        }
        self.to_move = 1 - self.to_move;
    }
}

#[derive(Clone, Debug)]
pub struct NaiveConga {
    position: Position,
    /// Every position before this one, the start first.
    earlier: Vec<Position>,
    /// How many occurrences of a position make a draw; 0 is off.
    repetition: u64,
    /// After how many plies the game is a draw; 0 is off.
    move_limit: u64,
}

impl NaiveConga {
    pub fn new(stones: i64, repetition: u64, move_limit: u64) -> Self {
        let mut position = Position { rows: vec![vec![None; 4]; 4], to_move: 0 };
        position.set((1, 4), Some((0, stones)));
        position.set((4, 1), Some((1, stones)));
        NaiveConga { position, earlier: Vec::new(), repetition, move_limit }
    }

    /// Any position, without the draw rules; whoever is to move is the first of turn 1.
    pub fn from_board(board: &[Vec<i64>], to_move: usize) -> Self {
        let mut position = Position { rows: vec![vec![None; 4]; 4], to_move };
        for (row, values) in board.iter().enumerate() {
            for (col, &value) in values.iter().enumerate() {
                if value > 0 {
                    position.rows[row][col] = Some((0, value));
                } else if value < 0 {
                    position.rows[row][col] = Some((1, -value));
                }
            }
        }
        NaiveConga { position, earlier: Vec::new(), repetition: 0, move_limit: 0 }
    }

    fn plies(&self) -> u64 {
        self.earlier.len() as u64
    }

    /// How often this position was on the board, now included.
    fn occurrences(&self) -> u64 {
        1 + self.earlier.iter().filter(|&old| *old == self.position).count() as u64
    }
}

impl Naive for NaiveConga {
    fn board(&self) -> Vec<Vec<i64>> {
        let value = |square: &Square| match *square {
            None => 0,
            Some((0, count)) => count,
            Some((_, count)) => -count,
        };
        self.position.rows.iter().map(|row| row.iter().map(value).collect()).collect()
    }

    fn to_act(&self) -> Option<(usize, u64, u64)> {
        if self.outcome().is_some() {
            return None;
        }
        Some((self.position.to_move, self.plies() / 2 + 1, 1))
    }

    fn legal(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let mut actions: Vec<String> = self.position.moves().iter().map(Move::text).collect();
        actions.sort();
        actions
    }

    fn play(&mut self, action: &str) -> String {
        assert!(self.outcome().is_none(), "the game is over");
        let moves = self.position.moves();
        let chosen = moves
            .iter()
            .find(|candidate| candidate.text() == action)
            .unwrap_or_else(|| panic!("illegal action {action}"));
        self.earlier.push(self.position.clone());
        self.position.make(chosen);
        "OK".to_string()
    }

    fn outcome(&self) -> Option<NaiveOutcome> {
        if self.position.moves().is_empty() {
            let score = if self.position.to_move == 0 { -1 } else { 1 };
            return Some(NaiveOutcome::from_score(score, "normal"));
        }
        if self.repetition > 0 && self.occurrences() >= self.repetition {
            return Some(NaiveOutcome::from_score(0, "repetition"));
        }
        if self.move_limit > 0 && self.plies() >= self.move_limit {
            return Some(NaiveOutcome::from_score(0, "move-limit"));
        }
        None
    }
}
