//! The players that a command names, and what is checked before they play.

use std::collections::BTreeSet;
use std::path::PathBuf;

use games::GameEntry;
use games::common::options::OptionValues;
use referee::{ChargeBy, PlayerRecord, PlayerSpec, TimeControl};

use crate::cli::TimingArguments;
use crate::failure::{Failure, complain, harmless};
use crate::{output_places, sandbox_setup};

/// Reads both players, and locks in those that are programs.
///
/// No output may overwrite a file of a player, and no player can read an output.
pub fn read(
    entry: &GameEntry,
    specs: [&str; 2],
    timing: &TimingArguments,
    outputs: &[&PathBuf],
) -> Result<[PlayerSpec; 2], Failure> {
    let [a, b] = specs.map(|spec| PlayerSpec::read(entry, spec));
    let mut players = [a?, b?];
    if let Some(path) = outputs.iter().find(|path| players.iter().any(|player| player.needs_file(path))) {
        return Err(Failure::Usage(format!("{} is a player: choose another output file", path.display())));
    }
    outputs.iter().try_for_each(|path| output_places::check(path))?;
    sandbox_setup::lock_in(&mut players, &timing.sandbox, outputs)?;
    let names = distinct_names(players.each_ref().map(PlayerSpec::about));
    let [name_a, name_b] = names;
    let [a, b] = players;
    Ok([a.with_name(&name_a), b.with_name(&name_b)])
}

/// The names of both players; with as much of their paths as tells them apart, if
/// two files have the same name.
fn distinct_names(players: [&PlayerRecord; 2]) -> [String; 2] {
    let [a, b] = players;
    if a.name != b.name || a.spec == b.spec {
        return players.map(|player| player.name.clone());
    }
    let most = players.map(|player| player.spec.split('/').count()).into_iter().max().unwrap_or(1);
    let ends = (1..=most).map(|count| players.map(|player| end_of_path(&player.spec, count)));
    let told_apart = ends.into_iter().find(|[a, b]| a != b);
    told_apart.unwrap_or_else(|| players.map(|player| player.spec.clone()))
}

/// The last so many parts of a path.
fn end_of_path(path: &str, count: usize) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    parts[parts.len().saturating_sub(count)..].join("/")
}

/// Refuses built-in players with several threads, unless the clock is by wall time.
pub fn check_threads<'a>(
    mut players: impl Iterator<Item = (&'a PlayerSpec, TimeControl)>,
    charge: ChargeBy,
) -> Result<(), Failure> {
    let unfair = |(player, clock): &(&PlayerSpec, TimeControl)| player.threads() > 1 && !clock.is_none();
    match players.find(|player| charge != ChargeBy::Wall && unfair(player)) {
        None => Ok(()),
        Some((player, _)) => Err(Failure::Usage(format!(
            "`{}` uses {} threads, but the time of only one is measured: \
             use --clock-by wall (in a file clock_by = \"wall\"), or threads=1",
            harmless(&player.about().spec),
            player.threads()
        ))),
    }
}

/// Prints what built-in players have to do without, each warning once.
pub fn print_warnings<'a>(players: impl IntoIterator<Item = &'a PlayerSpec>, rules: &OptionValues) {
    let warnings: BTreeSet<String> = players.into_iter().filter_map(|player| player.warning(rules)).collect();
    warnings.iter().for_each(|warning| complain(warning));
}

/// Prints notes about how programs are locked in.
pub fn print_sandbox_notes(players: &[PlayerSpec]) {
    players.iter().filter_map(PlayerSpec::confinement_note).for_each(|note| complain(&note));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_same_name_are_told_apart() {
        let player = |spec: &str, name: &str| PlayerRecord {
            name: name.into(),
            spec: spec.into(),
            version: String::new(),
            clock: None,
        };
        for (specs, name, expected) in [
            (["new/bot.py", "old/bot.py"], "bot.py", ["new/bot.py", "old/bot.py"]),
            (["bot.py", "old/bot.py"], "bot.py", ["bot.py", "old/bot.py"]),
            (["a/x/bot.py", "b/x/bot.py"], "bot.py", ["a/x/bot.py", "b/x/bot.py"]),
            (["c/a/x/bot.py", "c/b/x/bot.py"], "bot.py", ["a/x/bot.py", "b/x/bot.py"]),
            (["x/bot.py?depth=1", "x/bot.py?depth=2"], "bot.py", ["bot.py?depth=1", "bot.py?depth=2"]),
            (["bot.py", "bot.py"], "bot.py", ["bot.py", "bot.py"]),
        ] {
            let players = specs.map(|spec| player(spec, name));
            assert_eq!(distinct_names(players.each_ref()), expected);
        }
        assert_eq!(distinct_names([&player("a/x.py", "x.py"), &player("a/y.py", "y.py")]), ["x.py", "y.py"]);
    }
}
