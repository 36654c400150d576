//! The faults of a game: whose they are, and in words for their authors.

use games::{Cause, Seat};

use crate::record::{ActionRecord, Record};

/// The faults of a game in order: those that the rules priced, and the one that
/// ended it. Nobody started: then it is both players' fault.
pub fn all(record: &Record) -> Vec<(Seat, Cause)> {
    let priced = record.actions.iter().filter_map(|action| Some((action.seat, action.fault?)));
    let mut faults: Vec<(Seat, Cause)> = priced.collect();
    let outcome = &record.outcome;
    if outcome.cause.is_fault() {
        match outcome.winner {
            Some(winner) => faults.push((winner.other(), outcome.cause)),
            None => faults.extend(Seat::BOTH.map(|seat| (seat, outcome.cause))),
        }
    }
    faults
}

/// One fault that stands for all of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultSummary {
    /// Whose it is; nobody's in particular if neither player started.
    pub seat: Option<Seat>,
    /// Which kind.
    pub cause: Cause,
    /// `turn 3: illegal: row 3, column 1 is taken; it sent `3 1`, and 4 more`
    pub words: String,
}

/// The fault that ended a game, or else its first; nothing if there was none.
pub fn summary(record: &Record) -> Option<FaultSummary> {
    let faults = all(record);
    let outcome = &record.outcome;
    let ended = faults.last().filter(|(_, cause)| *cause == outcome.cause);
    let (seat, cause, what, stderr) = match ended {
        Some((seat, cause)) => {
            let message = outcome.message.as_ref().map(|message| format!(": {message}")).unwrap_or_default();
            let sent = outcome.sent.as_ref().map(|sent| format!("; it sent `{}`", shortened(sent)));
            // Neither started; the words are about the one that was asked first.
            let seat = outcome.winner.map(|_| *seat);
            (seat, *cause, format!("{cause}{message}{}", sent.unwrap_or_default()), &outcome.stderr)
        }
        None => {
            let first = record.actions.iter().find(|action| action.fault.is_some())?;
            let (seat, cause) = faults.first()?;
            (Some(*seat), *cause, describe_with_turn(first), &first.stderr)
        }
    };
    let stderr = stderr.as_deref().and_then(telling_line);
    let stderr = stderr.map(|line| format!("; standard error: `{}`", shortened(line))).unwrap_or_default();
    let more = if faults.len() > 1 { format!(", and {} more", faults.len() - 1) } else { String::new() };
    Some(FaultSummary { seat, cause, words: format!("{what}{stderr}{more}") })
}

/// `turn 12: illegal: row 3, column 1 is taken; it sent `3 1``
pub fn describe_with_turn(action: &ActionRecord) -> String {
    format!("turn {}: {}", action.turn, describe(action))
}

/// The same where it is clear which turn it was.
pub fn describe(action: &ActionRecord) -> String {
    let ActionRecord { fault, message, sent, .. } = action;
    let fault = fault.map_or("fault", Cause::word);
    let message = message.as_ref().map(|message| format!(": {message}")).unwrap_or_default();
    let sent = sent.as_ref().map(|sent| format!("; it sent `{}`", shortened(sent))).unwrap_or_default();
    format!("{fault}{message}{sent}")
}

/// The line of a standard error that tells most: the last that speaks of an
/// error, or the last of all.
fn telling_line(stderr: &str) -> Option<&str> {
    let speaks = |line: &&str| line.to_ascii_lowercase().contains("error");
    let full = |line: &&str| !line.trim().is_empty();
    stderr.lines().rfind(speaks).or_else(|| stderr.lines().rfind(full)).map(str::trim)
}

/// The beginning of a long text.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(100) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
