//! `gridiron analyse`: what every move was worth, and what a player could have
//! known.
//!
//! | | a recorded game | a position |
//! |---|---|---|
//! | games without secrets | `game_review` | `move_list` |
//! | Plantation | `plantation_review` | `plantation_position` |
//!
//! Each file computes one of these and writes it as JSON. The `_text` files
//! write it for people.

mod arguments;
mod describe;
mod game_review;
mod game_review_text;
mod graph;
mod input;
mod move_list;
mod plantation_position;
mod plantation_review;
mod plantation_review_text;
mod search_budget;

pub use arguments::AnalyseArguments;

use std::io::Write;

use ai::analysis::{Analyst, analyst};
use games::{GameEntry, Session};
use referee::Record;
use referee::review::{GameReview, ReviewError};

use self::input::Input;
use self::move_list::MoveList;
use self::plantation_position::PlantationPosition;
use self::plantation_review::PlantationReview;
use self::search_budget::SearchBudget;
use crate::failure::{Failure, complain};
use crate::terminal;

/// The width where the size of the terminal is unknown.
const USUAL_COLUMNS: usize = 80;

/// Runs the command.
pub fn run(arguments: &AnalyseArguments) -> Result<(), Failure> {
    let (entry, input) = input::read(arguments)?;
    let analyst = analyst(entry.name);
    if analyst.is_none() && (arguments.nodes.is_some() || arguments.time.is_some()) {
        return Err(Failure::Usage(no_search(entry)));
    }
    let columns = terminal::columns().unwrap_or(USUAL_COLUMNS);
    let report = match analyst {
        Some(mut analyst) => analyse_by_search(arguments, entry, input, &mut *analyst, columns)?,
        None => analyse_plantation(arguments, entry, input, columns)?,
    };
    let mut out = anstream::stdout();
    out.write_all(report.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Why a search cannot be limited in a game that is analysed without one.
fn no_search(entry: &GameEntry) -> String {
    let searched: Vec<&str> =
        games::GAMES.iter().map(|entry| entry.name).filter(|name| analyst(name).is_some()).collect();
    format!(
        "--nodes and --time are for {}: {} is analysed without a search",
        searched.join(" and "),
        entry.name
    )
}

fn report_warning(analyst: &dyn Analyst, session: &dyn Session) {
    if let Some(warning) = analyst.warning(session) {
        complain(&warning);
    }
}

/// The players, rules and result of a game, in lines of at most so many columns.
fn headline(record: &Record, columns: usize) -> Result<String, Failure> {
    let headline = describe::headline(&*input::end_of(record)?, record);
    let lines = headline.lines().flat_map(|line| terminal::wrap(line, columns));
    Ok(lines.map(|line| line + "\n").collect())
}

/// Games without secrets: a search says what moves are worth.
fn analyse_by_search(
    arguments: &AnalyseArguments,
    entry: &GameEntry,
    input: Input,
    analyst: &mut dyn Analyst,
    columns: usize,
) -> Result<String, Failure> {
    let session = match input {
        Input::Game(record) => {
            report_warning(analyst, &*input::start_of(&record)?);
            let count = record.actions.len();
            let mut budget = SearchBudget::for_moves(arguments, count);
            let limits = budget.limits;
            let review = GameReview::of(&record, analyst, &limits, &mut |at| budget.show(at, count, "move"));
            budget.clear();
            let review = review.map_err(|error| match error {
                ReviewError::Stopped => Failure::Interrupted,
                error => Failure::Failed(error.to_string()),
            })?;
            return Ok(match arguments.json {
                true => format!("{}\n", game_review::as_json(&review)),
                false => {
                    headline(&record, columns)?
                        + &game_review_text::text(entry, &review, &budget.in_words(), columns)
                }
            });
        }
        Input::PositionInGame(record, ply) => input::position_before(&record, ply)?,
        Input::Position(session) => session,
    };
    report_warning(analyst, &*session);
    let moves = MoveList::of(session, analyst, &mut SearchBudget::for_position(arguments))?;
    Ok(match arguments.json {
        true => format!("{}\n", moves.as_json(entry)),
        false => moves.text(entry, arguments.all, columns),
    })
}

/// Plantation: what each side could know decides, so nothing is searched.
fn analyse_plantation(
    arguments: &AnalyseArguments,
    entry: &GameEntry,
    input: Input,
    columns: usize,
) -> Result<String, Failure> {
    let position = match input {
        Input::Game(record) => {
            let review = PlantationReview::of(&record)?;
            return Ok(match arguments.json {
                true => format!("{}\n", review.as_json()),
                false => {
                    headline(&record, columns)?
                        + &plantation_review_text::text(entry, &review, arguments.all, columns)
                }
            });
        }
        Input::PositionInGame(record, ply) => PlantationPosition::at(&record, ply)?,
        Input::Position(session) => PlantationPosition::of(session)?,
    };
    Ok(match arguments.json {
        true => format!("{}\n", position.as_json(entry)),
        false => position.text(entry, columns),
    })
}
