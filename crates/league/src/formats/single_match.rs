//! A match of two players.

use super::pair_order::PairOrder;
use super::{Format, NextPair, TournamentState};
use crate::results_table::ResultsTable;

/// The two players of the list play pairs with each other. Player A, the first of
/// the list, takes seat 0 in the first game of every pair.
#[derive(Clone, Debug)]
pub struct SingleMatch {
    pairs: u32,
    order: PairOrder,
}

impl SingleMatch {
    /// A match of `pairs` pairs.
    pub fn new(pairs: u32) -> SingleMatch {
        SingleMatch { pairs, order: PairOrder::new(0, pairs) }
    }

    /// Pairs in all.
    pub(super) fn pairs(&self) -> u64 {
        u64::from(self.pairs)
    }
}

impl Format for SingleMatch {
    fn next(&mut self, state: &TournamentState<'_>) -> NextPair {
        self.order.next(state.table, 1, |_, _| [0, 1])
    }

    fn planned(&self, _table: &ResultsTable) -> Option<u64> {
        Some(u64::from(self.pairs))
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulation::{Simulation, check_restarts};
    use super::*;

    #[test]
    fn pairs_come_in_order_and_restarts_change_nothing() {
        for pairs in 0..5 {
            let played = Simulation::new(2, 1).play(&mut SingleMatch::new(pairs));
            let legs: Vec<u32> = played.order.iter().map(|pairing| pairing.leg).collect();
            assert_eq!(legs, (0..pairs).collect::<Vec<_>>());
            assert!(played.order.iter().all(|pairing| pairing.players == [0, 1]));
            check_restarts(2, || SingleMatch::new(pairs));
        }
    }
}
