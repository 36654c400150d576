//! Rounds in which players meet opponents with similar results so far.

use std::cmp::Reverse;

use serde::Serialize;

use super::pair_order::{PairOrder, in_turn};
use super::swiss_pairing::pair_by_rank;
use super::{Format, NextPair, TournamentState};
use crate::results_table::{HeadToHead, ResultsTable};
use crate::score::Score;

/// A Swiss tournament. A meeting that is won by points is a match won; players
/// are ranked by matches, then by points, then by their places in the list.
/// No two players meet again, and no player sits out twice, as long as that can
/// be avoided.
#[derive(Clone, Debug)]
pub struct Swiss {
    players: usize,
    rounds: u32,
    pairs: u32,
    /// The rounds that have begun, and how far the last of them has come.
    begun: Vec<SwissRound>,
    order: PairOrder,
}

/// Who meets whom in a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SwissRound {
    /// The meetings, from the top of the ranking.
    pub meetings: Vec<[usize; 2]>,
    /// Who sits out: for it the round counts as a match won with all points.
    pub bye: Option<usize>,
}

/// What a player has reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SwissScore {
    /// Matches that are over; a bye is one won.
    pub matches: Score,
    /// Half points of all games, with those of byes.
    pub half_points: u64,
    /// How often it sat out.
    pub byes: u32,
}

/// Rounds that suffice to find the best of `players`, plus one.
pub fn usual_rounds(players: usize) -> u32 {
    players.max(1).next_power_of_two().ilog2() + 1
}

impl Swiss {
    /// A tournament of `players` players and `rounds` rounds, with `pairs` pairs for
    /// each meeting.
    pub fn new(players: usize, rounds: u32, pairs: u32) -> Swiss {
        let rounds = if players < 2 { 0 } else { rounds };
        Swiss { players, rounds, pairs, begun: Vec::new(), order: PairOrder::new(0, pairs) }
    }

    /// The rounds that have begun, by the results so far.
    pub fn rounds(&self, table: &ResultsTable) -> Vec<SwissRound> {
        // Those that this value has seen begin need not be worked out again.
        let mut rounds = self.begun.clone();
        while rounds.len() < self.rounds as usize && self.is_complete(&rounds, table) {
            rounds.push(self.draw(&rounds, table));
        }
        rounds
    }

    /// What sitting out a round is worth: all points of a meeting.
    pub fn half_points_of_bye(&self) -> u64 {
        4 * u64::from(self.pairs)
    }

    /// Pairs for each meeting.
    pub(super) fn pairs(&self) -> u64 {
        u64::from(self.pairs)
    }

    /// Whether all pairs of a meeting are done.
    pub fn is_over(&self, meeting: &HeadToHead) -> bool {
        meeting.pairs() >= u64::from(self.pairs)
    }

    /// What each player has reached by now. A match counts when all its pairs are
    /// done, points count at once.
    pub fn scores(&self, table: &ResultsTable) -> Vec<SwissScore> {
        self.scores_after(&self.rounds(table), table)
    }

    /// All players by what they have reached, the best first.
    pub fn ranking(&self, table: &ResultsTable) -> Vec<usize> {
        ranking(&self.scores(table))
    }

    fn scores_after(&self, rounds: &[SwissRound], table: &ResultsTable) -> Vec<SwissScore> {
        let mut scores = vec![SwissScore::default(); self.players];
        for (number, round) in rounds.iter().enumerate() {
            for players in &round.meetings {
                let meeting = table.head_to_head(number as u32, *players);
                let half_points = meeting.half_points();
                let is_complete = self.is_over(&meeting);
                for at in 0..2 {
                    let score = &mut scores[players[at]];
                    score.half_points += half_points[at];
                    if is_complete {
                        // Less is 0, as much is 1, more is 2.
                        score.matches.add((half_points[at].cmp(&half_points[1 - at]) as i8 + 1) as u8);
                    }
                }
            }
            if let Some(player) = round.bye {
                let score = &mut scores[player];
                score.matches.add(2);
                score.half_points += self.half_points_of_bye();
                score.byes += 1;
            }
        }
        scores
    }

    /// Players who have forfeited a pair. They are not paired again: opponents
    /// would get points without a game.
    fn withdrawn(&self, rounds: &[SwissRound], table: &ResultsTable) -> Vec<bool> {
        let mut withdrawn = vec![false; self.players];
        for (number, round) in rounds.iter().enumerate() {
            for players in &round.meetings {
                let meeting = table.head_to_head(number as u32, *players);
                for at in 0..2 {
                    withdrawn[players[at]] |= meeting.forfeits[at] + meeting.void > 0;
                }
            }
        }
        withdrawn
    }

    /// Whether the last of these rounds is played.
    fn is_complete(&self, rounds: &[SwissRound], table: &ResultsTable) -> bool {
        rounds.last().is_none_or(|round| {
            let number = rounds.len() as u32 - 1;
            let mut meetings = round.meetings.iter();
            meetings.all(|players| self.is_over(&table.head_to_head(number, *players)))
        })
    }

    /// The round after these, all of which are complete.
    fn draw(&self, rounds: &[SwissRound], table: &ResultsTable) -> SwissRound {
        let players = self.players;
        if rounds.is_empty() {
            // The list is the ranking: its upper half meets its lower half.
            let half = players / 2;
            let meetings = (0..half).map(|board| in_turn([board, half + board], board as u32)).collect();
            return SwissRound { meetings, bye: (!players.is_multiple_of(2)).then(|| players - 1) };
        }
        let scores = self.scores_after(rounds, table);
        let withdrawn = self.withdrawn(rounds, table);
        let mut ranking = ranking(&scores);
        ranking.retain(|player| !withdrawn[*player]);
        let mut times_met = vec![0_u32; players * players];
        let mut firsts = vec![0_u32; players];
        for [a, b] in rounds.iter().flat_map(|round| &round.meetings) {
            times_met[a * players + b] += 1;
            times_met[b * players + a] += 1;
            firsts[*a] += 1;
        }
        let fewest_byes = ranking.iter().map(|player| scores[*player].byes).min().unwrap_or(0);
        let (pairs, bye) = pair_by_rank(
            ranking.len(),
            |a, b| times_met[ranking[a] * players + ranking[b]],
            |rank| scores[ranking[rank]].byes == fewest_byes,
        );
        let board = |(board, ranks): (usize, &[usize; 2])| {
            let [a, b] = in_turn(ranks.map(|rank| ranking[rank]), board as u32);
            if firsts[b] < firsts[a] { [b, a] } else { [a, b] }
        };
        SwissRound {
            meetings: pairs.iter().enumerate().map(board).collect(),
            bye: bye.map(|rank| ranking[rank]),
        }
    }
}

/// Players by their scores; the sort is stable, so the list decides the rest.
fn ranking(scores: &[SwissScore]) -> Vec<usize> {
    let mut ranking: Vec<usize> = (0..scores.len()).collect();
    ranking
        .sort_by_key(|player| Reverse((scores[*player].matches.half_points(), scores[*player].half_points)));
    ranking
}

impl Format for Swiss {
    fn next(&mut self, state: &TournamentState<'_>) -> NextPair {
        loop {
            if let Some(SwissRound { meetings, .. }) = self.begun.last() {
                let next = self
                    .order
                    .next(state.table, meetings.len(), |number, leg| in_turn(meetings[number], leg));
                if next != NextPair::Done {
                    return next;
                }
            }
            if self.begun.len() == self.rounds as usize {
                return NextPair::Done;
            }
            self.order = PairOrder::new(self.begun.len() as u32, self.pairs);
            self.begun.push(self.draw(&self.begun, state.table));
        }
    }

    fn planned(&self, table: &ResultsTable) -> Option<u64> {
        // As many in each round to come as there are players who still play.
        let begun = self.rounds(table);
        let active = self.withdrawn(&begun, table).iter().filter(|withdrawn| !**withdrawn).count();
        let meetings: usize = begun.iter().map(|round| round.meetings.len()).sum();
        let to_come = (self.rounds as usize).saturating_sub(begun.len()) * (active / 2);
        Some((meetings + to_come) as u64 * u64::from(self.pairs))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::simulation::{Simulation, check_restarts};
    use super::*;
    use crate::results_table::{GameScore, PairScore, Pairing};

    #[test]
    fn players_who_have_forfeited_are_not_paired_again() {
        let mut swiss = Swiss::new(4, 3, 1);
        let mut table = ResultsTable::default();
        let first = swiss.rounds(&table)[0].clone();
        let gone = first.meetings[0][1];
        for players in &first.meetings {
            let by = players.map(|player| player == gone);
            let score = match by {
                [false, false] => PairScore::Played([GameScore { half_points: 2, margin: 1 }; 2]),
                by => PairScore::Forfeit(by),
            };
            table.add(&Pairing { round: 0, players: *players, leg: 0 }, &score);
        }
        let second = swiss.rounds(&table)[1].clone();
        assert_eq!((second.meetings.len(), second.bye.is_some()), (1, true));
        assert!(second.bye != Some(gone) && second.meetings.iter().flatten().all(|player| *player != gone));
        assert_eq!(swiss.planned(&table), Some(2 + 1 + 1));
        let withdrawn = [false; 4];
        let next = swiss.next(&TournamentState { table: &table, withdrawn: &withdrawn, under_way: &[] });
        assert!(matches!(next, NextPair::Play(Pairing { round: 1, .. })), "{next:?}");
    }

    /// The fewest rematches of any round that could be drawn for the `unpaired`
    /// players. One of an odd number sits out.
    fn fewest_rematches(unpaired: &[usize], met: &BTreeMap<[usize; 2], u32>, may_rest: &[usize]) -> usize {
        if !unpaired.len().is_multiple_of(2) {
            let rests = may_rest.iter().map(|resting| {
                let playing: Vec<usize> =
                    unpaired.iter().copied().filter(|player| player != resting).collect();
                fewest_rematches(&playing, met, &[])
            });
            return rests.min().expect("a player may rest");
        }
        let [player, others @ ..] = unpaired else { return 0 };
        let with = others.iter().map(|other| {
            let rest: Vec<usize> = others.iter().copied().filter(|one| one != other).collect();
            let is_rematch = met.contains_key(&[*player.min(other), *player.max(other)]);
            usize::from(is_rematch) + fewest_rematches(&rest, met, &[])
        });
        with.min().expect("their number is even")
    }

    #[test]
    fn rounds_have_all_players_the_fewest_rematches_and_byes_in_turn() {
        for seed in 0..60 {
            let players = 1 + seed as usize % 12;
            let pairs = 1 + (seed / 12) as u32 % 3;
            let rounds = if seed % 2 == 0 { usual_rounds(players) } else { players as u32 + 2 };
            let mut swiss = Swiss::new(players, rounds, pairs);
            let played = Simulation::new(players, seed).play(&mut swiss);
            let drawn = swiss.rounds(&played.table);
            assert_eq!(drawn, Swiss::new(players, rounds, pairs).rounds(&played.table));
            assert_eq!(drawn.len(), if players < 2 { 0 } else { rounds as usize });
            let mut met: BTreeMap<[usize; 2], u32> = BTreeMap::new();
            let mut byes = vec![0; players];
            for round in &drawn {
                let mut playing: Vec<usize> = round.meetings.iter().flatten().copied().collect();
                playing.extend(round.bye);
                playing.sort_unstable();
                assert_eq!(playing, (0..players).collect::<Vec<_>>());

                let fewest = byes.iter().min().copied().unwrap_or(0);
                let may_rest: Vec<usize> = (0..players).filter(|player| byes[*player] == fewest).collect();
                assert!(round.bye.is_none_or(|player| may_rest.contains(&player)), "seed {seed}");
                let keys = round.meetings.iter().map(|[a, b]| [*a.min(b), *a.max(b)]);
                let rematches = keys.clone().filter(|key| met.contains_key(key)).count();
                assert_eq!(rematches, fewest_rematches(&playing, &met, &may_rest), "seed {seed}");

                keys.for_each(|key| *met.entry(key).or_default() += 1);
                round.bye.into_iter().for_each(|player| byes[player] += 1);
            }
            // All matches are two half matches, and all games two half points.
            let total = swiss.scores(&played.table).iter().fold((0, 0), |(matches, points), score| {
                (matches + score.matches.half_points(), points + score.half_points)
            });
            let byes: u64 = byes.iter().sum();
            let matches = drawn.iter().map(|round| round.meetings.len() as u64).sum::<u64>();
            assert_eq!(total, (2 * (matches + byes), 4 * u64::from(pairs) * (matches + byes)));
        }
    }

    #[test]
    fn neighbours_in_the_ranking_meet_and_the_lowest_sits_out() {
        // Half points of 0 against 2 and of 1 against 3; who meets in the second
        // round; who sits out. The fifth player has sat out in the first round.
        let cases = [
            (4, [4, 4], [[0, 1], [2, 3]], None),
            (4, [1, 4], [[1, 2], [0, 3]], None),
            // 0, 4, 1, 3, 2: if 0 met 4, 1 and 3 would meet again.
            (5, [4, 3], [[0, 1], [3, 4]], Some(2)),
            // 2, 3, 4, 0, 1.
            (5, [0, 0], [[2, 3], [0, 4]], Some(1)),
            // 4, 1, 0, 2, 3: a drawn match is worth more than a lost one.
            (5, [2, 3], [[0, 4], [1, 2]], Some(3)),
        ];
        for (players, half_points, meetings, bye) in cases {
            let mut table = ResultsTable::default();
            for (a, half_points) in half_points.into_iter().enumerate() {
                let game = |half_points| GameScore { half_points, margin: 0 };
                let games = [game(half_points.min(2)), game(half_points.saturating_sub(2))];
                table.add(&Pairing { round: 0, players: [a, a + 2], leg: 0 }, &PairScore::Played(games));
            }
            let mut second = Swiss::new(players, 2, 1).rounds(&table).remove(1);
            second.meetings.iter_mut().for_each(|players| players.sort_unstable());
            assert_eq!(second, SwissRound { meetings: meetings.to_vec(), bye }, "{half_points:?}");
        }
    }

    #[test]
    fn restarts_change_nothing() {
        for (players, rounds, pairs) in [(0, 3, 1), (1, 3, 1), (2, 3, 2), (5, 6, 1), (8, 4, 3), (9, 5, 0)] {
            check_restarts(players, || Swiss::new(players, rounds, pairs));
        }
    }

    #[test]
    fn rounds_grow_with_the_logarithm() {
        for (players, rounds) in [(0, 1), (1, 1), (2, 2), (3, 3), (4, 3), (5, 4), (8, 4), (9, 5), (200, 9)] {
            assert_eq!(usual_rounds(players), rounds);
        }
    }
}
