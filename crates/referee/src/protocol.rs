//! The protocol of a bot: the lines that it is sent, and what its lines mean.

use games::{Outcome, Played, Seat, Session};

use crate::competitor::{GameStart, Question};
use crate::wire;

/// Lines for a program.
#[derive(Default)]
pub struct Message {
    /// The lines, each with its end.
    pub text: Vec<u8>,
    /// The names of the calls among them. Each must return, by one line, before
    /// the program is asked for a move.
    pub calls: Vec<&'static str>,
}

impl Message {
    /// Makes the message empty, and keeps its memory for the next one.
    pub fn clear(&mut self) {
        self.text.clear();
        self.calls.clear();
    }
}

/// What a line of a program is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotLine {
    /// A move, or the line by which a call returns.
    Response,
    /// The program has started and can play.
    Ready,
    /// The name that the program gives itself.
    Name(String),
    /// A comment: no effect.
    Comment,
    /// Output for the bot's author; it joins the standard error.
    ForAuthor,
    /// The program cannot go on, and says why.
    Failed(String),
}

/// The protocol of a bot. Each method adds the lines for one event to a message.
pub trait Protocol: Send {
    /// The program has just been started.
    fn greet(&mut self, message: &mut Message);

    /// A game begins.
    fn start(&mut self, message: &mut Message, game_start: &GameStart<'_>);

    /// The program is asked for a move: question `number` of this game, from 1.
    fn ask(&mut self, message: &mut Message, number: u32, question: &Question<'_>);

    /// The game has replied to the move.
    fn on_reply(&mut self, message: &mut Message, number: u32, played: &Played);

    /// The game is over.
    fn end(&mut self, message: &mut Message, session: &dyn Session, seat: Seat, outcome: Outcome);

    /// The line that asks the program to quit; empty if the end of its input does.
    fn quit(&self) -> &'static [u8];

    /// What a line of the program is.
    fn read(&mut self, line: &str) -> BotLine;

    /// The action that a response names, as the rules read it.
    fn action(&mut self, response: String) -> String;
}

/// Names that programs give themselves are cut to so many characters.
const LONGEST_NAME: usize = 40;

/// The protocol of `docs/protocol.md`.
pub struct KeywordLines;

impl Protocol for KeywordLines {
    fn greet(&mut self, message: &mut Message) {
        message.text.extend_from_slice(wire::GREETING);
    }

    fn start(&mut self, message: &mut Message, game_start: &GameStart<'_>) {
        let GameStart { session, seat, timing, .. } = *game_start;
        wire::start(&mut message.text, session, seat, &timing.clocks[seat.index()]);
    }

    fn ask(&mut self, message: &mut Message, number: u32, question: &Question<'_>) {
        wire::board(&mut message.text, question.session, question.seat);
        let go = wire::Go { number, left: question.left, last: question.last() };
        wire::go(&mut message.text, question.session, &go);
    }

    fn on_reply(&mut self, message: &mut Message, number: u32, played: &Played) {
        let fault = played.fault.as_ref().map(|(kind, _)| *kind);
        wire::result(&mut message.text, number, played.seat_reply.as_deref(), fault);
    }

    fn end(&mut self, message: &mut Message, session: &dyn Session, seat: Seat, outcome: Outcome) {
        wire::end(&mut message.text, session, seat, outcome);
    }

    fn quit(&self) -> &'static [u8] {
        wire::QUIT
    }

    fn read(&mut self, line: &str) -> BotLine {
        let text = line.trim_ascii();
        match text.split_once([' ', '\t']).unwrap_or((text, "")) {
            ("ready", _) => BotLine::Ready,
            ("name", name) => {
                let name: String = name.trim_ascii().chars().take(LONGEST_NAME).collect();
                if name.is_empty() { BotLine::Comment } else { BotLine::Name(name) }
            }
            _ if text.starts_with('#') => BotLine::Comment,
            _ => BotLine::Response,
        }
    }

    fn action(&mut self, response: String) -> String {
        response
    }
}
