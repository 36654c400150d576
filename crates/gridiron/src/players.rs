//! The players that a command names, and what must be clear before they play.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use games::Entry;
use games::common::opening::OPENING_PLIES;
use games::common::options::OptionValues;
use games::common::rng::SEED_LIMIT;
use league::GameConditions;
use referee::{ChargeBy, PlayerSpec, TimeControl};

use crate::cli::TimingArguments;
use crate::failure::{Failure, complain, harmless};
use crate::sandbox;

/// Reads both players, and locks in those that are somebody's programs.
///
/// Nobody writes over a player, and no player reads what is written to `outputs`.
pub fn read(
    entry: &Entry,
    specs: [&str; 2],
    timing: &TimingArguments,
    outputs: &[&PathBuf],
) -> Result<[PlayerSpec; 2], Failure> {
    let [a, b] = specs.map(|spec| PlayerSpec::read(entry, spec).map_err(Failure::Usage));
    let mut players = [a?, b?];
    if let Some(path) = outputs.iter().find(|path| players.iter().any(|player| player.needs(path))) {
        return Err(Failure::Usage(format!("{} is a player: write to another file", path.display())));
    }
    sandbox::lock_in(&mut players, &timing.sandbox, outputs)?;
    Ok(players)
}

/// Players that think with several threads are charged by the wall or not at all.
pub fn check_threads<'a>(
    mut players: impl Iterator<Item = (&'a PlayerSpec, TimeControl)>,
    charge: ChargeBy,
) -> Result<(), Failure> {
    let unfair = |(player, clock): &(&PlayerSpec, TimeControl)| player.threads() > 1 && !clock.is_none();
    match players.find(|player| charge == ChargeBy::Cpu && unfair(player)) {
        None => Ok(()),
        Some((player, _)) => Err(Failure::Usage(format!(
            "`{}` thinks with {} threads, of which processor time would charge only one: \
             take --clock-by wall (in a file clock_by = \"wall\"), or threads=1",
            harmless(&player.about().spec),
            player.threads()
        ))),
    }
}

/// Says what built-in players have to do without, each thing once.
pub fn tell_troubles<'a>(players: impl IntoIterator<Item = &'a PlayerSpec>, rules: &OptionValues) {
    let troubles: BTreeSet<String> = players.into_iter().filter_map(|player| player.trouble(rules)).collect();
    troubles.iter().for_each(|trouble| complain(trouble));
}

/// Says what people should know about how programs are locked in.
pub fn tell_notes(players: &[PlayerSpec]) {
    players.iter().filter_map(PlayerSpec::confinement_note).for_each(|note| complain(&note));
}

/// The command that tells an author more about a bot, under the same conditions.
pub fn advice(player: &PlayerSpec, conditions: &GameConditions, clock: TimeControl) -> String {
    let spec = harmless(&player.about().spec);
    let spec = if spec.contains(' ') { format!("\"{spec}\"") } else { spec };
    let mut options = conditions.options.clone();
    // Openings make no difference to a bot that plays by the book.
    if let Some(opening) = conditions.entry.defaults().get(OPENING_PLIES.key) {
        let _ = options.set(OPENING_PLIES.key, &opening.to_string());
    }
    let rules = options.to_string();
    let rules = if rules.is_empty() { rules } else { format!(" --rules {rules}") };
    let clock = clock.to_string();
    let clock = if clock == conditions.entry.clock { String::new() } else { format!(" --clock {clock}") };
    format!("  what to do about it: gridiron check {} {spec}{rules}{clock}", conditions.entry.name)
}

/// A seed for games that nobody has seen yet, short enough to type again.
pub fn any_seed() -> u64 {
    long_seed() % 1_000_000
}

/// A seed that nobody can guess. A standard map draws its keys from the system's
/// own chance, which is all that is needed of it here.
pub fn long_seed() -> u64 {
    RandomState::new().hash_one("any seed") % SEED_LIMIT
}

/// Signals within this time are one: terminals and `timeout` send several.
const ONE_SIGNAL: Duration = Duration::from_millis(500);

/// Set by Ctrl-C; a second one ends the program at once. Programs that play are
/// ended by their supervisors in any case.
pub fn stop_on_interrupt() -> &'static AtomicBool {
    let mut first: Option<Instant> = None;
    let installed = ctrlc::set_handler(move || {
        interrupted().store(true, Ordering::Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_SIGNAL {
            process::exit(130);
        }
    });
    // Without it Ctrl-C ends the program as it ends any other.
    drop(installed);
    interrupted()
}

/// Whether everything should come to its end; see [`stop_on_interrupt`].
pub fn interrupted() -> &'static AtomicBool {
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    &INTERRUPTED
}
