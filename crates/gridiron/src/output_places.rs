//! Places where no output file can be: a mistake in the arguments, and not of the disk.

use std::io;
use std::path::Path;

use crate::failure::{Failure, reason};

/// Why no file can be at this path; `None` if only trying it tells. `shown` is a path as
/// people see it.
pub fn wrong(path: &Path, shown: impl Fn(&Path) -> String) -> Option<String> {
    if path.is_dir() {
        return Some("it is a folder".to_string());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty())?;
    match folder.metadata() {
        Ok(metadata) if metadata.is_dir() => None,
        Ok(_) => Some(format!("{} is not a folder", shown(folder))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Some(format!("the folder {} does not exist", shown(folder)))
        }
        Err(_) => None,
    }
}

/// Refuses a file that an argument names, if no file can be there.
pub fn check(path: &Path) -> Result<(), Failure> {
    match wrong(path, |path| path.display().to_string()) {
        Some(why) => Err(Failure::Usage(format!("cannot write {}: {why}", path.display()))),
        None => Ok(()),
    }
}

/// The failure to write a file: a wrong place is wrong usage. `then` follows the reason.
pub fn failed(path: &Path, error: &io::Error, shown: impl Fn(&Path) -> String, then: &str) -> Failure {
    match wrong(path, &shown) {
        Some(why) => Failure::Usage(format!("cannot write {}: {why}{then}", shown(path))),
        None => Failure::Failed(format!("cannot write {}: {}{then}", shown(path), reason(error))),
    }
}

/// The failure to make a folder: a file in its way is wrong usage.
pub fn no_folder(folder: &Path, error: &io::Error, shown: impl Fn(&Path) -> String, then: &str) -> Failure {
    let what = format!("cannot make the folder {}", shown(folder));
    match folder.ancestors().find(|part| part.exists()).filter(|part| !part.is_dir()) {
        Some(file) => Failure::Usage(format!("{what}: {} is not a folder{then}", shown(file))),
        None => Failure::Failed(format!("{what}: {}{then}", reason(error))),
    }
}
