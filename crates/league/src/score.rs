//! Wins, draws and losses.

use serde::Serialize;

use crate::stats::wilson;

/// Wins, draws and losses of one player, in games or in matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Score {
    /// How many it won.
    pub wins: u64,
    /// How many were drawn.
    pub draws: u64,
    /// How many it lost.
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

    /// Twice the points, which is a whole number.
    pub fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// Points for each game, from 0 to 1; a half without games.
    pub fn rate(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// The 95 % confidence interval of the rate. It is Wilson's: it stays inside
    /// 0 to 1 and makes sense for a single game.
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.points(), self.games() as f64)
    }

    /// Adds one: 0 lost, 1 drawn, 2 won.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
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
