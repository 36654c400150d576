//! What viewers may know of a tournament while its wall keeps the standings secret.

use std::collections::BTreeSet;

use league::report::Standing;

/// What viewers may know of a tournament while its standings are frozen, or while only
/// games count that were shown.
#[derive(Clone, Debug, Default)]
pub struct Concealed {
    /// The standings that the wall shows. Nothing in them comes from other games.
    pub standings: Vec<Standing>,
    /// The pairs that they count, as far as that is known.
    pub pairs_done: u64,
    /// The games that they count.
    pub games: u64,
    /// All games up to this one are known.
    pub(super) known_up_to: u64,
    /// And these: they were shown, or are shown now or next.
    pub(super) known: BTreeSet<u64>,
}

impl Concealed {
    /// Whether viewers may know how a game ended.
    pub fn knows(&self, number: u64) -> bool {
        number <= self.known_up_to || self.known.contains(&number)
    }
}
