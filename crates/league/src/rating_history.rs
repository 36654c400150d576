//! Ratings over time: what the chart of a report shows.

use std::collections::BTreeMap;

use crate::finished_pair::{FinishedPair, PairOutcome};
use crate::report::Checkpoint;
use crate::results_table::{Pairing, ResultsTable};
use crate::standings::{Standings, pool, ratings};
use crate::store::{PlayerId, Store, StoreError};

/// The most points that a line of the chart has. From 60 pairs on it has at least half as
/// many.
const MOST_POINTS: u64 = 120;

/// Ratings after more and more pairs of a store. It keeps what it has read: to extend it
/// costs work for new pairs only.
///
/// There is a point each `step` pairs. When there would be too many, every second one is
/// dropped and the step doubles. So neither memory nor the number of points grows with the
/// number of games.
///
/// **Invariant:** the points depend on the pairs, not on how often it was extended.
#[derive(Clone, Debug)]
pub struct RatingHistory {
    /// The players by their places in the list.
    players: Vec<PlayerId>,
    /// The pairs that were read.
    table: ResultsTable,
    /// How many there are, forfeits among them.
    pairs: u64,
    /// Games that were played in them.
    games: u64,
    /// The number of the last pair that was read.
    last_pair: i64,
    /// A power of two.
    step: u64,
    /// After each `step` pairs, oldest first.
    points: Vec<Point>,
}

/// Ratings after some pairs.
#[derive(Clone, Debug)]
struct Point {
    /// Games played by then.
    games: u64,
    /// By place in the list; `None` before a player's first game. Those who joined later
    /// are missing.
    elo: Vec<Option<f64>>,
}

impl Default for RatingHistory {
    fn default() -> RatingHistory {
        RatingHistory {
            players: Vec::new(),
            table: ResultsTable::default(),
            pairs: 0,
            games: 0,
            last_pair: i64::MIN,
            step: 1,
            points: Vec::new(),
        }
    }
}

impl RatingHistory {
    /// Reads the store up to its first `pairs` pairs; those that were committed since are
    /// left for the next time. `players` is the list of all who play in them. It may have
    /// grown; after any other change all is read again.
    ///
    /// After an error it can be extended again: it goes on at the pair that was not read.
    pub fn extend(&mut self, store: &Store, players: &[PlayerId], pairs: u64) -> Result<(), StoreError> {
        if !players.starts_with(&self.players) || pairs < self.pairs {
            *self = RatingHistory::default();
        }
        if pairs == self.pairs {
            return Ok(());
        }
        if self.players.len() < players.len() {
            self.players = players.to_vec();
        }
        // Before it reads: points that would be dropped are not computed.
        self.widen_step(pairs);
        let places: BTreeMap<PlayerId, usize> = players.iter().copied().zip(0..).collect();
        store.each_pair_after(self.last_pair, |number, pair| {
            if self.pairs < pairs {
                self.add(number, &pair, &places);
            }
        })
    }

    /// The points in the order of the standings, oldest first. The last one is for all
    /// pairs; `standings` are made of the same ones.
    pub fn checkpoints(&self, standings: &Standings) -> Vec<Checkpoint> {
        let rows = &standings.rows;
        let in_order = |Point { games, elo }: &Point| Checkpoint {
            games: *games,
            elo: rows.iter().map(|row| elo.get(row.player).copied().flatten()).collect(),
        };
        let mut checkpoints: Vec<Checkpoint> = self.points.iter().map(in_order).collect();
        if !self.pairs.is_multiple_of(self.step) {
            let elo = rows.iter().map(|row| row.elo_err95.map(|_| row.elo));
            checkpoints.push(Checkpoint { games: self.games, elo: elo.collect() });
        }
        checkpoints
    }

    /// Makes the step so wide that there is room for the points of so many pairs, and for
    /// the last one.
    fn widen_step(&mut self, pairs: u64) {
        while pairs / self.step >= MOST_POINTS {
            self.step *= 2;
            let mut is_kept = true;
            self.points.retain(|_| {
                is_kept = !is_kept;
                is_kept
            });
        }
    }

    fn add(&mut self, number: i64, pair: &FinishedPair, places: &BTreeMap<PlayerId, usize>) {
        self.last_pair = number;
        let [Some(first), Some(second)] = pair.players.map(|id| places.get(&id).copied()) else { return };
        let pairing = Pairing { round: pair.round, players: [first, second], leg: pair.leg };
        if !self.table.add(&pairing, &pair.outcome.score()) {
            return;
        }
        self.pairs += 1;
        self.games += if matches!(pair.outcome, PairOutcome::Played(_)) { 2 } else { 0 };
        if self.pairs.is_multiple_of(self.step) {
            let ratings = ratings(&pool(&self.table, self.players.len()));
            let elo = ratings.robust_err95.iter().zip(&ratings.ratings);
            let elo = elo.map(|(error, elo)| error.map(|_| *elo)).collect();
            self.points.push(Point { games: self.games, elo });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standings::{Bonus, RankBy, standings};

    #[test]
    fn the_number_of_points_is_bounded() {
        let places = BTreeMap::from([(1, 0), (2, 1), (3, 2)]);
        let standings = standings(&ResultsTable::default(), RankBy::Elo, &[Bonus::default(); 3]);
        let mut history = RatingHistory { players: vec![1, 2, 3], ..RatingHistory::default() };
        for pairs in 1..=100_000_u32 {
            let number = i64::from(pairs);
            history.widen_step(number.unsigned_abs());
            let pair = FinishedPair {
                round: 0,
                players: [1 + number % 3, 1 + (number + 1) % 3],
                leg: (pairs - 1) / 3,
                seeds: [0; 2],
                ended_ms: 0,
                outcome: PairOutcome::Forfeit([true, false]),
            };
            history.add(number, &pair, &places);
            assert_eq!(history.pairs, number.unsigned_abs());
            let points = history.checkpoints(&standings).len();
            match pairs {
                ..120 => assert_eq!(points, pairs as usize),
                _ => assert!((60..=120).contains(&points), "{points} after {pairs} pairs"),
            }
        }
    }
}
