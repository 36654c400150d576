//! How long the referee waits for a program, and the message when that time is over.

use std::time::Duration;

use sandbox::{TimeLimit, TimeSpent};

use super::conversation::Awaited;
use crate::clock::NO_CLOCK;

/// How long a call that asks for no move may take. No clock runs for it.
pub const CALL_LIMIT: Duration = Duration::from_secs(1);

/// Why there was no response, for the bot's author.
pub fn timeout_message(awaited: &Awaited, spent: TimeSpent, partial_line: Option<&str>) -> String {
    let Awaited { call, is_starting, limit, .. } = *awaited;
    let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
    let nothing = call.map_or("no move".to_string(), |call| format!("no response to {call}"));
    let wall = seconds(limit.wall);
    let what = match (limit.cpu, spent.cpu) {
        _ if is_starting => format!("{nothing} within {wall} s of the first question"),
        (Some(cpu), Some(used)) if used > cpu => {
            format!("{nothing} within {} s of CPU time", seconds(cpu))
        }
        (Some(_), Some(used)) if call.is_none() => format!(
            "{nothing} within {wall} s of wall time, with {} s of CPU time used: does it send its move and flush, does it sleep, or is the machine too busy?",
            seconds(used)
        ),
        _ => format!("{nothing} within {wall} s"),
    };
    match partial_line {
        Some(_) => format!("{what}, only half a line: is there a newline at its end?"),
        None if call.is_some() => format!("{what}: each call needs one line in response"),
        None if is_starting => {
            format!("{what}: flush the output after each line, and check for an endless loop")
        }
        None => what,
    }
}

/// How long to wait for a response. `start` is the budget of a program that is
/// still starting; `left` is what the clock allows.
pub fn time_limit(left: Option<Duration>, by_cpu: bool, start: Option<Duration>) -> TimeLimit {
    match (start, left) {
        (Some(budget), _) => TimeLimit { wall: budget, cpu: None },
        (None, None) => TimeLimit { wall: NO_CLOCK, cpu: None },
        (None, Some(left)) if by_cpu => {
            // On a busy machine CPU time passes more slowly than wall time. A bot
            // that sleeps must not make the opponent wait for ever.
            TimeLimit { wall: left * 3 + Duration::from_secs(1), cpu: Some(left) }
        }
        (None, Some(left)) => TimeLimit { wall: left, cpu: None },
    }
}
