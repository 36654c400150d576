//! Conga for the searches: hash and action numbers.

use games::Seat;
use games::conga::{Action, Position};

use crate::search;

impl search::Searchable for Position {
    const CAN_REPEAT: bool = true;

    #[inline(always)]
    fn hash(&self) -> u64 {
        let ([low, high], [mover, _]) = (self.stones(), self.squares());
        // The opponent's squares follow: those with stones that are not the mover's.
        let side = u64::from(mover) << 1 | self.to_move() as u64;
        mix(mix(low ^ 0x2d35_8dcc_aa6c_78a5, high ^ 0x8bb8_4b93_962e_acc9), side ^ 0x4b33_a62e_d433_d4a3)
    }

    #[inline(always)]
    fn action_index(action: Action) -> usize {
        action.index()
    }

    #[inline(always)]
    fn mover(&self) -> Seat {
        self.to_move()
    }
}

/// Mixes two words: both halves of their product, XORed.
#[inline(always)]
fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use games::Game;
    use games::common::draws::Repeatable;
    use games::common::rng::Rng;
    use games::conga::Options;

    use super::*;
    use crate::random::any_action;
    use crate::search::Searchable as _;

    #[test]
    fn hashes_differ_exactly_where_keys_do() {
        let (mut by_hash, mut low_bits) = (HashMap::new(), HashMap::new());
        let mut rng = Rng::new(5);
        for round in 0..2000 {
            let mut position = Position::start(&Options { stones: 1 + (round % 12) as u8 }, 0);
            for _ in 0..40 {
                let (hash, key) = (position.hash(), position.key());
                assert_eq!(*by_hash.entry(hash).or_insert(key), key, "{position}");
                low_bits.entry(hash as u16).or_insert(0);
                if position.actions().len() == 0 {
                    break;
                }
                let action = any_action(&position, &mut rng);
                position.play(action);
            }
        }
        // The low bits are spread as random numbers would be.
        let expected = 65_536.0 * (1.0 - (-(by_hash.len() as f64) / 65_536.0).exp());
        assert!((low_bits.len() as f64 - expected).abs() < 0.02 * expected, "{}", low_bits.len());
    }
}
