//! How long a program is waited for, and what is said when nothing came.

use std::time::Duration;

use sandbox::process::{TimeLimit, TimeSpent};

use super::conversation::Task;
use crate::clock::NO_CLOCK;

/// How long a call may take that is not for an action: nobody's clock runs.
pub const OTHER_CALLS: Duration = Duration::from_secs(1);

/// Why nothing came, for the author.
pub fn silence(task: &Task, spent: TimeSpent, partial_line: Option<&str>) -> String {
    let Task { call, is_starting, limit, .. } = *task;
    let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
    let answer = call.map_or("no answer".to_string(), |call| format!("no answer to {call}"));
    let wall = seconds(limit.wall);
    let what = match (limit.cpu, spent.cpu) {
        _ if is_starting => format!("{answer} within {wall} s of the first question"),
        (Some(cpu), Some(used)) if used > cpu => {
            format!("{answer} within {} s of processor time", seconds(cpu))
        }
        (Some(_), Some(used)) if call.is_none() => format!(
            "{answer} within {wall} s, in which it used {} s of processor time: does it answer and flush, does it sleep, or is the machine too busy?",
            seconds(used)
        ),
        _ => format!("{answer} within {wall} s"),
    };
    match partial_line {
        Some(_) => format!("{what}, only half a line: is there a newline at its end?"),
        None if call.is_some() => format!("{what}: each call is answered by one line"),
        None if is_starting => format!("{what}: does it flush its output after each line, or loop for ever?"),
        None => what,
    }
}

/// How long to wait for an answer.
pub fn limit(left: Option<Duration>, by_cpu: bool, start: Option<Duration>) -> TimeLimit {
    match (start, left) {
        (Some(budget), _) => TimeLimit { wall: budget, cpu: None },
        (None, None) => TimeLimit { wall: NO_CLOCK, cpu: None },
        (None, Some(left)) if by_cpu => {
            // On a busy machine processor time goes by more slowly; who sleeps
            // must not keep the others waiting for ever.
            TimeLimit { wall: left * 3 + Duration::from_secs(1), cpu: Some(left) }
        }
        (None, Some(left)) => TimeLimit { wall: left, cpu: None },
    }
}
