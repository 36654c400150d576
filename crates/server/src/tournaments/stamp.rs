//! Whether a file has changed, without reading it.

use std::path::Path;
use std::time::SystemTime;

/// The size and time of a file; `None` if it is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stamp(Option<(u64, SystemTime)>);

impl Stamp {
    /// As it is now.
    pub fn of(file: &Path) -> Stamp {
        let metadata = file.metadata().ok();
        Stamp(metadata.and_then(|metadata| Some((metadata.len(), metadata.modified().ok()?))))
    }
}
