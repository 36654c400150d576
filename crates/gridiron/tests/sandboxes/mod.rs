//! Which levels of the sandbox can be had here, for tests that try all of them.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The levels at which a program of this name, found on the PATH, can be run here:
/// `standard` always, or the test fails. Says what is left out.
pub fn levels(program: &str) -> Vec<&'static str> {
    static HELD: OnceLock<Vec<&str>> = OnceLock::new();
    let held = HELD
        .get_or_init(|| ["standard", "strong", "server"].into_iter().filter(|level| holds(level)).collect());
    let is_root = rustix::process::getuid().is_root();
    held.iter().copied().filter(|level| *level != "standard" || !is_root || can_be_reached(program)).collect()
}

fn holds(level: &str) -> bool {
    let mut doctor = Command::new(env!("CARGO_BIN_EXE_gridiron"));
    let doctor = doctor.args(["doctor", "--require", level]).stdin(Stdio::null()).output();
    let doctor = doctor.expect("the program starts");
    let why = String::from_utf8_lossy(&doctor.stderr);
    assert!(level != "standard" || doctor.status.success(), "every recent Linux gives this: {why}");
    if !doctor.status.success() {
        println!("!!! NOT TRIED: {}", why.trim());
    }
    doctor.status.success()
}

/// Root's bots run as another user, who without namespaces cannot enter every
/// folder that root can.
fn can_be_reached(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found = std::env::split_paths(&path).map(|folder| folder.join(program));
    let Some(found) = found.find(|path| path.is_file()) else { return true };
    let real = found.canonicalize().expect("it is there");
    let blocked: Vec<PathBuf> = [&found, &real]
        .iter()
        .flat_map(|path| path.ancestors().skip(1))
        .filter(|path| !is_open(path))
        .map(Path::to_path_buf)
        .collect();
    if !blocked.is_empty() {
        println!("!!! NOT TRIED: {program} at standard: not every user may enter {blocked:?}");
    }
    blocked.is_empty()
}

fn is_open(folder: &Path) -> bool {
    folder.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o001 != 0)
}
