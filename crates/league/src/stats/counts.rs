//! What the results between two players say about their strength.

use super::{ELO_PER_NAT, Z95, elo_of_score, normal_cdf, wilson};

/// How often each result came, from the worst for the first player to the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// Single games: lost, drawn, won.
    Games([u64; 3]),
    /// Pairs of games with the seats swapped, by half points: from both lost to
    /// both won. The two games of a pair have the same start, so they are not
    /// independent and the pair is what is counted.
    Pairs([u64; 5]),
}

/// Used in place of a count of 0, so that logarithms and variances exist.
const INSTEAD_OF_ZERO: f64 = 1e-3;

/// Scores are kept so far from 0 and 1 when there are no games at all, which
/// makes an interval of 1,200 Elo to each side.
const NOTHING_KNOWN: f64 = 1e-3;

/// The same for scores that no number of games keeps away from 0 and 1: nearer,
/// a double cannot tell 1 and a bit less apart.
const NEAREST_EDGE: f64 = 1e-12;

/// What one standard deviation of a game's score is worth in normalized Elo.
pub(super) const NELO_PER_DEVIATION: f64 = 2.0 * ELO_PER_NAT;

/// An estimate of strength from counts of results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// Points for each game, 0 to 1.
    pub score: f64,
    /// Its standard error.
    pub se: f64,
    /// The difference in Elo, at most what a score of half a point less than
    /// all (or more than none) would be.
    pub elo: f64,
    /// Half the width of the interval.
    pub elo_err95: f64,
    /// The 95 % confidence interval of the difference.
    pub elo_interval: (f64, f64),
    /// Likelihood of superiority: the chance that the first player is the
    /// stronger one.
    pub los: f64,
    /// The difference in normalized Elo: by how many standard deviations of a
    /// game's score the score is above a half. It says how many games it takes
    /// to see the difference, whatever the rate of draws.
    pub nelo: f64,
    /// Half the width of its 95 % interval.
    pub nelo_err95: f64,
}

impl Counts {
    /// Games in all; a pair has two.
    pub fn games(&self) -> u64 {
        match self {
            Counts::Games(_) => self.units(),
            Counts::Pairs(_) => self.units().saturating_mul(2),
        }
    }

    /// How many games or pairs, whichever are counted.
    pub fn units(&self) -> u64 {
        self.slice().iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Whether results are not all the same: only then normalized Elo, which is
    /// in units of their spread, is more than some large number.
    pub fn vary(&self) -> bool {
        self.kinds() > 1
    }

    /// How many different results came.
    fn kinds(&self) -> usize {
        self.slice().iter().filter(|count| **count > 0).count()
    }

    fn slice(&self) -> &[u64] {
        match self {
            Counts::Games(counts) => counts,
            Counts::Pairs(counts) => counts,
        }
    }

    /// Games in a unit.
    fn games_in_unit(&self) -> f64 {
        match self {
            Counts::Games(_) => 1.0,
            Counts::Pairs(_) => 2.0,
        }
    }

    /// Each score and how often it came, zeros replaced.
    fn weights(&self) -> Vec<(f64, f64)> {
        let counts = self.slice();
        let last = (counts.len() - 1) as f64;
        counts.iter().enumerate().map(|(at, count)| (at as f64 / last, weight(*count))).collect()
    }

    /// Estimates Elo from the counts.
    ///
    /// Results that are all the same have no variance to judge by: then the
    /// interval is Wilson's over games or pairs, and the likelihood of
    /// superiority that of as many coins that all fell on one side (a half for
    /// draws). Without any games the score is a half and the interval 1,200 Elo
    /// to each side. Normalized Elo has no bound of its own: where results
    /// hardly vary it is some large number.
    pub fn estimate(&self) -> EloEstimate {
        let weights = self.weights();
        let units: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let score = weights.iter().map(|(score, weight)| score * weight).sum::<f64>() / units;
        let squares = weights.iter().map(|(at, weight)| weight * (at - score).powi(2));
        let variance = squares.sum::<f64>() / units;
        let se = (variance / units).sqrt();
        let games = self.games() as f64;
        let edge = if games == 0.0 { NOTHING_KNOWN } else { (1.0 / (2.0 * games + 2.0)).max(NEAREST_EDGE) };
        let elo = |score: f64| elo_of_score(score.clamp(edge, 1.0 - edge));
        let ((low, high), los) = match self.kinds() {
            0 => ((0.0, 1.0), 0.5),
            1 => (wilson(score * units, units), coins(score - 0.5, units)),
            _ => ((score - Z95 * se, score + Z95 * se), normal_cdf((score - 0.5) / se)),
        };
        let (low, high) = (elo(low), elo(high));
        let nelo_scale = NELO_PER_DEVIATION / (self.games_in_unit() * variance).sqrt();
        EloEstimate {
            score,
            se,
            elo: elo(score),
            elo_err95: (high - low) / 2.0,
            elo_interval: (low, high),
            los,
            nelo: (score - 0.5) * nelo_scale,
            nelo_err95: Z95 * se * nelo_scale,
        }
    }
}

/// The weight of a count: itself, or [`INSTEAD_OF_ZERO`].
pub(super) fn weight(count: u64) -> f64 {
    if count == 0 { INSTEAD_OF_ZERO } else { count as f64 }
}

/// Posterior probability that a coin favours the side on which all `count` tosses
/// fell, under a uniform prior.
fn coins(side: f64, count: f64) -> f64 {
    let against = 0.5_f64.powf(count + 1.0);
    match side {
        // Only rounding keeps draws from being a half.
        _ if side.abs() < 1e-9 => 0.5,
        _ if side > 0.0 => 1.0 - against,
        _ => against,
    }
}

/// Likelihood of superiority from wins and losses alone; a half when there are
/// none.
pub fn superiority(wins: u64, losses: u64) -> f64 {
    match wins as f64 + losses as f64 {
        0.0 => 0.5,
        decided => normal_cdf((wins as f64 - losses as f64) / decided.sqrt()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_counts_the_numbers_are_numbers() {
        for (counts, least_elo, most_elo, los) in [
            (Counts::Games([0, 0, 0]), 0.0, 0.0, 0.5..=0.5),
            (Counts::Pairs([0; 5]), 0.0, 0.0, 0.5..=0.5),
            (Counts::Games([0, 0, 1]), 150.0, 200.0, 0.7..=0.8),
            (Counts::Games([1, 0, 0]), -200.0, -150.0, 0.2..=0.3),
            (Counts::Games([0, 0, 20]), 600.0, 700.0, 0.999..=1.0),
            (Counts::Games([0, 20, 0]), 0.0, 0.0, 0.5..=0.5),
            (Counts::Pairs([0, 0, 20, 0, 0]), 0.0, 0.0, 0.5..=0.5),
            (Counts::Pairs([0, 0, 0, 0, 20]), 700.0, 800.0, 0.999..=1.0),
            (Counts::Pairs([20, 0, 0, 0, 0]), -800.0, -700.0, 0.0..=0.001),
            (Counts::Pairs([0, 0, 0, 1, 19]), 700.0, 800.0, 0.999..=1.0),
            (Counts::Pairs([0, 0, 0, 20, 0]), 190.0, 192.0, 0.999..=1.0),
            (Counts::Pairs([10, 0, 0, 0, 10]), 0.0, 0.0, 0.5..=0.5),
            (Counts::Pairs([0, 0, 0, 0, 1_000_000_000]), 3000.0, 4000.0, 1.0..=1.0),
            (Counts::Pairs([u64::MAX / 8; 5]), -1e-9, 1e-9, 0.499..=0.501),
        ] {
            let got = counts.estimate();
            let (low, high) = got.elo_interval;
            let numbers =
                [got.score, got.se, got.elo, got.elo_err95, low, high, got.los, got.nelo, got.nelo_err95];
            assert!(numbers.iter().all(|number| number.is_finite()), "{counts:?}: {got:?}");
            assert!((least_elo - 1e-9..=most_elo + 1e-9).contains(&got.elo), "{counts:?}: {got:?}");
            assert!((*los.start() - 1e-9..=*los.end() + 1e-9).contains(&got.los), "{counts:?}: {got:?}");
            assert!(low <= got.elo + 1e-9 && got.elo <= high + 1e-9, "{counts:?}: {got:?}");
            assert!(got.elo_err95 > 0.0 && got.nelo_err95 > 0.0, "{counts:?}: {got:?}");
        }
    }

    #[test]
    fn the_other_player_has_the_other_half() {
        for counts in [[3, 0, 9, 4, 2], [0, 0, 0, 1, 19], [0, 0, 0, 0, 7], [1, 1, 1, 1, 1]] {
            let mut turned = counts;
            turned.reverse();
            let (one, other) = (Counts::Pairs(counts).estimate(), Counts::Pairs(turned).estimate());
            for (mine, yours, whole) in [
                (one.score, other.score, 1.0),
                (one.elo, other.elo, 0.0),
                (one.elo_interval.0, other.elo_interval.1, 0.0),
                (one.los, other.los, 1.0),
                (one.nelo, other.nelo, 0.0),
            ] {
                assert!((mine + yours - whole).abs() < 1e-7, "{counts:?}: {mine} and {yours}");
            }
        }
        assert_eq!((superiority(0, 0), superiority(5, 5)), (0.5, 0.5));
        assert!((superiority(7, 3) + superiority(3, 7) - 1.0).abs() < 1e-15);
    }
}
