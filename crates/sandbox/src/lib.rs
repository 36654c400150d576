//! Strangers' programs are locked in: what they may read, write, call and use up.
//!
//! [`Level`] says how firmly, [`Sandbox`] what an organiser has decided. For one
//! program that becomes a `Confinement`, which travels to its supervisor; that keeps
//! a `ConfinedProgram` and starts the `jail`, which puts up the layers and becomes the
//! program. Each layer is a file here.

mod level;
mod limits;

pub mod excerpt;
pub mod programs;

#[cfg(target_os = "linux")]
pub mod attacks;
#[cfg(target_os = "linux")]
mod cgroup;
#[cfg(target_os = "linux")]
mod confined;
#[cfg(target_os = "linux")]
pub mod confinement;
#[cfg(target_os = "linux")]
pub mod exit_status;
#[cfg(target_os = "linux")]
mod file_access;
#[cfg(target_os = "linux")]
mod ipc;
#[cfg(target_os = "linux")]
mod jail;
#[cfg(target_os = "linux")]
pub mod launch;
#[cfg(target_os = "linux")]
pub mod line_buffer;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(target_os = "linux")]
mod monitor;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(target_os = "linux")]
mod notify;
#[cfg(target_os = "linux")]
pub mod own_folder;
#[cfg(target_os = "linux")]
mod paths;
#[cfg(target_os = "linux")]
mod proc_stat;
#[cfg(target_os = "linux")]
pub mod process;
#[cfg(target_os = "linux")]
pub mod runtimes;
#[cfg(target_os = "linux")]
mod scratch;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(target_os = "linux")]
pub mod survey;
#[cfg(target_os = "linux")]
mod syscalls;
#[cfg(target_os = "linux")]
pub mod user;

#[cfg(test)]
mod layers;

use std::path::PathBuf;
#[cfg(target_os = "linux")]
use std::process::ExitCode;

pub use level::Level;
pub use limits::Limits;

/// What an organiser has decided about strangers' programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sandbox {
    /// How firmly they are locked in.
    pub level: Level,
    /// How much of the machine each may use.
    pub limits: Limits,
    /// Folders that they may read beside what they need to run.
    pub allow_read: Vec<PathBuf>,
}

/// Waiting for a program was given up, because it was told to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// If this process was started to supervise a program, to become one or to show
/// what one could do, that is what it does.
///
/// Every program that starts other programs here calls this first in its `main`.
#[cfg(target_os = "linux")]
pub fn run_if_asked() -> Option<ExitCode> {
    supervisor::run_if_asked()
        .or_else(jail::run_if_asked)
        .or_else(confined::hold_if_asked)
        .or_else(attacks::run_if_asked)
}
