//! An error of the operating system as a plain value.

use std::io;

use rustix::io::Errno;
use serde::{Deserialize, Serialize};

/// An error of the operating system.
///
/// Unlike [`io::Error`] it can be cloned, compared and sent to another process:
/// the jail, the supervisor and the process that started them all report with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum OsError {
    /// An error number of the kernel.
    #[error("{}", io::Error::from_raw_os_error(*.0))]
    Errno(i32),
    /// An error that the standard library found, without a number.
    #[error("{0}")]
    Other(String),
}

impl From<io::Error> for OsError {
    fn from(error: io::Error) -> OsError {
        error.raw_os_error().map_or_else(|| OsError::Other(error.to_string()), OsError::Errno)
    }
}

impl From<Errno> for OsError {
    fn from(errno: Errno) -> OsError {
        OsError::Errno(errno.raw_os_error())
    }
}
