//! What a prover remembers.

use super::Known;

/// The largest number that is remembered.
pub(super) const LARGEST: u32 = (1 << 20) - 1;

/// The bits of a word that tell how much work went into it.
const WORK: u64 = (1 << 24) - 1;

/// Words to a line.
const LINE: usize = 8;

/// A position by its key, and whether its mover attacks.
#[derive(Clone, Copy)]
pub(super) struct Name {
    pub(super) key: u64,
    pub(super) attacks: bool,
}

/// Four positions to a line, a key and a word each; what took the least work
/// gives way. No key is 0.
pub(super) struct Table {
    words: Vec<u64>,
    /// The number of lines less one.
    mask: usize,
}

impl Table {
    pub(super) fn new(positions: usize) -> Table {
        let lines = (positions / 4).next_power_of_two().max(2);
        Table { words: vec![0; lines * LINE], mask: lines - 1 }
    }

    /// Where a position's line begins. Attackers' and defenders' lines are apart.
    #[inline(always)]
    fn line(&self, name: Name) -> usize {
        let mixed = name.key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let line = (mixed >> 20) as usize & self.mask & !1 | usize::from(name.attacks);
        line * LINE
    }

    #[inline(always)]
    pub(super) fn recall(&self, name: Name) -> Option<Known> {
        let line = &self.words[self.line(name)..][..LINE];
        let at = (0..LINE).step_by(2).find(|at| line[*at] == name.key)?;
        Some(known(line[at + 1]))
    }

    /// Keeps what `work` more positions have told; what is proven stays.
    #[inline(always)]
    pub(super) fn keep(&mut self, name: Name, news: Known, work: u64) {
        let from = self.line(name);
        let line = &mut self.words[from..][..LINE];
        let same = (0..LINE).step_by(2).find(|at| line[*at] == name.key);
        let before = same.map_or(0, |at| line[at + 1]);
        if same.is_some() && known(before).proof == 0 {
            return;
        }
        let least = || (0..LINE).step_by(2).min_by_key(|at| line[at + 1] & WORK).unwrap_or(0);
        let at = same.unwrap_or_else(least);
        let work = (before & WORK).saturating_add(work).clamp(1, WORK);
        line[at] = name.key;
        line[at + 1] = u64::from(news.proof) << 44 | u64::from(news.refutation) << 24 | work;
    }
}

#[inline(always)]
fn known(word: u64) -> Known {
    Known { proof: (word >> 44) as u32, refutation: (word >> 24) as u32 & LARGEST }
}
