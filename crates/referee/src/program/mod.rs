//! A program at the board: any language, over standard input and output, in
//! one of the tongues that [`crate::tongue`] knows.

mod ended;
mod lines;
mod patience;
mod process;
pub mod supervisor;
mod vitals;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use games::{FaultKind, Outcome, Played, Seat, Session};

use crate::clock::ChargeBy;
use crate::contender::{Answer, Beginning, Contender, Dialogue, Farewell, Question, Stopped, Terms, Trouble};
use crate::excerpt::joined;
use crate::record::PlayerRecord;
use crate::tongue::{Message, Said, Tongue};
use ended::Ended;
pub use lines::LONGEST_LINE;
use patience::{OTHER_CALLS, limit, silence};
use process::{Came, Limit, NotStarted, Process, Spent};

/// What is needed to start a program.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments.
    pub words: Vec<OsString>,
    /// Where it runs, if not where the referee does.
    pub folder: Option<PathBuf>,
    /// What to tell an author whose program ends before it has begun.
    pub advice: Option<String>,
    /// The binary that can be a supervisor: see [`supervisor::run_if_asked`].
    pub supervisor: PathBuf,
}

impl Launch {
    /// Supervised by the running binary, also when its file has been replaced.
    pub fn new(words: Vec<OsString>, folder: Option<PathBuf>, advice: Option<String>) -> Launch {
        Launch { words, folder, advice, supervisor: PathBuf::from("/proc/self/exe") }
    }

    /// Why it cannot be run. A file that is there but cannot be found has a
    /// first line that names what is not.
    fn why_not(&self, error: &str) -> String {
        let program = self.words.first().map(Path::new).unwrap_or(Path::new(""));
        let start = fs::read(program).unwrap_or_default();
        let first_line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
        match first_line.strip_prefix(b"#!") {
            Some(interpreter) => format!(
                "it cannot be run: {error}: is `{}` of its first line there?",
                String::from_utf8_lossy(interpreter).trim()
            ),
            None => format!("it cannot be run: {error}"),
        }
    }
}

/// A program that plays, one process for many games.
pub struct ProgramContender {
    about: PlayerRecord,
    launch: Launch,
    tongue: Box<dyn Tongue>,
    process: Option<Running>,
    charge: ChargeBy,
    start_budget: Duration,
    /// How this game began, for a process that joins in the middle.
    beginning: Message,
    /// How often it was asked in this game.
    asked: u32,
    unasked: u32,
    message: Message,
    dialogue: Option<Dialogue>,
}

/// The process and what is known of it.
struct Running {
    process: Process,
    /// It has answered, or said that it is ready.
    is_ready: bool,
    /// It has been through a game.
    is_used: bool,
    /// Its first answer is on the clock, because it could have been there.
    pays_for_start: bool,
    /// The name it has given itself, until that is passed on.
    name: Option<String>,
    /// Calls that it has not answered yet.
    owed: VecDeque<&'static str>,
    /// Why it cannot go on, as it says itself.
    failed: Option<String>,
}

/// What came of waiting for an answer.
enum Heard {
    Answer(String),
    /// The program says why it cannot go on.
    Failed(String),
    /// A line beyond all bounds.
    Endless(String),
    /// Nothing within the limit, or half a line.
    Nothing(Option<String>),
    /// The end of the program's output.
    End,
}

/// One thing that a program must answer, and how long it may take.
struct Task {
    /// A call that is not for an action.
    call: Option<&'static str>,
    /// The program is still getting ready.
    is_starting: bool,
    limit: Limit,
}

impl ProgramContender {
    /// Not started yet: that happens with the first game.
    pub fn new(
        about: PlayerRecord,
        launch: Launch,
        tongue: Box<dyn Tongue>,
        dialogue: Option<Dialogue>,
    ) -> ProgramContender {
        ProgramContender {
            about,
            launch,
            tongue,
            process: None,
            charge: ChargeBy::Wall,
            start_budget: Terms::START_BUDGET,
            beginning: Message::default(),
            asked: 0,
            unasked: 0,
            message: Message::default(),
            dialogue,
        }
    }

    /// The process; started if there is none.
    fn running(&mut self) -> Result<&mut Running, NotStarted> {
        if self.process.is_none() {
            let Launch { words, folder, supervisor, .. } = &self.launch;
            let mut process = Process::start(supervisor, words, folder.as_deref())?;
            let mut greeting = Message::default();
            self.tongue.greet(&mut greeting);
            let mut owed = VecDeque::new();
            for message in [&greeting, &self.beginning] {
                process.send(&message.text);
                owed.extend(&message.calls);
                log(&mut self.dialogue, '>', &message.text);
            }
            self.process = Some(Running {
                process,
                is_ready: false,
                is_used: false,
                pays_for_start: false,
                name: None,
                owed,
                failed: None,
            });
        }
        Ok(self.process.as_mut().expect("just started"))
    }

    /// Asks until there is an answer or a trouble.
    fn question(&mut self, question: &Question<'_>) -> Result<Answer, Stopped> {
        let is_first = self.asked == 1;
        let joins_late = !is_first && self.process.is_none();
        match self.running() {
            Ok(running) => running.pays_for_start |= joins_late,
            Err(NotStarted::Machine(error)) => {
                return Err(Stopped::Unable(format!("cannot start `{}`: {error}", self.about.spec)));
            }
            Err(NotStarted::Program(error)) => {
                // Who has played in this game has started.
                let kind = if is_first { FaultKind::NoStart } else { FaultKind::Crash };
                return Ok(Answer::trouble(Trouble::new(kind, self.launch.why_not(&error))));
            }
        }
        let before = self.sweep();
        let (task, heard, spent) = self.converse(question)?;
        let running = self.process.as_mut().expect("it runs");
        let ended = if is_first && !running.is_ready { FaultKind::NoStart } else { FaultKind::Crash };
        let line = match heard {
            Heard::Answer(line) => Ok(self.tongue.action(line)),
            Heard::Failed(why) => {
                // With what it has left for its author.
                running.process.how_it_ended();
                Err(Trouble::new(ended, why))
            }
            Heard::End => {
                let how = running.process.how_it_ended();
                if is_first && running.is_used && how == Ended::Exited(0) {
                    return self.ask_a_new_one(question, spent);
                }
                let advice = self.launch.advice.as_ref().filter(|_| ended == FaultKind::NoStart);
                let advice = advice.map(|advice| format!("; {advice}")).unwrap_or_default();
                Err(Trouble::new(ended, format!("{how}{advice}")))
            }
            Heard::Endless(sent) => {
                let message = format!("a line of more than {LONGEST_LINE} bytes");
                Err(Trouble { kind: FaultKind::EndlessLine, message, sent: Some(sent) })
            }
            Heard::Nothing(half_a_line) => {
                let kind = if task.is_starting { FaultKind::NoStart } else { FaultKind::Time };
                let silence = silence(task.call, task.is_starting, task.limit, spent, half_a_line.as_deref());
                let message = match running.process.has_unread() {
                    true => format!("{silence} (it has not read the question)"),
                    false => silence,
                };
                Err(Trouble { kind, message, sent: half_a_line })
            }
        };
        let stderr = running.process.stderr_excerpt.take();
        log(&mut self.dialogue, '!', stderr.as_deref().unwrap_or_default().as_bytes());
        if let Some(name) = running.name.take() {
            self.about.name = name;
        }
        // What was written before belongs to the answer before, if there is one
        // and if it does not tell why there is none now.
        let (stderr_before, stderr) = match is_first || line.is_err() {
            true => (None, joined(before, stderr)),
            false => (before, stderr),
        };
        let billed = !task.is_starting && task.call.is_none();
        Ok(Answer { line, wall: spent.wall, cpu: spent.cpu, billed, stderr, stderr_before })
    }

    /// Waits for whatever the program has not answered yet, one call after the
    /// other, then asks the question. What goes wrong on the way is the answer.
    fn converse(&mut self, question: &Question<'_>) -> Result<(Task, Heard, Spent), Stopped> {
        loop {
            let by_cpu = self.charge == ChargeBy::Cpu;
            let running = self.process.as_mut().expect("it runs");
            let is_starting = !running.is_ready && !running.pays_for_start;
            let call = running.owed.front().copied();
            let left = if call.is_some() { Some(OTHER_CALLS) } else { question.left };
            let limit = limit(left, by_cpu, is_starting.then_some(self.start_budget));
            let task = Task { call, is_starting, limit };
            let (heard, spent) = self.listen(&task, question.stop)?;
            let running = self.process.as_mut().expect("it runs");
            if let Heard::Answer(_) = heard {
                running.is_ready = true;
                if call.is_some() {
                    running.owed.pop_front();
                    continue;
                }
            }
            return Ok((task, heard, spent));
        }
    }

    /// Waits for one answer; if it is the one to the question, asks that first.
    fn listen(&mut self, task: &Task, stop: &AtomicBool) -> Result<(Heard, Spent), Stopped> {
        let is_question = task.call.is_none();
        let question: &[u8] = if is_question { &self.message.text } else { &[] };
        let by_cpu = self.charge == ChargeBy::Cpu && !task.is_starting;
        let running = self.process.as_mut().expect("it runs");
        log(&mut self.dialogue, '>', question);
        if !is_question {
            running.process.flush();
        }
        let mut asked = running.process.ask(question, by_cpu);
        if let Some(why) = running.failed.take() {
            return Ok((Heard::Failed(why), running.process.spent(&asked)));
        }
        let heard = loop {
            let line = match running.process.wait(&mut asked, task.limit, stop)? {
                Came::Line(line) => line,
                Came::Endless(sent) => break Heard::Endless(sent),
                Came::Nothing { half_a_line } => break Heard::Nothing(half_a_line),
                Came::End => break Heard::End,
            };
            log(&mut self.dialogue, '<', line.as_bytes());
            match self.tongue.read(&line) {
                // Who has not read the question cannot have answered it.
                Said::Answer if is_question && running.process.has_not_read() => {
                    self.unasked = self.unasked.saturating_add(1);
                }
                Said::Answer => break Heard::Answer(line),
                Said::Failed(why) => break Heard::Failed(why),
                said => running.note(said, &line),
            }
        };
        let spent = running.process.spent(&asked);
        Ok((heard, spent))
    }

    /// A program that plays one game at a time has not crashed, but must not
    /// get a free answer in every game either: the new process pays for its
    /// start, and for what the old one did after the question.
    fn ask_a_new_one(&mut self, question: &Question<'_>, spent: Spent) -> Result<Answer, Stopped> {
        self.dismiss();
        if let Ok(running) = self.running() {
            running.pays_for_start = true;
        }
        let mut answer = self.question(question)?;
        answer.wall += spent.wall;
        answer.cpu = answer.cpu.map(|cpu| cpu + spent.cpu.unwrap_or_default());
        Ok(answer)
    }

    /// Takes what has come meanwhile: answers to calls, and lines that nobody
    /// asked for, which are counted. Gives what was written for the author.
    fn sweep(&mut self) -> Option<String> {
        let running = self.process.as_mut()?;
        running.process.sweep();
        while let Some(line) = running.process.next_line() {
            log(&mut self.dialogue, '<', line.as_bytes());
            // Nobody can have answered a call that waits to be sent.
            let is_owed = !running.process.has_unsent() && !running.owed.is_empty();
            match self.tongue.read(&line) {
                Said::Answer if is_owed => {
                    running.owed.pop_front();
                    running.is_ready = true;
                }
                Said::Answer => self.unasked = self.unasked.saturating_add(1),
                said => running.note(said, &line),
            }
        }
        let stderr = running.process.stderr_excerpt.take();
        log(&mut self.dialogue, '!', stderr.as_deref().unwrap_or_default().as_bytes());
        stderr
    }
}

/// Writes lines down for somebody who wants to see them: `>` to the program,
/// `<` from it, `!` from its standard error.
fn log(dialogue: &mut Option<Dialogue>, mark: char, text: &[u8]) {
    let Some(dialogue) = dialogue else { return };
    for line in String::from_utf8_lossy(text).lines() {
        // In one piece; and a log that cannot be written changes no game.
        let _ = dialogue.out.write_all(format!("{} {mark} {line}\n", dialogue.name).as_bytes());
    }
}

impl Answer {
    fn trouble(trouble: Trouble) -> Answer {
        Answer {
            line: Err(trouble),
            wall: Duration::ZERO,
            cpu: None,
            billed: false,
            stderr: None,
            stderr_before: None,
        }
    }
}

impl Running {
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

impl Contender for ProgramContender {
    fn about(&self) -> PlayerRecord {
        self.about.clone()
    }

    fn start(&mut self, beginning: &Beginning<'_>) {
        (self.charge, self.start_budget) = (beginning.terms.charge, beginning.terms.start_budget);
        (self.asked, self.unasked) = (0, 0);
        self.beginning.clear();
        self.tongue.start(&mut self.beginning, beginning);
        // Who has not taken in the last game does not take in this one either.
        self.process.take_if(|running| running.process.has_unsent());
        match &mut self.process {
            Some(running) => {
                log(&mut self.dialogue, '>', &self.beginning.text);
                running.process.send(&self.beginning.text);
                running.owed.extend(&self.beginning.calls);
            }
            // Should it fail, the first question will tell.
            None => drop(self.running().err()),
        }
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Answer, Stopped> {
        self.asked += 1;
        self.message.clear();
        self.tongue.ask(&mut self.message, self.asked, question);
        self.question(question)
    }

    fn hear(&mut self, played: &Played) {
        if let Some(running) = &mut self.process {
            self.message.clear();
            self.tongue.hear(&mut self.message, self.asked, played);
            log(&mut self.dialogue, '>', &self.message.text);
            running.process.send_later(&self.message.text);
            running.owed.extend(&self.message.calls);
        }
    }

    fn rest(&mut self) {
        if let Some(running) = &mut self.process {
            match self.charge {
                // One that is still getting ready may go on with that.
                ChargeBy::Cpu if running.is_ready => running.process.stop(),
                ChargeBy::Cpu => {}
                // It may think about what it has learned.
                ChargeBy::Wall => running.process.flush(),
            }
        }
    }

    fn end(&mut self, session: &dyn Session, seat: Seat, outcome: Outcome) -> Option<String> {
        let stderr = self.sweep();
        let running = self.process.as_mut()?;
        running.is_used = true;
        self.message.clear();
        self.tongue.end(&mut self.message, session, seat, outcome);
        log(&mut self.dialogue, '>', &self.message.text);
        running.process.send(&self.message.text);
        running.owed.extend(&self.message.calls);
        running.process.resume();
        stderr
    }

    fn dismiss(&mut self) -> Option<String> {
        let stderr = self.sweep();
        self.process = None;
        stderr
    }

    /// It has if it has said so, or if it sleeps in front of an empty input.
    fn has_started(&mut self, stop: &AtomicBool) -> Result<bool, Stopped> {
        if self.asked > 0 {
            return Ok(true);
        }
        let deadline = Instant::now() + self.start_budget;
        let Some(running) = &mut self.process else { return Ok(false) };
        // Somebody who is just about to end may be seen asleep, but not for long.
        let mut asleep = 0;
        while !running.is_ready && asleep < 3 {
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped::Told);
            }
            if running.process.has_closed_input() || Instant::now() > deadline {
                return Ok(false);
            }
            asleep = if running.process.is_waiting() { asleep + 1 } else { 0 };
            thread::sleep(Duration::from_millis(1));
        }
        Ok(true)
    }

    fn unasked(&self) -> u32 {
        self.unasked
    }

    fn leave(&mut self) {
        if let Some(running) = self.process.as_mut().filter(|running| !running.process.was_told_goodbye()) {
            let farewell = self.tongue.farewell();
            log(&mut self.dialogue, '>', farewell);
            running.process.say_goodbye(farewell);
        }
    }

    fn see_off(&mut self) -> Option<Farewell> {
        self.leave();
        let running = self.process.as_mut()?;
        let trouble = running.process.wait_for_its_end().err();
        let stderr = self.sweep();
        self.process = None;
        Some(Farewell { trouble, stderr })
    }
}

impl Drop for ProgramContender {
    fn drop(&mut self) {
        self.leave();
    }
}
