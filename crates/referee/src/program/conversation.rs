//! The exchange of lines with one process: calls and questions to it, responses,
//! unexpected lines and comments from it.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use sandbox::{ChargeBy, Process, Received, TimeLimit, TimeSpent, Waiting, with_authors_paths};

use super::hints::{WAITS_FOR_MORE, WAITS_FOR_THE_END, came_too_late};
use super::time_limit::{CALL_LIMIT, FREE_CALL, time_limit};
use crate::competitor::{Dialogue, Stopped};
use crate::protocol::{BotLine, Message, Protocol};

/// How long a move that is late is waited for, to say how late it was.
const LATE_MOVE: Duration = Duration::from_secs(1);

/// How long a program may take to show what it does at the end of its input.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// A new program that sleeps for so long before empty input waits for questions.
const SETTLING: Duration = Duration::from_millis(10);

/// What belongs to a bot and outlives its processes: protocol, log, counters.
pub struct Channel {
    /// The protocol of the bot.
    pub protocol: Box<dyn Protocol>,
    /// The log of all lines, if one is wanted.
    pub dialogue: Option<Dialogue>,
    /// How many unexpected lines the bot has sent in this game.
    pub unexpected: u32,
    /// The folder as the bot's author calls it, if the bot runs in a copy of it.
    pub copy_of: Option<PathBuf>,
}

impl Channel {
    /// Adds lines to the log, if one is wanted.
    pub fn log(&mut self, mark: char, text: &[u8]) {
        if let Some(dialogue) = &mut self.dialogue {
            dialogue.log(mark, text);
        }
    }

    /// A text of the bot with the paths that its author knows.
    pub fn in_authors_words(&self, text: String) -> String {
        match &self.copy_of {
            Some(folder) => with_authors_paths(&text, folder),
            None => text,
        }
    }

    fn count_unexpected(&mut self) {
        self.unexpected = self.unexpected.saturating_add(1);
    }
}

/// A process, and the state of the exchange with it.
pub struct Conversation {
    /// The process.
    pub process: Process,
    /// The program waits for questions: it has said so, or looks like it.
    is_ready: bool,
    /// It has responded once, or said that it is ready.
    pub has_spoken: bool,
    /// It was told of the game that is played.
    pub knows_game: bool,
    /// The process has played a game to its end.
    pub is_used: bool,
    /// The time for its start is charged, because it could have been running.
    pub pays_for_start: bool,
    /// The name that the bot has given itself, until that is passed on.
    pub name: Option<String>,
    /// Calls sent to the program that have not returned, oldest first.
    pending_calls: VecDeque<&'static str>,
    /// The time that calls have taken in this game.
    call_time: Duration,
    /// Why the program cannot go on, in its own words.
    failed: Option<String>,
    /// What it wrote to standard error with its last move. If it exits without another
    /// word, that says why: it may have written it before or after the move was read.
    pub last_words: Option<String>,
}

/// A question as text, and what limits the wait for its response.
pub struct TimedQuestion<'a> {
    /// The lines to send.
    pub text: &'a [u8],
    /// How long the response may take; `None` without a clock.
    pub left: Option<Duration>,
    /// What the clock is charged by.
    pub charge: ChargeBy,
    /// How long a program may take to start, and for all its calls in a game.
    pub start_budget: Duration,
    /// See [`Question::rest_opponent`](crate::competitor::Question::rest_opponent).
    pub rest_opponent: &'a dyn Fn(),
    /// Set when the game is to be interrupted.
    pub stop: &'a AtomicBool,
}

/// How the wait for one response ended.
pub enum WaitResult {
    /// With a response.
    Response(String),
    /// The program says why it cannot go on.
    Failed(String),
    /// With a line longer than any action can be: its start.
    TooLong(String),
    /// The time is over; the text is a line without its end, if one came.
    TimedOut(Option<String>),
    /// The program has closed its output.
    EndOfOutput,
}

/// The response that the referee waits for.
pub struct Awaited {
    /// The call that must return; `None` for the response to the question.
    pub call: Option<&'static str>,
    /// The program is still starting, within its start budget.
    pub is_starting: bool,
    /// The clock runs.
    pub is_billed: bool,
    /// How long it may take.
    pub limit: TimeLimit,
    /// What it is charged by.
    pub charge: ChargeBy,
    /// Calls have returned just before, so the program may still be busy with one.
    follows_calls: bool,
}

/// What a program did after its time was over.
enum LateSign {
    Response,
    EndOfOutput,
}

/// The result of a question.
pub struct QuestionResult {
    /// The last thing waited for: the question, or a call that did not return.
    pub awaited: Awaited,
    /// How that wait ended.
    pub result: WaitResult,
    /// The time of that wait.
    pub spent: TimeSpent,
    /// All time for which the clock ran, including a start that is charged.
    pub billed: TimeSpent,
}

impl Conversation {
    /// With a process that has just been started.
    pub fn new(process: Process) -> Conversation {
        Conversation {
            process,
            is_ready: false,
            has_spoken: false,
            knows_game: false,
            is_used: false,
            pays_for_start: false,
            name: None,
            pending_calls: VecDeque::new(),
            call_time: Duration::ZERO,
            failed: None,
            last_words: None,
        }
    }

    /// A game begins: its calls have all their time. What the program did since the
    /// last one is free, up to a limit.
    pub fn begin_game(&mut self) {
        self.call_time = Duration::ZERO;
        self.process.allow_off_turn(FREE_CALL);
    }

    /// Sends a message at once.
    pub fn send(&mut self, channel: &mut Channel, message: &Message) {
        channel.log('>', &message.text);
        self.process.send(&message.text);
        self.pending_calls.extend(&message.calls);
    }

    /// Sends a message together with the next one: that saves a system call.
    pub fn send_with_next(&mut self, channel: &mut Channel, message: &Message) {
        channel.log('>', &message.text);
        self.process.queue(&message.text);
        self.pending_calls.extend(&message.calls);
    }

    /// Reads the lines that have arrived: calls that return, comments, and
    /// unexpected lines, which are counted.
    pub fn take_lines(&mut self, channel: &mut Channel) {
        self.process.drain_output();
        while let Some(line) = self.process.next_line() {
            channel.log('<', line.as_bytes());
            // A call that is not sent yet cannot have returned.
            let is_expected = !self.process.has_unsent() && !self.pending_calls.is_empty();
            match channel.protocol.read(&line) {
                BotLine::Response if is_expected => self.mark_call_done(),
                BotLine::Response => channel.count_unexpected(),
                other => self.keep(other, &line),
            }
        }
    }

    /// What the program wrote to standard error since this was last taken.
    pub fn take_stderr(&mut self, channel: &mut Channel) -> Option<String> {
        let stderr = self.process.stderr_excerpt.take().map(|text| channel.in_authors_words(text));
        channel.log('!', stderr.as_deref().unwrap_or_default().as_bytes());
        stderr
    }

    /// Waits until a new program is ready for its first question: it has said so, its
    /// first call has returned, or it waits for input. Nothing about the game is sent
    /// before that, and nothing is charged.
    ///
    /// Returns `None` once it is ready, or if only the question can show it: a program
    /// that has read all its input and still works may never wait for more.
    pub fn wait_until_ready(
        &mut self,
        channel: &mut Channel,
        question: &TimedQuestion<'_>,
    ) -> Result<Option<QuestionResult>, Stopped> {
        let limit = TimeLimit::wall(question.start_budget);
        let call = self.pending_calls.front().copied();
        let (is_billed, charge) = (false, ChargeBy::Wall);
        let awaited = Awaited { call, is_starting: true, is_billed, limit, charge, follows_calls: false };
        let (result, spent) = match call {
            Some(_) => self.wait_for_response(channel, &awaited, question)?,
            None => match self.wait_for_idle(channel, &awaited, question)? {
                None => (WaitResult::Response(String::new()), TimeSpent::default()),
                Some(failure) => failure,
            },
        };
        if !matches!(result, WaitResult::Response(_)) {
            return Ok(Some(QuestionResult { awaited, result, spent, billed: TimeSpent::default() }));
        }
        if call.is_some() {
            self.mark_call_done();
            self.take_lines(channel);
        }
        self.is_ready = true;
        self.process.settle();
        Ok(None)
    }

    /// Waits until the program waits for input. Returns why it never will.
    ///
    /// It must sleep for a while without using CPU time. A program that still loads
    /// sleeps now and then too, as when the supervisor decides about its memory.
    fn wait_for_idle(
        &mut self,
        channel: &mut Channel,
        awaited: &Awaited,
        question: &TimedQuestion<'_>,
    ) -> Result<Option<(WaitResult, TimeSpent)>, Stopped> {
        let mut begun = self.process.request(&[], ChargeBy::Wall);
        let mut asleep_since: Option<(Instant, Duration)> = None;
        loop {
            self.take_lines(channel);
            asleep_since = match self.process.is_waiting().then(|| self.process.cpu_time()) {
                Some(cpu) => {
                    asleep_since.filter(|(_, before)| *before == cpu).or(Some((Instant::now(), cpu)))
                }
                None => None,
            };
            if self.is_ready || asleep_since.is_some_and(|(since, _)| since.elapsed() >= SETTLING) {
                return Ok(None);
            }
            let waited = begun.awake();
            if let Some(why) = self.failed.take() {
                return Ok(Some((WaitResult::Failed(why), TimeSpent::wall(waited))));
            }
            if waited >= awaited.limit.wall {
                let has_read = !self.process.has_unread();
                let timed_out = (WaitResult::TimedOut(None), TimeSpent::wall(waited));
                return Ok(Some(timed_out).filter(|_| !has_read));
            }
            // A line or the end of its output ends the wait at once.
            match self.process.read_line(
                &mut begun,
                TimeLimit::wall(waited + SETTLING / 5),
                Waiting { interrupt: question.stop, on_slow: question.rest_opponent },
            )? {
                Received::TimedOut { .. } => {}
                Received::EndOfOutput => return Ok(Some((WaitResult::EndOfOutput, TimeSpent::wall(waited)))),
                Received::TooLong(_) => channel.count_unexpected(),
                Received::Line(line) => {
                    channel.log('<', line.as_bytes());
                    match channel.protocol.read(&line) {
                        BotLine::Response => channel.count_unexpected(),
                        other => self.keep(other, &line),
                    }
                }
            }
        }
    }

    /// Waits until all pending calls have returned, then asks the question. Ends
    /// at the first wait that brings no response.
    pub fn ask(
        &mut self,
        channel: &mut Channel,
        question: &TimedQuestion<'_>,
    ) -> Result<QuestionResult, Stopped> {
        let charge = question.charge;
        let mut billed = TimeSpent::default();
        let follows_calls = !self.pending_calls.is_empty();
        loop {
            let call = self.pending_calls.front().copied();
            let is_free = call.is_some() && self.is_ready;
            let left = match is_free {
                true => {
                    let rest = question.start_budget.saturating_sub(self.call_time);
                    Some(question.left.map_or(rest, |_| CALL_LIMIT.min(rest)))
                }
                false => question.left.map(|left| left.saturating_sub(billed.charged(charge))),
            };
            // Without a clock, a program that never responds is noticed all the same.
            let left = left.or((!self.has_spoken).then_some(question.start_budget));
            let limit = time_limit(left, charge);
            let awaited =
                Awaited { call, is_starting: false, is_billed: !is_free, limit, charge, follows_calls };
            let (result, spent) = self.wait_for_response(channel, &awaited, question)?;
            if is_free {
                self.call_time += spent.charged(charge);
            }
            billed = billed.plus(if is_free { spent.less(FREE_CALL) } else { spent });
            match result {
                WaitResult::Response(_) if call.is_some() => {
                    self.mark_call_done();
                    // Lines that arrived with it were sent before the question.
                    self.take_lines(channel);
                }
                result => {
                    if matches!(result, WaitResult::Response(_)) {
                        self.mark_spoken();
                    }
                    return Ok(QuestionResult { awaited, result, spent, billed });
                }
            }
        }
    }

    /// Waits for one response. If it is the one to the question, asks that first.
    fn wait_for_response(
        &mut self,
        channel: &mut Channel,
        awaited: &Awaited,
        question: &TimedQuestion<'_>,
    ) -> Result<(WaitResult, TimeSpent), Stopped> {
        let is_question = awaited.call.is_none();
        let text = if is_question { question.text } else { &[] };
        channel.log('>', text);
        let mut asked = self.process.request(text, awaited.charge);
        if let Some(why) = self.failed.take() {
            return Ok((WaitResult::Failed(why), self.process.time_spent(&asked)));
        }
        let result = loop {
            let waiting = Waiting { interrupt: question.stop, on_slow: question.rest_opponent };
            let line = match self.process.read_line(&mut asked, awaited.limit, waiting)? {
                Received::Line(line) => line,
                Received::TooLong(sent) => break WaitResult::TooLong(sent),
                Received::TimedOut { partial_line } => break WaitResult::TimedOut(partial_line),
                Received::EndOfOutput => break WaitResult::EndOfOutput,
            };
            channel.log('<', line.as_bytes());
            match channel.protocol.read(&line) {
                // A program that has not read the question cannot respond to it.
                BotLine::Response if is_question && self.has_not_read(awaited) => channel.count_unexpected(),
                BotLine::Response => break WaitResult::Response(line),
                BotLine::Failed(why) => break WaitResult::Failed(why),
                other => self.keep(other, &line),
            }
        };
        Ok((result, self.process.time_spent(&asked)))
    }

    fn has_not_read(&self, awaited: &Awaited) -> bool {
        match awaited.follows_calls {
            true => self.process.has_unread(),
            false => self.process.has_not_read_request(),
        }
    }

    /// Says why a program has not answered that sleeps: its move comes a moment later,
    /// or it waits for more input. Nothing is charged for this.
    ///
    /// A line that comes by itself must not be taken for one that comes because the
    /// input was closed, so the input stays open first.
    pub fn hint_about_silence(&mut self, channel: &mut Channel) -> Option<String> {
        let begun = Instant::now();
        match self.wait_uncharged(channel, LATE_MOVE) {
            Some(LateSign::Response) => return Some(came_too_late(begun.elapsed())),
            Some(LateSign::EndOfOutput) => return None,
            None => self.process.close_input_before_kill(),
        }
        let hint = match self.wait_uncharged(channel, LAST_WORDS)? {
            LateSign::Response => WAITS_FOR_THE_END,
            LateSign::EndOfOutput => WAITS_FOR_MORE,
        };
        Some(hint.to_string())
    }

    /// What comes within so much wall time from a program whose time is over.
    fn wait_uncharged(&mut self, channel: &mut Channel, limit: Duration) -> Option<LateSign> {
        let mut asked = self.process.request(b"", ChargeBy::Wall);
        let (limit, never) = (TimeLimit::wall(limit), AtomicBool::new(false));
        loop {
            match self.process.read_line(&mut asked, limit, Waiting::until(&never)) {
                Ok(Received::Line(line)) => {
                    channel.log('<', line.as_bytes());
                    match channel.protocol.read(&line) {
                        BotLine::Response => return Some(LateSign::Response),
                        other => self.keep(other, &line),
                    }
                }
                Ok(Received::EndOfOutput) => return Some(LateSign::EndOfOutput),
                _ => return None,
            }
        }
    }

    /// Whether calls have not returned yet.
    pub fn has_pending_calls(&self) -> bool {
        !self.pending_calls.is_empty()
    }

    /// Waits until the last calls return, within their time limit: a bot that
    /// learns may write a file at the end of a game.
    pub fn wait_for_pending_calls(&mut self, channel: &mut Channel) {
        let deadline = Instant::now() + time_limit(Some(CALL_LIMIT), ChargeBy::Cpu).wall;
        while self.has_pending_calls() && self.failed.is_none() && Instant::now() < deadline {
            self.take_lines(channel);
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

    /// Whether the program has started, although it has not been asked yet: it has
    /// said so, all its calls have returned, or it sleeps before an empty input.
    /// `None` while that is unknown.
    pub fn has_started(&mut self, channel: &mut Channel) -> Option<bool> {
        // It may have been stopped with calls pending.
        self.process.resume();
        self.take_lines(channel);
        match () {
            () if self.failed.is_some() || self.process.has_closed_input() => Some(false),
            () if self.is_ready && self.pending_calls.is_empty() => Some(true),
            // With a call pending it may have read the call and be still loading.
            () if self.pending_calls.is_empty() && self.process.is_waiting() => Some(true),
            () => None,
        }
    }

    fn mark_call_done(&mut self) {
        self.pending_calls.pop_front();
        self.mark_spoken();
    }

    fn mark_spoken(&mut self) {
        (self.is_ready, self.has_spoken) = (true, true);
    }

    /// Keeps what a line says that is no response.
    fn keep(&mut self, bot_line: BotLine, line: &str) {
        match bot_line {
            BotLine::Ready => self.mark_spoken(),
            BotLine::Name(name) => self.name = Some(name),
            BotLine::ForAuthor => self.process.stderr_excerpt.push(format!("{line}\n").as_bytes()),
            BotLine::Failed(why) => self.failed = Some(why),
            BotLine::Comment | BotLine::Response => {}
        }
    }
}
