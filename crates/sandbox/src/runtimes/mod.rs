//! Which folders an interpreter needs, so that bots in its language can be
//! given them to read and nothing else.
//!
//! What is called `python3` may be a shim, a virtual environment or a link into
//! some folder at home; only the interpreter knows where its parts are, so it is
//! asked. It is run for that without any sandbox. So nothing is asked but what
//! stands on the PATH or where systems install programs: a bot's file is never run
//! here, whatever it is called.

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

use crate::programs::{found_in, stands_in};

mod asking;
mod needed;
mod readable;
mod table;
#[cfg(test)]
mod tests;

use asking::{first_line, run};
pub use needed::needed_by;
use readable::{Readable, is_system};
use table::{Ask, BEGIN, known};
pub use table::{Known, RUNTIMES};

/// An interpreter on this machine, and what it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runtime {
    /// What it is: the first of its names in [`RUNTIMES`].
    pub name: &'static str,
    /// Where it was found: often a shim or a link, of no use inside a sandbox.
    pub called: PathBuf,
    /// What to run in its place.
    pub program: PathBuf,
    /// What must be readable besides [`SYSTEM_FOLDERS`](crate::paths::SYSTEM_FOLDERS), absolute, none inside another:
    /// folders, and single files where the folder would be too much. What is
    /// reached by a link stands here by both its names.
    pub folders: Vec<PathBuf>,
    /// Variables without which it does not find all its parts.
    pub environment: Vec<(String, String)>,
    /// As it says itself; a plain shell says nothing.
    pub version: String,
    /// What it uses on this machine and bots will miss, for people.
    pub left_out: Vec<String>,
}

/// The folders in which a bot finds its interpreters by their names, as in
/// `#!/usr/bin/env python3`: what to set as its PATH.
pub fn search_path(runtimes: &[Runtime]) -> OsString {
    let usual = ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from);
    let own = runtimes.iter().filter_map(|runtime| runtime.program.parent()).map(Path::to_path_buf);
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in own.filter(|folder| !usual.contains(folder)).chain(usual.clone()) {
        // A name that holds a colon cannot stand in a PATH.
        if !folders.contains(&folder) && !folder.as_os_str().as_bytes().contains(&b':') {
            folders.push(folder);
        }
    }
    env::join_paths(folders).unwrap_or_default()
}

/// What the answers depend on.
struct Here {
    path: OsString,
    home: Option<PathBuf>,
    patience: Duration,
}

impl Here {
    fn new() -> Here {
        let home = env::var_os("HOME").map(PathBuf::from);
        Here { path: env::var_os("PATH").unwrap_or_default(), home, patience: asking::PATIENCE }
    }

    /// Where an interpreter stands that may be asked.
    fn find(&self, program: &Path) -> Option<PathBuf> {
        let is_name = program.components().count() == 1 && !program.is_absolute();
        let found = match program.to_str() {
            Some(name) if is_name => found_in(&self.path, name)?,
            _ => program.to_path_buf(),
        };
        (stands_in(&self.path, &found) || is_installed(&found)).then_some(found)
    }
}

/// Whether a program stands where systems install them, and nobody puts a bot.
fn is_installed(program: &Path) -> bool {
    let Ok(real) = program.canonicalize() else { return false };
    let folder = real.parent().unwrap_or(Path::new("/"));
    let installed = ["/usr/bin", "/usr/local/bin", "/bin"].iter().any(|usual| folder == Path::new(usual));
    let is_java = folder.starts_with("/usr/lib/jvm") && folder.ends_with("bin");
    let is_roots =
        real.metadata().is_ok_and(|file| file.is_file() && file.uid() == 0 && file.mode() & 0o022 == 0);
    is_system(program) && (installed || is_java) && is_roots
}

/// Asks an interpreter, named as on the PATH or by its path, what it needs. It
/// is asked once: later the same answer is given again.
///
/// `None` if it is none that we know, or may not be run outside a sandbox
/// because it stands neither on the PATH nor where systems install programs.
pub fn ask(program: &Path) -> Result<Option<Runtime>, String> {
    ask_from(&Here::new(), program)
}

type Answers = HashMap<PathBuf, Result<Runtime, String>>;

fn ask_from(here: &Here, program: &Path) -> Result<Option<Runtime>, String> {
    static ANSWERS: Mutex<Option<Answers>> = Mutex::new(None);
    let Some(found) = here.find(program) else { return Ok(None) };
    let Some(known) = found.file_name().and_then(OsStr::to_str).and_then(known) else { return Ok(None) };
    // Not held while somebody is asked: others may have other questions.
    let answers = || ANSWERS.lock().unwrap_or_else(PoisonError::into_inner);
    let earlier = answers().get_or_insert_default().get(&found).cloned();
    let answer = earlier.unwrap_or_else(|| {
        let answer = known.answer(&found, here);
        answers().get_or_insert_default().insert(found, answer.clone());
        answer
    });
    answer.map(Some)
}

/// All interpreters of [`RUNTIMES`] that are on this PATH, each once, or why
/// they do not answer.
pub fn found() -> Vec<Result<Runtime, String>> {
    found_from(&Here::new())
}

fn found_from(here: &Here) -> Vec<Result<Runtime, String>> {
    let asked: Vec<(&str, Result<Option<Runtime>, String>)> = thread::scope(|scope| {
        let names = RUNTIMES.iter().flat_map(|known| known.names.iter().map(|name| (known.names[0], *name)));
        let asked = names.map(|(family, name)| (family, scope.spawn(|| ask_from(here, Path::new(name)))));
        // All of them run before the first is waited for.
        let asked: Vec<_> = asked.collect();
        let answer = |(family, thread): (_, thread::ScopedJoinHandle<'_, _>)| {
            let nothing = |_| Err(format!("{family} could not be asked"));
            (family, thread.join().unwrap_or_else(nothing))
        };
        asked.into_iter().map(answer).collect()
    });
    let mut all: Vec<Result<Runtime, String>> = Vec::new();
    for (family, answer) in asked {
        let is_there = all.iter().flatten().any(|earlier| earlier.name == family);
        match answer {
            Ok(Some(runtime)) => {
                let real = runtime.program.canonicalize().ok();
                let same = |earlier: &Runtime| earlier.program.canonicalize().ok() == real;
                if !all.iter().flatten().any(same) {
                    all.push(Ok(runtime));
                }
            }
            // A shim may be there for a second name that leads nowhere.
            Err(error) if !is_there => all.push(Err(error)),
            Ok(None) | Err(_) => {}
        }
    }
    all
}

impl Known {
    /// Asks the interpreter that was found.
    fn answer(&self, called: &Path, here: &Here) -> Result<Runtime, String> {
        let answer = match self.ask {
            Ask::Script(options, script) => {
                let arguments: Vec<&str> = options.iter().copied().chain([script]).collect();
                let [output, errors] = run(called, &arguments, here.patience)?;
                read_pairs(&output).ok_or((errors, output))
            }
            Ask::Java => {
                let [output, errors] =
                    run(called, &["-XshowSettings:properties", "-version"], here.patience)?;
                read_settings(&errors).ok_or((errors, output))
            }
            Ask::Shell => {
                let script = r#"printf 'gridiron\0version=%s\0' "$BASH_VERSION""#;
                let [output, errors] = run(called, &["-c", script], here.patience)?;
                read_pairs(&output).ok_or((errors, output))
            }
        };
        let answer = answer.map_err(|(errors, output)| {
            format!("{} does not say what it needs: {}", called.display(), first_line(&errors, &output))
        })?;
        self.runtime(called, here, &answer)
    }

    fn runtime(&self, called: &Path, here: &Here, answer: &[Pair]) -> Result<Runtime, String> {
        let all = |key: &'static str| {
            answer.iter().filter(move |pair| pair.key == key).map(|pair| Path::new(&pair.value))
        };
        let text = |key| all(key).next().map(|value| value.to_string_lossy().into_owned());
        let mapped = all("maps").flat_map(|maps| mapped(maps.as_os_str()));
        let mapped: Vec<PathBuf> = mapped.collect();

        let mut readable = Readable::new(here.home.as_deref());
        all("prefix").for_each(|folder| readable.prefix(folder));
        all("folder").for_each(|folder| readable.folder(folder));
        all("beside").for_each(|file| readable.beside(file));
        all("file").for_each(|file| readable.file(file));
        let is_library = |path: &&PathBuf| path.to_string_lossy().contains(".so");
        mapped.iter().filter(is_library).for_each(|file| readable.beside(file));
        if matches!(self.ask, Ask::Java) {
            all("prefix").flat_map(links_out_of).for_each(|(target, is_folder)| match is_folder {
                true => readable.folder(&target),
                false => readable.beside(&target),
            });
        }

        let named = all("program").next().map(Path::to_path_buf).filter(|path| path.is_absolute());
        let own = named.or_else(|| match self.ask {
            Ask::Shell => Some(called.to_path_buf()),
            _ => mapped.first().cloned(),
        });
        let own = own.unwrap_or_else(|| called.to_path_buf());
        let real = own.canonicalize();
        let real =
            real.map_err(|error| format!("{} leads to {}: {error}", called.display(), own.display()))?;
        let program = if text("keep").is_some() || readable.reaches(&own) { own } else { real };
        readable.file(&program);
        // A bot that calls it by its usual name comes the same way, as by
        // /etc/alternatives; a shim is no way.
        if is_system(called) && called.canonicalize().is_ok_and(|real| is_system(&real)) {
            readable.file(called);
        }
        for folder in all("other").filter(|folder| folder.is_dir()) {
            if !readable.reaches(folder) {
                readable.leave_out(folder, "it is no folder of installed packages");
            }
        }
        let environment = answer.iter().filter(|pair| pair.key == "set");
        let environment = environment.filter_map(|pair| {
            let (name, value) = pair.value.to_str()?.split_once('=')?;
            Some((name.to_string(), value.to_string()))
        });
        let environment = environment.collect();
        let (folders, left_out) = readable.finish();
        let version = text("version").unwrap_or_default();
        let version = version.chars().filter(|c| !c.is_control()).take(50).collect();
        let called = called.to_path_buf();
        Ok(Runtime { name: self.names[0], called, program, folders, environment, version, left_out })
    }
}

/// A part of an answer.
struct Pair {
    key: String,
    value: OsString,
}

/// `key=value`, a zero byte after each, as the scripts of the table print them.
fn read_pairs(output: &[u8]) -> Option<Vec<Pair>> {
    let start = output.windows(BEGIN.len()).position(|bytes| bytes == BEGIN)? + BEGIN.len();
    let parts = output[start..].split(|byte| *byte == 0).filter(|part| !part.is_empty());
    let pair = |part: &[u8]| {
        let cut = part.iter().position(|byte| *byte == b'=')?;
        let key = String::from_utf8_lossy(&part[..cut]).into_owned();
        Some(Pair { key, value: OsString::from_vec(part[cut + 1..].to_vec()) })
    };
    Some(parts.filter_map(pair).filter(|pair| !pair.value.is_empty()).collect())
}

/// The settings that Java prints, as far as they matter.
fn read_settings(output: &[u8]) -> Option<Vec<Pair>> {
    let setting = |name: &str| {
        let lines = output.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        let value = |line: &[u8]| Some(line.strip_prefix(name.as_bytes())?.strip_prefix(b" = ")?.to_vec());
        lines.filter_map(value).next().map(OsString::from_vec)
    };
    let home = PathBuf::from(setting("java.home")?);
    let program = home.join("bin/java").into_os_string();
    let version = setting("java.version").unwrap_or_default();
    let home = home.into_os_string();
    // It has no parts that could be given one by one.
    let pairs = [("program", program), ("prefix", home.clone()), ("folder", home), ("version", version)];
    Some(pairs.map(|(key, value)| Pair { key: key.to_string(), value }).into())
}

/// The files that a process has mapped, in the order of their addresses: the
/// program itself comes first.
fn mapped(maps: &OsStr) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for line in maps.as_bytes().split(|byte| *byte == b'\n') {
        let path = line.iter().position(|byte| *byte == b'/').map(|at| &line[at..]);
        let path = path.map(|path| PathBuf::from(OsStr::from_bytes(path)));
        all.extend(path.filter(|path| !all.contains(path) && path.is_file()));
    }
    all
}

/// Where links lead to that stand in an installation of Java: distributions keep
/// its settings in /etc, and it does not start without them.
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
