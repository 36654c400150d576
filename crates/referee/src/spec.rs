//! A player named by one string: a built-in player, a program, or a person at the
//! terminal.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use ai::table::{BuiltIn, PlayerError};
use games::GameEntry;
use games::common::options::OptionValues;
use games::common::suggest;
#[cfg(target_os = "linux")]
use sandbox::Confinement;
use sandbox::programs::{find_on_path, is_on_path, read_start};
use sandbox::{Level, Limits, Sandbox};

use crate::absent::AbsentCompetitor;
use crate::command::{LONGEST_SOURCE, find_program, in_own_folder, nearest_file, own_files, short_name};
use crate::competitor::{BuiltInCompetitor, Competitor, Dialogue};
use crate::originals::source::is_part_of_name;
use crate::originals::{self, BotInterface, Original, OriginalError, SpecSuffix};
use crate::record::PlayerRecord;
use crate::spec_error::{PlayerSpecError, ProgramError};
use crate::version;

/// A player that a string names. It is read once and makes a [`Competitor`] for
/// each series of games.
///
/// ```
/// use gridiron_referee::PlayerSpec;
///
/// let virus = games::find("virus")?;
/// let greedy = PlayerSpec::read(virus, "greedy")?;
/// assert_eq!(greedy.about().name, "greedy");
/// assert!(!greedy.is_program());
///
/// let error = PlayerSpec::read(virus, "gredy").err().unwrap();
/// assert!(error.to_string().ends_with("did you mean `greedy`?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PlayerSpec {
    about: PlayerRecord,
    kind: PlayerKind,
}

#[derive(Clone)]
enum PlayerKind {
    BuiltIn(BuiltIn),
    /// A person at the terminal. The owner of the terminal makes the competitor.
    Human,
    Program(Program),
    /// Only its results are here.
    Absent,
}

#[derive(Clone)]
struct Program {
    /// The command, the first word a path.
    words: Vec<OsString>,
    /// The words that may name files of the author.
    own: Vec<OsString>,
    /// The folder in which it runs: that of its file.
    folder: PathBuf,
    /// `Some` if everything that is copied of its folder is the program, and not only the
    /// files that its command names: what the tournament writes.
    outputs_of_whole_folder: Option<Vec<PathBuf>>,
    /// The interface of an original game; `None` if it uses keyword lines.
    original: Option<Original>,
    /// Added to the message when the program exits before its first move.
    advice: Option<String>,
    /// How it is locked in; `None` if it is trusted.
    #[cfg(target_os = "linux")]
    confinement: Option<Box<Confinement>>,
}

impl Program {
    /// All files that it gets a copy of, relative to its folder and sorted. `None` if it is
    /// not locked in, if only the files that its command names are copied, or if the folder
    /// cannot be read. An error says that this process can open no file at all now.
    fn copied_files(&self) -> io::Result<Option<Vec<PathBuf>>> {
        #[cfg(target_os = "linux")]
        return match self.confinement.as_ref().map(|confinement| confinement.copied_files()) {
            Some(Ok(files)) => Ok(files),
            Some(Err(error)) if version::is_lack_of_files(&error) => Err(error),
            Some(Err(_)) | None => Ok(None),
        };
        #[cfg(not(target_os = "linux"))]
        Ok(None)
    }
}

/// The name of a person at the terminal.
pub const HUMAN: &str = "human";

/// How the advice begins for a program that may be a bot of an original game.
pub(crate) const MAYBE_ORIGINAL: &str = "if it is a bot of the original game";

/// Prefixes that name the protocol of a program. `None` is for keyword lines, which
/// no original game used.
const PREFIXES: [(&str, Option<BotInterface>); 3] =
    [("lines:", None), ("json:", Some(BotInterface::Json)), ("orig:", Some(BotInterface::Original))];

impl PlayerSpec {
    /// Reads the name of a player of a game:
    ///
    /// - `greedy`, `random:scout=5`: a built-in player, with options;
    /// - `./bot`, `bot.py`: a file that uses keyword lines, or a bot of the original
    ///   game;
    /// - `bot.py:ClassName?k=v`: one of several in a file, with arguments;
    /// - `node bot.js`: words, the first of which is a program;
    /// - `human`: a person at the terminal.
    ///
    /// With the prefix `lines:`, `json:` or `orig:` it is always a program with
    /// that protocol.
    pub fn read(entry: &GameEntry, spec: &str) -> Result<PlayerSpec, PlayerSpecError> {
        if spec == HUMAN {
            return Ok(PlayerSpec::new(spec, spec, "human".into(), PlayerKind::Human));
        }
        if spec.split_once(':').is_some_and(|(name, _)| name == HUMAN) {
            return Err(PlayerSpecError::HumanOptions { spec: spec.to_string() });
        }
        let prefixed =
            PREFIXES.iter().find_map(|(prefix, interface)| Some((spec.strip_prefix(prefix)?, *interface)));
        let (text, interface) = match prefixed {
            Some(prefixed) => prefixed,
            None => match BuiltIn::read(entry.name, spec) {
                Ok(built_in) => {
                    let version = format!("gridiron {}", env!("CARGO_PKG_VERSION"));
                    return Ok(PlayerSpec::new(spec, spec, version, PlayerKind::BuiltIn(built_in)));
                }
                Err(error) if !looks_like_program(entry, spec) => {
                    return Err(no_player(entry, spec, error));
                }
                Err(_) => (spec, Some(BotInterface::Detect)),
            },
        };
        PlayerSpec::program(entry, spec, text, interface)
            .map_err(|problem| PlayerSpecError::Program { spec: spec.to_string(), problem })
    }

    fn program(
        entry: &GameEntry,
        spec: &str,
        text: &str,
        interface: Option<BotInterface>,
    ) -> Result<PlayerSpec, ProgramError> {
        let (text, suffix) = split_suffix(text, interface == Some(BotInterface::Json))?;
        let file = Path::new(text).is_file().then(|| Path::new(text));
        let full = file.map(std::path::absolute).transpose();
        let full = full.map_err(|error| ProgramError::Path { file: text.to_string(), error })?;
        let original = match interface {
            None => None,
            Some(interface) => Original::recognise(entry, text, file, interface, &suffix)?,
        };
        if original.is_none() && !suffix.is_empty() && file.is_some() {
            return Err(ProgramError::Suffix { file: text.to_string(), by_lines: interface.is_none() });
        }
        let around = original.as_ref().and_then(Original::around_file);
        let words = match around.zip(full.clone()) {
            Some(((before, after), full)) => {
                let python = find_on_path("python3");
                let python = python.ok_or_else(|| ProgramError::NoPython(text.to_string()))?;
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
        let own_name = suffix.name().map(str::to_string);
        let name = own_name.unwrap_or_else(|| match &suffix.entry {
            Some(entry) => format!("{}:{entry}", short_name(text)),
            None => short_name(text),
        });
        // The class and the options of an original bot are not files.
        let own = full.filter(|_| original.is_some());
        let own = own.map_or_else(|| words.clone(), |full| vec![full.into()]);
        let version = version::of_files(&own_files(&own))?;
        let may_be_original = original.is_none() && interface == Some(BotInterface::Detect);
        let advice = file.filter(|file| may_be_original && reads_nothing(file));
        let advice = advice.map(|file| match originals::game_of(file) {
            Some(game) => {
                format!("it looks like a bot of the original {game}, but the game is {}", entry.name)
            }
            None => format!("{MAYBE_ORIGINAL}, name it `orig:{text}`"),
        });
        let program = Program {
            words,
            own,
            folder,
            outputs_of_whole_folder: None,
            original,
            advice,
            #[cfg(target_os = "linux")]
            confinement: None,
        };
        Ok(PlayerSpec::new(spec, &name, version, PlayerKind::Program(program)))
    }

    fn new(spec: &str, name: &str, version: String, kind: PlayerKind) -> PlayerSpec {
        let about = PlayerRecord { name: name.to_string(), spec: spec.to_string(), version, clock: None };
        PlayerSpec { about, kind }
    }

    /// A player of games that were played elsewhere or long ago: a built-in player, or a
    /// program that is no longer here. Its games end because it does not start.
    pub fn absent(about: PlayerRecord) -> PlayerSpec {
        PlayerSpec { about, kind: PlayerKind::Absent }
    }

    /// The player as a record describes it.
    pub fn about(&self) -> &PlayerRecord {
        &self.about
    }

    /// Makes the whole folder part of a program that is locked in, because it may import
    /// any file: its version is then that of all files that it gets a copy of. Does
    /// nothing if files of other players or of the tournament (`theirs`) are in the same
    /// folder. `outputs` are what the tournament writes. An error says that this process
    /// can open no file at all now.
    pub fn use_whole_folder(&mut self, theirs: &[PathBuf], outputs: &[PathBuf]) -> io::Result<()> {
        let PlayerKind::Program(program) = &mut self.kind else { return Ok(()) };
        let is_shared = theirs.iter().any(|other| other.starts_with(&program.folder));
        if is_shared || is_on_path(&program.folder.join("any")) {
            return Ok(());
        }
        if let Some(files) = program.copied_files()? {
            self.about.version = version::of_folder(&program.folder, &files)?;
            program.outputs_of_whole_folder = Some(outputs.to_vec());
        }
        Ok(())
    }

    /// The files whose content is the version of the player. An error says that this
    /// process can open no file at all now.
    pub fn watched_files(&self) -> io::Result<Vec<PathBuf>> {
        Ok(match &self.kind {
            PlayerKind::Program(program) if program.outputs_of_whole_folder.is_some() => {
                let files = program.copied_files()?.unwrap_or_default();
                files.iter().map(|file| program.folder.join(file)).collect()
            }
            _ => self.files(),
        })
    }

    /// Whether its files have not changed since it was read. An error says that this
    /// process can open no file at all now.
    pub fn is_unchanged(&self) -> io::Result<bool> {
        let now = match &self.kind {
            PlayerKind::Program(program) if program.outputs_of_whole_folder.is_some() => {
                match program.copied_files()? {
                    Some(files) => version::of_folder(&program.folder, &files)?,
                    None => return Ok(false),
                }
            }
            PlayerKind::Program(program) => match version::of_files(&own_files(&program.own)) {
                Ok(now) => now,
                Err(problem) if version::is_lack_of_files(&problem.error) => return Err(problem.error),
                Err(_) => return Ok(false),
            },
            PlayerKind::BuiltIn(_) | PlayerKind::Human | PlayerKind::Absent => return Ok(true),
        };
        Ok(now == self.about.version)
    }

    /// The version that Gridiron 0.1 gave the same files, if that may be another one: it
    /// left out hidden files, and not what other tournaments write.
    pub fn version_in_0_1(&self) -> Option<String> {
        let PlayerKind::Program(program) = &self.kind else { return None };
        let files = version::files_in_0_1(&program.folder, program.outputs_of_whole_folder.as_ref()?)?;
        version::of_folder(&program.folder, &files).ok()
    }

    /// The folder in which a program runs; `None` for other players.
    pub fn folder(&self) -> Option<&Path> {
        match &self.kind {
            PlayerKind::Program(program) => Some(&program.folder),
            PlayerKind::BuiltIn(_) | PlayerKind::Human | PlayerKind::Absent => None,
        }
    }

    /// Whether it sees what is hidden from its seat. Such a player cannot compete.
    pub fn sees_all(&self) -> bool {
        matches!(&self.kind, PlayerKind::BuiltIn(built_in) if built_in.entry.sees_all)
    }

    /// A warning if it plays worse with these rules, as without a file that it uses.
    pub fn warning(&self, rules: &OptionValues) -> Option<String> {
        match &self.kind {
            PlayerKind::BuiltIn(built_in) => built_in.warning(rules),
            PlayerKind::Program(_) | PlayerKind::Human | PlayerKind::Absent => None,
        }
    }

    /// How many threads of this process it uses. With several it cannot be charged by
    /// CPU time: only that of one thread is measured.
    pub fn threads(&self) -> usize {
        match &self.kind {
            PlayerKind::BuiltIn(built_in) => built_in.threads(),
            PlayerKind::Program(_) | PlayerKind::Human | PlayerKind::Absent => 1,
        }
    }

    /// The most bytes of memory that a program may use, or is expected to use without a
    /// sandbox; 0 for other players.
    pub fn memory_limit(&self) -> u64 {
        match &self.kind {
            #[cfg(target_os = "linux")]
            PlayerKind::Program(Program { confinement: Some(confinement), .. }) => confinement.memory_limit(),
            PlayerKind::Program(_) => Limits::default().memory,
            PlayerKind::BuiltIn(_) | PlayerKind::Human | PlayerKind::Absent => 0,
        }
    }

    /// The same player with another name.
    pub fn with_name(self, name: &str) -> PlayerSpec {
        PlayerSpec { about: PlayerRecord { name: name.to_string(), ..self.about }, ..self }
    }

    /// Whether a path is a file of the player.
    pub fn needs_file(&self, path: &Path) -> bool {
        let PlayerKind::Program(Program { own, .. }) = &self.kind else { return false };
        let same = |word: &OsString| Path::new(word).canonicalize().ok() == path.canonicalize().ok();
        path.exists() && own.iter().any(same)
    }

    /// The files of the player; its folder if the command names no file.
    pub fn files(&self) -> Vec<PathBuf> {
        let PlayerKind::Program(Program { own, folder, .. }) = &self.kind else { return Vec::new() };
        let files = own_files(own);
        // Files on the PATH belong to no player.
        let is_its_own = files.is_empty() && !is_on_path(&folder.join("any"));
        if is_its_own { vec![folder.clone()] } else { files }
    }

    /// Locks a program in: from now on it runs only in this sandbox. It can read
    /// neither the files of its `rivals` nor the `outputs` of this run and others. Does
    /// nothing for other players.
    #[cfg(target_os = "linux")]
    pub fn confine(
        &mut self,
        sandbox: &Sandbox,
        rivals: &[PathBuf],
        outputs: &[PathBuf],
    ) -> Result<(), PlayerSpecError> {
        let PlayerKind::Program(program) = &mut self.kind else { return Ok(()) };
        let own = own_files(&program.own).into_iter().filter(|file| file.starts_with(&program.folder));
        let own: Vec<PathBuf> = own.collect();
        let confined = Confinement::new(sandbox, &program.words, &own, &program.folder, rivals, outputs);
        let (words, confinement) = confined.map_err(|problem| PlayerSpecError::Program {
            spec: self.about.spec.clone(),
            problem: problem.into(),
        })?;
        (program.words, program.confinement) = (words, Some(Box::new(confinement)));
        Ok(())
    }

    /// Does nothing: programs play on Linux only.
    #[cfg(not(target_os = "linux"))]
    pub fn confine(
        &mut self,
        _sandbox: &Sandbox,
        _rivals: &[PathBuf],
        _outputs: &[PathBuf],
    ) -> Result<(), PlayerSpecError> {
        Ok(())
    }

    /// The sandbox level of a program; `None` for other players.
    pub fn sandbox(&self) -> Option<Level> {
        match &self.kind {
            #[cfg(target_os = "linux")]
            PlayerKind::Program(Program { confinement: Some(confinement), .. }) => Some(confinement.level()),
            PlayerKind::Program(_) => Some(Level::None),
            PlayerKind::BuiltIn(_) | PlayerKind::Human | PlayerKind::Absent => None,
        }
    }

    /// A note for people about how it is locked in.
    pub fn confinement_note(&self) -> Option<String> {
        match &self.kind {
            #[cfg(target_os = "linux")]
            PlayerKind::Program(Program { confinement: Some(confinement), .. }) => confinement.note(),
            _ => None,
        }
    }

    /// Whether it is a program.
    pub fn is_program(&self) -> bool {
        matches!(self.kind, PlayerKind::Program(_))
    }

    /// Whether its version is a hash of files. Two players with the same hash are the same
    /// program.
    pub fn version_is_hash(&self) -> bool {
        version::is_hash(&self.about.version)
    }

    /// Whether it is a bot of an original game.
    pub fn is_original(&self) -> bool {
        matches!(&self.kind, PlayerKind::Program(Program { original: Some(_), .. }))
    }

    /// Lets a bot of an original game see the name of its opponent, where that game
    /// told it. Does nothing for other players.
    pub fn show_names(&mut self, shown: bool) {
        if let PlayerKind::Program(Program { original: Some(original), .. }) = &mut self.kind {
            original.show_names(shown);
        }
    }

    /// Whether it is a person at the terminal. Only the owner of the terminal can make
    /// that competitor.
    pub fn is_human(&self) -> bool {
        matches!(self.kind, PlayerKind::Human)
    }

    /// A competitor that can play many games, one after the other.
    ///
    /// # Panics
    /// If it is a person at the terminal: see [`PlayerSpec::is_human`].
    pub fn competitor(&self) -> Box<dyn Competitor> {
        self.competitor_with(None)
    }

    /// The same, with a log of all lines to and from a program.
    pub fn competitor_with(&self, dialogue: Option<Dialogue>) -> Box<dyn Competitor> {
        match &self.kind {
            PlayerKind::BuiltIn(built_in) => {
                Box::new(BuiltInCompetitor::new(self.about.clone(), built_in.clone()))
            }
            PlayerKind::Human => panic!("a person needs a terminal"),
            PlayerKind::Absent => Box::new(AbsentCompetitor::new(self.about.clone())),
            #[cfg(target_os = "linux")]
            PlayerKind::Program(Program { words, folder, original, advice, confinement, .. }) => {
                use sandbox::Launch;

                use crate::program::ProgramCompetitor;
                use crate::protocol::KeywordLines;
                let confinement = confinement.as_deref().cloned();
                let launch = Launch::new(words.clone(), folder.clone());
                let launch = Launch { confinement, ..launch };
                let advice = advice.clone();
                let protocol =
                    original.as_ref().map_or_else(|| Box::new(KeywordLines) as _, Original::protocol);
                Box::new(ProgramCompetitor::new(self.about.clone(), launch, advice, protocol, dialogue))
            }
            #[cfg(not(target_os = "linux"))]
            PlayerKind::Program(_) => {
                drop(dialogue);
                unreachable!("programs are refused where they cannot run")
            }
        }
    }
}

/// Why a name is that of no player, and what may be meant.
fn no_player(entry: &GameEntry, spec: &str, error: PlayerError) -> PlayerSpecError {
    let PlayerError::Unknown { name, suggestion, .. } = &error else {
        return PlayerSpecError::BuiltIn(error);
    };
    let others = ai::table::players().filter(|player| player.name == name);
    let games: Vec<&'static str> = others.map(|player| player.game).collect();
    if !games.is_empty() {
        return PlayerSpecError::OtherGame { name: name.clone(), game: entry.name, games };
    }
    if suggestion.is_some() {
        return PlayerSpecError::BuiltIn(error);
    }
    let spec = spec.to_string();
    if suggest::nearest(&spec, [HUMAN]).is_some() {
        return PlayerSpecError::MeantHuman { spec };
    }
    match nearest_file(Path::new(&spec)) {
        Some(file) => PlayerSpecError::MeantFile { spec, file },
        None => PlayerSpecError::Unknown { spec, unknown: error },
    }
}

/// Whether the string most likely means a program.
fn looks_like_program(entry: &GameEntry, spec: &str) -> bool {
    let name = spec.split(':').next().unwrap_or(spec);
    let is_built_in = ai::table::players_of(entry.name).any(|player| player.name == name);
    !is_built_in && (spec.contains(['/', '\\', '.', ' ']) || Path::new(spec).exists())
}

/// Whether the text of a file in Python never reads its input. Then it cannot use
/// keyword lines, and may be a bot of an original game that does not look like one.
fn reads_nothing(file: &Path) -> bool {
    let is_python = originals::has_extension(file, "py");
    let text = read_start(file, LONGEST_SOURCE).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    is_python && !["stdin", "input"].iter().any(|word| text.contains(word))
}

/// The name of a file, and what follows it: `bot.py:ClassName?k=v`. The name is as
/// long as possible, because it may hold any character. Options may follow a command
/// of several words only if `command_takes_options`.
fn split_suffix(text: &str, command_takes_options: bool) -> Result<(&str, SpecSuffix), OriginalError> {
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
    // If no file exists, the shortest name is the best for the message. A word of a
    // command may hold `?` too, so only `?key=` behind a word begins options.
    let is_command = |path: &str| path.contains(char::is_whitespace);
    let begins_options = |path: &str, options: &str| {
        !path.ends_with(char::is_whitespace) && options.split_once('=').is_some_and(|(key, _)| is_name(key))
    };
    let of_command = splits.iter().filter(|_| command_takes_options).find(|(path, entry, options)| {
        entry.is_none() && options.is_some_and(|options| begins_options(path, options))
    });
    let shortest = splits.last().filter(|(path, ..)| !is_command(path)).or(of_command);
    let Some((path, entry, options)) = found.or(shortest) else { return Ok((text, SpecSuffix::default())) };
    let options = options.map(SpecSuffix::read_options).transpose()?.unwrap_or_default();
    Ok((path, SpecSuffix { entry: entry.map(str::to_string), options }))
}
