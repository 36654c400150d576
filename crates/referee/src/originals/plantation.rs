//! Plantation's original calls, the same for a class in Python and for programs
//! that take them as JSON lines. Numbers have the board's own signs.

use games::common::rng::seat_seed;
use games::plantation::Command;
use games::{Cause, Eyes, Outcome, Played, Seat, Session, Status};
use serde::Serialize;
use serde_json::Value;

use super::Caller;
use super::calls::{Call, Calls, Interface};
use crate::clock::NO_CLOCK;
use crate::contender::{Beginning, Question};

pub fn calls(caller: Caller) -> Calls {
    let is_adapter = caller.is_adapter;
    Calls::new(Plantation { caller, returned: Value::Null }, is_adapter)
}

struct Plantation {
    caller: Caller,
    /// The bot's last answer: it is told what came of it in its own words.
    returned: Value,
}

#[derive(Serialize)]
struct Init<'a> {
    name: &'a str,
}

#[derive(Serialize)]
struct StartGame {
    sign: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    board_shape: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
}

#[derive(Serialize)]
struct GetMove {
    board: Vec<Vec<i64>>,
    turn: u32,
    moves_remaining: u32,
    time_remaining: f64,
}

#[derive(Serialize)]
struct HandleMoveResult<'a> {
    r#move: &'a Value,
    turn: u32,
    pos: &'a Value,
    result: &'a str,
}

#[derive(Serialize)]
struct EndGame {
    your_score: i64,
    opponent_score: i64,
}

impl Interface for Plantation {
    fn init(&mut self) -> Call {
        Call::new("init", Init { name: &self.caller.name })
    }

    fn start(&mut self, beginning: &Beginning<'_>) -> Call {
        let Beginning { session, seat, .. } = *beginning;
        let grid = session.grid(Eyes::Seat(seat));
        let for_adapter = self.caller.is_adapter;
        Call::new(
            "start_game",
            StartGame {
                sign: seat.sign(),
                board_shape: for_adapter.then_some([grid.cells.len() / grid.cols, grid.cols]),
                seed: for_adapter.then_some(seat_seed(session.seed(), seat)),
            },
        )
    }

    fn ask(&mut self, question: &Question<'_>) -> Call {
        let (turn, moves_remaining) = match question.session.status() {
            Status::ToAct { turn, actions_left, .. } => (turn, actions_left),
            Status::Over(_) => unreachable!("nobody is asked after the end"),
        };
        Call::new(
            "get_move",
            GetMove {
                board: question.session.grid(Eyes::Seat(question.seat)).signed_rows(),
                turn,
                moves_remaining,
                time_remaining: question.left.unwrap_or(NO_CLOCK).as_secs_f64(),
            },
        )
    }

    fn hear(&mut self, played: &Played) -> Option<Call> {
        let nothing = Value::Null;
        let (r#move, pos) = match self.returned.as_array().map(Vec::as_slice) {
            Some([command, pos, ..]) => (command, pos),
            _ => (&self.returned, &nothing),
        };
        let result = &played.reply;
        Some(Call::new("handle_move_result", HandleMoveResult { r#move, turn: played.turn, pos, result }))
    }

    /// The original did not tell anybody who had run out of time, nor the
    /// opponent.
    fn end(&mut self, session: &dyn Session, seat: Seat, outcome: Outcome) -> Option<Call> {
        if outcome.cause == Cause::Time {
            return None;
        }
        let grid = session.grid(Eyes::All);
        let signed = |seat: Seat| seat.sign() * grid.total(seat);
        let scores = EndGame { your_score: signed(seat), opponent_score: signed(seat.other()) };
        Some(Call::new("end_game", scores))
    }

    /// `["plant", [3, 1]]`; coordinates beyond those that are needed do not
    /// count.
    fn action(&mut self, answer: Value) -> String {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let line = match answer.as_array().map(Vec::as_slice) {
            Some([command, Value::Array(pos)]) => {
                let word = text(command);
                let known = Command::ALL.into_iter().find(|command| command.word() == word);
                let needed = known.map_or(pos.len(), Command::coordinates);
                let coordinates = pos.iter().take(needed).map(Value::to_string);
                [word].into_iter().chain(coordinates).collect::<Vec<_>>().join(" ")
            }
            _ => text(&answer),
        };
        self.returned = answer;
        line
    }
}
