//! Why a program was not started.

use std::io;

use serde::{Deserialize, Serialize};

use crate::cgroup::CgroupError;
use crate::file_access::LandlockError;
use crate::json_path::JsonPath;
use crate::layer::Layer;
use crate::limits::LimitError;
use crate::namespaces::NamespaceError;
use crate::os_error::OsError;
use crate::own_folder::FolderError;
use crate::scratch::ScratchError;
use crate::syscalls::FilterError;
use crate::user::UserError;

/// Why a program was not started. It tells whose fault that is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum StartError {
    /// The program cannot be run: the fault of its author.
    #[error("{0}")]
    Program(OsError),
    /// A layer of the sandbox does not hold: not the program's fault.
    #[error(transparent)]
    Sandbox(#[from] LayerError),
    /// This machine cannot start another process: not the program's fault.
    #[error("{error}{}", machine_hint(.0), error = .0)]
    Machine(OsError),
    /// The supervisor did not report within its time.
    #[error("its supervisor did not start, or its folder takes too long to copy")]
    NoReport,
}

/// What to do about errors of the machine that have a known remedy.
fn machine_hint(error: &OsError) -> &'static str {
    match error {
        OsError::Errno(libc::EMFILE) => {
            "; play fewer games at a time, or allow more files with `ulimit -n 4096`"
        }
        _ => "",
    }
}

impl From<io::Error> for StartError {
    fn from(error: io::Error) -> StartError {
        StartError::Machine(error.into())
    }
}

/// A layer that does not hold.
///
/// **Invariant:** if a layer does not hold, the program does not start. A weaker
/// sandbox than the requested one never runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{layer}: {cause}")]
pub struct LayerError {
    /// The layer that failed.
    pub layer: Layer,
    /// The reason.
    pub cause: LayerFailure,
}

impl LayerError {
    pub(crate) fn new(layer: Layer, cause: impl Into<LayerFailure>) -> LayerError {
        LayerError { layer, cause: cause.into() }
    }
}

/// Names the layer of an error, for `map_err`.
pub(crate) fn in_layer<E: Into<LayerFailure>>(layer: Layer) -> impl Fn(E) -> LayerError {
    move |cause| LayerError::new(layer, cause)
}

/// Why a layer does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum LayerFailure {
    /// A test switched it off.
    #[error("switched off for a test")]
    SwitchedOff,
    /// The kernel refused a call.
    #[error("{0}")]
    Os(#[from] OsError),
    /// Landlock does not hold.
    #[error(transparent)]
    Landlock(#[from] LandlockError),
    /// The filter of system calls does not hold.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// A resource limit was refused.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// Namespaces could not be entered.
    #[error(transparent)]
    Namespace(#[from] NamespaceError),
    /// Control groups could not be made or joined.
    #[error(transparent)]
    Cgroup(#[from] CgroupError),
    /// There is no user for the program.
    #[error(transparent)]
    User(#[from] UserError),
    /// There is no folder for the copy.
    #[error(transparent)]
    Scratch(#[from] ScratchError),
    /// The program's folder could not be copied.
    #[error(transparent)]
    Copy(#[from] FolderError),
    /// Landlock allows the program, but a folder on the way is closed to its user.
    #[error(
        "{program} cannot be reached by the unprivileged user that bots run as: install it for all users, \
         or use --sandbox strong, which makes it available"
    )]
    Unreachable {
        /// The program or its interpreter.
        program: JsonPath,
    },
    /// The supervisor cannot read how much the program uses.
    #[error("what the program uses cannot be measured: {0}")]
    Unmeasurable(OsError),
    /// The program did not start within its time.
    #[error("the program did not start")]
    NotStarted,
    /// The jail ended without a report.
    #[error("the process that should become the program has ended")]
    JailEnded,
}

impl From<io::Error> for LayerFailure {
    fn from(error: io::Error) -> LayerFailure {
        LayerFailure::Os(error.into())
    }
}

impl From<rustix::io::Errno> for LayerFailure {
    fn from(errno: rustix::io::Errno) -> LayerFailure {
        LayerFailure::Os(errno.into())
    }
}
