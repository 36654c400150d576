//! Programs as players: any language, over standard input and output, by one of
//! the protocols in [`crate::protocol`].

mod conversation;
mod time_limit;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use games::{FaultKind, Outcome, Played, Seat, Session};
use sandbox::{
    ExitStatus, Interrupted, LONGEST_LINE, Launch, Level, Process, StartError, TimeSpent, join_excerpts,
    programs,
};

use crate::clock::ChargeBy;
use crate::competitor::{
    Competitor, Dialogue, ExitReport, GameStart, PlayerFault, Question, Response, Stopped, Timing,
};
use crate::protocol::{Message, Protocol};
use crate::record::PlayerRecord;
use conversation::{Channel, Conversation, QuestionResult, TimedQuestion, WaitResult};
use time_limit::timeout_message;

/// The message for a program that cannot be run. If the file exists, the
/// interpreter in its first line may be what is missing.
fn cannot_run(launch: &Launch, error: &str) -> String {
    let program = launch.words.first().map(Path::new).unwrap_or(Path::new(""));
    let start = programs::read_start(program, 4096).unwrap_or_default();
    let first_line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
    match first_line.strip_prefix(b"#!") {
        Some(interpreter) => format!(
            "it cannot be run: {error}: check that `{}` from its first line exists",
            String::from_utf8_lossy(interpreter).trim()
        ),
        None => format!("it cannot be run: {error}"),
    }
}

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
        ProgramCompetitor {
            about,
            launch,
            advice,
            channel: Channel { protocol, dialogue, unexpected: 0 },
            process: None,
            charge: ChargeBy::Wall,
            start_budget: Timing::START_BUDGET,
            game_start: Message::default(),
            asked: 0,
            message: Message::default(),
        }
    }

    /// The running process. Starts one if there is none.
    fn running(&mut self) -> Result<&mut Conversation, StartError> {
        if self.process.is_none() {
            let mut running = Conversation::new(Process::start(&self.launch)?);
            let mut greeting = Message::default();
            self.channel.protocol.greet(&mut greeting);
            running.send(&mut self.channel, &greeting);
            running.send(&mut self.channel, &self.game_start);
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
            Err(error @ StartError::Machine(_)) => {
                return Err(Stopped::MachineFailed(format!("cannot start `{}`: {error}", self.about.spec)));
            }
            Err(error @ StartError::NoReport) => {
                return Err(Stopped::Disturbed(format!("cannot start `{}`: {error}", self.about.spec)));
            }
            Err(StartError::Sandbox(why)) => {
                let spec = &self.about.spec;
                return Err(Stopped::MachineFailed(format!(
                    "cannot start `{spec}`: the sandbox failed: {why}"
                )));
            }
            Err(StartError::Program(error)) => {
                // A program that has played in this game has started.
                let kind = if is_first { FaultKind::NoStart } else { FaultKind::Crash };
                return Ok(Response::fault(PlayerFault::new(
                    kind,
                    cannot_run(&self.launch, &error.to_string()),
                )));
            }
        }
        let before = self.drain();
        let running = self.process.as_mut().expect("it runs");
        let timed = TimedQuestion {
            text: &self.message.text,
            left: question.left,
            charge: self.charge,
            start_budget: self.start_budget,
            stop: question.stop,
        };
        let QuestionResult { awaited, result, spent, billed } = running.ask(&mut self.channel, &timed)?;
        let ended = if is_first && !running.is_ready { FaultKind::NoStart } else { FaultKind::Crash };
        let line = match result {
            WaitResult::Response(line) => Ok(self.channel.protocol.action(line)),
            WaitResult::Failed(why) => {
                // Waits for its end, so that all of its standard error is read.
                running.process.exit_status();
                Err(PlayerFault::new(ended, why))
            }
            WaitResult::EndOfOutput => {
                let how = running.process.exit_status();
                // A program in a sandbox cannot do that, so it was not its fault.
                if how == ExitStatus::SupervisorLost && self.launch.confinement.is_some() {
                    return Err(Stopped::Disturbed(format!(
                        "the process that watches `{}` was killed from outside",
                        self.about.spec
                    )));
                }
                if is_first && running.is_used && how == ExitStatus::Exited(0) {
                    return self.ask_new_process(question, billed);
                }
                let advice = self.advice.as_ref().filter(|_| ended == FaultKind::NoStart);
                let advice = advice.map(|advice| format!("; {advice}")).unwrap_or_default();
                let how = match how {
                    ExitStatus::Exited(code) if ended == FaultKind::NoStart => {
                        format!("it exited before its first move, with exit status {code}")
                    }
                    how => how.to_string(),
                };
                Err(PlayerFault::new(ended, format!("{how}{advice}")))
            }
            WaitResult::TooLong(sent) => {
                let message = format!("a line of more than {LONGEST_LINE} bytes");
                Err(PlayerFault { kind: FaultKind::EndlessLine, message, sent: Some(sent) })
            }
            WaitResult::TimedOut(partial_line) => {
                let kind = if awaited.is_starting { FaultKind::NoStart } else { FaultKind::Time };
                let mut message = timeout_message(&awaited, spent, partial_line.as_deref());
                if awaited.call.is_none() && running.process.has_unread() {
                    message.push_str(" (it has not read the question)");
                }
                Err(PlayerFault { kind, message, sent: partial_line })
            }
        };
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
        let TimeSpent { wall, cpu } = if awaited.is_billed { billed } else { spent };
        Ok(Response { line, wall, cpu, billed: awaited.is_billed, stderr, stderr_before })
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
        response.wall += spent.wall;
        response.cpu = response.cpu.map(|cpu| cpu + spent.cpu.unwrap_or_default());
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
        Response {
            line: Err(fault),
            wall: Duration::ZERO,
            cpu: None,
            billed: false,
            stderr: None,
            stderr_before: None,
        }
    }
}

impl Competitor for ProgramCompetitor {
    fn about(&self) -> PlayerRecord {
        self.about.clone()
    }

    fn start(&mut self, game_start: &GameStart<'_>) {
        (self.charge, self.start_budget) = (game_start.timing.charge, game_start.timing.start_budget);
        (self.asked, self.channel.unexpected) = (0, 0);
        self.game_start.clear();
        self.channel.protocol.start(&mut self.game_start, game_start);
        // A process that has not read the last game will not read this one either.
        self.process.take_if(|running| running.process.has_unsent());
        match &mut self.process {
            Some(running) => {
                running.send(&mut self.channel, &self.game_start);
                // With CPU time it stays stopped until it is asked.
                if self.charge == ChargeBy::Wall {
                    running.process.resume();
                }
            }
            // An error shows again at the first question.
            None => drop(self.running().err()),
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

    fn rest(&mut self) {
        if let Some(running) = &mut self.process {
            match self.charge {
                // Also while it starts: its threads could keep the opponent from
                // starting. It continues when it is asked, within its start budget.
                ChargeBy::Cpu => running.process.stop(),
                // It may think in the opponent's time.
                ChargeBy::Wall => running.process.flush(),
            }
        }
    }

    fn pause(&mut self) {
        if let Some(running) = &mut self.process {
            running.process.stop();
        }
    }

    fn end(&mut self, session: &dyn Session, seat: Seat, outcome: Outcome) -> Option<String> {
        let stderr = self.drain();
        let running = self.process.as_mut()?;
        running.is_used = true;
        self.message.clear();
        self.channel.protocol.end(&mut self.message, session, seat, outcome);
        running.send(&mut self.channel, &self.message);
        running.process.resume();
        stderr
    }

    fn kill(&mut self) -> Option<String> {
        let stderr = self.drain();
        self.process = None;
        stderr
    }

    fn has_started(&mut self, stop: &AtomicBool) -> Result<bool, Stopped> {
        if self.asked > 0 {
            return Ok(true);
        }
        let deadline = Instant::now() + self.start_budget;
        let Some(running) = &mut self.process else { return Ok(false) };
        // A process that is about to exit may be asleep for a moment: look three times.
        let mut sure = 0;
        while sure < 3 {
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped::Interrupted);
            }
            sure = match running.has_started(&mut self.channel) {
                Some(false) => return Ok(false),
                _ if Instant::now() > deadline => return Ok(false),
                Some(true) => sure + 1,
                None => 0,
            };
            thread::sleep(Duration::from_millis(1));
        }
        Ok(true)
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
