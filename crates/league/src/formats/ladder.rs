//! Goes on until it is stopped, and plays what says most about who is best.

use std::collections::BTreeMap;

use games::common::rng::Rng;

use super::pair_order::in_turn;
use super::posterior::Posterior;
use super::{Format, NextPair, TournamentState};
use crate::results_table::{Pairing, ResultsTable};

/// A ladder that never ends. Newcomers play first; then always the pair whose
/// result is expected to say most about an order that matters: that of two
/// players who may both be the best.
///
/// Players may be added while it runs: there are as many as [`TournamentState::withdrawn`]
/// is long. Withdrawn players do not play.
#[derive(Clone, Debug)]
pub struct Ladder {
    newcomer_pairs: u32,
    seed: u64,
    /// How many pairs of two players were returned or played before.
    said: BTreeMap<[usize; 2], u32>,
    /// Normally distributed numbers, drawn once for each player.
    normals: Vec<Vec<f64>>,
}

/// Samples used to estimate each player's chance of being best.
const DRAWS: usize = 400;

/// Least weight of a pair in which neither player can be the best. It keeps every
/// player playing. A pair has 0.5 more if one of the two is the best and it could
/// be either.
const LEAST_IMPORTANCE: f64 = 0.05;

impl Ladder {
    /// A player with fewer pairs than `newcomer_pairs` is a newcomer.
    pub fn new(newcomer_pairs: u32, seed: u64) -> Ladder {
        Ladder { newcomer_pairs, seed, said: BTreeMap::new(), normals: Vec::new() }
    }

    /// The pair of players that should play next.
    fn choose(&mut self, state: &TournamentState<'_>) -> Option<[usize; 2]> {
        let players = state.withdrawn.len();
        let active: Vec<usize> = (0..players).filter(|player| !state.withdrawn[*player]).collect();
        if active.len() < 2 {
            return None;
        }
        let mut posterior = Posterior::new(state.table, players);
        let times_met = times_met(state, players);
        let pairs: Vec<u64> = times_met.chunks(players).map(|met| met.iter().sum()).collect();
        let newcomer = active.iter().copied().min_by_key(|player| pairs[*player])?;
        if pairs[newcomer] < u64::from(self.newcomer_pairs) {
            let distance = |other: usize| (posterior.strengths[newcomer] - posterior.strengths[other]).abs();
            let opponents = active.iter().copied().filter(|other| *other != newcomer);
            let opponent = opponents.min_by(|a, b| {
                let met = |other: &usize| times_met[newcomer * players + other];
                met(a).cmp(&met(b)).then(distance(*a).total_cmp(&distance(*b)))
            })?;
            return Some([newcomer, opponent]);
        }
        let chances = self.chances(&posterior, &active);
        // Pairs under way count as played, so that workers choose different pairs.
        let under_way = state.under_way.iter().map(|pairing| pairing.players);
        for [a, b] in under_way.filter(|[a, b]| *a.max(b) < players) {
            posterior.expect(a, b);
        }
        // The geometric mean: with the sum, the leader would play all others,
        // and in simulations the best was found less often.
        let matters = |a: usize, b: usize| (chances[a] * chances[b]).sqrt() + LEAST_IMPORTANCE;
        let value = |[a, b]: [usize; 2]| posterior.information(a, b) * matters(a, b);
        let all = active.iter().enumerate().flat_map(|(at, a)| active[..at].iter().map(|b| [*b, *a]));
        let best = all.map(|players| (value(players), players)).max_by(|(a, one), (b, other)| {
            // Of equals the first.
            a.total_cmp(b).then(other.cmp(one))
        });
        best.map(|(_, players)| players)
    }

    /// How likely each player is the best of those who are active.
    fn chances(&mut self, posterior: &Posterior, active: &[usize]) -> Vec<f64> {
        let players = posterior.strengths.len();
        for player in self.normals.len()..players {
            let mut rng = Rng::for_purpose(self.seed, &format!("ladder, player {player}"));
            self.normals.push((0..DRAWS).map(|_| normal(&mut rng)).collect());
        }
        let sampler = posterior.sampler();
        let mut chances = vec![0.0; players];
        for draw in 0..DRAWS {
            let normals: Vec<f64> = self.normals[..players].iter().map(|normals| normals[draw]).collect();
            let drawn = sampler.draw(&normals);
            let best = active.iter().copied().max_by(|a, b| drawn[*a].total_cmp(&drawn[*b]));
            best.into_iter().for_each(|best| chances[best] += 1.0 / DRAWS as f64);
        }
        chances
    }
}

impl Format for Ladder {
    fn next(&mut self, state: &TournamentState<'_>) -> NextPair {
        let Some([a, b]) = self.choose(state) else { return NextPair::Wait };
        let players = [a.min(b), a.max(b)];
        let said = self.said.entry(players).or_default();
        while state.table.has(&Pairing { round: 0, players, leg: *said }) {
            *said += 1;
        }
        let leg = *said;
        *said += 1;
        NextPair::Play(Pairing { round: 0, players: in_turn(players, leg + (a + b) as u32), leg })
    }

    fn planned(&self, _table: &ResultsTable) -> Option<u64> {
        None
    }
}

/// How many pairs every two have played or are playing, row by row.
fn times_met(state: &TournamentState<'_>, players: usize) -> Vec<u64> {
    let mut times_met = vec![0; players * players];
    let mut add = |[a, b]: [usize; 2], pairs: u64| {
        if a.max(b) < players {
            times_met[a * players + b] += pairs;
            times_met[b * players + a] += pairs;
        }
    };
    for (two, meeting) in state.table.by_players() {
        add(two, meeting.pentanomial.iter().sum());
    }
    state.under_way.iter().for_each(|pairing| add(pairing.players, 1));
    times_met
}

/// A number from the standard normal distribution, by Marsaglia's polar method.
fn normal(rng: &mut Rng) -> f64 {
    loop {
        let [x, y] = [0; 2].map(|_: i32| rng.next_u64() as f64 / 2.0_f64.powi(63) - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * square.ln() / square).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::{RoundRobin, round_robin};
    use super::*;
    use crate::results_table::{GameScore, PairScore};

    /// Players of known strengths.
    struct World {
        strengths: Vec<f64>,
        withdrawn: Vec<bool>,
        table: ResultsTable,
        rng: Rng,
    }

    impl World {
        fn new(strengths: &[f64], seed: u64) -> World {
            let (withdrawn, table) = (vec![false; strengths.len()], ResultsTable::default());
            World { strengths: strengths.to_vec(), withdrawn, table, rng: Rng::new(seed) }
        }

        fn add(&mut self, strength: f64) {
            self.strengths.push(strength);
            self.withdrawn.push(false);
        }

        /// Plays pairs, several at a time.
        fn play(&mut self, format: &mut dyn Format, pairs: usize, workers: usize) {
            let mut under_way: Vec<Pairing> = Vec::new();
            for at in 0..pairs + workers {
                if at < pairs {
                    let table = &self.table;
                    let state = TournamentState { table, withdrawn: &self.withdrawn, under_way: &under_way };
                    let NextPair::Play(pairing) = format.next(&state) else { panic!("it has stopped") };
                    assert!(pairing.players.iter().all(|player| !self.withdrawn[*player]));
                    assert!(!under_way.iter().any(|other| {
                        other.leg == pairing.leg
                            && pairing.players.iter().all(|one| other.players.contains(one))
                    }));
                    under_way.push(pairing);
                }
                if under_way.len() > workers.min(pairs + workers - 1 - at) {
                    let ended = under_way.swap_remove(self.rng.below(under_way.len() as u32) as usize);
                    let score = self.score(ended.players);
                    assert!(self.table.add(&ended, &score));
                }
            }
        }

        fn score(&mut self, [a, b]: [usize; 2]) -> PairScore {
            let chance = 1.0 / (1.0 + (self.strengths[b] - self.strengths[a]).exp());
            let games = [0; 2].map(|_: i32| {
                let won = (self.rng.next_u64() as f64) < chance * 2.0_f64.powi(64);
                GameScore { half_points: 2 * u8::from(won), margin: 0 }
            });
            PairScore::Played(games)
        }

        /// How many pairs each has played.
        fn pairs(&self) -> Vec<u64> {
            let state = TournamentState { table: &self.table, withdrawn: &self.withdrawn, under_way: &[] };
            let players = self.strengths.len();
            times_met(&state, players).chunks(players).map(|met| met.iter().sum()).collect()
        }

        fn believed_best(&self) -> Option<usize> {
            let strengths = Posterior::new(&self.table, self.strengths.len()).strengths;
            (0..strengths.len()).max_by(|a, b| strengths[*a].total_cmp(&strengths[*b]))
        }
    }

    #[test]
    fn the_best_is_found_more_often_than_by_a_round_robin() {
        let strengths = [0.0, -0.2, -0.4, -0.6, -0.8, -1.0, -1.2, -1.4];
        let pairs_a_meeting = 5;
        let pairs = round_robin(8).len() * pairs_a_meeting as usize;
        let mut found = [0; 2];
        for seed in 0..100 {
            let formats: [Box<dyn Format>; 2] =
                [Box::new(Ladder::new(10, seed)), Box::new(RoundRobin::new(8, pairs_a_meeting))];
            for (found, mut format) in found.iter_mut().zip(formats) {
                let mut world = World::new(&strengths, seed);
                world.play(&mut *format, pairs, 1);
                *found += u32::from(world.believed_best() == Some(0));
            }
        }
        assert!(found[0] >= found[1] + 10, "{found:?} of 100");
    }

    #[test]
    fn every_player_keeps_playing() {
        for workers in [1, 4] {
            let mut ladder = Ladder::new(10, 5);
            let mut world = World::new(&[1.0, 0.9, -1.0, -2.0, 0.0, -5.0], 3);
            world.play(&mut ladder, 300, workers);
            let before = world.pairs();
            world.play(&mut ladder, 300, workers);
            // Evenly it would be 100 for each.
            let since: Vec<u64> =
                world.pairs().iter().zip(before).map(|(now, before)| now - before).collect();
            assert!(since.iter().all(|pairs| *pairs >= 10), "{since:?}");
            assert!(since[0].min(since[1]) > 100, "{since:?}");
        }
    }

    #[test]
    fn newcomers_play_first_and_all_others_in_turn_until_they_are_none() {
        let mut ladder = Ladder::new(10, 5);
        let mut world = World::new(&[0.0, -0.5, -1.0, -1.5, -2.0], 8);
        world.play(&mut ladder, 200, 2);
        world.add(1.0);
        let before = world.pairs();
        world.play(&mut ladder, 10, 3);
        for (player, (now, before)) in world.pairs().into_iter().zip(before).enumerate() {
            assert_eq!(now - before, if player == 5 { 10 } else { 2 });
        }
        world.play(&mut ladder, 60, 3);
        assert_eq!(world.believed_best(), Some(5));
    }

    #[test]
    fn the_first_pairs_go_to_all_players() {
        let mut world = World::new(&[0.0; 7], 1);
        // 35 would do if they could be spread evenly.
        world.play(&mut Ladder::new(10, 1), 38, 4);
        assert!(world.pairs().iter().all(|pairs| *pairs >= 10), "{:?}", world.pairs());
    }

    #[test]
    fn workers_are_sent_elsewhere_by_what_is_under_way() {
        let mut world = World::new(&[0.0; 4], 6);
        world.play(&mut Ladder::new(4, 1), 40, 1);
        // A ladder that does not know what is under way gives the same pair for ever.
        for is_known in [false, true] {
            let (mut ladder, mut under_way) = (Ladder::new(4, 1), Vec::new());
            let mut distinct = BTreeSet::new();
            for _ in 0..12 {
                let known: &[Pairing] = if is_known { &under_way } else { &[] };
                let state =
                    TournamentState { table: &world.table, withdrawn: &world.withdrawn, under_way: known };
                let NextPair::Play(pairing) = ladder.next(&state) else { panic!("it has stopped") };
                let [a, b] = pairing.players;
                distinct.insert([a.min(b), a.max(b)]);
                under_way.push(pairing);
            }
            assert_eq!(distinct.len() > 1, is_known, "{under_way:?}");
        }
    }

    #[test]
    fn who_is_withdrawn_does_not_play_and_one_alone_waits() {
        let mut ladder = Ladder::new(3, 2);
        let mut world = World::new(&[0.0, 0.5, 1.0], 4);
        world.play(&mut ladder, 30, 1);
        world.withdrawn[2] = true;
        let before = world.pairs()[2];
        world.play(&mut ladder, 30, 2);
        assert_eq!(world.pairs()[2], before);
        world.withdrawn[0] = true;
        for withdrawn in [&world.withdrawn[..], &[], &[false]] {
            let state = TournamentState { table: &world.table, withdrawn, under_way: &[] };
            assert_eq!(ladder.next(&state), NextPair::Wait);
        }
    }

    #[test]
    fn restarts_change_nothing_but_what_was_under_way() {
        let mut ladder = Ladder::new(5, 2);
        let mut world = World::new(&[0.0, 0.2, 0.4, 0.6], 4);
        for _ in 0..40 {
            world.play(&mut ladder, 1, 1);
            let state = TournamentState { table: &world.table, withdrawn: &world.withdrawn, under_way: &[] };
            let afresh = Ladder::new(5, 2).next(&state);
            assert_eq!(ladder.clone().next(&state), afresh);
        }
    }
}
