//! What is to be analysed: a recorded game, or a position.

use std::path::Path;

use games::common::notation::PositionText;
use games::{GameEntry, Session};
use referee::{Record, Replay};

use super::AnalyseArguments;
use crate::failure::{Failure, harmless};
use crate::replay::{self, Which};
use crate::rules;

/// What is to be analysed.
pub enum Subject {
    /// A recorded game.
    Game(Box<Record>),
    /// A position of a recorded game, and how far into it.
    Moment(Box<Record>, usize),
    /// A position that came from nowhere.
    Position(Box<dyn Session>),
}

/// The word for the position that a game starts from.
const START: &str = "start";

/// Reads what the arguments name.
pub fn read(arguments: &AnalyseArguments, entry: &'static GameEntry) -> Result<Subject, Failure> {
    let what = arguments.what.as_str();
    let is_file = Path::new(what).exists();
    let no_record = |options: &str| {
        Err(Failure::Usage(format!("{options}: only a record has that, and `{what}` is a position")))
    };
    // Whoever has a file of that name can still say ./start.
    if what != START && (is_file || !looks_like_a_position(what)) {
        return record(arguments, entry);
    }
    if arguments.number.is_some() {
        return no_record("--game");
    }
    if arguments.ply.is_some() {
        return no_record("--ply");
    }
    let session = if what == START { start(arguments, entry) } else { position(arguments, entry) };
    session.map(Subject::Position)
}

/// Rather than a file that is not there: `1,0,-1/…`, slips and all.
fn looks_like_a_position(what: &str) -> bool {
    let board = what.split_ascii_whitespace().next().unwrap_or_default();
    board.split(',').count() > 2 && board.contains('/')
}

fn start(arguments: &AnalyseArguments, entry: &'static GameEntry) -> Result<Box<dyn Session>, Failure> {
    let options = rules::read(entry, arguments.rules.as_deref().unwrap_or_default())?;
    let started = entry.start(options, arguments.seed.unwrap_or(0));
    let mut session = started.map_err(|error| rules::refused(entry, &error))?;
    // Openings are drawn from the seed; players begin where they end.
    for line in session.opening().to_vec() {
        session.submit(&line);
    }
    Ok(session)
}

/// Rules and seed are for `start`: all else brings its own.
fn refuse_rules(arguments: &AnalyseArguments, what: &str) -> Result<(), Failure> {
    let given = [("--rules", arguments.rules.is_some()), ("--seed", arguments.seed.is_some())];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            Err(Failure::Usage(format!("{option}: {what} brings its own, this is for `{START}`")))
        }
        None => Ok(()),
    }
}

fn position(arguments: &AnalyseArguments, entry: &'static GameEntry) -> Result<Box<dyn Session>, Failure> {
    refuse_rules(arguments, "a position")?;
    let text: PositionText = arguments.what.parse()?;
    let mut options = entry.defaults();
    // Boards of other sizes may be of another type inside.
    for (key, size) in [("rows", text.rows.len()), ("cols", text.rows[0].len())] {
        // What is out of range is told of by whoever reads the whole position.
        let _ = options.set(key, &size.to_string());
    }
    let usual = || entry.start(entry.defaults(), 0);
    let base = entry.start(options, 0).or_else(|_| usual()).map_err(|error| rules::refused(entry, &error))?;
    let session = base.with_position(&arguments.what)?;
    is_open(session)
}

/// A game that is over leaves nothing to choose.
fn is_open(session: Box<dyn Session>) -> Result<Box<dyn Session>, Failure> {
    match session.outcome() {
        None => Ok(session),
        Some(_) => {
            Err(Failure::Failed("the game is over in this position: there is no move to weigh".into()))
        }
    }
}

fn record(arguments: &AnalyseArguments, entry: &'static GameEntry) -> Result<Subject, Failure> {
    refuse_rules(arguments, "a record")?;
    let path = Path::new(&arguments.what);
    if !path.exists() {
        return Err(Failure::Failed(format!(
            "there is no file `{}`, and a position has rows of numbers and a seat: `1,0,-1/0,0,0/-1,0,1 0`",
            harmless(&arguments.what)
        )));
    }
    let which = arguments.number.map_or(Which::First, Which::Number);
    let (number, record) = replay::read(path, which)?
        .into_iter()
        .next()
        .ok_or_else(|| Failure::Failed(format!("{}: there is no game in it", path.display())))?;
    if record.game != entry.name {
        let game = arguments.number.map(|number| format!(" --game {number}")).unwrap_or_default();
        return Err(Failure::Usage(format!(
            "{}{} is a game of {}: `gridiron analyse {} {}{game}`",
            path.display(),
            if arguments.number.is_some() { format!(", game {number},") } else { String::new() },
            record.game,
            record.game,
            path.display()
        )));
    }
    referee::verify(&record).map_err(|problem| in_file(path, &problem.to_string()))?;
    let Some(ply) = arguments.ply else { return Ok(Subject::Game(Box::new(record))) };
    let count = record.actions.len();
    match ply {
        _ if ply > count => Err(Failure::Usage(format!("--ply {ply}: the game has {count} actions"))),
        _ => Ok(Subject::Moment(Box::new(record), ply)),
    }
}

fn in_file(path: &Path, problem: &str) -> Failure {
    Failure::Failed(format!("{}: {problem}", path.display()))
}

/// A record that was verified, replayed step by step: `each` sees the session
/// after every action with the action's number from 0.
pub fn replayed(
    record: &Record,
    each: &mut dyn FnMut(&dyn Session, usize) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut replay = Replay::new(record)?;
    let mut count = 0;
    while let Some(step) = replay.step() {
        step?;
        each(replay.session(), count)?;
        count += 1;
    }
    Ok(())
}

/// The session at the start of a record.
pub fn started(record: &Record) -> Result<Box<dyn Session>, Failure> {
    Ok(Replay::new(record)?.session().boxed_clone())
}

/// The position of a record before an action, of which somebody may choose.
pub fn moment(record: &Record, ply: usize) -> Result<Box<dyn Session>, Failure> {
    let mut replay = Replay::new(record)?;
    for _ in 0..ply {
        if let Some(step) = replay.step() {
            step?;
        }
    }
    is_open(replay.session().boxed_clone())
}
