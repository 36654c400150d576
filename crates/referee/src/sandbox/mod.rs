//! Strangers' programs are locked in: what they may read, write, call and use up.
//!
//! [`Level`] says how firmly, [`Sandbox`] what an organiser has decided. For one
//! program that becomes a `Confinement`, which travels to its supervisor; that keeps
//! a `Custody` and starts the `jail`, which puts up the layers and becomes the
//! program. Each layer is a file here.

mod level;
mod limits;

#[cfg(target_os = "linux")]
pub mod attacks;
#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod cgroup;
#[cfg(target_os = "linux")]
pub(crate) mod confinement;
#[cfg(target_os = "linux")]
pub(crate) mod custody;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
pub(crate) mod jail;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(target_os = "linux")]
pub(crate) mod own_folder;
#[cfg(target_os = "linux")]
pub(crate) mod parcel;
#[cfg(target_os = "linux")]
mod place;
#[cfg(target_os = "linux")]
mod questions;
#[cfg(target_os = "linux")]
pub mod runtimes;
#[cfg(target_os = "linux")]
pub mod survey;
#[cfg(target_os = "linux")]
pub mod user;
#[cfg(target_os = "linux")]
mod watch;

use std::path::PathBuf;

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
