//! What the other seems to know of one's own tiles: where some shrank it has
//! looked, and it will come again.

use super::field::Field;

/// What is left of it after each turn.
const FADES: f64 = 0.9;

/// How well the other knows each square, from 0 to 1.
pub struct Exposure {
    squares: Vec<f64>,
}

impl Exposure {
    /// It knows nothing yet.
    pub fn new(squares: usize) -> Exposure {
        Exposure { squares: vec![0.0; squares] }
    }

    /// A turn of the other is over: these were the own levels before it, and
    /// these they are now.
    pub fn notice(&mut self, field: &Field, before: &[u32], now: &[u32]) {
        self.squares.iter_mut().for_each(|known| *known *= FADES);
        for at in (0..now.len()).filter(|at| now[*at] < before[*at]) {
            for near in field.window(at) {
                self.squares[near] = 1.0;
            }
        }
    }

    /// How well the other knows a square.
    pub fn of(&self, at: usize) -> f64 {
        self.squares[at]
    }
}

#[cfg(test)]
mod tests {
    use games::plantation::Options;

    use super::*;

    #[test]
    fn what_shrank_is_known_with_all_around_it_and_forgotten_in_time() {
        let field = Field::new(&Options { rows: 4, cols: 5, ..Options::default() });
        let mut exposure = Exposure::new(field.squares());
        let mut before = vec![0; field.squares()];
        (before[0], before[12]) = (3, 2);
        let mut now = before.clone();
        now[0] = 1;
        exposure.notice(&field, &before, &now);
        let known: Vec<usize> = (0..field.squares()).filter(|at| exposure.of(*at) > 0.0).collect();
        assert_eq!(known, [0, 1, 5, 6], "the corner and what is beside it");
        exposure.notice(&field, &now, &now);
        assert!(exposure.of(0) < 1.0 && exposure.of(0) > 0.5 && exposure.of(12) == 0.0);
    }
}
