//! The features of Virus's evaluation: every window of 3 × 3 squares, and along the
//! border every window of 2 × 3.
//!
//! A window is a number in base 3, computed for a whole row of windows at once. Each
//! column of the board has five bits of a word, for the three squares that the windows
//! cover (0 to 26). So three neighbouring columns are fifteen consecutive bits.

use games::virus::{STRIDE, Virus};

/// Bits of a column in a word.
const COLUMN: u32 = 5;
const SIDE: usize = STRIDE as usize;

/// The number of window indices: first windows of 3 × 3, then those along the upper and
/// lower border, then along the left and the right border.
///
/// Three columns of two squares need less than half of fifteen bits. The windows of two
/// columns use the rest, so no index is out of range.
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
        // The default size gets its own copy, with all loops unrolled.
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

/// The number of shapes. A shape is a window's squares as a number in base 3: first
/// windows of 3 × 3, then those of the border, as three lines of two squares, the outer
/// square first.
pub const SHAPES: usize = INNER_SHAPES + 729;
const INNER_SHAPES: usize = 19_683;

/// All windows, each with its shape. Windows that are equal by rotation or reflection
/// share one shape.
pub fn shapes() -> Vec<(usize, usize)> {
    (0..WINDOWS).filter_map(|window| shape(window).map(|shape| (window, shape))).collect()
}

/// The shape of a window; `None` for indices that no window has.
fn shape(window: usize) -> Option<usize> {
    let (first, count, height) = match window {
        RIGHT.. => (RIGHT, 2, 3),
        LEFT.. => (LEFT, 2, 3),
        ROWS.. => (ROWS, 3, 2),
        _ => (INNER, 3, 3),
    };
    let number = window - first;
    let column = |at: u32| number >> (at * COLUMN) & ((1 << COLUMN) - 1);
    if number >> (count * COLUMN) != 0 || (0..count).any(|at| column(at) >= 3_usize.pow(height)) {
        return None;
    }
    let square = |col: u32, row: u32| column(col) / 3_usize.pow(row) % 3;
    let read = |squares: &dyn Fn(u32, u32) -> usize, width: u32| {
        (0..3).fold(0, |code, line| (0..width).fold(code, |code, at| code * 3 + squares(line, at)))
    };
    // Columns and rows are equivalent; along the border the outer squares go first.
    let border = |squares: &dyn Fn(u32, u32) -> usize| {
        let turned = read(&|line, at| squares(2 - line, at), 2);
        INNER_SHAPES + read(squares, 2).min(turned)
    };
    match first {
        ROWS => Some(border(&square)),
        LEFT => Some(border(&|line, at| square(at, line))),
        RIGHT => Some(border(&|line, at| square(1 - at, line))),
        _ => {
            let looks: [&dyn Fn(u32, u32) -> usize; 8] = [
                &square,
                &|line, at| square(2 - line, at),
                &|line, at| square(line, 2 - at),
                &|line, at| square(2 - line, 2 - at),
                &|line, at| square(at, line),
                &|line, at| square(2 - at, line),
                &|line, at| square(at, 2 - line),
                &|line, at| square(2 - at, 2 - line),
            ];
            looks.into_iter().map(|look| read(look, 3)).min()
        }
    }
}

const MARKS: [char; 3] = ['.', 'x', 'o'];

/// A shape as text: `.` is empty, `x` the mover's, `o` the opponent's.
pub fn picture(shape: usize) -> String {
    let (code, width) = if shape < INNER_SHAPES { (shape, 3) } else { (shape - INNER_SHAPES, 2) };
    let square = |at: u32| MARKS[code / 3_usize.pow(3 * width - 1 - at) % 3];
    let line = |line: u32| (0..width).map(|at| square(line * width + at)).collect::<String>();
    [line(0), line(1), line(2)].join("/")
}

/// The shape of a [`picture`].
pub fn pictured(picture: &str) -> Option<usize> {
    let marks = picture.chars().filter(|mark| *mark != '/');
    let digits: Option<Vec<usize>> =
        marks.map(|mark| MARKS.iter().position(|known| *known == mark)).collect();
    let digits = digits?;
    let code = digits.iter().fold(0, |code, digit| code * 3 + digit);
    match digits.len() {
        9 => Some(code),
        6 => Some(INNER_SHAPES + code),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn windows_share_shapes_by_their_symmetries() {
        let shapes = shapes();
        let inner: BTreeSet<usize> =
            shapes.iter().map(|(_, shape)| *shape).filter(|shape| *shape < INNER_SHAPES).collect();
        let border: BTreeSet<usize> =
            shapes.iter().map(|(_, shape)| *shape).filter(|shape| *shape >= INNER_SHAPES).collect();
        // By Burnside's lemma: 3 colours, 3 x 3 squares with 8 symmetries, 3 x 2
        // squares with 2.
        assert_eq!(inner.len(), (19_683 + 4 * 729 + 27 + 2 * 27 + 216) / 8);
        assert_eq!(border.len(), (729 + 81) / 2);
        assert_eq!(shapes.len(), 19_683 + 3 * 729);
        for shape in inner.into_iter().chain(border) {
            assert_eq!(pictured(&picture(shape)), Some(shape));
        }
        assert_eq!((pictured("x"), pictured("xyz/.../...")), (None, None));
    }
}
