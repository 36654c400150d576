//! The loser of a match is out.

use std::collections::BTreeMap;

use games::common::rng::derive;
use serde::Serialize;

use super::bracket::{Bracket, BracketMatch, Decision, MatchEnd, seeding};
use super::pair_order::in_turn;
use super::{Format, NextPair, TournamentState};
use crate::results_table::{Pairing, ResultsTable};

/// A knockout tournament. The list is the seeding; if its length is no power of
/// two, the first of it have no opponent in the first round.
#[derive(Clone, Debug)]
pub struct Knockout {
    players: usize,
    rules: KnockoutRules,
    seed: u64,
    /// How many pairs of a match were returned or played before, by its round and
    /// players.
    said: BTreeMap<(u32, [usize; 2]), u32>,
}

/// What decides a match when points are equal. A random draw comes last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The sum of the margins of all its games, then further pairs.
    #[default]
    TotalMargin,
    /// Further pairs: tournaments that version 0.1 began end by the rules they began
    /// with.
    FurtherPairs,
}

/// How matches are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnockoutRules {
    /// Pairs for each match. All are played, also when it is decided before:
    /// points matter for tables and ratings.
    pub pairs: u32,
    /// What decides when points are equal.
    pub ties: TieBreak,
    /// The most further pairs that are played after a tie, one at a time. If it is
    /// still a tie, a random draw decides.
    pub further_pairs: u32,
    /// Whether the losers of the semi-finals play a match.
    pub third_place: bool,
}

impl Knockout {
    /// A knockout of `players` players. Random draws derive from `seed`.
    pub fn new(players: usize, rules: KnockoutRules, seed: u64) -> Knockout {
        Knockout { players, rules, seed, said: BTreeMap::new() }
    }

    /// All matches, by the results so far.
    pub fn bracket(&self, table: &ResultsTable) -> Bracket {
        let mut bracket = Bracket { rounds: Vec::new(), third_place: None };
        let mut standing: Vec<Option<usize>> = seeding(self.players.next_power_of_two())
            .into_iter()
            .map(|place| (place < self.players).then_some(place))
            .collect();
        while standing.len() > 1 {
            let round = bracket.rounds.len() as u32;
            let fill = |players: &[Option<usize>]| self.fill(table, round, [players[0], players[1]]);
            if standing.len() == 2 && self.has_third_place() {
                let losers: Vec<Option<usize>> =
                    bracket.rounds.last().into_iter().flatten().map(BracketMatch::loser).collect();
                bracket.third_place = Some(fill(&losers));
            }
            let matches: Vec<BracketMatch> = standing.chunks(2).map(fill).collect();
            standing = matches.iter().map(BracketMatch::winner).collect();
            bracket.rounds.push(matches);
        }
        bracket
    }

    /// Where each player came in, if that is decided.
    pub fn places(&self, table: &ResultsTable) -> Vec<Option<u32>> {
        self.bracket(table).places(self.players)
    }

    /// How many rounds there are.
    pub(super) fn rounds(&self) -> u32 {
        self.players.next_power_of_two().ilog2()
    }

    /// How many pairs a match has in all, as far as that is known: a tie is followed by
    /// at least one more.
    pub(super) fn pairs_of_match(&self, it: &BracketMatch) -> u64 {
        let regular = u64::from(self.rules.pairs);
        if it.pairs < regular { regular } else { it.pairs + u64::from(open(it).is_some()) }
    }

    /// With three players only one has lost a semi-final.
    fn has_third_place(&self) -> bool {
        self.rules.third_place && self.players > 3
    }

    /// What the results say about a match.
    fn fill(&self, table: &ResultsTable, round: u32, players: [Option<usize>; 2]) -> BracketMatch {
        match players {
            [Some(a), Some(b)] => {
                let meeting = table.head_to_head(round, [a, b]);
                let (half_points, pairs) = (meeting.half_points(), meeting.pairs());
                let regular = u64::from(self.rules.pairs);
                let is_last = pairs >= regular + u64::from(self.rules.further_pairs);
                let have_both_forfeited =
                    meeting.void > 0 || meeting.forfeits.iter().all(|forfeits| *forfeits > 0);
                let decided = if pairs < regular {
                    None
                } else if half_points[0] != half_points[1] {
                    let by = if pairs == regular { Decision::Points } else { Decision::FurtherPairs };
                    Some((by, half_points[0] > half_points[1]))
                } else if self.rules.ties == TieBreak::TotalMargin && meeting.margin != 0 {
                    Some((Decision::TotalMargin, meeting.margin > 0))
                } else if is_last || have_both_forfeited {
                    Some((Decision::Lots, self.draws_first(round, [a, b])))
                } else {
                    None
                };
                let end = decided
                    .map(|(decided, is_first)| MatchEnd { winner: if is_first { a } else { b }, decided });
                BracketMatch { players, half_points, pairs, end }
            }
            // Only in the first round is it certain that there is no opponent.
            [Some(winner), None] | [None, Some(winner)] if round == 0 => {
                let end = Some(MatchEnd { winner, decided: Decision::Walkover });
                BracketMatch { players, end, ..BracketMatch::default() }
            }
            _ => BracketMatch { players, ..BracketMatch::default() },
        }
    }

    /// A random draw: whether the first of the two goes on.
    fn draws_first(&self, round: u32, [a, b]: [usize; 2]) -> bool {
        let (low, high) = (a.min(b), a.max(b));
        let drawn = derive(self.seed, &format!("lots, round {round}, {low} or {high}")) % 2;
        (drawn == 0) == (a == low)
    }
}

/// The two players of a match that can be played.
fn open(it: &BracketMatch) -> Option<[usize; 2]> {
    let [Some(a), Some(b)] = it.players else { return None };
    it.end.is_none().then_some([a, b])
}

impl Format for Knockout {
    fn next(&mut self, state: &TournamentState<'_>) -> NextPair {
        let bracket = self.bracket(state.table);
        let mut best: Option<((u32, [usize; 2]), u32)> = None;
        let mut is_open = false;
        for (round, it) in bracket.matches() {
            let Some(players) = open(it) else { continue };
            is_open = true;
            let regular = self.rules.pairs;
            // After a tie there is one more at a time.
            let legs = if it.pairs < u64::from(regular) { regular } else { it.pairs as u32 + 1 };
            let said = self.said.entry((round, players)).or_default();
            while *said < legs && state.table.has(&Pairing { round, players, leg: *said }) {
                *said += 1;
            }
            // Early rounds first, as others wait for them; then all matches evenly.
            let is_better = best.is_none_or(|((earliest, _), leg)| (round, *said) < (earliest, leg));
            if *said < legs && is_better {
                best = Some(((round, players), *said));
            }
        }
        match best {
            Some(((round, players), leg)) => {
                self.said.insert((round, players), leg + 1);
                NextPair::Play(Pairing { round, players: in_turn(players, leg), leg })
            }
            None if is_open => NextPair::Wait,
            None => NextPair::Done,
        }
    }

    fn planned(&self, table: &ResultsTable) -> Option<u64> {
        let regular = u64::from(self.rules.pairs);
        let matches = self.players.saturating_sub(1) + usize::from(self.has_third_place());
        let bracket = self.bracket(table);
        let further = bracket.matches().map(|(_, it)| self.pairs_of_match(it) - regular);
        Some(matches as u64 * regular + further.sum::<u64>())
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulation::{SimulatedEvent, Simulation, check_restarts};
    use super::*;
    use crate::results_table::PairScore;

    const RULES: KnockoutRules =
        KnockoutRules { pairs: 2, ties: TieBreak::TotalMargin, further_pairs: 2, third_place: true };

    /// Judges a match once more, pair by pair as they were played.
    fn check_match(played: &SimulatedEvent, rules: KnockoutRules, round: u32, it: &BracketMatch) {
        let [Some(a), Some(b)] = it.players else {
            assert_eq!((round, it.end.map(|end| end.decided)), (0, Some(Decision::Walkover)));
            return;
        };
        let (mut lead, mut margin, mut pairs) = (0, 0, 0);
        let counts_margin = rules.ties == TieBreak::TotalMargin;
        for (pairing, score) in &played.results {
            if pairing.round != round || !pairing.players.contains(&a) {
                continue;
            }
            assert!(pairing.players.contains(&b) && pairing.leg == pairs);
            let is_tied = lead == 0 && (margin == 0 || !counts_margin);
            assert!(pairs < rules.pairs || is_tied, "a further pair without a tie");
            let PairScore::Played(games) = score else { panic!("no player is withdrawn") };
            let sum: i32 = games.iter().map(|game| i32::from(game.half_points) - 1).sum();
            lead += if pairing.players[0] == a { sum } else { -sum };
            let sum: i64 = games.iter().map(|game| game.margin).sum();
            margin += if pairing.players[0] == a { sum } else { -sum };
            pairs += 1;
        }
        let expected = match pairs - rules.pairs {
            _ if lead == 0 && margin != 0 && counts_margin => Decision::TotalMargin,
            further if lead == 0 => {
                assert_eq!(further, rules.further_pairs, "lots before the last further pair");
                Decision::Lots
            }
            0 => Decision::Points,
            _ => Decision::FurtherPairs,
        };
        assert_eq!(it.end.map(|end| end.decided), Some(expected));
        assert_eq!(it.pairs, u64::from(pairs));
        if lead != 0 {
            assert_eq!(it.winner(), Some(if lead > 0 { a } else { b }));
        } else if margin != 0 && counts_margin {
            assert_eq!(it.winner(), Some(if margin > 0 { a } else { b }));
        }
    }

    #[test]
    fn every_match_is_decided_as_its_pairs_say() {
        let mut seen = [0; 5];
        for seed in 0..200 {
            let players = 1 + seed as usize % 19;
            let ties = if seed < 100 { TieBreak::TotalMargin } else { TieBreak::FurtherPairs };
            let rules =
                KnockoutRules { pairs: 1 + seed as u32 % 3, ties, third_place: seed % 2 == 0, ..RULES };
            let mut knockout = Knockout::new(players, rules, seed);
            let mut simulation = Simulation::new(players, seed);
            simulation.drawn_of_ten = 8;
            let played = simulation.play(&mut knockout);
            let bracket = knockout.bracket(&played.table);
            let own_matches = players - 1 + usize::from(rules.third_place && players > 3);
            let with_two = bracket.matches().filter(|(_, it)| it.players.iter().all(Option::is_some));
            assert_eq!(with_two.count(), own_matches);
            for (round, it) in bracket.matches() {
                check_match(&played, rules, round, it);
                it.end.into_iter().for_each(|end| seen[end.decided as usize] += 1);
            }
            for pair in bracket.rounds.windows(2) {
                let winners: Vec<Option<usize>> = pair[0].iter().map(BracketMatch::winner).collect();
                let next: Vec<Option<usize>> = pair[1].iter().flat_map(|it| it.players).collect();
                assert_eq!(winners, next);
            }
            check_restarts(players, || Knockout::new(players, rules, seed));
        }
        assert!(seen.iter().all(|seen| *seen > 10), "{seen:?}");
    }

    #[test]
    fn favourites_come_in_as_they_are_seeded() {
        for players in 0..=33 {
            for third_place in [false, true] {
                let mut knockout = Knockout::new(players, KnockoutRules { third_place, ..RULES }, 7);
                let mut simulation = Simulation::new(players, 1);
                (simulation.drawn_of_ten, simulation.do_favourites_win) = (0, true);
                let played = simulation.play(&mut knockout);
                // 1, 2, 3, 4 or 3, 3, then four times 5, eight times 9 and so on.
                let expected = (0..players as u32).map(|place| match place {
                    0..=2 => Some(place + 1),
                    3 if third_place => Some(4),
                    _ => Some((place + 1).next_power_of_two() / 2 + 1),
                });
                assert_eq!(knockout.places(&played.table), expected.collect::<Vec<_>>(), "{players}");
                assert_eq!(knockout.places(&ResultsTable::default()).len(), players);
            }
        }
    }

    #[test]
    fn who_is_withdrawn_is_out_and_lots_decide_between_two_of_them() {
        // Places withdrawn of four players, who meet as 0 and 3, 1 and 2.
        for (withdrawn, winners, decided) in [
            ([false, false, true, true], [Some(0), Some(1)], [Decision::Points, Decision::Points]),
            ([true, false, false, true], [None, Some(1)], [Decision::Lots, Decision::Points]),
            ([true, false, false, false], [Some(3), Some(1)], [Decision::Points, Decision::Points]),
        ] {
            let mut knockout = Knockout::new(4, RULES, 3);
            let mut simulation = Simulation::new(4, 2);
            simulation.withdrawn = withdrawn.to_vec();
            (simulation.drawn_of_ten, simulation.do_favourites_win) = (0, true);
            let played = simulation.play(&mut knockout);
            let bracket = knockout.bracket(&played.table);
            for ((it, winner), decided) in bracket.rounds[0].iter().zip(winners).zip(decided) {
                assert_eq!(it.end.map(|end| end.decided), Some(decided));
                assert_eq!(it.pairs, u64::from(RULES.pairs));
                assert!(winner.is_none() || it.winner() == winner);
            }
            let champion = bracket.rounds[1][0].winner();
            assert!(champion.is_some_and(|player| !withdrawn[player]), "{withdrawn:?}");
        }
    }

    #[test]
    fn lots_are_fair_and_the_same_from_either_side() {
        let firsts = (0..1_000).filter(|seed| {
            let knockout = Knockout::new(2, RULES, *seed);
            let is_first = knockout.draws_first(3, [4, 9]);
            assert_ne!(is_first, knockout.draws_first(3, [9, 4]));
            is_first
        });
        // Four standard deviations around 500.
        assert!((437..=563).contains(&firsts.count()));
    }
}
