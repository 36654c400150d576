//! The ranking. Pure: results in, an order out.

use std::cmp::Ordering;
use std::fmt::{self, Display};
use std::str::FromStr;

use games::common::suggest;

use crate::results_table::{HeadToHead, ResultsTable};
use crate::score::Score;
use crate::stats::{Pool, Ratings, rate};

/// Prior: one imaginary drawn game between every two players that met, so that a
/// player who won everything has a finite rating.
const PRIOR: f64 = 1.0;

/// What decides the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RankBy {
    /// Opponents beaten over all their games, then points.
    Beaten,
    /// Points, then opponents beaten.
    Points,
    /// The rating.
    Elo,
}

impl RankBy {
    /// All of them.
    pub const ALL: [RankBy; 3] = [RankBy::Beaten, RankBy::Points, RankBy::Elo];

    /// As it is written in files.
    pub fn word(self) -> &'static str {
        match self {
            RankBy::Beaten => "beaten",
            RankBy::Points => "points",
            RankBy::Elo => "elo",
        }
    }
}

impl Display for RankBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// There is no such order.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown order `{word}`: {hint}", word = .0, hint = suggest::hint(.0, RankBy::ALL.map(RankBy::word)))]
pub struct UnknownOrder(pub String);

impl FromStr for RankBy {
    type Err = UnknownOrder;

    fn from_str(word: &str) -> Result<RankBy, UnknownOrder> {
        let known = RankBy::ALL.into_iter().find(|rank_by| rank_by.word() == word);
        known.ok_or_else(|| UnknownOrder(word.to_string()))
    }
}

/// What a player has beside its meetings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bonus {
    /// Matches that count as won without a game: byes.
    pub beaten: u32,
    /// Half points for them.
    pub half_points: u64,
    /// Where the format itself counts matches, those won twice and those drawn
    /// once: it pairs by that, so it is the order by matches too.
    pub half_matches: Option<u64>,
    /// Where it came in, if the format itself decides that.
    pub place: Option<u32>,
    /// It was withdrawn: its few games are not enough to be ranked by a
    /// rating among those who play.
    pub is_withdrawn: bool,
}

/// One line of the standings.
#[derive(Clone, Debug)]
pub struct RankedPlayer {
    /// The player, by its place in the list.
    pub player: usize,
    /// From 1; players with equal results share a place.
    pub place: u32,
    /// Opponents beaten over all their games, and byes.
    pub beaten: u32,
    /// Opponents met.
    pub met: u32,
    /// Half points, with those for forfeits and byes.
    pub half_points: u64,
    /// Games that were played.
    pub score: Score,
    /// Sum of the margins of all games.
    pub margin: i64,
    /// The rating; 0 is the mean.
    pub elo: f64,
    /// Its error with 95 % confidence; `None` without games.
    pub elo_err95: Option<f64>,
}

impl RankedPlayer {
    /// By how much it won on average; 0 without a game.
    pub fn mean_margin(&self) -> f64 {
        match self.score.games() {
            0 => 0.0,
            games => self.margin as f64 / games as f64,
        }
    }
}

/// The ranking, with the games and ratings behind it.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Best first.
    pub rows: Vec<RankedPlayer>,
    /// The games behind the ratings.
    pub pool: Pool,
    /// By player.
    pub ratings: Ratings,
}

/// The games of a table that ratings are computed from.
pub fn pool(table: &ResultsTable, players: usize) -> Pool {
    let mut pool = Pool::new(players);
    for ([a, b], meeting) in table.by_players() {
        pool.add_pairs(a, b, meeting.pentanomial);
    }
    pool
}

/// Ratings as tables show them. With a prior there is always a solution, unless
/// doubles are too small for it; then all ratings are 0.
pub fn ratings(pool: &Pool) -> Ratings {
    let unknown = || rate(&Pool::new(pool.players()), PRIOR);
    rate(pool, PRIOR).or_else(|_| unknown()).expect("players who have not met can always be rated")
}

/// The ranking. `bonus` holds what each player has beside its meetings, one for
/// each.
pub fn standings(table: &ResultsTable, rank_by: RankBy, bonus: &[Bonus]) -> Standings {
    let pool = pool(table, bonus.len());
    let ratings = ratings(&pool);
    let mut rows: Vec<RankedPlayer> = bonus
        .iter()
        .enumerate()
        .map(|(player, bonus)| RankedPlayer {
            player,
            place: 0,
            beaten: bonus.beaten,
            // A bye is a match won, without an opponent met.
            met: bonus.beaten,
            half_points: bonus.half_points,
            score: Score::default(),
            margin: 0,
            elo: ratings.ratings[player],
            elo_err95: ratings.robust_err95[player],
        })
        .collect();
    for ([a, b], meeting) in table.by_players() {
        add(&mut rows, [a, b], &meeting);
    }
    let order = |one: &RankedPlayer, other: &RankedPlayer| {
        // Players who are still in the knockout come before those who are out.
        let place = |row: &RankedPlayer| bonus[row.player].place.unwrap_or(0);
        let decides = match rank_by {
            RankBy::Beaten => {
                let matches =
                    |row: &RankedPlayer| bonus[row.player].half_matches.unwrap_or(2 * u64::from(row.beaten));
                matches(other).cmp(&matches(one)).then(other.half_points.cmp(&one.half_points))
            }
            RankBy::Points => other.half_points.cmp(&one.half_points).then(other.beaten.cmp(&one.beaten)),
            // Players without games have no rating to be ranked by.
            RankBy::Elo => {
                // Those who are level differ by what rounding left.
                let key = |row: &RankedPlayer| {
                    let is_ranked = row.elo_err95.is_some() && !bonus[row.player].is_withdrawn;
                    (is_ranked, (row.elo * 1e6).round())
                };
                key(other).partial_cmp(&key(one)).unwrap_or(Ordering::Equal)
            }
        };
        place(one).cmp(&place(other)).then(decides)
    };
    rows.sort_by(|one, other| {
        order(one, other).then(other.elo.total_cmp(&one.elo)).then(one.player.cmp(&other.player))
    });
    for at in 0..rows.len() {
        let is_level = at > 0 && order(&rows[at - 1], &rows[at]) == Ordering::Equal;
        rows[at].place = if is_level { rows[at - 1].place } else { at as u32 + 1 };
    }
    Standings { rows, pool, ratings }
}

fn add(rows: &mut [RankedPlayer], players: [usize; 2], meeting: &HeadToHead) {
    let [mine, theirs] = meeting.half_points();
    let Score { wins, draws, losses } = meeting.score;
    for (side, player) in players.into_iter().enumerate() {
        let row = &mut rows[player];
        let (own, other) = if side == 0 { (mine, theirs) } else { (theirs, mine) };
        row.met += 1;
        row.beaten += u32::from(own > other);
        row.half_points += own;
        row.score.wins += if side == 0 { wins } else { losses };
        row.score.draws += draws;
        row.score.losses += if side == 0 { losses } else { wins };
        row.margin += if side == 0 { meeting.margin } else { -meeting.margin };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results_table::{GameScore, PairScore, Pairing};

    /// Adds pairs with the half points of the first player in both games.
    fn table(pairs: &[([usize; 2], [u8; 2])]) -> ResultsTable {
        let mut table = ResultsTable::default();
        for (leg, (players, half_points)) in (0..).zip(pairs) {
            let games = half_points
                .map(|half_points| GameScore { half_points, margin: 3 * (i64::from(half_points) - 1) });
            table.add(&Pairing { round: 0, players: *players, leg }, &PairScore::Played(games));
        }
        table
    }

    fn order(table: &ResultsTable, players: usize, rank_by: RankBy) -> Vec<(usize, u32)> {
        let standings = standings(table, rank_by, &vec![Bonus::default(); players]);
        standings.rows.iter().map(|row| (row.player, row.place)).collect()
    }

    #[test]
    fn the_order_is_by_what_was_asked_for() {
        // 0 beats 1 and 2 by a hair; 1 wins everything against 2; 3 has not played.
        let close = table(&[
            ([0, 1], [2, 0]),
            ([1, 0], [0, 1]),
            ([0, 2], [2, 1]),
            ([2, 1], [0, 0]),
            ([1, 2], [2, 2]),
        ]);
        for (rank_by, expected) in [
            (RankBy::Beaten, [(0, 1), (1, 2), (2, 3), (3, 4)]),
            (RankBy::Points, [(1, 1), (0, 2), (2, 3), (3, 4)]),
            (RankBy::Elo, [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ] {
            assert_eq!(order(&close, 4, rank_by), expected, "{rank_by}");
        }
    }

    #[test]
    fn players_who_are_level_share_a_place() {
        let level = table(&[([0, 1], [1, 1]), ([1, 2], [2, 2]), ([0, 2], [2, 2])]);
        assert_eq!(order(&level, 3, RankBy::Beaten), [(0, 1), (1, 1), (2, 3)]);
        assert_eq!(order(&ResultsTable::default(), 2, RankBy::Elo), [(0, 1), (1, 1)]);
        assert_eq!(order(&ResultsTable::default(), 0, RankBy::Elo), []);
    }

    #[test]
    fn the_format_has_the_first_word_and_byes_count() {
        let results = table(&[([0, 1], [2, 2])]);
        let mut bonus = [Bonus::default(); 3];
        bonus[2] = Bonus { beaten: 1, half_points: 4, ..Bonus::default() };
        let rows = standings(&results, RankBy::Beaten, &bonus).rows;
        assert_eq!(
            rows.iter().map(|row| (row.player, row.beaten, row.half_points)).collect::<Vec<_>>(),
            [(0, 1, 4), (2, 1, 4), (1, 0, 0)]
        );
        bonus[0].place = Some(2);
        bonus[1].place = Some(1);
        let rows = standings(&results, RankBy::Beaten, &bonus).rows;
        assert_eq!(
            rows.iter().map(|row| (row.player, row.place)).collect::<Vec<_>>(),
            [(2, 1), (1, 2), (0, 3)]
        );
    }

    #[test]
    fn a_withdrawn_player_is_not_ranked_by_its_rating() {
        let results = table(&[([0, 1], [2, 2]), ([0, 1], [2, 2]), ([0, 2], [2, 2])]);
        let mut bonus = [Bonus::default(); 3];
        let order = |bonus: &[Bonus]| {
            let rows = standings(&results, RankBy::Elo, bonus).rows;
            rows.iter().map(|row| row.player).collect::<Vec<_>>()
        };
        assert_eq!(order(&bonus), [0, 2, 1]);
        bonus[2].is_withdrawn = true;
        assert_eq!(order(&bonus), [0, 1, 2]);
    }

    #[test]
    fn margins_and_games_add_up_from_both_sides() {
        let results = table(&[([0, 1], [2, 1]), ([1, 0], [2, 2])]);
        let rows = standings(&results, RankBy::Elo, &[Bonus::default(); 2]).rows;
        let of = |player: usize| rows.iter().find(|row| row.player == player).expect("a row");
        assert_eq!(of(0).score, Score { wins: 1, draws: 1, losses: 2 });
        assert_eq!((of(0).margin, of(1).margin, of(0).mean_margin()), (-3, 3, -0.75));
    }
}
