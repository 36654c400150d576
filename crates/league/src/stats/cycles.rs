//! Whether ratings can explain the results: if A beats B, B beats C and C beats A,
//! no three ratings can.

use super::{Nash, Pool, Ratings, chi_square_tail, nash};

/// How well ratings explain who beat whom.
#[derive(Clone, PartialEq, Debug)]
pub struct Cycles {
    /// Pearson's statistic over the meetings: squared differences from what the
    /// ratings expect, in units of their variance.
    pub chi_square: f64,
    /// Meetings less what the ratings could adapt to.
    pub dof: usize,
    /// The variance of results compared with that of coins: draws make it less
    /// than 1. Chi-square is in units of the variance that was seen.
    pub dispersion: f64,
    /// The chance of so much difference if ratings explained all results.
    pub p_value: f64,
    /// The Nash average, when that chance is below [`Cycles::SIGNIFICANT`] and
    /// there is a cycle: ratings also fail where results are more certain than
    /// any rating, as between players without chance.
    pub nash: Option<Nash>,
}

/// Two results of a coin; a meeting of so little variance is given this much,
/// or a single surprise between players far apart would count as a cycle.
const LEAST_VARIANCE: f64 = 0.5;

/// Repeated results that it takes before variance may be taken for less than
/// that of coins.
const ENOUGH: f64 = 30.0;

impl Cycles {
    /// Below this p-value, ratings do not explain the results.
    pub const SIGNIFICANT: f64 = 0.01;
}

/// Compares the meetings with what the ratings expect.
pub fn cycles(pool: &Pool, ratings: &Ratings) -> Cycles {
    let dispersion = dispersion(pool);
    let terms = pool.meetings().map(|(a, b, meeting)| {
        let (games, p) = (meeting.games() as f64, ratings.expected(a, b));
        let variance = (games * p * (1.0 - p)).max(LEAST_VARIANCE);
        (meeting.points() - games * p).powi(2) / variance
    });
    let chi_square = terms.sum::<f64>() / dispersion;
    let groups = ratings.groups.iter().max().map_or(0, |last| last + 1);
    // Each group has one rating less than players to choose.
    let dof = (pool.meetings().count() + groups).saturating_sub(pool.players());
    let p_value = chi_square_tail(chi_square, dof);
    let payoffs = pool.payoffs();
    let nash = (p_value < Cycles::SIGNIFICANT && has_cycle(&payoffs)).then(|| nash(&payoffs));
    Cycles { chi_square, dof, dispersion, p_value, nash }
}

/// Whether there is a player who beats one who beats … who beats the first.
fn has_cycle(payoffs: &[Vec<f64>]) -> bool {
    let mut left: Vec<usize> = (0..payoffs.len()).collect();
    // A player who beats none of those that are left is in no cycle.
    loop {
        let before = left.len();
        let still = left.clone();
        left.retain(|player| still.iter().any(|other| payoffs[*player][*other] > 0.0));
        if left.len() == before {
            return before > 0;
        }
    }
}

/// The variance of results within meetings, in units of that of coins with the
/// same rates; exactly 1 for single games without draws.
fn dispersion(pool: &Pool) -> f64 {
    let (mut seen, mut of_coins, mut repeated) = (0.0, 0.0, 0.0);
    for (_, _, meeting) in pool.meetings() {
        let units: f64 = meeting.units().map(|unit| unit.count).sum();
        if units < 2.0 {
            continue;
        }
        let games = meeting.games() as f64;
        let rate = meeting.points() / games;
        let squares = meeting.units().map(|unit| unit.count * (unit.points - unit.games * rate).powi(2));
        // Without the bias of a rate that was taken from the same results.
        let variance = squares.sum::<f64>() * units / (units - 1.0) / games;
        seen += games * variance;
        of_coins += games * (rate * (1.0 - rate) + variance / games);
        repeated += units - 1.0;
    }
    let least = if repeated < ENOUGH { 1.0 } else { 0.05 };
    if of_coins > 0.0 { (seen / of_coins).max(least) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;

    use super::*;
    use crate::stats::{rate, score_of_elo};

    #[test]
    fn certainty_is_no_cycle() {
        // Four in order, each wins everything against those below; the last two are level.
        let mut pool = Pool::new(4);
        for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)] {
            pool.add_pairs(a, b, [0, 0, 0, 0, 10]);
        }
        pool.add_pairs(2, 3, [0, 0, 10, 0, 0]);
        let found = cycles(&pool, &rate(&pool, 1.0).expect("a prior"));
        assert_eq!(found.nash, None, "{found:?}");
        // Three of them in a cycle.
        let mut pool = Pool::new(4);
        for (a, b) in [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)] {
            pool.add_pairs(a, b, [0, 0, 0, 0, 10]);
        }
        let nash = cycles(&pool, &rate(&pool, 1.0).expect("a prior")).nash.expect("a cycle");
        assert!(
            nash.shares
                .iter()
                .zip([1.0, 1.0, 1.0, 0.0])
                .all(|(share, third)| (share - third / 3.0).abs() < 1e-6)
        );
    }

    /// Ten players whose ratings explain all results, many times: each p-value
    /// is as likely as any other, with draws and with pairs that end alike.
    #[test]
    fn there_are_no_cycles_where_there_are_none() {
        const RUNS: u64 = 200;
        for (kind, pairs) in [("coins", 20), ("draws", 20), ("alike", 20), ("few", 1)] {
            let mut below = [0; 2];
            for seed in 0..RUNS {
                let mut rng = Rng::for_purpose(seed, kind);
                let mut pool = Pool::new(10);
                for a in 0..10 {
                    for b in a + 1..10 {
                        let expected = score_of_elo(40.0 * (b as f64 - a as f64));
                        for _ in 0..pairs {
                            let mut won =
                                || u64::from(f64::from(rng.below(1 << 30)) < expected * f64::from(1 << 30));
                            let half_points = match kind {
                                // Each game as the mean of two coins.
                                "draws" => won() + won() + won() + won(),
                                "alike" => 4 * won(),
                                _ => 2 * (won() + won()),
                            };
                            let mut counts = [0; 5];
                            counts[half_points as usize] = 1;
                            pool.add_pairs(a, b, counts);
                        }
                    }
                }
                let found = cycles(&pool, &rate(&pool, 1.0).expect("a prior"));
                assert_eq!(found.dof, 45 - 9);
                below[0] += u64::from(found.p_value < 0.5);
                below[1] += u64::from(found.p_value < 0.05);
            }
            // With few games the test is on the safe side only.
            let least = if pairs == 1 { 0 } else { RUNS * 35 / 100 };
            assert!((least..=RUNS * 65 / 100).contains(&below[0]), "{kind}: {below:?}");
            assert!(below[1] <= RUNS * 11 / 100, "{kind}: {below:?}");
        }
    }

    #[test]
    fn nothing_is_said_of_nothing() {
        for players in [0, 1, 5] {
            let pool = Pool::new(players);
            let found = cycles(&pool, &rate(&pool, 1.0).expect("a prior"));
            assert_eq!((found.chi_square, found.dof, found.p_value, found.nash), (0.0, 0, 1.0, None));
        }
    }
}
