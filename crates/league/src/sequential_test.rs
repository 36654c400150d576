//! A sequential test (SPRT) as a reason to stop: a match ends as soon as the
//! test has its verdict.
//!
//! **Invariant:** pairs count in the order of their legs, whichever end first.
//! Games on several cores end in the order of their lengths. If short ones
//! counted earlier, the test would see too many of the results that short games
//! have. So the same seed gives the same verdict after the same pair, at any
//! concurrency.

use std::collections::BTreeMap;

use crate::finished_pair::FinishedPair;
use crate::results_table::PairScore;
use crate::stats::{Counts, Sprt, SprtVerdict};

/// A sequential test and the pairs it has seen.
pub struct SequentialTest {
    sprt: Sprt,
    pairs: [u64; 5],
    llr: f64,
    /// The leg that counts next.
    next: u32,
    /// Pairs that have ended before an earlier one.
    waiting: BTreeMap<u32, FinishedPair>,
}

impl SequentialTest {
    /// A test that has seen no pair yet.
    pub fn new(sprt: Sprt) -> SequentialTest {
        SequentialTest { sprt, pairs: [0; 5], llr: 0.0, next: 0, waiting: BTreeMap::new() }
    }

    /// What is tested.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// The pairs that counted.
    pub fn counts(&self) -> Counts {
        Counts::Pairs(self.pairs)
    }

    /// The log-likelihood ratio of the pairs that counted: see [`Sprt::llr`].
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// What these pairs say.
    pub fn verdict(&self) -> SprtVerdict {
        self.sprt.verdict_of(self.llr)
    }

    /// Whether there is a verdict, so that nothing more needs to be played.
    pub fn is_decided(&self) -> bool {
        self.verdict() != SprtVerdict::Continue
    }

    /// Takes a pair that has ended. Returns the pairs that count now, in order;
    /// a pair that ends after the verdict never counts.
    pub fn add(&mut self, pair: FinishedPair) -> Vec<FinishedPair> {
        self.waiting.insert(pair.leg, pair);
        let mut counted = Vec::new();
        while !self.is_decided()
            && let Some(pair) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            if let PairScore::Played(games) = pair.outcome.score() {
                let half_points: usize = games.iter().map(|game| usize::from(game.half_points)).sum();
                self.pairs[half_points.min(4)] += 1;
                self.llr = self.sprt.llr(&self.counts());
            }
            counted.push(pair);
        }
        counted
    }

    /// Pairs that wait for earlier ones which will not be played, in order; none
    /// after a verdict.
    pub fn take_waiting(&mut self) -> Vec<FinishedPair> {
        let waiting = std::mem::take(&mut self.waiting).into_values();
        if self.is_decided() { Vec::new() } else { waiting.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finished_pair::PairOutcome;
    use crate::stats::EloModel;

    /// A forfeited pair: it counts for no hypothesis.
    fn pair(leg: u32) -> FinishedPair {
        let outcome = PairOutcome::Forfeit([true, true]);
        FinishedPair { round: 0, players: [0, 1], leg, seeds: [0; 2], ended_ms: 0, outcome }
    }

    #[test]
    fn pairs_count_in_the_order_of_their_legs() {
        let sprt = Sprt::new(0.0, 10.0, EloModel::Normalized, 0.05, 0.05).expect("a test");
        let mut test = SequentialTest::new(sprt);
        let legs = |pairs: Vec<FinishedPair>| pairs.iter().map(|pair| pair.leg).collect::<Vec<_>>();
        for (ended, counted) in [(2, vec![]), (0, vec![0]), (4, vec![]), (1, vec![1, 2])] {
            assert_eq!(legs(test.add(pair(ended))), counted);
        }
        assert_eq!(legs(test.take_waiting()), [4]);
        assert!(test.take_waiting().is_empty());
    }
}
