//! Why a program has not started.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use games::FaultKind;
use sandbox::{ExitStatus, Launch, StartError, programs};

use super::ProgramCompetitor;
use super::hints::Exited;
use super::time_limit::not_ready_message;
use crate::competitor::{StartFailure, Stopped};

/// For a program that does not read, beside what is said of its time.
pub const HAS_NOT_READ_INPUT: &str = "it has not read its input";
pub const HAS_NOT_READ_QUESTION: &str = "it has not read the question";

impl ProgramCompetitor {
    /// The message for a program that cannot be run. Fails if that is the machine's
    /// fault.
    pub(super) fn cannot_start(&self, error: StartError) -> Result<String, Stopped> {
        let spec = &self.about.spec;
        match error {
            StartError::Machine(_) => Err(Stopped::MachineFailed(format!("cannot start `{spec}`: {error}"))),
            StartError::NoReport => Err(Stopped::Disturbed(format!("cannot start `{spec}`: {error}"))),
            StartError::Sandbox(why) => {
                Err(Stopped::MachineFailed(format!("cannot start `{spec}`: the sandbox failed: {why}")))
            }
            StartError::Program(error) => Ok(cannot_run(&self.launch, &error.to_string())),
        }
    }

    /// Waits until the program that runs has exited. Fails if it was killed from
    /// outside.
    pub(super) fn exit_status(&mut self) -> Result<ExitStatus, Stopped> {
        let how = self.process.as_mut().map_or(ExitStatus::ClosedOutput, |it| it.process.exit_status());
        // A program in a sandbox cannot do that, so it was not its fault.
        match how == ExitStatus::SupervisorLost && self.launch.confinement.is_some() {
            false => Ok(how),
            true => Err(Stopped::Disturbed(format!(
                "the process that watches `{}` was killed from outside",
                self.about.spec
            ))),
        }
    }

    /// `; ` and what its author should do about a program that has exited, as far as
    /// it can be known.
    pub(super) fn exit_hint(&self, how: ExitStatus, kind: FaultKind, stderr: Option<&str>) -> String {
        let (stderr, advice) = (stderr.unwrap_or_default(), self.advice.as_deref());
        let hint = Exited { launch: &self.launch, how, kind, stderr, advice }.hint();
        hint.map(|hint| format!("; {}", self.channel.in_authors_words(hint))).unwrap_or_default()
    }

    /// See [`Competitor::start_failure`](crate::Competitor::start_failure).
    pub(super) fn why_not_started(&mut self, stop: &AtomicBool) -> Result<Option<StartFailure>, Stopped> {
        if self.asked > 0 {
            return Ok(None);
        }
        if let Err(error) = self.running() {
            return Ok(Some(StartFailure { message: self.cannot_start(error)?, stderr: None }));
        }
        let start = self.wait_for_start(stop)?;
        let running = self.process.as_mut().expect("it runs");
        let (mut message, how) = match (start, running.take_failure()) {
            (Start::Done, _) => return Ok(None),
            (_, Some(why)) => {
                // Waits for its end, so that all of its standard error is read.
                running.process.exit_status();
                (self.channel.in_authors_words(why), None)
            }
            (Start::Ended, None) => {
                let how = self.exit_status()?;
                (exited_before_first_move(how), Some(how))
            }
            (Start::TooLate, None) => {
                let unread = Some(HAS_NOT_READ_INPUT).filter(|_| running.process.has_unread());
                (not_ready_message(self.start_budget, unread), None)
            }
        };
        let stderr = self.drain();
        message.extend(how.map(|how| self.exit_hint(how, FaultKind::NoStart, stderr.as_deref())));
        // It would fail again in the next game, its standard error already read.
        self.process = None;
        Ok(Some(StartFailure { message, stderr }))
    }

    /// Waits until the program has started, within its start budget.
    fn wait_for_start(&mut self, stop: &AtomicBool) -> Result<Start, Stopped> {
        let deadline = Instant::now() + self.start_budget;
        let running = self.process.as_mut().expect("it runs");
        // A process that is about to exit may be asleep for a moment: look three times.
        let mut sure = 0;
        while sure < 3 {
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped::Interrupted);
            }
            sure = match running.has_started(&mut self.channel) {
                Some(false) => return Ok(Start::Ended),
                _ if Instant::now() > deadline => return Ok(Start::TooLate),
                Some(true) => sure + 1,
                None => 0,
            };
            thread::sleep(Duration::from_millis(1));
        }
        Ok(Start::Done)
    }
}

/// How the start of a program went.
enum Start {
    Done,
    /// It has exited, or said why it cannot go on.
    Ended,
    /// It was not ready within its start budget.
    TooLate,
}

/// How a program ended that has not sent a move.
pub fn exited_before_first_move(how: ExitStatus) -> String {
    match how {
        ExitStatus::Exited(code) => format!("it exited before its first move, with exit status {code}"),
        how => how.to_string(),
    }
}

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
