//! A few players against all the others.

use super::pair_order::{PairOrder, in_turn};
use super::{Format, NextPair, TournamentState};
use crate::results_table::ResultsTable;

/// The first players of the list each meet all the others, but not each other.
#[derive(Clone, Debug)]
pub struct Gauntlet {
    challengers: usize,
    others: usize,
    pairs: u32,
    order: PairOrder,
}

impl Gauntlet {
    /// A gauntlet of `players` players. The first `challengers` of them each meet all
    /// the others in `pairs` pairs.
    pub fn new(players: usize, challengers: usize, pairs: u32) -> Gauntlet {
        let challengers = challengers.min(players);
        Gauntlet { challengers, others: players - challengers, pairs, order: PairOrder::new(0, pairs) }
    }

    /// All meetings in the order of play.
    pub(super) fn meetings(&self) -> impl Iterator<Item = [usize; 2]> {
        (0..self.count()).map(|number| players(self.challengers, self.others, number, 0))
    }

    /// Pairs for each meeting.
    pub(super) fn pairs(&self) -> u64 {
        u64::from(self.pairs)
    }

    fn count(&self) -> usize {
        self.challengers * self.others
    }
}

/// The two of a meeting. Each challenger begins with another opponent, so that pairs
/// that are played at the same time have few players in common.
fn players(challengers: usize, others: usize, number: usize, leg: u32) -> [usize; 2] {
    let (turn, challenger) = (number / challengers, number % challengers);
    in_turn([challenger, challengers + (turn + challenger) % others], (turn + challenger) as u32 + leg)
}

impl Format for Gauntlet {
    fn next(&mut self, state: &TournamentState<'_>) -> NextPair {
        let (challengers, others) = (self.challengers, self.others);
        let count = self.count();
        self.order.next(state.table, count, |number, leg| players(challengers, others, number, leg))
    }

    fn planned(&self, _table: &ResultsTable) -> Option<u64> {
        Some(self.count() as u64 * u64::from(self.pairs))
    }

    fn done(&self, table: &ResultsTable) -> u64 {
        let meetings = table.by_players();
        let planned = meetings.iter().filter(|([a, b], _)| *a < self.challengers && *b >= self.challengers);
        planned.map(|(_, meeting)| meeting.pairs().min(u64::from(self.pairs))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulation::{Simulation, check_restarts};
    use super::*;

    #[test]
    fn challengers_meet_all_others_and_no_other_players_meet() {
        for (players, challengers, pairs) in [
            (0, 1, 2),
            (1, 1, 2),
            (2, 1, 5),
            (2, 2, 1),
            (5, 0, 2),
            (6, 1, 3),
            (7, 3, 2),
            (6, 4, 2),
            (3, 9, 1),
        ] {
            let make = || Gauntlet::new(players, challengers, pairs);
            let played = Simulation::new(players, 1).play(&mut make());
            assert_eq!(Some(played.order.len() as u64), make().planned(&played.table));
            for a in 0..players {
                for b in a + 1..players {
                    let meet = a < challengers && b >= challengers;
                    let expected = if meet { u64::from(pairs) } else { 0 };
                    assert_eq!(
                        played.table.head_to_head(0, [a, b]).pairs(),
                        expected,
                        "{a} {b} of {players}"
                    );
                }
            }
            for challenger in 0..challengers.min(players) {
                let own = played.order.iter().filter(|pairing| pairing.players.contains(&challenger));
                let firsts = own.clone().filter(|pairing| pairing.players[0] == challenger).count();
                assert!((2 * firsts).abs_diff(own.count()) <= 1);
            }
            check_restarts(players, make);
        }
    }
}
