//! Records are packed before they are stored: a game of Plantation is about fifty
//! kilobytes of text, and five when it is packed.

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::{DecompressError, decompress_to_vec_zlib_with_limit};
use referee::Record;

/// The zlib level: fast, and not much larger than the best.
const LEVEL: u8 = 4;

/// In bytes. No record is longer; a file from elsewhere may claim to be. A record takes
/// up to twelve times its text in memory, and must not take a gigabyte.
pub const LARGEST: usize = 80 << 20;

/// A packed record cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum DamagedRecord {
    /// It cannot be decompressed.
    #[error("the record is damaged: {0}")]
    Packing(DecompressError),
    /// What comes out is not a record.
    #[error("the record is damaged: {}", referee::record::json_problem(.0))]
    Json(#[from] serde_json::Error),
}

/// A record as it is stored: its JSON, compressed by zlib.
pub fn pack(record: &Record) -> Vec<u8> {
    let text = serde_json::to_vec(record).expect("a record is JSON");
    compress_to_vec_zlib(&text, LEVEL)
}

/// Reads what [`pack`] wrote.
pub fn unpack(packed: &[u8]) -> Result<Record, DamagedRecord> {
    let text = decompress_to_vec_zlib_with_limit(packed, LARGEST).map_err(DamagedRecord::Packing)?;
    Ok(serde_json::from_slice(&text)?)
}
