//! A second opinion on the three games, for tests only.
//!
//! These are independent, obvious and slow implementations made from the written rules alone.
//! The tests play them next to the real ones and compare. Never optimise this code and never
//! copy anything from `src` into it: once the two share a thought they can share a mistake.
#![allow(dead_code)]

pub mod conga;
pub mod plantation;
pub mod virus;

/// What a finished game was: score from seat 0's side, the winning seat, the cause word of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaiveOutcome {
    pub score: i64,
    pub winner: Option<usize>,
    pub cause: &'static str,
}

impl NaiveOutcome {
    /// The better score wins, 0 is a draw.
    fn from_score(score: i64, cause: &'static str) -> Self {
        let winner = if score > 0 {
            Some(0)
        } else if score < 0 {
            Some(1)
        } else {
            None
        };
        NaiveOutcome { score, winner, cause }
    }
}

pub trait Naive: Clone {
    /// Rows from the top, seat 0 positive, seat 1 negative (Conga's first row is y = 4).
    fn board(&self) -> Vec<Vec<i64>>;
    /// (seat, turn counted from 1 and going up after both seats had theirs, actions (Plantation: moves) left);
    /// None when over.
    fn to_act(&self) -> Option<(usize, u64, u64)>;
    /// What the move generator yields, as action texts, sorted with plain string sort. Empty when the game is over.
    fn legal(&self) -> Vec<String>;
    /// Plays a well-formed action given as text and returns the reply ("OK", "occupied -3", "OK 0,0,-2", "error", ...).
    ///
    /// Panics when the game is over. Virus and Conga also panic on an action the rules forbid: what a fault
    /// costs is the referee's business. Plantation takes any text at all.
    fn play(&mut self, action: &str) -> String;
    fn outcome(&self) -> Option<NaiveOutcome>;
}

/// How many action sequences of exactly this length there are.
pub fn perft(position: &impl Naive, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for action in position.legal() {
        let mut next = position.clone();
        next.play(&action);
        count += perft(&next, depth - 1);
    }
    count
}
