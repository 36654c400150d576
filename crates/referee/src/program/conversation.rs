//! What is said between the referee and one process: calls it owes an answer
//! to, questions, lines that nobody asked for, and notes.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use sandbox::process::{Process, Received, TimeLimit, TimeSpent};

use super::patience::{OTHER_CALLS, limit};
use crate::clock::ChargeBy;
use crate::competitor::{Dialogue, Stopped};
use crate::protocol::{Message, Protocol, Said};

/// How one talks with a program, whichever process it is.
pub struct Voice {
    /// The language.
    pub protocol: Box<dyn Protocol>,
    /// Where all of it is written down, if anywhere.
    pub dialogue: Option<Dialogue>,
    /// Lines of this game that nobody asked for.
    pub unasked: u32,
}

impl Voice {
    /// Writes lines down for somebody who wants to see them: `>` to the program,
    /// `<` from it, `!` from its standard error.
    pub fn log(&mut self, mark: char, text: &[u8]) {
        let Some(dialogue) = &mut self.dialogue else { return };
        let text = String::from_utf8_lossy(text);
        // An empty line is a line too, if it is the program's.
        let empty = Some("").filter(|_| mark == '<' && text.is_empty());
        for line in text.lines().chain(empty) {
            // In one piece; and a log that cannot be written changes no game.
            let _ = dialogue.out.write_all(format!("{} {mark} {line}\n", dialogue.name).as_bytes());
        }
    }

    fn was_not_asked(&mut self) {
        self.unasked = self.unasked.saturating_add(1);
    }
}

/// A process, and what has been said with it.
pub struct Conversation {
    /// The process.
    pub process: Process,
    /// It has answered, or said that it is ready.
    pub is_ready: bool,
    /// It has been through a game.
    pub is_used: bool,
    /// Its start is on the clock, because it could have been there.
    pub pays_for_start: bool,
    /// The name it has given itself, until that is passed on.
    pub name: Option<String>,
    /// Calls that it has not answered yet.
    owed: VecDeque<&'static str>,
    /// Why it cannot go on, as it says itself.
    failed: Option<String>,
}

/// A question, and what it depends on how long to wait for the answer.
pub struct Asking<'a> {
    /// The lines.
    pub text: &'a [u8],
    /// How long the answer may take; nothing if as long as it likes.
    pub left: Option<Duration>,
    /// What the clock is charged by.
    pub charge: ChargeBy,
    /// How long a program may take to get going.
    pub start_budget: Duration,
    /// Set when the referee is told to stop.
    pub stop: &'a AtomicBool,
}

/// What came of waiting for an answer.
pub enum Heard {
    /// An answer.
    Answer(String),
    /// The program says why it cannot go on.
    Failed(String),
    /// A line beyond all bounds.
    TooLong(String),
    /// Nothing within the limit, or half a line.
    TimedOut(Option<String>),
    /// The end of the program's output.
    End,
}

/// One thing that a program must answer, and how long it may take.
pub struct Task {
    /// A call that is not for an action.
    pub call: Option<&'static str>,
    /// The program is still getting ready, and nobody's clock runs.
    pub is_starting: bool,
    /// The clock runs.
    pub is_billed: bool,
    /// How long it may take.
    pub limit: TimeLimit,
    /// Calls were answered just before: the program may be busy with one.
    follows_calls: bool,
}

/// What came of asking.
pub struct Exchange {
    /// What it came to in the end: the question, or a call that was not answered.
    pub task: Task,
    /// What came of that.
    pub heard: Heard,
    /// The time that this took.
    pub spent: TimeSpent,
    /// All the time for which the clock ran: also for a start that is to be paid
    /// for.
    pub billed: TimeSpent,
}

impl Conversation {
    /// With a process that has just been started.
    pub fn new(process: Process) -> Conversation {
        Conversation {
            process,
            is_ready: false,
            is_used: false,
            pays_for_start: false,
            name: None,
            owed: VecDeque::new(),
            failed: None,
        }
    }

    /// Says something.
    pub fn say(&mut self, voice: &mut Voice, message: &Message) {
        voice.log('>', &message.text);
        self.process.send(&message.text);
        self.owed.extend(&message.calls);
    }

    /// Says something with what comes next.
    pub fn say_later(&mut self, voice: &mut Voice, message: &Message) {
        voice.log('>', &message.text);
        self.process.queue(&message.text);
        self.owed.extend(&message.calls);
    }

    /// Takes the lines that have come: answers to calls, and those that nobody
    /// asked for, which are counted.
    pub fn take_lines(&mut self, voice: &mut Voice) {
        self.process.drain_output();
        while let Some(line) = self.process.next_line() {
            voice.log('<', line.as_bytes());
            // Nobody can have answered a call that waits to be sent.
            let is_owed = !self.process.has_unsent() && !self.owed.is_empty();
            match voice.protocol.read(&line) {
                Said::Answer if is_owed => self.is_answered(),
                Said::Answer => voice.was_not_asked(),
                said => self.note(said, &line),
            }
        }
    }

    /// What was written for the author since this was last taken.
    pub fn take_stderr(&mut self, voice: &mut Voice) -> Option<String> {
        let stderr = self.process.stderr_excerpt.take();
        voice.log('!', stderr.as_deref().unwrap_or_default().as_bytes());
        stderr
    }

    /// Waits for whatever the program has not answered yet, one call after the
    /// other, then asks the question. What goes wrong on the way is the answer.
    pub fn converse(&mut self, voice: &mut Voice, asking: &Asking<'_>) -> Result<Exchange, Stopped> {
        let by_cpu = asking.charge == ChargeBy::Cpu;
        let mut billed = TimeSpent { wall: Duration::ZERO, cpu: None };
        let follows_calls = !self.owed.is_empty();
        loop {
            let is_starting = !self.is_ready && !self.pays_for_start;
            let call = self.owed.front().copied();
            let is_free = call.is_some() && self.is_ready;
            let left = asking.left.map(|left| match is_free {
                true => OTHER_CALLS,
                false => left.saturating_sub(billed.cpu.filter(|_| by_cpu).unwrap_or(billed.wall)),
            });
            let limit = limit(left, by_cpu, is_starting.then_some(asking.start_budget));
            let is_billed = !is_starting && !is_free;
            let task = Task { call, is_starting, is_billed, limit, follows_calls };
            let (heard, spent) = self.listen(voice, &task, asking)?;
            if is_billed {
                billed = billed.plus(spent);
            }
            match heard {
                Heard::Answer(_) if call.is_some() => {
                    self.is_answered();
                    // What came with it came before the question.
                    self.take_lines(voice);
                }
                heard => {
                    self.is_ready |= matches!(heard, Heard::Answer(_));
                    return Ok(Exchange { task, heard, spent, billed });
                }
            }
        }
    }

    /// Waits for one answer; if it is the one to the question, asks that first.
    fn listen(
        &mut self,
        voice: &mut Voice,
        task: &Task,
        asking: &Asking<'_>,
    ) -> Result<(Heard, TimeSpent), Stopped> {
        let is_question = task.call.is_none();
        let question = if is_question { asking.text } else { &[] };
        voice.log('>', question);
        let mut asked = self.process.request(question, asking.charge == ChargeBy::Cpu && !task.is_starting);
        if let Some(why) = self.failed.take() {
            return Ok((Heard::Failed(why), self.process.time_spent(&asked)));
        }
        let heard = loop {
            let line = match self.process.read_line(&mut asked, task.limit, asking.stop)? {
                Received::Line(line) => line,
                Received::TooLong(sent) => break Heard::TooLong(sent),
                Received::TimedOut { partial_line } => break Heard::TimedOut(partial_line),
                Received::EndOfOutput => break Heard::End,
            };
            voice.log('<', line.as_bytes());
            match voice.protocol.read(&line) {
                // Who has not read the question cannot have answered it.
                Said::Answer if is_question && self.has_not_read(task) => voice.was_not_asked(),
                Said::Answer => break Heard::Answer(line),
                Said::Failed(why) => break Heard::Failed(why),
                said => self.note(said, &line),
            }
        };
        Ok((heard, self.process.time_spent(&asked)))
    }

    fn has_not_read(&self, task: &Task) -> bool {
        match task.follows_calls {
            true => self.process.has_unread(),
            false => self.process.has_not_read_request(),
        }
    }

    /// Whether the program has calls to answer.
    pub fn owes(&self) -> bool {
        !self.owed.is_empty()
    }

    /// Waits for the answers to the last calls, within their time: who keeps what
    /// it has learned in a file writes that at the end.
    pub fn let_finish(&mut self, voice: &mut Voice) {
        let deadline = Instant::now() + limit(Some(OTHER_CALLS), true, None).wall;
        while self.owes() && self.failed.is_none() && Instant::now() < deadline {
            self.take_lines(voice);
            if self.process.has_closed_output() {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Why the program could not go on, if it has said so.
    pub fn take_failure(&mut self) -> Option<String> {
        self.failed.take()
    }

    /// Whether the program has got going, although it has not been asked yet:
    /// it has said so, answered every call, or sleeps in front of an empty input.
    /// Nothing if that cannot be told yet.
    pub fn has_started(&mut self, voice: &mut Voice) -> Option<bool> {
        // It may have been stopped while it had calls to answer.
        self.process.resume();
        self.take_lines(voice);
        match () {
            () if self.failed.is_some() || self.process.has_closed_input() => Some(false),
            () if self.is_ready && self.owed.is_empty() => Some(true),
            // It reads a call and only then begins to load.
            () if self.owed.is_empty() && self.process.is_waiting() => Some(true),
            () => None,
        }
    }

    fn is_answered(&mut self) {
        self.owed.pop_front();
        self.is_ready = true;
    }

    /// Keeps what a line tells that is no answer.
    fn note(&mut self, said: Said, line: &str) {
        match said {
            Said::Ready => self.is_ready = true,
            Said::Name(name) => self.name = Some(name),
            Said::Aside => self.process.stderr_excerpt.push(format!("{line}\n").as_bytes()),
            Said::Failed(why) => self.failed = Some(why),
            Said::Note | Said::Answer => {}
        }
    }
}
