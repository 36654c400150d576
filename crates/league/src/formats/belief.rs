//! What results let one believe about strengths: a normal distribution, as good
//! for one game as for a million, from which it can be told what a further pair
//! would teach.
//!
//! Strengths are logarithms of odds: of two players the better one wins with the
//! chance 1 / (1 + e^-difference). A draw is half a win. Before the first game
//! everybody is believed to be average, give or take [`PRIOR_DEVIATION`].

use crate::table::Table;

/// How far apart strengths are thought to be before anything is known: 350 Elo.
const PRIOR_DEVIATION: f64 = 2.0;

/// What is believed about the strengths of some players.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    players: usize,
    /// The likeliest strengths.
    pub(super) strengths: Vec<f64>,
    /// How they vary, row by row.
    covariance: Vec<f64>,
    /// The inverse of that is the product of this lower triangle with its mirror
    /// image.
    factor: Vec<f64>,
}

/// Games that two players have played: who, how many, and points of the first.
type Games = (usize, usize, f64, f64);

impl Belief {
    /// What a table says about so many players. The distribution has its peak
    /// where the likelihood has, and is as wide as the peak.
    pub(super) fn new(table: &Table, players: usize) -> Belief {
        let games: Vec<Games> = table
            .by_players()
            .into_iter()
            .filter(|([_, b], meeting)| *b < players && meeting.score.games() > 0)
            .map(|([a, b], meeting)| (a, b, meeting.score.games() as f64, meeting.score.points()))
            .collect();
        let mut strengths = vec![0.0; players];
        // Newton's method; a step that would go far is made shorter, so that it
        // does not jump back and forth where the curve is flat.
        for _ in 0..100 {
            let (factor, slope) = curve(&games, &strengths);
            let step = solve(&factor, slope);
            let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
            let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
            strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += step * scale);
            if longest < 1e-9 {
                break;
            }
        }
        let (factor, _) = curve(&games, &strengths);
        let mut covariance = Vec::with_capacity(players * players);
        for player in 0..players {
            let mut unit = vec![0.0; players];
            unit[player] = 1.0;
            covariance.extend(solve(&factor, unit));
        }
        Belief { players, strengths, covariance, factor }
    }

    /// How uncertain the difference of two strengths is: its variance.
    pub(super) fn variance(&self, a: usize, b: usize) -> f64 {
        let at = |row: usize, column: usize| self.covariance[row * self.players + column];
        (at(a, a) + at(b, b) - 2.0 * at(a, b)).max(0.0)
    }

    /// What a pair of games would teach about which of the two is better, in
    /// nats. A game says most if either may win it.
    pub(super) fn information(&self, a: usize, b: usize) -> f64 {
        (self.pair_weight(a, b) * self.variance(a, b)).ln_1p()
    }

    /// Becomes as certain as if the two had played a pair, whatever came of it.
    pub(super) fn expect(&mut self, a: usize, b: usize) {
        let shrink = self.pair_weight(a, b) / (1.0 + self.pair_weight(a, b) * self.variance(a, b));
        let column: Vec<f64> = (0..self.players)
            .map(|row| self.covariance[row * self.players + a] - self.covariance[row * self.players + b])
            .collect();
        for (row, own) in self.covariance.chunks_mut(self.players).zip(&column) {
            row.iter_mut().zip(&column).for_each(|(value, other)| *value -= shrink * own * other);
        }
    }

    /// Strengths as they may be, if `normals` are drawn from the standard normal
    /// distribution.
    pub(super) fn draw(&self, mut normals: Vec<f64>) -> Vec<f64> {
        solve_mirrored(&self.factor, &mut normals);
        normals.iter_mut().zip(&self.strengths).for_each(|(value, strength)| *value += strength);
        normals
    }

    /// The Fisher information of the two games of a pair.
    fn pair_weight(&self, a: usize, b: usize) -> f64 {
        let chance = chance(self.strengths[a] - self.strengths[b]);
        2.0 * chance * (1.0 - chance)
    }
}

/// How likely a win is.
fn chance(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The slope of the logarithm of the likelihood at these strengths, and how it is
/// curved: the triangle whose product with its mirror image is the curvature.
fn curve(games: &[Games], strengths: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let players = strengths.len();
    let prior = 1.0 / (PRIOR_DEVIATION * PRIOR_DEVIATION);
    let mut slope: Vec<f64> = strengths.iter().map(|strength| -prior * strength).collect();
    let mut matrix = vec![0.0; players * players];
    (0..players).for_each(|player| matrix[player * players + player] = prior);
    for &(a, b, games, points) in games {
        let chance = chance(strengths[a] - strengths[b]);
        let surprise = points - games * chance;
        slope[a] += surprise;
        slope[b] -= surprise;
        let weight = games * chance * (1.0 - chance);
        matrix[a * players + a] += weight;
        matrix[b * players + b] += weight;
        matrix[a * players + b] -= weight;
        matrix[b * players + a] -= weight;
    }
    factorise(&mut matrix, players);
    (matrix, slope)
}

/// Cholesky's factor of a symmetric matrix, in the place of its lower triangle.
fn factorise(matrix: &mut [f64], size: usize) {
    for row in 0..size {
        let (above, own) = matrix.split_at_mut(row * size);
        for column in 0..row {
            let other = &above[column * size..];
            let rest = own[column] - product(&own[..column], &other[..column]);
            own[column] = rest / other[column];
        }
        // The prior keeps it positive; rounding shall not undo that.
        own[row] = (own[row] - product(&own[..row], &own[..row])).max(1e-12).sqrt();
    }
}

/// Solves a system of which the matrix has been factorised.
fn solve(factor: &[f64], mut values: Vec<f64>) -> Vec<f64> {
    let size = values.len();
    for row in 0..size {
        let own = &factor[row * size..];
        values[row] = (values[row] - product(&own[..row], &values[..row])) / own[row];
    }
    solve_mirrored(factor, &mut values);
    values
}

/// Solves a system whose matrix is the mirror image of the factor.
fn solve_mirrored(factor: &[f64], values: &mut [f64]) {
    let size = values.len();
    for row in (0..size).rev() {
        let own = &factor[row * size..];
        let (others, rest) = values.split_at_mut(row);
        rest[0] /= own[row];
        others.iter_mut().zip(own).for_each(|(value, factor)| *value -= factor * rest[0]);
    }
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;

    use super::*;
    use crate::table::{GameScore, PairScore, Pairing};

    /// A table of random results; the better place wins more often.
    fn random_table(players: usize, pairs: u32, rng: &mut Rng) -> Table {
        let mut table = Table::default();
        for leg in 0..pairs {
            let a = rng.below(players as u32) as usize;
            let b = (a + 1 + rng.below(players as u32 - 1) as usize) % players;
            let mut game = || {
                let luck = rng.below(10);
                let half_points = if luck < 2 { 1 } else { 2 * u8::from((luck < 7) == (a < b)) };
                GameScore { half_points, margin: 0 }
            };
            table.add(&Pairing { round: leg, players: [a, b], leg: 0 }, &PairScore::Played([game(), game()]));
        }
        table
    }

    /// The logarithm of the likelihood, from the definition.
    fn log_likelihood(table: &Table, strengths: &[f64]) -> f64 {
        let prior = strengths.iter().map(|strength| -(strength / PRIOR_DEVIATION).powi(2) / 2.0);
        let games = table.by_players().into_iter().map(|([a, b], meeting)| {
            let chance = 1.0 / (1.0 + (strengths[b] - strengths[a]).exp());
            let points = meeting.score.points();
            points * chance.ln() + (meeting.score.games() as f64 - points) * (1.0 - chance).ln()
        });
        prior.sum::<f64>() + games.sum::<f64>()
    }

    #[test]
    fn strengths_are_the_peak_and_the_covariance_its_width() {
        let mut rng = Rng::new(9);
        for players in 2..7 {
            for pairs in [0, 1, 5, 60] {
                let table = random_table(players, pairs, &mut rng);
                let belief = Belief::new(&table, players);
                // The curvature by small steps; its inverse must be the covariance.
                let nearby = |a: usize, up: f64, b: usize, along: f64| {
                    let mut strengths = belief.strengths.clone();
                    strengths[a] += up;
                    strengths[b] += along;
                    log_likelihood(&table, &strengths)
                };
                const STEP: f64 = 1e-3;
                for a in 0..players {
                    let slope = (nearby(a, STEP, a, 0.0) - nearby(a, -STEP, a, 0.0)) / (2.0 * STEP);
                    assert!(slope.abs() < 1e-4, "{players} players, {pairs} pairs: {slope}");
                    for b in 0..players {
                        let row: f64 = (0..players)
                            .map(|c| {
                                let corners = nearby(a, STEP, c, STEP)
                                    - nearby(a, STEP, c, -STEP)
                                    - nearby(a, -STEP, c, STEP)
                                    + nearby(a, -STEP, c, -STEP);
                                -corners / (4.0 * STEP * STEP) * belief.covariance[c * players + b]
                            })
                            .sum();
                        assert!((row - f64::from(a == b)).abs() < 1e-3, "{a} {b} {row}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_expected_pair_makes_as_certain_as_a_played_one() {
        // Two drawn games leave equal strengths where they were, so the width can
        // be compared with that of the table which holds them.
        let mut table = Table::default();
        let drawn = PairScore::Played([GameScore { half_points: 1, margin: 0 }; 2]);
        for (leg, players) in (0..).zip([[0, 1], [1, 2], [0, 3], [0, 1]]) {
            table.add(&Pairing { round: 0, players, leg }, &drawn);
        }
        let mut expected = Belief::new(&table, 4);
        expected.expect(2, 3);
        table.add(&Pairing { round: 0, players: [2, 3], leg: 9 }, &drawn);
        let played = Belief::new(&table, 4);
        for (expected, played) in expected.covariance.iter().zip(&played.covariance) {
            assert!((expected - played).abs() < 1e-9);
        }
    }

    #[test]
    fn draws_vary_as_believed() {
        let table = random_table(4, 30, &mut Rng::new(2));
        let belief = Belief::new(&table, 4);
        // The draws of unit vectors span the covariance.
        let units = (0..4).map(|at| (0..4).map(|other| f64::from(at == other)).collect::<Vec<f64>>());
        let off: Vec<Vec<f64>> = units
            .map(|unit| belief.draw(unit).iter().zip(&belief.strengths).map(|(a, b)| a - b).collect())
            .collect();
        for a in 0..4 {
            for b in 0..4 {
                let sum: f64 = off.iter().map(|off| off[a] * off[b]).sum();
                assert!((sum - belief.covariance[a * 4 + b]).abs() < 1e-9);
            }
        }
    }
}
