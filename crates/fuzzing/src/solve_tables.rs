//! Solve tables: a file is refused, or a table that can be asked and saved.

use std::path::Path;

use ai::conga::solve::{Tablebase, cache};
use games::Game;
use games::conga::{Options, Position};

use crate::scratch;

/// See the format in `crates/ai/src/conga/solve/file.rs`.
const HEADER: usize = 48;
const SIZE: usize = 32;
const CHECKSUM: usize = 40;

/// The bytes of a table, as they are and with a size and a checksum that fit: a
/// damaged file has neither, a forged one has both.
pub fn table(data: &[u8]) -> bool {
    let is_accepted = check(&scratch::file("conga.table", data));
    if data.len() >= HEADER {
        let mut forged = data.to_vec();
        forged[SIZE..CHECKSUM].copy_from_slice(&((data.len() - HEADER) as u64).to_le_bytes());
        let sum = checksum(&forged[..CHECKSUM], &data[HEADER..]);
        forged[CHECKSUM..HEADER].copy_from_slice(&sum.to_le_bytes());
        check(&scratch::file("conga.table", &forged));
    }
    is_accepted
}

/// Whether it is a table.
fn check(path: &Path) -> bool {
    let table = match Tablebase::load(path) {
        Ok(table) => table,
        Err(error) => {
            let text = error.to_string();
            assert!(text.contains("conga.table: ") && !text.contains('\n'), "{text}");
            return false;
        }
    };
    let stones = table.stones();
    for other in 0..=stones + 1 {
        assert_eq!(cache::load(path, other).is_ok(), other == stones, "{other} stones");
    }
    let statistics = table.statistics();
    let mut position = Position::start(&Options { stones }, 0);
    assert_eq!(table.value(&position), Some(statistics.start));
    // Whatever a table says, a player that follows it plays legal moves.
    for _ in 0..30 {
        let Some((action, _)) = table.best(&position) else { break };
        assert!(position.is_legal(action));
        position.play(action);
    }
    let saved = scratch::folder().join("saved.table");
    table.save(&saved).expect("saved");
    assert_eq!(Tablebase::load(&saved).expect("what was saved"), table);
    true
}

/// Written from the description of the format, like everything a forger has.
fn checksum(header: &[u8], body: &[u8]) -> u64 {
    let words = header.chunks(8).chain(body.chunks(8));
    words.fold(0x6772_6964_6972_6f6e, |sum: u64, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let product = u128::from(sum ^ u64::from_le_bytes(word)) * 0x9e37_79b9_7f4a_7c15_u128;
        (product as u64 ^ (product >> 64) as u64).wrapping_add(0xd6e8_feb8_6659_fd93)
    })
}
