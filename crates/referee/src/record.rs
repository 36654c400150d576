//! The record of one game: everything needed to show it, check it and play it
//! again. JSON, one record a file or one a line; `docs/record.md` describes it.

use std::fmt::{self, Display};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use games::common::options::{OptionError, OptionKind, OptionValue, OptionValues};
use games::{Cause, GameEntry, Outcome, Played, Seat, Session, Viewpoint};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Level;
use crate::clock::{ChargeBy, TimeControl};

pub mod spelling;

/// The format written here.
pub const FORMAT: u32 = 1;

/// One game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The format, [`FORMAT`].
    pub gridiron: u32,
    /// The game's name.
    pub game: String,
    /// Every rule option.
    pub options: Map<String, Value>,
    /// What chance was drawn from.
    pub seed: u64,
    /// The seat that moved first.
    #[serde(with = "spelling")]
    pub first: Seat,
    /// Who sat where.
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
    pub start: Vec<Vec<i64>>,
    /// What was played.
    pub actions: Vec<ActionRecord>,
    /// How many lines each seat sent when none was asked for.
    #[serde(default, rename = "unasked", skip_serializing_if = "is_zero")]
    pub unexpected_lines: [u32; 2],
    /// The board at the end.
    #[serde(rename = "final")]
    pub final_board: Vec<Vec<i64>>,
    /// How it ended.
    pub outcome: OutcomeRecord,
}

/// Who played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// A name for people.
    pub name: String,
    /// What was asked for, as on the command line.
    pub spec: String,
    /// Which state of the program played.
    pub version: String,
    /// The time control, if it is another one than the game's.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "spelling::optional")]
    pub clock: Option<TimeControl>,
}

/// One action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ActionRecord {
    /// The seat that acted.
    #[serde(with = "spelling")]
    pub seat: Seat,
    /// Counts from 1 and goes up after both seats had theirs.
    pub turn: u32,
    /// Words and integers split by single spaces.
    pub action: String,
    /// The answer.
    pub reply: String,
    /// What decided the action; `None` if the player did.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "spelling::optional")]
    pub by: Option<DecidedBy>,
    /// The line as it came, if the rules put this action in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<String>,
    /// The fault for which the rules did that.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "spelling::optional_fault")]
    pub fault: Option<Cause>,
    /// What was wrong, for the player's author.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What the player wrote to its standard error meanwhile, cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// Time from asking to answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_ns: Option<u64>,
    /// Processor time used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_ns: Option<u64>,
    /// The clock did not run: the player was getting ready.
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
    /// From seat 0's side.
    pub score: i64,
    /// Why it ended.
    #[serde(with = "spelling")]
    pub cause: Cause,
    /// The line that ended it, if a fault did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<String>,
    /// What was wrong, for the author of the player at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What that player wrote to its standard error meanwhile, cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
}

fn is_zero(counts: &[u32; 2]) -> bool {
    *counts == [0, 0]
}

/// Lines of players are kept up to this many characters.
const SENT_LIMIT: usize = 1000;

/// Stands where a line was cut.
const CUT: char = '…';

/// A player's line as a record keeps it.
pub(crate) fn sent(line: &str) -> String {
    match line.char_indices().nth(SENT_LIMIT) {
        None => line.to_string(),
        Some((end, _)) => format!("{}{CUT}", &line[..end]),
    }
}

/// Whether [`sent`] has cut the line.
pub(crate) fn is_cut(sent: &str) -> bool {
    sent.ends_with(CUT) && sent.chars().count() == SENT_LIMIT + 1
}

impl ActionRecord {
    /// The record of an action, without times. `line` is what was sent, which
    /// is kept if the rules put something else in its place.
    pub(crate) fn new(played: Played, line: Option<&str>, by: Option<DecidedBy>) -> ActionRecord {
        // A readable action is kept whole, or it would not replay.
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
            unbilled: false,
        }
    }

    /// The time that counts for a clock that is charged so, in nanoseconds. Without
    /// a clock that is wall time. `None` if it was not measured.
    pub fn charged_ns(&self, charged: Option<ChargeBy>) -> Option<u64> {
        match charged {
            Some(ChargeBy::Cpu) => self.cpu_ns,
            Some(ChargeBy::Wall) | None => self.wall_ns,
        }
    }
}

impl OutcomeRecord {
    /// The record of an outcome.
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

/// The options as a record keeps them.
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

/// The options of a record, which holds every one of them.
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

/// The seat that moves first; seat 0 where nobody moves at all.
pub(crate) fn first(session: &dyn Session) -> Seat {
    session.status().seat().unwrap_or(Seat::Zero)
}

/// The board as a record keeps it.
pub(crate) fn board(session: &dyn Session) -> Vec<Vec<i64>> {
    session.grid(Viewpoint::All).signed_rows()
}

/// Why a file gave no records.
#[derive(Debug)]
pub enum ReadError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is no record from this line and column on.
    Broken {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// The file is empty.
    Empty,
}

impl Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => error.fmt(f),
            ReadError::Broken { line, column, message } => {
                write!(f, "no record: line {line}, column {column}: {message}")
            }
            ReadError::Empty => f.write_str("no record: the file is empty"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads the records of a file, one or many.
pub fn read(path: &Path) -> Result<Vec<Record>, ReadError> {
    let bytes = fs::read(path).map_err(ReadError::Io)?;
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        let message = "expected an object; many records stand one a line, not in a list".to_string();
        return Err(ReadError::Broken { line: 1, column: 1, message });
    }
    let mut records = Vec::new();
    for record in serde_json::Deserializer::from_slice(&bytes).into_iter::<Record>() {
        records.push(record.map_err(|error| broken(&error))?);
    }
    if records.is_empty() { Err(ReadError::Empty) } else { Ok(records) }
}

fn broken(error: &serde_json::Error) -> ReadError {
    let text = error.to_string();
    // The place is told apart from the message.
    let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    let message = match error.is_eof() {
        true => "the file ends in the middle of a record".to_string(),
        false => message.to_string(),
    };
    ReadError::Broken { line: error.line(), column: error.column(), message }
}

/// A file that a record will be written to. Whether it can be is tried at once,
/// so that it shows before the game and not after it; the target changes only
/// when the record is whole.
pub struct RecordFile {
    target: PathBuf,
    /// Beside the target, or the target itself if that is a device or a pipe.
    part: PathBuf,
}

impl RecordFile {
    /// Tries the place. Nothing is left there meanwhile, so that a game that is
    /// stopped leaves nothing behind.
    pub fn create(path: &Path) -> io::Result<RecordFile> {
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        // Where a link leads, so that the link stays.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if target.exists() && !target.is_file() {
            return Ok(RecordFile { part: target.clone(), target });
        }
        let mut name = target.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        let part = target.with_file_name(name);
        File::create(&part)?;
        fs::remove_file(&part)?;
        Ok(RecordFile { target, part })
    }

    /// Writes the record and puts it in place.
    pub fn finish(self, record: &Record) -> io::Result<()> {
        let mut text = serde_json::to_string(record)?;
        text.push('\n');
        self.finish_text(&text)
    }

    /// Writes a text, as of a page that shows the record, and puts it in place.
    pub fn finish_text(self, text: &str) -> io::Result<()> {
        if self.part == self.target {
            return fs::write(&self.target, text);
        }
        self.put_in_place(text.as_bytes()).inspect_err(|_| {
            let _ = fs::remove_file(&self.part);
        })
    }

    fn put_in_place(&self, text: &[u8]) -> io::Result<()> {
        let mut file = File::create(&self.part)?;
        file.write_all(text)?;
        file.sync_all()?;
        fs::rename(&self.part, &self.target)
    }
}
