//! The draw rules of Conga, for searches and tablebases that know only positions.

use games::common::draws::Repeatable;
use games::conga::{Action, Conga, Position};
use games::{Game, Status};

use super::solve::{SolvedValue, Tablebase};
use crate::search::alpha_beta::GameContext;
use crate::search::{RepetitionHistory, Searchable as _};

/// The earlier positions and the move limit, as a search needs them.
pub(crate) fn game_context(game: &Conga) -> GameContext {
    let (_, earlier) = game.seen().split_last().unwrap_or((&0, &[]));
    let earlier = earlier.iter().filter_map(|key| Position::from_key(*key)).map(|position| position.hash());
    GameContext { path: RepetitionHistory::new(earlier), plies_to_draw: plies_to_draw(game) }
}

/// After how many plies the rules declare a draw; `None` without a move limit.
fn plies_to_draw(game: &Conga) -> Option<u32> {
    let limit = game.rules().move_limit;
    (limit > 0).then(|| limit.saturating_sub(game.game().plies()))
}

/// Every move with its value by the tablebase, draw rules applied. `None` if the
/// tablebase is for other stones. What ends after the move limit is a draw.
pub(crate) fn solved_moves(tables: &Tablebase, game: &Conga) -> Option<Vec<(Action, SolvedValue)>> {
    let mut moves = tables.moves(game.game())?;
    let left = plies_to_draw(game);
    for (action, value) in &mut moves {
        let ends_drawn =
            matches!(game.after(*action).status(), Status::Over(outcome) if outcome.winner.is_none());
        let comes_too_late = match *value {
            SolvedValue::Win(plies) | SolvedValue::Loss(plies) => left.is_some_and(|left| plies > left),
            SolvedValue::Draw => false,
        };
        if ends_drawn || comes_too_late {
            *value = SolvedValue::Draw;
        }
    }
    Some(moves)
}
