//! A player named by one string: a built-in player, a program, or somebody at
//! the terminal.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use ai::table::{BuiltIn, PlayerError};
use games::Entry;
use games::common::options::OptionValues;
use games::common::suggest;

use crate::command::{
    LONGEST_SOURCE, beginning, find_program, in_own_folder, is_on_path, on_path, own_files, short_name,
};
use crate::competitor::{BuiltInCompetitor, Competitor, Dialogue};
use crate::originals::source::is_part_of_name;
use crate::originals::{self, Extras, Manner, Original};
use crate::record::PlayerRecord;
#[cfg(target_os = "linux")]
use crate::sandbox::confinement::Confinement;
use crate::sandbox::{Level, Sandbox};
use crate::version;

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
    Program(Program),
}

#[derive(Clone)]
struct Program {
    words: Vec<OsString>,
    /// Those words that may name files of the author's.
    own: Vec<OsString>,
    /// Where it runs: in the folder of its file.
    folder: PathBuf,
    /// If all of that folder is the program, what of it is not.
    own_folder_except: Option<Vec<PathBuf>>,
    /// Else it speaks the protocol.
    original: Option<Original>,
    /// What to tell an author whose program ends before it has begun.
    advice: Option<String>,
    /// How it is locked in, unless it is trusted.
    #[cfg(target_os = "linux")]
    confinement: Option<Box<Confinement>>,
}

/// Means somebody at the terminal.
pub const HUMAN: &str = "human";

/// What may stand before a program to say how one talks with it. Keyword lines
/// are no original's manner.
const PREFIXES: [(&str, Option<Manner>); 3] =
    [("lines:", None), ("json:", Some(Manner::Json)), ("orig:", Some(Manner::Original))];

impl PlayerSpec {
    /// Reads the name of a player of a game:
    ///
    /// - `greedy`, `random:scout=5`: a built-in player, with options;
    /// - `./bot`, `bot.py`: a file that speaks the protocol, or a bot of the
    ///   original game;
    /// - `bot.py:ClassName?k=v`: one of several in a file, with arguments;
    /// - `node bot.js`: words, the first of which is a program;
    /// - `human`: somebody at the terminal.
    ///
    /// `lines:`, `json:` and `orig:` before it say that it is a program in any
    /// case, and how one talks with it.
    pub fn read(entry: &Entry, spec: &str) -> Result<PlayerSpec, String> {
        if spec == HUMAN {
            return Ok(PlayerSpec::new(spec, spec, "human".into(), Kind::Human));
        }
        let prefixed =
            PREFIXES.iter().find_map(|(prefix, manner)| Some((spec.strip_prefix(prefix)?, *manner)));
        let (text, manner) = match prefixed {
            Some(prefixed) => prefixed,
            None => match BuiltIn::read(entry.name, spec) {
                Ok(built_in) => {
                    let version = format!("gridiron {}", env!("CARGO_PKG_VERSION"));
                    return Ok(PlayerSpec::new(spec, spec, version, Kind::BuiltIn(built_in)));
                }
                Err(error) if !looks_like_program(entry, spec) => {
                    let is_name = matches!(error, PlayerError::Unknown { suggestion: None, .. });
                    return Err(match suggest::nearest(spec, [HUMAN]) {
                        Some(human) if is_name => format!("unknown player `{spec}`: did you mean `{human}`?"),
                        _ if is_name => format!("{error}; nor is there a file {spec}"),
                        _ => error.to_string(),
                    });
                }
                Err(_) => (spec, Some(Manner::Any)),
            },
        };
        PlayerSpec::program(entry, spec, text, manner)
            .map_err(|problem| format!("player `{spec}`: {problem}"))
    }

    fn program(entry: &Entry, spec: &str, text: &str, manner: Option<Manner>) -> Result<PlayerSpec, String> {
        let (text, extras) = split_extras(text)?;
        let file = Path::new(text).is_file().then(|| Path::new(text));
        let full = file.map(std::path::absolute).transpose().map_err(|error| format!("{text}: {error}"))?;
        let original = match manner {
            None => None,
            Some(manner) => Original::recognise(entry, text, file, manner, &extras)?,
        };
        if original.is_none() && !extras.is_empty() && file.is_some() {
            let why =
                if manner.is_none() { "speaks keyword lines" } else { "is no bot of the original game" };
            return Err(format!("{text} {why}, so nothing may follow its name"));
        }
        let around = original.as_ref().and_then(Original::around_file);
        let words = match around.zip(full.clone()) {
            Some(((before, after), full)) => {
                let python = on_path("python3");
                let python =
                    python.ok_or_else(|| format!("{text} needs python3, which is not on the PATH"))?;
                let before = before.into_iter().map(OsString::from);
                let after = after.iter().map(OsString::from);
                [python.into()].into_iter().chain(before).chain([full.into()]).chain(after).collect()
            }
            None => find_program(text)?,
        };
        let (words, folder) = match full.as_deref().and_then(Path::parent) {
            Some(folder) => (words, folder.to_path_buf()),
            None => in_own_folder(words)?,
        };
        let own_name = extras.name().map(str::to_string);
        let name = own_name.unwrap_or_else(|| match &extras.entry {
            Some(entry) => format!("{}:{entry}", short_name(text)),
            None => short_name(text),
        });
        // The class and the options of an original bot are no files.
        let own = full.filter(|_| original.is_some());
        let own = own.map_or_else(|| words.clone(), |full| vec![full.into()]);
        let version = version::of_files(&own_files(&own))?;
        let may_be_original = original.is_none() && manner == Some(Manner::Any);
        let advice = file.filter(|file| may_be_original && reads_nothing(file));
        let advice = advice.map(|file| match originals::game_of(file) {
            Some(game) => format!("it looks like a bot of the original {game}, and this is {}", entry.name),
            None => format!("if it is a bot of the original game, call it `orig:{text}`"),
        });
        let program = Program {
            words,
            own,
            folder,
            own_folder_except: None,
            original,
            advice,
            #[cfg(target_os = "linux")]
            confinement: None,
        };
        Ok(PlayerSpec::new(spec, &name, version, Kind::Program(program)))
    }

    fn new(spec: &str, name: &str, version: String, kind: Kind) -> PlayerSpec {
        let about = PlayerRecord { name: name.to_string(), spec: spec.to_string(), version, clock: None };
        PlayerSpec { about, kind }
    }

    /// What a record says about the player.
    pub fn about(&self) -> &PlayerRecord {
        &self.about
    }

    /// All of its folder is the program, also what it imports: then all of it
    /// counts as its version, except what is written there by others. Not where
    /// files of others (`theirs`) stand in the same folder.
    pub fn take_folder(&mut self, theirs: &[PathBuf], except: &[PathBuf]) {
        let Kind::Program(program) = &mut self.kind else { return };
        let is_shared = theirs.iter().any(|other| other.starts_with(&program.folder));
        if is_shared || is_on_path(&program.folder.join("any")) {
            return;
        }
        if let Some(version) = version::of_folder(&program.folder, except) {
            self.about.version = version;
            program.own_folder_except = Some(except.to_vec());
        }
    }

    /// The files whose change is a change of the player.
    pub fn watched_files(&self) -> Vec<PathBuf> {
        match &self.kind {
            Kind::Program(Program { folder, own_folder_except: Some(except), .. }) => {
                version::files_of(folder, except).unwrap_or_default()
            }
            _ => self.files(),
        }
    }

    /// Whether its program is still what it was when it was read here.
    pub fn is_unchanged(&self) -> bool {
        match &self.kind {
            Kind::Program(Program { folder, own_folder_except: Some(except), .. }) => {
                version::of_folder(folder, except).is_some_and(|now| now == self.about.version)
            }
            Kind::Program(program) => {
                version::of_files(&own_files(&program.own)).is_ok_and(|now| now == self.about.version)
            }
            Kind::BuiltIn(_) | Kind::Human => true,
        }
    }

    /// Whether it sees what is hidden from its seat, and so cannot compete.
    pub fn sees_all(&self) -> bool {
        matches!(&self.kind, Kind::BuiltIn(built_in) if built_in.entry.sees_all)
    }

    /// What is wrong with what it would like to use in a game with these rules.
    pub fn trouble(&self, rules: &OptionValues) -> Option<String> {
        match &self.kind {
            Kind::BuiltIn(built_in) => built_in.warning(rules),
            Kind::Program(_) | Kind::Human => None,
        }
    }

    /// How many threads of this process it thinks with. Whoever asks for several
    /// cannot be charged by processor time, of which only its own thread's is
    /// known.
    pub fn threads(&self) -> usize {
        match &self.kind {
            Kind::BuiltIn(built_in) => built_in.threads(),
            Kind::Program(_) | Kind::Human => 1,
        }
    }

    /// The same player under a name of its own.
    pub fn named(self, name: &str) -> PlayerSpec {
        PlayerSpec { about: PlayerRecord { name: name.to_string(), ..self.about }, ..self }
    }

    /// Whether a path is a file that the player needs.
    pub fn needs(&self, path: &Path) -> bool {
        let Kind::Program(Program { own, .. }) = &self.kind else { return false };
        let same = |word: &OsString| Path::new(word).canonicalize().ok() == path.canonicalize().ok();
        path.exists() && own.iter().any(same)
    }

    /// The files that the player is; all of its folder if it is called by none.
    pub fn files(&self) -> Vec<PathBuf> {
        let Kind::Program(Program { own, folder, .. }) = &self.kind else { return Vec::new() };
        let files = own_files(own);
        // What is on the PATH is nobody's.
        let is_its_own = files.is_empty() && !is_on_path(&folder.join("any"));
        if is_its_own { vec![folder.clone()] } else { files }
    }

    /// Locks a program in, so that it is seated in no other way from now on.
    /// It learns nothing of the files of its `rivals`, and of the `outputs` of this run.
    #[cfg(target_os = "linux")]
    pub fn confine(
        &mut self,
        sandbox: &Sandbox,
        rivals: &[PathBuf],
        outputs: &[PathBuf],
    ) -> Result<(), String> {
        let spec = &self.about.spec;
        let Kind::Program(program) = &mut self.kind else { return Ok(()) };
        let own = own_files(&program.own).into_iter().filter(|file| file.starts_with(&program.folder));
        let own: Vec<PathBuf> = own.collect();
        let confined = Confinement::new(sandbox, &program.words, &own, &program.folder, rivals, outputs);
        let (words, confinement) = confined.map_err(|problem| format!("player `{spec}`: {problem}"))?;
        (program.words, program.confinement) = (words, Some(Box::new(confinement)));
        Ok(())
    }

    /// Locks nobody in: programs play on Linux only.
    #[cfg(not(target_os = "linux"))]
    pub fn confine(
        &mut self,
        _sandbox: &Sandbox,
        _rivals: &[PathBuf],
        _outputs: &[PathBuf],
    ) -> Result<(), String> {
        Ok(())
    }

    /// How firmly it is locked in, if it is somebody's program.
    pub fn sandbox(&self) -> Option<Level> {
        match &self.kind {
            #[cfg(target_os = "linux")]
            Kind::Program(Program { confinement: Some(confinement), .. }) => Some(confinement.level),
            Kind::Program(_) => Some(Level::None),
            Kind::BuiltIn(_) | Kind::Human => None,
        }
    }

    /// What people should know about how it is locked in.
    pub fn confinement_note(&self) -> Option<String> {
        match &self.kind {
            #[cfg(target_os = "linux")]
            Kind::Program(Program { confinement: Some(confinement), .. }) => confinement.own.note(),
            _ => None,
        }
    }

    /// Whether somebody else's program will be run.
    pub fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Program(_))
    }

    /// Whether it is a bot of an original game.
    pub fn is_original(&self) -> bool {
        matches!(&self.kind, Kind::Program(Program { original: Some(_), .. }))
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
    pub fn competitor(&self) -> Box<dyn Competitor> {
        self.contender_with(None)
    }

    /// The same, with everything that a program is told and says written down.
    pub fn contender_with(&self, dialogue: Option<Dialogue>) -> Box<dyn Competitor> {
        match &self.kind {
            Kind::BuiltIn(built_in) => Box::new(BuiltInCompetitor::new(self.about.clone(), built_in.clone())),
            Kind::Human => panic!("people are seated by whoever has a terminal"),
            #[cfg(target_os = "linux")]
            Kind::Program(Program { words, folder, original, advice, confinement, .. }) => {
                use crate::program::{Launch, ProgramCompetitor};
                use crate::protocol::KeywordLines;
                let confinement = confinement.as_deref().cloned();
                let launch = Launch::new(words.clone(), folder.clone(), advice.clone());
                let launch = Launch { confinement, ..launch };
                let protocol =
                    original.as_ref().map_or_else(|| Box::new(KeywordLines) as _, Original::protocol);
                Box::new(ProgramCompetitor::new(self.about.clone(), launch, protocol, dialogue))
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

/// Whether a file in Python cannot speak keyword lines, as far as its text
/// tells: it may be a bot of an original game that does not look like one.
fn reads_nothing(file: &Path) -> bool {
    let is_python = originals::has_extension(file, "py");
    let text = beginning(file, LONGEST_SOURCE).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    is_python && !["stdin", "input"].iter().any(|word| text.contains(word))
}

/// The name of a file, and what follows it: `bot.py:ClassName?k=v`. As much as
/// can be is the name, which may hold anything.
fn split_extras(text: &str) -> Result<(&str, Extras), String> {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(is_part_of_name);
    let whole = (text, None);
    let cuts = text.rmatch_indices('?').map(|(at, _)| (&text[..at], Some(&text[at + 1..])));
    let splits = [whole].into_iter().chain(cuts).flat_map(|(head, options)| {
        let with_entry = head.rsplit_once(':').filter(|(_, entry)| is_name(entry));
        let with_entry = with_entry.map(|(path, entry)| (path, Some(entry), options));
        [Some((head, None, options)), with_entry].into_iter().flatten()
    });
    let splits: Vec<_> = splits.collect();
    let found = splits.iter().find(|(path, ..)| Path::new(path).exists());
    // A file that is not there is missed by its name; words of a command may
    // hold anything.
    let shortest = splits.last().filter(|(path, ..)| !path.contains(char::is_whitespace));
    let Some((path, entry, options)) = found.or(shortest) else { return Ok((text, Extras::default())) };
    let options = options.map(Extras::read_options).transpose()?.unwrap_or_default();
    Ok((path, Extras { entry: entry.map(str::to_string), options }))
}
