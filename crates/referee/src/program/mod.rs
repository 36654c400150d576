//! A program at the board: any language, over standard input and output, in
//! one of the protocols that [`crate::protocol`] knows.

mod conversation;
mod patience;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use games::{FaultKind, Outcome, Played, Seat, Session};
use sandbox::excerpt::joined;
use sandbox::exit_status::ExitStatus;
use sandbox::launch::Launch;
use sandbox::line_buffer::LONGEST_LINE;
use sandbox::process::{NotStarted, Process, TimeSpent};
use sandbox::{Interrupted, Level, programs};

use crate::clock::ChargeBy;
use crate::competitor::{
    Competitor, Dialogue, ExitReport, GameStart, PlayerFault, Question, Response, Stopped, Timing,
};
use crate::protocol::{Message, Protocol};
use crate::record::PlayerRecord;
use conversation::{Asking, Conversation, Exchange, Heard, Voice};
use patience::silence;

/// Why it cannot be run. A file that is there but cannot be found has a first
/// line that names what is not.
fn why_not(launch: &Launch, error: &str) -> String {
    let program = launch.words.first().map(Path::new).unwrap_or(Path::new(""));
    let start = programs::beginning(program, 4096).unwrap_or_default();
    let first_line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
    match first_line.strip_prefix(b"#!") {
        Some(interpreter) => format!(
            "it cannot be run: {error}: is `{}` of its first line there?",
            String::from_utf8_lossy(interpreter).trim()
        ),
        None => format!("it cannot be run: {error}"),
    }
}

/// A program that plays, one process for many games.
pub struct ProgramCompetitor {
    about: PlayerRecord,
    launch: Launch,
    /// What to tell an author whose program ends before it has begun.
    advice: Option<String>,
    voice: Voice,
    process: Option<Conversation>,
    charge: ChargeBy,
    start_budget: Duration,
    /// How this game began, for a process that joins in the middle.
    beginning: Message,
    /// How often it was asked in this game.
    asked: u32,
    message: Message,
}

impl ProgramCompetitor {
    /// Not started yet: that happens with the first game.
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
            voice: Voice { protocol, dialogue, unasked: 0 },
            process: None,
            charge: ChargeBy::Wall,
            start_budget: Timing::START_BUDGET,
            beginning: Message::default(),
            asked: 0,
            message: Message::default(),
        }
    }

    /// The process; started if there is none.
    fn running(&mut self) -> Result<&mut Conversation, NotStarted> {
        if self.process.is_none() {
            let mut running = Conversation::new(Process::start(&self.launch)?);
            let mut greeting = Message::default();
            self.voice.protocol.greet(&mut greeting);
            running.say(&mut self.voice, &greeting);
            running.say(&mut self.voice, &self.beginning);
            self.process = Some(running);
        }
        Ok(self.process.as_mut().expect("just started"))
    }

    /// Asks until there is an answer or a trouble.
    fn question(&mut self, question: &Question<'_>) -> Result<Response, Stopped> {
        let is_first = self.asked == 1;
        let joins_late = !is_first && self.process.is_none();
        match self.running() {
            Ok(running) => running.pays_for_start |= joins_late,
            Err(NotStarted::Machine(error)) => {
                return Err(Stopped::Unable(format!("cannot start `{}`: {error}", self.about.spec)));
            }
            Err(NotStarted::Sandbox(why)) => {
                let spec = &self.about.spec;
                return Err(Stopped::Unable(format!(
                    "cannot start `{spec}`: the sandbox does not hold: {why}"
                )));
            }
            Err(NotStarted::Program(error)) => {
                // Who has played in this game has started.
                let kind = if is_first { FaultKind::NoStart } else { FaultKind::Crash };
                return Ok(Response::trouble(PlayerFault::new(kind, why_not(&self.launch, &error))));
            }
        }
        let before = self.sweep();
        let running = self.process.as_mut().expect("it runs");
        let asking = Asking {
            text: &self.message.text,
            left: question.left,
            charge: self.charge,
            start_budget: self.start_budget,
            stop: question.stop,
        };
        let Exchange { task, heard, spent, billed } = running.converse(&mut self.voice, &asking)?;
        let ended = if is_first && !running.is_ready { FaultKind::NoStart } else { FaultKind::Crash };
        let line = match heard {
            Heard::Answer(line) => Ok(self.voice.protocol.action(line)),
            Heard::Failed(why) => {
                // With what it has left for its author.
                running.process.exit_status();
                Err(PlayerFault::new(ended, why))
            }
            Heard::End => {
                let how = running.process.exit_status();
                if is_first && running.is_used && how == ExitStatus::Exited(0) {
                    return self.ask_a_new_one(question, billed);
                }
                let advice = self.advice.as_ref().filter(|_| ended == FaultKind::NoStart);
                let advice = advice.map(|advice| format!("; {advice}")).unwrap_or_default();
                Err(PlayerFault::new(ended, format!("{how}{advice}")))
            }
            Heard::TooLong(sent) => {
                let message = format!("a line of more than {LONGEST_LINE} bytes");
                Err(PlayerFault { kind: FaultKind::EndlessLine, message, sent: Some(sent) })
            }
            Heard::TimedOut(partial_line) => {
                let kind = if task.is_starting { FaultKind::NoStart } else { FaultKind::Time };
                let silence = silence(&task, spent, partial_line.as_deref());
                let message = match task.call.is_none() && running.process.has_unread() {
                    true => format!("{silence} (it has not read the question)"),
                    false => silence,
                };
                Err(PlayerFault { kind, message, sent: partial_line })
            }
        };
        let stderr = running.take_stderr(&mut self.voice);
        if let Some(name) = running.name.take() {
            self.about.name = name;
        }
        // What was written before belongs to the answer before, if there is one
        // and if it does not tell why there is none now.
        let (stderr_before, stderr) = match is_first || line.is_err() {
            true => (None, joined(before, stderr)),
            false => (before, stderr),
        };
        let TimeSpent { wall, cpu } = if task.is_billed { billed } else { spent };
        Ok(Response { line, wall, cpu, billed: task.is_billed, stderr, stderr_before })
    }

    /// A program that plays one game at a time has not crashed, but must not
    /// get a free answer in every game either: the new process pays for its
    /// start, and for what the old one did after the question.
    fn ask_a_new_one(&mut self, question: &Question<'_>, spent: TimeSpent) -> Result<Response, Stopped> {
        self.kill();
        if let Ok(running) = self.running() {
            running.pays_for_start = true;
        }
        let mut answer = self.question(question)?;
        answer.wall += spent.wall;
        answer.cpu = answer.cpu.map(|cpu| cpu + spent.cpu.unwrap_or_default());
        Ok(answer)
    }

    /// Takes what has come meanwhile, and gives what was written for the author.
    fn sweep(&mut self) -> Option<String> {
        let running = self.process.as_mut()?;
        running.take_lines(&mut self.voice);
        running.take_stderr(&mut self.voice)
    }
}

impl From<Interrupted> for Stopped {
    fn from(Interrupted: Interrupted) -> Stopped {
        Stopped::Told
    }
}

impl Response {
    fn trouble(trouble: PlayerFault) -> Response {
        Response {
            line: Err(trouble),
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
        (self.asked, self.voice.unasked) = (0, 0);
        self.beginning.clear();
        self.voice.protocol.start(&mut self.beginning, game_start);
        // Who has not taken in the last game does not take in this one either.
        self.process.take_if(|running| running.process.has_unsent());
        match &mut self.process {
            Some(running) => {
                running.say(&mut self.voice, &self.beginning);
                // By processor time it goes on when it is asked.
                if self.charge == ChargeBy::Wall {
                    running.process.resume();
                }
            }
            // Should it fail, the first question will tell.
            None => drop(self.running().err()),
        }
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Response, Stopped> {
        self.asked += 1;
        self.message.clear();
        self.voice.protocol.ask(&mut self.message, self.asked, question);
        self.question(question)
    }

    fn hear(&mut self, _session: &dyn Session, played: &Played) {
        if let Some(running) = &mut self.process {
            self.message.clear();
            self.voice.protocol.hear(&mut self.message, self.asked, played);
            running.say_later(&mut self.voice, &self.message);
        }
    }

    fn rest(&mut self) {
        if let Some(running) = &mut self.process {
            match self.charge {
                // Also one that is still getting ready: it could do so with as many
                // threads as would keep the other from its start. It goes on when it
                // is asked, within its own time for that.
                ChargeBy::Cpu => running.process.stop(),
                // It may think about what it has learned.
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
        let stderr = self.sweep();
        let running = self.process.as_mut()?;
        running.is_used = true;
        self.message.clear();
        self.voice.protocol.end(&mut self.message, session, seat, outcome);
        running.say(&mut self.voice, &self.message);
        running.process.resume();
        stderr
    }

    fn kill(&mut self) -> Option<String> {
        let stderr = self.sweep();
        self.process = None;
        stderr
    }

    fn has_started(&mut self, stop: &AtomicBool) -> Result<bool, Stopped> {
        if self.asked > 0 {
            return Ok(true);
        }
        let deadline = Instant::now() + self.start_budget;
        let Some(running) = &mut self.process else { return Ok(false) };
        // Somebody who is just about to end may be seen asleep, but not for long.
        let mut sure = 0;
        while sure < 3 {
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped::Told);
            }
            sure = match running.has_started(&mut self.voice) {
                Some(false) => return Ok(false),
                _ if Instant::now() > deadline => return Ok(false),
                Some(true) => sure + 1,
                None => 0,
            };
            thread::sleep(Duration::from_millis(1));
        }
        Ok(true)
    }

    fn unasked(&self) -> u32 {
        self.voice.unasked
    }

    fn sandbox(&self) -> Option<Level> {
        Some(self.launch.confinement.as_ref().map_or(Level::None, |confinement| confinement.level))
    }

    fn quit(&mut self) {
        if let Some(running) = self.process.as_mut().filter(|running| !running.process.is_quitting()) {
            let farewell = self.voice.protocol.farewell();
            self.voice.log('>', farewell);
            running.process.close_input(farewell);
            if !running.owes() {
                running.process.quit();
            }
        }
    }

    fn shut_down(&mut self) -> Option<ExitReport> {
        self.quit();
        let running = self.process.as_mut()?;
        running.let_finish(&mut self.voice);
        let trouble = running.process.wait_for_exit().err();
        let stderr = self.sweep();
        let failure = self.process.take().and_then(|mut running| running.take_failure());
        let trouble = trouble.map(|trouble| failure.unwrap_or(trouble));
        Some(ExitReport { trouble, stderr })
    }
}

impl Drop for ProgramCompetitor {
    fn drop(&mut self) {
        self.quit();
        if let Some(running) = &mut self.process {
            running.let_finish(&mut self.voice);
        }
    }
}
