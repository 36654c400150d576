//! Asks interpreters what they need.

use std::collections::HashMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::error::InterpreterError;
use super::readable::{Readable, is_system};
use super::run::{self, first_line, run};
use super::table::{BEGIN, Inquiry, KNOWN_INTERPRETERS, KnownInterpreter, known};
use crate::programs::{find_in, is_in};

/// An interpreter on this machine, and what it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interpreter {
    /// The first of its names in [`KNOWN_INTERPRETERS`].
    pub name: &'static str,
    /// Where it was found: often a shim or a link, which do not work in a sandbox.
    pub called: PathBuf,
    /// What to run in its place.
    pub program: PathBuf,
    /// What must be readable besides the system's folders: absolute paths, none inside
    /// another. Single files where their folder would show too much. A path that leads
    /// through a link is listed by both its names.
    pub folders: Vec<PathBuf>,
    /// Environment variables that it needs to find its parts.
    pub environment: Vec<(String, String)>,
    /// As it says itself; empty for a plain shell.
    pub version: String,
    /// One line for each folder that it uses here and bots cannot read.
    pub left_out: Vec<String>,
}

/// A PATH on which a bot finds these interpreters by name, as in
/// `#!/usr/bin/env python3`.
pub fn search_path(interpreters: &[Interpreter]) -> OsString {
    let usual = ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from);
    let own =
        interpreters.iter().filter_map(|interpreter| interpreter.program.parent()).map(Path::to_path_buf);
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in own.filter(|folder| !usual.contains(folder)).chain(usual.clone()) {
        // A folder with a colon in its name cannot be on a PATH.
        if !folders.contains(&folder) && !folder.as_os_str().as_bytes().contains(&b':') {
            folders.push(folder);
        }
    }
    env::join_paths(folders).unwrap_or_default()
}

/// Where interpreters are searched, and how long they may take.
pub(super) struct SearchEnv {
    pub(super) path: OsString,
    pub(super) home: Option<PathBuf>,
    pub(super) timeout: Duration,
}

impl SearchEnv {
    /// Of this process.
    pub(super) fn new() -> SearchEnv {
        let home = env::var_os("HOME").map(PathBuf::from);
        SearchEnv { path: env::var_os("PATH").unwrap_or_default(), home, timeout: run::ANSWER_TIMEOUT }
    }

    /// The path of an interpreter, if it may be asked.
    fn find(&self, program: &Path) -> Option<PathBuf> {
        let is_name = program.components().count() == 1 && !program.is_absolute();
        let found = match program.to_str() {
            Some(name) if is_name => find_in(&self.path, name)?,
            _ => program.to_path_buf(),
        };
        (is_in(&self.path, &found) || is_installed(&found)).then_some(found)
    }
}

/// Whether a program is where systems install programs, and no bot can be.
fn is_installed(program: &Path) -> bool {
    let Ok(real) = program.canonicalize() else { return false };
    let folder = real.parent().unwrap_or(Path::new("/"));
    let installed = ["/usr/bin", "/usr/local/bin", "/bin"].iter().any(|usual| folder == Path::new(usual));
    let is_java = folder.starts_with("/usr/lib/jvm") && folder.ends_with("bin");
    let is_of_root =
        real.metadata().is_ok_and(|file| file.is_file() && file.uid() == 0 && file.mode() & 0o022 == 0);
    is_system(program) && (installed || is_java) && is_of_root
}

type Answers = HashMap<PathBuf, Result<Interpreter, InterpreterError>>;

/// Asks an interpreter, given by name or path, what it needs. The answer is kept for
/// this process.
///
/// `None` if it is not in the table, or may not be run without a sandbox: it is neither
/// on the PATH nor where systems install programs.
pub(super) fn inquire_from(
    search: &SearchEnv,
    program: &Path,
) -> Result<Option<Interpreter>, InterpreterError> {
    static ANSWERS: Mutex<Option<Answers>> = Mutex::new(None);
    let Some(found) = search.find(program) else { return Ok(None) };
    let Some(known) = found.file_name().and_then(OsStr::to_str).and_then(known) else { return Ok(None) };
    // The lock is not held while an interpreter runs.
    let answers = || ANSWERS.lock().unwrap_or_else(PoisonError::into_inner);
    let earlier = answers().get_or_insert_default().get(&found).cloned();
    let answer = earlier.unwrap_or_else(|| {
        let answer = known.inquire(&found, search);
        answers().get_or_insert_default().insert(found, answer.clone());
        answer
    });
    answer.map(Some)
}

/// All interpreters of [`KNOWN_INTERPRETERS`] on the PATH, each once, or why they do
/// not say what they need.
pub fn find_all() -> Vec<Result<Interpreter, InterpreterError>> {
    find_all_from(&SearchEnv::new())
}

pub(super) fn find_all_from(search: &SearchEnv) -> Vec<Result<Interpreter, InterpreterError>> {
    let asked: Vec<(&'static str, Result<Option<Interpreter>, InterpreterError>)> = thread::scope(|scope| {
        let names = KNOWN_INTERPRETERS
            .iter()
            .flat_map(|known| known.names.iter().map(|name| (known.names[0], *name)));
        let asked =
            names.map(|(family, name)| (family, scope.spawn(|| inquire_from(search, Path::new(name)))));
        // All threads start before the first is joined.
        let asked: Vec<_> = asked.collect();
        let answer = |(family, thread): (_, thread::ScopedJoinHandle<'_, _>)| {
            let panicked = |_| Err(InterpreterError::NotAsked { name: family });
            (family, thread.join().unwrap_or_else(panicked))
        };
        asked.into_iter().map(answer).collect()
    });
    let mut all: Vec<Result<Interpreter, InterpreterError>> = Vec::new();
    for (family, answer) in asked {
        let is_there = all.iter().flatten().any(|earlier| earlier.name == family);
        match answer {
            Ok(Some(interpreter)) => {
                let real = interpreter.program.canonicalize().ok();
                let same = |earlier: &Interpreter| earlier.program.canonicalize().ok() == real;
                if !all.iter().flatten().any(same) {
                    all.push(Ok(interpreter));
                }
            }
            // A shim for a second name may lead nowhere.
            Err(error) if !is_there => all.push(Err(error)),
            Ok(None) | Err(_) => {}
        }
    }
    all
}

impl KnownInterpreter {
    /// Runs the interpreter and reads its answer.
    pub(super) fn inquire(&self, called: &Path, search: &SearchEnv) -> Result<Interpreter, InterpreterError> {
        let answer = match self.inquiry {
            Inquiry::Script(options, script) => {
                let arguments: Vec<&str> = options.iter().copied().chain([script]).collect();
                let [output, errors] = run(called, &arguments, search.timeout)?;
                read_fields(&output).ok_or((errors, output))
            }
            Inquiry::Java => {
                let [output, errors] =
                    run(called, &["-XshowSettings:properties", "-version"], search.timeout)?;
                read_settings(&errors).ok_or((errors, output))
            }
            Inquiry::Shell => {
                let script = r#"printf 'gridiron\0version=%s\0' "$BASH_VERSION""#;
                let [output, errors] = run(called, &["-c", script], search.timeout)?;
                read_fields(&output).ok_or((errors, output))
            }
        };
        let answer = answer.map_err(|(errors, output)| InterpreterError::NoAnswer {
            program: called.to_path_buf(),
            printed: first_line(&errors, &output),
        })?;
        self.describe(called, search, &answer)
    }

    fn describe(
        &self,
        called: &Path,
        search: &SearchEnv,
        answer: &[Field],
    ) -> Result<Interpreter, InterpreterError> {
        let all = |key: &'static str| {
            answer.iter().filter(move |field| field.key == key).map(|field| Path::new(&field.value))
        };
        let text = |key| all(key).next().map(|value| value.to_string_lossy().into_owned());
        let mapped = all("maps").flat_map(|maps| mapped(maps.as_os_str()));
        let mapped: Vec<PathBuf> = mapped.collect();

        let mut readable = Readable::new(search.home.as_deref());
        all("prefix").for_each(|folder| readable.prefix(folder));
        all("folder").for_each(|folder| readable.folder(folder));
        all("beside").for_each(|file| readable.beside(file));
        all("file").for_each(|file| readable.file(file));
        let is_library = |path: &&PathBuf| path.to_string_lossy().contains(".so");
        mapped.iter().filter(is_library).for_each(|file| readable.beside(file));
        if matches!(self.inquiry, Inquiry::Java) {
            all("prefix").flat_map(links_out_of).for_each(|(target, is_folder)| match is_folder {
                true => readable.folder(&target),
                false => readable.beside(&target),
            });
        }

        let named = all("program").next().map(Path::to_path_buf).filter(|path| path.is_absolute());
        let own = named.or_else(|| match self.inquiry {
            Inquiry::Shell => Some(called.to_path_buf()),
            _ => mapped.first().cloned(),
        });
        let own = own.unwrap_or_else(|| called.to_path_buf());
        let real = own.canonicalize();
        let real = real.map_err(|error| InterpreterError::BadTarget {
            program: called.to_path_buf(),
            target: own.clone(),
            error: error.into(),
        })?;
        let program = if text("keep").is_some() || readable.reaches(&own) { own } else { real };
        readable.file(&program);
        // A bot may call it by its usual name, which may lead through links such as
        // /etc/alternatives. A shim does not work in a sandbox.
        if is_system(called) && called.canonicalize().is_ok_and(|real| is_system(&real)) {
            readable.file(called);
        }
        for folder in all("other").filter(|folder| folder.is_dir()) {
            if !readable.reaches(folder) {
                readable.leave_out(folder, "it is not a folder of installed packages");
            }
        }
        let environment = answer.iter().filter(|field| field.key == "set");
        let environment = environment.filter_map(|field| {
            let (name, value) = field.value.to_str()?.split_once('=')?;
            Some((name.to_string(), value.to_string()))
        });
        let environment = environment.collect();
        let (folders, left_out) = readable.finish();
        let version = text("version").unwrap_or_default();
        let version = version.chars().filter(|c| !c.is_control()).take(50).collect();
        let called = called.to_path_buf();
        Ok(Interpreter { name: self.names[0], called, program, folders, environment, version, left_out })
    }
}

/// One field of an answer.
struct Field {
    key: String,
    value: OsString,
}

/// Reads `key=value` fields, a zero byte after each, as the scripts of the table print
/// them. `None` if the output does not contain [`BEGIN`].
fn read_fields(output: &[u8]) -> Option<Vec<Field>> {
    let start = output.windows(BEGIN.len()).position(|bytes| bytes == BEGIN)? + BEGIN.len();
    let parts = output[start..].split(|byte| *byte == 0).filter(|part| !part.is_empty());
    let pair = |part: &[u8]| {
        let cut = part.iter().position(|byte| *byte == b'=')?;
        let key = String::from_utf8_lossy(&part[..cut]).into_owned();
        Some(Field { key, value: OsString::from_vec(part[cut + 1..].to_vec()) })
    };
    Some(parts.filter_map(pair).filter(|field| !field.value.is_empty()).collect())
}

/// Reads the settings that Java prints, as fields.
fn read_settings(output: &[u8]) -> Option<Vec<Field>> {
    let setting = |name: &str| {
        let lines = output.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        let value = |line: &[u8]| Some(line.strip_prefix(name.as_bytes())?.strip_prefix(b" = ")?.to_vec());
        lines.filter_map(value).next().map(OsString::from_vec)
    };
    let home = PathBuf::from(setting("java.home")?);
    let program = home.join("bin/java").into_os_string();
    let version = setting("java.version").unwrap_or_default();
    let home = home.into_os_string();
    // Java needs its whole folder.
    let pairs = [("program", program), ("prefix", home.clone()), ("folder", home), ("version", version)];
    Some(pairs.map(|(key, value)| Field { key: key.to_string(), value }).into())
}

/// The files that a process has mapped, by address: its own program is the first.
pub(super) fn mapped(maps: &OsStr) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for line in maps.as_bytes().split(|byte| *byte == b'\n') {
        let path = line.iter().position(|byte| *byte == b'/').map(|at| &line[at..]);
        let path = path.map(|path| PathBuf::from(OsStr::from_bytes(path)));
        all.extend(path.filter(|path| !all.contains(path) && path.is_file()));
    }
    all
}

/// The targets of links in an installation of Java, and whether they are folders.
/// Distributions keep its settings in /etc, and it does not start without them.
fn links_out_of(home: &Path) -> Vec<(PathBuf, bool)> {
    let mut all = Vec::new();
    let mut todo: Vec<PathBuf> = ["conf", "lib", "jre/lib"].map(|name| home.join(name)).into();
    while let Some(folder) = todo.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let (path, kind) = (entry.path(), entry.file_type());
            match kind {
                Ok(kind) if kind.is_dir() => todo.push(path),
                Ok(kind) if kind.is_symlink() => {
                    let real = path.canonicalize().ok().filter(|real| !real.starts_with(home));
                    all.extend(real.map(|real| (real.clone(), real.is_dir())));
                }
                _ => {}
            }
        }
    }
    all
}
