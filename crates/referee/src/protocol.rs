//! How one talks with a program: what it is sent, and what its lines mean.

use games::{Outcome, Played, Seat, Session};

use crate::competitor::{GameStart, Question};
use crate::wire;

/// Lines for a program.
#[derive(Default)]
pub struct Message {
    /// The lines.
    pub text: Vec<u8>,
    /// The calls among them that the program must answer before it is asked
    /// for an action, by name.
    pub calls: Vec<&'static str>,
}

impl Message {
    /// Nothing to be sent.
    pub fn clear(&mut self) {
        self.text.clear();
        self.calls.clear();
    }
}

/// What a line of a program is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Nothing that anybody waits for.
    Note,
    /// The program has warmed up.
    Ready,
    /// What it calls itself.
    Name(String),
    /// Something for its author.
    Aside,
    /// An answer.
    Answer,
    /// The program cannot go on, and says why.
    Failed(String),
}

/// A language that programs speak.
pub trait Protocol: Send {
    /// To a program that has just been started.
    fn greet(&mut self, message: &mut Message);

    /// A game begins.
    fn start(&mut self, message: &mut Message, game_start: &GameStart<'_>);

    /// The question for an action: the `number`-th of this game.
    fn ask(&mut self, message: &mut Message, number: u32, question: &Question<'_>);

    /// What came of the answer.
    fn hear(&mut self, message: &mut Message, number: u32, played: &Played);

    /// The game is over.
    fn end(&mut self, message: &mut Message, session: &dyn Session, seat: Seat, outcome: Outcome);

    /// There are no more games.
    fn farewell(&self) -> &'static [u8];

    /// What a line is.
    fn read(&mut self, line: &str) -> Said;

    /// The action that an answer names, as the rules read it.
    fn action(&mut self, answer: String) -> String;
}

/// Names that programs give themselves are cut here.
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

    fn hear(&mut self, message: &mut Message, number: u32, played: &Played) {
        let fault = played.fault.as_ref().map(|(kind, _)| *kind);
        wire::result(&mut message.text, number, played.seat_reply.as_deref(), fault);
    }

    fn end(&mut self, message: &mut Message, session: &dyn Session, seat: Seat, outcome: Outcome) {
        wire::end(&mut message.text, session, seat, outcome);
    }

    fn farewell(&self) -> &'static [u8] {
        wire::FAREWELL
    }

    fn read(&mut self, line: &str) -> Said {
        let text = line.trim_ascii();
        match text.split_once([' ', '\t']).unwrap_or((text, "")) {
            ("ready", _) => Said::Ready,
            ("name", name) => {
                let name: String = name.trim_ascii().chars().take(LONGEST_NAME).collect();
                if name.is_empty() { Said::Note } else { Said::Name(name) }
            }
            _ if text.starts_with('#') => Said::Note,
            _ => Said::Answer,
        }
    }

    fn action(&mut self, answer: String) -> String {
        answer
    }
}
