//! Unmoves: every position from which one move leads to a given one.

use games::common::bits::Indices;
use games::conga::{Action, Position};

/// Calls `found` with each position from which a move leads to `after`. A position
/// comes twice if two of its moves do.
///
/// The player who moved is now not to move. The square moved from was emptied, and no
/// run returns to it, so it is empty. How far the run went depends on the opponent's
/// squares and the edge, which a move does not change. So every number of stones is
/// tried that the squares ahead can give back.
#[inline(always)]
pub fn predecessors(after: &Position, mut found: impl FnMut(Position)) {
    let [opponents, movers] = after.squares();
    let empty = !(opponents | movers);
    // A move always leaves a stone on the first square ahead.
    for action in Indices::<Action>::new(Position::moves_between(empty, !movers)) {
        let [first, second, third] = action.ahead();
        let run = match (second & !opponents != 0, third & !opponents != 0) {
            (false, _) => 1,
            (true, false) => 2,
            (true, true) => 3,
        };
        let mut take_back = |taken: &[(u16, u64)]| found(taken_back(after, action, taken));
        match run {
            1 => {
                for all in 1..=heap(after, first) {
                    take_back(&[(first, all)]);
                }
            }
            2 => {
                take_back(&[(first, 1)]);
                for rest in 1..=heap(after, second & movers) {
                    take_back(&[(first, 1), (second, rest)]);
                }
            }
            _ => {
                take_back(&[(first, 1)]);
                let on_second = heap(after, second & movers);
                if on_second >= 1 {
                    take_back(&[(first, 1), (second, 1)]);
                }
                if on_second >= 2 {
                    for rest in 0..=heap(after, third & movers) {
                        take_back(&[(first, 1), (second, 2), (third, rest)]);
                    }
                }
            }
        }
    }
}

/// The stones on a square given as a bit; 0 for no square.
#[inline(always)]
fn heap(position: &Position, square: u16) -> u64 {
    if square == 0 {
        return 0;
    }
    let at = square.trailing_zeros();
    position.stones()[at as usize / 8] >> (at % 8 * 8) & 0xff
}

/// The position before `action`, which put `taken` stones on the squares ahead.
#[inline(always)]
fn taken_back(after: &Position, action: Action, taken: &[(u16, u64)]) -> Position {
    let mut stones = after.stones();
    let [opponents, mut movers] = after.squares();
    let mut in_hand = 0;
    for (square, count) in taken {
        let at = square.trailing_zeros();
        in_hand += count;
        if heap(after, *square) == *count {
            movers &= !square;
        }
        stones[at as usize / 8] -= count << (at % 8 * 8);
    }
    let from = action.from().index();
    stones[from / 8] += in_hand << (from % 8 * 8);
    Position::from_parts_unchecked(stones, [movers | 1 << from, opponents], 0)
}

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hash, Hasher};

    use games::Game;

    use super::*;
    use crate::random::any_action;

    /// All placements of this many stones each, by plain enumeration.
    fn all_positions(stones: u8) -> Vec<Position> {
        fn fill(at: usize, left: [u8; 2], bytes: &mut [i8; 16], all: &mut Vec<Position>) {
            if at == 16 || left == [0, 0] {
                if left == [0, 0] {
                    let words = [0, 8].map(|from| {
                        u64::from_le_bytes(std::array::from_fn(|byte| bytes[from + byte].unsigned_abs()))
                    });
                    let squares = [1, -1].map(|sign| {
                        (0..16).filter(|at| bytes[*at] * sign > 0).fold(0, |squares, at| squares | 1 << at)
                    });
                    all.extend(Position::from_parts(words, squares, 0));
                }
                return;
            }
            for count in -(left[1] as i8)..=left[0] as i8 {
                let side = usize::from(count < 0);
                let mut rest = left;
                rest[side] -= count.unsigned_abs();
                bytes[at] = count;
                fill(at + 1, rest, bytes, all);
                bytes[at] = 0;
            }
        }
        let mut all = Vec::new();
        fill(0, [stones; 2], &mut [0; 16], &mut all);
        all
    }

    /// Counts all pairs of positions one move apart in both directions, and compares sums
    /// of their hashes: there are too many pairs to store.
    #[test]
    fn unmoves_are_exactly_the_moves_backwards() {
        type Parts = ([u64; 2], [u16; 2]);
        let parts = |position: &Position| -> Parts { (position.stones(), position.squares()) };
        let fingerprint = |before: Parts, after: Parts| {
            let mut hasher = DefaultHasher::new();
            (before, after).hash(&mut hasher);
            hasher.finish()
        };
        for stones in [1, 2, 3] {
            let (mut forward, mut backward) = ((0, 0_u64), (0, 0_u64));
            for position in &all_positions(stones) {
                let here = parts(position);
                let mut next: Vec<Parts> =
                    position.actions().map(|action| parts(&position.after(action))).collect();
                let mut before = Vec::new();
                predecessors(position, |found| before.push(parts(&found)));
                for list in [&mut next, &mut before] {
                    list.sort_unstable();
                    list.dedup();
                }
                forward.0 += next.len();
                backward.0 += before.len();
                for next in next {
                    forward.1 = forward.1.wrapping_add(fingerprint(here, next));
                }
                for before in before {
                    backward.1 = backward.1.wrapping_add(fingerprint(before, here));
                }
            }
            assert!(forward.0 > 0);
            assert_eq!(forward, backward, "{stones} stones");
        }
    }

    /// Heaps of up to sixteen stones: unmade and played again.
    #[test]
    fn tall_heaps_are_unmade_too() {
        let mut rng = games::common::rng::Rng::new(3);
        for stones in 4..=16 {
            let mut position = Position::start(&games::conga::Options { stones }, 0);
            for _ in 0..100 {
                if position.actions().len() == 0 {
                    break;
                }
                let action = any_action(&position, &mut rng);
                let next = position.after(action);
                let mut was_found = false;
                predecessors(&next, |before| {
                    was_found |=
                        (before.stones(), before.squares()) == (position.stones(), position.squares());
                    let leads_here = before.actions().any(|action| {
                        let after = before.after(action);
                        (after.stones(), after.squares()) == (next.stones(), next.squares())
                    });
                    assert!(leads_here, "{before} does not lead to {next}");
                });
                assert!(was_found, "{position} leads to {next}");
                position = next;
            }
        }
    }
}
