//! All pairs of a list of meetings in the order in which they are played: every
//! meeting's first pair, then every meeting's second. So all players have played
//! about as many pairs at any time.
//!
//! A pair is worked out from its running number: half a million of them take no
//! memory.

use super::NextPair;
use crate::results_table::{Pairing, ResultsTable};

/// Which pairs of a list of meetings were handed out.
#[derive(Clone, Debug)]
pub(super) struct PairOrder {
    round: u32,
    /// Pairs for each meeting.
    pairs: u32,
    /// All pairs before this number were handed out, or were done already.
    handed_out: u64,
    /// All pairs before this number are done.
    done: u64,
}

impl PairOrder {
    pub(super) fn new(round: u32, pairs: u32) -> PairOrder {
        PairOrder { round, pairs, handed_out: 0, done: 0 }
    }

    /// The next pair of `count` meetings. `players` gives the two of a meeting, by
    /// its number and the leg; the first takes seat 0 in the first game.
    pub(super) fn next(
        &mut self,
        table: &ResultsTable,
        count: usize,
        players: impl Fn(usize, u32) -> [usize; 2],
    ) -> NextPair {
        let total = count as u64 * u64::from(self.pairs);
        let round = self.round;
        let pairing = |number: u64| {
            let leg = (number / count as u64) as u32;
            Pairing { round, players: players((number % count as u64) as usize, leg), leg }
        };
        while self.handed_out < total {
            let next = pairing(self.handed_out);
            self.handed_out += 1;
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
