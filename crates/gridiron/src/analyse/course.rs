//! A recorded game without secrets, move by move: what each was worth, and where
//! it was decided.

use ai::analysis::{Analyst, MoveComparison, compare_with_best};
use games::Seat;
use referee::{ActionRecord, Record, Replay};
use serde_json::{Value, json};

use super::effort::Effort;
use super::words::{record_as_json, score_of_seat_zero, weighed_as_json};
use crate::failure::Failure;

/// One ply.
pub struct Ply<'a> {
    /// From 1.
    pub number: usize,
    pub written: &'a ActionRecord,
    pub judged: MoveComparison,
}

impl Ply<'_> {
    pub fn seat(&self) -> Seat {
        Seat::from_parity(usize::from(self.written.seat))
    }

    /// The score from seat 0's side if the best move is played, and after the
    /// one that was.
    pub fn before_and_after(&self) -> [f64; 2] {
        [&self.judged.best, &self.judged.played]
            .map(|weighed| score_of_seat_zero(&weighed.value, self.seat()))
    }

    /// Whether the player chose it.
    pub fn is_chosen(&self) -> bool {
        self.written.by.is_none()
    }

    /// Whether another seat is ahead than before, or nobody any more.
    fn turns_the_game(&self) -> bool {
        let [before, after] = self.before_and_after().map(|score| score.total_cmp(&0.0));
        before != after
    }
}

/// How well a player played.
#[derive(Clone, Copy, Default)]
pub struct Play {
    pub moves: usize,
    /// Moves of which none better was found.
    pub best: usize,
    pub loss: f64,
}

impl Play {
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.moves.max(1) as f64
    }
}

/// The whole game.
pub struct Course<'a> {
    pub record: &'a Record,
    pub plies: Vec<Ply<'a>>,
    pub decimals: usize,
    pub clear_loss: f64,
    pub effort: String,
}

/// How many turning points are told.
const POINTS: usize = 5;

impl<'a> Course<'a> {
    pub fn of(
        record: &'a Record,
        analyst: &mut dyn Analyst,
        mut effort: Effort,
    ) -> Result<Course<'a>, Failure> {
        let mut replay = Replay::new(record).map_err(Failure::Failed)?;
        let count = record.actions.len();
        let mut plies = Vec::with_capacity(count);
        for (at, written) in record.actions.iter().enumerate() {
            effort.show(at, count, "move");
            let judged = effort.within(|limits, time| {
                compare_with_best(analyst, replay.session(), &written.action, limits, effort.patience(time))
            })?;
            let judged = judged.ok_or_else(|| {
                Failure::Failed(format!("action {}: `{}` cannot be weighed", at + 1, written.action))
            })?;
            plies.push(Ply { number: at + 1, written, judged });
            if let Some(step) = replay.step() {
                step.map_err(Failure::Failed)?;
            }
        }
        effort.clear();
        Ok(Course {
            record,
            plies,
            decimals: analyst.decimals(),
            clear_loss: analyst.clear_loss(),
            effort: effort.told(),
        })
    }

    /// Whether a move was worse by so much that it is worth talking about.
    pub fn is_clearly_worse(&self, ply: &Ply<'_>) -> bool {
        ply.judged.loss() >= self.clear_loss
    }

    /// The plies that lost most or turned who is ahead, in order.
    pub fn turning_points(&self) -> Vec<&Ply<'a>> {
        let mut points: Vec<&Ply<'a>> =
            self.plies.iter().filter(|ply| ply.is_chosen() && self.is_clearly_worse(ply)).collect();
        // To turn the game counts as much again.
        let weight = |ply: &Ply<'_>| ply.judged.loss() * if ply.turns_the_game() { 2.0 } else { 1.0 };
        points.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
        points.truncate(POINTS);
        points.sort_by_key(|ply| ply.number);
        points
    }

    /// How well each player played; what rules and openings chose is nobody's.
    pub fn plays(&self) -> [Play; 2] {
        let mut plays = [Play::default(); 2];
        for ply in self.plies.iter().filter(|ply| ply.is_chosen()) {
            let play = &mut plays[ply.seat().index()];
            play.moves += 1;
            play.best += usize::from(ply.judged.is_best());
            play.loss += ply.judged.loss();
        }
        plays
    }

    /// The values for a graph, from seat 0's side: after every ply.
    pub fn values(&self) -> Vec<f64> {
        self.plies.iter().map(|ply| ply.before_and_after()[1]).collect()
    }

    /// All of it for programs.
    pub fn as_json(&self) -> Value {
        let mut whole = record_as_json(self.record);
        whole["plies"] = self.plies.iter().map(ply_as_json).collect();
        whole["turning_points"] = self.turning_points().iter().map(|ply| json!(ply.number)).collect();
        whole["sides"] = self
            .plays()
            .iter()
            .map(|play| json!({"moves": play.moves, "best": play.best, "mean_loss": play.mean_loss()}))
            .collect();
        whole
    }
}

fn ply_as_json(ply: &Ply<'_>) -> Value {
    let [before, after] = ply.before_and_after();
    json!({
        "ply": ply.number,
        "seat": ply.written.seat,
        "action": ply.written.action,
        "by": ply.written.by,
        "fault": ply.written.fault,
        "before": before,
        "after": after,
        "loss": ply.judged.loss(),
        "played": weighed_as_json(&ply.judged.played),
        "best": weighed_as_json(&ply.judged.best),
    })
}
