//! What is needed to start a program.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::confinement::Confinement;

/// What is needed to start a program.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments.
    pub words: Vec<OsString>,
    /// Where it runs, or where that is copied from.
    pub folder: PathBuf,
    /// How it is locked in, unless it is trusted.
    pub confinement: Option<Confinement>,
    /// The binary that can be a supervisor: see [`crate::run_if_asked`].
    pub supervisor: PathBuf,
}

impl Launch {
    /// Supervised by the running binary, also when its file has been replaced.
    pub fn new(words: Vec<OsString>, folder: PathBuf) -> Launch {
        Launch { words, folder, confinement: None, supervisor: PathBuf::from("/proc/self/exe") }
    }
}
