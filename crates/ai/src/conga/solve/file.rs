//! The file format of a tablebase.
//!
//! All numbers are little-endian. The file has three parts:
//!
//! 1. A header of [`HEADER`] bytes:
//!    - the magic words (16 bytes);
//!    - the version (4);
//!    - the stones (4);
//!    - the number of positions (8);
//!    - the number of bytes after the header (8);
//!    - a checksum of everything else (8).
//! 2. The keys of all positions, in ascending order. Each is stored as its difference
//!    to the one before, as unsigned LEB128: seven bits a byte, the lowest first. The
//!    eighth bit is set if another byte follows.
//! 3. The plies of each position (2 bytes), in the same order.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;

use super::Tablebase;
use super::key::MOST_STONES;

const MAGIC: [u8; 16] = *b"gridiron conga\r\n";
const VERSION: u32 = 1;
const HEADER: usize = 48;

/// Why a tablebase could not be read or written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TablebaseError {
    /// The file could not be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        error: Arc<io::Error>,
    },
    /// The file or its folder could not be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        error: Arc<io::Error>,
    },
    /// The path ends without a file name.
    #[error("{}: no file name", path.display())]
    NoFileName {
        /// The path.
        path: PathBuf,
    },
    /// The file was read and cannot be used.
    #[error("{}: {defect}: delete it and solve again", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        defect: Defect,
    },
}

/// What is wrong with the content of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Defect {
    /// It does not begin with the magic words.
    #[error("no table of Conga")]
    NotATablebase,
    /// Another version of the format.
    #[error("a table of version {0}, not {VERSION}")]
    Version(u32),
    /// It ends within the header.
    #[error("a damaged table (it is cut off)")]
    CutOff,
    /// It is shorter or longer than its header says.
    #[error("a damaged table (its size is wrong)")]
    Size,
    /// Some byte has changed.
    #[error("a damaged table (its checksum is wrong)")]
    Checksum,
    /// The checksum is right, but the numbers are impossible.
    #[error("a damaged table (it contradicts itself)")]
    Inconsistent,
    /// It is for another number of stones.
    #[error("a table for stones={found}, not {expected}")]
    Stones {
        /// The stones of the file.
        found: u8,
        /// The stones that were asked for.
        expected: u8,
    },
}

impl Tablebase {
    /// Writes the tablebase to a file, all or nothing: a temporary file beside it is
    /// renamed once complete. Creates the folder if needed.
    pub fn save(&self, path: &Path) -> Result<(), TablebaseError> {
        let failed =
            |error: io::Error| TablebaseError::Write { path: path.to_path_buf(), error: Arc::new(error) };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut name = path
            .file_name()
            .ok_or_else(|| TablebaseError::NoFileName { path: path.to_path_buf() })?
            .to_os_string();
        name.push(format!(".{}.part", process::id()));
        let beside = path.with_file_name(name);
        remove_leftovers(path);
        let written = self.write(&beside).and_then(|()| fs::rename(&beside, path));
        written.map_err(|error| {
            // If it cannot be removed either, the first error matters more.
            let _ = fs::remove_file(&beside);
            failed(error)
        })
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let body = self.encode_body();
        let mut header = Vec::with_capacity(HEADER);
        header.extend_from_slice(&MAGIC);
        header.extend_from_slice(&VERSION.to_le_bytes());
        header.extend_from_slice(&u32::from(self.stones).to_le_bytes());
        header.extend_from_slice(&(self.keys.len() as u64).to_le_bytes());
        header.extend_from_slice(&(body.len() as u64).to_le_bytes());
        let checksum = checksum(&header, &body);
        header.extend_from_slice(&checksum.to_le_bytes());
        let mut file = File::create(path)?;
        file.write_all(&header)?;
        file.write_all(&body)?;
        file.sync_all()
    }

    /// Keys as LEB128 differences, then the plies of each position.
    fn encode_body(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.keys.len() * 8);
        let mut before = 0;
        for key in &self.keys {
            let mut more = key - before;
            while more >= 0x80 {
                body.push(more as u8 | 0x80);
                more >>= 7;
            }
            body.push(more as u8);
            before = *key;
        }
        self.plies.iter().for_each(|plies| body.extend_from_slice(&plies.to_le_bytes()));
        body
    }

    /// Reads a tablebase. An incomplete or damaged file is refused.
    pub fn load(path: &Path) -> Result<Tablebase, TablebaseError> {
        let bytes = fs::read(path)
            .map_err(|error| TablebaseError::Read { path: path.to_path_buf(), error: Arc::new(error) })?;
        read(&bytes).map_err(|defect| TablebaseError::Unusable { path: path.to_path_buf(), defect })
    }
}

/// Removes temporary files of processes that ended while writing.
fn remove_leftovers(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
        return;
    };
    for beside in fs::read_dir(folder).into_iter().flatten().flatten() {
        let beside_name = beside.file_name();
        let number = beside_name
            .to_str()
            .and_then(|other| other.strip_prefix(name))
            .and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".part")?.parse::<u32>().ok());
        // Only where /proc shows which processes still run.
        let processes = Path::new("/proc");
        let is_left =
            |number: u32| processes.join("self").exists() && !processes.join(number.to_string()).exists();
        if number.is_some_and(is_left) {
            // Left behind it does no harm.
            let _ = fs::remove_file(beside.path());
        }
    }
}

fn read(bytes: &[u8]) -> Result<Tablebase, Defect> {
    if !bytes.starts_with(&MAGIC) {
        return Err(Defect::NotATablebase);
    }
    let (header, body) = bytes.split_at_checked(HEADER).ok_or(Defect::CutOff)?;
    let number = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("eight bytes"));
    let version = number(16) as u32;
    if version != VERSION {
        return Err(Defect::Version(version));
    }
    if body.len() as u64 != number(32) {
        return Err(Defect::Size);
    }
    if checksum(&header[..HEADER - 8], body) != number(HEADER - 8) {
        return Err(Defect::Checksum);
    }
    let (stones, count) = (number(16) >> 32, number(24));
    // A forged file may have a valid checksum.
    let stones = u8::try_from(stones)
        .ok()
        .filter(|stones| (1..=MOST_STONES).contains(stones))
        .ok_or(Defect::Inconsistent)?;
    // Each position takes three bytes at least.
    let count =
        usize::try_from(count).ok().filter(|count| *count <= body.len() / 3).ok_or(Defect::Inconsistent)?;
    let (deltas, plies) = body.split_at(body.len() - 2 * count);
    let keys = read_keys(deltas, count).ok_or(Defect::Inconsistent)?;
    let plies = plies.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    Ok(Tablebase { stones, keys, plies })
}

/// The keys; `None` unless they are strictly ascending and exactly `count`.
fn read_keys(deltas: &[u8], count: usize) -> Option<Vec<u64>> {
    let mut keys = Vec::with_capacity(count);
    let (mut before, mut more, mut shift) = (0_u64, 0_u64, 0);
    for byte in deltas {
        if shift > 63 {
            return None;
        }
        more |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            before = before.checked_add(more).filter(|_| more > 0)?;
            keys.push(before);
            (more, shift) = (0, 0);
        }
    }
    (keys.len() == count && shift == 0).then_some(keys)
}

/// Mixes in words of eight bytes; the last one is padded with zeros. The header holds
/// the length, so padding is unambiguous.
fn checksum(header: &[u8], body: &[u8]) -> u64 {
    let words = header.chunks(8).chain(body.chunks(8));
    words.fold(0x6772_6964_6972_6f6e, |sum: u64, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let product = u128::from(sum ^ u64::from_le_bytes(word)) * 0x9e37_79b9_7f4a_7c15_u128;
        (product as u64 ^ (product >> 64) as u64).wrapping_add(0xd6e8_feb8_6659_fd93)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn table() -> Tablebase {
        Tablebase::solve(4, 1, &mut |_| {}, &AtomicBool::new(false)).expect("not cancelled")
    }

    #[test]
    fn a_table_is_read_back_and_no_part_is_left() {
        let folder = std::env::temp_dir().join(format!("gridiron-table-{}", process::id()));
        let path = folder.join("deep/conga-4.table");
        table().save(&path).expect("saved");
        assert_eq!(Tablebase::load(&path).expect("read"), table());
        assert_eq!(fs::read_dir(folder.join("deep")).expect("a folder").count(), 1);
        fs::remove_dir_all(&folder).expect("removed");
        let error = Tablebase::load(&path).expect_err("gone").to_string();
        assert!(error.contains("conga-4.table: ") && !error.contains('\n'), "{error}");
    }

    #[test]
    fn every_byte_matters() {
        let folder = std::env::temp_dir().join(format!("gridiron-bytes-{}", process::id()));
        let path = folder.join("conga-4.table");
        table().save(&path).expect("saved");
        let whole = fs::read(&path).expect("read");
        fs::remove_dir_all(&folder).expect("removed");
        assert!(read(&whole).is_ok());
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(read(&damaged).is_err(), "byte {at}");
            assert!(read(&whole[..at]).is_err(), "cut at {at}");
        }
        let longer = [&whole[..], &[0]].concat();
        assert_eq!(read(&longer), Err(Defect::Size));
        let error = TablebaseError::Unusable { path: "conga-4.table".into(), defect: Defect::Size };
        let text = "conga-4.table: a damaged table (its size is wrong): delete it and solve again";
        assert_eq!(error.to_string(), text);
    }
}
