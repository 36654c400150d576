//! How one program is locked in. Found once, before its first start, and sent to each
//! supervisor.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::attacks::AttackPlan;
use crate::interpreters::{self, Interpreter, InterpreterError};
use crate::layer::Layer;
use crate::level::Level;
use crate::limits::Limits;
use crate::own_folder::{FolderError, MOST_FILES, OwnFolder};
use crate::paths::{SYSTEM_FOLDERS, resolve};
use crate::policy::Sandbox;

/// The seed of the order in which Python walks through sets and dictionaries.
pub(crate) const PYTHON_HASH_SEED: &str = "PYTHONHASHSEED";

/// How one program is locked in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Confinement {
    /// How strictly.
    pub(crate) level: Level,
    /// How much of the machine it may use.
    pub(crate) limits: Limits,
    /// The folder that it gets a copy of.
    pub(crate) own: OwnFolder,
    /// What it may read besides the system's folders: its interpreters, and what the
    /// policy allows.
    pub(crate) readable: Vec<PathBuf>,
    /// Its whole environment, without the variables about its folders.
    pub(crate) environment: Vec<(String, OsString)>,
    /// Layers that must fail, for tests.
    pub(crate) switched_off: Vec<String>,
    /// Attacks to run in place of the program.
    pub(crate) attack_plan: Option<AttackPlan>,
}

/// Why a program cannot be locked in, found before it is started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfineError {
    /// Every program may read a folder that holds a file it must not read.
    #[error("bots can read everything in {}, including {}: move it elsewhere", folder.display(), file.display())]
    Exposed {
        /// The readable folder.
        folder: PathBuf,
        /// A file of this program, of an opponent, or an output of this run.
        file: PathBuf,
    },
    /// The program's folder is inside a folder that is an opponent as a whole.
    #[error("its folder is inside {}, which belongs to its opponent: give each bot its own folder", folder.display())]
    InOpponentsFolder {
        /// The opponent's folder.
        folder: PathBuf,
    },
    /// An interpreter does not say what it needs.
    #[error(transparent)]
    Interpreter(#[from] InterpreterError),
    /// The program's folder cannot be copied.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// A test names layers in this variable that must fail, as in `landlock,cgroups`.
const PRETEND_WITHOUT: &str = "GRIDIRON_PRETEND_WITHOUT";

/// The layers that a test wants to fail.
pub(crate) fn switched_off_for_tests() -> Vec<String> {
    let layers = std::env::var(PRETEND_WITHOUT).unwrap_or_default();
    layers.split(',').filter(|layer| !layer.is_empty()).map(str::to_string).collect()
}

impl Confinement {
    /// Locks a program in, and returns the words that run it there.
    ///
    /// `words` run it; `own` are its files, in `folder`. It must not read `rivals`,
    /// files of other programs, nor `outputs`, files that this run or another one writes.
    pub fn new(
        sandbox: &Sandbox,
        words: &[OsString],
        own: &[PathBuf],
        folder: &Path,
        rivals: &[PathBuf],
        outputs: &[PathBuf],
    ) -> Result<(Vec<OsString>, Confinement), ConfineError> {
        // Before any interpreter is asked: those of the system run without a sandbox.
        let system: Vec<PathBuf> = SYSTEM_FOLDERS.iter().map(PathBuf::from).collect();
        check_hidden(&system, own)?;
        check_hidden(&system, rivals)?;
        let home = resolve(folder);
        let needed = interpreters::needed_by(words, |path| resolve(path).starts_with(&home))?;
        let parts = needed.iter().flat_map(|interpreter| &interpreter.folders);
        let readable: Vec<PathBuf> = sandbox.allow_read.iter().chain(parts).cloned().collect();
        let rivals: Vec<PathBuf> = rivals.iter().filter(|rival| !own.contains(rival)).cloned().collect();
        check_hidden(&readable, &rivals)?;
        check_hidden(&readable, outputs)?;
        // An opponent that is called by no file owns its whole folder.
        let holds_this = |rival: &&PathBuf| rival.is_dir() && home.starts_with(resolve(rival));
        if let Some(rival) = rivals.iter().find(holds_this) {
            return Err(ConfineError::InOpponentsFolder { folder: rival.clone() });
        }
        let confinement = Confinement {
            level: sandbox.level,
            limits: sandbox.limits,
            own: OwnFolder::find(folder, own, &with_sources(&rivals, &home), outputs)?,
            readable,
            environment: environment(&needed, &sandbox.limits),
            switched_off: switched_off_for_tests(),
            attack_plan: None,
        };
        Ok((run_by(words, &needed, &sandbox.limits), confinement))
    }

    /// How strictly it is locked in.
    pub fn level(&self) -> Level {
        self.level
    }

    /// One line for people if not all of its folder is copied. It may hold any
    /// character that a file name can hold.
    pub fn note(&self) -> Option<String> {
        self.own.note()
    }

    /// The most bytes of memory that the program may use.
    pub fn memory_limit(&self) -> u64 {
        self.limits.memory
    }

    /// The files that it gets a copy of, relative to its folder and sorted. `None` if only
    /// the files that its command names are copied.
    pub fn copied_files(&self) -> io::Result<Option<Vec<PathBuf>>> {
        self.own.all_files()
    }

    /// Whether a test wants a layer to fail.
    pub(crate) fn is_switched_off(&self, layer: Layer) -> bool {
        self.switched_off.iter().any(|name| name == layer.name())
    }

    /// The memory limit apart from control groups: none where those are tested.
    pub(crate) fn watched_memory(&self) -> u64 {
        match &self.attack_plan {
            Some(plan) if plan.is_memory_unlimited => u64::MAX,
            _ => self.limits.memory,
        }
    }

    /// The words for a copy of the folder at `place`. A path that may be read where it
    /// is stays, such as an interpreter in the program's own folder.
    pub(crate) fn words_at(&self, words: &[OsString], place: &Path) -> Vec<OsString> {
        let stays = |path: &Path| self.readable.iter().any(|folder| path.starts_with(folder));
        let at = |word: &OsString| match Path::new(word).strip_prefix(self.own.folder()) {
            Ok(_) if stays(Path::new(word)) => word.clone(),
            Ok(below) if below.as_os_str().is_empty() => place.into(),
            Ok(below) => place.join(below).into(),
            Err(_) => word.clone(),
        };
        words.iter().map(at).collect()
    }
}

/// An error if a hidden file is inside a readable folder.
fn check_hidden(readable: &[PathBuf], hidden: &[PathBuf]) -> Result<(), ConfineError> {
    // The place of the file itself, not of its target if it is a link.
    let place = |file: &Path| match (file.parent(), file.file_name()) {
        (Some(folder), Some(name)) => resolve(folder).join(name),
        _ => file.to_path_buf(),
    };
    for file in hidden {
        if let Some(folder) = readable.iter().find(|folder| place(file).starts_with(resolve(folder))) {
            return Err(ConfineError::Exposed { folder: folder.clone(), file: file.clone() });
        }
    }
    Ok(())
}

/// The files, and files beside them in this folder with the same name and another
/// extension: often the source of a program. Of other folders nothing is copied.
fn with_sources(files: &[PathBuf], folder: &Path) -> Vec<PathBuf> {
    let is_here =
        |file: &&PathBuf| file.is_file() && file.parent().is_some_and(|parent| resolve(parent) == folder);
    let stems: BTreeSet<OsString> =
        files.iter().filter(is_here).filter_map(|file| Some(file.file_stem()?.to_os_string())).collect();
    let mut all = files.to_vec();
    if stems.is_empty() {
        return all;
    }
    // Of a folder with more entries only the program's own files are copied.
    let beside = fs::read_dir(folder).into_iter().flatten().take(MOST_FILES).flatten();
    let beside = beside.map(|entry| entry.path());
    let has_stem = |path: &PathBuf| path.file_stem().is_some_and(|stem| stems.contains(stem));
    all.extend(beside.filter(|path| has_stem(path) && path.is_file()));
    all
}

/// The words, with the real interpreter in place of a shim or link on the PATH.
fn run_by(words: &[OsString], needed: &[Interpreter], limits: &Limits) -> Vec<OsString> {
    let Some((first, rest)) = words.split_first() else { return Vec::new() };
    let Some(interpreter) = needed.iter().find(|interpreter| interpreter.called.as_os_str() == first) else {
        return words.to_vec();
    };
    // Java sizes its heap by the machine's memory and not by its limit, and starts
    // more garbage collector threads than a bot has cores.
    let java = [format!("-Xmx{}m", heap(limits)), "-XX:+UseSerialGC".into(), "-XX:-UsePerfData".into()];
    let extra = java.iter().filter(|_| interpreter.name == "java").map(OsString::from);
    let program = interpreter.program.clone().into_os_string();
    [program].into_iter().chain(extra).chain(rest.iter().cloned()).collect()
}

/// Megabytes for a heap that leave room for everything else.
fn heap(limits: &Limits) -> u64 {
    (limits.memory >> 20) * 5 / 8
}

/// A clean environment: nothing of the caller's own.
fn environment(needed: &[Interpreter], limits: &Limits) -> Vec<(String, OsString)> {
    let order = std::env::var_os(PYTHON_HASH_SEED).unwrap_or_else(|| "0".into());
    let fixed = [
        ("PATH", interpreters::search_path(needed)),
        ("LANG", "C.UTF-8".into()),
        // The same seed should give the same game also if a bot walks through a set.
        (PYTHON_HASH_SEED, order),
        ("PYTHONDONTWRITEBYTECODE", "1".into()),
        // A bot has one core.
        ("OMP_NUM_THREADS", "1".into()),
        ("OPENBLAS_NUM_THREADS", "1".into()),
        ("MKL_NUM_THREADS", "1".into()),
        ("NODE_OPTIONS", format!("--max-old-space-size={}", heap(limits)).into()),
        ("GOMEMLIMIT", format!("{}MiB", heap(limits)).into()),
    ];
    let own = needed.iter().flat_map(|interpreter| interpreter.environment.clone());
    let own = own.map(|(name, value)| (name, OsString::from(value)));
    fixed.into_iter().map(|(name, value)| (name.to_string(), value)).chain(own).collect()
}
