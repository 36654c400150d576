//! Running an interpreter for its answer, with a limit.

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

/// How long an interpreter has for its answer: a cold disk under load takes
/// seconds for Java.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// The most that is read of an answer.
const LONGEST: u64 = 4 << 20;

/// Variables that change an answer or break it. Bots run without them, so the
/// answer must not depend on them.
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

/// Those of Lua have its version in their names.
const NOT_INHERITED_PREFIX: &str = "LUA_";

/// What an interpreter printed: standard output, standard error.
pub(super) fn run(program: &Path, arguments: &[&str], patience: Duration) -> Result<[Vec<u8>; 2], String> {
    let shown = program.display();
    let mut command = Command::new(program);
    command.args(arguments).current_dir("/").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    // What a shim has started is ended with it.
    command.process_group(0);
    // And it with us, whom nobody has to wait for.
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
    let until = Instant::now() + patience;
    let mut child = command.spawn().map_err(|error| format!("cannot run {shown}: {error}"))?;
    let answer = listen(&mut child, until);
    // By the number of a child that has not been waited for: it is nobody
    // else's yet.
    let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    let status = child.wait().map_err(|error| format!("cannot run {shown}: {error}"))?;
    let Some(answer) = answer else {
        return Err(format!("{shown} does not say within {} seconds what it needs", patience.as_secs_f32()));
    };
    let [output, errors] = answer.map_err(|error| format!("cannot run {shown}: {error}"))?;
    // A program that has answered and was ended above has done its duty.
    match status.code() {
        Some(0) | None => Ok([output, errors]),
        Some(_) => Err(format!("{shown} does not say what it needs: {}", first_line(&errors, &output))),
    }
}

fn is_of_lua(name: &[u8]) -> bool {
    name.starts_with(NOT_INHERITED_PREFIX.as_bytes())
}

/// Both outputs to their ends, unless time is up before.
fn listen(child: &mut Child, until: Instant) -> Option<io::Result<[Vec<u8>; 2]>> {
    let outputs: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|pipe| Box::new(pipe) as _),
        child.stderr.take().map(|pipe| Box::new(pipe) as _),
    ];
    let (tell, told) = mpsc::channel();
    for (which, pipe) in outputs.into_iter().enumerate() {
        let tell = tell.clone();
        thread::spawn(move || {
            let mut all = Vec::new();
            let read = pipe.map_or(Ok(0), |pipe| pipe.take(LONGEST).read_to_end(&mut all));
            // Nobody listens any more when time is up.
            let _ = tell.send((which, read.map(|_| all)));
        });
    }
    let mut both = [Vec::new(), Vec::new()];
    for _ in 0..2 {
        let left = until.saturating_duration_since(Instant::now());
        let (which, read) = told.recv_timeout(left).ok()?;
        match read {
            Ok(all) => both[which] = all,
            Err(error) => return Some(Err(error)),
        }
    }
    // The outputs end a little before the program does.
    while Instant::now() < until && !has_ended(child) {
        thread::sleep(Duration::from_millis(1));
    }
    Some(Ok(both))
}

/// Whether a child has ended, which still has to be waited for.
fn has_ended(child: &Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
}

/// The line that says most, fit for a terminal.
pub(super) fn first_line(errors: &[u8], output: &[u8]) -> String {
    let texts = [errors, output].map(String::from_utf8_lossy);
    let line = texts.iter().flat_map(|text| text.lines()).map(str::trim).find(|line| !line.is_empty());
    let line = line.unwrap_or("it prints nothing");
    line.chars().filter(|c| !c.is_control()).take(200).collect()
}
