//! What the draw rules of a game of Conga mean to searches and to tables, which
//! know only positions.

use games::common::draws::Repeatable;
use games::conga::{Action, Conga, Position};
use games::{Game, Status};

use super::solve::{Tables, Verdict};
use crate::search::alpha_beta::GameContext;
use crate::search::{RepetitionHistory, Searchable as _};

/// What a search must know of the game so far.
pub(crate) fn context(game: &Conga) -> GameContext {
    let (_, earlier) = game.seen().split_last().unwrap_or((&0, &[]));
    let earlier = earlier.iter().filter_map(|key| Position::from_key(*key)).map(|position| position.hash());
    GameContext { path: RepetitionHistory::new(earlier), plies_to_draw: plies_to_draw(game) }
}

/// In how many plies the game is a draw, whatever happens.
fn plies_to_draw(game: &Conga) -> Option<u32> {
    let limit = game.rules().move_limit;
    (limit > 0).then(|| limit.saturating_sub(game.game().plies()))
}

/// Every move with what it is worth for certain by a table; nothing if the table is
/// for other stones. What takes longer than the game may last is a draw.
pub(crate) fn certain_moves(tables: &Tables, game: &Conga) -> Option<Vec<(Action, Verdict)>> {
    let mut moves = tables.moves(game.game())?;
    let left = plies_to_draw(game);
    for (action, verdict) in &mut moves {
        let ends_drawn =
            matches!(game.after(*action).status(), Status::Over(outcome) if outcome.winner.is_none());
        let comes_too_late = match *verdict {
            Verdict::Win(plies) | Verdict::Loss(plies) => left.is_some_and(|left| plies > left),
            Verdict::Draw => false,
        };
        if ends_drawn || comes_too_late {
            *verdict = Verdict::Draw;
        }
    }
    Some(moves)
}
