//! The prover's transposition table.

use super::ProofNumbers;

/// The largest number that an entry can hold.
pub(super) const LARGEST: u32 = (1 << 20) - 1;

/// The bits of a word that hold the nodes spent on the entry.
const WORK: u64 = (1 << 24) - 1;

/// Words of a cluster: four entries of two words.
const CLUSTER: usize = 8;

/// A position by its key, and whether its mover attacks.
#[derive(Clone, Copy)]
pub(super) struct ProofKey {
    pub(super) key: u64,
    pub(super) attacks: bool,
}

/// Clusters of four entries, each a key and a word of numbers. The entry with the
/// fewest nodes is replaced.
///
/// **Invariant:** no key is 0, so 0 marks an empty entry.
pub(super) struct ProofTable {
    words: Vec<u64>,
    /// The number of clusters less one.
    mask: usize,
}

impl ProofTable {
    pub(super) fn new(positions: usize) -> ProofTable {
        let clusters = (positions / 4).next_power_of_two().max(2);
        ProofTable { words: vec![0; clusters * CLUSTER], mask: clusters - 1 }
    }

    /// Index of the first word of a position's cluster. Attackers' and defenders'
    /// positions have separate clusters.
    #[inline(always)]
    fn cluster(&self, key: ProofKey) -> usize {
        let mixed = key.key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let cluster = (mixed >> 20) as usize & self.mask & !1 | usize::from(key.attacks);
        cluster * CLUSTER
    }

    #[inline(always)]
    pub(super) fn probe(&self, key: ProofKey) -> Option<ProofNumbers> {
        let cluster = &self.words[self.cluster(key)..][..CLUSTER];
        let at = (0..CLUSTER).step_by(2).find(|at| cluster[*at] == key.key)?;
        Some(unpack(cluster[at + 1]))
    }

    /// Stores numbers that took `work` more nodes. A proof is never replaced by less.
    #[inline(always)]
    pub(super) fn store(&mut self, key: ProofKey, numbers: ProofNumbers, work: u64) {
        let from = self.cluster(key);
        let cluster = &mut self.words[from..][..CLUSTER];
        let same = (0..CLUSTER).step_by(2).find(|at| cluster[*at] == key.key);
        let before = same.map_or(0, |at| cluster[at + 1]);
        if same.is_some() && unpack(before).proof == 0 {
            return;
        }
        let least = || (0..CLUSTER).step_by(2).min_by_key(|at| cluster[at + 1] & WORK).unwrap_or(0);
        let at = same.unwrap_or_else(least);
        let work = (before & WORK).saturating_add(work).clamp(1, WORK);
        cluster[at] = key.key;
        cluster[at + 1] = u64::from(numbers.proof) << 44 | u64::from(numbers.disproof) << 24 | work;
    }
}

#[inline(always)]
fn unpack(word: u64) -> ProofNumbers {
    ProofNumbers { proof: (word >> 44) as u32, disproof: (word >> 24) as u32 & LARGEST }
}
