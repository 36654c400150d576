//! Calls as JSON lines, each answered by one JSON line.

use games::{Outcome, Played, Seat, Session};
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::competitor::{GameStart, Question};
use crate::protocol::{BotLine, Message, Protocol};

/// A call.
pub struct Call {
    name: &'static str,
    line: String,
}

impl Call {
    /// `{"function":"name", …}`, with what stands in `arguments`, which must
    /// become an object.
    pub fn new(name: &'static str, arguments: impl Serialize) -> Call {
        let arguments = serde_json::to_string(&arguments).expect("arguments are plain data");
        // As text: a bot's own words are passed on to the letter, and a flattened
        // structure cannot hold them.
        let rest = arguments.strip_prefix('{').expect("an object");
        let comma = if rest == "}" { "" } else { "," };
        Call { name, line: format!("{{\"function\":\"{name}\"{comma}{rest}\n") }
    }

    /// Puts it on its way; who is called answers before the next question.
    fn put(self, message: &mut Message) {
        message.calls.push(self.name);
        message.text.extend_from_slice(self.line.as_bytes());
    }
}

/// The calls of one original game.
pub trait Api: Send {
    /// The program has just been started.
    fn init(&mut self) -> Call;

    /// A game begins.
    fn start(&mut self, game_start: &GameStart<'_>) -> Call;

    /// An action is asked for.
    fn ask(&mut self, question: &Question<'_>) -> Call;

    /// What came of it, where a bot is told.
    fn on_reply(&mut self, _played: &Played) -> Option<Call> {
        None
    }

    /// The game is over, where a bot is told.
    fn end(&mut self, _session: &dyn Session, _seat: Seat, _outcome: Outcome) -> Option<Call> {
        None
    }

    /// The action that an answer names.
    fn action(&mut self, answer: &RawValue) -> String {
        text(answer)
    }
}

/// A text for itself; everything else as it was written, so that a number may
/// have any length.
pub fn text(value: &RawValue) -> String {
    serde_json::from_str(value.get()).unwrap_or_else(|_| value.get().to_string())
}

/// A program that takes the calls of an original game.
pub struct Calls {
    api: Box<dyn Api>,
    /// Ours, which says why it cannot go on.
    is_adapter: bool,
}

impl Calls {
    /// The calls of a game, to an adapter of ours or to a stranger's program.
    pub fn new(api: impl Api + 'static, is_adapter: bool) -> Calls {
        Calls { api: Box::new(api), is_adapter }
    }
}

impl Protocol for Calls {
    fn greet(&mut self, message: &mut Message) {
        self.api.init().put(message);
    }

    fn start(&mut self, message: &mut Message, game_start: &GameStart<'_>) {
        self.api.start(game_start).put(message);
    }

    fn ask(&mut self, message: &mut Message, _number: u32, question: &Question<'_>) {
        message.text.extend_from_slice(self.api.ask(question).line.as_bytes());
    }

    fn on_reply(&mut self, message: &mut Message, _number: u32, played: &Played) {
        if let Some(call) = self.api.on_reply(played) {
            call.put(message);
        }
    }

    fn end(&mut self, message: &mut Message, session: &dyn Session, seat: Seat, outcome: Outcome) {
        if let Some(call) = self.api.end(session, seat, outcome) {
            call.put(message);
        }
    }

    /// The end of its input says it all.
    fn quit(&self) -> &'static [u8] {
        b""
    }

    /// What is no JSON was printed by accident: warnings of an interpreter, or
    /// words of an author who looks for a mistake.
    fn read(&mut self, line: &str) -> BotLine {
        #[derive(serde::Deserialize)]
        struct Failed {
            failed: String,
        }
        let failed = Some(line).filter(|line| self.is_adapter && line.starts_with("{\"failed\""));
        match failed.and_then(|line| serde_json::from_str(line).ok()) {
            Some(Failed { failed }) => BotLine::Failed(failed),
            None if serde_json::from_str::<IgnoredAny>(line).is_ok() => BotLine::Response,
            None => BotLine::ForAuthor,
        }
    }

    fn action(&mut self, answer: String) -> String {
        match serde_json::from_str(&answer) {
            Ok(value) => self.api.action(value),
            Err(_) => answer,
        }
    }
}
