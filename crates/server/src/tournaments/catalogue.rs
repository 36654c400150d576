//! All tournaments that the server knows: those of a folder, and those that the
//! program plays that it is a part of.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use league::store::is_store;

use super::entry::Entry;
use super::slug::slug;
use crate::host::Source;

/// How long a look at the folder is taken for new.
const FRESH: Duration = Duration::from_secs(1);

/// A tournament file is not longer than this.
const LONGEST_FILE: u64 = 1 << 20;

/// The tournaments, by their names in addresses.
pub struct Catalogue {
    folder: Option<PathBuf>,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    entries: BTreeMap<String, Arc<Entry>>,
    scanned: Option<Instant>,
}

impl Catalogue {
    /// The tournaments of a folder; without one, only those that are added.
    pub fn new(folder: Option<PathBuf>) -> Catalogue {
        Catalogue { folder, inner: Mutex::default() }
    }

    /// The folder.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Adds a tournament; `make` gets its name in addresses.
    pub fn add(&self, stem: &str, make: impl FnOnce(String) -> Entry) -> Arc<Entry> {
        let mut inner = self.lock();
        let id = slug(stem, |name| inner.entries.contains_key(name));
        let entry = Arc::new(make(id.clone()));
        inner.entries.insert(id, Arc::clone(&entry));
        entry
    }

    /// The tournament of this name.
    pub fn find(&self, id: &str) -> Option<Arc<Entry>> {
        if let Some(entry) = self.lock().entries.get(id) {
            return Some(Arc::clone(entry));
        }
        self.all().into_iter().find(|entry| entry.id == id)
    }

    /// All of them, in the order of their names. Files that have come are added, those
    /// that have gone are left out.
    pub fn all(&self) -> Vec<Arc<Entry>> {
        let mut inner = self.lock();
        let is_fresh = inner.scanned.is_some_and(|scanned| scanned.elapsed() < FRESH);
        if let (Some(folder), false) = (&self.folder, is_fresh) {
            inner.scanned = Some(Instant::now());
            // A folder that cannot be read for a moment loses nothing.
            if let Ok(found) = sources(folder) {
                inner.update(found);
            }
        }
        inner.entries.values().cloned().collect()
    }

    /// Looks at the folder again at the next call.
    pub fn forget_scan(&self) {
        self.lock().scanned = None;
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("no thread panics while it holds the catalogue")
    }
}

impl Inner {
    fn update(&mut self, found: Vec<Source>) {
        self.entries.retain(|_, entry| {
            let is_there = entry.source.as_ref().is_none_or(|source| found.contains(source));
            is_there || entry.played_here().is_some()
        });
        for source in found {
            if self.entries.values().any(|entry| entry.source.as_ref() == Some(&source)) {
                continue;
            }
            let stem = source.path().file_stem().unwrap_or_default().to_string_lossy();
            let id = slug(&stem, |name| self.entries.contains_key(name));
            self.entries.insert(id.clone(), Arc::new(Entry::of_source(id, source)));
        }
    }
}

/// The tournament files of a folder, and the stores that none of them names.
fn sources(folder: &Path) -> std::io::Result<Vec<Source>> {
    let (mut files, mut stores, mut named) = (Vec::new(), Vec::new(), Vec::new());
    for item in fs::read_dir(folder)? {
        let path = item?.path();
        if !path.is_file() {
            continue;
        }
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("toml") => {
                let Some(text) = tournament_text(&path) else { continue };
                let stem = path.with_extension("db");
                // A file with a mistake has the usual store.
                let store = league::file::read(&text).ok().and_then(|file| file.store);
                named.push(store.map_or(stem, |store| folder.join(store)));
                files.push(Source::File(path));
            }
            Some("db") if has_store_head(&path) => stores.push(path),
            _ => {}
        }
    }
    files.sort();
    stores.sort();
    let named: Vec<PathBuf> =
        named.iter().map(|path| path.canonicalize().unwrap_or_else(|_| path.clone())).collect();
    stores.retain(|store| store.canonicalize().is_ok_and(|store| !named.contains(&store)));
    Ok(files.into_iter().chain(stores.into_iter().map(Source::Store)).collect())
}

/// The text of a tournament file; `None` for other files in TOML, such as rules.
fn tournament_text(path: &Path) -> Option<String> {
    if path.metadata().ok()?.len() > LONGEST_FILE {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    let begins =
        |line: &str, key: &str| line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
    let has = |key: &str| {
        text.lines().take_while(|line| !line.starts_with('[')).any(|line| begins(line.trim(), key))
    };
    has("game").then_some(text)
}

fn has_store_head(path: &Path) -> bool {
    use std::io::Read;
    let mut start = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(100).read_to_end(&mut start));
    read.is_ok() && is_store(&start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tournament_files_and_lonely_stores_are_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("room");
        let store =
            |name: &str| drop(league::store::Store::open(&folder.path().join(name)).expect("a store"));
        write("cup.toml", "game = \"virus\"\n");
        write("other.toml", "title = \"x\"\n game=\"conga\"\nstore = \"kept.db\"\n");
        write("broken.toml", "game = \"virus\"\npairs = \"many\"\n");
        write("rules.toml", "size = 5\n");
        write("Cargo.toml", "[package]\ngame = \"no\"\n");
        write("notes.db", "no store");
        for name in ["cup.db", "kept.db", "alone.db"] {
            store(name);
        }
        let catalogue = Catalogue::new(Some(folder.path().to_path_buf()));
        let ids = || catalogue.all().iter().map(|entry| entry.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(), ["alone", "broken", "cup", "other"]);
        fs::remove_file(folder.path().join("other.toml")).expect("it was there");
        catalogue.forget_scan();
        // Its store is nobody's now.
        assert_eq!(ids(), ["alone", "broken", "cup", "kept"]);
        assert!(catalogue.find("cup").is_some() && catalogue.find("other").is_none());
    }
}
