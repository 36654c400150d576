//! Plantation's original calls, the same for a class in Python and for programs
//! that read JSON lines. Seat 0 has positive numbers for both players.

use games::common::rng::seat_seed;
use games::plantation::Command;
use games::{Cause, Outcome, Played, Seat, Session, Status, Viewpoint};
use serde::Serialize;
use serde_json::value::RawValue;

use super::CallTarget;
use super::calls::{Api, Call, Calls, text};
use crate::clock::NO_CLOCK;
use crate::competitor::{GameStart, Question};

pub fn calls(target: CallTarget) -> Calls {
    let is_adapter = target.is_adapter;
    Calls::new(
        Plantation { target, returned: (RawValue::NULL.to_owned(), RawValue::NULL.to_owned()) },
        is_adapter,
    )
}

struct Plantation {
    target: CallTarget,
    /// The bot's last command and its position, as it wrote them:
    /// `handle_move_result` repeats them.
    returned: (Box<RawValue>, Box<RawValue>),
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
    r#move: &'a RawValue,
    turn: u32,
    pos: &'a RawValue,
    result: &'a str,
}

#[derive(Serialize)]
struct EndGame {
    your_score: i64,
    opponent_score: i64,
}

impl Api for Plantation {
    fn init(&mut self) -> Call {
        Call::new("init", Init { name: &self.target.name })
    }

    fn start(&mut self, game_start: &GameStart<'_>) -> Call {
        let GameStart { session, seat, .. } = *game_start;
        let grid = session.grid(Viewpoint::Seat(seat));
        let for_adapter = self.target.is_adapter;
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
            Status::Over(_) => unreachable!("no player is asked after the end"),
        };
        Call::new(
            "get_move",
            GetMove {
                board: question.session.grid(Viewpoint::Seat(question.seat)).signed_rows(),
                turn,
                moves_remaining,
                time_remaining: question.left.unwrap_or(NO_CLOCK).as_secs_f64(),
            },
        )
    }

    fn on_reply(&mut self, played: &Played) -> Option<Call> {
        let (r#move, pos) = (&*self.returned.0, &*self.returned.1);
        let result = &played.reply;
        Some(Call::new("handle_move_result", HandleMoveResult { r#move, turn: played.turn, pos, result }))
    }

    /// The original did not call `end_game` after a player ran out of time.
    fn end(&mut self, session: &dyn Session, seat: Seat, outcome: Outcome) -> Option<Call> {
        if outcome.cause == Cause::Time {
            return None;
        }
        let grid = session.grid(Viewpoint::All);
        let signed = |seat: Seat| seat.sign() * grid.total(seat);
        let scores = EndGame { your_score: signed(seat), opponent_score: signed(seat.other()) };
        Some(Call::new("end_game", scores))
    }

    /// `["plant", [3, 1]]`; more coordinates than the command needs are ignored.
    fn action(&mut self, returned: &RawValue) -> String {
        let (command, pos) = match serde_json::from_str::<(&RawValue, &RawValue)>(returned.get()) {
            Ok((command, pos)) => (command.to_owned(), pos.to_owned()),
            Err(_) => (returned.to_owned(), RawValue::NULL.to_owned()),
        };
        let word = text(&command);
        let is_word = !word.contains(|c: char| c.is_whitespace() || c == ',');
        let line = match serde_json::from_str::<Vec<&RawValue>>(pos.get()) {
            Ok(coordinates) if is_word => {
                let known = Command::ALL.into_iter().find(|command| command.word() == word);
                let needed = known.map_or(coordinates.len(), Command::coordinates);
                let words = coordinates.into_iter().take(needed).map(RawValue::get);
                [word.as_str()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
            }
            // The adapter sends a description of what the bot returned.
            _ if self.target.is_adapter => text(returned),
            // As it was written: JSON is never a valid command.
            _ => returned.get().to_string(),
        };
        self.returned = (command, pos);
        line
    }
}
