//! All that is needed to lock one program in: found once, before it plays, and
//! sent to whoever starts it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::attacks::Trial;
use super::own_folder::OwnFolder;
use super::runtimes::{self, Runtime};
use super::{Level, Limits, Sandbox};

/// What the order of Python's sets and dictionaries of texts is drawn from.
pub const PYTHON_ORDER: &str = "PYTHONHASHSEED";

/// How one program is locked in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Confinement {
    /// How firmly.
    pub level: Level,
    /// How much of the machine it may use.
    pub limits: Limits,
    /// What it gets a copy of.
    pub own: OwnFolder,
    /// What it may read beside the system's own: where its runtime stands, and
    /// what the organiser says.
    pub readable: Vec<PathBuf>,
    /// All of its environment but for its own folders.
    pub environment: Vec<(String, OsString)>,
    /// Layers that are to fail, so that tests can see what comes of it.
    pub without: Vec<String>,
    /// What is tried instead of running a program.
    pub trial: Option<Trial>,
}

/// A test can make a layer fail with this variable, as in `landlock,cgroups`.
pub const PRETEND_WITHOUT: &str = "GRIDIRON_PRETEND_WITHOUT";

/// The layers that a test wants to fail.
pub fn pretended() -> Vec<String> {
    let layers = std::env::var(PRETEND_WITHOUT).unwrap_or_default();
    layers.split(',').filter(|layer| !layer.is_empty()).map(str::to_string).collect()
}

impl Confinement {
    /// Locks a program in. `words` run it, `own` are its files, in `folder`;
    /// `others` are the files of other players. Gives the words that run it
    /// there.
    pub fn new(
        sandbox: &Sandbox,
        words: &[OsString],
        own: &[PathBuf],
        folder: &Path,
        others: &[PathBuf],
    ) -> Result<(Vec<OsString>, Confinement), String> {
        let is_own = |path: &Path| path.starts_with(folder);
        let needed = runtimes::needed_by(words, is_own)?;
        let runtimes = needed.iter().flat_map(|runtime| &runtime.folders);
        let readable: Vec<PathBuf> = sandbox.allow_read.iter().chain(runtimes).cloned().collect();
        keep_from(&readable, others.iter().filter(|other| !own.contains(other)))?;
        let confinement = Confinement {
            level: sandbox.level,
            limits: sandbox.limits,
            own: OwnFolder::find(folder, own, others)?,
            readable,
            environment: environment(&needed, &sandbox.limits),
            without: pretended(),
            trial: None,
        };
        Ok((run_by(words, &needed, &sandbox.limits), confinement))
    }
}

/// Nobody may read what its opponents are.
fn keep_from<'a>(readable: &[PathBuf], others: impl Iterator<Item = &'a PathBuf>) -> Result<(), String> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let given: Vec<PathBuf> = readable
        .iter()
        .cloned()
        .chain(runtimes::SYSTEM.iter().map(PathBuf::from))
        .map(|path| real(&path))
        .collect();
    for other in others {
        if let Some(folder) = given.iter().find(|folder| real(other).starts_with(folder)) {
            let (other, folder) = (other.display(), folder.display());
            return Err(format!("it may read {folder}, and so its opponent {other}: keep bots elsewhere"));
        }
    }
    Ok(())
}

/// The words, with the real interpreter in the place of what stands for it on
/// the PATH.
fn run_by(words: &[OsString], needed: &[Runtime], limits: &Limits) -> Vec<OsString> {
    let Some((first, rest)) = words.split_first() else { return Vec::new() };
    let Some(runtime) = needed.iter().find(|runtime| runtime.called.as_os_str() == first) else {
        return words.to_vec();
    };
    // Java takes a part of the machine's memory, not of what it is allowed, and
    // more threads to clear up than a bot has cores.
    let java = [format!("-Xmx{}m", heap(limits)), "-XX:+UseSerialGC".into(), "-XX:-UsePerfData".into()];
    let extra = java.iter().filter(|_| runtime.name == "java").map(OsString::from);
    [runtime.program.clone().into_os_string()].into_iter().chain(extra).chain(rest.iter().cloned()).collect()
}

/// Megabytes for a heap that leave room for everything else.
fn heap(limits: &Limits) -> u64 {
    (limits.memory >> 20) * 5 / 8
}

/// A clean environment: nothing of the organiser's own.
fn environment(needed: &[Runtime], limits: &Limits) -> Vec<(String, OsString)> {
    let order = std::env::var_os(PYTHON_ORDER).unwrap_or_else(|| "0".into());
    let fixed = [
        ("PATH", runtimes::search_path(needed)),
        ("LANG", "C.UTF-8".into()),
        // The same seed should give the same game to who walks through a set of
        // Python's too.
        (PYTHON_ORDER, order),
        ("PYTHONDONTWRITEBYTECODE", "1".into()),
        // One core is all that a bot has.
        ("OMP_NUM_THREADS", "1".into()),
        ("OPENBLAS_NUM_THREADS", "1".into()),
        ("MKL_NUM_THREADS", "1".into()),
        ("NODE_OPTIONS", format!("--max-old-space-size={}", heap(limits)).into()),
        ("GOMEMLIMIT", format!("{}MiB", heap(limits)).into()),
    ];
    let runtimes = needed.iter().flat_map(|runtime| runtime.environment.clone());
    let runtimes = runtimes.map(|(name, value)| (name, OsString::from(value)));
    fixed.into_iter().map(|(name, value)| (name.to_string(), value)).chain(runtimes).collect()
}

/// The words as they are where the bot's folder has been copied to `place`.
pub fn words_at(words: &[OsString], folder: &Path, place: &Path) -> Vec<OsString> {
    let at = |word: &OsString| match Path::new(word).strip_prefix(folder) {
        Ok(below) if below.as_os_str().is_empty() => place.into(),
        Ok(below) => place.join(below).into(),
        Err(_) => word.clone(),
    };
    words.iter().map(at).collect()
}
