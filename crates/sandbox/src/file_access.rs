//! Which files a program may touch: Landlock.
//!
//! Landlock forbids; it never allows what ordinary permissions do not. It does not
//! guard `chmod`, `stat`, sockets that are not files, and on older kernels
//! truncation: [`crate::syscalls`] closes those.

use std::fs;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope, make_bitflags,
};

use serde::{Deserialize, Serialize};

use crate::json_path::JsonPath;
use crate::paths::SYSTEM_FOLDERS;

/// Settings of the system that programs read when they start. [`settings`] adds the
/// folders of languages.
const SETTINGS: [&str; 8] = [
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/ssl/openssl.cnf",
    "/etc/timezone",
    "/etc/locale.alias",
];

/// The names of settings folders of languages begin so.
const LANGUAGES: [&str; 6] = ["java", "lua", "perl", "php", "python", "ruby"];

/// What a program may learn about itself and the machine: runtimes size their heaps
/// and stacks by it. Not all of `/proc/self`, which also shows the network and mounts.
const FACTS: [&str; 22] = [
    "/proc/self/auxv",
    "/proc/self/cmdline",
    "/proc/self/comm",
    "/proc/self/coredump_filter",
    "/proc/self/environ",
    "/proc/self/fd",
    "/proc/self/limits",
    "/proc/self/maps",
    "/proc/self/stat",
    "/proc/self/statm",
    "/proc/self/status",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/version",
    "/proc/sys/kernel/cap_last_cap",
    "/proc/sys/vm/max_map_count",
    "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/sys/kernel/mm/transparent_hugepage",
];

/// Devices without a state, and whether they may be written to.
pub const DEVICES: [(&str, bool); 3] = [("/dev/null", true), ("/dev/random", false), ("/dev/urandom", false)];

/// The settings that may be read, as far as they exist.
pub fn settings() -> Vec<PathBuf> {
    let is_a_languages = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // `php` and `java-17`, but not everything that begins like them.
        LANGUAGES
            .iter()
            .filter_map(|language| name.strip_prefix(language))
            .any(|rest| !rest.starts_with(char::is_alphabetic))
    };
    let languages = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
    let fixed = SETTINGS.iter().map(PathBuf::from).filter(|path| path.exists());
    fixed.chain(languages.filter(|path| is_a_languages(path))).collect()
}

/// Facts that may be read, as far as they exist.
pub fn facts() -> impl Iterator<Item = &'static Path> {
    FACTS.iter().map(Path::new).filter(|path| path.exists())
}

/// In its own folder a program may do everything, except make anything but files and
/// folders.
fn everything() -> BitFlags<AccessFs> {
    let never = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock | AccessFs::MakeFifo;
    AccessFs::from_all(ABI::V5) & !(never | AccessFs::MakeSym | AccessFs::IoctlDev)
}

/// Why Landlock does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum LandlockError {
    /// The kernel does not enforce it.
    #[error("this kernel has no Landlock")]
    NotEnforced,
    /// The ruleset was refused, in the words of the crate `landlock`.
    #[error("{0}")]
    Ruleset(String),
    /// A path could not be added.
    #[error("{path}: {error}")]
    Path {
        /// The path.
        path: JsonPath,
        /// In the words of the crate `landlock`.
        error: String,
    },
}

/// Restricts this process to these files: `readable` to read and run, `own` for
/// everything, and what every program needs of the system.
pub fn restrict(readable: &[PathBuf], own: &Path) -> Result<(), LandlockError> {
    let restrict = || -> Result<RulesetStatus, LandlockError> {
        let say = |error: &dyn std::error::Error| LandlockError::Ruleset(error.to_string());
        // The first version is required; later ones are used if the kernel has them.
        let rules = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V1))
            .map_err(|error| say(&error))?
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(ABI::V5))
            .and_then(|rules| rules.scope(Scope::AbstractUnixSocket | Scope::Signal))
            .map_err(|error| say(&error))?;
        let mut rules = rules.create().map_err(|error| say(&error))?;
        let reading = AccessFs::from_read(ABI::V5);
        let looking = make_bitflags!(AccessFs::{ReadFile | ReadDir});
        let system = SYSTEM_FOLDERS.iter().map(Path::new);
        for path in system.chain(readable.iter().map(PathBuf::as_path)).filter(|path| path.exists()) {
            rules = allow(rules, path, reading)?;
        }
        for path in settings().into_iter().chain(facts().map(Path::to_path_buf)) {
            rules = allow(rules, &path, looking)?;
        }
        for (device, can_write) in DEVICES {
            let access =
                if can_write { AccessFs::ReadFile | AccessFs::WriteFile } else { AccessFs::ReadFile.into() };
            rules = allow(rules, Path::new(device), access)?;
        }
        rules = allow(rules, own, everything())?;
        rules.restrict_self().map(|status| status.ruleset).map_err(|error| say(&error))
    };
    match restrict() {
        Ok(RulesetStatus::NotEnforced) => Err(LandlockError::NotEnforced),
        Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Allows access to a file, or to a folder and everything in it.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, LandlockError> {
    let cannot =
        |error: &dyn std::error::Error| LandlockError::Path { path: path.into(), error: error.to_string() };
    let opened = PathFd::new(path).map_err(|error| cannot(&error))?;
    // Some rights exist for folders only.
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(ABI::V5) };
    rules.add_rule(PathBeneath::new(opened, access)).map_err(|error| cannot(&error))
}
