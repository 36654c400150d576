//! Conga for the analyst. Values are final scores, from -1 for a loss to 1 for a win.
//! Where a tablebase exists, it is used.

use games::conga::{Action, Conga, Position};
use games::{Game, Outcome, Seat, Session};

use super::search_analyst::AnalysedGame;
use super::{EvaluatedMove, MoveValue};
use crate::conga::solve::{SolvedValue, Tablebase, cache, stones_each};
use crate::conga::{CongaEvaluator, game_context, solved_moves};
use crate::search::alpha_beta::GameContext;
use crate::search::{Value, plies_to_end};

/// The [`AnalysedGame`] of Conga.
pub(super) struct CongaAnalysis;

/// Evaluations are hundredths of the log-odds of winning.
const LOG_ODDS: f64 = 100.0;

/// The largest estimate: below a proven win.
const MAX_ESTIMATE: f64 = 0.99;

/// Plies shown of a drawn line, which would never end.
const DRAWN_LINE_PLIES: usize = 6;

impl AnalysedGame for CongaAnalysis {
    type Position = Position;
    type Evaluator = CongaEvaluator<'static>;
    type Solver = ();

    const CLEAR_LOSS: f64 = 0.15;
    const DECIMALS: usize = 2;

    fn evaluator() -> CongaEvaluator<'static> {
        CongaEvaluator::learned()
    }

    fn solver() {}

    fn position(session: &dyn Session) -> Option<(Position, GameContext)> {
        session.game::<Conga>().map(|game| (*game.game(), game_context(game)))
    }

    fn move_value(value: Value) -> MoveValue {
        match plies_to_end(value) {
            Some(plies) if value > 0 => MoveValue::Win(plies),
            Some(plies) => MoveValue::Loss(plies),
            None => MoveValue::Estimate(
                (f64::from(value) / (2.0 * LOG_ODDS)).tanh().clamp(-MAX_ESTIMATE, MAX_ESTIMATE),
            ),
        }
    }

    fn outcome_value(outcome: Outcome, seat: Seat) -> MoveValue {
        match outcome.winner {
            None => MoveValue::Draw,
            Some(winner) if winner == seat => MoveValue::Win(1),
            Some(_) => MoveValue::Loss(1),
        }
    }

    fn warning(session: &dyn Session) -> Option<String> {
        let stones = stones_each(session.game::<Conga>()?.game())?;
        cache::table(stones).err().map(|problem| format!("{problem}; until then there is no table"))
    }

    fn solved_moves(session: &dyn Session) -> Option<Vec<EvaluatedMove>> {
        let game = session.game::<Conga>()?;
        // An unreadable file counts as absent; `warning` reports it.
        let table = cache::table(stones_each(game.game())?).ok().flatten()?;
        tablebase_moves(&table, game)
    }
}

/// Every move with its value by the tablebase and the draw rules; `None` if the
/// tablebase is for other stones.
pub(super) fn tablebase_moves(tablebase: &Tablebase, game: &Conga) -> Option<Vec<EvaluatedMove>> {
    let moves = solved_moves(tablebase, game)?;
    let evaluated = |(action, solved): (Action, SolvedValue)| {
        let next = game.after(action);
        let value = match solved {
            SolvedValue::Win(plies) => MoveValue::Win(plies),
            SolvedValue::Draw => MoveValue::Draw,
            SolvedValue::Loss(plies) => MoveValue::Loss(plies),
        };
        let line = line(tablebase, next.game(), action, solved);
        EvaluatedMove { action: action.to_string(), value, depth: 0, nodes: 0, line }
    };
    Some(moves.into_iter().map(evaluated).collect())
}

/// The line of best play that begins with an action.
fn line(tablebase: &Tablebase, next: &Position, action: Action, value: SolvedValue) -> Vec<String> {
    let (mut line, mut position) = (vec![action.to_string()], *next);
    let length = match value {
        SolvedValue::Win(plies) | SolvedValue::Loss(plies) => plies as usize,
        SolvedValue::Draw => DRAWN_LINE_PLIES,
    };
    while line.len() < length
        && let Some((best, _)) = tablebase.best(&position)
    {
        line.push(best.to_string());
        position = position.after(best);
    }
    line
}
