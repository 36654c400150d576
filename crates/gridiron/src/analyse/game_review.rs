//! A recorded game without secrets, reviewed by a search: what every move was
//! worth, and the turning points.

use ai::analysis::{Analyst, MoveComparison, compare_with_best};
use games::{Cause, Seat};
use referee::{ActionRecord, DecidedBy, Record, Replay};
use serde_json::{Value, json};

use super::describe::{record_as_json, score_of_seat_zero, weighed_as_json};
use super::search_budget::SearchBudget;
use crate::failure::Failure;

/// One action of the game, the move that was played and the best one.
pub struct ReviewedPly<'a> {
    /// Counted from 1.
    pub number: usize,
    /// The action as it stands in the record.
    pub action: &'a ActionRecord,
    /// What the search says of it.
    pub judged: MoveComparison,
}

impl ReviewedPly<'_> {
    /// The seat that moved.
    pub fn seat(&self) -> Seat {
        self.action.seat
    }

    /// The score from seat 0's side if the best move is played, and after the
    /// one that was.
    pub fn before_and_after(&self) -> [f64; 2] {
        [&self.judged.best, &self.judged.played]
            .map(|weighed| score_of_seat_zero(&weighed.value, self.seat()))
    }

    /// Whether the player chose the move. Openings and forced passes are not
    /// chosen.
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
#[derive(Clone, Copy, Default)]
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
pub struct GameReview<'a> {
    /// The game.
    pub record: &'a Record,
    /// All its actions, in order.
    pub plies: Vec<ReviewedPly<'a>>,
    /// Decimals that values of this game are shown with.
    pub decimals: usize,
    /// A move that loses less than this counts as good.
    pub clear_loss: f64,
    /// How long was searched, in words.
    pub budget: String,
}

/// The most turning points that are shown.
const TURNING_POINTS: usize = 5;

impl<'a> GameReview<'a> {
    /// Searches every position of the game. Returns an error if it is interrupted, or if
    /// an action cannot be analysed.
    pub fn of(
        record: &'a Record,
        analyst: &mut dyn Analyst,
        mut budget: SearchBudget,
    ) -> Result<GameReview<'a>, Failure> {
        let mut replay = Replay::new(record)?;
        let count = record.actions.len();
        let mut plies = Vec::with_capacity(count);
        for (at, action) in record.actions.iter().enumerate() {
            budget.show(at, count, "move");
            let judged = budget.run(|limits, time| {
                compare_with_best(
                    analyst,
                    replay.session(),
                    &action.action,
                    limits,
                    budget.deadline_for_played(time),
                )
            })?;
            let judged = judged.ok_or_else(|| {
                Failure::Failed(format!("action {}: `{}` cannot be analysed", at + 1, action.action))
            })?;
            plies.push(ReviewedPly { number: at + 1, action, judged });
            if let Some(step) = replay.step() {
                step?;
            }
        }
        budget.clear();
        Ok(GameReview {
            record,
            plies,
            decimals: analyst.decimals(),
            clear_loss: analyst.clear_loss(),
            budget: budget.in_words(),
        })
    }

    /// Whether a move was so much worse than the best that it counts as a mistake.
    pub fn is_clearly_worse(&self, ply: &ReviewedPly<'_>) -> bool {
        ply.judged.loss() >= self.clear_loss
    }

    /// The mistakes that lost most, in the order of the game. One that changed who
    /// is ahead counts double.
    pub fn turning_points(&self) -> Vec<&ReviewedPly<'a>> {
        let mut points: Vec<&ReviewedPly<'a>> =
            self.plies.iter().filter(|ply| ply.is_chosen() && self.is_clearly_worse(ply)).collect();
        let weight = |ply: &ReviewedPly<'_>| ply.judged.loss() * if ply.is_reversal() { 2.0 } else { 1.0 };
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
            accuracy.best += usize::from(ply.judged.is_best());
            accuracy.loss += ply.judged.loss();
        }
        accuracies
    }

    /// The value after every ply, from seat 0's side.
    pub fn values(&self) -> Vec<f64> {
        self.plies.iter().map(|ply| ply.before_and_after()[1]).collect()
    }

    /// The review for programs.
    pub fn as_json(&self) -> Value {
        let mut whole = record_as_json(self.record);
        whole["plies"] = self.plies.iter().map(ply_as_json).collect();
        whole["turning_points"] = self.turning_points().iter().map(|ply| json!(ply.number)).collect();
        whole["sides"] = self
            .accuracies()
            .iter()
            .map(|it| json!({"moves": it.moves, "best": it.best, "mean_loss": it.mean_loss()}))
            .collect();
        whole
    }
}

fn ply_as_json(ply: &ReviewedPly<'_>) -> Value {
    let [before, after] = ply.before_and_after();
    json!({
        "ply": ply.number,
        "seat": u8::from(ply.action.seat),
        "action": ply.action.action,
        "by": ply.action.by.map(DecidedBy::word),
        "fault": ply.action.fault.map(Cause::word),
        "before": before,
        "after": after,
        "loss": ply.judged.loss(),
        "played": weighed_as_json(&ply.judged.played),
        "best": weighed_as_json(&ply.judged.best),
    })
}
