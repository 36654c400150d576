//! All that is needed to lock one program in: found once, before it plays, and
//! sent to whoever starts it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::attacks::AttackPlan;
use crate::own_folder::OwnFolder;
use crate::paths::{SYSTEM_FOLDERS, resolve};
use crate::runtimes::{self, Runtime};
use crate::{Level, Limits, Sandbox};

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
    pub attack_plan: Option<AttackPlan>,
}

/// A test can make a layer fail with this variable, as in `landlock,cgroups`.
pub const PRETEND_WITHOUT: &str = "GRIDIRON_PRETEND_WITHOUT";

/// The layers that a test wants to fail.
pub fn pretended() -> Vec<String> {
    let layers = std::env::var(PRETEND_WITHOUT).unwrap_or_default();
    layers.split(',').filter(|layer| !layer.is_empty()).map(str::to_string).collect()
}

impl Confinement {
    /// Locks a program in. `words` run it, `own` are its files, in `folder`; it
    /// learns nothing of `rivals`, the files of other players, and of `outputs`, what
    /// this run writes. Gives the words that run it there.
    pub fn new(
        sandbox: &Sandbox,
        words: &[OsString],
        own: &[PathBuf],
        folder: &Path,
        rivals: &[PathBuf],
        outputs: &[PathBuf],
    ) -> Result<(Vec<OsString>, Confinement), String> {
        // Before anybody is asked: what stands there is run without a sandbox.
        let everybodys: Vec<PathBuf> = SYSTEM_FOLDERS.iter().map(PathBuf::from).collect();
        keep_from(&everybodys, own)?;
        keep_from(&everybodys, rivals)?;
        let home = resolve(folder);
        let needed = runtimes::needed_by(words, |path| resolve(path).starts_with(&home))?;
        let runtimes = needed.iter().flat_map(|runtime| &runtime.folders);
        let readable: Vec<PathBuf> = sandbox.allow_read.iter().chain(runtimes).cloned().collect();
        let rivals: Vec<PathBuf> = rivals.iter().filter(|rival| !own.contains(rival)).cloned().collect();
        keep_from(&readable, &rivals)?;
        keep_from(&readable, outputs)?;
        // Who is called by no file has all of a folder for itself.
        if let Some(rival) = rivals.iter().find(|rival| rival.is_dir() && home.starts_with(resolve(rival))) {
            let rival = rival.display();
            return Err(format!(
                "it stands in {rival}, all of which is its opponent's: give each a folder of its own"
            ));
        }
        let confinement = Confinement {
            level: sandbox.level,
            limits: sandbox.limits,
            own: OwnFolder::find(folder, own, &[with_kin(&rivals), outputs.to_vec()].concat())?,
            readable,
            environment: environment(&needed, &sandbox.limits),
            without: pretended(),
            attack_plan: None,
        };
        Ok((run_by(words, &needed, &sandbox.limits), confinement))
    }

    /// The memory that is limited otherwise than by a control group: none where that
    /// is what is tried.
    pub fn watched_memory(&self) -> u64 {
        match &self.attack_plan {
            Some(attack_plan) if attack_plan.is_memory_unlimited => u64::MAX,
            _ => self.limits.memory,
        }
    }

    /// The words as they are where the bot's folder has been copied to `place`. What
    /// may be read where it is stays there: an interpreter in the bot's own folder.
    pub fn words_at(&self, words: &[OsString], place: &Path) -> Vec<OsString> {
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

/// Nothing that bots must not see may stand where they can read it.
fn keep_from(readable: &[PathBuf], hidden: &[PathBuf]) -> Result<(), String> {
    // Where it stands, not where it leads if it is a link.
    let stands = |file: &Path| match (file.parent(), file.file_name()) {
        (Some(folder), Some(name)) => resolve(folder).join(name),
        _ => file.to_path_buf(),
    };
    for file in hidden {
        if let Some(folder) = readable.iter().find(|folder| stands(file).starts_with(resolve(folder))) {
            let (file, folder) = (file.display(), folder.display());
            return Err(format!("bots may read all of {folder}, and so {file}: keep it elsewhere"));
        }
    }
    Ok(())
}

/// Files, and those beside them that are called the same but for what follows the
/// dot: beside a program often stands its source.
fn with_kin(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut all = files.to_vec();
    for file in files.iter().filter(|file| file.is_file()) {
        let (Some(stem), Some(folder)) = (file.file_stem(), file.parent()) else { continue };
        let beside = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        all.extend(beside.filter(|path| path.is_file() && path.file_stem() == Some(stem)));
    }
    all
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
