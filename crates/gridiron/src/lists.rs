//! The commands that answer from tables: games, players, rules, perft.

use std::io::Write;

use ai::table::{PlayerEntry, players_of};
use anstyle::Style;
use games::common::options::OptionSpec;
use games::{Entry, GAMES};

use crate::cli::PerftArguments;
use crate::draw::paint;
use crate::failure::Failure;
use crate::play::read_rules;

const BOLD: Style = Style::new().bold();

/// A bold name padded to a width.
fn name(text: &str, wide: usize) -> String {
    format!("{}{}", paint(BOLD, text), " ".repeat(wide.saturating_sub(text.len())))
}

pub fn games() -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let wide = GAMES.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for entry in &GAMES {
        writeln!(out, "{}  {}", name(entry.name, wide), entry.summary)?;
    }
    Ok(())
}

pub fn players(game: Option<&str>) -> Result<(), Failure> {
    let chosen: Vec<&Entry> = match game {
        Some(game) => vec![games::find(game).map_err(Failure::Usage)?],
        None => GAMES.iter().collect(),
    };
    let mut out = anstream::stdout();
    for (at, entry) in chosen.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", entry.name)?;
        let wide = players_of(entry.name).map(|player| player.name.len()).max().unwrap_or(0);
        for player in players_of(entry.name) {
            writeln!(out, "  {}  {}{}", name(player.name, wide), player.summary, options_of(player))?;
        }
    }
    Ok(())
}

/// `; options: weight=10, …`, as they would be typed.
fn options_of(player: &PlayerEntry) -> String {
    let options: Vec<String> =
        player.options.iter().map(|spec| format!("{}={}", spec.key, spec.default())).collect();
    if options.is_empty() { String::new() } else { format!(", as in {}:{}", player.name, options.join(",")) }
}

pub fn rules(game: &str) -> Result<(), Failure> {
    let entry = games::find(game).map_err(Failure::Usage)?;
    let mut out = anstream::stdout();
    for line in entry.rules.trim_end().lines() {
        let heading = !line.is_empty() && !line.starts_with(' ') && !line.contains(char::is_lowercase);
        match heading {
            true => writeln!(out, "{}", paint(BOLD, line))?,
            false => writeln!(out, "{line}")?,
        }
    }
    writeln!(out, "\n{}", paint(BOLD, &format!("OPTIONS, as in --rules {}", example(entry.options))))?;
    let wide = entry.options.iter().map(|spec| spec.key.len()).max().unwrap_or(0);
    let ranges = entry.options.iter().map(OptionSpec::range);
    let range = ranges.map(|range| range.len()).max().unwrap_or(0);
    for spec in entry.options {
        let default = format!("{} by default", spec.default());
        writeln!(out, "  {}  {:range$}  {}; {default}", name(spec.key, wide), spec.range(), spec.help)?;
    }
    Ok(())
}

fn example(options: &[OptionSpec]) -> String {
    let shown: Vec<String> =
        options.iter().take(2).map(|spec| format!("{}={}", spec.key, spec.default())).collect();
    shown.join(",")
}

pub fn perft(arguments: &PerftArguments) -> Result<(), Failure> {
    let entry = games::find(&arguments.game).map_err(Failure::Usage)?;
    let options = read_rules(entry, &arguments.rules)?;
    let mut out = anstream::stdout();
    for depth in 1..=arguments.depth {
        let count = entry
            .perft(&options, arguments.seed, depth)
            .map_err(|error| Failure::Usage(format!("--rules for {}: {error}", entry.name)))?;
        writeln!(out, "{depth} {count}")?;
        out.flush()?;
    }
    Ok(())
}
