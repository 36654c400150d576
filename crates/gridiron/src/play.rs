//! `gridiron play`: one game in the terminal.

use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use ai::table::BuiltIn;
use games::common::rng::{derive, seat_seed};
use games::{Entry, Seat};
use referee::{Contender, PlayerRecord, RecordFile, play_game};

use crate::cli::PlayArguments;
use crate::failure::Failure;
use crate::narrate::Narrator;
use crate::rules;

pub fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    let entry = games::find(&arguments.game).map_err(Failure::Usage)?;
    let options = rules::read(entry, &arguments.rules)?;
    let seed = arguments.seed.unwrap_or_else(any_seed);
    let mut contenders = [
        contender(entry, &arguments.a, seat_seed(seed, Seat::Zero))?,
        contender(entry, &arguments.b, seat_seed(seed, Seat::One))?,
    ];
    let mut session = entry.start(options, seed).map_err(|error| rules::refused(entry, &error))?;
    // Before the game: better to know now than after it.
    let file = match &arguments.record {
        None => None,
        Some(path) => Some(RecordFile::create(path).map_err(|error| cannot_write(path, &error))?),
    };
    let about = [0, 1].map(|seat: usize| contenders[seat].about.clone());
    let mut narrator = Narrator::new(&arguments.show, about);
    let played = play_game(&mut *session, &mut contenders, &mut narrator)?;
    narrator.result(&*session, &played.outcome)?;
    match (file, &arguments.record) {
        (Some(file), Some(path)) => file.finish(&played).map_err(|error| cannot_write(path, &error)),
        _ => Ok(()),
    }
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

/// A seed for a game that nobody has seen yet, short enough to type again.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    derive(now.as_nanos() as u64, "any seed") % 1_000_000
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("cannot write the record {}: {error}", path.display()))
}
