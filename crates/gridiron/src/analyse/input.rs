//! Reads what is to be analysed: a recorded game or a position.

use std::path::Path;

use games::common::notation::PositionText;
use games::{GameEntry, Session};
use referee::{Record, Replay};

use super::AnalyseArguments;
use crate::failure::{Failure, harmless};
use crate::replay::{self, Which};
use crate::rule_arguments;

/// A game or a position to be analysed.
pub enum Input {
    /// A recorded game.
    Game(Box<Record>),
    /// A position of a recorded game: the one after so many actions.
    PositionInGame(Box<Record>, usize),
    /// A position without a game that led to it.
    Position(Box<dyn Session>),
}

/// The word that names the starting position.
const START: &str = "start";

/// Reads the game or position that the arguments name. A record knows its game; a
/// position does not.
pub fn read(arguments: &AnalyseArguments) -> Result<(&'static GameEntry, Input), Failure> {
    let what = arguments.what();
    // Positions may begin with a minus, so the command line does not refuse these.
    if what.starts_with("--") {
        return Err(Failure::Usage(format!(
            "unexpected argument '{}': `gridiron analyse --help` lists the options",
            harmless(what)
        )));
    }
    let is_file = Path::new(what).exists();
    if let (None, false, Ok(entry)) = (arguments.game(), is_file, games::find(what)) {
        return Err(Failure::Usage(format!(
            "name a record, or a position of {0}: `gridiron analyse {0} {START}`",
            entry.name
        )));
    }
    let no_record =
        |options: &str| Err(Failure::Usage(format!("{options} is for records, and `{what}` is a position")));
    // A file of that name can be given as ./start.
    if what != START && (is_file || !is_like_position(what)) {
        return record(arguments);
    }
    let Some(game) = arguments.game() else {
        return Err(Failure::Usage(format!(
            "name the game of `{}`, as in `gridiron analyse virus {START}`",
            harmless(what)
        )));
    };
    let entry = games::find(game)?;
    if arguments.number.is_some() {
        return no_record("--game");
    }
    if arguments.ply.is_some() {
        return no_record("--ply");
    }
    let session = if what == START { start(arguments, entry) } else { position(arguments, entry) };
    Ok((entry, Input::Position(session?)))
}

/// Whether a text is rather a position such as `1,0,-1/…`, perhaps with mistakes,
/// than the name of a missing file.
fn is_like_position(what: &str) -> bool {
    let board = what.split_ascii_whitespace().next().unwrap_or_default();
    board.split(',').count() > 2 && board.contains('/')
}

fn start(arguments: &AnalyseArguments, entry: &'static GameEntry) -> Result<Box<dyn Session>, Failure> {
    let options = rule_arguments::read(entry, arguments.rules.as_deref().unwrap_or_default())?;
    let started = entry.start(options, arguments.seed.unwrap_or(0));
    let mut session = started.map_err(|error| rule_arguments::refused(entry, &error))?;
    // Openings are drawn from the seed. Players take over after them.
    for line in session.opening().to_vec() {
        session.submit(&line);
    }
    Ok(session)
}

/// Refuses `--rules` and `--seed`, which are for `start` only.
fn refuse_rules(arguments: &AnalyseArguments, what: &str) -> Result<(), Failure> {
    let given = [("--rules", arguments.rules.is_some()), ("--seed", arguments.seed.is_some())];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Failure::Usage(format!("{option} is for `{START}`: {what} has its own"))),
        None => Ok(()),
    }
}

fn position(arguments: &AnalyseArguments, entry: &'static GameEntry) -> Result<Box<dyn Session>, Failure> {
    refuse_rules(arguments, "a position")?;
    let text: PositionText = arguments.what().parse()?;
    let mut options = entry.defaults();
    // The session's type depends on the size of the board.
    for (key, size) in [("rows", text.rows.len()), ("cols", text.rows[0].len())] {
        // `with_position` below reports a size that is out of range.
        let _ = options.set(key, &size.to_string());
    }
    let usual = || entry.start(entry.defaults(), 0);
    let base = entry
        .start(options, 0)
        .or_else(|_| usual())
        .map_err(|error| rule_arguments::refused(entry, &error))?;
    let session = base.with_position(arguments.what())?;
    require_open(session)
}

/// Refuses positions in which the game is over.
fn require_open(session: Box<dyn Session>) -> Result<Box<dyn Session>, Failure> {
    match session.outcome() {
        None => Ok(session),
        Some(_) => {
            Err(Failure::Failed("the game is over in this position: there is no move to analyse".into()))
        }
    }
}

fn record(arguments: &AnalyseArguments) -> Result<(&'static GameEntry, Input), Failure> {
    // A name that no game has is wrong, whatever the file holds.
    let named = arguments.game().map(games::find).transpose()?;
    refuse_rules(arguments, "a record")?;
    let path = Path::new(arguments.what());
    if !path.exists() {
        return Err(Failure::Usage(format!(
            "no such file: `{}`; a position is written as rows of numbers and a seat: `1,0,-1/0,0,0/-1,0,1 0`",
            harmless(arguments.what())
        )));
    }
    let which = arguments.number.map_or(Which::First, Which::Number);
    let (number, record) = replay::read(path, which)?
        .into_iter()
        .next()
        .ok_or_else(|| Failure::Failed(format!("{}: the file has no game", path.display())))?;
    let place = match arguments.number {
        Some(_) => format!("{}, game {number}", path.display()),
        None => path.display().to_string(),
    };
    let entry = games::find(&record.game).map_err(|error| Failure::Usage(format!("{place}: {error}")))?;
    if let Some(other) = named.filter(|named| named.name != entry.name) {
        return Err(Failure::Usage(format!(
            "{place} is a game of {}, not of {}: leave out `{}`",
            entry.name, other.name, other.name
        )));
    }
    referee::verify(&record).map_err(|problem| in_file(path, &problem.to_string()))?;
    let Some(ply) = arguments.ply else { return Ok((entry, Input::Game(Box::new(record)))) };
    let count = record.actions.len();
    match ply {
        _ if ply > count => Err(Failure::Usage(format!("--ply {ply}: the game has {count} actions"))),
        _ => Ok((entry, Input::PositionInGame(Box::new(record), ply))),
    }
}

fn in_file(path: &Path, problem: &str) -> Failure {
    Failure::Failed(format!("{}: {problem}", path.display()))
}

/// Replays a verified record. `each` gets the session after every action and the
/// action's number, counted from 0.
pub fn replay_each(
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

/// The position at the start of a record.
pub fn start_of(record: &Record) -> Result<Box<dyn Session>, Failure> {
    Ok(Replay::new(record)?.session().boxed_clone())
}

/// The position at the end of a record.
pub fn end_of(record: &Record) -> Result<Box<dyn Session>, Failure> {
    let mut replay = Replay::new(record)?;
    while let Some(step) = replay.step() {
        step?;
    }
    Ok(replay.session().boxed_clone())
}

/// The position of a record after `ply` actions. An error if the game is over there.
pub fn position_before(record: &Record, ply: usize) -> Result<Box<dyn Session>, Failure> {
    let mut replay = Replay::new(record)?;
    for _ in 0..ply {
        if let Some(step) = replay.step() {
            step?;
        }
    }
    require_open(replay.session().boxed_clone())
}
