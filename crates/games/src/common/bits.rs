//! Sets of squares as bits, with fast iteration and random access.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

/// The index of the `n`-th set bit of two words, the first word first. Indices
/// in the second word count from 64. `in_first` is the count of the first word.
#[inline(always)]
fn select_in_two(first: u64, second: u64, in_first: u32, n: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if super::cpu::has_bit_instructions() {
        // Both words at once: faster than waiting for the count and branching.
        // SAFETY: `accelerated` found the instruction on this processor.
        let (here, there) = unsafe {
            (select_by_deposit(first, n), 64 + select_by_deposit(second, n.wrapping_sub(in_first)))
        };
        return select_unpredictable(n < in_first, here, there);
    }
    let (word, base, n) = if n < in_first { (first, 0, n) } else { (second, 64, n - in_first) };
    // The compiler knows the range on the other path; here it needs the mask.
    base + (select_portable(word, n) & 63)
}

/// The index of the `n`-th (from 0) set bit of a set that holds more than `n`.
#[inline(always)]
fn select_u128(set: u128, n: u32) -> u32 {
    let (low, high) = (set as u64, (set >> 64) as u64);
    select_in_two(low, high, low.count_ones(), n)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
#[inline]
fn select_by_deposit(word: u64, n: u32) -> u32 {
    std::arch::x86_64::_pdep_u64(1_u64.wrapping_shl(n), word).trailing_zeros()
}

/// Finds the byte by the running sums of the bytes' counts, then the bit in it.
/// Never inlined: it would take registers from hot loops that do not call it.
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

/// Iterates over what the bits of a 128-bit set stand for, lowest first.
///
/// `len` counts bits and `nth` jumps. With std's `map` both would be a walk.
///
/// ```
/// use gridiron_games::common::bits::Indices;
///
/// let mut indices = Indices::<u8>::new(1 << 3 | 1 << 70 | 1 << 127);
/// assert_eq!(indices.len(), 3);
/// assert_eq!(indices.nth(1), Some(70));
/// assert_eq!(indices.next(), Some(127));
/// ```
#[derive(Clone, Debug)]
pub struct Indices<T = u8> {
    /// What is left of the word being walked, and the number of its first bit.
    word: u64,
    base: u8,
    /// The second word, until the first is done.
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

/// A set of up to `128 * W` squares.
///
/// Words of 128 bits, because the compiler keeps one in two registers. It would
/// move an array of 64-bit words between registers and the vector unit.
///
/// ```
/// use gridiron_games::common::bits::Bits;
///
/// let set: Bits<1> = [2, 3, 40].into_iter().collect();
/// assert!(set.has(3) && set.count() == 3);
/// assert_eq!(set.up(1).iter().collect::<Vec<_>>(), [3, 4, 41]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<const W: usize>([u128; W]);

impl<const W: usize> Bits<W> {
    /// No square.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The set of `index` alone.
    #[inline(always)]
    pub fn single(index: usize) -> Bits<W> {
        Bits::single_if(index, true)
    }

    /// The set of `index` alone, or the empty set; without a branch.
    #[inline(always)]
    pub fn single_if(index: usize, present: bool) -> Bits<W> {
        Bits::by_word(|word| {
            // Half by half: a shift of 128 bits by a variable is slow.
            let half = |half: usize| u64::from(present & (index / 64 == 2 * word + half)) << (index % 64);
            u128::from(half(1)) << 64 | u128::from(half(0))
        })
    }

    /// The set whose first 128 squares are given, without any others.
    #[inline(always)]
    pub fn low(word: u128) -> Bits<W> {
        Bits::by_word(|at| if at == 0 { word } else { 0 })
    }

    /// The set of every `step`-th index from 0.
    pub const fn every(step: usize) -> Bits<W> {
        let mut words = [0; W];
        let mut index = 0;
        while index < 128 * W {
            words[index / 128] |= 1 << (index % 128);
            index += step;
        }
        Bits(words)
    }

    /// Whether `index` is in the set.
    #[inline(always)]
    pub fn has(&self, index: usize) -> bool {
        // The remainder avoids a bounds check. The index is never too large.
        let word = self.0[index / 128 % W];
        let half = select_unpredictable(index % 128 >= 64, (word >> 64) as u64, word as u64);
        half >> (index % 64) & 1 != 0
    }

    /// The number of squares in the set.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The `n`-th (from 0) square of the set, which must hold more than `n`.
    #[inline(always)]
    pub fn select(&self, n: u32) -> usize {
        let mut rest = n;
        for (at, word) in self.0[..W - 1].iter().enumerate() {
            let count = word.count_ones();
            if rest < count {
                return 128 * at + select_u128(*word, rest) as usize;
            }
            rest -= count;
        }
        128 * (W - 1) + select_u128(self.0[W - 1], rest) as usize
    }

    /// Squares in both sets.
    #[inline(always)]
    pub fn and(&self, other: &Bits<W>) -> Bits<W> {
        Bits::by_word(|word| self.0[word] & other.0[word])
    }

    /// Squares in either set.
    #[inline(always)]
    pub fn or(&self, other: &Bits<W>) -> Bits<W> {
        Bits::by_word(|word| self.0[word] | other.0[word])
    }

    /// Squares in this set and not in the other.
    #[inline(always)]
    pub fn without(&self, other: &Bits<W>) -> Bits<W> {
        Bits::by_word(|word| self.0[word] & !other.0[word])
    }

    /// Every index grown by `by` (1 to 63); what leaves the top is lost.
    #[inline(always)]
    pub fn up(&self, by: u32) -> Bits<W> {
        Bits::by_word(|word| {
            let carried = if word == 0 { 0 } else { self.0[word - 1] >> (128 - by % 64) };
            self.0[word] << (by % 64) | carried
        })
    }

    /// Every index shrunk by `by` (1 to 63); what leaves the bottom is lost.
    #[inline(always)]
    pub fn down(&self, by: u32) -> Bits<W> {
        Bits::by_word(|word| {
            let carried = if word + 1 == W { 0 } else { self.0[word + 1] << (128 - by % 64) };
            self.0[word] >> (by % 64) | carried
        })
    }

    #[inline(always)]
    fn by_word(word: impl FnMut(usize) -> u128) -> Bits<W> {
        Bits(std::array::from_fn(word))
    }

    /// The squares in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(at, word)| Indices::<u8>::new(*word).map(move |bit| 128 * at + usize::from(bit)))
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Bits<W> {
        indices.into_iter().fold(Bits::EMPTY, |bits, index| bits.or(&Bits::single(index)))
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
                assert_eq!(select_portable(word, n as u32), *bit);
                assert_eq!(select_u128(u128::from(word), n as u32), *bit);
                assert_eq!(select_u128(u128::from(word) << 64, n as u32), 64 + *bit);
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
            assert_eq!(Indices::<u8>::new(bits).collect::<Vec<u8>>(), walked);
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
    fn wide_sets_are_sets_of_indices() {
        let mut rng = Rng::new(3);
        for _ in 0..500 {
            let mut draw = || (0..256).filter(|_| rng.below(3) == 0).collect::<Vec<usize>>();
            let (a, b) = (draw(), draw());
            let (set_a, set_b): (Bits<2>, Bits<2>) =
                (a.iter().copied().collect(), b.iter().copied().collect());
            let by = 1 + rng.below(63);
            let walked = |set: Bits<2>| set.iter().collect::<Vec<usize>>();
            let all = || 0..256_usize;
            let (in_a, in_b) = (|at: &usize| a.contains(at), |at: &usize| b.contains(at));
            assert_eq!(walked(set_a), a);
            assert_eq!(walked(Bits::every(by as usize)), all().step_by(by as usize).collect::<Vec<_>>());
            assert_eq!(
                walked(set_a.and(&set_b)),
                all().filter(|at| in_a(at) && in_b(at)).collect::<Vec<_>>()
            );
            assert_eq!(walked(set_a.or(&set_b)), all().filter(|at| in_a(at) || in_b(at)).collect::<Vec<_>>());
            assert_eq!(
                walked(set_a.without(&set_b)),
                all().filter(|at| in_a(at) && !in_b(at)).collect::<Vec<_>>()
            );
            let by_size = by as usize;
            assert_eq!(
                walked(set_a.up(by)),
                a.iter().map(|at| at + by_size).filter(|at| *at < 256).collect::<Vec<_>>()
            );
            assert_eq!(
                walked(set_a.down(by)),
                a.iter().filter_map(|at| at.checked_sub(by_size)).collect::<Vec<_>>()
            );
            assert!(all().all(|at| set_a.has(at) == in_a(&at)));
            assert_eq!(set_a.count() as usize, a.len());
            assert!(a.iter().enumerate().all(|(n, at)| set_a.select(n as u32) == *at));
        }
    }
}
