//! Which files a program may touch: Landlock.
//!
//! Landlock forbids; it never allows what ordinary permissions do not. It has no
//! say about `chmod`, `stat`, sockets that are no files, and on older kernels
//! about truncation: [`crate::syscalls`] closes those.

use std::fs;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope, make_bitflags,
};

use crate::paths::SYSTEM_FOLDERS;

/// What programs read of a system's settings when they start. Beside these there
/// may be a folder for a language: see [`settings`].
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

/// How the folders with a language's settings begin.
const LANGUAGES: [&str; 6] = ["java", "lua", "perl", "php", "python", "ruby"];

/// What a program can learn about itself and the machine: runtimes size their
/// heaps and stacks by it. Not all of `/proc/self`, where the network's and the
/// machine's doings stand too.
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

/// Devices without a state: where nothing goes, and chance.
pub const DEVICES: [(&str, bool); 3] = [("/dev/null", true), ("/dev/random", false), ("/dev/urandom", false)];

/// The settings that may be read, as far as they are there.
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

/// What is known about the machine, as far as it is there.
pub fn facts() -> impl Iterator<Item = &'static Path> {
    FACTS.iter().map(Path::new).filter(|path| path.exists())
}

/// In its own folder a program may do everything but make what is no file and
/// no folder.
fn everything() -> BitFlags<AccessFs> {
    let never = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock | AccessFs::MakeFifo;
    AccessFs::from_all(ABI::V5) & !(never | AccessFs::MakeSym | AccessFs::IoctlDev)
}

/// Shuts this process out of all files but these: `readable` to read and run,
/// `own` for everything, and what every program needs of the system.
pub fn restrict(readable: &[PathBuf], own: &Path) -> Result<(), String> {
    let restrict = || -> Result<RulesetStatus, String> {
        let say = |error: &dyn std::error::Error| error.to_string();
        // The first version is a must, the rest as far as this kernel goes.
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
        Ok(RulesetStatus::NotEnforced) => Err("this kernel has no Landlock".into()),
        Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Adds what may be done with a file, or with a folder and all in it.
fn allow(rules: RulesetCreated, path: &Path, access: BitFlags<AccessFs>) -> Result<RulesetCreated, String> {
    let cannot = |error: &dyn std::error::Error| format!("{}: {error}", path.display());
    let opened = PathFd::new(path).map_err(|error| cannot(&error))?;
    // Folders have rights that files have not.
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(ABI::V5) };
    rules.add_rule(PathBeneath::new(opened, access)).map_err(|error| cannot(&error))
}
