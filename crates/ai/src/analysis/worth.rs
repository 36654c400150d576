//! What a move is worth, in terms that people understand: the score in the end.

use std::cmp::Ordering;

/// What a position or a move is worth to a seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Worth {
    /// The final score, as far as can be seen.
    About(f64),
    /// The final score for certain, if nobody errs.
    Exactly(f64),
    /// A certain win in so many plies.
    Win(u32),
    /// A draw for certain, if nobody errs.
    Draw,
    /// A certain loss, in so many plies at most.
    Loss(u32),
}

impl Worth {
    /// The score to be expected.
    pub fn score(&self) -> f64 {
        match self {
            Worth::About(score) | Worth::Exactly(score) => *score,
            Worth::Win(_) => 1.0,
            Worth::Draw => 0.0,
            Worth::Loss(_) => -1.0,
        }
    }

    /// Whether nothing is estimated.
    pub fn is_certain(&self) -> bool {
        !matches!(self, Worth::About(_))
    }

    /// What the same is worth to the other seat.
    pub fn to_the_other(self) -> Worth {
        // `0.0 -` keeps zero from being negative.
        match self {
            Worth::About(score) => Worth::About(0.0 - score),
            Worth::Exactly(score) => Worth::Exactly(0.0 - score),
            Worth::Win(plies) => Worth::Loss(plies),
            Worth::Draw => Worth::Draw,
            Worth::Loss(plies) => Worth::Win(plies),
        }
    }

    /// What a move is worth once it is played: the end is a ply nearer.
    pub fn once_played(self) -> Worth {
        match self {
            Worth::Win(plies) => Worth::Win(plies.saturating_sub(1)),
            Worth::Loss(plies) => Worth::Loss(plies.saturating_sub(1)),
            other => other,
        }
    }

    /// All that is known of a move that seems better than the best one, which is
    /// worth this for certain. If even the best loses, so does every other, and no
    /// later.
    pub(super) fn at_most(self) -> Worth {
        match self {
            Worth::Loss(plies) => Worth::Loss(plies),
            other => Worth::About(other.score()),
        }
    }

    /// The better the larger; among wins the quicker, among losses the later.
    pub fn rank(&self, other: &Worth) -> Ordering {
        let plies = |worth: &Worth| match worth {
            Worth::Win(plies) => -i64::from(*plies),
            Worth::Loss(plies) => i64::from(*plies),
            _ => 0,
        };
        self.score().total_cmp(&other.score()).then(plies(self).cmp(&plies(other)))
    }
}

/// A move and what it is worth to its player.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed {
    /// The move as records write it.
    pub action: String,
    /// What it is worth.
    pub worth: Worth,
    /// Plies that were looked ahead, this one included; 0 where a table knew.
    pub depth: u32,
    /// Positions looked at, for all moves that were weighed together.
    pub nodes: u64,
    /// The play that is expected, this move first.
    pub line: Vec<String>,
}

/// A move that was played, and the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The best, which may be the one that was played.
    pub best: Weighed,
    /// What was played.
    pub played: Weighed,
}

impl Judged {
    /// How much less than the best one the move is worth, in points of the final
    /// score: never below 0. A win that only takes longer costs nothing.
    pub fn loss(&self) -> f64 {
        (self.best.worth.score() - self.played.worth.score()).max(0.0)
    }

    /// Whether nothing better was found.
    pub fn is_best(&self) -> bool {
        self.played.worth.rank(&self.best.worth).is_eq()
    }
}
