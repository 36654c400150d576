//! Where tables are kept: a folder of the user's that may be deleted at any time.

use std::env;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::{MOST_STONES, Tables};

/// The folder: `GRIDIRON_CACHE` if set, else `gridiron` in the place where the
/// system keeps such things; nothing if there is no telling where that is.
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
        // A relative path is to be ignored, says the specification.
        let given = set("XDG_CACHE_HOME").filter(|path| path.is_absolute());
        given.or_else(|| set("HOME").map(|home| home.join(".cache")))
    };
    place.map(|place| place.join("gridiron"))
}

/// The file of the table for so many stones.
pub fn path(stones: u8) -> Option<PathBuf> {
    folder().map(|folder| folder.join(format!("conga-{stones}.table")))
}

/// The tables that are there, read the first time in a process.
pub fn tables() -> &'static [Arc<Tables>] {
    &loaded().0
}

/// What is wrong with the tables that are there and cannot be used, a line each.
pub fn troubles() -> &'static [String] {
    &loaded().1
}

fn loaded() -> &'static (Vec<Arc<Tables>>, Vec<String>) {
    static LOADED: OnceLock<(Vec<Arc<Tables>>, Vec<String>)> = OnceLock::new();
    LOADED.get_or_init(|| {
        let (mut tables, mut troubles) = (Vec::new(), Vec::new());
        for stones in 1..=MOST_STONES {
            let Some(path) = path(stones).filter(|path| path.exists()) else {
                continue;
            };
            match Tables::load(&path) {
                Ok(table) if table.stones() == stones => tables.push(Arc::new(table)),
                Ok(table) => {
                    troubles.push(format!("{}: a table for {} stones", path.display(), table.stones()))
                }
                Err(error) => troubles.push(error),
            }
        }
        (tables, troubles)
    })
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
