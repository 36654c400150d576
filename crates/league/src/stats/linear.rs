//! Small dense linear algebra: a hundred players are a matrix of a hundred rows.

use std::ops::{Index, IndexMut};

/// A square matrix.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SquareMatrix {
    size: usize,
    cells: Vec<f64>,
}

impl SquareMatrix {
    pub(super) fn zeros(size: usize) -> SquareMatrix {
        SquareMatrix { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn from_rows(rows: &[Vec<f64>]) -> SquareMatrix {
        debug_assert!(rows.iter().all(|row| row.len() == rows.len()));
        SquareMatrix { size: rows.len(), cells: rows.concat() }
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..(row + 1) * self.size]
    }

    fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.cells[row * self.size..(row + 1) * self.size]
    }

    /// Adds `weight` times (e_a − e_b)(e_a − e_b)ᵀ: what a meeting of a and b
    /// adds to a matrix over differences.
    pub(super) fn add_difference(&mut self, a: usize, b: usize, weight: f64) {
        self[(a, a)] += weight;
        self[(b, b)] += weight;
        self[(a, b)] -= weight;
        self[(b, a)] -= weight;
    }

    pub(super) fn times_vector(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.size).map(|row| dot(self.row(row), vector)).collect()
    }

    pub(super) fn times(&self, other: &SquareMatrix) -> SquareMatrix {
        let mut product = SquareMatrix::zeros(self.size);
        for row in 0..self.size {
            for (at, &factor) in self.row(row).iter().enumerate() {
                add_scaled(product.row_mut(row), other.row(at), factor);
            }
        }
        product
    }

    /// Solves `self · x = right` by elimination with pivots; `None` if the
    /// matrix is singular.
    pub(super) fn solve(mut self, mut right: Vec<f64>) -> Option<Vec<f64>> {
        let size = self.size;
        for at in 0..size {
            let pivot = (at..size).max_by(|a, b| self[(*a, at)].abs().total_cmp(&self[(*b, at)].abs()))?;
            self.swap_rows(at, pivot);
            right.swap(at, pivot);
            let (above, below) = self.cells.split_at_mut((at + 1) * size);
            let row = &above[at * size..];
            if row[at] == 0.0 || !row[at].is_finite() {
                return None;
            }
            for (offset, other) in below.chunks_exact_mut(size).enumerate() {
                let factor = other[at] / row[at];
                if factor != 0.0 {
                    add_scaled(&mut other[at..], &row[at..], -factor);
                    right[at + 1 + offset] -= factor * right[at];
                }
            }
        }
        for at in (0..size).rev() {
            let known = dot(&self.row(at)[at + 1..], &right[at + 1..]);
            right[at] = (right[at] - known) / self[(at, at)];
        }
        Some(right)
    }

    /// The inverse; `None` if there is none. By Gauss and Jordan.
    pub(super) fn inverse(mut self) -> Option<SquareMatrix> {
        let size = self.size;
        let mut inverse = SquareMatrix::zeros(size);
        (0..size).for_each(|at| inverse[(at, at)] = 1.0);
        for at in 0..size {
            let pivot = (at..size).max_by(|a, b| self[(*a, at)].abs().total_cmp(&self[(*b, at)].abs()))?;
            self.swap_rows(at, pivot);
            inverse.swap_rows(at, pivot);
            let scale = 1.0 / self[(at, at)];
            if !scale.is_finite() {
                return None;
            }
            self.row_mut(at).iter_mut().chain(inverse.row_mut(at)).for_each(|cell| *cell *= scale);
            let (row, inverse_row) = (self.row(at).to_vec(), inverse.row(at).to_vec());
            for other in (0..size).filter(|other| *other != at) {
                let factor = -self[(other, at)];
                add_scaled(&mut self.row_mut(other)[at..], &row[at..], factor);
                add_scaled(inverse.row_mut(other), &inverse_row, factor);
            }
        }
        Some(inverse)
    }

    fn swap_rows(&mut self, a: usize, b: usize) {
        if a != b {
            let (above, below) = self.cells.split_at_mut(a.max(b) * self.size);
            above[a.min(b) * self.size..][..self.size].swap_with_slice(&mut below[..self.size]);
        }
    }
}

impl Index<(usize, usize)> for SquareMatrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for SquareMatrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Adds `factor` times `source`.
pub(super) fn add_scaled(target: &mut [f64], source: &[f64], factor: f64) {
    target.iter_mut().zip(source).for_each(|(target, source)| *target += factor * source);
}

/// Directions that every row is at right angles to, but for `tolerance`: one
/// vector for each that is free.
pub(super) fn null_space(mut rows: Vec<Vec<f64>>, width: usize, tolerance: f64) -> Vec<Vec<f64>> {
    let mut order: Vec<usize> = (0..width).collect();
    let mut rank = 0;
    while rank < rows.len().min(width) {
        // The largest of all that is left, so that rounding stays small.
        let rest = (rank..rows.len()).flat_map(|row| (rank..width).map(move |column| (row, column)));
        let size = |(row, column): (usize, usize)| rows[row][column].abs();
        let Some(pivot) = rest.max_by(|a, b| size(*a).total_cmp(&size(*b))) else { break };
        if size(pivot) <= tolerance {
            break;
        }
        rows.swap(rank, pivot.0);
        order.swap(rank, pivot.1);
        rows.iter_mut().for_each(|row| row.swap(rank, pivot.1));
        let scale = 1.0 / rows[rank][rank];
        rows[rank].iter_mut().for_each(|cell| *cell *= scale);
        let pivot_row = rows[rank].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != rank) {
            let factor = -row[rank];
            add_scaled(row, &pivot_row, factor);
        }
        rank += 1;
    }
    let free = (rank..width).map(|column| {
        let mut vector = vec![0.0; width];
        vector[order[column]] = 1.0;
        (0..rank).for_each(|row| vector[order[row]] = -rows[row][column]);
        vector
    });
    free.collect()
}

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;

    use super::*;

    #[test]
    fn solutions_solve_and_inverses_invert() {
        let mut rng = Rng::new(3);
        for size in [1, 2, 3, 10, 40] {
            let mut matrix = SquareMatrix::zeros(size);
            matrix.cells.iter_mut().for_each(|cell| *cell = f64::from(rng.below(2001)) / 1000.0 - 1.0);
            let right: Vec<f64> = (0..size).map(|_| f64::from(rng.below(100))).collect();
            let solution = matrix.clone().solve(right.clone()).expect("regular");
            let errors = matrix.times_vector(&solution).into_iter().zip(&right).map(|(a, b)| (a - b).abs());
            assert!(errors.fold(0.0, f64::max) < 1e-8, "{size}");
            let product = matrix.times(&matrix.clone().inverse().expect("regular"));
            for row in 0..size {
                for column in 0..size {
                    let expected = f64::from(u8::from(row == column));
                    assert!((product[(row, column)] - expected).abs() < 1e-8, "{size}");
                }
            }
        }
        assert_eq!(SquareMatrix::zeros(2).solve(vec![1.0, 1.0]), None);
        assert_eq!(SquareMatrix::zeros(2).inverse(), None);
    }

    #[test]
    fn null_spaces_have_their_size_and_are_null() {
        for (rows, free) in [
            (vec![vec![1.0, 1.0, 1.0]], 2),
            (vec![vec![1.0, 2.0, 3.0], vec![2.0, 4.0, 6.0]], 2),
            (vec![vec![0.0, 0.0, 1.0], vec![0.0, 1.0, 1.0], vec![1.0, 1.0, 1.0]], 0),
            (vec![vec![0.0; 3]], 3),
        ] {
            let found = null_space(rows.clone(), 3, 1e-12);
            assert_eq!(found.len(), free, "{rows:?}");
            assert!(found.iter().all(|vector| rows.iter().all(|row| dot(row, vector).abs() < 1e-12)));
        }
    }
}
