//! What a search remembers of positions it has seen: the transposition table.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{INFINITY, Value, is_certain};

/// What a value in the table says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// What it is worth to the mover.
    pub value: Value,
    /// What that says.
    pub bound: Bound,
    /// How deep it was searched.
    pub depth: u8,
    /// Whether that was to the end of every line, so that no search goes deeper.
    pub to_the_end: bool,
    /// The number of the best action, if one was found.
    pub action: Option<u8>,
}

const NO_ACTION: u8 = u8::MAX;

impl Memory {
    /// What the memory says of a search so deep: the value is at least the first
    /// and at most the second.
    #[inline(always)]
    pub(super) fn bounds(&self, depth: u32) -> (Value, Value) {
        // A win that was found is one, however deep the search; that there is no
        // shorter one, or nothing better than a loss, is only known so deep.
        let enough = u32::from(self.depth) >= depth || self.to_the_end;
        let is_low = self.bound != Bound::Upper && (enough || self.value > 0 && is_certain(self.value));
        let is_high = self.bound != Bound::Lower && (enough || self.value < 0 && is_certain(self.value));
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
            [self.depth, self.action.unwrap_or(NO_ACTION), bound | u8::from(self.to_the_end) << 2, age];
        // Values of searches fit 16 bits by a wide margin.
        u64::from(self.value as i16 as u16) << 32 | u64::from(u32::from_le_bytes(bytes))
    }

    fn unpack(packed: u64) -> Option<Memory> {
        let [depth, action, flags, _] = (packed as u32).to_le_bytes();
        let bound = match flags & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Memory {
            value: Value::from((packed >> 32) as u16 as i16),
            bound,
            depth,
            to_the_end: flags & 4 != 0,
            action: (action != NO_ACTION).then_some(action),
        })
    }
}

/// Two words that several threads may write at the same time: the first is the
/// hash mixed with the second, so that halves of two entries never pass for one.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    packed: AtomicU64,
}

/// Positions whose hashes begin alike share a line, which is one of the
/// processor's.
#[derive(Default)]
#[repr(align(64))]
struct Line([Slot; 4]);

/// A table of fixed size that several threads share.
pub struct Table {
    lines: Vec<Line>,
    age: u8,
}

impl Table {
    /// A table for about so many positions.
    pub fn new(positions: usize) -> Table {
        let lines = (positions / 4).next_power_of_two().max(1);
        Table { lines: std::iter::repeat_with(Line::default).take(lines).collect(), age: 0 }
    }

    /// Another search begins: what earlier ones left goes first when room is
    /// needed.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn line(&self, hash: u64) -> &Line {
        &self.lines[hash as usize & (self.lines.len() - 1)]
    }

    /// What is remembered of the position with this hash.
    #[inline(always)]
    pub fn recall(&self, hash: u64) -> Option<Memory> {
        for slot in &self.line(hash).0 {
            let packed = slot.packed.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ packed == hash {
                return Memory::unpack(packed);
            }
        }
        None
    }

    /// Remembers a position in place of itself, or of what is worth least: what
    /// earlier searches left, then what was searched least deeply.
    #[inline(always)]
    pub fn keep(&self, hash: u64, memory: Memory) {
        let line = self.line(hash);
        let mut place = &line.0[0];
        let mut least = i32::MAX;
        for slot in &line.0 {
            let packed = slot.packed.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ packed == hash {
                place = slot;
                break;
            }
            let [depth, _, _, age] = (packed as u32).to_le_bytes();
            let worth = i32::from(depth) - if age == self.age { 0 } else { 256 };
            if worth < least {
                (least, place) = (worth, slot);
            }
        }
        let packed = memory.pack(self.age);
        place.packed.store(packed, Ordering::Relaxed);
        place.check.store(hash ^ packed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_recalled_until_something_better_needs_the_room() {
        let mut table = Table::new(4);
        let memory = |depth, value| Memory {
            value,
            bound: Bound::Lower,
            depth,
            to_the_end: depth == 3,
            action: (depth != 2).then_some(127),
        };
        for (hash, depth) in [(11, 1), (22, 2), (33, 3), (44, 4)] {
            table.keep(hash, memory(depth, -29_999 + i32::from(depth)));
        }
        for (hash, depth) in [(11, 1), (22, 2), (33, 3), (44, 4)] {
            assert_eq!(table.recall(hash), Some(memory(depth, -29_999 + i32::from(depth))));
        }
        table.keep(55, memory(9, 5));
        assert_eq!(table.recall(11), None, "the least deep makes room");
        assert_eq!(table.recall(55), Some(memory(9, 5)));
        table.grow_older();
        for hash in 60..64 {
            table.keep(hash, memory(1, 0));
        }
        assert_eq!(table.recall(55), None, "the old make room");
        assert_eq!(table.recall(60), Some(memory(1, 0)));
    }
}
