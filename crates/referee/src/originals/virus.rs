//! Virus's original call: the whole game as data, and the side to play.

use games::common::rng::seat_seed;
use games::{Grid, Seat, Session, Viewpoint};
use serde::Serialize;
use serde_json::{Value, json};

use super::CallTarget;
use super::calls::{Api, Call, Calls};
use crate::competitor::{GameStart, Question};

/// The opponent's name for a bot that must not know who it is.
const NEUTRAL: &str = "opponent";

pub fn calls(target: CallTarget) -> Calls {
    let is_adapter = target.is_adapter;
    Calls::new(Virus { target, game: None, names: Default::default() }, is_adapter)
}

struct Virus {
    target: CallTarget,
    game: Option<ReplayedGame>,
    /// As the bot sees them, by seat.
    names: [String; 2],
}

/// The game as far as its history has been made. It begins after the opening: the
/// original would have shown a board that is set up, and no move that nobody made.
struct ReplayedGame {
    session: Box<dyn Session>,
    /// The plies of the opening.
    opening: usize,
    /// The seat that moves first after the opening.
    first: Option<Seat>,
    history: Vec<Value>,
}

#[derive(Serialize)]
struct MoveCall<'a> {
    side: &'static str,
    game: GameData<'a>,
}

#[derive(Serialize)]
struct GameData<'a> {
    player_1: PlayerData<'a>,
    player_2: PlayerData<'a>,
    grid: Vec<Vec<u8>>,
    history: &'a [Value],
}

#[derive(Serialize)]
struct PlayerData<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<bool>,
    name: &'a str,
    score: i64,
}

fn side(seat: Seat) -> &'static str {
    match seat {
        Seat::Zero => "player_1",
        Seat::One => "player_2",
    }
}

/// 1 and 2 for the players, 0 for an empty square.
fn numbers(grid: &Grid) -> Vec<Vec<u8>> {
    let number = |owner: Option<Seat>| owner.map_or(0, |seat| seat.index() as u8 + 1);
    grid.rows().map(|row| row.iter().map(|cell| number(cell.owner)).collect()).collect()
}

/// The original named a player by its module, so without an extension.
fn module_name(name: &str) -> &str {
    name.strip_suffix(".py").filter(|module| !module.is_empty()).unwrap_or(name)
}

impl ReplayedGame {
    fn new(session: &dyn Session) -> ReplayedGame {
        let mut session = session.boxed_clone();
        let opening = session.opening().to_vec();
        for ply in &opening {
            session.submit(ply);
        }
        let first = session.status().seat();
        ReplayedGame { session, opening: opening.len(), first, history: Vec::new() }
    }

    /// Replays the actions since the last question, and notes which stones each has
    /// converted.
    fn catch_up(&mut self, question: &Question<'_>) {
        for action in &question.history[self.opening + self.history.len()..] {
            let before = self.session.grid(Viewpoint::All);
            self.session.submit(&action.action);
            let after = self.session.grid(Viewpoint::All);
            let at = |index: usize| [index / after.cols, index % after.cols];
            let changed = || {
                let cells = before.cells.iter().zip(&after.cells).enumerate();
                cells.filter(|(_, (before, after))| before.owner != after.owner)
            };
            let placed = changed().find(|(_, (before, _))| before.owner.is_none());
            let converted = changed().filter(|(_, (before, _))| before.owner.is_some());
            let what = placed.map_or(json!(false), |(index, _)| {
                let [row, col] = at(index);
                json!([row, col, converted.map(|(index, _)| at(index)).collect::<Vec<_>>()])
            });
            self.history.push(json!([side(action.seat), what]));
        }
    }
}

impl Api for Virus {
    fn init(&mut self) -> Call {
        Call::new("init", json!({}))
    }

    fn start(&mut self, game_start: &GameStart<'_>) -> Call {
        let GameStart { session, seat, names, .. } = *game_start;
        self.names = Seat::BOTH.map(|named| match named == seat || self.target.sees_names {
            true => module_name(names[named.index()]).to_string(),
            false => NEUTRAL.to_string(),
        });
        self.game = Some(ReplayedGame::new(session));
        Call::new("start_game", json!({ "seed": seat_seed(session.seed(), seat) }))
    }

    fn ask(&mut self, question: &Question<'_>) -> Call {
        let replayed = self.game.as_mut().expect("a game has begun");
        replayed.catch_up(question);
        let grid = question.session.grid(Viewpoint::All);
        let player = |seat: Seat, start| PlayerData {
            start,
            name: &self.names[seat.index()],
            score: grid.total(seat),
        };
        let game = GameData {
            player_1: player(Seat::Zero, Some(replayed.first == Some(Seat::Zero))),
            player_2: player(Seat::One, None),
            grid: numbers(&grid),
            history: &replayed.history,
        };
        Call::new("move", MoveCall { side: side(question.seat), game })
    }
}
