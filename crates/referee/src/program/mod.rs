//! Programs as players: any language, over standard input and output, by one of
//! the protocols in [`crate::protocol`].

mod conversation;
mod hints;
mod start;
mod time_limit;

use std::mem;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::{FaultKind, Outcome, Played, Seat, Session};
use sandbox::{
    ChargeBy, ExitStatus, Interrupted, LONGEST_LINE, Launch, Level, Process, StartError, TimeSpent,
    join_excerpts,
};

use crate::competitor::{
    Competitor, Dialogue, ExitReport, GameStart, PlayerFault, Question, Response, StartFailure, Stopped,
    Timing,
};
use crate::protocol::{Message, Protocol};
use crate::record::PlayerRecord;
use conversation::{Channel, Conversation, QuestionResult, TimedQuestion, WaitResult};
pub(crate) use hints::MUST_READ;
use start::{HAS_NOT_READ_INPUT, HAS_NOT_READ_QUESTION, exited_before_first_move};
use time_limit::timeout_message;

/// A program that plays, one process for many games.
pub struct ProgramCompetitor {
    about: PlayerRecord,
    launch: Launch,
    /// Added to the message when the program exits before its first move.
    advice: Option<String>,
    channel: Channel,
    process: Option<Conversation>,
    charge: ChargeBy,
    start_budget: Duration,
    /// The message that began this game, for a process started in the middle of it.
    game_start: Message,
    /// How many moves it was asked for in this game.
    asked: u32,
    /// It was watched in this game after a timeout. That takes time, so it is done once.
    was_watched: bool,
    /// The message being made. It is kept for its memory.
    message: Message,
}

impl ProgramCompetitor {
    /// The program is started with its first game, not here.
    pub fn new(
        about: PlayerRecord,
        launch: Launch,
        advice: Option<String>,
        protocol: Box<dyn Protocol>,
        dialogue: Option<Dialogue>,
    ) -> ProgramCompetitor {
        // As short as its author would write it.
        let here = std::env::current_dir().unwrap_or_default();
        let folder = launch.folder.strip_prefix(here).unwrap_or(&launch.folder).to_path_buf();
        let copy_of = launch.confinement.as_ref().map(|_| folder);
        ProgramCompetitor {
            about,
            launch,
            advice,
            channel: Channel { protocol, dialogue, unexpected: 0, copy_of },
            process: None,
            charge: ChargeBy::Wall,
            start_budget: Timing::START_BUDGET,
            game_start: Message::default(),
            asked: 0,
            was_watched: false,
            message: Message::default(),
        }
    }

    /// The running process. Starts one if there is none. It learns of the game only
    /// when it is ready.
    fn running(&mut self) -> Result<&mut Conversation, StartError> {
        if self.process.is_none() {
            let mut running = Conversation::new(Process::start(&self.launch)?);
            let mut greeting = Message::default();
            self.channel.protocol.greet(&mut greeting);
            running.send(&mut self.channel, &greeting);
            self.process = Some(running);
        }
        Ok(self.process.as_mut().expect("just started"))
    }

    /// Sends the question in `self.message` and waits for a move or a fault.
    fn ask_process(&mut self, question: &Question<'_>) -> Result<Response, Stopped> {
        let is_first = self.asked == 1;
        let joins_late = !is_first && self.process.is_none();
        match self.running() {
            Ok(running) => running.pays_for_start |= joins_late,
            Err(error) => {
                // A program that has played in this game has started.
                let kind = if is_first { FaultKind::NoStart } else { FaultKind::Crash };
                return Ok(Response::fault(PlayerFault::new(kind, self.cannot_start(error)?)));
            }
        }
        let before = self.drain();
        let running = self.process.as_mut().expect("it runs");
        let timed = TimedQuestion {
            text: &self.message.text,
            left: question.left,
            charge: self.charge,
            start_budget: self.start_budget,
            rest_opponent: question.rest_opponent,
            stop: question.stop,
        };
        let is_new = !running.knows_game;
        let not_ready = match is_new && !running.pays_for_start {
            true => running.wait_until_ready(&mut self.channel, &timed)?,
            false => None,
        };
        if is_new && not_ready.is_none() {
            running.knows_game = true;
            running.send(&mut self.channel, &self.game_start);
        }
        let QuestionResult { awaited, result, spent, billed } = match not_ready {
            Some(not_ready) => not_ready,
            None => running.ask(&mut self.channel, &timed)?,
        };
        let ended = if is_first && !running.has_spoken { FaultKind::NoStart } else { FaultKind::Crash };
        let mut has_exited = None;
        let mut line = match result {
            WaitResult::Response(line) => Ok(self.channel.protocol.action(line)),
            WaitResult::Failed(why) => {
                // Waits for its end, so that all of its standard error is read.
                running.process.exit_status();
                Err(PlayerFault::new(ended, self.channel.in_authors_words(why)))
            }
            WaitResult::EndOfOutput => {
                let is_used = running.is_used;
                let how = self.exit_status()?;
                if is_first && is_used && how == ExitStatus::Exited(0) {
                    return self.ask_new_process(question, billed);
                }
                has_exited = Some(how);
                let how = match ended {
                    FaultKind::NoStart => exited_before_first_move(how),
                    _ => how.to_string(),
                };
                Err(PlayerFault::new(ended, how))
            }
            WaitResult::TooLong(sent) => {
                let message = format!("a line of more than {LONGEST_LINE} bytes");
                Err(PlayerFault { kind: FaultKind::EndlessLine, message, sent: Some(sent) })
            }
            WaitResult::TimedOut(partial_line) => {
                let kind = if awaited.is_starting { FaultKind::NoStart } else { FaultKind::Time };
                // The program is killed after this: it may as well show what it waits for.
                let hint = match awaited.call {
                    Some(_) => None,
                    None if partial_line.is_some() => None,
                    None if running.process.has_unread() => {
                        let is_starting = awaited.is_starting;
                        Some(if is_starting { HAS_NOT_READ_INPUT } else { HAS_NOT_READ_QUESTION }.to_string())
                    }
                    // One that has answered before knows how to read; it is only late.
                    None if !running.has_spoken && !self.was_watched && running.process.is_waiting() => {
                        self.was_watched = true;
                        running.hint_about_silence(&mut self.channel)
                    }
                    None => None,
                };
                let guess = match (&hint, running.has_spoken) {
                    (Some(_), _) => "",
                    (None, true) => ": it slept or waited",
                    (None, false) => ": flush the output after each line; or does it sleep?",
                };
                let mut message = timeout_message(&awaited, spent, partial_line.as_deref(), guess);
                message.extend(hint.map(|hint| format!("; {hint}")));
                Err(PlayerFault { kind, message, sent: partial_line })
            }
        };
        let running = self.process.as_mut().expect("it runs");
        let stderr = running.take_stderr(&mut self.channel);
        if let Some(name) = running.name.take() {
            self.about.name = name;
        }
        // Standard error from before the question belongs to the move before. After
        // a fault it may say what went wrong now, so it goes with the fault.
        let (stderr_before, stderr) = match is_first || line.is_err() {
            true => (None, join_excerpts(before, stderr)),
            false => (before, stderr),
        };
        let last_words = mem::take(&mut running.last_words);
        let stderr = if has_exited.is_some() { stderr.or(last_words) } else { stderr };
        if line.is_ok() {
            running.last_words.clone_from(&stderr);
        }
        if let (Err(fault), Some(how)) = (&mut line, has_exited) {
            fault.message.push_str(&self.exit_hint(how, fault.kind, stderr.as_deref()));
        }
        let spent = if awaited.is_billed { billed } else { spent };
        Ok(Response { line, spent, billed: awaited.is_billed, stderr, stderr_before })
    }

    /// A program that exits after each game has not crashed. But its start must not
    /// be free in every game: the new process pays for it, and for what the old one
    /// used after the question.
    fn ask_new_process(&mut self, question: &Question<'_>, spent: TimeSpent) -> Result<Response, Stopped> {
        self.kill();
        if let Ok(running) = self.running() {
            running.pays_for_start = true;
        }
        let mut response = self.ask_process(question)?;
        response.spent = response.spent.plus(spent);
        Ok(response)
    }

    /// Reads all lines that have arrived. Returns what was written to standard error.
    fn drain(&mut self) -> Option<String> {
        let running = self.process.as_mut()?;
        running.take_lines(&mut self.channel);
        running.take_stderr(&mut self.channel)
    }
}

impl From<Interrupted> for Stopped {
    fn from(Interrupted: Interrupted) -> Stopped {
        Stopped::Interrupted
    }
}

impl Response {
    fn fault(fault: PlayerFault) -> Response {
        Response { billed: false, ..Response::new(Err(fault), TimeSpent::default()) }
    }
}

impl Competitor for ProgramCompetitor {
    fn about(&self) -> PlayerRecord {
        self.about.clone()
    }

    fn start(&mut self, game_start: &GameStart<'_>) {
        (self.charge, self.start_budget) = (game_start.timing.charge, game_start.timing.start_budget);
        (self.asked, self.channel.unexpected) = (0, 0);
        self.was_watched = false;
        self.game_start.clear();
        self.channel.protocol.start(&mut self.game_start, game_start);
        // A process that has not read the last game will not read this one either.
        let is_deaf = self.process.take_if(|running| running.process.has_unsent()).is_some();
        match &mut self.process {
            Some(running) => {
                running.begin_game();
                if running.knows_game {
                    running.send(&mut self.channel, &self.game_start);
                }
                // Else it stays stopped until it is asked.
                if self.charge == ChargeBy::Wall {
                    running.process.resume();
                }
            }
            // An error shows again at the first question.
            None => {
                if let Ok(running) = self.running() {
                    // A second start is not free.
                    running.pays_for_start = is_deaf;
                }
            }
        }
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Response, Stopped> {
        self.asked += 1;
        self.message.clear();
        self.channel.protocol.ask(&mut self.message, self.asked, question);
        self.ask_process(question)
    }

    fn on_reply(&mut self, _session: &dyn Session, played: &Played) {
        if let Some(running) = &mut self.process {
            self.message.clear();
            self.channel.protocol.on_reply(&mut self.message, self.asked, played);
            running.send_with_next(&mut self.channel, &self.message);
        }
    }

    fn end_turn(&mut self) {
        if self.charge == ChargeBy::Wall
            && let Some(running) = &mut self.process
        {
            // It may think in the opponent's time.
            running.process.flush();
        }
    }

    fn rest(&mut self) {
        if self.charge != ChargeBy::Wall
            && let Some(running) = &mut self.process
        {
            // Also while it starts: its threads could keep the opponent from starting.
            // It continues when it is asked, within its start budget.
            running.process.stop();
        }
    }

    fn pause(&mut self) {
        if let Some(running) = &mut self.process {
            running.process.stop();
        }
    }

    fn memory(&self) -> u64 {
        self.process.as_ref().map_or(0, |running| running.process.memory())
    }

    fn end(&mut self, session: &dyn Session, seat: Seat, outcome: Outcome) -> Option<String> {
        let stderr = self.drain();
        let running = self.process.as_mut()?;
        if running.knows_game {
            running.is_used = true;
            self.message.clear();
            self.channel.protocol.end(&mut self.message, session, seat, outcome);
            running.send(&mut self.channel, &self.message);
        }
        running.process.resume();
        stderr
    }

    fn kill(&mut self) -> Option<String> {
        let stderr = self.drain();
        self.process = None;
        stderr
    }

    fn start_failure(&mut self, stop: &AtomicBool) -> Result<Option<StartFailure>, Stopped> {
        self.why_not_started(stop)
    }

    fn unexpected_lines(&self) -> u32 {
        self.channel.unexpected
    }

    fn sandbox(&self) -> Option<Level> {
        Some(self.launch.confinement.as_ref().map_or(Level::None, |confinement| confinement.level()))
    }

    fn quit(&mut self) {
        if let Some(running) = self.process.as_mut().filter(|running| !running.process.is_quitting()) {
            let quit_line = self.channel.protocol.quit();
            self.channel.log('>', quit_line);
            running.process.close_input(quit_line);
            if !running.has_pending_calls() {
                running.process.quit();
            }
        }
    }

    fn shut_down(&mut self) -> Option<ExitReport> {
        self.quit();
        let running = self.process.as_mut()?;
        running.wait_for_pending_calls(&mut self.channel);
        let problem = running.process.wait_for_exit().err().map(|unclean| unclean.to_string());
        let stderr = self.drain();
        let failure = self.process.take().and_then(|mut running| running.take_failure());
        let failure = failure.map(|why| self.channel.in_authors_words(why));
        let problem = problem.map(|problem| failure.unwrap_or(problem));
        Some(ExitReport { problem, stderr })
    }
}

impl Drop for ProgramCompetitor {
    fn drop(&mut self) {
        self.quit();
        if let Some(running) = &mut self.process {
            running.wait_for_pending_calls(&mut self.channel);
        }
    }
}
