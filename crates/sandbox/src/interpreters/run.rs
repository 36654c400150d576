//! Runs an interpreter for its answer, with a time limit.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process_group, set_parent_process_death_signal, waitid,
};

use super::error::InterpreterError;

/// The time limit. Java takes seconds from a cold disk under load.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// The most bytes that are read of an answer.
const LONGEST: u64 = 4 << 20;

/// Environment variables that change an answer. Bots run without them.
const NOT_INHERITED: [&str; 13] = [
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "NODE_OPTIONS",
    "NODE_PATH",
    "PERL5DB",
    "PERL5LIB",
    "PERL5OPT",
    "PHPRC",
    "PHP_INI_SCAN_DIR",
    "PYTHONPATH",
    "RUBYLIB",
    "RUBYOPT",
    "_JAVA_OPTIONS",
];

/// Those of Lua begin so, and end with a version.
const NOT_INHERITED_PREFIX: &str = "LUA_";

/// Runs an interpreter, and returns its standard output and standard error.
pub(super) fn run(
    program: &Path,
    arguments: &[&str],
    timeout: Duration,
) -> Result<[Vec<u8>; 2], InterpreterError> {
    let cannot_run = |error: io::Error| InterpreterError::CannotRun {
        program: program.to_path_buf(),
        error: error.into(),
    };
    let mut command = Command::new(program);
    command.args(arguments).current_dir("/").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    // A shim may start other processes, which are killed with the group.
    command.process_group(0);
    // It ends with this process.
    // SAFETY: one system call, which neither allocates nor locks.
    unsafe {
        command.pre_exec(|| Ok(set_parent_process_death_signal(Some(Signal::KILL))?));
    }
    for name in NOT_INHERITED {
        command.env_remove(name);
    }
    for (name, _) in std::env::vars_os().filter(|(name, _)| is_of_lua(name.as_encoded_bytes())) {
        command.env_remove(name);
    }
    let until = Instant::now() + timeout;
    let mut child = command.spawn().map_err(cannot_run)?;
    let answer = read_outputs(&mut child, until);
    // The child has not been waited for, so its number is still its own.
    let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    let status = child.wait().map_err(cannot_run)?;
    let Some(answer) = answer else {
        return Err(InterpreterError::TimedOut { program: program.to_path_buf(), timeout });
    };
    let [output, errors] = answer.map_err(cannot_run)?;
    // `None`: killed above, after it had answered.
    match status.code() {
        Some(0) | None => Ok([output, errors]),
        Some(_) => Err(InterpreterError::NoAnswer {
            program: program.to_path_buf(),
            printed: first_line(&errors, &output),
        }),
    }
}

fn is_of_lua(name: &[u8]) -> bool {
    name.starts_with(NOT_INHERITED_PREFIX.as_bytes())
}

/// Reads both outputs to their ends; `None` if time is up before.
fn read_outputs(child: &mut Child, until: Instant) -> Option<io::Result<[Vec<u8>; 2]>> {
    let outputs: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|pipe| Box::new(pipe) as _),
        child.stderr.take().map(|pipe| Box::new(pipe) as _),
    ];
    let (sender, receiver) = mpsc::channel();
    for (which, pipe) in outputs.into_iter().enumerate() {
        let sender = sender.clone();
        thread::spawn(move || {
            let mut all = Vec::new();
            let read = pipe.map_or(Ok(0), |pipe| pipe.take(LONGEST).read_to_end(&mut all));
            // Fails once time is up, which is fine.
            let _ = sender.send((which, read.map(|_| all)));
        });
    }
    let mut both = [Vec::new(), Vec::new()];
    for _ in 0..2 {
        let left = until.saturating_duration_since(Instant::now());
        let (which, read) = receiver.recv_timeout(left).ok()?;
        match read {
            Ok(all) => both[which] = all,
            Err(error) => return Some(Err(error)),
        }
    }
    // Outputs end shortly before the program does.
    while Instant::now() < until && !has_ended(child) {
        thread::sleep(Duration::from_millis(1));
    }
    Some(Ok(both))
}

/// Whether a child has ended. It still has to be waited for.
fn has_ended(child: &Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
}

/// The first line that is not empty, without control characters.
pub(super) fn first_line(errors: &[u8], output: &[u8]) -> String {
    let texts = [errors, output].map(String::from_utf8_lossy);
    let line = texts.iter().flat_map(|text| text.lines()).map(str::trim).find(|line| !line.is_empty());
    let line = line.unwrap_or("it prints nothing");
    line.chars().filter(|c| !c.is_control()).take(200).collect()
}
