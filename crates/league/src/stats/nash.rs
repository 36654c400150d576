//! The Nash average: how strong players are against the mixture of players that
//! no player beats. Copies of a player do not change it, and neither do
//! weak players that join, as they would change an average.

use super::linear::{SquareMatrix, add_scaled, dot, null_space};

/// See [`nash()`].
#[derive(Clone, PartialEq, Debug)]
pub struct Nash {
    /// How much of each player there is in the mixture that no player beats. If
    /// there are several, it is the one of maximum entropy: as even as can be.
    pub shares: Vec<f64>,
    /// What each player scores against the mixture: 0 for those in it and at
    /// most 0 for all, if a win is 1 and a loss −1.
    pub ratings: Vec<f64>,
}

/// Finds the mixture that no player beats in an antisymmetric table of payoffs
/// from −1 to 1: each player (row) against each (column).
pub fn nash(payoffs: &[Vec<f64>]) -> Nash {
    let payoffs = SquareMatrix::from_rows(payoffs);
    let central = central_equilibrium(&payoffs);
    let shares = if central.is_empty() { central } else { most_even(&payoffs, central) };
    Nash { ratings: payoffs.times_vector(&shares), shares }
}

/// How near to an equilibrium the central path is followed.
const GAP: f64 = 1e-13;

/// Follows the central path: shares x and what every player loses against them,
/// s = −P·x + τ, with all x·s = τ / n. As τ goes to 0 it leads to an equilibrium
/// where every player has a share who has one in any, and all others lose.
/// The sum of the shares stays 1 on the way because P is antisymmetric.
fn central_equilibrium(payoffs: &SquareMatrix) -> Vec<f64> {
    let size = payoffs.size();
    let mut shares = vec![1.0 / size as f64; size];
    let mut gap = 2.0;
    let mut losses: Vec<f64> = payoffs.times_vector(&shares).iter().map(|payoff| gap - payoff).collect();
    for _ in 0..300 {
        if gap < GAP {
            break;
        }
        let target = 0.2 * gap;
        // (diag(s / x) − P) dx = (target / n − x s) / x + (gap − target)
        let mut matrix = SquareMatrix::zeros(size);
        let mut right = vec![0.0; size];
        for row in 0..size {
            (0..size).for_each(|column| matrix[(row, column)] = -payoffs[(row, column)]);
            matrix[(row, row)] += losses[row] / shares[row];
            right[row] = target / size as f64 / shares[row] - losses[row] + (gap - target);
        }
        let Some(step) = matrix.solve(right) else { break };
        let loss_step: Vec<f64> =
            payoffs.times_vector(&step).iter().map(|payoff| target - gap - payoff).collect();
        let room = |at: &[f64], step: &[f64]| {
            let ratios = at.iter().zip(step).filter(|(_, step)| **step < 0.0).map(|(at, step)| -at / step);
            ratios.fold(f64::INFINITY, f64::min)
        };
        let length = (0.9 * room(&shares, &step).min(room(&losses, &loss_step))).min(1.0);
        add_scaled(&mut shares, &step, length);
        add_scaled(&mut losses, &loss_step, length);
        gap += length * (target - gap);
    }
    // Those who lose have no share.
    let mut shares: Vec<f64> =
        shares.iter().zip(&losses).map(|(share, loss)| if share > loss { *share } else { 0.0 }).collect();
    normalise(&mut shares);
    shares
}

fn normalise(shares: &mut [f64]) {
    let sum: f64 = shares.iter().sum();
    if sum > 0.0 {
        shares.iter_mut().for_each(|share| *share /= sum);
    }
}

/// What counts as no difference between payoffs.
const EVEN: f64 = 1e-9;

/// The equilibrium of maximum entropy, from one with all shares that any has.
/// The equilibria are those mixtures of the same players against which all of
/// them break even, and against which no other player wins.
fn most_even(payoffs: &SquareMatrix, mut shares: Vec<f64>) -> Vec<f64> {
    let size = payoffs.size();
    let players: Vec<usize> = (0..size).filter(|at| shares[*at] > 0.0).collect();
    let of_members = |row: usize| players.iter().map(|at| payoffs[(row, *at)]).collect::<Vec<f64>>();
    let mut fixed: Vec<Vec<f64>> = players.iter().map(|row| of_members(*row)).collect();
    fixed.push(vec![1.0; players.len()]);
    let directions = orthonormal(null_space(fixed, players.len(), EVEN));
    if directions.is_empty() {
        return shares;
    }
    let outsiders: Vec<Vec<f64>> = (0..size).filter(|at| shares[*at] == 0.0).map(of_members).collect();
    let mut mixture: Vec<f64> = players.iter().map(|at| shares[*at]).collect();
    let mut barrier = 0.1;
    while barrier > 1e-12 {
        climb(&mut mixture, &directions, &outsiders, barrier);
        barrier *= 0.1;
    }
    players.iter().zip(mixture).for_each(|(at, share)| shares[*at] = share);
    normalise(&mut shares);
    shares
}

/// The same directions at right angles, by Gram and Schmidt.
fn orthonormal(directions: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let mut found: Vec<Vec<f64>> = Vec::new();
    for mut direction in directions {
        // Twice is enough against rounding.
        for _ in 0..2 {
            found.iter().for_each(|other| {
                let along = dot(other, &direction);
                add_scaled(&mut direction, other, -along);
            });
        }
        let length = dot(&direction, &direction).sqrt();
        direction.iter_mut().for_each(|cell| *cell /= length);
        found.push(direction);
    }
    found
}

/// Newton's steps to the most of entropy + `barrier` · Σ ln(what outsiders lose),
/// along the directions that keep the mixture an equilibrium.
fn climb(mixture: &mut [f64], directions: &[Vec<f64>], outsiders: &[Vec<f64>], barrier: f64) {
    let free = directions.len();
    let value = |mixture: &[f64]| {
        let entropy: f64 = mixture.iter().map(|share| -share * share.ln()).sum();
        let losses = outsiders.iter().map(|payoffs| (-dot(payoffs, mixture)).ln());
        entropy + barrier * losses.sum::<f64>()
    };
    let mut height = value(mixture);
    for _ in 0..100 {
        let slopes: Vec<f64> = mixture.iter().map(|share| -1.0 - share.ln()).collect();
        let mut gradient: Vec<f64> = directions.iter().map(|direction| dot(direction, &slopes)).collect();
        let mut hessian = SquareMatrix::zeros(free);
        for (at, share) in mixture.iter().enumerate() {
            let along: Vec<f64> = directions.iter().map(|direction| direction[at]).collect();
            add_square(&mut hessian, &along, 1.0 / share);
        }
        for payoffs in outsiders {
            let loss = -dot(payoffs, mixture);
            let along: Vec<f64> = directions.iter().map(|direction| -dot(direction, payoffs)).collect();
            add_scaled(&mut gradient, &along, barrier / loss);
            add_square(&mut hessian, &along, barrier / (loss * loss));
        }
        let Some(step) = hessian.solve(gradient.clone()) else { return };
        let gain = dot(&gradient, &step);
        if gain.is_nan() || gain < 1e-20 {
            return;
        }
        let mut change = vec![0.0; mixture.len()];
        directions.iter().zip(&step).for_each(|(direction, step)| add_scaled(&mut change, direction, *step));
        let mut length = 1.0;
        loop {
            let next: Vec<f64> =
                mixture.iter().zip(&change).map(|(at, change)| at + length * change).collect();
            let next_height = value(&next);
            // Outside it is not a number, and never higher.
            if next_height > height {
                mixture.copy_from_slice(&next);
                height = next_height;
                break;
            }
            length /= 2.0;
            if length < 1e-12 {
                return;
            }
        }
    }
}

fn add_square(matrix: &mut SquareMatrix, vector: &[f64], weight: f64) {
    for (row, a) in vector.iter().enumerate() {
        for (column, b) in vector.iter().enumerate() {
            matrix[(row, column)] += weight * a * b;
        }
    }
}

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;

    use super::*;

    /// Payoffs that are whole numbers of `1 / grain`: the fewer there are, the
    /// more ties, and the more equilibria.
    fn random_payoffs(size: usize, grain: u32, rng: &mut Rng) -> Vec<Vec<f64>> {
        let mut payoffs = vec![vec![0.0; size]; size];
        for (a, b) in (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b))) {
            let payoff = f64::from(rng.below(2 * grain + 1)) / f64::from(grain) - 1.0;
            (payoffs[a][b], payoffs[b][a]) = (payoff, -payoff);
        }
        payoffs
    }

    #[test]
    fn no_player_beats_the_mixture() {
        let mut rng = Rng::new(7);
        for size in [1, 2, 3, 4, 5, 7, 10, 20, 33, 60, 100] {
            for grain in [1, 2, 10, 1000, 1 << 30] {
                let found = nash(&random_payoffs(size, grain, &mut rng));
                let most = found.ratings.iter().copied().fold(f64::MIN, f64::max);
                assert!(most < 1e-9, "{size} players by 1/{grain}: {most}");
                assert!(found.shares.iter().all(|share| *share >= 0.0), "{size} players by 1/{grain}");
                assert!((found.shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            }
        }
        assert_eq!(nash(&[]), Nash { shares: vec![], ratings: vec![] });
    }

    /// A second way to maximum entropy: its dual problem, the least of
    /// ln Σ exp(P·y) over y ≥ 0, by small steps down.
    fn by_small_steps(payoffs: &[Vec<f64>]) -> Vec<f64> {
        let size = payoffs.len();
        let mut y = vec![0.0; size];
        let mixture = |y: &[f64]| {
            // A player's share grows with what it gains from those that would
            // beat the mixture.
            let weights: Vec<f64> = payoffs.iter().map(|row| dot(row, y).exp()).collect();
            let sum: f64 = weights.iter().sum();
            weights.iter().map(|weight| weight / sum).collect::<Vec<f64>>()
        };
        for _ in 0..60_000 {
            let shares = mixture(&y);
            y.iter_mut().zip(payoffs).for_each(|(y, row)| *y = (*y + 0.5 * dot(row, &shares)).max(0.0));
        }
        mixture(&y)
    }

    #[test]
    fn of_many_mixtures_it_is_the_most_even_one() {
        let mut rng = Rng::new(8);
        for case in 0..40 {
            let size = 2 + case % 5;
            let payoffs = random_payoffs(size, 1 + (case / 20) as u32, &mut rng);
            let (found, expected) = (nash(&payoffs).shares, by_small_steps(&payoffs));
            let most = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(most < 5e-3, "{payoffs:?}: {found:?}, by small steps {expected:?}");
        }
    }

    #[test]
    fn copies_share_what_one_alone_would_have() {
        let mut rng = Rng::new(9);
        for grain in [1, 3, 1 << 30] {
            let payoffs = random_payoffs(7, grain, &mut rng);
            let alone = nash(&payoffs);
            // The first player twice more.
            let of = |at: usize| at.saturating_sub(2);
            let doubled: Vec<Vec<f64>> =
                (0..9).map(|a| (0..9).map(|b| payoffs[of(a)][of(b)]).collect()).collect();
            let found = nash(&doubled);
            assert!((found.shares[0] - found.shares[2]).abs() < 1e-7);
            // With one equilibrium alone, the others keep what they had.
            if grain > 100 {
                assert!((0..9).all(|at| (found.ratings[at] - alone.ratings[of(at)]).abs() < 1e-7));
            }
        }
    }
}
