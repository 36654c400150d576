//! `gridiron replay`: show recorded games, or check that they hold.

use std::io::{self, Write};
use std::path::Path;

use referee::{Record, RecordFile, Replay, Watcher, record, verify};

use crate::cli::ReplayArguments;
use crate::failure::Failure;
use crate::narrate::Narrator;

pub fn run(arguments: &ReplayArguments) -> Result<(), Failure> {
    let file = arguments.file.display();
    let records = record::read(&arguments.file).map_err(|error| match error {
        record::ReadError::Io(error) => Failure::Failed(format!("cannot read {file}: {error}")),
        error => Failure::Failed(format!("{file}: {error}")),
    })?;
    let count = records.len();
    let chosen = match arguments.game {
        None => 1..=count,
        Some(number) if (1..=count).contains(&number) => number..=number,
        Some(number) => {
            return Err(Failure::Usage(format!("--game {number}: {file} holds games 1 to {count}")));
        }
    };
    if let Some(output) = &arguments.html {
        let page = web::game::html(&records[chosen.start() - 1..*chosen.end()]);
        return write(
            arguments,
            output,
            &page.map_err(|problem| Failure::Failed(format!("{file}: {problem}")))?,
        );
    }
    let several = chosen.clone().count() > 1;
    if let Some(output) = &arguments.svg {
        if several {
            return Err(Failure::Usage(format!(
                "--svg draws one game and {file} holds {count}: add --game N"
            )));
        }
        return write(arguments, output, &picture(arguments, &records[chosen.start() - 1])?);
    }
    for number in chosen {
        let record = &records[number - 1];
        let place = if count > 1 { format!("{file}, game {number}") } else { file.to_string() };
        let result = match arguments.verify {
            true => verify(record).map_err(Failure::Failed),
            false => {
                if several && !arguments.show.quiet {
                    let gap = if number > 1 { "\n" } else { "" };
                    writeln!(anstream::stdout(), "{gap}game {number} of {count}")?;
                }
                show(arguments, record)
            }
        };
        result.map_err(|failure| match failure {
            Failure::Failed(problem) => Failure::Failed(format!("{place}: {problem}")),
            other => other,
        })?;
    }
    Ok(())
}

fn show(arguments: &ReplayArguments, record: &Record) -> Result<(), Failure> {
    let mut replay = Replay::new(record).map_err(Failure::Failed)?;
    let mut narrator = Narrator::new(&arguments.show, record.players.clone());
    narrator.start(replay.session())?;
    while let Some(step) = replay.step() {
        let action = step.map_err(Failure::Failed)?;
        narrator.action(replay.session(), action)?;
    }
    let session = replay.session().boxed_clone();
    replay.finish().map_err(Failure::Failed)?;
    narrator.result(&*session, &record.outcome)
}

/// The position that is asked for.
fn picture(arguments: &ReplayArguments, record: &Record) -> Result<String, Failure> {
    let count = record.actions.len();
    match arguments.ply.filter(|ply| *ply > count) {
        Some(ply) => Err(Failure::Usage(format!("--ply {ply}: the game has {count} actions"))),
        None => web::svg::game(record, arguments.ply)
            .map_err(|problem| Failure::Failed(format!("{}: {problem}", arguments.file.display()))),
    }
}

/// Writes what was made of the record, and never over the record.
fn write(arguments: &ReplayArguments, output: &Path, text: &str) -> Result<(), Failure> {
    if output == Path::new("-") {
        return Ok(io::stdout().write_all(text.as_bytes())?);
    }
    let shown = output.display();
    let is_record =
        output.canonicalize().ok().is_some_and(|output| arguments.file.canonicalize().ok() == Some(output));
    if is_record {
        return Err(Failure::Usage(format!("{shown} is the record: choose another file")));
    }
    let written = RecordFile::create(output).and_then(|file| file.finish_text(text));
    written.map_err(|error| Failure::Failed(format!("cannot write {shown}: {error}")))
}
