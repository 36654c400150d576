//! Who has met whom, and with what result. Pure: pairs of games in, sums out.
//!
//! A million games stay small here: all pairs of one meeting are added up, and
//! which of them are done is kept as a number and the few that ran ahead.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::score::Score;

/// One pair of games of a tournament, seats swapped.
/// It is named by what it is, so that the same file gives the same pairs in any
/// order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pairing {
    /// Counts from 0; always 0 where a format has no rounds.
    pub round: u32,
    /// Who plays, by their places in the list of players. The first of them
    /// takes seat 0 in the first game.
    pub players: [usize; 2],
    /// Which pair of their meeting in this round, from 0.
    pub leg: u32,
}

/// How one game of a pair ended, seen from the first player of the pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameScore {
    /// 0 lost, 1 drawn, 2 won.
    pub half_points: u8,
    /// By how much it won, or lost if negative.
    pub margin: i64,
}

/// The result of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairScore {
    /// Both games were played.
    Played([GameScore; 2]),
    /// Not played: true for each player that was withdrawn. The other gets both
    /// points; ratings ignore it.
    Forfeit([bool; 2]),
}

/// Results of one meeting of two players, seen from the first of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct HeadToHead {
    /// Games that were played.
    pub score: Score,
    /// Pairs that were played, from both lost to both won.
    pub pentanomial: [u64; 5],
    /// Sum of the margins of all games.
    pub margin: i64,
    /// Pairs that the first and the second player have forfeited to the other.
    pub forfeits: [u64; 2],
    /// Pairs that both have forfeited: neither has points for them.
    pub void: u64,
    #[serde(skip)]
    legs: Legs,
}

impl HeadToHead {
    /// Half points of the first and of the second player, forfeits among them.
    pub fn half_points(&self) -> [u64; 2] {
        let Score { wins, draws, losses } = self.score;
        // A pair holds two games of two half points each.
        [2 * wins + draws + 4 * self.forfeits[1], 2 * losses + draws + 4 * self.forfeits[0]]
    }

    /// How many pairs are done, forfeits among them.
    pub fn pairs(&self) -> u64 {
        self.pentanomial.iter().chain(&self.forfeits).sum::<u64>() + self.void
    }

    /// Adds the result of a pair.
    fn add(&mut self, leg: u32, score: &PairScore) {
        self.legs.add(leg);
        match score {
            PairScore::Played(games) => {
                games.iter().for_each(|game| self.score.add(game.half_points));
                let half_points: u8 = games.iter().map(|game| game.half_points).sum();
                self.pentanomial[usize::from(half_points.min(4))] += 1;
                self.margin += games.iter().map(|game| game.margin).sum::<i64>();
            }
            PairScore::Forfeit([true, true]) => self.void += 1,
            PairScore::Forfeit(by) => {
                for (forfeits, by) in self.forfeits.iter_mut().zip(by) {
                    *forfeits += u64::from(*by);
                }
            }
        }
    }

    /// Adds another meeting of the same two.
    fn merge(&mut self, other: &HeadToHead, is_turned: bool) {
        let Score { wins, draws, losses } = other.score;
        let [won, lost] = if is_turned { [losses, wins] } else { [wins, losses] };
        self.score.wins += won;
        self.score.draws += draws;
        self.score.losses += lost;
        for at in 0..5 {
            self.pentanomial[at] += other.pentanomial[if is_turned { 4 - at } else { at }];
        }
        self.margin += if is_turned { -other.margin } else { other.margin };
        for at in 0..2 {
            self.forfeits[at] += other.forfeits[if is_turned { 1 - at } else { at }];
        }
        self.void += other.void;
    }
}

/// Which pairs of a meeting are done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Legs {
    /// All below this one are.
    below: u32,
    /// And these.
    beyond: BTreeSet<u32>,
}

impl Legs {
    fn contains(&self, leg: u32) -> bool {
        leg < self.below || self.beyond.contains(&leg)
    }

    fn add(&mut self, leg: u32) {
        match leg == self.below {
            true => self.below += 1,
            false => drop(self.beyond.insert(leg)),
        }
        while self.beyond.remove(&self.below) {
            self.below += 1;
        }
    }
}

/// All meetings of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ResultsTable {
    /// By round and players, the smaller place first.
    meetings: BTreeMap<(u32, usize, usize), HeadToHead>,
}

impl ResultsTable {
    /// Adds the result of a pair. Returns whether it is new: a pair
    /// counts once, however often it is reported.
    pub fn add(&mut self, pairing: &Pairing, score: &PairScore) -> bool {
        let (key, is_turned) = key(pairing.round, pairing.players);
        let meeting = self.meetings.entry(key).or_default();
        if meeting.legs.contains(pairing.leg) {
            return false;
        }
        meeting.add(pairing.leg, &if is_turned { turned(score) } else { *score });
        true
    }

    /// Whether a pair is done.
    pub fn has(&self, pairing: &Pairing) -> bool {
        let (key, _) = key(pairing.round, pairing.players);
        self.meetings.get(&key).is_some_and(|meeting| meeting.legs.contains(pairing.leg))
    }

    /// Results of the meeting of two players in a round, seen from the first of
    /// them.
    pub fn head_to_head(&self, round: u32, players: [usize; 2]) -> HeadToHead {
        let (key, is_turned) = key(round, players);
        let mut seen = HeadToHead::default();
        if let Some(meeting) = self.meetings.get(&key) {
            seen.merge(meeting, is_turned);
            seen.legs = meeting.legs.clone();
        }
        seen
    }

    /// All meetings of two players with each other added up, by their places,
    /// the smaller first; seen from that one.
    pub fn by_players(&self) -> BTreeMap<[usize; 2], HeadToHead> {
        let mut sums: BTreeMap<[usize; 2], HeadToHead> = BTreeMap::new();
        for ((_, a, b), meeting) in &self.meetings {
            sums.entry([*a, *b]).or_default().merge(meeting, false);
        }
        sums
    }

    /// How many pairs are done, forfeits among them.
    pub fn pairs(&self) -> u64 {
        self.meetings.values().map(HeadToHead::pairs).sum()
    }
}

/// Where a meeting is kept, and whether it is kept from the second player's side.
fn key(round: u32, [a, b]: [usize; 2]) -> ((u32, usize, usize), bool) {
    if a <= b { ((round, a, b), false) } else { ((round, b, a), true) }
}

/// The same seen from the other player.
fn turned(score: &PairScore) -> PairScore {
    match score {
        PairScore::Played(games) => PairScore::Played(
            games.map(|game| GameScore { half_points: 2 - game.half_points.min(2), margin: -game.margin }),
        ),
        PairScore::Forfeit([a, b]) => PairScore::Forfeit([*b, *a]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(a: usize, b: usize, leg: u32) -> Pairing {
        Pairing { round: 0, players: [a, b], leg }
    }

    fn played(half_points: [u8; 2], margins: [i64; 2]) -> PairScore {
        let game = |at: usize| GameScore { half_points: half_points[at], margin: margins[at] };
        PairScore::Played([game(0), game(1)])
    }

    #[test]
    fn a_pair_counts_once_from_either_side_and_in_any_order() {
        let results = [
            (pair(0, 1, 2), played([2, 2], [5, 3])),
            (pair(1, 0, 0), played([2, 1], [4, 0])),
            (pair(0, 1, 0), played([0, 0], [-9, -9])),
            (pair(0, 1, 1), PairScore::Forfeit([false, true])),
            (pair(1, 0, 7), PairScore::Forfeit([true, true])),
        ];
        let mut table = ResultsTable::default();
        let new: Vec<bool> = results.iter().map(|(pairing, score)| table.add(pairing, score)).collect();
        assert_eq!(new, [true, true, false, true, true]);
        let seen = table.head_to_head(0, [0, 1]);
        assert_eq!(seen.score, Score { wins: 2, draws: 1, losses: 1 });
        assert_eq!((seen.pentanomial, seen.margin, seen.forfeits), ([0, 1, 0, 0, 1], 4, [0, 1]));
        assert_eq!((seen.half_points(), seen.pairs(), seen.void), ([9, 3], 4, 1));
        let other = table.head_to_head(0, [1, 0]);
        assert_eq!((other.pentanomial, other.margin, other.half_points()), ([1, 0, 0, 1, 0], -4, [3, 9]));
        assert_eq!(table.by_players()[&[0, 1]].score, seen.score);
        assert_eq!(table.by_players()[&[0, 1]].pairs(), 4);
        assert!(table.has(&pair(1, 0, 2)) && !table.has(&pair(0, 1, 3)));
        assert_eq!(table.pairs(), 4);
    }
}
