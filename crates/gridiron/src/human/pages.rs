//! Pages that a person can ask for: help, moves, history.

use games::{Seat, Session};
use referee::ActionRecord;

use super::input::{COMMANDS, HumanCommand};
use crate::failure::harmless;
use crate::terminal::{self, BOLD, paint, seat_colour};

/// What can be typed.
pub fn help(session: &dyn Session) -> String {
    let entry = session.entry();
    let mut lines: Vec<(String, &str)> = Vec::new();
    for form in entry.forms {
        let short = if form.short.is_empty() { String::new() } else { format!(", {}", form.short) };
        lines.push((format!("{}{short} {}", form.word, form.rest).trim().to_string(), form.help));
    }
    let offered = COMMANDS.iter().filter(|word| !word.help.is_empty());
    for word in offered.filter(|word| word.command != HumanCommand::Seen || entry.has_secrets()) {
        lines.push((word.spellings.join(", "), word.help));
    }
    let wide = lines.iter().map(|(typed, _)| typed.len()).max().unwrap_or(0);
    let line = |(typed, help): &(String, &str)| {
        format!("  {}  {}\n", paint(BOLD, &format!("{typed:wide$}")), folded(help, wide + 4))
    };
    let mut text: String = lines.iter().map(line).collect();
    let example = session.actions().into_iter().next().unwrap_or_default();
    let with_commas = comma_example(&example);
    text.push_str(&format!("  Spaces and commas are the same: {example} or {with_commas}\n"));
    text
}

/// A text folded at its spaces where the terminal is too narrow for it. Further
/// lines are indented.
fn folded(text: &str, indent: usize) -> String {
    let room = terminal::columns().unwrap_or(usize::MAX).saturating_sub(indent + 1).max(16);
    terminal::wrap(text, room).join(&format!("\n{}", " ".repeat(indent)))
}

/// `plant 3 1` as `plant 3,1`.
fn comma_example(action: &str) -> String {
    let (words, numbers): (Vec<&str>, Vec<&str>) =
        action.split(' ').partition(|word| word.contains(char::is_alphabetic));
    [words.join(" "), numbers.join(",")].join(" ").trim().to_string()
}

/// With more actions of a kind than this, only their number is shown.
const MANY: usize = 40;

/// All actions that make sense now, one line for each kind.
pub fn moves(session: &dyn Session) -> String {
    let actions = session.actions();
    let parts = actions.iter().map(|action| match action.split_once(' ') {
        Some((word, rest)) if word.contains(char::is_alphabetic) => (word, rest),
        _ => ("", action.as_str()),
    });
    let parts: Vec<(&str, &str)> = parts.collect();
    let wide = parts.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
    let kinds = parts.chunk_by(|(one, _), (other, _)| one == other);
    kinds.map(|kind| format!("  {:wide$} {}\n", kind[0].0, squares(kind))).collect()
}

fn squares(kind: &[(&str, &str)]) -> String {
    match kind.len() {
        count if count > MANY && !kind[0].0.is_empty() => format!("in {count} ways"),
        _ => wrapped(kind.iter().map(|(_, rest)| *rest), kind[0].0.len()),
    }
}

/// The widest line: longer ones are hard to read.
const ROOM: usize = 76;

/// Items side by side, in lines that fit a terminal.
fn wrapped<'a>(items: impl Iterator<Item = &'a str>, indent: usize) -> String {
    let room = terminal::columns().map_or(ROOM, |columns| columns.saturating_sub(4).min(ROOM));
    let lines = terminal::wrap_list(items, " · ", room.saturating_sub(indent));
    lines.join(&format!("\n   {}", " ".repeat(indent)))
}

/// All actions so far, one line for each turn. With hidden information only those of
/// the seat that asks.
pub fn history(session: &dyn Session, seat: Seat, history: &[ActionRecord]) -> String {
    let entry = session.entry();
    let seen = |action: &&ActionRecord| !entry.has_secrets() || action.seat == seat;
    let seen: Vec<&ActionRecord> = history.iter().filter(seen).collect();
    if seen.is_empty() {
        return "  nothing has been played yet\n".to_string();
    }
    let turns = seen.chunk_by(|one, other| one.turn == other.turn);
    let line = |turn: &[&ActionRecord]| {
        let actions = turn.iter().map(|action| match entry.has_secrets() {
            true => harmless(&format!("{} -> {}", action.action, action.reply)),
            false => {
                let seat = action.seat;
                format!(
                    "{} {:8}",
                    paint(seat_colour(seat), entry.seats[seat.index()]),
                    harmless(&action.action)
                )
            }
        });
        let actions = actions.collect::<Vec<String>>().join("  ");
        format!("  turn {:>3}  {}\n", turn[0].turn, actions.trim_end())
    };
    turns.map(line).collect()
}
