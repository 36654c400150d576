//! Pages that a person can ask for: help, history, rules.

use games::grid::Style;
use games::{GameEntry, Seat, Session, Viewpoint};
use referee::ActionRecord;

use super::input::{COMMANDS, HumanCommand};
use crate::failure::harmless;
use crate::lists;
use crate::terminal::{self, BOLD, paint, seat_colour};

/// What can be typed.
pub fn help(session: &dyn Session) -> String {
    let entry = session.entry();
    let mut lines: Vec<(String, String)> = Vec::new();
    for form in entry.forms {
        let short = if form.short.is_empty() { String::new() } else { format!(", {}", form.short) };
        let help = session.options().iter().fold(form.help.to_string(), |help, (key, value)| {
            help.replace(&format!("{{{key}}}"), &value.to_string())
        });
        lines.push((format!("{}{short} {}", form.word, form.rest).trim().to_string(), help));
    }
    let offered = COMMANDS.iter().filter(|word| !word.help.is_empty());
    for word in offered.filter(|word| word.command != HumanCommand::Seen || entry.has_secrets()) {
        lines.push((word.spellings.join(", "), word.help.to_string()));
    }
    let wide = lines.iter().map(|(typed, _)| typed.len()).max().unwrap_or(0);
    let line = |(typed, help): &(String, String)| {
        format!("  {}  {}\n", paint(BOLD, &format!("{typed:wide$}")), folded(help, wide + 4))
    };
    let mut text: String = lines.iter().map(line).collect();
    let example = session.actions().into_iter().next().unwrap_or_default();
    let with_commas = comma_example(&example);
    text.push_str(&format!("  Spaces and commas are the same: {example} or {with_commas}\n"));
    let emptied = match session.grid(Viewpoint::All).style {
        Style::Boxes => "; a dot is a square that has become empty",
        Style::SignedNumbers | Style::Stones => "",
    };
    text.push_str(&format!("  On the board, what changed since your last move is underlined{emptied}.\n"));
    if entry.has_secrets() {
        text.push_str("  Faint numbers are what you saw before this turn; ? is a hit of unknown size.\n");
    }
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

/// All actions so far, one line for each turn. With hidden information only those of
/// the seat that asks.
pub fn history(session: &dyn Session, seat: Seat, history: &[ActionRecord]) -> String {
    let entry = session.entry();
    let seen = |action: &&ActionRecord| !entry.has_secrets() || action.seat == seat;
    let seen: Vec<&ActionRecord> = history.iter().filter(seen).collect();
    if seen.is_empty() {
        return match entry.has_secrets() {
            true => "  you have not played yet\n".to_string(),
            false => "  nothing has been played yet\n".to_string(),
        };
    }
    let turns = seen.chunk_by(|one, other| one.turn == other.turn);
    let line = |turn: &[&ActionRecord]| {
        let actions = turn.iter().map(|action| match entry.has_secrets() {
            true => harmless(&format!("{} -> {}", action.action, action.reply)),
            false => {
                let seat = action.seat;
                let name = paint(seat_colour(seat), &format!("{}:", entry.seats[seat.index()]));
                format!("{name} {:8}", harmless(&action.action))
            }
        });
        let actions = actions.collect::<Vec<String>>().join("  ");
        format!("  turn {:>3}  {}\n", turn[0].turn, actions.trim_end())
    };
    turns.map(line).collect()
}

/// The rules, and how to see the board again, which they have scrolled away.
pub fn rules(entry: &GameEntry) -> String {
    lists::rules_of(entry) + "\ntype `board` to see the board again\n"
}
