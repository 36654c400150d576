//! The file in the folder that walls are saved in.
//!
//! **Invariant:** a command that was acknowledged is on disk, if the disk takes it.
//!
//! **Invariant:** a file that cannot be read gives nothing away: all walls of the folder
//! begin with suspense.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};
use tracing::warn;

use super::saved::SavedWall;
use crate::lock::lock;

/// The name of the file. Files that begin with a dot are neither listed nor served.
const FILE: &str = ".gridiron-walls.json";

/// The version of what the file holds.
const VERSION: u32 = 1;

/// Walls, by the names of their tournaments' files.
type SavedWalls = BTreeMap<String, SavedWall>;

/// The walls of a folder, as they are in its file.
#[derive(Default)]
pub struct WallFile {
    /// `None` without a folder: then nothing is saved.
    path: Option<PathBuf>,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    walls: SavedWalls,
    /// The last change is not in the file.
    is_behind: bool,
}

/// The file as it is read.
#[derive(Deserialize)]
struct Contents {
    #[expect(dead_code, reason = "it was checked before")]
    version: u32,
    walls: SavedWalls,
}

/// The file as it is written.
#[derive(Serialize)]
struct ContentsOf<'a> {
    version: u32,
    walls: &'a SavedWalls,
}

/// What each version begins with.
#[derive(Deserialize)]
struct Head {
    version: u32,
}

impl WallFile {
    /// Reads the file of a folder. Walls of tournaments that are no longer there are left
    /// out. A file that cannot be read is set aside.
    pub fn open(folder: Option<&Path>) -> WallFile {
        let Some(folder) = folder else { return WallFile::default() };
        let path = folder.join(FILE);
        let (mut walls, mut is_damaged) = (SavedWalls::new(), false);
        match read(&path) {
            Ok(found) => walls = found,
            // It was set aside, and what should be in its place was not written.
            Err(error) if error.kind() == ErrorKind::NotFound => is_damaged = aside(&path).exists(),
            Err(error) => {
                is_damaged = true;
                set_aside(&path, &error);
            }
        }
        if is_damaged {
            walls = cautious_walls(folder);
        }
        walls.retain(|file, _| folder.join(file).is_file());
        let inner = Inner { walls, is_behind: is_damaged };
        let file = WallFile { path: Some(path), inner: Mutex::new(inner) };
        if is_damaged {
            // The next start must be as careful.
            file.flush(&mut lock(&file.inner));
        }
        file
    }

    /// The wall of a tournament, if it was saved.
    pub fn wall_of(&self, file: &str) -> Option<SavedWall> {
        lock(&self.inner).walls.get(file).cloned()
    }

    /// Whether a wall was saved with suspense.
    pub fn has_suspense(&self, file: &str) -> bool {
        lock(&self.inner).walls.get(file).is_some_and(|wall| wall.suspense)
    }

    /// Saves a wall. When this returns it is on disk; else there was a warning, and it is
    /// tried again with the next change.
    pub fn save(&self, file: &str, wall: SavedWall) {
        let mut inner = lock(&self.inner);
        let wall = match inner.walls.get(file) {
            Some(before) => before.clone().updated(wall),
            None => wall,
        };
        if inner.walls.get(file) != Some(&wall) {
            inner.walls.insert(file.to_string(), wall);
            inner.is_behind = true;
        }
        self.flush(&mut inner);
    }

    fn flush(&self, inner: &mut Inner) {
        let Some(path) = self.path.as_deref().filter(|_| inner.is_behind) else { return };
        match write(path, &inner.walls) {
            Ok(()) => inner.is_behind = false,
            Err(error) => {
                warn!(
                    "cannot save presentations: after a restart they begin anew: {}: {error}",
                    path.display()
                );
            }
        }
    }
}

fn read(path: &Path) -> io::Result<SavedWalls> {
    // A pipe would never end.
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let text = fs::read(path)?;
    let Head { version } = serde_json::from_slice(&text)?;
    if version != VERSION {
        return Err(io::Error::other(format!("version {version} is not known here")));
    }
    let Contents { walls, .. } = serde_json::from_slice(&text)?;
    Ok(walls)
}

/// All or nothing: another file is written beside it, and renamed once it is complete.
fn write(path: &Path, walls: &SavedWalls) -> io::Result<()> {
    let text = serde_json::to_vec(&ContentsOf { version: VERSION, walls })?;
    let beside = path.with_extension(format!("json.{}.part", process::id()));
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(&text)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| fs::rename(&beside, path));
    if renamed.is_err() {
        // If it cannot be removed either, the first error matters more.
        let _ = fs::remove_file(&beside);
    } else if let Some(folder) = path.parent() {
        // The new name has to be on disk too. Not all systems can say so.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    renamed
}

/// Where a file is put that cannot be read.
fn aside(path: &Path) -> PathBuf {
    path.with_extension("json.damaged")
}

/// Renames a file that cannot be read, so that somebody may look at it.
fn set_aside(path: &Path, error: &io::Error) {
    let aside = aside(path);
    warn!(
        "{} cannot be read: {error}; it is now {}; all presentations begin with suspense, which ends at /present",
        path.display(),
        aside.display()
    );
    if let Err(error) = fs::rename(path, &aside) {
        warn!("cannot rename {}: {error}", path.display());
    }
}

/// A careful wall for each file of the folder that may be a tournament.
fn cautious_walls(folder: &Path) -> SavedWalls {
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|item| item.file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let is_tournament = |name: &String| name.ends_with(".toml") || name.ends_with(".db");
    let names = names.filter(|name| !name.starts_with('.') && is_tournament(name));
    names.map(|name| (name, SavedWall::cautious())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        names.iter().for_each(|name| fs::write(folder.path().join(name), "").expect("room"));
        folder
    }

    #[test]
    fn walls_are_there_again_as_long_as_their_tournaments_are() {
        let folder = folder(&["cup.toml", "other.db"]);
        let file = WallFile::open(Some(folder.path()));
        assert!(file.wall_of("cup.toml").is_none() && !folder.path().join(FILE).exists());
        file.save("cup.toml", SavedWall::cautious());
        file.save("other.db", SavedWall::default());
        // The process may be gone from now on.
        let again = WallFile::open(Some(folder.path()));
        assert_eq!(again.wall_of("cup.toml"), Some(SavedWall::cautious()));
        assert_eq!(again.wall_of("other.db"), Some(SavedWall::default()));
        assert!(again.has_suspense("cup.toml") && !again.has_suspense("other.db"));
        fs::remove_file(folder.path().join("cup.toml")).expect("it was there");
        let again = WallFile::open(Some(folder.path()));
        assert!(again.wall_of("cup.toml").is_none() && again.wall_of("other.db").is_some());
        // Nothing else is left behind.
        let names = fs::read_dir(folder.path()).expect("a folder").flatten().map(|item| item.file_name());
        let mut names: Vec<_> = names.collect();
        names.sort();
        assert_eq!(names, [FILE, "other.db"]);
    }

    #[test]
    fn a_file_that_cannot_be_read_gives_nothing_away() {
        let folder_of = || folder(&["cup.toml", "old.db", "notes.txt", ".check.toml"]);
        let good = {
            let folder = folder_of();
            WallFile::open(Some(folder.path())).save("cup.toml", SavedWall::default());
            fs::read_to_string(folder.path().join(FILE)).expect("it was written")
        };
        for (what, text, is_good) in [
            ("as it was written", good.clone(), true),
            ("empty", String::new(), false),
            ("cut off", good[..good.len() - 1].to_string(), false),
            ("not JSON", "walls".to_string(), false),
            ("no walls", r#"{"version":1}"#.to_string(), false),
            ("no version", good.replace(r#""version":1,"#, ""), false),
            ("a later version", good.replace(r#""version":1"#, r#""version":2"#), false),
            ("without suspense", good.replace(r#""suspense":false,"#, ""), false),
            ("an unknown key", good.replace(r#""suspense""#, r#""more":1,"suspense""#), false),
        ] {
            let folder = folder_of();
            let path = folder.path().join(FILE);
            fs::write(&path, &text).expect("room");
            // And at each start after that, also if the disk was full meanwhile.
            for start in 0..3 {
                if start == 1 && !is_good {
                    fs::remove_file(&path).expect("it was written");
                }
                let file = WallFile::open(Some(folder.path()));
                assert_eq!(file.has_suspense("cup.toml"), !is_good, "{what}");
                assert_eq!(file.has_suspense("old.db"), !is_good, "{what}");
                assert!(
                    file.wall_of("notes.txt").is_none() && file.wall_of(".check.toml").is_none(),
                    "{what}"
                );
            }
            let aside = fs::read_to_string(folder.path().join(".gridiron-walls.json.damaged"));
            assert_eq!(aside.ok(), (!is_good).then_some(text), "{what}");
            // The organiser ends suspense, and that stays.
            WallFile::open(Some(folder.path())).save("cup.toml", SavedWall::default());
            assert!(!WallFile::open(Some(folder.path())).has_suspense("cup.toml"), "{what}");
        }
    }

    #[test]
    fn what_is_in_place_of_the_file_is_set_aside() {
        let folder = folder(&["cup.toml"]);
        fs::create_dir(folder.path().join(FILE)).expect("room");
        assert!(WallFile::open(Some(folder.path())).has_suspense("cup.toml"));
        assert!(folder.path().join(FILE).is_file());
    }

    #[test]
    fn what_cannot_be_written_is_written_with_the_next_change() {
        let folder = folder(&["cup.toml", "other.db"]);
        let file = WallFile::open(Some(folder.path()));
        let path = folder.path().join(FILE);
        // A folder with something in it cannot be replaced by a file.
        fs::create_dir_all(path.join("full")).expect("room");
        file.save("cup.toml", SavedWall::cautious());
        assert!(file.has_suspense("cup.toml") && path.is_dir());
        fs::remove_dir_all(&path).expect("it was there");
        file.save("other.db", SavedWall::default());
        assert!(WallFile::open(Some(folder.path())).has_suspense("cup.toml"));
    }

    #[test]
    fn without_a_folder_nothing_is_saved() {
        let file = WallFile::open(None);
        file.save("cup.toml", SavedWall::cautious());
        assert!(file.has_suspense("cup.toml"));
    }
}
