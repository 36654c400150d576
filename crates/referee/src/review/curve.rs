//! Who was ahead when: the values of all positions of a game, for a chart.

use std::sync::atomic::AtomicBool;

use ai::analysis::{AnalysisBudget, analyst, has_analyst};
use serde::{Deserialize, Serialize};

use super::{GameReview, ReviewError};
use crate::record::Record;

/// How many positions a curve may take. The search of moves that were played comes on
/// top, at most four times as much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CurveBudget {
    /// For all positions of a game together.
    pub game: u64,
    /// For one position at least, however long the game is.
    pub least: u64,
    /// For one position at most: more would hardly change a value.
    pub most: u64,
    /// Longer games are not analysed.
    pub plies: usize,
}

impl CurveBudget {
    /// A few seconds of one core for a usual game.
    pub const USUAL: CurveBudget = CurveBudget { game: 4_000_000, least: 1_000, most: 80_000, plies: 2_000 };

    /// For each position of a game.
    fn nodes(self, plies: usize) -> u64 {
        (self.game / plies.max(1) as u64).clamp(self.least, self.most)
    }
}

/// The values of a game, from the side of seat 0. Those of Virus are final margins in
/// stones, those of Conga go from -1, a loss, to 1, a win.
///
/// All lists have an entry for each position: 0 is the start, `n` is after `n` actions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Curve {
    /// The final score to expect. At the start under best play; later as it was after
    /// the move that was played.
    pub values: Vec<f64>,
    /// Whether the value is proven.
    pub exact: Vec<bool>,
    /// The best move in each position; `None` for the last one.
    pub best: Vec<Option<BestMove>>,
    /// The numbers of the actions that were the gravest mistakes, from 1: the value
    /// after it stands at the same index. At most five.
    pub turning: Vec<usize>,
    /// How deep was searched where nothing is proven, in plies: the median. 0 if all
    /// values are proven.
    pub depth: u32,
}

/// A move that may be better than the one that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BestMove {
    /// As records write it.
    pub action: String,
    /// The value after it, from the side of seat 0.
    pub value: f64,
}

impl Curve {
    /// Whether a game has a curve: an analyst knows it, and it is not too long.
    pub fn exists_for(record: &Record, budget: CurveBudget) -> bool {
        (1..=budget.plies).contains(&record.actions.len()) && has_analyst(&record.game)
    }

    /// Searches a game. `progress` gets the number of actions that are done, before each.
    ///
    /// **Invariant:** the same game and the same budget give the same curve, on machines
    /// with the same tablebases.
    pub fn of(
        record: &Record,
        budget: CurveBudget,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Curve, ReviewError> {
        let analyst = if Curve::exists_for(record, budget) { analyst(&record.game) } else { None };
        let mut analyst = analyst.ok_or_else(|| ReviewError::NotAnalysed(record.game.clone()))?;
        let nodes = Some(budget.nodes(record.actions.len()));
        let budget = AnalysisBudget { nodes, time: None, stop };
        GameReview::of(record, &mut *analyst, &budget, progress).map(|review| Curve::from(&review))
    }
}

impl From<&GameReview<'_>> for Curve {
    fn from(review: &GameReview<'_>) -> Curve {
        let plies = || review.plies.iter();
        let start = plies().take(1).map(|ply| &ply.comparison.best);
        let evaluated = start.chain(plies().map(|ply| &ply.comparison.played));
        let estimates = plies().map(|ply| &ply.comparison.best).filter(|best| !best.value.is_proven());
        let mut depths: Vec<u32> = estimates.map(|best| best.depth).collect();
        depths.sort_unstable();
        let best = plies().map(|ply| {
            let action = ply.comparison.best.action.clone();
            Some(BestMove { action, value: short(ply.before_and_after()[0]) })
        });
        let before = plies().take(1).map(|ply| ply.before_and_after()[0]);
        Curve {
            values: before.chain(review.values()).map(short).collect(),
            exact: evaluated.map(|evaluated| evaluated.value.is_proven()).collect(),
            best: best.chain([None]).collect(),
            turning: review.turning_points().iter().map(|ply| ply.number).collect(),
            depth: depths.get(depths.len() / 2).copied().unwrap_or(0),
        }
    }
}

/// More decimals would only make the curve long as JSON.
fn short(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0 + 0.0
}
