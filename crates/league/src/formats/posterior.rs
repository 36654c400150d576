//! What results say about strengths: a normal distribution around the ratings. It
//! says how much information a further pair would give.
//!
//! Strengths are logarithms of odds: of two players the better one wins with the
//! chance 1 / (1 + e^-difference).

use crate::results_table::ResultsTable;
use crate::standings::{pool, ratings};
use crate::stats::ELO_PER_NAT;

/// How uncertain it is where players stand whom no chain of meetings links with
/// others: 350 Elo, squared.
const LOST_VARIANCE: f64 = 4.0;

/// What is believed about the strengths of some players.
#[derive(Clone, Debug)]
pub(super) struct Posterior {
    players: usize,
    /// The likeliest strengths.
    pub(super) strengths: Vec<f64>,
    /// How they vary, row by row.
    covariance: Vec<f64>,
}

/// A posterior from which strengths can be drawn: the lower triangle whose product
/// with its mirror image is the covariance, row by row.
pub(super) struct Sampler<'a> {
    posterior: &'a Posterior,
    factor: Vec<f64>,
}

impl Posterior {
    /// What a table says about `players` players.
    pub(super) fn new(table: &ResultsTable, players: usize) -> Posterior {
        let rated = ratings(&pool(table, players));
        let mut covariance = Vec::with_capacity(players * players);
        for a in 0..players {
            // A group moves together.
            covariance.extend((0..players).map(|b| {
                let own = rated.covariance(a, b) / (ELO_PER_NAT * ELO_PER_NAT);
                own + if rated.groups[a] == rated.groups[b] { LOST_VARIANCE } else { 0.0 }
            }));
        }
        let strengths = rated.ratings.iter().map(|rating| rating / ELO_PER_NAT).collect();
        Posterior { players, strengths, covariance }
    }

    /// How uncertain the difference of two strengths is: its variance.
    pub(super) fn variance(&self, a: usize, b: usize) -> f64 {
        let at = |row: usize, column: usize| self.covariance[row * self.players + column];
        (at(a, a) + at(b, b) - 2.0 * at(a, b)).max(0.0)
    }

    /// Expected information of a pair about which player is better, in nats. It is
    /// greatest if either may win.
    pub(super) fn information(&self, a: usize, b: usize) -> f64 {
        (self.pair_weight(a, b) * self.variance(a, b)).ln_1p()
    }

    /// Reduces the variance as if the two had played a pair, whatever its result.
    pub(super) fn expect(&mut self, a: usize, b: usize) {
        let weight = self.pair_weight(a, b);
        let shrink = weight / (1.0 + weight * self.variance(a, b));
        let difference: Vec<f64> = self.covariance.chunks(self.players).map(|row| row[a] - row[b]).collect();
        for (row, own) in self.covariance.chunks_mut(self.players).zip(&difference) {
            row.iter_mut().zip(&difference).for_each(|(value, other)| *value -= shrink * own * other);
        }
    }

    /// Makes ready to draw from it.
    pub(super) fn sampler(&self) -> Sampler<'_> {
        Sampler { posterior: self, factor: factorised(self.covariance.clone(), self.players) }
    }

    /// The Fisher information of the two games of a pair.
    fn pair_weight(&self, a: usize, b: usize) -> f64 {
        let chance = 1.0 / (1.0 + (self.strengths[b] - self.strengths[a]).exp());
        2.0 * chance * (1.0 - chance)
    }
}

impl Sampler<'_> {
    /// Strengths as they may be, if `normals` are drawn from the standard normal
    /// distribution.
    pub(super) fn draw(&self, normals: &[f64]) -> Vec<f64> {
        let rows = self.factor.chunks(self.posterior.players).zip(&self.posterior.strengths).enumerate();
        rows.map(|(at, (row, strength))| strength + product(&row[..=at], &normals[..=at])).collect()
    }
}

/// Cholesky's factor of a covariance. Where a column is certain given those
/// before it, rounding is all that would be left: it is taken as 0.
fn factorised(mut matrix: Vec<f64>, size: usize) -> Vec<f64> {
    for row in 0..size {
        let (above, own) = matrix.split_at_mut(row * size);
        for column in 0..row {
            let other = &above[column * size..];
            let rest = own[column] - product(&own[..column], &other[..column]);
            own[column] = if other[column] > 0.0 { rest / other[column] } else { 0.0 };
        }
        let rest = own[row] - product(&own[..row], &own[..row]);
        own[row] = if rest > 1e-12 { rest.sqrt() } else { 0.0 };
    }
    matrix
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;

    use super::*;
    use crate::results_table::{GameScore, PairScore, Pairing};

    /// Random results between the players of each group.
    fn random_table(groups: &[&[usize]], pairs: u32, rng: &mut Rng) -> ResultsTable {
        let mut table = ResultsTable::default();
        for group in groups {
            for round in 0..pairs {
                let a = rng.below(group.len() as u32) as usize;
                let b = (a + 1 + rng.below(group.len() as u32 - 1) as usize) % group.len();
                let game = |half_points| GameScore { half_points: half_points as u8, margin: 0 };
                let games = [game(rng.below(3)), game(rng.below(3))];
                let pairing = Pairing { round, players: [group[a], group[b]], leg: 0 };
                table.add(&pairing, &PairScore::Played(games));
            }
        }
        table
    }

    #[test]
    fn a_pair_adds_what_it_weighs_to_the_precision_and_makes_no_player_less_certain() {
        let table = random_table(&[&[0, 1, 2, 3]], 20, &mut Rng::new(4));
        let before = Posterior::new(&table, 5);
        for (a, b) in [(0, 1), (3, 2), (1, 4)] {
            let mut after = before.clone();
            after.expect(a, b);
            let gained = 1.0 / after.variance(a, b) - 1.0 / before.variance(a, b);
            assert!((gained - before.pair_weight(a, b)).abs() < 1e-9);
            for one in 0..5 {
                for other in 0..5 {
                    assert!(after.variance(one, other) <= before.variance(one, other) + 1e-12);
                }
            }
            assert!(after.information(a, b) < before.information(a, b));
        }
    }

    #[test]
    fn a_player_without_links_may_be_anywhere() {
        let table = random_table(&[&[0, 1, 2], &[3, 4]], 30, &mut Rng::new(4));
        let posterior = Posterior::new(&table, 6);
        for (a, b, is_linked) in [(0, 2, true), (3, 4, true), (0, 3, false), (5, 1, false), (5, 4, false)] {
            let is_certain = posterior.variance(a, b) < 2.0 * LOST_VARIANCE;
            assert_eq!(is_certain, is_linked, "{a} {b}: {}", posterior.variance(a, b));
        }
        assert_eq!(Posterior::new(&ResultsTable::default(), 2).variance(0, 1), 2.0 * LOST_VARIANCE);
    }

    #[test]
    fn draws_vary_as_believed() {
        for (groups, pairs) in [(&[&[0, 1, 2, 3][..]][..], 30), (&[&[0, 2], &[1, 3]], 9), (&[&[1, 3]], 1)] {
            let posterior = Posterior::new(&random_table(groups, pairs, &mut Rng::new(2)), 4);
            let sampler = posterior.sampler();
            // The draws of unit vectors span the covariance.
            let unit = |at: usize| [0, 1, 2, 3].map(|other| f64::from(u8::from(at == other)));
            let off = [0, 1, 2, 3].map(|at| {
                let drawn = sampler.draw(&unit(at));
                [0, 1, 2, 3].map(|player| drawn[player] - posterior.strengths[player])
            });
            for a in 0..4 {
                for b in 0..4 {
                    let sum: f64 = off.iter().map(|off| off[a] * off[b]).sum();
                    assert!((sum - posterior.covariance[a * 4 + b]).abs() < 1e-9, "{groups:?} {a} {b}");
                }
            }
        }
    }
}
