//! Analysis of games: the value of every move, and what a player could have known.
//!
//! Analysis is for people after the game, not for players, so it may see secrets. An
//! [`Analyst`] evaluates the moves of a game without secrets; [`plantation`] reports
//! the effect of commands and what each seat knew.
//!
//! ```
//! use gridiron_ai::analysis::analyst;
//! use gridiron_ai::search::SearchLimits;
//!
//! let conga = games::find("conga").expect("a game");
//! let session = conga.start(conga.defaults(), 1).expect("a game");
//! let mut analyst = analyst("conga").expect("Conga has no secrets");
//! let moves = analyst.evaluate_moves(&*session, &SearchLimits::depth(3));
//! assert_eq!(moves.len(), session.actions().len());
//! assert!(moves[0].value.score() >= moves[1].value.score(), "the best first");
//! assert!(gridiron_ai::analysis::analyst("plantation").is_none());
//! ```

mod budget;
mod conga;
mod move_value;
pub mod plantation;
mod search_analyst;
#[cfg(test)]
mod tests;
mod virus;

pub use budget::AnalysisBudget;
pub use move_value::{EvaluatedMove, MoveComparison, MoveValue};

use games::Session;

use crate::Deadline;
use crate::search::SearchLimits;
use search_analyst::SearchAnalyst;

/// Evaluates the moves of a game without secrets.
///
/// It keeps its tables, so use one analyst for a whole game. If the stop flag of a
/// deadline ends a call, its result is meaningless.
pub trait Analyst: Send {
    /// Every move of the seat to act with its value to that seat, the best first. Empty
    /// if the game is over.
    fn evaluate_moves(&mut self, session: &dyn Session, limits: &SearchLimits<'_>) -> Vec<EvaluatedMove>;

    /// Why it cannot use a tablebase that exists for this position, in one line. It works
    /// without, and the user should know.
    fn warning(&self, session: &dyn Session) -> Option<String>;

    /// The smallest loss that counts as a mistake, in points of the final score.
    fn clear_loss(&self) -> f64;

    /// How many decimals to show of a score.
    fn decimals(&self) -> usize;

    /// The best move alone, which can be searched deeper; `None` if the game is over.
    fn best(&mut self, session: &dyn Session, limits: &SearchLimits<'_>) -> Option<EvaluatedMove>;

    /// The value of one move of the seat to act; `None` if the move is illegal.
    fn value_of(
        &mut self,
        session: &dyn Session,
        action: &str,
        limits: &SearchLimits<'_>,
    ) -> Option<EvaluatedMove>;
}

/// The name of a game and a function that makes its analyst.
type AnalystEntry = (&'static str, fn() -> Box<dyn Analyst>);

/// Every game that has an analyst.
static ANALYSTS: [AnalystEntry; 2] = [
    ("virus", || Box::new(SearchAnalyst::<virus::VirusAnalysis>::new())),
    ("conga", || Box::new(SearchAnalyst::<conga::CongaAnalysis>::new())),
];

/// The analyst of a game; `None` for an unknown game and for one with secrets.
pub fn analyst(game: &str) -> Option<Box<dyn Analyst>> {
    ANALYSTS.iter().find(|(name, _)| *name == game).map(|(_, make)| make())
}

/// Whether a game has an analyst.
pub fn has_analyst(game: &str) -> bool {
    ANALYSTS.iter().any(|(name, _)| *name == game)
}

/// The played move may take this many times the best move's nodes and time, to reach
/// the same depth.
pub const PLAYED_TIME_FACTOR: u32 = 4;

/// Compares a played move with the best one; `None` if the game is over or the move is
/// illegal.
///
/// Both are searched to the same depth. If the played move turns out better, it is the
/// best: no move loses less than 0. A proven value of the best is trusted more than an
/// estimate of the played move. `played_deadline` limits the search of the played move.
pub fn compare_with_best(
    analyst: &mut dyn Analyst,
    session: &dyn Session,
    played: &str,
    limits: &SearchLimits<'_>,
    played_deadline: Deadline<'_>,
) -> Option<MoveComparison> {
    let best = analyst.best(session, limits)?;
    if best.action == played {
        return Some(MoveComparison { played: best.clone(), best });
    }
    let limits = match best.value.is_proven() {
        // A proven value may be found at depth 1, so its depth is no guide.
        true => SearchLimits { deadline: played_deadline, ..*limits },
        false => {
            let nodes = limits.nodes.map(|nodes| nodes.saturating_mul(u64::from(PLAYED_TIME_FACTOR)));
            SearchLimits { nodes, depth: Some(best.depth), deadline: played_deadline }
        }
    };
    let played = analyst.value_of(session, played, &limits)?;
    if played.value.compare(&best.value).is_lt() {
        return Some(MoveComparison { best, played });
    }
    Some(match best.value.is_proven() && !played.value.is_proven() {
        true => {
            MoveComparison { played: EvaluatedMove { value: best.value.as_upper_bound(), ..played }, best }
        }
        false => MoveComparison { best: played.clone(), played },
    })
}
