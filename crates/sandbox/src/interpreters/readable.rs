//! Which folders bots may read for the sake of an interpreter.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::paths::SYSTEM_FOLDERS;

/// Common folders that are never allowed as a whole: none is one installation.
const NEVER_WHOLE: &[&str] = &[
    "/", "/boot", "/dev", "/etc", "/home", "/media", "/mnt", "/opt", "/proc", "/root", "/run", "/srv",
    "/sys", "/tmp", "/var", "/var/lib", "/var/tmp",
];

/// The same below the home folder, which holds private files.
const NEVER_WHOLE_AT_HOME: &[&str] =
    &["", ".cache", ".config", ".local", ".local/bin", ".local/share", "bin"];

/// Stores where one installation consists of many folders, all public. They are
/// allowed as a whole.
const STORES: &[&str] = &["/gnu/store", "/nix/store"];

/// The longest chain of links.
const MOST_LINKS: usize = 40;

/// Folders and single files that bots may read.
///
/// In a new root a bot sees nothing else, not even a link. So everything that a path
/// leads through is allowed as well.
pub(super) struct Readable {
    homes: Vec<PathBuf>,
    given: Vec<PathBuf>,
    /// What is not allowed, and why: one line each.
    pub left_out: Vec<String>,
}

impl Readable {
    pub(super) fn new(home: Option<&Path>) -> Readable {
        let homes = home.filter(|home| home.is_absolute()).map(stations).unwrap_or_default();
        Readable { homes, given: Vec::new(), left_out: Vec::new() }
    }

    /// Whether a path may be read.
    pub(super) fn covers(&self, path: &Path) -> bool {
        is_system(path) || self.given.iter().any(|given| path.starts_with(given))
    }

    /// Whether everything may be read that a path leads through.
    pub(super) fn reaches(&self, path: &Path) -> bool {
        stations(path).iter().all(|station| self.covers(station))
    }

    /// Allows a whole installation, if it has a folder of its own. If not, its parts
    /// are allowed one by one, so nothing is noted.
    pub(super) fn prefix(&mut self, folder: &Path) {
        let _ = self.try_folder(folder);
    }

    /// Allows a folder, if it exists.
    pub(super) fn folder(&mut self, folder: &Path) {
        if let Err(why) = self.try_folder(folder) {
            self.leave_out(folder, why);
        }
    }

    /// Notes a folder that is not allowed.
    pub(super) fn leave_out(&mut self, folder: &Path, why: &str) {
        let note = format!("{} cannot be read by bots: {why}", folder.display());
        if !self.left_out.contains(&note) {
            self.left_out.push(note);
        }
    }

    fn try_folder(&mut self, folder: &Path) -> Result<(), &'static str> {
        if !folder.is_absolute() || !folder.is_dir() {
            return Ok(());
        }
        // All or nothing: a link is useless without its target.
        let stations = stations(folder);
        stations.iter().try_for_each(|station| self.check_folder(station))?;
        stations.into_iter().for_each(|station| self.give(station));
        Ok(())
    }

    /// Allows a single file, if it exists.
    pub(super) fn file(&mut self, file: &Path) {
        if file.is_absolute() && file.is_file() {
            stations(file).into_iter().for_each(|station| self.give(station));
        }
    }

    /// Allows a file with its folder, or the file alone if the folder may not be read.
    pub(super) fn beside(&mut self, file: &Path) {
        if !file.is_absolute() || !file.is_file() {
            return;
        }
        for station in stations(file) {
            match station.parent() {
                Some(folder) if self.check_folder(folder).is_ok() => self.give(folder.to_path_buf()),
                _ => self.give(station),
            }
        }
    }

    fn give(&mut self, path: PathBuf) {
        let store = STORES.iter().map(Path::new).find(|store| path.starts_with(store));
        let path = store.map_or(path, Path::to_path_buf);
        if !self.covers(&path) {
            self.given.retain(|given| !given.starts_with(&path));
            self.given.push(path);
        }
    }

    fn check_folder(&self, folder: &Path) -> Result<(), &'static str> {
        // Any home, whatever HOME says.
        let is_home = folder.parent() == Some(Path::new("/home"));
        if is_home || self.homes.iter().any(|home| home.starts_with(folder)) {
            return Err("it is or holds the home folder");
        }
        let at_home = |home: &PathBuf| NEVER_WHOLE_AT_HOME.iter().any(|never| home.join(never) == folder);
        if NEVER_WHOLE.iter().any(|never| Path::new(never) == folder) || self.homes.iter().any(at_home) {
            return Err("it holds more than programs");
        }
        Ok(())
    }

    /// The allowed paths, none inside another, and the notes.
    pub(super) fn finish(mut self) -> (Vec<PathBuf>, Vec<String>) {
        self.given.sort();
        (self.given, self.left_out)
    }
}

/// Whether a path is in a folder that every bot may read.
pub(super) fn is_system(path: &Path) -> bool {
    let is_plain = !path.components().any(|step| step == Component::ParentDir);
    is_plain && SYSTEM_FOLDERS.iter().any(|system| path.starts_with(system))
}

/// A path as it is spelled, then as it reads after each link on its way, the
/// last free of links.
fn stations(path: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut current = without_dots(path);
    for _ in 0..MOST_LINKS {
        all.push(current.clone());
        let mut ancestors: Vec<&Path> = current.ancestors().collect();
        ancestors.reverse();
        let link = ancestors.into_iter().find_map(|step| Some((step, fs::read_link(step).ok()?)));
        let Some((link, target)) = link else { break };
        let rest = current.strip_prefix(link).unwrap_or(Path::new(""));
        let mut next = link.parent().unwrap_or(Path::new("/")).join(target);
        if !rest.as_os_str().is_empty() {
            next.push(rest);
        }
        current = without_dots(&next);
    }
    // The kernel's word, in case dots came after links.
    if let Ok(real) = path.canonicalize()
        && !all.contains(&real)
    {
        all.push(real);
    }
    all
}

fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for step in path.components() {
        match step {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            step => plain.push(step),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_path_is_followed_link_by_link() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let at = |path: &str| root.join(path);
        fs::create_dir_all(at("real/bin")).unwrap();
        fs::write(at("real/bin/python3.11"), "").unwrap();
        symlink("python3.11", at("real/bin/python3")).unwrap();
        symlink("real", at("short")).unwrap();
        symlink(at("short/bin/../bin/python3"), at("python")).unwrap();
        symlink("round", at("round")).unwrap();
        let cases: &[(&str, &[&str])] = &[
            ("real/bin/python3.11", &["real/bin/python3.11"]),
            ("real/bin/python3", &["real/bin/python3", "real/bin/python3.11"]),
            ("python", &["python", "short/bin/python3", "real/bin/python3", "real/bin/python3.11"]),
            ("short", &["short", "real"]),
            ("missing", &["missing"]),
        ];
        for (path, expected) in cases {
            let expected: Vec<PathBuf> = expected.iter().map(|path| at(path)).collect();
            assert_eq!(stations(&at(path)), expected, "{path}");
        }
        assert_eq!(stations(&at("round")).len(), MOST_LINKS);
    }

    #[test]
    fn homes_and_common_folders_are_never_given() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let home = root.join("homes/me");
        for path in ["homes/me/.pyenv/versions/3", "homes/me/.local/lib", "homes/you", "py"] {
            fs::create_dir_all(root.join(path)).unwrap();
        }
        symlink("homes/me", root.join("link")).unwrap();
        let cases = [
            ("/", false),
            ("/etc", false),
            ("/tmp", false),
            ("/var/../etc", false),
            ("/usr", true),
            ("homes", false),
            ("homes/me", false),
            ("link", false),
            ("py/../homes/me/", false),
            ("homes/me/.local", false),
            ("homes/me/.local/lib", true),
            ("homes/me/.pyenv", true),
            ("link/.pyenv/versions/3", true),
            ("py", true),
        ];
        for (path, expected) in cases {
            let path = root.join(path);
            for home in [&home, &root.join("link")] {
                let mut readable = Readable::new(Some(home));
                readable.folder(&path);
                assert_eq!(readable.reaches(&path), expected, "{path:?}");
                assert_eq!(readable.left_out.is_empty(), expected, "{path:?}");
            }
        }
    }

    #[test]
    fn none_is_inside_another_and_files_are_given_alone_where_they_must() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("a/b/c")).unwrap();
        fs::write(root.join("settings"), "").unwrap();
        fs::write(root.join("a/b/library.so"), "").unwrap();
        let mut readable = Readable::new(Some(&root));
        readable.folder(&root.join("a/b/c"));
        readable.folder(&root.join("missing"));
        readable.folder(Path::new("."));
        readable.folder(Path::new("/usr/lib"));
        readable.beside(&root.join("a/b/library.so"));
        readable.beside(&root.join("settings"));
        readable.file(&root.join("a/b/library.so"));
        readable.file(&root.join("a"));
        let (given, left_out) = readable.finish();
        assert_eq!(given, [root.join("a/b"), root.join("settings")]);
        assert_eq!(left_out, [""; 0]);
    }
}
