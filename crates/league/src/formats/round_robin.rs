//! Every player meets every other player.

use super::pair_order::{PairOrder, in_turn};
use super::{Format, NextPair, TournamentState};
use crate::results_table::ResultsTable;

/// Every two players meet.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    players: usize,
    pairs: u32,
    order: PairOrder,
}

impl RoundRobin {
    /// A tournament of `players` players, with `pairs` pairs for each meeting.
    pub fn new(players: usize, pairs: u32) -> RoundRobin {
        RoundRobin { players, pairs, order: PairOrder::new(0, pairs) }
    }

    /// All meetings in the order of play.
    pub(super) fn meetings(&self) -> impl Iterator<Item = [usize; 2]> {
        round_robin(self.players)
    }

    /// Pairs for each meeting.
    pub(super) fn pairs(&self) -> u64 {
        u64::from(self.pairs)
    }
}

impl Format for RoundRobin {
    fn next(&mut self, state: &TournamentState<'_>) -> NextPair {
        let players = self.players;
        self.order.next(state.table, meetings(players), |number, leg| in_turn(meeting(players, number), leg))
    }

    fn planned(&self, _table: &ResultsTable) -> Option<u64> {
        Some(meetings(self.players) as u64 * u64::from(self.pairs))
    }

    fn done(&self, table: &ResultsTable) -> u64 {
        table.by_players().values().map(|meeting| meeting.pairs().min(u64::from(self.pairs))).sum()
    }
}

/// Every two of `players` players once, in rounds. With an odd number one player
/// rests in each round. Each player is named first in half of its meetings, give
/// or take one.
///
/// ```
/// let meetings: Vec<[usize; 2]> = gridiron_league::formats::round_robin(3).collect();
/// assert_eq!(meetings, [[1, 2], [2, 0], [0, 1]]);
/// ```
pub fn round_robin(players: usize) -> impl ExactSizeIterator<Item = [usize; 2]> + Clone {
    (0..meetings(players)).map(move |number| meeting(players, number))
}

/// How many meetings there are.
fn meetings(players: usize) -> usize {
    players * players.saturating_sub(1) / 2
}

/// The circle method. An odd number of players sit in a circle; in each round
/// another one sits out, and the others play across: the one `step` seats after it
/// against the one as many before it. If their number is even, the
/// last player sits in the middle and plays the one who would sit out.
fn meeting(players: usize, number: usize) -> [usize; 2] {
    let slots = players / 2;
    let (round, slot) = (number / slots, number % slots);
    let has_middle = players.is_multiple_of(2);
    let circle = if has_middle { players - 1 } else { players };
    let step = if has_middle { slot } else { slot + 1 };
    let (after, before) = match step {
        0 => (players - 1, round),
        _ => ((round + step) % circle, (round + circle - step) % circle),
    };
    // From one round to the next a player moves by one step, so it is first in
    // every second one; the one in the middle needs the round for that.
    let is_after_first = if step == 0 { !round.is_multiple_of(2) } else { !step.is_multiple_of(2) };
    if is_after_first { [after, before] } else { [before, after] }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::simulation::{Simulation, check_restarts};
    use super::*;

    #[test]
    fn all_players_meet_once_in_rounds_and_is_first_in_turn() {
        for players in 0..=31_usize {
            let all: Vec<[usize; 2]> = round_robin(players).collect();
            let distinct: BTreeSet<[usize; 2]> = all.iter().map(|[a, b]| [*a.min(b), *a.max(b)]).collect();
            assert_eq!((all.len(), distinct.len()), (meetings(players), meetings(players)));
            assert!(distinct.iter().all(|[a, b]| a < b && *b < players));
            let mut firsts = vec![0_usize; players];
            for round in all.chunks(players.max(2) / 2) {
                let playing: BTreeSet<usize> = round.iter().flatten().copied().collect();
                assert_eq!(playing.len(), players / 2 * 2, "a round of {players}");
                round.iter().for_each(|[first, _]| firsts[*first] += 1);
            }
            for first in firsts {
                assert!((2 * first).abs_diff(players - 1) <= 1, "{first} times first of {players}");
            }
        }
    }

    #[test]
    fn all_play_equally_often_at_any_time_and_restarts_change_nothing() {
        for players in 0..=7 {
            for pairs in 0..=4 {
                let make = || RoundRobin::new(players, pairs);
                let played = Simulation::new(players, 1).play(&mut make());
                assert_eq!(Some(played.order.len() as u64), make().planned(&played.table));
                for (at, pairing) in played.order.iter().enumerate() {
                    assert_eq!(pairing.leg as usize, at / meetings(players));
                }
                check_restarts(players, make);
            }
        }
    }
}
