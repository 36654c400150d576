//! How much of the machine a program may use.

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
use crate::os_error::OsError;

/// How much of the machine one program may use, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Memory that it can write to.
    pub memory: u64,
    /// One file.
    pub file: u64,
    /// Everything that it adds to its folder and its temporary folder.
    pub temp: u64,
}

impl Limits {
    /// Threads at the same time. Java uses about twenty, Node eleven.
    pub const THREADS: u64 = 64;

    /// Open files at the same time.
    pub const OPEN_FILES: u64 = 256;

    /// New files and folders, besides those of its own folder.
    pub const FILES: u64 = 2_000;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 512 << 20, file: 16 << 20, temp: 64 << 20 }
    }
}

/// The largest stack of the first thread, in bytes. The stacks of other threads are
/// as large unless the program says otherwise.
#[cfg(target_os = "linux")]
pub const STACK: u64 = 8 << 20;

/// A limit that the kernel refused.
#[cfg(target_os = "linux")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("cannot limit {resource} to {most}: {error}")]
pub struct LimitError {
    /// The kernel's name of the resource.
    pub resource: String,
    /// The limit, in the resource's own unit.
    pub most: u64,
    /// The system's error.
    pub error: OsError,
}

/// Sets the limits of this process. They are final, and hold for every program that
/// it becomes.
///
/// Memory is limited by what can be written to, not by addresses: Node and Java
/// reserve far more addresses than they use. Kinds of memory that do not count here
/// are closed by [`crate::syscalls`].
#[cfg(target_os = "linux")]
pub fn apply(limits: &Limits) -> Result<(), LimitError> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // No program runs for a day of CPU time. One that escapes every other clock
    // ends then.
    const A_DAY: u64 = 24 * 60 * 60;
    for (resource, most) in [
        (Resource::Data, limits.memory),
        (Resource::Fsize, limits.file),
        (Resource::Nofile, Limits::OPEN_FILES),
        (Resource::Cpu, A_DAY),
        (Resource::Stack, STACK),
        (Resource::Memlock, 0),
        (Resource::Msgqueue, 0),
        (Resource::Nice, 0),
        (Resource::Rtprio, 0),
        // Not less: it is compared with what all programs of a user have queued. The
        // supervisor decides what one of them may queue.
        (Resource::Sigpending, u64::MAX),
    ] {
        // This process may have inherited a lower limit.
        let most = getrlimit(resource).maximum.map_or(most, |set| most.min(set));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
            .map_err(|error| LimitError { resource: format!("{resource:?}"), most, error: error.into() })?;
    }
    forbid_core_dumps()
}

/// A core dump would show the program's memory, and everything in it, to others.
///
/// Where the kernel sends core dumps to a program (`core_pattern` begins with `|`), it
/// ignores the limit, also 0. Only 1 stops it: the kernel starts such programs with
/// that limit, so that they do not dump again. A file of one byte is too short for any
/// dump. Where an administrator has set the limit to 0 for good, an ordinary user cannot
/// have 1; then nothing of the memory is part of a dump.
#[cfg(target_os = "linux")]
fn forbid_core_dumps() -> Result<(), LimitError> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    const NONE: u64 = 1;
    let limit = Rlimit { current: Some(NONE), maximum: Some(NONE) };
    let failed = |error| LimitError { resource: "Core".to_string(), most: NONE, error };
    // No kind of memory, in the dump of this process and of what it becomes.
    let filtered = std::fs::write("/proc/self/coredump_filter", "0");
    match (setrlimit(Resource::Core, limit), filtered) {
        (Ok(()), _) | (Err(_), Ok(())) => Ok(()),
        (Err(_), Err(error)) => Err(failed(error.into())),
    }
}
