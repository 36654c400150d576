//! All tournaments that the server knows: those of a folder, and those that the
//! program plays that it is a part of.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use league::store::is_store;

use super::entry::Entry;
use super::look::{LONGEST_FILE, read_file, same_file};
use super::slug::slug;
use crate::host::Source;
use crate::lock::lock;

/// How long a look at the folder is taken for new.
const FRESH: Duration = Duration::from_secs(1);

/// The tournaments, by their names in addresses.
pub struct Catalogue {
    folder: Option<PathBuf>,
    /// Held for moments: never while the folder is read.
    inner: Mutex<Inner>,
    /// Held by the thread that reads the folder.
    scan: Mutex<()>,
}

#[derive(Default)]
struct Inner {
    entries: BTreeMap<String, Arc<Entry>>,
    scanned: Option<Instant>,
}

impl Catalogue {
    /// The tournaments of a folder; without one, only those that are added.
    pub fn new(folder: Option<PathBuf>) -> Catalogue {
        Catalogue { folder, inner: Mutex::default(), scan: Mutex::default() }
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
        self.known(id).or_else(|| self.all().into_iter().find(|entry| entry.id == id))
    }

    /// The tournament of this name if the folder was seen to have it. It reads no files.
    pub fn known(&self, id: &str) -> Option<Arc<Entry>> {
        self.lock().entries.get(id).cloned()
    }

    /// All of them, in the order of their names. Files that have come are added, those
    /// that have gone are left out.
    pub fn all(&self) -> Vec<Arc<Entry>> {
        let scanned = self.lock().scanned;
        if let Some(folder) = self.folder.as_deref().filter(|_| is_old(scanned)) {
            // Others take what there is, but not before the first time.
            let scan = match scanned {
                None => Some(lock(&self.scan)),
                Some(_) => self.scan.try_lock().ok(),
            };
            if scan.is_some() && is_old(self.lock().scanned) {
                // A folder that cannot be read for a moment loses nothing.
                let found = sources(folder);
                let mut inner = self.lock();
                inner.scanned = Some(Instant::now());
                if let Ok(found) = found {
                    inner.update(found);
                }
            }
        }
        self.lock().entries.values().cloned().collect()
    }

    /// Looks at the folder again at the next call, and waits for that.
    pub fn forget_scan(&self) {
        let _scan = lock(&self.scan);
        self.lock().scanned = None;
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }
}

fn is_old(scanned: Option<Instant>) -> bool {
    scanned.is_none_or(|scanned| scanned.elapsed() >= FRESH)
}

impl Inner {
    fn update(&mut self, found: Vec<Source>) {
        // The store of one that runs is not another tournament, even if its file has gone. Asked
        // once: it may end at any moment, and would keep its name from its own store.
        let mut run: Vec<PathBuf> = Vec::new();
        self.entries.retain(|_, entry| {
            let is_run = entry.is_run();
            run.extend(entry.store().filter(|_| is_run).map(|store| same_file(&store)));
            is_run || entry.source.as_ref().is_none_or(|source| found.contains(source))
        });
        for source in found {
            let is_known = self.entries.values().any(|entry| entry.source.as_ref() == Some(&source));
            let is_run = || matches!(&source, Source::Store(store) if run.contains(&same_file(store)));
            if is_known || is_run() {
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
        let item = item?;
        let path = item.path();
        // Hidden files are other programs' own, or a file that is only being checked.
        if item.file_name().as_encoded_bytes().starts_with(b".") || !path.is_file() {
            continue;
        }
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("toml") => {
                let stem = path.with_extension("db");
                let text = read_file(&path);
                let is_one = match text.as_deref() {
                    Some(text) => is_tournament(text),
                    // What cannot be read may be one: its page says why.
                    None => path.metadata().is_ok_and(|metadata| metadata.len() <= LONGEST_FILE),
                };
                if !is_one {
                    continue;
                }
                // A file with a mistake has the usual store.
                let store = text.and_then(|text| league::file::read(&text).ok()).and_then(|file| file.store);
                named.push(store.map_or(stem, |store| folder.join(store)));
                files.push(Source::File(path));
            }
            Some("db") if has_store_head(&path) => stores.push(path),
            _ => {}
        }
    }
    // A file whose name is its address keeps that, whatever else is in the folder.
    let order = |path: &Path| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (slug(&stem, |_| false) != stem, path.to_path_buf())
    };
    files.sort_by_cached_key(|source: &Source| order(source.path()));
    stores.sort_by_cached_key(|store| order(store));
    let named: Vec<PathBuf> = named.iter().map(|path| same_file(path)).collect();
    stores.retain(|store| store.canonicalize().is_ok_and(|store| !named.contains(&store)));
    Ok(files.into_iter().chain(stores.into_iter().map(Source::Store)).collect())
}

/// Whether a text may be a tournament file, if with mistakes, and not other TOML such as rules.
fn is_tournament(text: &str) -> bool {
    let key =
        |line: &str| line.split_once('=').map(|(key, _)| key.trim().trim_matches(['"', '\'']).to_string());
    let mut top = text.lines().map(str::trim).take_while(|line| !line.starts_with('['));
    top.any(|line| key(line).as_deref() == Some("game"))
        || text.lines().any(|line| line.trim() == "[[players]]")
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
        write("misspelt.toml", "gmae = \"virus\"\n[[players]]\nbot = \"random\"\n");
        write("quoted.toml", "\"game\" = \"virus\"\n");
        fs::write(folder.path().join("latin.toml"), b"game = \"virus\" # \xe9\n").expect("room");
        write("CUP.toml", "game = \"virus\"\n");
        write("notes.db", "no store");
        write(".check-1.toml", "game = \"virus\"\n");
        for name in ["cup.db", "kept.db", "alone.db"] {
            store(name);
        }
        let catalogue = Catalogue::new(Some(folder.path().to_path_buf()));
        let ids = || catalogue.all().iter().map(|entry| entry.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(), ["alone", "broken", "cup", "cup-2", "latin", "misspelt", "other", "quoted"]);
        assert!(catalogue.find("cup").is_some_and(|entry| entry.is_of(&folder.path().join("cup.toml"))));
        fs::remove_file(folder.path().join("other.toml")).expect("it was there");
        catalogue.forget_scan();
        // Its store is nobody's now.
        assert_eq!(ids(), ["alone", "broken", "cup", "cup-2", "kept", "latin", "misspelt", "quoted"]);
        assert!(catalogue.find("cup").is_some() && catalogue.find("other").is_none());
    }
}
