//! What the pairs of a match say in one sentence: who is stronger, or how many
//! more games would tell.

use super::Z95;

/// What the results of a match allow to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchVerdict {
    /// The first player is stronger, with 95 % confidence.
    FirstIsStronger,
    /// The second player is stronger, with 95 % confidence.
    SecondIsStronger,
    /// Not decided. If results go on like this, about so many more games decide it.
    MoreGames(u64),
    /// Not decided: both have the same points, or nearly. No number of games up to
    /// `MOST_GAMES` is likely to tell.
    TooClose,
    /// Not decided: each pair brought one point to either player.
    AllEven,
    /// No pair was finished.
    NoPairs,
}

/// More games than that are not worth naming.
pub const MOST_GAMES: u64 = 1_000_000;

/// The standard normal quantile of 80 %: so likely the named number of games
/// decides, if the estimate is right.
const Z80: f64 = 0.841_621_233_572_914_2;

/// How many results of a pair there are.
const RESULTS: f64 = 5.0;

impl MatchVerdict {
    /// The verdict on pairs by half points of the first player: from both lost to
    /// both won.
    ///
    /// One more pair is added, spread evenly over the five results. So a few equal
    /// results, which show no variance, are not taken for certainty.
    pub fn of(pairs: [u64; 5]) -> MatchVerdict {
        let played: u64 = pairs.iter().sum();
        if played == 0 {
            return MatchVerdict::NoPairs;
        }
        if pairs[2] == played {
            return MatchVerdict::AllEven;
        }
        let count = played as f64 + 1.0;
        let weights = (0..).zip(pairs).map(|(at, count)| (f64::from(at) / 4.0, count as f64 + 1.0 / RESULTS));
        let weights: Vec<(f64, f64)> = weights.collect();
        let score = weights.iter().map(|(score, weight)| score * weight).sum::<f64>() / count;
        let squares = weights.iter().map(|(at, weight)| weight * (at - score).powi(2));
        let deviation = (squares.sum::<f64>() / count).sqrt();
        let lead = score - 0.5;
        if lead.abs() * count.sqrt() >= Z95 * deviation {
            return if lead > 0.0 { MatchVerdict::FirstIsStronger } else { MatchVerdict::SecondIsStronger };
        }
        let needed = ((Z95 + Z80) * deviation / lead.abs()).powi(2);
        let more = 2.0 * (needed - played as f64);
        // Also if the lead is 0.
        match more <= MOST_GAMES as f64 {
            true => MatchVerdict::MoreGames(two_figures(more.max(2.0))),
            false => MatchVerdict::TooClose,
        }
    }
}

/// An even number with two figures that is not smaller: 1,130 becomes 1,200.
fn two_figures(number: f64) -> u64 {
    let scale = 10_f64.powf((number.log10().floor() - 1.0).max(0.0));
    let rounded = ((number / scale).ceil() * scale) as u64;
    rounded + rounded % 2
}

#[cfg(test)]
mod tests {
    use super::MatchVerdict::{AllEven, FirstIsStronger, MoreGames, NoPairs, SecondIsStronger, TooClose};
    use super::*;

    #[test]
    fn clear_results_are_told_and_others_are_not() {
        for (pairs, expected) in [
            ([0, 0, 0, 0, 50], FirstIsStronger),
            ([50, 0, 0, 0, 0], SecondIsStronger),
            ([0, 0, 0, 0, 3], FirstIsStronger),
            ([10, 20, 40, 20, 60], FirstIsStronger),
            ([60, 20, 40, 20, 10], SecondIsStronger),
            ([0, 0, 50, 0, 0], AllEven),
            ([0, 0, 1, 0, 0], AllEven),
            ([5, 0, 0, 0, 5], TooClose),
            ([500, 0, 0, 0, 501], TooClose),
            ([0; 5], NoPairs),
        ] {
            assert_eq!(MatchVerdict::of(pairs), expected, "{pairs:?}");
        }
        // Three better pairs and two even ones may be chance: three coins.
        for pairs in [[0, 0, 2, 3, 0], [0, 0, 0, 0, 1], [0, 0, 0, 0, 2], [10, 5, 20, 5, 13]] {
            assert!(
                matches!(MatchVerdict::of(pairs), MoreGames(_)),
                "{pairs:?}: {:?}",
                MatchVerdict::of(pairs)
            );
        }
    }

    /// With as many more games of the same kind, most matches are decided. Drawn
    /// from the results so far, which the formula does not do.
    #[test]
    fn the_named_number_of_games_tells() {
        let pairs = [30, 20, 60, 25, 38];
        let MoreGames(more) = MatchVerdict::of(pairs) else { panic!("{:?}", MatchVerdict::of(pairs)) };
        let total: u64 = pairs.iter().sum();
        let mut state = 1_u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mut at = (state >> 33) % total;
            pairs.iter().position(|count| at.checked_sub(*count).map(|rest| at = rest).is_none())
        };
        let decided = (0..1000).filter(|_| {
            let mut again = [0; 5];
            (0..total + more / 2).for_each(|_| again[draw().expect("one of five")] += 1);
            MatchVerdict::of(again) == FirstIsStronger
        });
        let share = decided.count() as f64 / 1000.0;
        assert!((0.7..0.9).contains(&share), "{more} more games decide {share}");
    }

    #[test]
    fn numbers_have_two_figures() {
        for (number, rounded) in
            [(2.0, 2), (7.3, 8), (11.0, 12), (99.5, 100), (1130.0, 1200), (1e6, 1_000_000)]
        {
            assert_eq!(two_figures(number), rounded, "{number}");
        }
    }
}
