//! A recorded game without secrets, reviewed by a search: what every move was worth, and
//! the turning points.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use ai::analysis::{AnalysisBudget, analyst};
//! use gridiron_referee::{record, review::GameReview};
//!
//! let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/record-0.1.jsonl");
//! let game = &record::read(path.as_ref())?[0];
//! let mut analyst = analyst(&game.game).expect("Virus has no secrets");
//! let stop = AtomicBool::new(false);
//! let budget = AnalysisBudget { nodes: Some(100), time: None, stop: &stop };
//! let review = GameReview::of(game, &mut *analyst, &budget, &mut |_| {})?;
//! assert_eq!(review.plies.len(), game.actions.len());
//! assert!(review.turning_points().len() <= 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod curve;
#[cfg(test)]
mod tests;

pub use curve::{BestMove, Curve, CurveBudget};

use ai::analysis::{AnalysisBudget, Analyst, MoveComparison};
use games::Seat;
use thiserror::Error;

use crate::record::{ActionRecord, Record};
use crate::verify::Replay;
use crate::verify_error::VerifyError;

/// Why a game was not reviewed.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ReviewError {
    /// The record does not hold.
    #[error(transparent)]
    Record(#[from] VerifyError),
    /// No analyst knows the game, because it has secrets; or it has no actions, or too
    /// many.
    #[error("this game of {0} is not analysed by a search")]
    NotAnalysed(String),
    /// The rules do not list an action that they allow.
    #[error("action {number}: `{action}` cannot be analysed")]
    Action {
        /// Counted from 1.
        number: usize,
        /// As it stands in the record.
        action: String,
    },
    /// The stop flag was set.
    #[error("stopped")]
    Stopped,
}

/// One action of the game, the move that was played and the best one.
#[derive(Clone, Debug)]
pub struct ReviewedPly<'a> {
    /// Counted from 1.
    pub number: usize,
    /// The action as it stands in the record.
    pub action: &'a ActionRecord,
    /// What the search says of it.
    pub comparison: MoveComparison,
}

impl ReviewedPly<'_> {
    /// The seat that moved.
    pub fn seat(&self) -> Seat {
        self.action.seat
    }

    /// The score from seat 0's side if the best move is played, and after the one that
    /// was.
    pub fn before_and_after(&self) -> [f64; 2] {
        [&self.comparison.best, &self.comparison.played]
            .map(|evaluated| evaluated.value.score_of_seat_zero(self.seat()))
    }

    /// Whether the player chose the move. Openings and forced passes are not chosen.
    pub fn is_chosen(&self) -> bool {
        self.action.by.is_none()
    }

    /// Whether the move changed who is ahead.
    fn is_reversal(&self) -> bool {
        let [before, after] = self.before_and_after().map(|score| score.total_cmp(&0.0));
        before != after
    }
}

/// How well a player played.
#[derive(Clone, Copy, Default, Debug)]
pub struct Accuracy {
    /// Moves that the player chose.
    pub moves: usize,
    /// Those for which the search found no better one.
    pub best: usize,
    /// Points lost by all of them, compared with the best moves.
    pub loss: f64,
}

impl Accuracy {
    /// Points lost by a move on average.
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.moves.max(1) as f64
    }
}

/// A game with what its moves were worth.
#[derive(Clone, Debug)]
pub struct GameReview<'a> {
    /// The game.
    pub record: &'a Record,
    /// All its actions, in order.
    pub plies: Vec<ReviewedPly<'a>>,
    /// Decimals that values of this game are shown with.
    pub decimals: usize,
    /// A move that loses less than this counts as good.
    pub clear_loss: f64,
}

/// The most turning points of a game.
const TURNING_POINTS: usize = 5;

impl<'a> GameReview<'a> {
    /// Searches every position of the game. `progress` gets the number of actions that
    /// are done, before each.
    pub fn of(
        record: &'a Record,
        analyst: &mut dyn Analyst,
        budget: &AnalysisBudget<'_>,
        progress: &mut dyn FnMut(usize),
    ) -> Result<GameReview<'a>, ReviewError> {
        let mut replay = Replay::new(record)?;
        let mut plies = Vec::with_capacity(record.actions.len());
        for (at, action) in record.actions.iter().enumerate() {
            progress(at);
            let compared = budget.compare(analyst, replay.session(), &action.action);
            let comparison = compared
                .ok_or(ReviewError::Stopped)?
                .ok_or_else(|| ReviewError::Action { number: at + 1, action: action.action.clone() })?;
            plies.push(ReviewedPly { number: at + 1, action, comparison });
            if let Some(step) = replay.step() {
                step?;
            }
        }
        Ok(GameReview { record, plies, decimals: analyst.decimals(), clear_loss: analyst.clear_loss() })
    }

    /// Whether a move was so much worse than the best that it counts as a mistake.
    pub fn is_clearly_worse(&self, ply: &ReviewedPly<'_>) -> bool {
        ply.comparison.loss() >= self.clear_loss
    }

    /// The mistakes that lost most, in the order of the game. One that changed who is
    /// ahead counts double.
    pub fn turning_points(&self) -> Vec<&ReviewedPly<'a>> {
        let mut points: Vec<&ReviewedPly<'a>> =
            self.plies.iter().filter(|ply| ply.is_chosen() && self.is_clearly_worse(ply)).collect();
        let weight =
            |ply: &ReviewedPly<'_>| ply.comparison.loss() * if ply.is_reversal() { 2.0 } else { 1.0 };
        points.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
        points.truncate(TURNING_POINTS);
        points.sort_by_key(|ply| ply.number);
        points
    }

    /// How well each player played.
    pub fn accuracies(&self) -> [Accuracy; 2] {
        let mut accuracies = [Accuracy::default(); 2];
        for ply in self.plies.iter().filter(|ply| ply.is_chosen()) {
            let accuracy = &mut accuracies[ply.seat().index()];
            accuracy.moves += 1;
            accuracy.best += usize::from(ply.comparison.is_best());
            accuracy.loss += ply.comparison.loss();
        }
        accuracies
    }

    /// The value after every ply, from seat 0's side.
    pub fn values(&self) -> Vec<f64> {
        self.plies.iter().map(|ply| ply.before_and_after()[1]).collect()
    }
}
