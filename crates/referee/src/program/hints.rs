//! What an author should know about a program that has failed, beyond what it says
//! itself.

use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::FaultKind;
use sandbox::programs::{debian_package, find_on_path, read_start};
use sandbox::{ChargeBy, ExitStatus, Launch, Process, Received, TimeLimit, Waiting};

use crate::faults::has_syntax_error;
use crate::originals::{MISSING_MODULES, has_extension};
use crate::spec::MAYBE_ORIGINAL;

/// For a program that sends its move only when its input ends.
pub const WAITS_FOR_THE_END: &str = "it sent a line only when its input was closed: read one line at a time, not all of the input, and flush each line";

/// For a program that ends when its input does, without a line.
pub const WAITS_FOR_MORE: &str =
    "it has read the question and waits for more input: send the move before reading the next line";

/// For a program that has exited in silence.
pub const MUST_READ: &str = "it must read lines and send a move for each `go`, until `quit` comes";

/// For a program whose move came by itself, so long after its time was over.
pub fn came_too_late(by: Duration) -> String {
    format!("its move came {:.3} s too late", by.as_secs_f64())
}

/// The bytes of a program for Linux that are read, and those that name the machine.
const ELF_HEADER: usize = 20;
const ELF_MACHINE: std::ops::Range<usize> = 18..ELF_HEADER;

/// How long the search for missing modules may take.
const SEARCH_LIMIT: Duration = Duration::from_secs(5);

/// A program that has exited by itself.
pub struct Exited<'a> {
    /// How it was started.
    pub launch: &'a Launch,
    /// How it ended.
    pub how: ExitStatus,
    /// The kind of fault that this is.
    pub kind: FaultKind,
    /// What it wrote to standard error.
    pub stderr: &'a str,
    /// What to say if it exited before its first move and may be a bot of another
    /// interface.
    pub advice: Option<&'a str>,
}

impl Exited<'_> {
    /// What its author should do, as far as it can be known.
    pub fn hint(&self) -> Option<String> {
        let advice = self.advice.filter(|_| self.kind == FaultKind::NoStart && self.may_lack_interface());
        let ended_in_silence = self.how == ExitStatus::Exited(0);
        let must_read =
            advice.filter(|advice| ended_in_silence && advice.starts_with(MAYBE_ORIGINAL)).map(|_| MUST_READ);
        let hints = [
            self.run_by_a_shell().filter(|_| self.kind == FaultKind::NoStart),
            self.missing_interpreter(),
            self.missing_modules(),
            must_read.map(str::to_string),
            advice.map(str::to_string),
        ];
        let hints: Vec<String> = hints.into_iter().flatten().collect();
        (!hints.is_empty()).then(|| hints.join("; "))
    }

    /// Whether it may be a bot of another interface: it ended in silence, or misses a
    /// module. Any other error is its own.
    fn may_lack_interface(&self) -> bool {
        let misses_module = ["ModuleNotFoundError", "ImportError"].iter().any(|it| self.stderr.contains(it));
        (self.how == ExitStatus::Exited(0) || misses_module) && !has_syntax_error(self.stderr)
    }

    /// A file that the kernel does not know how to run is run by `sh`. That is right
    /// only for shell scripts.
    fn run_by_a_shell(&self) -> Option<String> {
        let header = |path: &Path| read_start(path, ELF_HEADER as u64).ok();
        let start = header(Path::new(self.launch.words.first()?))?;
        let is_elf = start.starts_with(b"\x7fELF");
        let made_for = |start: &[u8]| start.get(ELF_MACHINE).map(<[u8]>::to_vec);
        let here = header(Path::new("/proc/self/exe")).and_then(|own| made_for(&own));
        match () {
            () if start.starts_with(b"#!") || start.is_empty() => None,
            () if is_elf && made_for(&start) == here => None,
            () if is_elf => Some("it was built for another machine: compile it on this one".into()),
            () => Some(
                "`sh` has run it as a shell script: add `#!/usr/bin/env python3`, or what runs it, as its first line"
                    .into(),
            ),
        }
    }

    /// The first line asked `env` for a program that is not installed, or that the
    /// sandbox hides.
    fn missing_interpreter(&self) -> Option<String> {
        let (_, rest) = self.stderr.split_once("env: ")?;
        let (name, rest) = rest.trim_start_matches(['‘', '\'']).split_once(['’', '\''])?;
        let is_missing = rest.starts_with(": No such file or directory");
        let is_hidden = self.launch.confinement.is_some() && find_on_path(name).is_some();
        let what = match name {
            "python" if find_on_path("python3").is_some() => {
                let place = if self.launch.confinement.is_some() { " in the sandbox" } else { "" };
                format!("not found{place}: write `python3` there")
            }
            _ if is_hidden => {
                "not visible in the sandbox (docs/sandbox.md): name one in /usr/bin".to_string()
            }
            _ => format!("not installed: install it, as with `sudo apt install {}`", debian_package(name)),
        };
        is_missing.then(|| format!("`{name}` from its first line is {what}"))
    }

    /// All modules that a bot in Python needs and that are not installed, not only the
    /// first one that it has noticed. The search runs where the bot ran: it looks at
    /// the bot's folder, and knows what the bot's Python has.
    fn missing_modules(&self) -> Option<String> {
        if !self.stderr.contains("No module named ") {
            return None;
        }
        let words = &self.launch.words;
        let script = words.iter().find(|word| has_extension(Path::new(word), "py"))?;
        let is_python = |word: &&OsString| {
            Path::new(word).file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"python"))
        };
        // Either `python3 bot.py`, or `bot.py` alone with a first line.
        let python = words.first().filter(is_python).map(|python| vec![python.clone()]);
        let python = python.or_else(|| shebang(Path::new(script)))?;
        let search = ["-c".into(), MISSING_MODULES.into(), script.clone()];
        let words = python.into_iter().chain(search).collect();
        let mut process = Process::start(&Launch { words, ..self.launch.clone() }).ok()?;
        let mut asked = process.request(b"", ChargeBy::Wall);
        let never = AtomicBool::new(false);
        match process.read_line(&mut asked, TimeLimit::wall(SEARCH_LIMIT), Waiting::until(&never)) {
            Ok(Received::Line(line)) if !line.is_empty() => Some(line),
            _ => None,
        }
    }
}

/// The words of the first line of a script, if it names its interpreter.
fn shebang(script: &Path) -> Option<Vec<OsString>> {
    let start = read_start(script, 4096).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    Some(String::from_utf8_lossy(line).split_whitespace().map(OsString::from).collect())
}
