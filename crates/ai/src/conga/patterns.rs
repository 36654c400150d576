//! A linear evaluation over small parts of the board, learned from self-play.
//!
//! Each square is in one of seven states: empty, or either player's with stones that
//! fill one, two or three squares when sown. Every block of 2 × 2 squares and every
//! line of four has a weight by its states; so have the number of moves and of squares
//! of both players. The evaluation is the sum, in hundredths of the log-odds of winning.
//!
//! Parts that are reflections of each other share weights. `cargo run --release -p
//! gridiron-ai --example conga_learn` writes the weights to `patterns.bin`.

use std::array;
use std::sync::OnceLock;

use games::conga::Position;

/// The states of four squares: three bits each.
const STATES: usize = 1 << 12;

/// The nine blocks and the eight lines, then the moves and squares of the mover
/// and of the other.
pub const PARTS: usize = 9 + 8 + 4;

/// Where the weights of the moves and of the squares begin.
const MOVES_AT: usize = 17 * STATES;
const MAX_MOVES: usize = 64;
const SQUARES_AT: usize = MOVES_AT + 2 * MAX_MOVES;
const SQUARE_COUNTS: usize = 32;
const ALL: usize = SQUARES_AT + 2 * SQUARE_COUNTS;

/// The number of learned weights; shared ones count once. Some are never used.
pub const WEIGHTS: usize = 5 * STATES + 2 * MAX_MOVES + 2 * SQUARE_COUNTS;

/// The weights, expanded to one for each state of each part.
pub struct Patterns {
    weights_by_state: Box<[i16; ALL]>,
}

impl Patterns {
    /// From learned weights, in the numbering of [`Patterns::features`].
    pub fn new(weights: &[i16; WEIGHTS]) -> Patterns {
        let mut weights_by_state = Box::new([0; ALL]);
        for (weights_by_state, shared) in weights_by_state.iter_mut().zip(shared()) {
            *weights_by_state = weights[usize::from(*shared)];
        }
        Patterns { weights_by_state }
    }

    /// The weights of `patterns.bin`.
    pub fn learned() -> &'static Patterns {
        static LEARNED: OnceLock<Patterns> = OnceLock::new();
        LEARNED.get_or_init(|| {
            let bytes: &[u8; 2 * WEIGHTS] = include_bytes!("patterns.bin");
            Patterns::new(&array::from_fn(|at| i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]])))
        })
    }

    /// The evaluation of a position for its mover, in hundredths of log-odds.
    #[inline(always)]
    pub fn evaluate(&self, position: &Position) -> i32 {
        let mut sum = 0;
        for at in feature_indices(position) {
            // Never out of range; the remainder spares the bounds check.
            sum += i32::from(self.weights_by_state[at % ALL]);
        }
        sum
    }

    /// The indices of the weights that add up to the evaluation: for learning.
    pub fn features(position: &Position) -> [usize; PARTS] {
        let shared = shared();
        feature_indices(position).map(|at| usize::from(shared[at]))
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// The index of each part's weight.
#[inline(always)]
fn feature_indices(position: &Position) -> [usize; PARTS] {
    let [mover, other] = position.squares();
    let [low, high] = position.stones();
    let rows = [rows(low, mover as u8), rows(high, (mover >> 8) as u8)];
    let rows = [rows[0].0, rows[0].1, rows[1].0, rows[1].1];
    let mut found = [0; PARTS];
    for y in 0..3 {
        for x in 0..3 {
            let at = 3 * y + x;
            let block = (rows[y] >> (3 * x) & 63) | (rows[y + 1] >> (3 * x) & 63) << 6;
            found[at] = at * STATES + block;
        }
    }
    for line in 0..4 {
        let of_row = |row: usize| rows[row] >> (3 * line) & 7;
        let column = of_row(0) | of_row(1) << 3 | of_row(2) << 6 | of_row(3) << 9;
        found[9 + line] = (9 + line) * STATES + rows[line];
        found[13 + line] = (13 + line) * STATES + column;
    }
    let moves = |own, other| (Position::moves_between(own, other).count_ones() as usize).min(MAX_MOVES - 1);
    // A heap of seven or more is a feature of its own.
    let tall = |word: u64| (word + 0x79 * ONES) >> 7 & ONES;
    let tall = gather(tall(low)) | gather(tall(high)) << 8;
    let squares = |own: u16| (own.count_ones() as usize).min(15) + 16 * usize::from(tall & own != 0);
    found[17] = MOVES_AT + moves(mover, other);
    found[18] = MOVES_AT + MAX_MOVES + moves(other, mover);
    found[19] = SQUARES_AT + squares(mover);
    found[20] = SQUARES_AT + SQUARE_COUNTS + squares(other);
    found
}

/// The states of two rows of squares, three bits each, from eight bytes of stones and
/// the mover's squares.
#[inline(always)]
fn rows(word: u64, movers: u8) -> (usize, usize) {
    // Heaps below 64 never carry into the next byte.
    let at_least = |stones: u64| (word + (0x80 - stones) * ONES) >> 7 & ONES;
    let fills = at_least(1) + at_least(2) + at_least(4);
    let movers = (u64::from(movers).wrapping_mul(ONES) & 0x8040_2010_0804_0201) + 0x7f * ONES;
    let states = fills | (movers >> 7 & ONES) << 2;
    let pairs = (states | states >> 5) & 0x003f_003f_003f_003f;
    let fours = (pairs | pairs >> 10) & 0x0000_0fff_0000_0fff;
    (fours as usize & 0xfff, (fours >> 32) as usize)
}

/// Collects the lowest bit of each byte.
#[inline(always)]
fn gather(word: u64) -> u16 {
    (word.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
}

/// The learned weight of each index: reflections map to the same one.
fn shared() -> &'static [u16; ALL] {
    static SHARED: OnceLock<Box<[u16; ALL]>> = OnceLock::new();
    SHARED.get_or_init(|| {
        let mut shared = Box::new([0; ALL]);
        for (at, shared) in shared.iter_mut().enumerate() {
            let (part, states) = (at / STATES, at % STATES);
            *shared = match part {
                0..9 => shared_block(part % 3, part / 3, states),
                9..17 => {
                    let outer = matches!(part, 9 | 12 | 13 | 16);
                    let line = states.min(permuted(states, [3, 2, 1, 0]));
                    (if outer { 3 } else { 4 }) * STATES + line
                }
                _ => 5 * STATES + (at - MOVES_AT),
            } as u16;
        }
        shared
    })
}

/// The states of four squares in another order.
fn permuted(states: usize, order: [usize; 4]) -> usize {
    (0..4).fold(0, |all, to| all | (states >> (3 * order[to]) & 7) << (3 * to))
}

/// The shared weight of a block. Reflections move it to the lower left corner, to the
/// block above, or to the middle; then the least of its own reflections counts.
fn shared_block(x: usize, y: usize, states: usize) -> usize {
    // Squares of a block: lower left, lower right, upper left, upper right.
    const MIRRORED: [usize; 4] = [1, 0, 3, 2];
    const UPSIDE_DOWN: [usize; 4] = [2, 3, 0, 1];
    const TRANSPOSED: [usize; 4] = [0, 2, 1, 3];
    let (mut x, mut y, mut states) = (x, y, states);
    if x == 2 {
        (x, states) = (0, permuted(states, MIRRORED));
    }
    if y == 2 {
        (y, states) = (0, permuted(states, UPSIDE_DOWN));
    }
    if x == 1 && y == 0 {
        (x, y, states) = (0, 1, permuted(states, TRANSPOSED));
    }
    let (class, ways): (usize, &[[usize; 4]]) = match (x, y) {
        (0, 0) => (0, &[TRANSPOSED]),
        (0, 1) => (1, &[UPSIDE_DOWN]),
        _ => (2, &[MIRRORED, UPSIDE_DOWN, TRANSPOSED]),
    };
    // The reflections generate at most eight orders: three rounds reach them all.
    let mut all = vec![states];
    for _ in 0..3 {
        let further: Vec<usize> =
            all.iter().flat_map(|states| ways.iter().map(|way| permuted(*states, *way))).collect();
        all.extend(further);
    }
    class * STATES + all.into_iter().min().unwrap_or(states)
}

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;
    use games::conga::{Options, Square};
    use games::{Cell, Game};

    use super::*;
    use crate::random::any_action;

    fn positions() -> Vec<Position> {
        let mut rng = Rng::new(11);
        let mut positions = Vec::new();
        for round in 0..200 {
            let mut position = Position::start(&Options { stones: [10, 7, 60, 3][round % 4] }, 0);
            for _ in 0..30 {
                positions.push(position);
                if position.actions().len() == 0 {
                    break;
                }
                let action = any_action(&position, &mut rng);
                position.play(action);
            }
        }
        positions
    }

    /// The state of a square by the rules of sowing.
    fn state(position: &Position, x: usize, y: usize) -> usize {
        let Cell { owner, count } =
            position.at(Square::new(x as i32 + 1, y as i32 + 1).expect("on the board"));
        let fills = match count {
            0 => 0,
            1 => 1,
            2..=3 => 2,
            _ => 3,
        };
        fills + if owner == Some(position.to_move()) { 4 } else { 0 }
    }

    #[test]
    fn all_squares_at_once_are_the_squares_one_by_one() {
        for position in positions() {
            let found = feature_indices(&position);
            for (at, found) in found[..9].iter().enumerate() {
                let squares = [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().enumerate();
                let expected = squares.fold(at * STATES, |all, (nth, (right, up))| {
                    all + (state(&position, at % 3 + right, at / 3 + up) << (3 * nth))
                });
                assert_eq!(*found, expected, "block {at} of {position}");
            }
            for line in 0..4 {
                let row = (0..4).fold(0, |all, x| all | state(&position, x, line) << (3 * x));
                let column = (0..4).fold(0, |all, y| all | state(&position, line, y) << (3 * y));
                assert_eq!(found[9 + line] % STATES, row);
                assert_eq!(found[13 + line] % STATES, column);
            }
            assert_eq!(found[17] - MOVES_AT, position.actions().len().min(MAX_MOVES - 1));
            assert!(found.iter().all(|at| *at < ALL));
        }
    }

    /// A board and its reflections have the same evaluation, for any weights.
    #[test]
    fn reflections_share_their_weights() {
        for position in positions() {
            let sorted = |position: &Position| {
                let mut features = Patterns::features(position);
                features.sort_unstable();
                features
            };
            let bytes: Vec<u8> = position.stones().into_iter().flat_map(u64::to_le_bytes).collect();
            let reflected = |to: &dyn Fn(usize, usize) -> usize| {
                let (mut stones, mut squares) = ([0_u64; 2], [0_u16; 2]);
                for (x, y) in (0..4).flat_map(|x| (0..4).map(move |y| (x, y))) {
                    let (from, to) = (4 * y + x, to(x, y));
                    stones[to / 8] |= u64::from(bytes[from]) << (to % 8 * 8);
                    for (mine, all) in squares.iter_mut().zip(position.squares()) {
                        *mine |= (all >> from & 1) << to;
                    }
                }
                Position::from_parts(stones, squares, 0).expect("sound")
            };
            for other in [reflected(&|x, y| 4 * y + 3 - x), reflected(&|x, y| 4 * x + y)] {
                assert_eq!(sorted(&other), sorted(&position), "{position}");
            }
        }
    }
}
