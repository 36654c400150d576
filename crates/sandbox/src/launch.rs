//! What to start, where, and how it is locked in.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::confinement::Confinement;

/// What to start, where, and how it is locked in.
///
/// ```
/// use gridiron_sandbox::Launch;
///
/// let launch = Launch::new(vec!["/bin/cat".into()], "/".into());
/// assert!(launch.confinement.is_none(), "without a sandbox unless one is given");
/// ```
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments.
    pub words: Vec<OsString>,
    /// Its working folder. A confined program works in a copy of it.
    pub folder: PathBuf,
    /// `None` for a trusted program.
    pub confinement: Option<Confinement>,
    /// The binary whose `main` calls [`crate::dispatch_subcommand`].
    pub supervisor: PathBuf,
}

impl Launch {
    /// Without a sandbox. The running binary supervises, even if its file has been
    /// replaced.
    pub fn new(words: Vec<OsString>, folder: PathBuf) -> Launch {
        Launch { words, folder, confinement: None, supervisor: PathBuf::from("/proc/self/exe") }
    }
}
