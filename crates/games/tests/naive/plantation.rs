//! Plantation, the obvious way.

use super::{Naive, NaiveOutcome};

#[derive(Clone, Debug)]
pub struct PlantationOptions {
    pub rows: usize,
    pub cols: usize,
    pub max_turns: u64,
    pub moves_per_turn: u64,
    pub bomb_damage: i64,
    pub plant_probe_anywhere: bool,
}

impl Default for PlantationOptions {
    fn default() -> Self {
        PlantationOptions {
            rows: 11,
            cols: 11,
            max_turns: 100,
            moves_per_turn: 3,
            bomb_damage: 4,
            plant_probe_anywhere: false,
        }
    }
}

#[derive(Clone, Debug)]
pub struct NaivePlantation {
    options: PlantationOptions,
    board: Vec<Vec<i64>>,
    to_move: usize,
    turn: u64,
    moves_left: u64,
}

const ERROR: &str = "error";

/// `-?[0-9]+` of any length. What does not fit becomes the largest number there is: off the board all the same.
fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if text.starts_with('-') { -size } else { size })
}

/// The command word and its coordinates; None when the text is malformed.
fn parse(text: &str) -> Option<(&str, Vec<i64>)> {
    let mut words = text.split(' ');
    let command = words.next()?;
    let wanted = match command {
        "fertilise" | "plant" | "scout" | "spray" | "bomb" => 2,
        "colonise" => 4,
        _ => return None,
    };
    let coordinates: Vec<i64> = words.map(integer).collect::<Option<_>>()?;
    (coordinates.len() == wanted).then_some((command, coordinates))
}

fn cost(command: &str) -> u64 {
    match command {
        "fertilise" | "plant" | "scout" => 1,
        _ => 2,
    }
}

impl NaivePlantation {
    /// The start of turn 1 with Plus to move.
    pub fn from_board(options: PlantationOptions, board: &[Vec<i64>]) -> Self {
        assert_eq!(board.len(), options.rows);
        assert!(board.iter().all(|row| row.len() == options.cols));
        let moves_left = options.moves_per_turn;
        NaivePlantation { options, board: board.to_vec(), to_move: 0, turn: 1, moves_left }
    }

    fn is_over(&self) -> bool {
        self.turn > self.options.max_turns
    }

    fn on_board(&self, r: i64, c: i64) -> bool {
        r >= 0 && c >= 0 && r < self.options.rows as i64 && c < self.options.cols as i64
    }

    fn at(&self, r: i64, c: i64) -> i64 {
        self.board[r as usize][c as usize]
    }

    fn set(&mut self, r: i64, c: i64, value: i64) {
        self.board[r as usize][c as usize] = value;
    }

    /// 1 for Plus, -1 for Minus.
    fn sign(&self) -> i64 {
        if self.to_move == 0 { 1 } else { -1 }
    }

    /// How high the mover's own tile is; 0 when the square is off the board or not the mover's.
    fn own(&self, r: i64, c: i64) -> i64 {
        if self.on_board(r, c) { (self.at(r, c) * self.sign()).max(0) } else { 0 }
    }

    /// How high the enemy's tile is; 0 when the square is off the board or not the enemy's.
    fn enemy(&self, r: i64, c: i64) -> i64 {
        if self.on_board(r, c) { (self.at(r, c) * -self.sign()).max(0) } else { 0 }
    }

    fn next_to_own(&self, r: i64, c: i64) -> bool {
        self.own(r - 1, c) > 0 || self.own(r + 1, c) > 0 || self.own(r, c - 1) > 0 || self.own(r, c + 1) > 0
    }

    fn fertilise(&mut self, r: i64, c: i64) -> String {
        if self.own(r, c) == 0 {
            return ERROR.to_string();
        }
        self.set(r, c, self.at(r, c) + self.sign());
        "OK".to_string()
    }

    fn plant(&mut self, r: i64, c: i64) -> String {
        if self.own(r, c) > 0 {
            return ERROR.to_string();
        }
        if self.options.plant_probe_anywhere && self.enemy(r, c) > 0 {
            return format!("occupied {}", self.at(r, c));
        }
        if !self.next_to_own(r, c) {
            return ERROR.to_string();
        }
        if self.enemy(r, c) > 0 {
            return format!("occupied {}", self.at(r, c));
        }
        self.set(r, c, self.sign());
        "OK".to_string()
    }

    fn scout(&self, r: i64, c: i64) -> String {
        let mut values = Vec::new();
        for row in r - 1..=r + 1 {
            for col in c - 1..=c + 1 {
                if self.on_board(row, col) {
                    values.push(self.at(row, col).to_string());
                }
            }
        }
        format!("OK {}", values.join(","))
    }

    fn colonise(&mut self, r: i64, c: i64, source_r: i64, source_c: i64) -> String {
        if self.own(r, c) > 0 {
            return ERROR.to_string();
        }
        if self.own(source_r, source_c) < 2 {
            return ERROR.to_string();
        }
        if self.enemy(r, c) > 0 {
            return format!("occupied {}", self.at(r, c));
        }
        self.set(r, c, self.sign());
        self.set(source_r, source_c, self.at(source_r, source_c) - self.sign());
        "OK".to_string()
    }

    fn spray(&mut self, r: i64, c: i64) -> String {
        let mut hit = 0;
        for (row, col) in [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)] {
            if self.enemy(row, col) > 0 {
                self.set(row, col, self.at(row, col) + self.sign());
                hit += 1;
            }
        }
        format!("OK {hit}")
    }

    fn bomb(&mut self, r: i64, c: i64) -> String {
        if self.own(r, c) > 0 {
            return ERROR.to_string();
        }
        let removed = self.enemy(r, c).min(self.options.bomb_damage);
        self.set(r, c, self.at(r, c) + removed * self.sign());
        format!("OK {removed}")
    }

    /// What a well-formed command does, and its reply.
    fn execute(&mut self, command: &str, at: &[i64]) -> String {
        if cost(command) > self.moves_left {
            return ERROR.to_string();
        }
        if !at.chunks(2).all(|square| self.on_board(square[0], square[1])) {
            return ERROR.to_string();
        }
        match command {
            "fertilise" => self.fertilise(at[0], at[1]),
            "plant" => self.plant(at[0], at[1]),
            "scout" => self.scout(at[0], at[1]),
            "colonise" => self.colonise(at[0], at[1], at[2], at[3]),
            "spray" => self.spray(at[0], at[1]),
            "bomb" => self.bomb(at[0], at[1]),
            _ => panic!("no such command: {command}"),
        }
    }

    fn use_up(&mut self, moves: u64) {
        self.moves_left = self.moves_left.saturating_sub(moves);
        if self.moves_left > 0 {
            return;
        }
        self.moves_left = self.options.moves_per_turn;
        if self.to_move == 0 {
            self.to_move = 1;
        } else {
            self.to_move = 0;
            self.turn += 1;
        }
    }

    fn squares(&self) -> Vec<(i64, i64)> {
        let mut squares = Vec::new();
        for r in 0..self.options.rows as i64 {
            for c in 0..self.options.cols as i64 {
                squares.push((r, c));
            }
        }
        squares
    }
}

impl Naive for NaivePlantation {
    fn board(&self) -> Vec<Vec<i64>> {
        self.board.clone()
    }

    fn to_act(&self) -> Option<(usize, u64, u64)> {
        if self.is_over() {
            return None;
        }
        Some((self.to_move, self.turn, self.moves_left))
    }

    /// Commands for which the mover knows from its own tiles that the reply is not `error`.
    fn legal(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let mut actions = Vec::new();
        for (r, c) in self.squares() {
            let mine = self.own(r, c) > 0;
            actions.push(format!("scout {r} {c}"));
            if mine {
                actions.push(format!("fertilise {r} {c}"));
            }
            if !mine && self.next_to_own(r, c) {
                actions.push(format!("plant {r} {c}"));
            }
            if self.moves_left < 2 {
                continue;
            }
            actions.push(format!("spray {r} {c}"));
            if !mine {
                actions.push(format!("bomb {r} {c}"));
                for (source_r, source_c) in self.squares() {
                    if self.own(source_r, source_c) >= 2 {
                        actions.push(format!("colonise {r} {c} {source_r} {source_c}"));
                    }
                }
            }
        }
        actions.sort();
        actions
    }

    fn play(&mut self, action: &str) -> String {
        assert!(!self.is_over(), "the game is over");
        match parse(action) {
            None => {
                self.use_up(1);
                ERROR.to_string()
            }
            Some((command, coordinates)) => {
                let reply = self.execute(command, &coordinates);
                self.use_up(cost(command));
                reply
            }
        }
    }

    fn outcome(&self) -> Option<NaiveOutcome> {
        if !self.is_over() {
            return None;
        }
        let score = self.board.iter().flatten().sum();
        Some(NaiveOutcome::from_score(score, "normal"))
    }
}
