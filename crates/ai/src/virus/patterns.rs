//! What an evaluation of Virus sees of a position: every window of 3 x 3
//! squares, and along the border every window of 2 x 3.
//!
//! A window is a number in base 3, made for a whole row of windows at once:
//! each column of the board has five bits of a word, which hold the three
//! squares of that column that the windows cover (0 to 26), so that any three
//! columns next to each other are fifteen bits in a row.

use games::virus::{STRIDE, Virus};

/// Bits of a column in a word.
const COLUMN: u32 = 5;
const SIDE: usize = STRIDE as usize;

/// Numbers of windows: first those of 3 x 3, then those along the upper and
/// lower border, then those along the left one and the right one.
///
/// Three columns of two squares are below the half of what fifteen bits can say;
/// the windows of two columns are there, and no index needs checking.
pub const WINDOWS: usize = 2 << (3 * COLUMN);
const INNER: usize = 0;
const ROWS: usize = 1 << (3 * COLUMN);
const LEFT: usize = ROWS + ROWS / 2;
const RIGHT: usize = LEFT + (1 << (2 * COLUMN));

/// The squares of a row, each in the lowest bit of its column.
static SPREAD: [u64; 1 << SIDE] = {
    let mut spread = [0; 1 << SIDE];
    let mut row = 0;
    while row < spread.len() {
        let mut col = 0;
        while col < SIDE {
            spread[row] |= (row as u64 >> col & 1) << (COLUMN as usize * col);
            col += 1;
        }
        row += 1;
    }
    spread
};

/// Calls `see` with the number of every window of a position.
#[inline(always)]
pub fn scan(position: &Virus, mut see: impl FnMut(usize)) {
    match position.size() {
        // The usual board has its own copy, where all loops are laid out.
        10 => scan_size(position, 10, &mut see),
        size => scan_any(position, usize::from(size), &mut see),
    }
}

#[inline(never)]
fn scan_any(position: &Virus, size: usize, see: &mut impl FnMut(usize)) {
    scan_size(position, size, see);
}

#[inline(always)]
fn scan_size(position: &Virus, size: usize, see: &mut impl FnMut(usize)) {
    let [own, enemy, _] = position.sets();
    let mut rows = [0_u64; SIDE];
    for (at, row) in rows.iter_mut().enumerate().take(size) {
        let squares = |set: u128| SPREAD[(set >> (at * SIDE)) as usize % SPREAD.len()];
        *row = squares(own) + 2 * squares(enemy);
    }
    let mask = |columns: u32| (1_u64 << (columns * COLUMN)) - 1;
    for three in rows[..size].windows(3) {
        let codes = three[0] + 3 * three[1] + 9 * three[2];
        for col in 0..size - 2 {
            see(INNER + (codes >> (COLUMN as usize * col) & mask(3)) as usize);
        }
        see(LEFT + (codes & mask(2)) as usize);
        see(RIGHT + (codes >> (COLUMN as usize * (size - 2)) & mask(2)) as usize);
    }
    for (outer, inner) in [(rows[0], rows[1]), (rows[size - 1], rows[size - 2])] {
        let codes = outer + 3 * inner;
        for col in 0..size - 2 {
            see(ROWS + (codes >> (COLUMN as usize * col) & mask(3)) as usize);
        }
    }
}

/// A window's squares, 0 for empty, 1 for the mover's and 2 for the other's:
/// row by row, the border's first in those along the border.
pub type Squares = Vec<u8>;

/// What windows look like that are the same but for their place and how they
/// are turned: those that share a weight. Nothing for numbers that no window has.
pub fn shape(window: usize) -> Option<Squares> {
    let column = |number: usize, height: usize| {
        let digits: Vec<u8> = (0..height as u32).map(|at| (number / 3_usize.pow(at) % 3) as u8).collect();
        (number < 3_usize.pow(height as u32)).then_some(digits)
    };
    let (first, count, height) = match window {
        RIGHT.. => (RIGHT, 2, 3),
        LEFT.. => (LEFT, 2, 3),
        ROWS.. => (ROWS, 3, 2),
        _ => (INNER, 3, 3),
    };
    let number = window - first;
    let columns: Option<Vec<Vec<u8>>> =
        (0..count).map(|at| column(number >> (at * COLUMN) & ((1 << COLUMN) - 1), height)).collect();
    let columns = columns?;
    let lines: [Vec<u8>; 3] = match first {
        // Columns are as good as rows; the outer ones of the border go first.
        LEFT => std::array::from_fn(|at| vec![columns[0][at], columns[1][at]]),
        RIGHT => std::array::from_fn(|at| vec![columns[1][at], columns[0][at]]),
        _ => std::array::from_fn(|at| columns[at].clone()),
    };
    let height = lines[0].len();
    // A look at the window: which square of it is at (line, place).
    let look = |at: &dyn Fn(usize, usize) -> (usize, usize)| -> Squares {
        let places = (0..3).flat_map(|line| (0..height).map(move |place| (line, place)));
        places.map(|(line, place)| at(line, place)).map(|(line, place)| lines[line][place]).collect()
    };
    let mut looks = vec![look(&|line, place| (line, place)), look(&|line, place| (2 - line, place))];
    if height == 3 {
        looks.extend([
            look(&|line, place| (line, 2 - place)),
            look(&|line, place| (2 - line, 2 - place)),
            look(&|line, place| (place, line)),
            look(&|line, place| (2 - place, line)),
            look(&|line, place| (place, 2 - line)),
            look(&|line, place| (2 - place, 2 - line)),
        ]);
    }
    looks.into_iter().min()
}
