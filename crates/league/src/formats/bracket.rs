//! The matches of a knockout tournament as they can be drawn, and who comes in
//! where.

use serde::Serialize;

/// All matches of a knockout tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Bracket {
    /// The rounds, the final being the last. The winners of two neighbours in
    /// one round meet in the next.
    pub rounds: Vec<Vec<BracketMatch>>,
    /// The match between the losers of the semi-finals, if there is one. It is
    /// played in the round of the final.
    pub third_place: Option<BracketMatch>,
}

/// A match of a knockout tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct BracketMatch {
    /// Who plays, by their places in the list, as far as that is known. In the
    /// first round a player may have no opponent.
    pub players: [Option<usize>; 2],
    /// Half points of both.
    pub half_points: [u64; 2],
    /// How many pairs are done.
    pub pairs: u64,
    /// The winner and how it was decided; `None` before that.
    #[serde(flatten)]
    pub end: Option<MatchEnd>,
}

/// The end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct MatchEnd {
    /// The player who goes on, by place in the list.
    pub winner: usize,
    /// How that was decided.
    pub decided: Decision,
}

/// How a match was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// By points.
    Points,
    /// Points were equal: by the sum of the margins of all games.
    TotalMargin,
    /// There was a tie, and then pairs until one player was ahead.
    FurtherPairs,
    /// By a random draw: points and margins were still equal after all further pairs,
    /// or when both players were withdrawn.
    Lots,
    /// There was no opponent.
    Walkover,
}

impl BracketMatch {
    /// The player who goes on, once it is decided.
    pub fn winner(&self) -> Option<usize> {
        self.end.map(|end| end.winner)
    }

    /// The player who is out, once it is decided; `None` after a bye.
    pub fn loser(&self) -> Option<usize> {
        let winner = self.winner()?;
        self.players.into_iter().flatten().find(|player| *player != winner)
    }
}

impl Bracket {
    /// All matches with the numbers of their rounds.
    pub fn matches(&self) -> impl Iterator<Item = (u32, &BracketMatch)> {
        let rounds =
            (0..).zip(&self.rounds).flat_map(|(number, round)| round.iter().map(move |it| (number, it)));
        rounds.chain(self.third_place.iter().map(|it| (self.rounds.len() as u32 - 1, it)))
    }

    /// The place of each of `players` players, if it is decided. Players who lose
    /// in the same round share a place: all who lose a quarter-final are fifth.
    pub fn places(&self, players: usize) -> Vec<Option<u32>> {
        let mut places = vec![None; players];
        let mut set = |player: Option<usize>, place: u32| {
            if let Some(player) = player {
                places[player] = Some(place);
            }
        };
        for round in &self.rounds {
            let is_semi_final = round.len() == 2;
            for decided in round.iter().filter(|_| !(is_semi_final && self.third_place.is_some())) {
                // As many go on as there are matches.
                set(decided.loser(), round.len() as u32 + 1);
            }
        }
        match self.rounds.last() {
            Some(last) => last.iter().for_each(|last| set(last.winner(), 1)),
            // A single player is first without a game.
            None => set((players == 1).then_some(0), 1),
        }
        if let Some(third_place) = &self.third_place {
            set(third_place.winner(), 3);
            set(third_place.loser(), 4);
        }
        places
    }
}

/// The places in the list in the order in which they stand in the first round, so
/// that the first two can only meet in the final, the first four not before the
/// semi-finals, and so on. `size` is a power of two.
pub(super) fn seeding(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|place| [place, last - place]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_meet_as_late_as_possible() {
        // As it stands in every tournament's program, but from 0.
        assert_eq!(seeding(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        for rounds in 0..10 {
            let size = 1 << rounds;
            let mut left = seeding(size);
            while left.len() > 1 {
                let sum = left.len() - 1;
                assert!(left.chunks(2).all(|pair| pair[0] + pair[1] == sum));
                left = left.chunks(2).map(|pair| pair[0].min(pair[1])).collect();
            }
        }
    }
}
