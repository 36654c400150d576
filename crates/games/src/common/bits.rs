//! Sets of squares as bits, and walking or drawing from them.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use super::cpu;

/// The index of the `n`-th (from 0) set bit of `word`; 64 or more if there are
/// not that many.
#[inline(always)]
pub fn select_u64(word: u64, n: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if cpu::has_bit_instructions() {
        // SAFETY: `accelerated` found the instruction on this processor.
        return unsafe { select_by_deposit(word, n) };
    }
    select_portable(word, n)
}

/// The index of the `n`-th set bit of two words, counted through from the
/// first to the second, which has 64 more; `in_first` is the first's count.
#[inline(always)]
fn select_in_two(first: u64, second: u64, in_first: u32, n: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if cpu::has_bit_instructions() {
        // Both words at once: quicker than to wait for the count and branch.
        // SAFETY: `accelerated` found the instruction on this processor.
        let (here, there) = unsafe {
            (select_by_deposit(first, n), 64 + select_by_deposit(second, n.wrapping_sub(in_first)))
        };
        return select_unpredictable(n < in_first, here, there);
    }
    let (word, base, n) = if n < in_first { (first, 0, n) } else { (second, 64, n - in_first) };
    // The compiler sees into the other path; here it must be told the range.
    base + (select_portable(word, n) & 63)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
#[inline]
fn select_by_deposit(word: u64, n: u32) -> u32 {
    std::arch::x86_64::_pdep_u64(1_u64.wrapping_shl(n), word).trailing_zeros()
}

/// Finds the byte by the running sums of the bytes' counts, then the bit in it.
/// Kept out of line: inlined it would crowd the registers of the hot loops that
/// never call it.
#[cold]
#[inline(never)]
fn select_portable(word: u64, n: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let counts = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let sums = counts.wrapping_mul(ONES);
    let Some(byte) = (0..8).find(|byte| (sums >> (8 * byte)) & 0xff > u64::from(n)) else {
        return 64;
    };
    let before = if byte == 0 { 0 } else { (sums >> (8 * (byte - 1))) & 0xff };
    let mut rest = (word >> (8 * byte)) & 0xff;
    for _ in 0..u64::from(n) - before {
        rest &= rest - 1;
    }
    8 * byte + rest.trailing_zeros()
}

/// What a bit of a set stands for.
pub trait FromIndex {
    /// The thing with this number (0 to 127).
    fn from_index(index: u8) -> Self;
}

impl FromIndex for u8 {
    #[inline(always)]
    fn from_index(index: u8) -> u8 {
        index
    }
}

/// What the set bits of a 128-bit set stand for, lowest first. `len` is a
/// count of bits and `nth` a jump: std's `map` would turn both into a walk.
#[derive(Clone, Debug)]
pub struct Indices<T = u8> {
    /// What is left of the word being walked, and the number of its first bit.
    word: u64,
    base: u8,
    /// The second word, until it is its turn.
    waiting: u64,
    stands_for: PhantomData<T>,
}

impl<T> Indices<T> {
    /// The bits of `set`.
    #[inline(always)]
    pub fn new(set: u128) -> Indices<T> {
        Indices { word: set as u64, base: 0, waiting: (set >> 64) as u64, stands_for: PhantomData }
    }
}

impl<T: FromIndex> Iterator for Indices<T> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        if self.word == 0 {
            if self.waiting == 0 {
                return None;
            }
            (self.word, self.base, self.waiting) = (self.waiting, 64, 0);
        }
        let bit = self.word.trailing_zeros() as u8;
        self.word &= self.word - 1;
        Some(T::from_index(self.base + bit))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = (self.word.count_ones() + self.waiting.count_ones()) as usize;
        (count, Some(count))
    }

    #[inline(always)]
    fn nth(&mut self, n: usize) -> Option<T> {
        let (n, here) = (n as u32, self.word.count_ones());
        if n >= here + self.waiting.count_ones() {
            (self.word, self.waiting) = (0, 0);
            return None;
        }
        let index = select_in_two(self.word, self.waiting, here, n);
        let rest = u128::from(self.waiting) << 64 | u128::from(self.word);
        let rest = rest & (!1_u128 << index);
        (self.word, self.waiting) = (rest as u64, (rest >> 64) as u64);
        Some(T::from_index(self.base + index as u8))
    }
}

impl<T: FromIndex> ExactSizeIterator for Indices<T> {}

/// A set of up to `64 * W` squares. Indices are below that; the remainders in
/// the code only spare the processor the check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// No square.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// Whether `index` is in the set.
    #[inline(always)]
    pub fn has(&self, index: usize) -> bool {
        self.0[index / 64 % W] >> (index % 64) & 1 != 0
    }

    /// The set of `index` alone, or of nothing. Sets change by whole words with
    /// it: a processor waits when it reads several words of which one has just
    /// been written.
    #[inline(always)]
    pub fn single(index: usize, present: bool) -> Bits<W> {
        Bits(std::array::from_fn(|word| u64::from(present & (index / 64 == word)) << (index % 64)))
    }

    /// How many there are.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The `n`-th (from 0) square of the set, which must hold more than `n`.
    #[inline(always)]
    pub fn select(&self, n: u32) -> usize {
        if W == 2 {
            return select_in_two(self.0[0], self.0[1], self.0[0].count_ones(), n) as usize;
        }
        let mut rest = n;
        for (at, word) in self.0[..W - 1].iter().enumerate() {
            let count = word.count_ones();
            if rest < count {
                return 64 * at + select_u64(*word, rest) as usize;
            }
            rest -= count;
        }
        64 * (W - 1) + select_u64(self.0[W - 1], rest) as usize
    }

    /// Squares in both sets.
    #[inline(always)]
    pub fn and(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Squares in either set.
    #[inline(always)]
    pub fn or(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Squares in this set and not in the other.
    #[inline(always)]
    pub fn without(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Every index grown by `by` (1 to 63); what leaves the top is lost.
    #[inline(always)]
    pub fn up(&self, by: u32) -> Bits<W> {
        Bits(std::array::from_fn(|i| {
            let carried = if i == 0 { 0 } else { self.0[i - 1] >> (64 - by) };
            self.0[i] << by | carried
        }))
    }

    /// Every index shrunk by `by` (1 to 63); what leaves the bottom is lost.
    #[inline(always)]
    pub fn down(&self, by: u32) -> Bits<W> {
        Bits(std::array::from_fn(|i| {
            let carried = if i + 1 == W { 0 } else { self.0[i + 1] << (64 - by) };
            self.0[i] >> by | carried
        }))
    }

    /// The squares in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(at, word)| {
            Indices::<u8>::new(u128::from(*word)).map(move |bit| 64 * at + usize::from(bit))
        })
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Bits<W> {
        indices.into_iter().fold(Bits::EMPTY, |bits, index| bits.or(&Bits::single(index, true)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::rng::Rng;

    #[test]
    fn selecting_agrees_with_walking() {
        let mut rng = Rng::new(1);
        for round in 0..2000 {
            // Thin, thick, empty and full words.
            let word = match round % 4 {
                0 => rng.next_u64() & rng.next_u64() & rng.next_u64(),
                1 => rng.next_u64() | rng.next_u64(),
                2 => rng.next_u64(),
                _ => [0, u64::MAX, 1, 1 << 63][round / 4 % 4],
            };
            let walked: Vec<u32> = (0..64).filter(|bit| word >> bit & 1 == 1).collect();
            for (n, bit) in walked.iter().enumerate() {
                assert_eq!(select_u64(word, n as u32), *bit);
                assert_eq!(select_portable(word, n as u32), *bit);
            }
            assert!(select_portable(word, walked.len() as u32) >= 64);
        }
    }

    #[test]
    fn every_way_of_walking_128_bits_agrees() {
        let mut rng = Rng::new(2);
        for _ in 0..500 {
            let bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64() & rng.next_u64());
            let walked: Vec<u8> = (0..128).filter(|bit| bits >> bit & 1 == 1).collect();
            let mut by_next = Vec::new();
            let mut indices = Indices::<u8>::new(bits);
            while let Some(index) = indices.next() {
                by_next.push(index);
            }
            assert_eq!(by_next, walked);
            assert_eq!(Indices::<u8>::new(bits).len(), walked.len());
            for n in 0..=walked.len() {
                let mut indices = Indices::<u8>::new(bits);
                assert_eq!(indices.nth(n), walked.get(n).copied());
                let rest: Vec<u8> = indices.collect();
                assert_eq!(rest, walked.get(n + 1..).unwrap_or_default());
            }
        }
    }

    #[test]
    fn wide_sets_shift_like_numbers() {
        let mut rng = Rng::new(3);
        for _ in 0..500 {
            let bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let split = |x: u128| Bits([x as u64, (x >> 64) as u64]);
            let by = 1 + rng.below(63);
            assert_eq!(split(bits).up(by), split(bits << by));
            assert_eq!(split(bits).down(by), split(bits >> by));
            assert_eq!(split(bits).count(), bits.count_ones());
            let walked: Vec<usize> = split(bits).iter().collect();
            for (n, index) in walked.iter().enumerate() {
                assert_eq!(split(bits).select(n as u32), *index);
            }
        }
    }
}
