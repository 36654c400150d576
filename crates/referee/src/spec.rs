//! A player named by one string: a built-in player or a program.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use ai::table::BuiltIn;
use games::Entry;
use sha2::{Digest, Sha256};

use crate::contender::{BuiltInContender, Contender, Dialogue};
use crate::record::PlayerRecord;

/// Who a string means, found once and seated as often as needed.
#[derive(Clone)]
pub struct PlayerSpec {
    about: PlayerRecord,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    BuiltIn(BuiltIn),
    /// Somebody at the terminal, seated by whoever has one.
    Human,
    Program(Vec<OsString>),
}

/// Means somebody at the terminal.
const HUMAN: &str = "human";

/// Which program runs a file that cannot run by itself.
const INTERPRETERS: [(&str, &str); 8] = [
    ("js", "node"),
    ("lua", "lua"),
    ("mjs", "node"),
    ("php", "php"),
    ("pl", "perl"),
    ("py", "python3"),
    ("rb", "ruby"),
    ("sh", "bash"),
];

impl PlayerSpec {
    /// Reads the name of a player of a game:
    ///
    /// - `greedy`, `random:scout=5`: a built-in player, with options;
    /// - `./bot`, `bot.py`: a file that speaks the protocol;
    /// - `node bot.js`: words, the first of which is a program;
    /// - `human`: somebody at the terminal.
    ///
    /// `lines:` before it says that it is a program in any case.
    pub fn read(entry: &Entry, spec: &str) -> Result<PlayerSpec, String> {
        if spec == HUMAN {
            return Ok(PlayerSpec::new(spec, spec, "human".into(), Kind::Human));
        }
        let program = match spec.strip_prefix("lines:") {
            Some(program) => program,
            None => match BuiltIn::read(entry.name, spec) {
                Ok(built_in) => {
                    let version = format!("gridiron {}", env!("CARGO_PKG_VERSION"));
                    return Ok(PlayerSpec::new(spec, spec, version, Kind::BuiltIn(built_in)));
                }
                Err(error) if !looks_like_program(entry, spec) => {
                    let is_name = !error.contains("did you mean") && error.starts_with("unknown player");
                    let file = if is_name { format!("; nor is there a file {spec}") } else { String::new() };
                    return Err(error + &file);
                }
                Err(_) => spec,
            },
        };
        let words = find_program(program).map_err(|problem| format!("player `{spec}`: {problem}"))?;
        let version = version(&words).map_err(|problem| format!("player `{spec}`: {problem}"))?;
        Ok(PlayerSpec::new(spec, &short_name(program), version, Kind::Program(words)))
    }

    fn new(spec: &str, name: &str, version: String, kind: Kind) -> PlayerSpec {
        let about = PlayerRecord { name: name.to_string(), spec: spec.to_string(), version, clock: None };
        PlayerSpec { about, kind }
    }

    /// What a record says about the player.
    pub fn about(&self) -> &PlayerRecord {
        &self.about
    }

    /// Whether a path is a file that the player needs.
    pub fn needs(&self, path: &Path) -> bool {
        let Kind::Program(words) = &self.kind else { return false };
        let same = |word: &OsString| Path::new(word).canonicalize().ok() == path.canonicalize().ok();
        path.exists() && words.iter().any(same)
    }

    /// Whether somebody else's program will be run.
    pub fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Program(_))
    }

    /// Whether somebody is meant to sit at the terminal. Only who has one can
    /// seat them.
    pub fn is_human(&self) -> bool {
        matches!(self.kind, Kind::Human)
    }

    /// A player that can play many games, one after the other.
    ///
    /// # Panics
    /// For somebody at the terminal: see [`PlayerSpec::is_human`].
    pub fn contender(&self) -> Box<dyn Contender> {
        self.contender_with(None)
    }

    /// The same, with everything that a program is told and says written down.
    pub fn contender_with(&self, dialogue: Option<Dialogue>) -> Box<dyn Contender> {
        match &self.kind {
            Kind::BuiltIn(built_in) => Box::new(BuiltInContender::new(self.about.clone(), built_in.clone())),
            Kind::Human => panic!("people are seated by whoever has a terminal"),
            #[cfg(target_os = "linux")]
            Kind::Program(words) => {
                use crate::program::{Launch, ProgramContender};
                Box::new(ProgramContender::new(self.about.clone(), Launch::new(words.clone()), dialogue))
            }
            #[cfg(not(target_os = "linux"))]
            Kind::Program(_) => {
                drop(dialogue);
                unreachable!("programs are refused where they cannot run")
            }
        }
    }
}

/// Whether somebody who writes this means a program.
fn looks_like_program(entry: &Entry, spec: &str) -> bool {
    let name = spec.split(':').next().unwrap_or(spec);
    let is_built_in = ai::table::players_of(entry.name).any(|player| player.name == name);
    !is_built_in && (spec.contains(['/', '\\', '.', ' ']) || Path::new(spec).exists())
}

/// The words to run, the first of them a path.
fn find_program(text: &str) -> Result<Vec<OsString>, String> {
    if cfg!(not(target_os = "linux")) {
        return Err("programs play on Linux only".into());
    }
    let words = if Path::new(text).exists() { vec![text.to_string()] } else { split(text)? };
    let [first, rest @ ..] = words.as_slice() else { return Err("there is no name".into()) };
    // The script of an interpreter, as far as it can be told from its options.
    if let Some(script) = rest.first().map(Path::new)
        && interpreter(script).is_some()
        && !script.exists()
    {
        return Err(format!("there is no file {}", script.display()));
    }
    let path = Path::new(first);
    let mut found = match path.metadata() {
        Ok(metadata) if metadata.is_dir() => return Err(format!("{first} is a folder")),
        Ok(metadata) if !metadata.is_file() => return Err(format!("{first} is no regular file")),
        Ok(_) => run_by(path)?,
        Err(_) if rest.is_empty() || first.contains('/') => return Err(format!("there is no file {first}")),
        Err(_) => {
            vec![on_path(first).ok_or_else(|| format!("there is no program {first} on the PATH"))?.into()]
        }
    };
    found.extend(rest.iter().map(OsString::from));
    Ok(found)
}

/// The words that run a file: itself, or its interpreter before it.
fn run_by(path: &Path) -> Result<Vec<OsString>, String> {
    let shown = path.display();
    let cannot = |error: std::io::Error| format!("cannot read {shown}: {error}");
    // Where a link stands, not where it leads: a virtual environment is known by
    // its links.
    let full = std::path::absolute(path).map_err(cannot)?;
    let mut start = [0; 2];
    let has_shebang =
        File::open(&full).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"#!";
    match interpreter(path) {
        Some(interpreter) if !(is_executable(&full) && has_shebang) => {
            let found = on_path(interpreter)
                .ok_or_else(|| format!("{shown} needs {interpreter}, which is not on the PATH"))?;
            Ok(vec![found.into(), full.into()])
        }
        None if !is_executable(&full) => Err(format!(
            "{shown} is not executable: `chmod +x {shown}`, or name what runs it as in `python3 {shown}`"
        )),
        _ => Ok(vec![full.into()]),
    }
}

fn interpreter(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_str()?;
    INTERPRETERS.iter().find(|(its, _)| *its == extension).map(|(_, interpreter)| *interpreter)
}

fn is_executable(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    path.is_file()
}

fn on_path(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| is_executable(path))
}

/// Splits at spaces; quotes keep together what they enclose. No shell is run.
fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(format!("the quote {open} is not closed")),
        None => Ok(words),
    }
}

/// The name of the file that matters, for people.
fn short_name(text: &str) -> String {
    let whole = Path::new(text).exists().then(|| vec![text.to_string()]);
    let words = whole.or_else(|| split(text).ok()).unwrap_or_default();
    let script = words.iter().find(|word| interpreter(Path::new(word)).is_some());
    let file = script.or(words.first()).map(Path::new).and_then(Path::file_name);
    file.map_or_else(|| text.to_string(), |name| name.to_string_lossy().into_owned())
}

/// The content of everything named that is a file of the author's: what is
/// found on the PATH is not.
fn version(words: &[OsString]) -> Result<String, String> {
    let is_own = |path: &&Path| path.is_file() && !is_on_path(path);
    let own: Vec<&Path> = words.iter().map(Path::new).filter(is_own).collect();
    let mut all = Sha256::new();
    for path in &own {
        let content = fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let hash = Sha256::digest(content);
        if own.len() == 1 {
            return Ok(hex(&hash));
        }
        all.update(hash);
    }
    Ok(if own.is_empty() { "unknown".to_string() } else { hex(&all.finalize()) })
}

fn is_on_path(path: &Path) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    path.is_absolute() && env::split_paths(&folders).any(|folder| path.parent() == Some(&folder))
}

fn hex(hash: &[u8]) -> String {
    let digits = hash.iter().map(|byte| format!("{byte:02x}"));
    format!("sha256:{}", digits.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_without_a_shell() {
        let cases: &[(&str, Option<&[&str]>)] = &[
            ("node bot.js", Some(&["node", "bot.js"])),
            ("  a  b ", Some(&["a", "b"])),
            ("'my bot' --x=\"a b\"", Some(&["my bot", "--x=a b"])),
            ("a '' b", Some(&["a", "", "b"])),
            ("a $HOME;rm *", Some(&["a", "$HOME;rm", "*"])),
            ("", Some(&[])),
            ("a 'b", None),
        ];
        for (text, words) in cases {
            let expected = words.map(|words| words.iter().map(ToString::to_string).collect::<Vec<String>>());
            assert_eq!(split(text).ok(), expected, "{text:?}");
        }
    }

    #[test]
    fn names_are_those_of_the_authors_file() {
        for (spec, name) in [
            ("./bots/mine", "mine"),
            ("bots/mine.py", "mine.py"),
            ("python3 -O bots/mine.py --deep", "mine.py"),
            ("java -jar mine.jar", "java"),
        ] {
            assert_eq!(short_name(spec), name, "{spec}");
        }
    }
}
