//! How much of the machine a program may use.

use serde::{Deserialize, Serialize};

/// How much of the machine a program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of memory that it can write to.
    pub memory: u64,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes that it may add to its folder and its temporary folder.
    pub temp: u64,
}

impl Limits {
    /// Threads at a time. A Java machine has about twenty, Node eleven.
    pub const THREADS: u64 = 64;

    /// Files at a time.
    pub const OPEN_FILES: u64 = 256;

    /// Files and folders beyond those that it came with.
    pub const FILES: u64 = 2_000;
}

/// How large the stack of the first thread can grow. Another thread's is as large
/// too, unless the program says otherwise.
pub const STACK: u64 = 8 << 20;

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 512 << 20, file: 16 << 20, temp: 64 << 20 }
    }
}

/// Sets the limits of this process for good, and with them those of all that it
/// becomes.
///
/// Memory is limited by what can be written to, not by addresses: Node and Java
/// reserve far more of those than they use. What does not count there (shared
/// memory of several kinds) is closed by the filter of system calls.
#[cfg(target_os = "linux")]
pub fn apply(limits: &Limits) -> Result<(), String> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // Nobody plays for a day of processor time in one process; whoever escaped
    // every clock ends then.
    const A_DAY: u64 = 24 * 60 * 60;
    for (resource, most) in [
        (Resource::Data, limits.memory),
        (Resource::Fsize, limits.file),
        (Resource::Nofile, Limits::OPEN_FILES),
        (Resource::Cpu, A_DAY),
        (Resource::Stack, STACK),
        (Resource::Core, 0),
        (Resource::Memlock, 0),
        (Resource::Msgqueue, 0),
        (Resource::Nice, 0),
        (Resource::Rtprio, 0),
        (Resource::Sigpending, 1024),
    ] {
        // Whoever started the referee may have set a lower one.
        let most = getrlimit(resource).maximum.map_or(most, |set| most.min(set));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
            .map_err(|error| format!("cannot limit {resource:?} to {most}: {error}"))?;
    }
    Ok(())
}
