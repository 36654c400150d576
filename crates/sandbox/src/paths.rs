//! Paths that several layers speak of.

use std::path::{Path, PathBuf};

/// The system's own folders. Every confined program may read them.
pub const SYSTEM_FOLDERS: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"];

/// A path without links and dots; the path as it is if it does not exist.
pub fn resolve(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}
