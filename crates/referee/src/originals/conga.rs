//! Conga's original calls: an agent for each game, and the board for each move.

use games::common::rng::seat_seed;
use games::common::words;
use games::{Grid, Viewpoint};
use serde::Serialize;
use serde_json::{Value, json};

use super::CallTarget;
use super::calls::{Api, Call, Calls};
use crate::competitor::{GameStart, Question};
use crate::record::DecidedBy;

pub fn calls(target: CallTarget) -> Calls {
    Calls::new(Conga, target.is_adapter)
}

struct Conga;

#[derive(Serialize)]
struct MoveCall {
    /// The owner of each square, by x and y; -1 for none.
    territory: Vec<Vec<i64>>,
    amount: Vec<Vec<u32>>,
    last: Value,
}

/// Columns from the left, each from the bottom. (A grid has rows from the top.)
fn by_column<T>(grid: &Grid, value: impl Fn(usize) -> T) -> Vec<Vec<T>> {
    let rows = grid.cells.len() / grid.cols;
    let column = |x| (0..rows).rev().map(|row| value(row * grid.cols + x)).collect();
    (0..grid.cols).map(column).collect()
}

/// `{"from": [1, 4], "to": [2, 4]}`; `null` if there was no move yet.
fn as_move(action: &str) -> Value {
    let numbers: Vec<i64> = words::split(action).filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [from_x, from_y, to_x, to_y] => json!({ "from": [from_x, from_y], "to": [to_x, to_y] }),
        _ => Value::Null,
    }
}

impl Api for Conga {
    fn init(&mut self) -> Call {
        Call::new("init", json!({}))
    }

    fn start(&mut self, game_start: &GameStart<'_>) -> Call {
        let GameStart { session, seat, .. } = *game_start;
        let seed = seat_seed(session.seed(), seat);
        Call::new("start_game", json!({ "player": seat.index(), "seed": seed }))
    }

    fn ask(&mut self, question: &Question<'_>) -> Call {
        let grid = question.session.grid(Viewpoint::All);
        let cell = |index: usize| grid.cells[index];
        Call::new(
            "move",
            MoveCall {
                territory: by_column(&grid, |index| cell(index).owner.map_or(-1, |seat| seat.index() as i64)),
                amount: by_column(&grid, |index| cell(index).count),
                // A move of the opening was made by no agent.
                last: question
                    .history
                    .last()
                    .filter(|action| action.by != Some(DecidedBy::Opening))
                    .map_or(Value::Null, |action| as_move(&action.action)),
            },
        )
    }
}
