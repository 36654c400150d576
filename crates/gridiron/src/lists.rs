//! The commands that answer from tables: games, players, rules.

use std::io::Write;

use ai::table::{PlayerEntry, players_of};
use games::common::options::{OptionKind, OptionSpec};
use games::{Entry, GAMES};
use referee::spec::HUMAN;

use crate::draw::{BOLD, paint};
use crate::failure::Failure;
use crate::width;

/// A bold name padded to a width.
fn name(text: &str, wide: usize) -> String {
    format!("{}{}", paint(BOLD, text), " ".repeat(wide.saturating_sub(text.len())))
}

pub fn games() -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let wide = GAMES.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for entry in &GAMES {
        writeln!(out, "{}  {}; clock {}", name(entry.name, wide), entry.summary, entry.clock)?;
    }
    Ok(())
}

pub fn players(game: Option<&str>) -> Result<(), Failure> {
    let chosen: Vec<&Entry> = match game {
        Some(game) => vec![games::find(game).map_err(Failure::Usage)?],
        None => GAMES.iter().collect(),
    };
    let columns = width::of_terminal().unwrap_or(usize::MAX);
    let mut out = anstream::stdout();
    for (at, entry) in chosen.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", entry.name)?;
        let names = players_of(entry.name).map(|player| player.name.len());
        let wide = names.max().unwrap_or(0).max(HUMAN.len());
        writeln!(out, "  {}  you, at this terminal, with `gridiron play`", name(HUMAN, wide))?;
        for player in players_of(entry.name) {
            writeln!(out, "  {}  {}", name(player.name, wide), player.summary)?;
            if !player.options.is_empty() {
                let options = format!("as in {}:{}", player.name, defaults_of(player));
                for line in broken_at_commas(&options, columns.saturating_sub(wide + 4)) {
                    writeln!(out, "  {:wide$}  {line}", "")?;
                }
            }
        }
    }
    Ok(())
}

/// Lines of so many columns, if there are commas to break at.
fn broken_at_commas(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in text.split_inclusive(',') {
        match lines.last_mut() {
            Some(line) if line.is_empty() || line.len() + piece.len() <= columns => line.push_str(piece),
            _ => lines.push(piece.to_string()),
        }
    }
    lines
}

/// The options of a player as they would be typed.
fn defaults_of(player: &PlayerEntry) -> String {
    let options = player.options.iter().map(|spec| format!("{}={}", spec.key, spec.default()));
    options.collect::<Vec<String>>().join(",")
}

pub fn rules(game: &str) -> Result<(), Failure> {
    let entry = games::find(game).map_err(Failure::Usage)?;
    let mut out = anstream::stdout();
    write!(out, "{}", rules_of(entry))?;
    Ok(out.flush()?)
}

/// The page of a game, and its options.
pub fn rules_of(entry: &Entry) -> String {
    let mut out = String::new();
    for line in entry.rules.trim_end().lines() {
        let heading = !line.is_empty() && !line.starts_with(' ') && !line.contains(char::is_lowercase);
        match heading {
            true => out.push_str(&paint(BOLD, line)),
            false => out.push_str(line),
        }
        out.push('\n');
    }
    let heading = format!("OPTIONS, as in --rules {}", example(entry.options));
    out.push_str(&format!("\n{}\n", paint(BOLD, &heading)));
    let wide = entry.options.iter().map(|spec| spec.key.len()).max().unwrap_or(0);
    let ranges = entry.options.iter().map(OptionSpec::range);
    let range = ranges.map(|range| range.len()).max().unwrap_or(0);
    for spec in entry.options {
        let default = format!("{} by default", spec.default());
        let key = name(spec.key, wide);
        out.push_str(&format!("  {key}  {:range$}  {}; {default}\n", spec.range(), spec.help));
    }
    out
}

/// Two options at another value than their default.
fn example(options: &[OptionSpec]) -> String {
    let other = |spec: &OptionSpec| match spec.kind {
        OptionKind::Integer { min, max, default } | OptionKind::Milliseconds { min, max, default } => {
            (default - 1).clamp(min, max).to_string()
        }
        OptionKind::Choice(choices) => choices[choices.len() - 1].to_string(),
    };
    let shown = options.iter().take(2).map(|spec| format!("{}={}", spec.key, other(spec)));
    shown.collect::<Vec<String>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_broken_where_there_is_no_room() {
        for (columns, expected) in [
            (usize::MAX, &["as in a:b=1,c=22,d=3"][..]),
            (12, &["as in a:b=1,", "c=22,d=3"]),
            (1, &["as in a:b=1,", "c=22,", "d=3"]),
        ] {
            assert_eq!(broken_at_commas("as in a:b=1,c=22,d=3", columns), expected, "{columns}");
        }
    }
}
