//! Records are packed before they are stored: a game of Plantation is about
//! fifty kilobytes of text, and five when it is packed.

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use referee::Record;

/// Fast, and not much larger than the best: games should not wait for it.
const EFFORT: u8 = 4;

/// No game is longer than that; a file from elsewhere may pretend to be.
const LARGEST: usize = 256 << 20;

/// A record as it is stored: its JSON, compressed by zlib.
pub fn pack(record: &Record) -> Vec<u8> {
    let text = serde_json::to_vec(record).expect("a record is JSON");
    compress_to_vec_zlib(&text, EFFORT)
}

/// The record again.
pub fn unpack(packed: &[u8]) -> Result<Record, String> {
    let text = decompress_to_vec_zlib_with_limit(packed, LARGEST)
        .map_err(|error| format!("the record is damaged: {error}"))?;
    serde_json::from_slice(&text).map_err(|error| format!("the record is damaged: {error}"))
}
