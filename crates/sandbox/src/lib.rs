#![doc = include_str!("../README.md")]
//!
//! # Public items
//!
//! | item | what it is |
//! |---|---|
//! | [`Level`], [`Limits`], [`Sandbox`] | what an organiser decides |
//! | [`programs`] | finds programs and interpreters by name |
//! | [`Excerpt`] | the beginning and the end of a long text |
//! | [`ChargeBy`], [`TimeSpent`] | which time of a program counts; times that were measured |
//!
//! On Linux also:
//!
//! | item | what it is |
//! |---|---|
//! | `dispatch_subcommand` | runs the hidden subcommands; called first in `main` |
//! | `Confinement`, `ConfineError` | how one program is locked in, found once |
//! | `with_authors_paths` | a program's texts, with the paths that its author knows |
//! | `Launch` | what to start, where, and how it is locked in |
//! | `Process`, `Waiting`, `Stopwatch`, `TimeLimit`, `Received` | a running program: lines and deadlines |
//! | `Interrupted`, `ExitStatus`, `UncleanExit` | how waiting, or a program, ended |
//! | `StartError`, `LayerError`, `Layer`, … | why a program was not started |
//! | `survey`, `attacks` | tests which levels hold on this machine |
//! | `interpreters` | which folders interpreters need |
//!
//! # Modules
//!
//! The modules form layers. **Invariant:** a module imports only modules of lower
//! layers; a test in `layers.rs` checks this. From the bottom:
//!
//! 1. values and single mechanisms: `level`, `limits`, `syscalls`, `cgroup`, `ipc`,
//!    `proc_stat`, `scratch`, `user`, …
//! 2. what is built of one of them: `file_access`, `memory`, `notify`, `own_folder`,
//!    `interpreters`, `attacks`
//! 3. `namespaces`, `monitor`, `confinement`
//! 4. `start_error`, `launch`
//! 5. `jail` and `report`
//! 6. `confined`: a program and what its supervisor keeps for it; `copy_paths`
//! 7. `supervisor`
//! 8. `process`
//! 9. `survey`

mod charge;
mod excerpt;
mod level;
mod limits;
mod policy;
pub mod programs;

#[cfg(target_os = "linux")]
pub mod attacks;
#[cfg(target_os = "linux")]
mod cgroup;
#[cfg(target_os = "linux")]
mod confined;
#[cfg(target_os = "linux")]
mod confinement;
#[cfg(target_os = "linux")]
mod copy_paths;
#[cfg(target_os = "linux")]
mod exit_status;
#[cfg(target_os = "linux")]
mod file_access;
#[cfg(target_os = "linux")]
pub mod interpreters;
#[cfg(target_os = "linux")]
mod ipc;
#[cfg(target_os = "linux")]
mod jail;
#[cfg(target_os = "linux")]
mod json_path;
#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod layer;
#[cfg(test)]
mod layers;
mod line_buffer;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(target_os = "linux")]
mod monitor;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(target_os = "linux")]
mod notify;
#[cfg(target_os = "linux")]
mod os_error;
#[cfg(target_os = "linux")]
mod own_folder;
#[cfg(target_os = "linux")]
mod paths;
#[cfg(target_os = "linux")]
mod proc_stat;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod report;
#[cfg(target_os = "linux")]
mod run_delay;
#[cfg(target_os = "linux")]
mod scratch;
#[cfg(target_os = "linux")]
mod shared_futex;
#[cfg(target_os = "linux")]
mod start_error;
#[cfg(target_os = "linux")]
mod stopwatch;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(target_os = "linux")]
pub mod survey;
#[cfg(target_os = "linux")]
mod syscalls;
#[cfg(target_os = "linux")]
mod user;

pub use charge::{ChargeBy, TimeSpent};
pub use excerpt::{Excerpt, join_excerpts};
pub use level::{Level, ParseLevelError};
pub use limits::Limits;
pub use line_buffer::{LONGEST_LINE, Line, LineBuffer};
pub use policy::Sandbox;

#[cfg(target_os = "linux")]
pub use linux::*;

#[cfg(target_os = "linux")]
mod linux {
    use std::process::ExitCode;

    pub use crate::cgroup::{CgroupError, MissingV2};
    pub use crate::confinement::{ConfineError, Confinement};
    pub use crate::copy_paths::with_authors_paths;
    pub use crate::exit_status::ExitStatus;
    pub use crate::file_access::LandlockError;
    pub use crate::json_path::JsonPath;
    pub use crate::launch::Launch;
    pub use crate::layer::Layer;
    pub use crate::limits::LimitError;
    pub use crate::namespaces::{NamespaceError, NamespaceStep};
    pub use crate::os_error::OsError;
    pub use crate::own_folder::{FolderError, PartialReason};
    pub use crate::proc_stat::counts_run_delay;
    pub use crate::process::{Interrupted, Process, Received, UncleanExit, Waiting};
    pub use crate::scratch::ScratchError;
    pub use crate::start_error::{LayerError, LayerFailure, StartError};
    pub use crate::stopwatch::{Stopwatch, TimeLimit};
    pub use crate::syscalls::FilterError;
    pub use crate::user::{USERS, UserError, is_root};

    /// Runs a hidden subcommand, if this process was started with one: supervisor, jail,
    /// first process of a namespace, or attack.
    ///
    /// A binary that starts programs with this crate calls this first in its `main`, and
    /// exits with the code if there is one.
    pub fn dispatch_subcommand() -> Option<ExitCode> {
        crate::supervisor::dispatch()
            .or_else(crate::jail::dispatch)
            .or_else(crate::confined::dispatch_init)
            .or_else(crate::attacks::dispatch)
    }
}
