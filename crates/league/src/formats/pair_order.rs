//! All pairs of a list of meetings in the order in which they are played: every
//! meeting's first pair, then every meeting's second, so that whoever looks at
//! the results finds everybody with as many pairs as the others.
//!
//! A pair is worked out from its running number: half a million of them take no
//! memory.

use super::NextPair;
use crate::results_table::{Pairing, ResultsTable};

/// How far the pairs of a list of meetings have come.
#[derive(Clone, Debug)]
pub(super) struct PairOrder {
    round: u32,
    /// Pairs for each meeting.
    pairs: u32,
    /// All pairs before this number have been said or were there already.
    said: u64,
    /// All pairs before this number are done.
    done: u64,
}

impl PairOrder {
    pub(super) fn new(round: u32, pairs: u32) -> PairOrder {
        PairOrder { round, pairs, said: 0, done: 0 }
    }

    /// The next pair of `count` meetings, of which `meeting` gives each.
    pub(super) fn next(
        &mut self,
        table: &ResultsTable,
        count: usize,
        meeting: impl Fn(usize) -> [usize; 2],
    ) -> NextPair {
        let total = count as u64 * u64::from(self.pairs);
        let pairing = |number: u64| {
            let leg = (number / count as u64) as u32;
            Pairing {
                round: self.round,
                players: in_turn(meeting((number % count as u64) as usize), leg),
                leg,
            }
        };
        while self.said < total {
            let next = pairing(self.said);
            self.said += 1;
            if !table.has(&next) {
                return NextPair::Play(next);
            }
        }
        while self.done < total && table.has(&pairing(self.done)) {
            self.done += 1;
        }
        if self.done < total { NextPair::Wait } else { NextPair::Done }
    }
}

/// The two of a meeting, each first in every second pair.
pub(super) fn in_turn([a, b]: [usize; 2], leg: u32) -> [usize; 2] {
    if leg.is_multiple_of(2) { [a, b] } else { [b, a] }
}
