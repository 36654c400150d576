//! What the games of a match add up to. Pure: results in, numbers out.

use std::collections::BTreeMap;

use games::Seat;
use serde::Serialize;

use crate::duel::Game;
use crate::game_result::{Conduct, GameResult};
use crate::results_table::GameScore;
use crate::stats::{Counts, wilson};

/// Wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Score {
    /// Won.
    pub wins: u64,
    /// Neither.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Score {
    /// How many in all.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A win is one point, a draw a half.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points for each game; a half when there is none.
    pub fn rate(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// Where the true rate is, in 95 of 100 cases: the Wilson interval, which
    /// stays inside 0 to 1 and makes sense of a single game.
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.points(), self.games() as f64)
    }

    /// Adds a game: 0 lost, 1 drawn, 2 won.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// What the games of a match add up to, from A's side.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// All games.
    pub score: Score,
    /// Those in which A moved first, and those in which B did.
    pub by_first: [Score; 2],
    /// Whole pairs by A's half points: from both lost to both won.
    pub pentanomial: [u64; 5],
    /// What A and B did beside.
    pub conduct: [Conduct; 2],
    /// Sums of the margin and of its square: whole numbers, so that the order
    /// in which games end makes no difference.
    margins: (i128, i128),
    /// A's half points in games whose pair is not complete.
    halves: BTreeMap<u32, u8>,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, game: &Game) {
        let GameResult { score: GameScore { half_points, margin }, conduct, .. } =
            GameResult::of(&game.record, game.seat_of_a);
        self.score.add(half_points);
        let first = game.side_at(Seat::from_parity(usize::from(game.record.first)));
        self.by_first[first.index()].add(half_points);
        match self.halves.remove(&(game.number / 2)) {
            Some(others) => self.pentanomial[usize::from(half_points + others)] += 1,
            None => drop(self.halves.insert(game.number / 2, half_points)),
        }
        let margin = i128::from(margin);
        self.margins.0 += margin;
        self.margins.1 += margin * margin;
        for (sum, conduct) in self.conduct.iter_mut().zip(&conduct) {
            sum.merge(conduct);
        }
    }

    /// The whole pairs, for statistics.
    pub fn counts(&self) -> Counts {
        Counts::Pairs(self.pentanomial)
    }

    /// By how much A won on average; 0 when there are no games.
    pub fn mean_margin(&self) -> f64 {
        match self.score.games() {
            0 => 0.0,
            games => self.margins.0 as f64 / games as f64,
        }
    }

    /// The standard deviation of the margin; 0 for fewer than two games.
    pub fn sd_margin(&self) -> f64 {
        let games = i128::from(self.score.games());
        if games < 2 {
            return 0.0;
        }
        let (sum, squares) = self.margins;
        ((games * squares - sum * sum) as f64 / (games * (games - 1)) as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_add_up() {
        for (wins, draws, losses, points, rate, interval) in [
            (0, 0, 0, 0.0, 0.5, (0.0, 1.0)),
            (0, 2, 0, 1.0, 0.5, wilson(1.0, 2.0)),
            (3, 1, 4, 3.5, 0.4375, wilson(3.5, 8.0)),
        ] {
            let score = Score { wins, draws, losses };
            assert_eq!((score.points(), score.rate(), score.interval()), (points, rate, interval));
        }
    }
}
