//! The faults in a record: which seat made them, and messages about them.

use games::{Cause, Seat};

use crate::record::{ActionRecord, Record};
use crate::units::counted;

/// The faults of a game in order: those that cost a move, then the one that ended it.
/// If neither player started, both have that fault.
pub fn all(record: &Record) -> Vec<(Seat, Cause)> {
    let adjudicated = record.actions.iter().filter_map(|action| Some((action.seat, action.fault?)));
    let mut faults: Vec<(Seat, Cause)> = adjudicated.collect();
    match ending(record) {
        Some((Some(loser), cause)) => faults.push((loser, cause)),
        Some((None, cause)) => faults.extend(Seat::BOTH.map(|seat| (seat, cause))),
        None => {}
    }
    faults
}

/// The fault that ended a game, and the seat that made it; no seat if neither player
/// started.
pub fn ending(record: &Record) -> Option<(Option<Seat>, Cause)> {
    let outcome = &record.outcome;
    outcome.cause.is_fault().then(|| (outcome.winner.map(Seat::other), outcome.cause))
}

/// The messages of both seats in the message of a game in which neither player started.
/// `None` if both players have the same message, or the record has cut it.
pub fn start_messages<'a>(message: &'a str, names: [&str; 2]) -> Option<[&'a str; 2]> {
    let split =
        |one: &str, two: &str| message.strip_prefix(&format!("{one}: "))?.split_once(&format!("; {two}: "));
    let [a, b] = names;
    // The record has them in the order of the names.
    split(a, b).map(|(a, b)| [a, b]).or_else(|| split(b, a).map(|(b, a)| [a, b]))
}

/// One fault, for a line about the whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultSummary {
    /// The seat that made it; `None` if neither player started.
    pub seat: Option<Seat>,
    /// The kind of fault.
    pub cause: Cause,
    /// `turn 3: illegal: row 3, column 1 is taken; it sent `3 1`; 4 more faults of this bot in this
    /// game`
    pub words: String,
}

/// The fault that ended a game, or else its first; `None` without faults.
pub fn summary(record: &Record) -> Option<FaultSummary> {
    let faults = all(record);
    let outcome = &record.outcome;
    let ended = faults.last().filter(|(_, cause)| *cause == outcome.cause);
    let (seat, cause, what, stderr) = match ended {
        Some((seat, cause)) => {
            let message = outcome.message.as_ref().map(|message| format!(": {message}")).unwrap_or_default();
            let sent = outcome.sent.as_ref().map(|sent| format!("; it sent `{}`", shortened(sent)));
            // If neither started, the message is about both.
            let seat = outcome.winner.map(|_| *seat);
            let what = if seat.is_some() { cause.word() } else { "neither player started" };
            (seat, *cause, format!("{what}{message}{}", sent.unwrap_or_default()), &outcome.stderr)
        }
        None => {
            let first = record.actions.iter().find(|action| action.fault.is_some())?;
            let (seat, cause) = faults.first()?;
            (Some(*seat), *cause, describe_with_turn(first), &first.stderr)
        }
    };
    let stderr = stderr.as_deref().and_then(error_line);
    let stderr = stderr.map(|line| format!("; standard error: `{}`", shortened(line))).unwrap_or_default();
    // The fault of a game in which neither started is one fault of two players.
    let of_the_same = faults.iter().filter(|(other, _)| Some(*other) == seat).count() as u64;
    let more = match of_the_same.saturating_sub(1) {
        0 => String::new(),
        more => {
            let faults = counted(more, "more fault", "more faults");
            format!("; {faults} of this bot in this game")
        }
    };
    Some(FaultSummary { seat, cause, words: format!("{what}{stderr}{more}") })
}

/// `turn 12: illegal: row 3, column 1 is taken; it sent `3 1``
pub fn describe_with_turn(action: &ActionRecord) -> String {
    format!("turn {}: {}", action.turn, describe(action))
}

/// The same without the turn.
pub fn describe(action: &ActionRecord) -> String {
    let ActionRecord { fault, message, sent, .. } = action;
    let fault = fault.map_or("fault", Cause::word);
    let message = message.as_ref().map(|message| format!(": {message}")).unwrap_or_default();
    let sent = sent.as_ref().map(|sent| format!("; it sent `{}`", shortened(sent))).unwrap_or_default();
    format!("{fault}{message}{sent}")
}

/// Whether a standard error says that Python cannot read a file as a program.
pub fn has_syntax_error(stderr: &str) -> bool {
    ["SyntaxError:", "IndentationError:", "TabError:"].iter().any(|error| stderr.contains(error))
}

/// The most useful line of a standard error: the last that contains "error", or the
/// last that is not empty.
fn error_line(stderr: &str) -> Option<&str> {
    let has_error = |line: &&str| line.to_ascii_lowercase().contains("error");
    let full = |line: &&str| !line.trim().is_empty();
    stderr.lines().rfind(has_error).or_else(|| stderr.lines().rfind(full)).map(str::trim)
}

/// At most 100 characters of a text.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(100) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
