//! From the lost positions backward, ply by ply.
//!
//! A player who cannot move has lost in 0 plies. A position with a move to a lost one
//! is won, one ply later. A position whose moves all lead to won ones is lost, one ply
//! after the last of them. What is never reached is a draw. Most positions are draws,
//! so only decided ones are stored.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use games::Game;
use games::common::bits::Indices;
use games::common::cpu::{Work, accelerated};
use games::conga::{Action, Position};

use super::key;
use super::unmove::predecessors;

/// How far [`Tablebase::solve`](super::Tablebase::solve) has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveProgress {
    /// Plies to the end of the positions that are being found.
    pub plies: u32,
    /// Decided positions found so far.
    pub positions: u64,
}

/// The decided positions by plies to the end: lost in 0, won in 1, lost in 2, …;
/// `None` if `cancel` was set.
pub fn layers(
    stones: u8,
    threads: usize,
    progress: &mut dyn FnMut(SolveProgress),
    cancel: &AtomicBool,
) -> Option<Vec<Vec<u64>>> {
    let mut layers: Vec<Vec<u64>> = Vec::new();
    let (mut won, mut lost) = (KeySet::new(), KeySet::new());
    let mut layer = terminal_positions(stones);
    layer.iter().for_each(|key| {
        lost.insert(*key);
    });
    while !layer.is_empty() {
        let mut next = Vec::new();
        let was_lost = layers.len().is_multiple_of(2);
        // In parts, to bound the threads' memory and to report progress. The parts
        // of a layer do not depend on each other.
        for part in layer.chunks(PART * threads.max(1)) {
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            let share = part.len().div_ceil(threads.max(1)).max(1);
            let search = |share| accelerated(LayerPart { share, stones, was_lost, won: &won, lost: &lost });
            let found = thread::scope(|scope| {
                let mut shares = part.chunks(share);
                let own = shares.next().unwrap_or_default();
                let helpers: Vec<_> = shares.map(|share| scope.spawn(move || search(share))).collect();
                let mut found = vec![search(own)];
                found.extend(helpers.into_iter().map(|helper| helper.join().expect("no panic")));
                found
            });
            let known = if was_lost { &mut won } else { &mut lost };
            next.extend(found.into_iter().flatten().filter(|key| known.insert(*key)));
            let plies = layers.len() as u32 + 1;
            progress(SolveProgress { plies, positions: (won.count + lost.count) as u64 });
        }
        layers.push(std::mem::replace(&mut layer, next));
    }
    Some(layers)
}

/// Positions of one thread's part.
const PART: usize = 1 << 17;

/// One thread's part of a layer: finds the keys of its decided predecessors. Keys of
/// different threads may be equal.
struct LayerPart<'a> {
    share: &'a [u64],
    stones: u8,
    was_lost: bool,
    won: &'a KeySet,
    lost: &'a KeySet,
}

impl Work for LayerPart<'_> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run(self) -> Vec<u64> {
        let mut found = Vec::new();
        for key in self.share {
            predecessors(&key::position(*key, self.stones), |before| {
                let key = key::canonical(&before);
                let is_new = if self.was_lost {
                    !self.won.contains(key)
                } else {
                    !self.lost.contains(key) && self.has_lost(&before)
                };
                if is_new {
                    found.push(key);
                }
            });
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl LayerPart<'_> {
    #[inline(always)]
    fn has_lost(&self, position: &Position) -> bool {
        position.actions().all(|action| self.won.contains(key::canonical(&position.after(action))))
    }
}

/// The positions whose mover cannot move: the opponent holds all squares around.
fn terminal_positions(stones: u8) -> Vec<u64> {
    let mut keys = Vec::new();
    for mover in 1..=u16::MAX {
        if mover.count_ones() > u32::from(stones) {
            continue;
        }
        let around = Indices::<Action>::new(Position::moves_between(mover, 0))
            .fold(0, |around, action| around | action.ahead()[0]);
        // Own squares can be entered, so there must be none around.
        if around & mover != 0 || around.count_ones() > u32::from(stones) {
            continue;
        }
        // Every set of further squares: `added` runs through the subsets of `free`.
        let free = !(around | mover);
        let mut added = 0_u16;
        loop {
            let other = around | added;
            if other.count_ones() <= u32::from(stones) {
                placements(mover, stones, &mut |mine| {
                    placements(other, stones, &mut |theirs| {
                        let words = [mine[0] | theirs[0], mine[1] | theirs[1]];
                        keys.push(key::canonical(&Position::from_parts_unchecked(words, [mover, other], 0)));
                    });
                });
            }
            added = added.wrapping_sub(free) & free;
            if added == 0 {
                break;
            }
        }
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// All ways to put `stones` on exactly these squares, as words of stones.
fn placements(squares: u16, stones: u8, found: &mut dyn FnMut([u64; 2])) {
    fn fill(rest: u16, stones: u8, words: [u64; 2], found: &mut dyn FnMut([u64; 2])) {
        let others = rest & (rest - 1);
        let with = |stones: u8| {
            let (mut words, at) = (words, rest.trailing_zeros());
            words[at as usize / 8] |= u64::from(stones) << (at % 8 * 8);
            words
        };
        if others == 0 {
            return found(with(stones));
        }
        // Leaves at least one stone for each other square.
        for here in 1..=stones - others.count_ones() as u8 {
            fill(others, stones - here, with(here), found);
        }
    }
    fill(squares, stones, [0; 2], found);
}

/// A hash set of keys: open addressing, at most two thirds full.
///
/// **Invariant:** no key is 0, so 0 marks an empty slot.
struct KeySet {
    slots: Vec<u64>,
    count: usize,
}

impl KeySet {
    fn new() -> KeySet {
        KeySet { slots: vec![0; 1 << 10], count: 0 }
    }

    /// The slot of a key, or the empty slot where it belongs.
    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = (mixed ^ mixed >> 32) as usize & mask;
        while self.slots[at] != key && self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        at
    }

    #[inline(always)]
    fn contains(&self, key: u64) -> bool {
        self.slots[self.slot(key)] == key
    }

    /// Inserts a key and returns whether it is new.
    fn insert(&mut self, key: u64) -> bool {
        let slot = self.slot(key);
        if self.slots[slot] == key {
            return false;
        }
        self.slots[slot] = key;
        self.count += 1;
        if self.count > self.slots.len() / 3 * 2 {
            let larger = vec![0; self.slots.len() * 2];
            let keys = std::mem::replace(&mut self.slots, larger);
            for key in keys.into_iter().filter(|key| *key != 0) {
                let slot = self.slot(key);
                self.slots[slot] = key;
            }
        }
        true
    }
}
