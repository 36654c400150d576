//! `gridiron replay`: show recorded games, or verify them.

use std::io::{self, Write};
use std::path::Path;

use league::committed_results::pair_of_game;
use league::store::{Store, packing};
use referee::units::counted;
use referee::{Record, RecordFile, Replay, Watcher, record, verify};

use crate::cli::ReplayArguments;
use crate::failure::{Failure, harmless};
use crate::narrate::Narrator;
use crate::output_places;

pub fn run(arguments: &ReplayArguments) -> Result<(), Failure> {
    let file = arguments.file.display();
    if arguments.verify && is_store(&arguments.file) {
        let count = verify_store(&arguments.file, arguments.game)?;
        return say_verified(arguments, count);
    }
    let games = read(&arguments.file, arguments.game.map_or(Which::All, Which::Number))?;
    let count = games.len();
    if let Some(output) = &arguments.html {
        let records: Vec<Record> = games.into_iter().map(|(_, record)| record).collect();
        let page = web::game::html(&records);
        let page = page.map_err(|problem| Failure::Failed(format!("{file}: {problem}")))?;
        let what = counted(count as u64, "game", "games");
        return write(arguments, output, page.as_bytes(), &format!("{what}; open it in a browser"));
    }
    let several = count > 1;
    let pictures = [("--svg", &arguments.svg), ("--gif", &arguments.gif)];
    if let Some((option, _)) = pictures.iter().find(|(_, output)| output.is_some() && several) {
        return Err(Failure::Usage(format!(
            "{option} draws one game and {file} holds {count}: add --game N"
        )));
    }
    if let Some(output) = &arguments.svg {
        let picture = picture(arguments, &games[0].1)?;
        return write(arguments, output, picture.as_bytes(), "a picture of one position");
    }
    if let Some(output) = &arguments.gif {
        let film = web::gif::game(&games[0].1);
        let film = film.map_err(|problem| Failure::Failed(format!("{file}: {problem}")))?;
        let pictures = counted(games[0].1.actions.len() as u64 + 1, "position", "positions");
        return write(arguments, output, &film, &format!("an animated picture of {pictures}"));
    }
    for (at, (number, record)) in games.iter().enumerate() {
        let place = if several { format!("{file}, game {number}") } else { file.to_string() };
        let result = match arguments.verify {
            true => verify(record).map_err(Failure::from),
            false => {
                if several && !arguments.show.quiet {
                    let gap = if at > 0 { "\n" } else { "" };
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
    if arguments.verify {
        say_verified(arguments, count)?;
    }
    Ok(())
}

/// `cup.db: 20 games follow the rules`
fn say_verified(arguments: &ReplayArguments, count: usize) -> Result<(), Failure> {
    if !arguments.show.quiet {
        let follow = if count == 1 { "follows" } else { "follow" };
        let games = counted(count as u64, "game", "games");
        let file = arguments.file.display().to_string();
        writeln!(anstream::stdout(), "{}: {games} {follow} the rules", harmless(&file))?;
    }
    Ok(())
}

/// The games of a file that a command asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    All,
    First,
    /// Counts from 1.
    Number(u64),
}

/// Reads games of a file, each with its number from 1.
pub fn read(path: &Path, which: Which) -> Result<Vec<(u64, Record)>, Failure> {
    let file = path.display();
    if is_store(path) {
        return read_store(path, which);
    }
    let records = record::read(path).map_err(|error| match error {
        record::ReadError::Io(error) => Failure::unreadable(&file, &error),
        error => Failure::Usage(format!("{file}: {error}")),
    })?;
    let count = records.len() as u64;
    let games = (1..).zip(records);
    match which {
        Which::All => Ok(games.collect()),
        Which::First => Ok(games.take(1).collect()),
        Which::Number(number) if (1..=count).contains(&number) => {
            Ok(games.filter(|(other, _)| *other == number).collect())
        }
        Which::Number(number) => {
            Err(Failure::Usage(format!("--game {number}: {file} holds games 1 to {count}")))
        }
    }
}

/// Whether a file is the store of a tournament.
fn is_store(path: &Path) -> bool {
    const SQLITE: &[u8] = b"SQLite format 3\0";
    sandbox::programs::read_start(path, SQLITE.len() as u64).is_ok_and(|bytes| bytes == SQLITE)
}

/// Reads games of a tournament, as far as their records were kept.
fn read_store(path: &Path, which: Which) -> Result<Vec<(u64, Record)>, Failure> {
    let store = Store::open_read_only(path).map_err(|error| Failure::Usage(error.to_string()))?;
    let mut games = Vec::new();
    for number in recorded(&store, which)? {
        games.push((number, read_game(&store, number)?));
    }
    Ok(games)
}

/// The numbers of the games that a command asks for.
fn recorded(store: &Store, which: Which) -> Result<Vec<u64>, Failure> {
    let recorded = || store.recorded_games().map_err(|error| Failure::Failed(error.to_string()));
    let numbers = match which {
        Which::All => recorded()?,
        Which::First => recorded()?.into_iter().take(1).collect(),
        Which::Number(number) => vec![number],
    };
    if numbers.is_empty() {
        return Err(Failure::Failed(format!(
            "{} holds no records: set records = \"all\" in the tournament file to keep them",
            store.path().display()
        )));
    }
    Ok(numbers)
}

fn read_game(store: &Store, number: u64) -> Result<Record, Failure> {
    let file = store.path().display();
    let packed = pair_of_game(number).map_or(Ok(None), |(pair, game)| store.record(pair, game));
    let packed = packed.map_err(|error| Failure::Failed(error.to_string()))?;
    let packed = packed.ok_or_else(|| {
        Failure::Usage(format!("--game {number}: {file} has no such game, or its record was not kept"))
    })?;
    packing::unpack(&packed).map_err(|error| Failure::Failed(format!("{file}, game {number}: {error}")))
}

/// Replays games of a tournament by the rules, and compares its tables with them.
/// Without a number, all of the store is checked, one game in memory at a time.
fn verify_store(path: &Path, number: Option<u64>) -> Result<usize, Failure> {
    let file = path.display();
    let store = Store::open_read_only(path).map_err(|error| Failure::Failed(error.to_string()))?;
    let numbers = recorded(&store, number.map_or(Which::All, Which::Number))?;
    let count = numbers.len();
    for number in numbers {
        let record = read_game(&store, number)?;
        let wrong = |problem: String| Failure::Failed(format!("{file}, game {number}: {problem}"));
        verify(&record).map_err(|problem| wrong(problem.to_string()))?;
        let compared = pair_of_game(number)
            .map_or(Ok(None), |(pair, game)| store.compare_with_record(pair, game, &record));
        match compared.map_err(|error| Failure::Failed(error.to_string()))? {
            None => {}
            Some(mismatch) => return Err(wrong(mismatch.to_string())),
        }
    }
    if number.is_none() {
        store.check().map_err(|error| Failure::Failed(error.to_string()))?;
    }
    Ok(count)
}

fn show(arguments: &ReplayArguments, record: &Record) -> Result<(), Failure> {
    let mut replay = Replay::new(record)?;
    let mut narrator = Narrator::new(&arguments.show, record.players.clone());
    narrator.start(replay.session())?;
    for played in 1.. {
        let Some(step) = replay.step() else { break };
        step?;
        narrator.action(replay.session(), &record.actions[..played])?;
    }
    let session = replay.session().boxed_clone();
    replay.finish()?;
    narrator.result(&*session, &record.outcome)
}

/// The picture of one position.
fn picture(arguments: &ReplayArguments, record: &Record) -> Result<String, Failure> {
    let count = record.actions.len();
    match arguments.ply.filter(|ply| *ply > count) {
        Some(ply) => Err(Failure::Usage(format!("--ply {ply}: the game has {count} actions"))),
        None => web::svg::game(record, arguments.ply)
            .map_err(|problem| Failure::Failed(format!("{}: {problem}", arguments.file.display()))),
    }
}

/// Writes a page or a picture, but never over the record, and says what it wrote.
fn write(arguments: &ReplayArguments, output: &Path, bytes: &[u8], what: &str) -> Result<(), Failure> {
    if output == Path::new("-") {
        return Ok(io::stdout().write_all(bytes)?);
    }
    let shown = output.display();
    let is_record =
        output.canonicalize().ok().is_some_and(|output| arguments.file.canonicalize().ok() == Some(output));
    if is_record {
        return Err(Failure::Usage(format!("{shown} is the record: choose another file")));
    }
    let written = RecordFile::create(output).and_then(|file| file.finish_bytes(bytes));
    let shown_path = |path: &Path| path.display().to_string();
    written.map_err(|error| output_places::failed(output, &error, shown_path, ""))?;
    writeln!(anstream::stdout(), "wrote {}: {what}", harmless(&shown.to_string()))?;
    Ok(())
}
