//! One game of a check: what the program did, and what was said when it went
//! wrong.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use games::{Cause, Seat, Session};

use super::CheckFailure;
use super::advice::{BotKind, advice};
use crate::competitor::Stopped;
use crate::game_loop::Watcher;
use crate::record::{ActionRecord, Record};
use crate::verify::Replay;

/// How many lines of a conversation are kept, and how much of each.
const KEPT_LINES: usize = 6;
const KEPT_CHARACTERS: usize = 200;

/// The answer that a command without sense gets.
const ERROR: &str = "error";

/// The last lines of a conversation.
#[derive(Clone, Default)]
pub struct DialogueTail(Arc<Mutex<TailLines>>);

#[derive(Default)]
struct TailLines {
    lines: VecDeque<String>,
    /// The lines when the program first sent two in a row.
    doubled: Option<Vec<String>>,
}

impl DialogueTail {
    /// Oldest first.
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().map(|said| said.lines.iter().cloned().collect()).unwrap_or_default()
    }

    fn doubled(&self) -> Vec<String> {
        self.0.lock().map(|said| said.doubled.clone().unwrap_or_default()).unwrap_or_default()
    }
}

impl Write for DialogueTail {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        // Standard error is shown apart.
        let text = text.trim();
        if let Ok(mut said) = self.0.lock()
            && !text.starts_with('!')
        {
            let again = text.starts_with('<') && said.lines.back().is_some_and(|last| last.starts_with('<'));
            said.lines.push_back(text.chars().take(KEPT_CHARACTERS).collect());
            let over = said.lines.len().saturating_sub(KEPT_LINES);
            said.lines.drain(..over);
            if again && said.doubled.is_none() {
                said.doubled = Some(said.lines.iter().cloned().collect());
            }
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Looks on, and keeps what was said when the first mistake of each kind was
/// made.
pub struct CheckWatcher {
    seat: Seat,
    tail: DialogueTail,
    begin: Instant,
    first_answer: Option<Duration>,
    at_mistakes: BTreeMap<String, Vec<String>>,
}

impl CheckWatcher {
    /// At a game that is about to begin.
    pub fn new(seat: Seat, tail: DialogueTail) -> CheckWatcher {
        let (begin, at_mistakes) = (Instant::now(), BTreeMap::new());
        CheckWatcher { seat, tail, begin, first_answer: None, at_mistakes }
    }
}

impl Watcher<Stopped> for CheckWatcher {
    fn start(&mut self, _session: &dyn Session) -> Result<(), Stopped> {
        Ok(())
    }

    fn action(&mut self, _session: &dyn Session, action: &ActionRecord) -> Result<(), Stopped> {
        if action.seat != self.seat || action.by.is_some() {
            return Ok(());
        }
        self.first_answer.get_or_insert_with(|| self.begin.elapsed());
        if let Some(kind) = mistake(action)
            && !self.at_mistakes.contains_key(kind)
        {
            self.at_mistakes.insert(kind.to_string(), self.tail.lines());
        }
        Ok(())
    }
}

/// What is wrong with an action: the fault, or that it came to nothing.
fn mistake(action: &ActionRecord) -> Option<&'static str> {
    action.fault.map(Cause::word).or_else(|| Some(ERROR).filter(|error| action.reply == *error))
}

/// A game that was played to see what the program does.
pub struct WatchedGame {
    /// Where the program sat.
    pub seat: Seat,
    /// The game.
    pub record: Record,
    kind: BotKind,
    first_answer: Option<Duration>,
    at_mistakes: BTreeMap<String, Vec<String>>,
    at_end: Vec<String>,
    doubled: Vec<String>,
}

impl WatchedGame {
    /// What was seen of a game.
    pub fn new(record: Record, kind: BotKind, watcher: CheckWatcher) -> WatchedGame {
        let CheckWatcher { seat, tail, first_answer, at_mistakes, .. } = watcher;
        let (at_end, doubled) = (tail.lines(), tail.doubled());
        WatchedGame { seat, record, kind, first_answer, at_mistakes, at_end, doubled }
    }

    /// What was said when the program first sent two lines in a row: most likely
    /// one that nobody asked for.
    pub fn doubled(&self) -> Vec<String> {
        self.doubled.clone()
    }

    /// How long it took until the first answer, the program's start included.
    pub fn first_answer(&self) -> Option<Duration> {
        self.first_answer
    }

    /// What the program itself decided.
    pub fn answers(&self) -> impl Iterator<Item = &ActionRecord> {
        self.record.actions.iter().filter(|action| action.seat == self.seat && action.by.is_none())
    }

    /// Whether a fault of the program ended the game.
    pub fn is_cut_short(&self) -> bool {
        let outcome = &self.record.outcome;
        outcome.cause.is_fault() && outcome.winner != Some(self.seat)
    }

    /// The first fault of these kinds that the program has made.
    pub fn fault(&self, causes: &[Cause]) -> Option<CheckFailure> {
        let priced = self.answers().find_map(|action| {
            let cause = action.fault.filter(|cause| causes.contains(cause))?;
            let said = self.at_mistakes.get(cause.word());
            Some((cause, Some(action.turn), &action.message, &action.sent, &action.stderr, said))
        });
        let outcome = &self.record.outcome;
        let ended = Some(outcome.cause).filter(|cause| causes.contains(cause) && self.is_cut_short());
        let ended = ended
            .map(|cause| (cause, None, &outcome.message, &outcome.sent, &outcome.stderr, Some(&self.at_end)));
        let (cause, turn, message, sent, stderr, said) = priced.or(ended)?;
        let turn = turn.map(|turn| format!("turn {turn}: ")).unwrap_or_default();
        let message = message.as_deref().unwrap_or_default();
        let sent = sent.as_ref().map(|sent| format!("; it sent `{sent}`")).unwrap_or_default();
        Some(CheckFailure {
            what: format!("on seat {}, {turn}{cause}: {message}{sent}", self.seat),
            stderr: stderr.clone(),
            said: said.cloned().unwrap_or_default(),
            advice: advice(self.kind, cause, message, stderr.as_deref()),
        })
    }

    /// How many answers came to nothing although they were read.
    fn errors(&self) -> usize {
        self.answers().filter(|action| action.reply == ERROR).count()
    }

    /// If every answer came to nothing: the first of them. Some may: that is for
    /// the rules to price.
    pub fn only_errors(&self) -> Option<CheckFailure> {
        let (errors, all) = (self.errors(), self.answers().count());
        if errors < all || all == 0 {
            return None;
        }
        let first = self.first_error().unwrap_or_default();
        Some(CheckFailure {
            what: format!("on seat {}, all {all} commands came to `error`, the first in {first}", self.seat),
            stderr: None,
            said: self.at_mistakes.get(ERROR).cloned().unwrap_or_default(),
            advice: "look at the board it was given: a command that makes no sense there costs its moves all the same",
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

    /// How often the program has answered.
    pub fn count(&self) -> String {
        let all = self.answers().count();
        match (self.errors(), self.first_error()) {
            (errors @ 1.., Some(first)) => {
                format!(
                    "{all} on seat {}, of which {errors} came to `error`, the first in {first}",
                    self.seat
                )
            }
            _ => format!("{all} on seat {}", self.seat),
        }
    }
}
