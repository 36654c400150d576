//! `gridiron play`: one game in the terminal.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use ai::table::BuiltIn;
use games::common::options::OptionValues;
use games::common::rng::{SEED_LIMIT, derive, seat_seed};
use games::{Entry, Seat};
use referee::{Contender, PlayerRecord, play_game, record, rules_file};

use crate::cli::PlayArguments;
use crate::failure::Failure;
use crate::narrate::Narrator;

pub fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    let entry = games::find(&arguments.game).map_err(Failure::Usage)?;
    let options = read_rules(entry, &arguments.rules)?;
    let seed = arguments.seed.unwrap_or_else(any_seed);
    let players = [(Seat::Zero, &arguments.a), (Seat::One, &arguments.b)];
    let mut contenders = Vec::new();
    for (seat, spec) in players {
        contenders.push(contender(entry, spec, seat_seed(seed, seat))?);
    }
    let Ok(mut contenders) = <[Contender; 2]>::try_from(contenders) else { unreachable!("two players") };
    if let Some(path) = &arguments.record {
        check_writable(path)?;
    }
    let mut session = entry
        .start(options, seed)
        .map_err(|error| Failure::Usage(format!("--rules for {}: {error}", entry.name)))?;
    let about = [0, 1].map(|seat: usize| contenders[seat].about.clone());
    let mut narrator = Narrator::new(&arguments.show, about);
    let played = play_game(&mut *session, &mut contenders, &mut narrator)?;
    if let Some(path) = &arguments.record {
        record::write(path, &played).map_err(|error| cannot_write(path, &error.to_string()))?;
    }
    narrator.result(entry, &session.outcome().expect("a finished game"))
}

/// Rule options from `key=value,…` or from a file ending in `.toml`.
pub fn read_rules(entry: &Entry, rules: &str) -> Result<OptionValues, Failure> {
    let (place, read) = match rules.ends_with(".toml") {
        false => {
            (format!("--rules for {}", entry.name), entry.read_options(rules).map_err(|e| e.to_string()))
        }
        true => {
            let text = std::fs::read_to_string(rules)
                .map_err(|error| Failure::Usage(format!("cannot read {rules}: {error}")))?;
            (format!("{rules}, rules of {}", entry.name), rules_file::read(entry, &text))
        }
    };
    read.map_err(|error| Failure::Usage(format!("{place}: {error}")))
}

fn contender(entry: &Entry, spec: &str, seed: u64) -> Result<Contender, Failure> {
    let built_in = BuiltIn::read(entry.name, spec).map_err(|error| {
        let is_program = spec.contains(['/', '\\', '.']) || Path::new(spec).exists();
        Failure::Usage(match is_program {
            true => format!(
                "`{spec}`: programs cannot play yet, only built-in players: see `gridiron players {}`",
                entry.name
            ),
            false => error,
        })
    })?;
    let about = PlayerRecord {
        name: spec.to_string(),
        spec: spec.to_string(),
        version: format!("gridiron {}", env!("CARGO_PKG_VERSION")),
    };
    Ok(Contender { about, player: built_in.seat(seed) })
}

/// A seed for a game that nobody has seen yet.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to type again.
    derive(now.as_nanos() as u64, "any seed") % SEED_LIMIT.min(1_000_000)
}

/// Better to know before the game than after it.
fn check_writable(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.is_dir() {
        return Err(cannot_write(path, "it is a folder"));
    }
    if !folder.is_dir() {
        return Err(cannot_write(path, &format!("there is no folder {}", folder.display())));
    }
    Ok(())
}

fn cannot_write(path: &Path, why: &str) -> Failure {
    Failure::Failed(format!("cannot write the record {}: {why}", path.display()))
}
