//! The players that a command names, and what is checked before they play.

use std::collections::BTreeSet;
use std::path::PathBuf;

use games::GameEntry;
use games::common::opening::OPENING_PLIES;
use games::common::options::OptionValues;
use league::GameConditions;
use referee::{ChargeBy, PlayerSpec, TimeControl};

use crate::cli::TimingArguments;
use crate::failure::{Failure, complain, harmless};
use crate::sandbox_setup;

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
    sandbox_setup::lock_in(&mut players, &timing.sandbox, outputs)?;
    Ok(players)
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

/// The `gridiron check` command for a bot, with the same rules and clock.
pub fn advice(player: &PlayerSpec, conditions: &GameConditions, clock: TimeControl) -> String {
    let spec = harmless(&player.about().spec);
    let spec = if spec.contains(' ') { format!("\"{spec}\"") } else { spec };
    let mut options = conditions.options.clone();
    // Openings make no difference to a check.
    if let Some(opening) = conditions.entry.defaults().get(OPENING_PLIES.key) {
        let _ = options.set(OPENING_PLIES.key, &opening.to_string());
    }
    let rules = options.to_string();
    let rules = if rules.is_empty() { rules } else { format!(" --rules {rules}") };
    let clock = clock.to_string();
    let clock = if clock == conditions.entry.clock { String::new() } else { format!(" --clock {clock}") };
    format!("  to find out more: gridiron check {} {spec}{rules}{clock}", conditions.entry.name)
}
