//! A position as a 64-bit key, the same for all eight reflections of the board.
//!
//! Four bits a square: three for the stones, one for the owner. More than seven stones
//! on a square are stored as seven. With at most [`MOST_STONES`] each, a player has at
//! most one such heap; its true height follows from the total.

use games::conga::Position;

/// The most stones each for which keys are unique.
pub const MOST_STONES: u8 = 13;

/// The tallest heap that is stored exactly.
const TALLEST: u64 = 7;

/// The owner bit of every square: set for the player not to move.
const OTHERS: u64 = 0x8888_8888_8888_8888;

/// The key of a position: the least over its eight reflections.
///
/// Two positions have equal keys exactly if they differ only by a reflection and by
/// which player is Disc.
#[inline(always)]
pub fn canonical(position: &Position) -> u64 {
    let key = plain(position);
    let transposed = transpose(key);
    least_of_four(key).min(least_of_four(transposed))
}

/// The position of a key, with `stones` stones each.
#[inline(always)]
pub fn position(key: u64, stones: u8) -> Position {
    let heaps = key & !OTHERS;
    let mut words = [unpack(heaps as u32), unpack((heaps >> 32) as u32)];
    let others = gather(key >> 3);
    let taken = gather((heaps | heaps >> 1 | heaps >> 2) & (OTHERS >> 3));
    let squares = [taken & !others, others];
    if u64::from(stones) > TALLEST {
        squares.into_iter().for_each(|squares| raise(&mut words, squares, stones));
    }
    Position::from_parts_unchecked(words, squares, 0)
}

/// Restores the height of the one heap that was cut to seven.
fn raise(words: &mut [u64; 2], squares: u16, stones: u8) {
    let heap = |words: &[u64; 2], at: u32| words[at as usize / 8] >> (at % 8 * 8) & 0xff;
    let (mut missing, mut cut) = (u64::from(stones), None);
    let mut rest = squares;
    while rest != 0 {
        let at = rest.trailing_zeros();
        let here = heap(words, at);
        missing = missing.wrapping_sub(here);
        if here == TALLEST {
            cut = Some(at);
        }
        rest &= rest - 1;
    }
    if let Some(at) = cut {
        words[at as usize / 8] += missing << (at % 8 * 8);
    }
}

#[inline(always)]
fn plain(position: &Position) -> u64 {
    let [low, high] = position.stones().map(|word| pack(cut(word)));
    (u64::from(high) << 32 | u64::from(low)) | spread(position.squares()[1]) << 3
}

/// Bytes of 8 to 60 become 7.
#[inline(always)]
fn cut(word: u64) -> u64 {
    let tall = (word + 0x7878_7878_7878_7878) >> 7 & 0x0101_0101_0101_0101;
    word & !(tall * 0xff) | (tall * TALLEST)
}

/// Eight bytes below 16 as eight times four bits.
#[inline(always)]
fn pack(word: u64) -> u32 {
    let word = (word | word >> 4) & 0x00ff_00ff_00ff_00ff;
    let word = (word | word >> 8) & 0x0000_ffff_0000_ffff;
    (word | word >> 16) as u32
}

#[inline(always)]
fn unpack(nibbles: u32) -> u64 {
    let word = u64::from(nibbles);
    let word = (word | word << 16) & 0x0000_ffff_0000_ffff;
    let word = (word | word << 8) & 0x00ff_00ff_00ff_00ff;
    (word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f
}

/// Spreads sixteen bits, each to the lowest of four.
#[inline(always)]
fn spread(bits: u16) -> u64 {
    let word = u64::from(bits);
    let word = (word | word << 24) & 0x0000_00ff_0000_00ff;
    let word = (word | word << 12) & 0x000f_000f_000f_000f;
    let word = (word | word << 6) & 0x0303_0303_0303_0303;
    (word | word << 3) & 0x1111_1111_1111_1111
}

/// Collects the lowest of each four bits.
#[inline(always)]
fn gather(word: u64) -> u16 {
    let word = word & 0x1111_1111_1111_1111;
    let word = (word | word >> 3) & 0x0303_0303_0303_0303;
    let word = (word | word >> 6) & 0x000f_000f_000f_000f;
    let word = (word | word >> 12) & 0x0000_00ff_0000_00ff;
    (word | word >> 24) as u16
}

/// The least of a board and its reflections left-right, top-bottom and both.
#[inline(always)]
fn least_of_four(key: u64) -> u64 {
    let mirrored = mirror(key);
    key.min(upside_down(key)).min(mirrored).min(upside_down(mirrored))
}

/// Left for right.
#[inline(always)]
fn mirror(key: u64) -> u64 {
    const COLUMN: u64 = 0x000f_000f_000f_000f;
    (key & COLUMN) << 12 | (key & COLUMN << 4) << 4 | key >> 4 & COLUMN << 4 | key >> 12 & COLUMN
}

/// Top for bottom: the four rows of 16 bits the other way round.
#[inline(always)]
fn upside_down(key: u64) -> u64 {
    let pairs = key.rotate_left(32);
    (pairs & 0x0000_ffff_0000_ffff) << 16 | pairs >> 16 & 0x0000_ffff_0000_ffff
}

/// Rows for columns: first inside each block of 2 x 2, then the blocks.
#[inline(always)]
fn transpose(key: u64) -> u64 {
    let blocks = key & 0xf0f0_0f0f_f0f0_0f0f
        | (key & 0x0000_f0f0_0000_f0f0) << 12
        | (key & 0x0f0f_0000_0f0f_0000) >> 12;
    blocks & 0xff00_ff00_00ff_00ff
        | (blocks & 0x00ff_00ff_0000_0000) >> 24
        | (blocks & 0x0000_0000_ff00_ff00) << 24
}

#[cfg(test)]
mod tests {
    use games::Cell;
    use games::common::rng::Rng;
    use games::conga::Square;

    use super::*;

    /// Every number of stones that a key can hold, in few heaps or many.
    fn placements() -> impl Iterator<Item = (Position, u8)> {
        let mut rng = Rng::new(7);
        (0..6000).map(move |round| {
            let stones = 1 + (round % MOST_STONES as u32) as u8;
            let places = 1 + rng.below(15);
            let (mut squares, mut bytes) = ([0_u16; 2], [0_u8; 16]);
            for side in [0, 1] {
                for _ in 0..stones {
                    let mut at = rng.below(places + 1) as usize;
                    while squares[1 - side] >> at & 1 != 0 {
                        at = (at + 1) % 16;
                    }
                    // The second player needs a square, so the first leaves one.
                    if side == 0 && places as usize == at {
                        at = 0;
                    }
                    squares[side] |= 1 << at;
                    bytes[at] += 1;
                }
            }
            let words = [0, 8].map(|at| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight")));
            (Position::from_parts(words, squares, 0).expect("sound"), stones)
        })
    }

    #[test]
    fn a_key_is_read_back_as_the_same_position() {
        for (position, stones) in placements() {
            assert_eq!(super::position(plain(&position), stones), position, "{position}");
        }
    }

    /// The eight reflections by coordinates, one square after the other.
    #[test]
    fn keys_are_equal_for_the_eight_reflections() {
        for (position, stones) in placements() {
            let key = canonical(&position);
            let mut least = u64::MAX;
            for way in 0..8 {
                let (mut squares, mut bytes) = ([0_u16; 2], [0_u8; 16]);
                for (x, y) in (1..=4).flat_map(|x| (1..=4).map(move |y| (x, y))) {
                    let (to_x, to_y) =
                        (if way & 1 != 0 { 5 - x } else { x }, if way & 2 != 0 { 5 - y } else { y });
                    let (to_x, to_y) = if way & 4 != 0 { (to_y, to_x) } else { (to_x, to_y) };
                    let Cell { owner, count } = position.at(Square::new(x, y).expect("on the board"));
                    let to = Square::new(to_x, to_y).expect("on the board").index();
                    bytes[to] = count as u8;
                    if let Some(seat) = owner {
                        squares[seat.index()] |= 1 << to;
                    }
                }
                let words = [0, 8].map(|at| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight")));
                let reflected = Position::from_parts(words, squares, 0).expect("sound");
                assert_eq!(canonical(&reflected), key);
                least = least.min(plain(&reflected));
            }
            assert_eq!(least, key);
            assert_eq!(canonical(&super::position(key, stones)), key);
        }
    }
}
