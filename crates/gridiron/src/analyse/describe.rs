//! Values, players and numbers as text and as JSON.

use ai::analysis::{EvaluatedMove, MoveValue};
use games::{GameEntry, Seat, Session};
use referee::Record;
use serde_json::{Value, json};

use crate::narrate;
use crate::terminal::{paint, seat_colour};

/// A number with its sign and so many decimals: `+2.1`.
pub fn signed(score: f64, decimals: usize) -> String {
    let unit = 10_f64.powi(decimals as i32);
    // `+ 0.0` keeps zero from being negative.
    format!("{:+.decimals$}", (score * unit).round() / unit + 0.0)
}

/// A value from the side of the player to move: `+2.1`, `+12 exact`, `wins in 7`.
pub fn to_the_mover(worth: &MoveValue, decimals: usize) -> String {
    match worth {
        MoveValue::Estimate(score) => signed(*score, decimals),
        MoveValue::Exact(score) => format!("{score:+.0} exact"),
        MoveValue::Win(plies) => format!("wins in {plies}"),
        MoveValue::Draw => "draw".to_string(),
        MoveValue::Loss(plies) => format!("loses in {plies}"),
    }
}

/// A value from seat 0's side for a sentence: `-2.1`, `Disc wins in 7`.
pub fn in_words(entry: &GameEntry, worth: &MoveValue, mover: Seat, decimals: usize) -> String {
    let value = to_seat_zero(entry, worth, mover, decimals);
    match worth {
        MoveValue::Win(_) | MoveValue::Loss(_) => value.replace(" in ", " wins in "),
        MoveValue::Draw => "a draw".to_string(),
        // A whole number is exact; a sentence need not say so.
        MoveValue::Estimate(_) | MoveValue::Exact(_) => value.replace(" exact", ""),
    }
}

/// A value from seat 0's side for a column: `-2.1`, `Disc in 7`.
pub fn to_seat_zero(entry: &GameEntry, worth: &MoveValue, mover: Seat, decimals: usize) -> String {
    let wins = |seat: Seat, plies: &u32| match plies {
        0 => format!("{} won", entry.seats[seat.index()]),
        _ => format!("{} in {plies}", entry.seats[seat.index()]),
    };
    match worth {
        MoveValue::Win(plies) => wins(mover, plies),
        MoveValue::Loss(plies) => wins(mover.other(), plies),
        other if mover == Seat::Zero => to_the_mover(other, decimals),
        other => to_the_mover(&other.for_opponent(), decimals),
    }
}

/// A value for programs.
pub fn worth_as_json(worth: &MoveValue) -> Value {
    let (kind, plies) = match worth {
        MoveValue::Estimate(_) => ("estimate", None),
        MoveValue::Exact(_) => ("exact", None),
        MoveValue::Win(plies) => ("win", Some(*plies)),
        MoveValue::Draw => ("draw", None),
        MoveValue::Loss(plies) => ("loss", Some(*plies)),
    };
    json!({"score": worth.score(), "kind": kind, "plies": plies})
}

/// A move and its value, for programs.
pub fn weighed_as_json(weighed: &EvaluatedMove) -> Value {
    json!({
        "action": weighed.action,
        "value": worth_as_json(&weighed.value),
        "depth": weighed.depth,
        "line": weighed.line,
    })
}

/// A seat's name in its colour.
pub fn seat(entry: &GameEntry, seat: Seat) -> String {
    paint(seat_colour(seat), entry.seats[seat.index()])
}

/// The players and the result of a game, in two lines. `last` is the last position.
pub fn headline(last: &dyn Session, record: &Record) -> String {
    let entry = last.entry();
    let player = |seat: Seat| narrate::player(entry, seat, &record.players[seat.index()].name);
    let rules = narrate::rules(last);
    let end = narrate::end(last, &record.outcome, player);
    let [zero, one] = Seat::BOTH.map(player);
    format!("{}: {zero} against {one}, seed {}{rules}\n{end}\n", entry.name, record.seed)
}

/// The players and the result of a game, for programs.
pub fn record_as_json(record: &Record) -> Value {
    json!({
        "game": record.game,
        "options": record.options,
        "seed": record.seed,
        "players": record.players.iter().map(|player| &player.name).collect::<Vec<_>>(),
        "outcome": {
            "winner": record.outcome.winner.map(u8::from),
            "score": record.outcome.score,
            "cause": record.outcome.cause.word(),
        },
    })
}

/// `1 position`, `2.2 M positions`.
pub fn positions(number: u64) -> String {
    format!("{} position{}", count(number), if number == 1 { "" } else { "s" })
}

/// A large number in short: 2198908 as `2.2 M`.
pub fn count(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{} k", number / 1000),
        _ => format!("{:.1} M", number as f64 / 1e6),
    }
}

/// A number with so many decimals: `2.1`.
pub fn unsigned(number: f64, decimals: usize) -> String {
    format!("{number:.decimals$}")
}
