//! Plays formats in tests, with random results: several pairs at a time
//! that end in any order, and restarts that forget what was under way.

use std::collections::BTreeSet;

use games::common::rng::{Rng, derive};

use super::{Format, NextPair, TournamentState};
use crate::results_table::{GameScore, PairScore, Pairing, ResultsTable};

/// How a tournament is played.
#[derive(Clone, Debug)]
pub(super) struct Simulation {
    players: usize,
    /// The results and the order in which pairs end are drawn from it.
    seed: u64,
    /// How many pairs at a time.
    workers: usize,
    /// One call in this number is followed by a restart; 0 for none.
    restarts: u32,
    /// Who was withdrawn from the beginning.
    pub(super) withdrawn: Vec<bool>,
    /// How many of ten games are drawn.
    pub(super) drawn_of_ten: u32,
    /// Whether the others are won by the player who stands first in the list.
    pub(super) do_favourites_win: bool,
}

/// A tournament that was played.
pub(super) struct SimulatedEvent {
    pub(super) table: ResultsTable,
    /// The pairs as they were handed out.
    pub(super) order: Vec<Pairing>,
    /// Their results, as they ended.
    pub(super) results: Vec<(Pairing, PairScore)>,
}

impl Simulation {
    pub(super) fn new(players: usize, seed: u64) -> Simulation {
        let withdrawn = vec![false; players];
        let (workers, restarts, drawn_of_ten, do_favourites_win) = (1, 0, 3, false);
        Simulation { players, seed, workers, restarts, withdrawn, drawn_of_ten, do_favourites_win }
    }

    /// Plays to the end.
    pub(super) fn play<F: Format + Clone>(&self, format: &mut F) -> SimulatedEvent {
        let begin = format.clone();
        let mut rng = Rng::for_purpose(self.seed, "simulation");
        let mut played =
            SimulatedEvent { table: ResultsTable::default(), order: Vec::new(), results: Vec::new() };
        let (mut under_way, mut said) = (Vec::new(), BTreeSet::new());
        loop {
            let state =
                TournamentState { table: &played.table, withdrawn: &self.withdrawn, under_way: &under_way };
            let next = format.next(&state);
            match next {
                NextPair::Play(pairing) => {
                    let [a, b] = pairing.players;
                    assert!(a != b && a.max(b) < self.players, "{pairing:?} of {}", self.players);
                    assert!(!played.table.has(&pairing), "{pairing:?} is done");
                    assert!(
                        said.insert((pairing.round, a.min(b), a.max(b), pairing.leg)),
                        "{pairing:?} twice"
                    );
                    played.order.push(pairing);
                    under_way.push(pairing);
                }
                NextPair::Wait => assert!(!under_way.is_empty(), "waits for nothing"),
                NextPair::Done => {
                    assert!(under_way.is_empty(), "done while {under_way:?} are under way");
                    return played;
                }
            }
            if next == NextPair::Wait || under_way.len() >= self.workers {
                let ended = under_way.swap_remove(rng.below(under_way.len() as u32) as usize);
                let result = self.result(&ended);
                assert!(played.table.add(&ended, &result));
                played.results.push((ended, result));
            }
            if self.restarts > 0 && rng.below(self.restarts) == 0 {
                *format = begin.clone();
                (under_way, said) = (Vec::new(), BTreeSet::new());
            }
        }
    }

    /// The result of a pair, whenever it is played: drawn from its name.
    fn result(&self, pairing: &Pairing) -> PairScore {
        let [a, b] = pairing.players;
        if self.withdrawn[a] || self.withdrawn[b] {
            return PairScore::Forfeit([self.withdrawn[a], self.withdrawn[b]]);
        }
        let Pairing { round, leg, .. } = pairing;
        let mut rng = Rng::new(derive(self.seed, &format!("{round} {} {} {leg}", a.min(b), a.max(b))));
        let mut game = || {
            let won = match (rng.below(10) < self.drawn_of_ten, self.do_favourites_win) {
                (true, _) => 1,
                (false, true) => 2,
                (false, false) => 2 * rng.below(2) as u8,
            };
            // Some drawn games have one here, so that points and margins may differ.
            let margin = rng.below(9) as i64 / 3 - 1;
            GameScore { half_points: if a < b { won } else { 2 - won }, margin }
        };
        PairScore::Played([game(), game()])
    }
}

/// Checks that neither the number of workers nor restarts change anything.
pub(super) fn check_restarts<F: Format + Clone>(players: usize, make: impl Fn() -> F) {
    for seed in 0..3 {
        let plain = Simulation::new(players, seed);
        let expected = plain.play(&mut make()).table;
        assert_eq!(make().planned(&expected), Some(expected.pairs()));
        for (workers, restarts) in [(3, 0), (20, 0), (1, 4), (6, 9)] {
            let simulation = Simulation { workers, restarts, ..plain.clone() };
            assert!(simulation.play(&mut make()).table == expected, "{workers} workers, restarts {restarts}");
        }
    }
}
