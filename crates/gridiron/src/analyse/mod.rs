//! `gridiron analyse`: what every move was worth, and what a player could have
//! known.

mod arguments;
mod course;
mod course_text;
mod effort;
mod field;
mod graph;
mod harvest;
mod harvest_text;
mod moves;
mod subject;
mod table;
mod words;

pub use arguments::AnalyseArguments;

use std::io::Write;

use ai::analysis::{Analyst, analyst};
use games::{Entry, Session};

use self::course::Course;
use self::effort::Effort;
use self::field::Field;
use self::harvest::Harvest;
use self::moves::Moves;
use self::subject::Subject;
use crate::failure::{Failure, complain};
use crate::width;

/// Where nobody knows how wide the screen is.
const USUAL_COLUMNS: usize = 80;

pub fn run(arguments: &AnalyseArguments) -> Result<(), Failure> {
    let entry = games::find(&arguments.game).map_err(Failure::Usage)?;
    let analyst = analyst(entry.name);
    if analyst.is_none() && (arguments.nodes.is_some() || arguments.time.is_some()) {
        return Err(Failure::Usage(nothing_to_search(entry)));
    }
    let subject = subject::read(arguments, entry)?;
    let columns = width::of_terminal().unwrap_or(USUAL_COLUMNS);
    let report = match analyst {
        Some(mut analyst) => without_secrets(arguments, entry, subject, &mut *analyst, columns)?,
        None => with_secrets(arguments, entry, subject, columns)?,
    };
    let mut out = anstream::stdout();
    out.write_all(report.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// What is known of a game with secrets is known without a search.
fn nothing_to_search(entry: &Entry) -> String {
    let searched: Vec<&str> =
        games::GAMES.iter().map(|entry| entry.name).filter(|name| analyst(name).is_some()).collect();
    format!("--nodes and --time are for {}: nothing is searched in {}", searched.join(" and "), entry.name)
}

fn tell_trouble(analyst: &dyn Analyst, session: &dyn Session) {
    if let Some(trouble) = analyst.warning(session) {
        complain(&trouble);
    }
}

fn without_secrets(
    arguments: &AnalyseArguments,
    entry: &Entry,
    subject: Subject,
    analyst: &mut dyn Analyst,
    columns: usize,
) -> Result<String, Failure> {
    let session = match subject {
        Subject::Game(record) => {
            tell_trouble(analyst, &*subject::started(&record)?);
            let effort = Effort::for_moves(arguments, record.actions.len());
            let course = Course::of(&record, analyst, effort)?;
            return Ok(match arguments.json {
                true => format!("{}\n", course.as_json()),
                false => course_text::text(entry, &course, columns),
            });
        }
        Subject::Moment(record, ply) => subject::moment(&record, ply)?,
        Subject::Position(session) => session,
    };
    tell_trouble(analyst, &*session);
    let moves = Moves::of(session, analyst, &mut Effort::for_position(arguments))?;
    Ok(match arguments.json {
        true => format!("{}\n", moves.as_json(entry)),
        false => moves.text(entry, arguments.all, columns),
    })
}

fn with_secrets(
    arguments: &AnalyseArguments,
    entry: &Entry,
    subject: Subject,
    columns: usize,
) -> Result<String, Failure> {
    let field = match subject {
        Subject::Game(record) => {
            let harvest = Harvest::of(&record)?;
            return Ok(match arguments.json {
                true => format!("{}\n", harvest.as_json()),
                false => harvest_text::text(entry, &harvest, arguments.all, columns),
            });
        }
        Subject::Moment(record, ply) => Field::at(&record, ply)?,
        Subject::Position(session) => Field::of(session)?,
    };
    Ok(match arguments.json {
        true => format!("{}\n", field.as_json(entry)),
        false => field.text(entry, columns),
    })
}
