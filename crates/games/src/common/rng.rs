//! Random numbers from a seed: fast, and the same on every machine and version.
//!
//! Records must replay years later, and a library may change its stream. So the
//! generator is our own: wyrand steps from a state mixed by splitmix64.
//!
//! ```
//! use gridiron_games::common::rng::Rng;
//!
//! let mut rng = Rng::for_purpose(42, "shuffle");
//! let dice: Vec<u32> = (0..3).map(|_| 1 + rng.below(6)).collect();
//! let mut again = Rng::for_purpose(42, "shuffle");
//! assert!(dice.iter().all(|die| *die == 1 + again.below(6)));
//! ```

use std::fmt;

use sha2::{Digest, Sha256};

/// A stream of random numbers. Not for secrets: see [`one_way`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(mix(seed))
    }

    /// The stream of a seed for one purpose, so that two uses of the same seed
    /// do not share numbers.
    pub fn for_purpose(seed: u64, purpose: &str) -> Rng {
        Rng(derive(seed, purpose))
    }

    /// 64 random bits.
    #[inline(always)]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (product >> 64) as u64 ^ product as u64
    }

    /// A number from 0 to `bound` - 1; `bound` is at least 1. For the bounds of
    /// boards the bias is below 1 in 2^50.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0);
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u32
    }

    /// A number from 0 to 1, without 1, in steps of 2^-30.
    #[inline(always)]
    pub fn fraction(&mut self) -> f64 {
        const STEPS: u32 = 1 << 30;
        f64::from(self.below(STEPS)) / f64::from(STEPS)
    }

    /// Three numbers below their bounds from one draw. The bias is up to 1 in
    /// 10,000.
    #[inline(always)]
    pub fn three_below(&mut self, bounds: [u32; 3]) -> [u32; 3] {
        const PART: u32 = 21;
        let drawn = self.next_u64();
        let scaled = |part: u32| {
            let fraction = drawn >> (PART * part) & ((1 << PART) - 1);
            ((fraction * u64::from(bounds[part as usize])) >> PART) as u32
        };
        [scaled(0), scaled(1), scaled(2)]
    }

    /// `count` distinct numbers below `bound`, in ascending order; `count` is at
    /// most `bound`.
    pub fn distinct_below(&mut self, count: usize, bound: u32) -> Vec<u32> {
        debug_assert!(count <= bound as usize);
        let mut pool: Vec<u32> = (0..bound).collect();
        for at in 0..count {
            let with = at + self.below(bound - at as u32) as usize;
            pool.swap(at, with);
        }
        pool.truncate(count);
        pool.sort_unstable();
        pool
    }
}

/// Seeds stay below 2^53 so that they survive JSON readers with only doubles.
pub const SEED_LIMIT: u64 = 1 << 53;

/// The seed for the player of a seat, below [`SEED_LIMIT`].
///
/// Players get this seed. The game's seed would give away a hidden start and
/// the other player's random numbers.
pub fn seat_seed(game_seed: u64, seat: crate::Seat) -> u64 {
    one_way(game_seed, format_args!("seat {}", seat.index()))
}

/// A seed for one purpose, below [`SEED_LIMIT`]. It is a SHA-256 hash: whoever knows
/// it learns nothing about `seed`, nor about the seeds for other purposes. [`derive()`]
/// could be inverted. Two purposes that are used with one seed must not be the same text.
pub fn one_way(seed: u64, purpose: impl fmt::Display) -> u64 {
    let hash = Sha256::digest(format!("gridiron, seed {seed}, {purpose}"));
    let (first, _) = hash.split_first_chunk::<8>().expect("a hash has 32 bytes");
    u64::from_be_bytes(*first) % SEED_LIMIT
}

/// A fast hash of a seed and a purpose. It can be inverted: not for secrets.
pub fn derive(seed: u64, purpose: &str) -> u64 {
    let start = mix(seed ^ 0x6772_6964_6972_6f6e);
    purpose.bytes().fold(start, |state, byte| mix(state ^ u64::from(byte)))
}

/// splitmix64: one step and its output.
fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    #[test]
    fn mixing_is_splitmix64() {
        // First outputs of the published reference for seed 0: each output is
        // the mix of the seed advanced by the golden gamma.
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn numbers_below_a_bound_are_spread_evenly() {
        let mut rng = Rng::new(5);
        let mut counts = [0_u32; 10];
        for _ in 0..100_000 {
            counts[rng.below(10) as usize] += 1;
        }
        // Five standard deviations around 10,000.
        assert!(counts.iter().all(|count| (9_525..10_475).contains(count)), "{counts:?}");
    }

    #[test]
    fn distinct_numbers_are_distinct_and_reach_everything() {
        let mut seen = [false; 6];
        for seed in 0..100 {
            let drawn = Rng::new(seed).distinct_below(3, 6);
            assert!(drawn.is_sorted_by(|a, b| a < b));
            drawn.iter().for_each(|&at| seen[at as usize] = true);
        }
        assert_eq!(seen, [true; 6]);
        assert_eq!(Rng::new(1).distinct_below(4, 4), [0, 1, 2, 3]);
    }

    #[test]
    fn seats_draw_from_seeds_of_their_own() {
        for seed in 0..100 {
            let seeds = Seat::BOTH.map(|seat| seat_seed(seed, seat));
            assert_ne!(seeds[0], seeds[1]);
            assert!(seeds.iter().all(|&own| own < SEED_LIMIT && own != seed));
        }
    }

    #[test]
    fn one_way_seeds_are_those_of_sha_256() {
        // The first 16 digits of `printf 'gridiron, seed 1, seat 0' | sha256sum`.
        for (seed, purpose, digits) in [
            (1, "seat 0", 0xb1e9_e58b_8ac9_76be),
            (SEED_LIMIT - 1, "pair 12", 0xf267_b080_521f_9d37),
            (0, "second game", 0x005d_fe56_cbf3_9bd0_u64),
        ] {
            assert_eq!(one_way(seed, purpose), digits % SEED_LIMIT, "{seed} {purpose}");
        }
    }
}
