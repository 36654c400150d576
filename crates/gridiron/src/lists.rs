//! `gridiron games`, `gridiron players` and `gridiron rules`.

use std::io::Write;

use ai::table::{PlayerEntry, players_of};
use games::common::options::{OptionKind, OptionSpec};
use games::{GAMES, GameEntry};
use referee::spec::HUMAN;

use crate::failure::Failure;
use crate::narrow_rules;
use crate::terminal::{self, BOLD, FAINT, pad, paint, width, wrap, wrap_after};

/// A text as wide as the terminal, or in one line where there is none. All lines
/// but the first are indented by the width of `before`.
fn indented(before: &str, text: &str) -> String {
    let indent = width(before);
    let room = terminal::columns().unwrap_or(usize::MAX).saturating_sub(indent).max(20);
    format!("{before}{}", wrap(text, room).join(&format!("\n{}", " ".repeat(indent))))
}

/// A bold name, filled up to a width.
fn name(text: &str, wide: usize) -> String {
    pad(&paint(BOLD, text), wide)
}

/// Prints the games.
pub fn games() -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let wide = GAMES.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for entry in &GAMES {
        let about = format!("{}; clock {}", entry.summary, entry.clock);
        writeln!(out, "{}", indented(&format!("{}  ", name(entry.name, wide)), &about))?;
    }
    Ok(())
}

/// Prints the players of one game or of all games.
pub fn players(game: Option<&str>) -> Result<(), Failure> {
    let chosen: Vec<&GameEntry> = match game {
        Some(game) => vec![games::find(game)?],
        None => GAMES.iter().collect(),
    };
    let columns = terminal::columns().unwrap_or(usize::MAX);
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
            writeln!(out, "{}", indented(&format!("  {}  ", name(player.name, wide)), player.summary))?;
            if !player.options.is_empty() {
                let options = format!("as in {}:{}", player.name, defaults_of(player));
                for line in wrap_after(&options, ',', columns.saturating_sub(wide + 4)) {
                    writeln!(out, "  {:wide$}  {}", "", paint(FAINT, &line))?;
                }
            }
        }
    }
    Ok(())
}

/// The options of a player with their defaults, as they are typed.
fn defaults_of(player: &PlayerEntry) -> String {
    let options = player.options.iter().map(|spec| format!("{}={}", spec.key, spec.default()));
    options.collect::<Vec<String>>().join(",")
}

/// Prints the rules of a game.
pub fn rules(game: &str) -> Result<(), Failure> {
    let entry = games::find(game)?;
    let mut out = anstream::stdout();
    write!(out, "{}", rules_of(entry))?;
    Ok(out.flush()?)
}

/// The rules of a game and its options.
pub fn rules_of(entry: &GameEntry) -> String {
    let mut out = String::new();
    let columns = terminal::columns().unwrap_or(usize::MAX);
    for line in narrow_rules::fit(entry.rules, columns).lines() {
        match narrow_rules::is_heading(line) {
            true => out.push_str(&paint(BOLD, line)),
            false => out.push_str(line),
        }
        out.push('\n');
    }
    let heading = format!("OPTIONS, as in --rules {}", example(entry.options));
    for (at, line) in wrap(&heading, columns).iter().enumerate() {
        out.push_str(&format!("{}{}\n", if at == 0 { "\n" } else { "" }, paint(BOLD, line)));
    }
    let keys = entry.options.iter().map(|spec| width(spec.key)).max().unwrap_or(0);
    let ranges = entry.options.iter().map(|spec| width(&spec.range())).max().unwrap_or(0);
    for spec in entry.options {
        let before = format!("  {}  {}  ", name(spec.key, keys), pad(&spec.range(), ranges));
        let help = format!("{}; {} by default", spec.help, spec.default());
        // Without room beside it, the help stands below.
        let text = match columns < width(&before) + 24 {
            true => format!(
                "{}\n{}",
                indented("  ", &format!("{}  {}", name(spec.key, 0), spec.range())),
                indented("    ", &help)
            ),
            false => indented(&before, &help),
        };
        out.push_str(&format!("{text}\n"));
    }
    out
}

/// An example: the first two options with a value that is not their default.
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
