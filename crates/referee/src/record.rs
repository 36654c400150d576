//! The record of one game: all that is needed to show, check and replay it.
//!
//! A file holds one record as JSON, or one on each line. `docs/record.md` describes
//! the format.

use std::fmt::{self, Display};
use std::time::Duration;

use games::common::options::{OptionError, OptionKind, OptionValue, OptionValues};
use games::{Cause, GameEntry, Outcome, Played, Seat, Session, Viewpoint};
use sandbox::{ChargeBy, Level, TimeSpent};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::clock::TimeControl;

mod bounded;
mod file;
pub(crate) mod limits;
pub mod spelling;

#[cfg(test)]
pub(crate) use file::without_place;
pub use file::{ReadError, RecordFile, json_problem, read};

/// The version of the format that is written and read here.
pub const FORMAT: u32 = 1;

/// The record of one game.
///
/// ```
/// use gridiron_referee::{Record, record};
///
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/record-0.1.jsonl");
/// let records: Vec<Record> = record::read(path.as_ref())?;
/// let game = &records[0];
/// assert_eq!((game.game.as_str(), game.seed), ("virus", 1));
/// assert_eq!(game.outcome.winner, Some(games::Seat::One));
/// # Ok::<(), gridiron_referee::ReadError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The format, [`FORMAT`].
    pub gridiron: u32,
    /// The name of the game.
    pub game: String,
    /// All rule options, those at their defaults included.
    #[serde(deserialize_with = "bounded::options")]
    pub options: Map<String, Value>,
    /// The seed of all chance in the game, below 2^53.
    pub seed: u64,
    /// The seat that moved first.
    #[serde(with = "spelling")]
    pub first: Seat,
    /// The players of seat 0 and seat 1.
    pub players: [PlayerRecord; 2],
    /// The time control; seat 0's where the players have different ones.
    #[serde(with = "spelling")]
    pub clock: TimeControl,
    /// What the clocks were charged by; `None` if neither player had one.
    #[serde(with = "spelling")]
    pub charged: Option<ChargeBy>,
    /// The sandbox level of the weaker locked-in program.
    #[serde(with = "spelling")]
    pub sandbox: Level,
    /// The board at the start: rows from the top, seat 0 positive.
    #[serde(deserialize_with = "bounded::board")]
    pub start: Vec<Vec<i64>>,
    /// All actions in order, those of the opening included.
    pub actions: Vec<ActionRecord>,
    /// How many unexpected lines each seat sent.
    #[serde(default, rename = "unasked", skip_serializing_if = "is_zero")]
    pub unexpected_lines: [u32; 2],
    /// The board at the end, like `start`.
    #[serde(rename = "final", deserialize_with = "bounded::board")]
    pub final_board: Vec<Vec<i64>>,
    /// How the game ended.
    pub outcome: OutcomeRecord,
}

impl Record {
    /// A game that goes on, as far as it has come: for replaying its actions. It has
    /// neither clocks nor an outcome, so it cannot be verified. `start` is the game
    /// before its first action.
    pub fn unfinished(start: &dyn Session, players: [PlayerRecord; 2], actions: Vec<ActionRecord>) -> Record {
        Record {
            gridiron: FORMAT,
            game: start.entry().name.to_string(),
            options: options_to_json(start.options()),
            seed: start.seed(),
            first: first(start),
            players,
            clock: TimeControl::NONE,
            charged: None,
            sandbox: Level::None,
            start: board(start),
            actions,
            unexpected_lines: [0, 0],
            final_board: Vec::new(),
            outcome: OutcomeRecord::new(Outcome::from_score(0, Cause::Normal), None),
        }
    }
}

/// A player as a record describes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// The name shown to people. A longer one in a file is cut.
    #[serde(deserialize_with = "short_name")]
    pub name: String,
    /// The player as it was named on the command line.
    pub spec: String,
    /// The version: a hash of the program's files, or that of this program.
    pub version: String,
    /// The time control, if the players have different ones.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "spelling::optional")]
    pub clock: Option<TimeControl>,
}

/// Reads a name, of which [`LONGEST_NAME`] characters are kept: pages repeat it often.
fn short_name<'a, D: Deserializer<'a>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|name| sent_up_to(&name, LONGEST_NAME))
}

/// How many characters a player's name may have.
pub const LONGEST_NAME: usize = 64;

/// One action of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ActionRecord {
    /// The seat that acted.
    #[serde(with = "spelling")]
    pub seat: Seat,
    /// Counts from 1 and goes up after both seats had theirs.
    pub turn: u32,
    /// Words and integers, with single spaces between them.
    pub action: String,
    /// What the game returned for it.
    pub reply: String,
    /// What decided the action; `None` if the player did.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "spelling::optional")]
    pub by: Option<DecidedBy>,
    /// The line that the player sent, if the rules put this action in its place. It
    /// is cut after 1000 characters, and after 100 if there were many before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<String>,
    /// The fault for which the rules did that.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "spelling::optional_fault")]
    pub fault: Option<Cause>,
    /// What was wrong, for the author of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What the player wrote to standard error meanwhile, cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// Wall time from question to move, in nanoseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_ns: Option<u64>,
    /// CPU time for the move, in nanoseconds, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_ns: Option<u64>,
    /// Fair time for the move, in nanoseconds, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair_ns: Option<u64>,
    /// Time in which the machine or the referee stood still, in nanoseconds. It is not
    /// charged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stalled_ns: Option<u64>,
    /// The clock did not run, because the program was starting.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unbilled: bool,
}

/// What decides an action that no player is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecidedBy {
    /// The opening, drawn from the game's seed.
    Opening,
    /// The rules, which leave the player no choice.
    Rules,
}

impl DecidedBy {
    /// The word used in records.
    pub fn word(self) -> &'static str {
        match self {
            DecidedBy::Opening => "opening",
            DecidedBy::Rules => "rules",
        }
    }
}

impl Display for DecidedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OutcomeRecord {
    /// The winner; `None` for a draw.
    #[serde(default, with = "spelling::optional")]
    pub winner: Option<Seat>,
    /// The score, positive if it is good for seat 0.
    pub score: i64,
    /// Why the game ended.
    #[serde(with = "spelling")]
    pub cause: Cause,
    /// The line that ended the game, if a fault did. It is cut like that of an action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<String>,
    /// What was wrong, for the author of the player at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What that player wrote to standard error meanwhile, cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
}

impl OutcomeRecord {
    /// `greedy wins by 16`, `greedy wins` in games without a margin, or `draw`. `name`
    /// says what a seat is called.
    pub fn in_words(&self, entry: &GameEntry, name: impl Fn(Seat) -> String) -> String {
        match self.winner {
            None => "draw".to_string(),
            Some(winner) if entry.has_margin => {
                format!("{} wins by {}", name(winner), self.score.unsigned_abs())
            }
            Some(winner) => format!("{} wins", name(winner)),
        }
    }
}

fn is_zero(counts: &[u32; 2]) -> bool {
    *counts == [0, 0]
}

/// How many characters of a player's line are kept.
const SENT_LIMIT: usize = 1000;

/// Marks the end of a line that was cut.
const CUT: char = '…';

/// A player's line as records hold it.
pub(crate) fn sent(line: &str) -> String {
    sent_up_to(line, SENT_LIMIT)
}

/// A line, cut after so many characters.
fn sent_up_to(line: &str, limit: usize) -> String {
    match line.char_indices().nth(limit) {
        None => line.to_string(),
        Some((end, _)) => format!("{}{CUT}", &line[..end]),
    }
}

/// Whether [`sent`] or a limit of the record has cut the line.
pub(crate) fn is_cut(sent: &str) -> bool {
    sent.ends_with(CUT) && [SENT_LIMIT, limits::SHORT_LIMIT].contains(&(sent.chars().count() - 1))
}

impl ActionRecord {
    /// The record of an action, without times. `line` is what was sent. It is kept if
    /// the rules put another action in its place.
    pub(crate) fn new(played: Played, line: Option<&str>, by: Option<DecidedBy>) -> ActionRecord {
        // An action without a fault is kept whole, else it could not be replayed.
        let (action, fault, message, sent_line) = match played.fault {
            Some((kind, message)) => {
                (sent(&played.action), Some(kind.cause()), Some(sent(&message)), line.map(sent))
            }
            None => (played.action, None, None, None),
        };
        ActionRecord {
            seat: played.seat,
            turn: played.turn,
            action,
            reply: played.reply,
            by,
            sent: sent_line,
            fault,
            message,
            stderr: None,
            wall_ns: None,
            cpu_ns: None,
            fair_ns: None,
            stalled_ns: None,
            unbilled: false,
        }
    }

    /// Adds the times of the move.
    pub(crate) fn keep_times(&mut self, spent: &TimeSpent) {
        self.wall_ns = nanoseconds(spent.wall);
        self.cpu_ns = spent.cpu.and_then(nanoseconds);
        self.fair_ns = spent.fair.and_then(nanoseconds);
        self.stalled_ns = Some(spent.stalled).filter(|time| !time.is_zero()).and_then(nanoseconds);
    }

    /// The time that counts for a clock that is charged so, in nanoseconds. Without
    /// a clock that is wall time. `None` if it was not measured.
    pub fn charged_ns(&self, charged: Option<ChargeBy>) -> Option<u64> {
        let awake = self.wall_ns.map(|wall| wall.saturating_sub(self.stalled_ns.unwrap_or(0)));
        match charged {
            Some(ChargeBy::Fair) => self.fair_ns.or(awake),
            Some(ChargeBy::Cpu) => self.cpu_ns,
            Some(ChargeBy::Wall) | None => awake,
        }
    }
}

/// `None` for times of centuries.
fn nanoseconds(time: Duration) -> Option<u64> {
    u64::try_from(time.as_nanos()).ok()
}

impl OutcomeRecord {
    /// The record of an outcome, without a message.
    pub fn new(outcome: Outcome, sent: Option<String>) -> OutcomeRecord {
        OutcomeRecord {
            winner: outcome.winner,
            score: outcome.score,
            cause: outcome.cause,
            sent,
            message: None,
            stderr: None,
        }
    }
}

/// Rule options as records hold them.
pub(crate) fn options_to_json(options: &OptionValues) -> Map<String, Value> {
    options
        .iter()
        .map(|(key, value)| {
            let value = match value {
                OptionValue::Integer(number) => Value::from(number),
                OptionValue::Word(word) => Value::from(word),
            };
            (key.to_string(), value)
        })
        .collect()
}

/// Reads rule options from a record, which must hold all of them.
pub(crate) fn options_from_json(
    entry: &GameEntry,
    options: &Map<String, Value>,
) -> Result<OptionValues, OptionError> {
    let mut values = entry.defaults();
    if let Some(spec) = entry.options.iter().find(|spec| !options.contains_key(spec.key)) {
        return Err(OptionError::Missing { key: spec.key });
    }
    for (key, value) in options {
        let spec = entry.options.iter().find(|spec| spec.key == key);
        let text = match (value, spec.map(|spec| &spec.kind)) {
            (Value::String(word), Some(OptionKind::Choice(_)) | None) => word.clone(),
            (Value::Number(number), Some(OptionKind::Integer { .. }) | None) => number.to_string(),
            _ => return Err(OptionError::WrongType { key: key.clone(), value: value.to_string() }),
        };
        values.set(key, &text)?;
    }
    Ok(values)
}

/// The seat that moves first; seat 0 if the game is over at once.
pub(crate) fn first(session: &dyn Session) -> Seat {
    session.status().seat().unwrap_or(Seat::Zero)
}

/// The board as records hold it.
pub(crate) fn board(session: &dyn Session) -> Vec<Vec<i64>> {
    session.grid(Viewpoint::All).signed_rows()
}
