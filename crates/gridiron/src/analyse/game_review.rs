//! The review of a recorded game without secrets, for programs.

use games::Cause;
use referee::DecidedBy;
use referee::review::{GameReview, ReviewedPly};
use serde_json::{Value, json};

use super::describe::{record_as_json, weighed_as_json};

/// The review as one line of JSON.
pub fn as_json(review: &GameReview<'_>) -> Value {
    let mut whole = record_as_json(review.record);
    whole["plies"] = review.plies.iter().map(ply_as_json).collect();
    whole["turning_points"] = review.turning_points().iter().map(|ply| json!(ply.number)).collect();
    whole["sides"] = review
        .accuracies()
        .iter()
        .map(|it| json!({"moves": it.moves, "best": it.best, "mean_loss": it.mean_loss()}))
        .collect();
    whole
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
        "loss": ply.comparison.loss(),
        "played": weighed_as_json(&ply.comparison.played),
        "best": weighed_as_json(&ply.comparison.best),
    })
}
