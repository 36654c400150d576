//! Meetings between many players and their results.

use std::collections::BTreeMap;

/// All results between two players, from the side of the one with the lower
/// number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PoolCounts {
    /// Single games: lost, drawn, won.
    pub games: [u64; 3],
    /// Pairs of games by half points: from both lost to both won. The games of
    /// a pair are not counted above.
    pub pairs: [u64; 5],
}

/// Results that are independent of all others: a game, or a pair of games.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    /// Games in it.
    pub games: f64,
    /// Points won in them.
    pub points: f64,
    /// How many such units.
    pub count: f64,
}

impl PoolCounts {
    /// How many games, single or in pairs.
    pub fn games(&self) -> u64 {
        self.games.iter().sum::<u64>() + 2 * self.pairs.iter().sum::<u64>()
    }

    /// A win is one point, a draw a half.
    pub fn points(&self) -> f64 {
        self.units().map(|unit| unit.points * unit.count).sum()
    }

    pub(super) fn units(&self) -> impl Iterator<Item = Unit> + '_ {
        let unit = |games, at, count: &u64| Unit { games, points: at as f64 / 2.0, count: *count as f64 };
        let singles = self.games.iter().enumerate().map(move |(at, count)| unit(1.0, at, count));
        singles.chain(self.pairs.iter().enumerate().map(move |(at, count)| unit(2.0, at, count)))
    }
}

/// Players, counted from 0, and their meetings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    players: usize,
    meetings: BTreeMap<(usize, usize), PoolCounts>,
}

impl Pool {
    /// `players` players who have not met yet.
    pub fn new(players: usize) -> Pool {
        Pool { players, meetings: BTreeMap::new() }
    }

    /// How many players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// All meetings in order of the players; the lower number comes first.
    pub fn meetings(&self) -> impl Iterator<Item = (usize, usize, &PoolCounts)> {
        self.meetings.iter().map(|((a, b), meeting)| (*a, *b, meeting))
    }

    /// Adds single games between two players, as `a` lost, drew and won them.
    pub fn add_games(&mut self, a: usize, b: usize, games: [u64; 3]) {
        self.add(a, b, PoolCounts { games, ..PoolCounts::default() });
    }

    /// Adds pairs of games between two players: from those of which `a` lost
    /// both games to those of which it won both.
    pub fn add_pairs(&mut self, a: usize, b: usize, pairs: [u64; 5]) {
        self.add(a, b, PoolCounts { pairs, ..PoolCounts::default() });
    }

    fn add(&mut self, a: usize, b: usize, mut more: PoolCounts) {
        assert!(a != b && a.max(b) < self.players, "{a} and {b} are no two of {} players", self.players);
        if more.games() == 0 {
            return;
        }
        if a > b {
            more.games.reverse();
            more.pairs.reverse();
        }
        let meeting = self.meetings.entry((a.min(b), a.max(b))).or_default();
        meeting.games.iter_mut().zip(more.games).for_each(|(sum, count)| *sum += count);
        meeting.pairs.iter_mut().zip(more.pairs).for_each(|(sum, count)| *sum += count);
    }

    /// Twice the rate of points less one for each player (row) against each
    /// (column): from −1 to 1, and 0 for two who never met.
    pub fn payoffs(&self) -> Vec<Vec<f64>> {
        let mut payoffs = vec![vec![0.0; self.players]; self.players];
        for (a, b, meeting) in self.meetings() {
            let payoff = 2.0 * meeting.points() / meeting.games() as f64 - 1.0;
            (payoffs[a][b], payoffs[b][a]) = (payoff, -payoff);
        }
        payoffs
    }

    /// Groups of players that are linked by meetings: the number of its group
    /// for each player, groups in the order of their first player.
    pub fn groups(&self) -> Vec<usize> {
        let mut group: Vec<usize> = (0..self.players).collect();
        // The first player of a group stands for it.
        fn first(group: &mut [usize], mut player: usize) -> usize {
            while group[player] != player {
                group[player] = group[group[player]];
                player = group[player];
            }
            player
        }
        for (a, b) in self.meetings.keys() {
            let (a, b) = (first(&mut group, *a), first(&mut group, *b));
            group[a.max(b)] = a.min(b);
        }
        let mut numbers = BTreeMap::new();
        let mut found = Vec::with_capacity(self.players);
        for player in 0..self.players {
            let next = numbers.len();
            found.push(*numbers.entry(first(&mut group, player)).or_insert(next));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meetings_add_up_from_either_side() {
        let mut pool = Pool::new(6);
        pool.add_games(1, 0, [1, 2, 4]);
        pool.add_games(0, 1, [1, 0, 0]);
        pool.add_pairs(0, 1, [0, 0, 0, 0, 3]);
        pool.add_pairs(5, 3, [0, 0, 0, 1, 0]);
        pool.add_games(2, 4, [0, 0, 0]);
        let (a, b, meeting) = pool.meetings().next().expect("a meeting");
        assert_eq!((a, b, meeting.games, meeting.games()), (0, 1, [5, 2, 1], 14));
        assert_eq!(meeting.points(), 1.0 + 1.0 + 6.0);
        assert_eq!(pool.groups(), [0, 0, 1, 2, 3, 2]);
        let payoffs = pool.payoffs();
        assert_eq!((payoffs[5][3], payoffs[3][5], payoffs[2][4]), (0.5, -0.5, 0.0));
    }
}
