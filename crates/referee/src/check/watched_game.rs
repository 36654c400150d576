//! One game of a check: what the bot did, and the lines before its mistakes.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use games::{Cause, Seat, Session};

use super::CheckFailure;
use super::advice::{BotKind, advice};
use crate::competitor::Stopped;
use crate::faults::shortened;
use crate::game_loop::Watcher;
use crate::record::{ActionRecord, DecidedBy, Record};
use crate::verify::Replay;

/// How many lines of the dialogue are kept, and how many characters of each.
const KEPT_LINES: usize = 6;
const KEPT_CHARACTERS: usize = 200;

/// The reply to a command that has no effect.
const ERROR: &str = "error";

/// The last lines of the dialogue with a bot.
#[derive(Clone, Default)]
pub struct DialogueTail(Arc<Mutex<TailLines>>);

#[derive(Default)]
struct TailLines {
    lines: VecDeque<String>,
    /// The lines when the bot first sent two in a row.
    double: Option<Vec<String>>,
}

impl DialogueTail {
    /// The lines, oldest first.
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().map(|tail| tail.lines.iter().cloned().collect()).unwrap_or_default()
    }

    fn double_lines(&self) -> Vec<String> {
        self.0.lock().map(|tail| tail.double.clone().unwrap_or_default()).unwrap_or_default()
    }
}

impl Write for DialogueTail {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        // Standard error is shown separately.
        let text = text.trim();
        if let Ok(mut tail) = self.0.lock()
            && !text.starts_with('!')
        {
            let again = text.starts_with('<') && tail.lines.back().is_some_and(|last| last.starts_with('<'));
            tail.lines.push_back(text.chars().take(KEPT_CHARACTERS).collect());
            let over = tail.lines.len().saturating_sub(KEPT_LINES);
            tail.lines.drain(..over);
            if again && tail.double.is_none() {
                tail.double = Some(tail.lines.iter().cloned().collect());
            }
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Watches a game, and keeps the lines before the first mistake of each kind.
pub struct CheckWatcher {
    seat: Seat,
    tail: DialogueTail,
    begin: Instant,
    first_move: Option<Duration>,
    at_mistakes: BTreeMap<String, Vec<String>>,
}

impl CheckWatcher {
    /// For a game that is about to start.
    pub fn new(seat: Seat, tail: DialogueTail) -> CheckWatcher {
        let (begin, at_mistakes) = (Instant::now(), BTreeMap::new());
        CheckWatcher { seat, tail, begin, first_move: None, at_mistakes }
    }
}

impl Watcher<Stopped> for CheckWatcher {
    fn start(&mut self, _session: &dyn Session) -> Result<(), Stopped> {
        Ok(())
    }

    fn action(&mut self, _session: &dyn Session, actions: &[ActionRecord]) -> Result<(), Stopped> {
        let own = actions.last().filter(|action| action.seat == self.seat && action.by.is_none());
        let Some(action) = own else { return Ok(()) };
        self.first_move.get_or_insert_with(|| self.begin.elapsed());
        if let Some(kind) = mistake(action)
            && !self.at_mistakes.contains_key(kind)
        {
            self.at_mistakes.insert(kind.to_string(), self.tail.lines());
        }
        Ok(())
    }
}

/// What is wrong with an action: a fault, or a command without effect.
fn mistake(action: &ActionRecord) -> Option<&'static str> {
    action.fault.map(Cause::word).or_else(|| Some(ERROR).filter(|error| action.reply == *error))
}

/// A game that was played to check a bot.
pub struct WatchedGame {
    /// The seat of the bot.
    pub seat: Seat,
    /// The record of the game.
    pub record: Record,
    kind: BotKind,
    first_move: Option<Duration>,
    at_mistakes: BTreeMap<String, Vec<String>>,
    at_end: Vec<String>,
    double_lines: Vec<String>,
}

impl WatchedGame {
    /// From the record and what the watcher has kept.
    pub fn new(record: Record, kind: BotKind, watcher: CheckWatcher) -> WatchedGame {
        let CheckWatcher { seat, tail, first_move, at_mistakes, .. } = watcher;
        let (at_end, double_lines) = (tail.lines(), tail.double_lines());
        WatchedGame { seat, record, kind, first_move, at_mistakes, at_end, double_lines }
    }

    /// The lines when the bot first sent two in a row: the second is most likely
    /// unexpected.
    pub fn double_lines(&self) -> Vec<String> {
        self.double_lines.clone()
    }

    /// The wall time until the first move, with the start of the program.
    pub fn first_move(&self) -> Option<Duration> {
        self.first_move
    }

    /// The actions that the bot was asked for.
    pub fn moves(&self) -> impl Iterator<Item = &ActionRecord> {
        self.record.actions.iter().filter(|action| action.seat == self.seat && action.by.is_none())
    }

    /// The actions that stood on the board before the first question.
    pub fn opening_plies(&self) -> usize {
        let is_opening = |action: &&ActionRecord| action.by == Some(DecidedBy::Opening);
        self.record.actions.iter().filter(is_opening).count()
    }

    /// Whether a fault of the bot ended the game.
    pub fn is_cut_short(&self) -> bool {
        let outcome = &self.record.outcome;
        outcome.cause.is_fault() && outcome.winner != Some(self.seat)
    }

    /// Whether the bot was waited for in vain: it did not start, or was too late with its
    /// first move.
    pub fn is_without_a_move(&self) -> bool {
        let waited = [Cause::NoStart, Cause::Time].contains(&self.record.outcome.cause);
        waited && self.is_cut_short() && self.moves().next().is_none()
    }

    /// The first fault of these kinds that the bot has made.
    pub fn fault(&self, causes: &[Cause]) -> Option<CheckFailure> {
        let adjudicated = self.moves().find_map(|action| {
            let cause = action.fault.filter(|cause| causes.contains(cause))?;
            let dialogue = self.at_mistakes.get(cause.word());
            Some((cause, Some(action.turn), &action.message, &action.sent, &action.stderr, dialogue))
        });
        let outcome = &self.record.outcome;
        let ended = Some(outcome.cause).filter(|cause| causes.contains(cause) && self.is_cut_short());
        let ended = ended
            .map(|cause| (cause, None, &outcome.message, &outcome.sent, &outcome.stderr, Some(&self.at_end)));
        let (cause, turn, message, sent, stderr, dialogue) = adjudicated.or(ended)?;
        let turn = turn.map(|turn| format!("turn {turn}: ")).unwrap_or_default();
        let message = message.as_deref().unwrap_or_default();
        let sent = sent.as_ref().map(|sent| format!("; it sent `{}`", shortened(sent))).unwrap_or_default();
        Some(CheckFailure {
            cause: Some(cause),
            what: format!("on seat {}, {turn}{cause}: {message}{sent}", self.seat),
            stderr: stderr.clone(),
            dialogue: dialogue.cloned().unwrap_or_default(),
            advice: advice(self.kind, cause, message, stderr.as_deref()),
        })
    }

    /// How many readable commands had no effect.
    fn errors(&self) -> usize {
        self.moves().filter(|action| action.reply == ERROR).count()
    }

    /// The first command, if none had an effect. Some without effect are no failure:
    /// the rules make them cost their moves.
    pub fn only_errors(&self) -> Option<CheckFailure> {
        let (errors, all) = (self.errors(), self.moves().count());
        if errors < all || all == 0 {
            return None;
        }
        let first = self.first_error().unwrap_or_default();
        Some(CheckFailure {
            cause: None,
            what: format!(
                "on seat {}, the reply to all {all} commands was `error`, the first in {first}",
                self.seat
            ),
            stderr: None,
            dialogue: self.at_mistakes.get(ERROR).cloned().unwrap_or_default(),
            advice: "compare the commands with the board it was sent: a command without effect costs its moves, too",
        })
    }

    /// `turn 1: `plant 11 11`: row 11, column 11 is off the board`
    fn first_error(&self) -> Option<String> {
        let is_own = |action: &ActionRecord| action.seat == self.seat;
        let mut replay = Replay::new(&self.record).ok()?;
        for action in &self.record.actions {
            if is_own(action) && action.reply == ERROR {
                let why = replay.session().objection(&action.action);
                let why = why.map(|why| format!(": {why}")).unwrap_or_default();
                return Some(format!("turn {}: `{}`{why}", action.turn, action.action));
            }
            replay.step()?.ok()?;
        }
        None
    }

    /// How many moves the bot has sent, and how many had no effect.
    pub fn count(&self) -> String {
        let all = self.moves().count();
        match (self.errors(), self.first_error()) {
            (errors @ 1.., Some(first)) => {
                format!("{all} on seat {}, with {errors} replies of `error`, the first in {first}", self.seat)
            }
            _ => format!("{all} on seat {}", self.seat),
        }
    }
}
