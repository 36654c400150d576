//! How long the referee waits for a program, and the message when that time is over.

use std::time::Duration;

use sandbox::{ChargeBy, TimeLimit, TimeSpent};

use super::conversation::Awaited;
use crate::clock::NO_CLOCK;

/// How long a call that asks for no move may take. All calls of a game together may
/// take as long as the start.
pub const CALL_LIMIT: Duration = Duration::from_secs(1);

/// The part of such a call that is free. What it takes longer is charged.
pub const FREE_CALL: Duration = Duration::from_millis(10);

/// Why there was no response, for the bot's author.
///
/// `guess` is said of a program that used hardly any CPU time.
pub fn timeout_message(
    awaited: &Awaited,
    spent: TimeSpent,
    partial_line: Option<&str>,
    guess: &str,
) -> String {
    let Awaited { call, is_starting, limit, charge, .. } = *awaited;
    let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
    let nothing = match call {
        Some(call) => format!("no response to {call}"),
        None if is_starting => "not ready".to_string(),
        None => "no move".to_string(),
    };
    let wall = seconds(limit.wall);
    let what = match (limit.charged, spent.cpu) {
        _ if is_starting => not_within(&nothing, limit.wall),
        (Some(time), Some(cpu)) if charge == ChargeBy::Fair && call.is_none() => {
            let why = match () {
                () if partial_line.is_some() => "",
                () if cpu > time / 10 * 8 => {
                    ": it computed all the time: think less, or look for an endless loop"
                }
                () if cpu > time / 10 => "",
                () => guess,
            };
            format!("{nothing} within {} s, with {} s of CPU time used{why}", seconds(time), seconds(cpu))
        }
        (Some(time), Some(used)) if used > time => {
            format!("{nothing} within {} s of {}", seconds(time), charge.in_words())
        }
        (Some(_), Some(used)) if call.is_none() => format!(
            "{nothing} within {wall} s of wall time, with {} s of CPU time used: does it send its move and flush, does it sleep, or is the machine too busy?",
            seconds(used)
        ),
        (Some(time), _) => format!("{nothing} within {} s", seconds(time)),
        (None, _) => format!("{nothing} within {wall} s"),
    };
    match partial_line {
        Some(_) => format!("{what}, only half a line: is there a newline at its end?"),
        None if call.is_some() => format!("{what}: each call needs one line in response"),
        None if charge == ChargeBy::Wall && !is_starting => format!("{what}{guess}"),
        None => what,
    }
}

/// Why a program that was not asked yet has not started.
pub fn not_ready_message(start_budget: Duration, hint: Option<&str>) -> String {
    let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
    format!("{}{hint}", not_within("not ready", start_budget))
}

/// `not ready within 10.000 s of its start`
fn not_within(nothing: &str, start_budget: Duration) -> String {
    format!("{nothing} within {:.3} s of its start", start_budget.as_secs_f64())
}

/// How long to wait for a response, if the clock allows `left`.
pub fn time_limit(left: Option<Duration>, charge: ChargeBy) -> TimeLimit {
    match (left, charge) {
        (None, _) => TimeLimit::wall(NO_CLOCK),
        (Some(left), ChargeBy::Wall) => TimeLimit::wall(left),
        // On a busy machine CPU time passes more slowly than wall time. A bot that
        // sleeps must not make the opponent wait for ever.
        (Some(left), ChargeBy::Cpu) => {
            TimeLimit { wall: left * 3 + Duration::from_secs(1), charged: Some(left) }
        }
        // On a very busy machine fair time passes slowly, but a game must end.
        (Some(left), ChargeBy::Fair) => {
            TimeLimit { wall: left * 20 + Duration::from_secs(60), charged: Some(left) }
        }
    }
}
