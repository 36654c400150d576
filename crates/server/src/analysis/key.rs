//! What makes two games the same for an analysis.

use games::{Cause, Seat};
use referee::{DecidedBy, Record};
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// The hash of a game.
pub(super) type Key = [u8; 32];

/// The rules, the start and the actions. Names, times and messages change no value.
#[derive(Serialize)]
struct Game<'a> {
    game: &'a str,
    options: &'a Map<String, Value>,
    start: &'a [Vec<i64>],
    first: u8,
    actions: Vec<Action<'a>>,
}

/// Seat, action, what decided it, fault: a record may differ in them, and so may its
/// turning points.
type Action<'a> = (u8, &'a str, Option<&'static str>, Option<&'static str>);

/// The hash of a record.
pub(super) fn key(record: &Record) -> Key {
    let seat = |seat: Seat| seat.index() as u8;
    let actions = record.actions.iter().map(|action| {
        let by = action.by.map(DecidedBy::word);
        (seat(action.seat), action.action.as_str(), by, action.fault.map(Cause::word))
    });
    let game = Game {
        game: &record.game,
        options: &record.options,
        start: &record.start,
        first: seat(record.first),
        actions: actions.collect(),
    };
    // It has text and numbers only, so it always is JSON.
    Sha256::digest(serde_json::to_vec(&game).unwrap_or_default()).into()
}
