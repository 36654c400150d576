//! The cache folder for tablebases. It may be deleted at any time.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::{Defect, MOST_STONES, Tablebase, TablebaseError};

/// The folder: `GRIDIRON_CACHE` if set, else `gridiron` in the user's cache folder;
/// `None` if the environment names neither.
pub fn folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    folder_by(&set)
}

fn folder_by(set: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    if let Some(own) = set("GRIDIRON_CACHE") {
        return Some(own);
    }
    let place = if cfg!(windows) {
        set("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Caches"))
    } else {
        // The XDG specification says to ignore a relative path.
        let given = set("XDG_CACHE_HOME").filter(|path| path.is_absolute());
        given.or_else(|| set("HOME").map(|home| home.join(".cache")))
    };
    place.map(|place| place.join("gridiron"))
}

/// The file of the tablebase for this many stones; `None` without a cache folder.
pub fn path(stones: u8) -> Option<PathBuf> {
    folder().map(|folder| folder.join(format!("conga-{stones}.table")))
}

/// The tablebase for this many stones; `None` if there is no file. Read once per
/// process. An unusable file is an error, every time.
pub fn table(stones: u8) -> Result<Option<Arc<Tablebase>>, TablebaseError> {
    type Loaded = Result<Option<Arc<Tablebase>>, TablebaseError>;
    static LOADED: [OnceLock<Loaded>; MOST_STONES as usize + 1] =
        [const { OnceLock::new() }; MOST_STONES as usize + 1];
    let Some(loaded) = LOADED.get(usize::from(stones)) else { return Ok(None) };
    let load = || match path(stones).filter(|path| path.exists()) {
        None => Ok(None),
        Some(path) => load(&path, stones).map(Some),
    };
    loaded.get_or_init(load).clone()
}

/// Reads a file, which must hold the tablebase for this many stones.
pub fn load(path: &Path, stones: u8) -> Result<Arc<Tablebase>, TablebaseError> {
    let tables = Tablebase::load(path)?;
    match tables.stones() {
        own if own == stones => Ok(Arc::new(tables)),
        found => Err(TablebaseError::Unusable {
            path: path.to_path_buf(),
            defect: Defect::Stones { found, expected: stones },
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn the_folder_follows_the_environment() {
        for (environment, expected) in [
            (&[("GRIDIRON_CACHE", "/a"), ("XDG_CACHE_HOME", "/b"), ("HOME", "/c")][..], Some("/a")),
            (&[("XDG_CACHE_HOME", "/b"), ("HOME", "/c")], Some("/b/gridiron")),
            (&[("XDG_CACHE_HOME", "b"), ("HOME", "/c")], Some("/c/.cache/gridiron")),
            (&[("HOME", "/c")], Some("/c/.cache/gridiron")),
            (&[], None),
        ] {
            let set = |name: &str| {
                environment.iter().find(|(key, _)| *key == name).map(|(_, value)| PathBuf::from(value))
            };
            assert_eq!(folder_by(&set), expected.map(PathBuf::from), "{environment:?}");
        }
    }
}
