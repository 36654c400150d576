//! The write-ahead log beside a store holds the last results after a process was
//! killed. SQLite reads it up to the first frame that is wrong, and says nothing about
//! the rest. Here that is noticed.
//!
//! The format is fixed: <https://sqlite.org/fileformat2.html#the_write_ahead_log>.

use std::fs;
use std::path::Path;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// The first four bytes; the last bit says how checksums read numbers.
const MAGIC: u32 = 0x377f_0682;

/// Whether a log has lost results that were saved: its header is wrong, or two or more
/// commits follow a frame that is wrong.
///
/// One commit after a wrong frame is no loss. That is how a power cut leaves the last
/// one, which was not reported yet.
pub(super) fn has_lost_results(path: &Path) -> bool {
    fs::read(path).is_ok_and(|log| loses_commits(&log))
}

fn loses_commits(log: &[u8]) -> bool {
    let Some((header, frames)) = log.split_at_checked(HEADER).filter(|(_, frames)| !frames.is_empty()) else {
        return false;
    };
    let number =
        |bytes: &[u8], at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let is_big_endian = number(header, 0) & 1 == 1;
    let mut sum = checksum((0, 0), &header[..24], is_big_endian);
    if number(header, 0) & !1 != MAGIC || sum != (number(header, 24), number(header, 28)) {
        return true;
    }
    let page_size = number(header, 8) as usize;
    let mut is_wrong = false;
    let mut lost_commits = 0;
    for frame in frames.chunks_exact(FRAME_HEADER + page_size) {
        let (head, page) = frame.split_at(FRAME_HEADER);
        // Frames of an earlier log may follow.
        let is_ours = head[8..16] == header[16..24];
        sum = checksum(checksum(sum, &head[..8], is_big_endian), page, is_big_endian);
        is_wrong |= !is_ours || sum != (number(head, 16), number(head, 20));
        lost_commits += u32::from(is_wrong && is_ours && number(head, 4) != 0);
    }
    lost_commits >= 2
}

/// Goes on with SQLite's checksum over an even number of words.
fn checksum((mut first, mut second): (u32, u32), bytes: &[u8], is_big_endian: bool) -> (u32, u32) {
    let word = |bytes: &[u8]| {
        let bytes = bytes.try_into().expect("four bytes");
        if is_big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
    };
    for pair in bytes.chunks_exact(8) {
        first = first.wrapping_add(word(&pair[..4])).wrapping_add(second);
        second = second.wrapping_add(word(&pair[4..])).wrapping_add(first);
    }
    (first, second)
}
