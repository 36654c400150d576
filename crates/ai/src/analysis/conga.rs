//! Conga for the analyst: values are final scores, from a certain loss at -1 to
//! a certain win at 1; where the game is solved, tables know.

use games::conga::{Action, Conga, Position};
use games::{Game, Outcome, Seat, Session};

use super::searching::Searched;
use super::{Weighed, Worth};
use crate::conga::solve::{SolvedValue, Tablebase, cache, stones_each};
use crate::conga::{CongaEvaluator, game_context, solved_moves};
use crate::search::alpha_beta::GameContext;
use crate::search::{Value, plies_to_end};

/// See [`Searched`].
pub(super) struct Board;

/// Estimates are hundredths of the logarithm of the odds to win; of that odds
/// the score follows.
const LOG_ODDS: f64 = 100.0;

/// No estimate looks like a certain win.
const MOST: f64 = 0.99;

/// The play after a draw leads nowhere, so that is all that is told of it.
const LINE_OF_A_DRAW: usize = 6;

impl Searched for Board {
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

    fn worth(value: Value) -> Worth {
        match plies_to_end(value) {
            Some(plies) if value > 0 => Worth::Win(plies),
            Some(plies) => Worth::Loss(plies),
            None => Worth::About((f64::from(value) / (2.0 * LOG_ODDS)).tanh().clamp(-MOST, MOST)),
        }
    }

    fn end(outcome: Outcome, seat: Seat) -> Worth {
        match outcome.winner {
            None => Worth::Draw,
            Some(winner) if winner == seat => Worth::Win(1),
            Some(_) => Worth::Loss(1),
        }
    }

    fn trouble(session: &dyn Session) -> Option<String> {
        let stones = stones_each(session.game::<Conga>()?.game())?;
        cache::table(stones).err().map(|problem| format!("{problem}; until then there is no table"))
    }

    fn known(session: &dyn Session) -> Option<Vec<Weighed>> {
        let game = session.game::<Conga>()?;
        // A table that cannot be read is as good as not there.
        let table = cache::table(stones_each(game.game())?).ok().flatten()?;
        known(&table, game)
    }
}

/// What a table says of every move, and the draw rules of the game.
pub(super) fn known(tables: &Tablebase, game: &Conga) -> Option<Vec<Weighed>> {
    let moves = solved_moves(tables, game)?;
    let weighed = |(action, value): (Action, SolvedValue)| {
        let next = game.after(action);
        let worth = match value {
            SolvedValue::Win(plies) => Worth::Win(plies),
            SolvedValue::Draw => Worth::Draw,
            SolvedValue::Loss(plies) => Worth::Loss(plies),
        };
        let line = line(tables, next.game(), action, value);
        Weighed { action: action.to_string(), worth, depth: 0, nodes: 0, line }
    };
    Some(moves.into_iter().map(weighed).collect())
}

/// The best play after an action.
fn line(tables: &Tablebase, next: &Position, action: Action, value: SolvedValue) -> Vec<String> {
    let (mut line, mut position) = (vec![action.to_string()], *next);
    let length = match value {
        SolvedValue::Win(plies) | SolvedValue::Loss(plies) => plies as usize,
        SolvedValue::Draw => LINE_OF_A_DRAW,
    };
    while line.len() < length
        && let Some((best, _)) = tables.best(&position)
    {
        line.push(best.to_string());
        position = position.after(best);
    }
    line
}
