//! Virus for the searches: hash and action numbers.

use games::Seat;
use games::virus::{Action, Virus};

use crate::search::Searchable;

impl Searchable for Virus {
    /// Every placement fills a square for the rest of the game.
    const CAN_REPEAT: bool = false;

    #[inline(always)]
    fn hash(&self) -> u64 {
        let [mover, other, _] = self.sets();
        // Arbitrary odd constants: digits of pi.
        let mover = fold(mover, 0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7345);
        let other = fold(other, 0xa409_3822_299f_31d1, 0x082e_fa98_ec4e_6c89);
        let rest = u64::from(self.passes()) << 1 | self.to_move().index() as u64;
        let all = u128::from(mover.rotate_left(32) ^ other) * (0x4528_21e6_38d0_1377 + u128::from(rest << 8));
        (all >> 64) as u64 ^ all as u64
    }

    #[inline(always)]
    fn action_index(action: Action) -> usize {
        action.number()
    }

    #[inline(always)]
    fn mover(&self) -> Seat {
        self.to_move()
    }
}

/// Mixes both words of a set: the halves of their long product, XORed.
#[inline(always)]
fn fold(set: u128, first: u64, second: u64) -> u64 {
    let product = u128::from(set as u64 ^ first) * u128::from((set >> 64) as u64 ^ second);
    (product >> 64) as u64 ^ product as u64
}
