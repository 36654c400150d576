//! The transposition table: results of positions that a search has visited.
//!
//! A transposition is another order of moves that leads to the same position.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{INFINITY, Value, is_decisive};

/// How a stored value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true value is at most this: no action reached the window.
    Upper,
    /// The true value is at least this: an action refuted the window.
    Lower,
    /// The true value is this.
    Exact,
}

/// The result of a search of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The value to the mover.
    pub value: Value,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Plies that were searched below it.
    pub depth: u8,
    /// Whether no evaluation took part. Such a value holds for any depth.
    pub is_proven: bool,
    /// [Index](super::Searchable::action_index) of the best action, if one raised alpha.
    pub action: Option<u8>,
}

const NO_ACTION: u8 = u8::MAX;

impl TtEntry {
    /// The lower and the upper bound that the entry gives a search of this depth.
    #[inline(always)]
    pub(super) fn bounds(&self, depth: u32) -> (Value, Value) {
        // A forced win holds at any depth. That there is no quicker win, or nothing
        // better than a loss, is known to the searched depth only.
        let enough = u32::from(self.depth) >= depth || self.is_proven;
        let is_low = self.bound != Bound::Upper && (enough || self.value > 0 && is_decisive(self.value));
        let is_high = self.bound != Bound::Lower && (enough || self.value < 0 && is_decisive(self.value));
        let low = if is_low { self.value } else { -INFINITY };
        let high = if is_high { self.value } else { INFINITY };
        (low, high)
    }

    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let bytes =
            [self.depth, self.action.unwrap_or(NO_ACTION), bound | u8::from(self.is_proven) << 2, age];
        // Every value fits 16 bits, because INFINITY does.
        u64::from(self.value as i16 as u16) << 32 | u64::from(u32::from_le_bytes(bytes))
    }

    fn unpack(packed: u64) -> Option<TtEntry> {
        let [depth, action, flags, _] = (packed as u32).to_le_bytes();
        let bound = match flags & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(TtEntry {
            value: Value::from((packed >> 32) as u16 as i16),
            bound,
            depth,
            is_proven: flags & 4 != 0,
            action: (action != NO_ACTION).then_some(action),
        })
    }
}

/// An entry as two words, which several threads may write at the same time.
///
/// `check` is the hash XOR `packed`. Halves of two different entries do not match,
/// so a torn write reads as a miss (Hyatt's lockless hashing).
#[derive(Default)]
struct PackedEntry {
    check: AtomicU64,
    packed: AtomicU64,
}

/// The entries among which the lowest bits of a hash choose: one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([PackedEntry; 4]);

/// A transposition table of fixed size that several threads share without locks.
///
/// ```
/// use gridiron_ai::search::transposition_table::{Bound, TranspositionTable, TtEntry};
///
/// let table = TranspositionTable::new(1 << 10);
/// let (bound, action) = (Bound::Exact, Some(7));
/// let entry = TtEntry { value: 25, bound, depth: 4, is_proven: false, action };
/// table.store(0x1234, entry);
/// assert_eq!(table.probe(0x1234), Some(entry));
/// assert_eq!(table.probe(0x5678), None);
/// ```
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    age: u8,
}

impl TranspositionTable {
    /// A table for about this many positions, at 16 bytes each.
    pub fn new(positions: usize) -> TranspositionTable {
        let clusters = (positions / 4).next_power_of_two().max(1);
        TranspositionTable {
            clusters: std::iter::repeat_with(Cluster::default).take(clusters).collect(),
            age: 0,
        }
    }

    /// Marks the start of a search. Entries of earlier searches are replaced first.
    pub fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn cluster(&self, hash: u64) -> &Cluster {
        &self.clusters[hash as usize & (self.clusters.len() - 1)]
    }

    /// Looks a position up by its hash.
    #[inline(always)]
    pub fn probe(&self, hash: u64) -> Option<TtEntry> {
        for slot in &self.cluster(hash).0 {
            let packed = slot.packed.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ packed == hash {
                return TtEntry::unpack(packed);
            }
        }
        None
    }

    /// Stores an entry. It replaces the entry of the same position, else one of an
    /// earlier search, else the shallowest of the cluster.
    #[inline(always)]
    pub fn store(&self, hash: u64, entry: TtEntry) {
        let cluster = self.cluster(hash);
        let mut place = &cluster.0[0];
        let mut least = i32::MAX;
        for slot in &cluster.0 {
            let packed = slot.packed.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ packed == hash {
                place = slot;
                break;
            }
            let [depth, _, _, age] = (packed as u32).to_le_bytes();
            let keep_score = i32::from(depth) - if age == self.age { 0 } else { 256 };
            if keep_score < least {
                (least, place) = (keep_score, slot);
            }
        }
        let packed = entry.pack(self.age);
        place.packed.store(packed, Ordering::Relaxed);
        place.check.store(hash ^ packed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_until_a_better_one_replaces_it() {
        let mut table = TranspositionTable::new(4);
        let entry = |depth, value| TtEntry {
            value,
            bound: Bound::Lower,
            depth,
            is_proven: depth == 3,
            action: (depth != 2).then_some(127),
        };
        for (hash, depth) in [(11, 1), (22, 2), (33, 3), (44, 4)] {
            table.store(hash, entry(depth, -29_999 + i32::from(depth)));
        }
        for (hash, depth) in [(11, 1), (22, 2), (33, 3), (44, 4)] {
            assert_eq!(table.probe(hash), Some(entry(depth, -29_999 + i32::from(depth))));
        }
        table.store(55, entry(9, 5));
        assert_eq!(table.probe(11), None, "the shallowest is replaced");
        assert_eq!(table.probe(55), Some(entry(9, 5)));
        table.new_search();
        for hash in 60..64 {
            table.store(hash, entry(1, 0));
        }
        assert_eq!(table.probe(55), None, "entries of earlier searches are replaced");
        assert_eq!(table.probe(60), Some(entry(1, 0)));
    }
}
