//! The JSON protocol of the original games: calls as JSON lines, each of which
//! returns one JSON line.

use games::{Outcome, Played, Seat, Session};
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::competitor::{GameStart, Question};
use crate::protocol::{BotLine, Message, Protocol};

/// One call of a function of the bot, as a line of JSON.
pub struct Call {
    name: &'static str,
    line: String,
}

impl Call {
    /// `{"function":"name", …}` with the fields of `arguments`, which must serialise
    /// as an object.
    pub fn new(name: &'static str, arguments: impl Serialize) -> Call {
        let arguments = serde_json::to_string(&arguments).expect("arguments are plain data");
        // Joined as text: a bot gets its own numbers back digit by digit, and
        // flattened structures cannot hold those.
        let rest = arguments.strip_prefix('{').expect("an object");
        let comma = if rest == "}" { "" } else { "," };
        Call { name, line: format!("{{\"function\":\"{name}\"{comma}{rest}\n") }
    }

    /// Adds the call to a message. It must return before the next question.
    fn put(self, message: &mut Message) {
        message.calls.push(self.name);
        message.text.extend_from_slice(self.line.as_bytes());
    }
}

/// The functions of a bot that one original game called.
pub trait Api: Send {
    /// The program has just been started.
    fn init(&mut self) -> Call;

    /// A game begins.
    fn start(&mut self, game_start: &GameStart<'_>) -> Call;

    /// The bot is asked for a move.
    fn ask(&mut self, question: &Question<'_>) -> Call;

    /// The game has replied to the move; `None` if the original did not tell bots.
    fn on_reply(&mut self, _played: &Played) -> Option<Call> {
        None
    }

    /// The game is over; `None` if the original did not tell bots.
    fn end(&mut self, _session: &dyn Session, _seat: Seat, _outcome: Outcome) -> Option<Call> {
        None
    }

    /// The action that a returned value names.
    fn action(&mut self, returned: &RawValue) -> String {
        text(returned)
    }
}

/// The content of a JSON string; any other value as it was written, so that a
/// number may have any length.
pub fn text(value: &RawValue) -> String {
    serde_json::from_str(value.get()).unwrap_or_else(|_| value.get().to_string())
}

/// The protocol of a bot that takes the calls of an original game.
pub struct Calls {
    api: Box<dyn Api>,
    /// The bot is run by our adapter, which reports why it cannot go on.
    is_adapter: bool,
}

impl Calls {
    /// `is_adapter` is false for a program that takes the calls itself.
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

    /// The end of its input asks it to quit.
    fn quit(&self) -> &'static [u8] {
        b""
    }

    /// A line that is no JSON is for the author: a warning of an interpreter, or
    /// debugging output.
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

    fn action(&mut self, response: String) -> String {
        match serde_json::from_str(&response) {
            Ok(value) => self.api.action(value),
            Err(_) => response,
        }
    }
}
