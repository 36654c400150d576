//! What an evaluation of Virus sees of a position: counts of sets of squares.
//!
//! All of it is a few hundred instructions on whole boards at a time. Numbers of
//! neighbours are counted for all squares at once, in bit planes: the first
//! plane holds the ones of every count, the second the twos, and so on.

use games::virus::{STRIDE, Virus, column, touching};

/// How many numbers describe a position; a multiple of 16 so that vectors are full.
pub const FEATURES: usize = 80;

/// The numbers, each from the side of whoever is to move.
pub type Features = [i16; FEATURES];

/// Counts of neighbours are told apart up to this many; from there on they are
/// one.
const KINDS: usize = 6;

/// The squares with 0, 1, 2, 3, 4 and with 5 or more squares of `set` around
/// them. Squares of the set itself count one too many; nobody asks for those.
#[inline(always)]
fn by_neighbours(set: u128) -> [u128; KINDS] {
    let (left, right) = (set << 1 & !column(0), set >> 1 & !column(STRIDE - 1));
    let (ones, twos) = add(left, set, right);
    let (count_ones, carried) = add(ones << STRIDE, ones, ones >> STRIDE);
    let (sum, fours) = add(twos << STRIDE, twos, twos >> STRIDE);
    let (count_twos, more_fours) = (sum ^ carried, sum & carried);
    // Four is told from five and more, eight need not be told from seven.
    let (many, eight) = (fours | more_fours, fours & more_fours);
    let few = !many;
    let four = many & !count_ones & !count_twos & !eight;
    [
        few & !count_ones & !count_twos,
        few & count_ones & !count_twos,
        few & !count_ones & count_twos,
        few & count_ones & count_twos,
        four,
        many & !four,
    ]
}

/// The sum of three bits, bit by bit: its ones and its twos.
#[inline(always)]
fn add(a: u128, b: u128, c: u128) -> (u128, u128) {
    let different = a ^ b;
    (different ^ c, a & b | different & c)
}

/// Numbers one after another.
struct Writer {
    features: Features,
    at: usize,
}

impl Writer {
    #[inline(always)]
    fn put(&mut self, number: i16) {
        self.features[self.at] = number;
        self.at += 1;
    }

    #[inline(always)]
    fn count(&mut self, set: u128) {
        self.put(set.count_ones() as i16);
    }
}

/// The numbers of a position; [`names`] says which is which.
#[inline(always)]
pub fn features(position: &Virus) -> Features {
    let [own, enemy, empty] = position.sets();
    let mut to = Writer { features: [0; FEATURES], at: 0 };
    let (near_own, near_enemy, near_empty) = (by_neighbours(own), by_neighbours(enemy), by_neighbours(empty));

    // Empty squares by the stones around them: what a stone there would
    // convert, for either side, and who can put one there at all.
    for (i, few_own) in near_own.iter().enumerate() {
        for (j, few_enemy) in near_enemy.iter().enumerate() {
            if i + j > 0 {
                to.count(empty & few_own & few_enemy);
            }
        }
    }
    // Stones by the empty squares around them: none and nobody takes them.
    for stones in [own, enemy] {
        for kind in near_empty {
            to.count(stones & kind);
        }
    }
    // Stones by the squares around them that can take them the next time.
    let (own_moves, enemy_moves) = (empty & !near_own[0], empty & !near_enemy[0]);
    for (stones, moves) in [(own, enemy_moves), (enemy, own_moves)] {
        let attacked = by_neighbours(moves);
        to.count(stones & attacked[1]);
        to.count(stones & attacked[2]);
        to.count(stones & attacked[3]);
        to.count(stones & (attacked[4] | attacked[5]));
    }
    // The greatest gain at hand.
    for (moves, near) in [(own_moves, near_enemy), (enemy_moves, near_own)] {
        let mut at_least = moves & near[5];
        to.put(i16::from(at_least != 0));
        for kind in [4, 3, 2] {
            at_least |= moves & near[kind];
            to.put(i16::from(at_least != 0));
        }
    }
    // Holes of one square, by who can fill them.
    let holes = empty & near_empty[0];
    to.count(holes & near_enemy[0]);
    to.count(holes & near_own[0]);
    to.put((holes & own_moves & enemy_moves).count_ones() as i16 & 1);
    // Squares that one side reaches before the other.
    let (own_two, enemy_two) = (touching(own_moves | own, empty), touching(enemy_moves | enemy, empty));
    to.count(own_two & !enemy_two);
    to.count(enemy_two & !own_two);
    let Rim { edges, corners } = RIMS[usize::from(position.size()) % RIMS.len()];
    for stones in [own, enemy] {
        to.count(edges & stones);
        to.count(corners & stones);
    }
    // Who makes the last move, and that it is somebody's turn.
    to.put(empty.count_ones() as i16 & 1);
    to.put(1);
    to.features
}

/// The outermost squares of a board.
#[derive(Clone, Copy)]
struct Rim {
    edges: u128,
    corners: u128,
}

/// By the size of the board; more than there are sizes, so that no index needs
/// checking.
static RIMS: [Rim; 16] = {
    let mut rims = [Rim { edges: 0, corners: 0 }; 16];
    let mut size = 1;
    while size <= STRIDE {
        let last = size - 1;
        let corner_columns = column(0) | column(last);
        let row = (1 << size) - 1;
        let rows = row | row << (last * STRIDE);
        let board = {
            let mut board = 0;
            let mut at = 0;
            while at < size {
                board |= row << (at * STRIDE);
                at += 1;
            }
            board
        };
        rims[size as usize] = Rim { edges: (rows | corner_columns) & board, corners: rows & corner_columns };
        size += 1;
    }
    rims
};

/// What each of the numbers counts, in few words; nothing for those that only
/// fill up a vector.
pub fn names() -> Vec<String> {
    const COUNTS: [&str; KINDS] = ["0", "1", "2", "3", "4", "5+"];
    let mut names = Vec::new();
    for own in COUNTS {
        names.extend(COUNTS.map(|enemy| format!("empty-near-{own}-own-{enemy}-enemy")));
    }
    names.remove(0);
    for side in ["own", "enemy"] {
        names.extend(COUNTS.map(|empty| format!("{side}-near-{empty}-empty")));
    }
    for side in ["own", "enemy"] {
        names.extend(["1", "2", "3", "4+"].map(|attacks| format!("{side}-attacked-from-{attacks}")));
    }
    for side in ["own", "enemy"] {
        names.extend(["5", "4", "3", "2"].map(|gain| format!("{side}-can-convert-{gain}")));
    }
    names.extend(["holes-own", "holes-enemy", "holes-both-odd", "reach-own", "reach-enemy"].map(String::from));
    for side in ["own", "enemy"] {
        names.extend(["edge", "corner"].map(|place| format!("{side}-on-{place}")));
    }
    names.extend(["empty-odd", "to-move"].map(String::from));
    names
}
