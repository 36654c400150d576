//! `gridiron play`: one game in the terminal.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use referee::contender::Dialogue;
use referee::{Contender, PlayerSpec, RecordFile, Terms, play_game};

use crate::cli::PlayArguments;
use crate::failure::Failure;
use crate::narrate::Narrator;
use crate::{players, rules};

pub fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    let entry = games::find(&arguments.game).map_err(Failure::Usage)?;
    let options = rules::read(entry, &arguments.rules)?;
    let seed = arguments.seed.unwrap_or_else(players::any_seed);
    let players = players::read(entry, [&arguments.a, &arguments.b], &arguments.terms)?;
    for path in [&arguments.record, &arguments.dialogue] {
        players::spare(&players, path.as_ref())?;
    }
    let terms = Terms {
        clocks: arguments.terms.clocks(entry),
        charge: arguments.terms.charge()?,
        start_budget: arguments.terms.start_budget,
    };
    let mut session = entry.start(options, seed).map_err(|error| rules::refused(entry, &error))?;
    // Before the game: better to know now than after it.
    let file = match &arguments.record {
        None => None,
        Some(path) => Some(RecordFile::create(path).map_err(|error| cannot_write(path, &error))?),
    };
    let stop = players::stop_on_interrupt();
    let mut narrator =
        Narrator::new(&arguments.show, players.each_ref().map(|player| player.about().clone()));
    let mut contenders = match &arguments.dialogue {
        None => players.each_ref().map(PlayerSpec::contender),
        Some(path) => written_down(path, &players)?,
    };
    let played = play_game(&mut *session, &mut contenders, &terms, stop, &mut narrator);
    contenders.iter_mut().for_each(|contender| contender.leave());
    let played = played?;
    narrator.result(&*session, &played.outcome)?;
    match (file, &arguments.record) {
        (Some(file), Some(path)) => file.finish(&played).map_err(|error| cannot_write(path, &error)),
        _ => Ok(()),
    }
}

/// The players, with all that is said to and by programs written to a file.
fn written_down(path: &Path, players: &[PlayerSpec; 2]) -> Result<[Box<dyn Contender>; 2], Failure> {
    let cannot = |error| Failure::Failed(format!("cannot write the dialogue {}: {error}", path.display()));
    File::create(path).map_err(cannot)?;
    // Each its own way to the end of the same file, so that no line is torn.
    let end = || OpenOptions::new().append(true).open(path).map_err(cannot);
    let ends = [end()?, end()?];
    let mut dialogues = ["A", "B"]
        .into_iter()
        .zip(ends)
        .map(|(name, end)| Dialogue { name: name.into(), out: Box::new(end) });
    Ok(players.each_ref().map(|player| player.contender_with(dialogues.next())))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("cannot write the record {}: {error}", path.display()))
}
