//! A program at the board: any language, over standard input and output, by
//! the protocol of `docs/protocol.md`.

mod ended;
mod lines;
mod process;
pub mod supervisor;
mod vitals;

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use games::{FaultKind, Outcome, Played, Seat, Session};

use crate::clock::ChargeBy;
use crate::contender::{Answer, Beginning, Contender, Dialogue, Question, Stopped, Terms, Trouble};
use crate::excerpt::joined;
use crate::record::PlayerRecord;
use crate::wire;
use ended::Ended;
pub use lines::LONGEST_LINE;
use process::{Came, Limit, NotStarted, Process, Spent};

/// Who has no clock is waited for this long all the same.
const NO_CLOCK: Duration = Duration::from_secs(3600);

/// Names that programs give themselves are cut here.
const LONGEST_NAME: usize = 40;

/// What is needed to start a program.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments.
    pub words: Vec<OsString>,
    /// The binary that can be a supervisor: see [`supervisor::run_if_asked`].
    pub supervisor: PathBuf,
}

impl Launch {
    /// Supervised by the running binary, also when its file has been replaced.
    pub fn new(words: Vec<OsString>) -> Launch {
        Launch { words, supervisor: PathBuf::from("/proc/self/exe") }
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
    process: Option<Running>,
    charge: ChargeBy,
    start_budget: Duration,
    /// The `start` line of this game, for a process that joins in the middle.
    start_line: Vec<u8>,
    /// How often it was asked in this game.
    asked: u32,
    unasked: u32,
    text: Vec<u8>,
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
}

impl ProgramContender {
    /// Not started yet: that happens with the first game.
    pub fn new(about: PlayerRecord, launch: Launch, dialogue: Option<Dialogue>) -> ProgramContender {
        ProgramContender {
            dialogue,
            about,
            launch,
            process: None,
            charge: ChargeBy::Wall,
            start_budget: Terms::START_BUDGET,
            start_line: Vec::new(),
            asked: 0,
            unasked: 0,
            text: Vec::new(),
        }
    }

    /// The process; started if there is none.
    fn running(&mut self) -> Result<&mut Running, NotStarted> {
        if self.process.is_none() {
            let mut process = Process::start(&self.launch.supervisor, &self.launch.words)?;
            process.send(wire::GREETING);
            process.send(&self.start_line);
            log(&mut self.dialogue, '>', wire::GREETING);
            log(&mut self.dialogue, '>', &self.start_line);
            self.process =
                Some(Running { process, is_ready: false, is_used: false, pays_for_start: false, name: None });
        }
        Ok(self.process.as_mut().expect("just started"))
    }

    /// Asks until there is an answer or a trouble.
    fn question(&mut self, question: &Question<'_>) -> Result<Answer, Stopped> {
        let by_cpu = self.charge == ChargeBy::Cpu;
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
        let running = self.process.as_mut().expect("it runs");
        let is_starting = !running.is_ready && !running.pays_for_start;
        let limit = limit(question.left, by_cpu, is_starting.then_some(self.start_budget));
        log(&mut self.dialogue, '>', &self.text);
        let mut asked = running.process.ask(&self.text, by_cpu && !is_starting);
        let came = loop {
            let came = running.process.wait(&mut asked, limit, question.stop)?;
            if let Came::Line(line) = &came {
                log(&mut self.dialogue, '<', line.as_bytes());
                if running.is_note(line) {
                    continue;
                }
                // Who has not read the question cannot have answered it.
                if running.process.has_not_read() {
                    self.unasked = self.unasked.saturating_add(1);
                    continue;
                }
            }
            break came;
        };
        let spent = running.process.spent(&asked);
        let line = match came {
            Came::Line(line) => {
                running.is_ready = true;
                Ok(line)
            }
            Came::Endless(sent) => {
                let message = format!("a line of more than {LONGEST_LINE} bytes");
                Err(Trouble { kind: FaultKind::EndlessLine, message, sent: Some(sent) })
            }
            Came::Nothing { half_a_line } => {
                let kind = if is_starting { FaultKind::NoStart } else { FaultKind::Time };
                let silence = silence(is_starting, limit, spent, half_a_line.as_deref());
                let message = match running.process.has_unread() {
                    true => format!("{silence} (it has not read the question)"),
                    false => silence,
                };
                Err(Trouble { kind, message, sent: half_a_line })
            }
            Came::End => {
                let ended = running.process.how_it_ended();
                if is_first && running.is_used && ended == Ended::Exited(0) {
                    return self.ask_a_new_one(question, spent);
                }
                let kind = if is_first && !running.is_ready { FaultKind::NoStart } else { FaultKind::Crash };
                Err(Trouble::new(kind, ended.to_string()))
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
        Ok(Answer { line, wall: spent.wall, cpu: spent.cpu, billed: !is_starting, stderr, stderr_before })
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

    /// Takes what has come unasked: counts lines that are no notes, and gives
    /// what was written for the author.
    fn sweep(&mut self) -> Option<String> {
        let running = self.process.as_mut()?;
        running.process.sweep();
        while let Some(line) = running.process.next_line() {
            log(&mut self.dialogue, '<', line.as_bytes());
            self.unasked = self.unasked.saturating_add(u32::from(!running.is_note(&line)));
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

/// Why nothing came, for the author.
fn silence(is_starting: bool, limit: Limit, spent: Spent, half_a_line: Option<&str>) -> String {
    let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
    let wall = seconds(limit.wall);
    let what = match (limit.cpu, spent.cpu) {
        _ if is_starting => format!("no answer within {wall} s of the first question"),
        (Some(cpu), Some(used)) if used > cpu => {
            format!("no answer within {} s of processor time", seconds(cpu))
        }
        (Some(_), Some(used)) => format!(
            "no answer within {wall} s, in which it used {} s of processor time: does it sleep, or is the machine too busy?",
            seconds(used)
        ),
        _ => format!("no answer within {wall} s"),
    };
    match half_a_line {
        Some(_) => format!("{what}, only half a line: is there a newline at its end?"),
        None if is_starting => format!("{what}: does it flush its output after each line?"),
        None => what,
    }
}

/// How long to wait for an answer.
fn limit(left: Option<Duration>, by_cpu: bool, start: Option<Duration>) -> Limit {
    match (start, left) {
        (Some(budget), _) => Limit { wall: budget, cpu: None },
        (None, None) => Limit { wall: NO_CLOCK, cpu: None },
        (None, Some(left)) if by_cpu => {
            // On a busy machine processor time goes by more slowly; who sleeps
            // must not keep the others waiting for ever.
            Limit { wall: left * 3 + Duration::from_secs(1), cpu: Some(left) }
        }
        (None, Some(left)) => Limit { wall: left, cpu: None },
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
    /// Whether a line is a note and no answer: a comment, or that the program
    /// is ready, or its name.
    fn is_note(&mut self, line: &str) -> bool {
        let text = line.trim_ascii();
        match text.split_once([' ', '\t']).unwrap_or((text, "")) {
            ("ready", _) => self.is_ready = true,
            ("name", name) => {
                let name: String = name.trim_ascii().chars().take(LONGEST_NAME).collect();
                self.name = Some(name).filter(|name| !name.is_empty());
            }
            _ => return text.starts_with('#'),
        }
        true
    }
}

impl Contender for ProgramContender {
    fn about(&self) -> PlayerRecord {
        self.about.clone()
    }

    fn start(&mut self, beginning: &Beginning<'_>) {
        let Beginning { session, seat, terms, .. } = *beginning;
        (self.charge, self.start_budget) = (terms.charge, terms.start_budget);
        (self.asked, self.unasked) = (0, 0);
        self.start_line.clear();
        wire::start(&mut self.start_line, session, seat, &terms.clocks[seat.index()]);
        // Who has not taken in the last game does not take in this one either.
        self.process.take_if(|running| running.process.has_unsent());
        match &mut self.process {
            Some(running) => {
                log(&mut self.dialogue, '>', &self.start_line);
                running.process.send(&self.start_line);
            }
            // Should it fail, the first question will tell.
            None => drop(self.running().err()),
        }
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Answer, Stopped> {
        self.asked += 1;
        self.text.clear();
        wire::board(&mut self.text, question.session, question.seat);
        let go = wire::Go { number: self.asked, left: question.left, last: question.last() };
        wire::go(&mut self.text, question.session, &go);
        self.question(question)
    }

    fn hear(&mut self, played: &Played) {
        if let Some(running) = &mut self.process {
            let fault = played.fault.as_ref().map(|(kind, _)| *kind);
            self.text.clear();
            wire::result(&mut self.text, self.asked, played.told.as_deref(), fault);
            log(&mut self.dialogue, '>', &self.text);
            running.process.send_later(&self.text);
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
        self.text.clear();
        wire::end(&mut self.text, session, seat, outcome);
        log(&mut self.dialogue, '>', &self.text);
        running.process.send(&self.text);
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
            log(&mut self.dialogue, '>', wire::FAREWELL);
            running.process.say_goodbye(wire::FAREWELL);
        }
    }
}

impl Drop for ProgramContender {
    fn drop(&mut self) {
        self.leave();
    }
}
