//! The ranking. Pure: results in, an order out.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::str::FromStr;

use games::common::suggest;
use serde::{Serialize, Serializer};

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

/// What puts a player ahead of the next one in the standings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// The bracket of a knockout.
    Bracket,
    /// Opponents beaten, or matches won in a Swiss tournament.
    Beaten,
    /// Points.
    Points,
    /// The rating.
    Elo,
    /// A tie so far: the sum of the margins of all games.
    TotalMargin,
    /// Still a tie, of players who have all met: points in their games with each
    /// other.
    HeadToHead,
}

impl Criterion {
    /// Its word for programs, in JSON and in tables: `total-margin`
    pub fn word(self) -> &'static str {
        match self {
            Criterion::Bracket => "bracket",
            Criterion::Beaten => "beaten",
            Criterion::Points => "points",
            Criterion::Elo => "elo",
            Criterion::TotalMargin => "total-margin",
            Criterion::HeadToHead => "head-to-head",
        }
    }

    /// Whether it counts only after a tie.
    pub fn is_tie_break(self) -> bool {
        matches!(self, Criterion::TotalMargin | Criterion::HeadToHead)
    }
}

impl Serialize for Criterion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl Display for Criterion {
    /// `total margin`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Criterion::Bracket => "bracket",
            Criterion::Beaten => "opponents beaten",
            Criterion::Points => "points",
            Criterion::Elo => "Elo",
            Criterion::TotalMargin => "total margin",
            Criterion::HeadToHead => "their games against each other",
        })
    }
}

/// What a player has beside its meetings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bonus {
    /// Matches that count as won without a game: byes.
    pub beaten: u32,
    /// Half points for them.
    pub half_points: u64,
    /// Its matches, where the format itself counts them: it pairs by them, so they
    /// are the order by opponents beaten too.
    pub matches: Option<Score>,
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
    /// What puts it ahead of the next row; `None` in the last row, and before a
    /// player with the same place.
    pub ahead_by: Option<Criterion>,
    /// Opponents beaten over all their games, and byes.
    pub beaten: u32,
    /// Opponents met.
    pub met: u32,
    /// Its matches, if they decide the order and not `beaten`: a drawn one counts half.
    pub matches: Option<Score>,
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
            ahead_by: None,
            beaten: bonus.beaten,
            // A bye is a match won, without an opponent met.
            met: bonus.beaten,
            matches: bonus.matches.filter(|_| rank_by == RankBy::Beaten),
            half_points: bonus.half_points,
            score: Score::default(),
            margin: 0,
            elo: ratings.ratings[player],
            elo_err95: ratings.robust_err95[player],
        })
        .collect();
    let meetings = table.by_players();
    for (players, meeting) in &meetings {
        add(&mut rows, *players, meeting);
    }
    let order = |one: &RankedPlayer, other: &RankedPlayer| order(rank_by, bonus, one, other);
    rows.sort_by(|one, other| {
        let decides = order(one, other).map_or(Ordering::Equal, |(ordering, _)| ordering);
        decides.then(other.elo.total_cmp(&one.elo)).then(one.player.cmp(&other.player))
    });
    for at in 1..rows.len() {
        rows[at - 1].ahead_by = order(&rows[at - 1], &rows[at]).map(|(_, criterion)| criterion);
    }
    for level in rows.chunk_by_mut(|one, _| one.ahead_by.is_none()) {
        rank_head_to_head(level, &meetings);
    }
    for at in 0..rows.len() {
        let is_level = at > 0 && rows[at - 1].ahead_by.is_none();
        rows[at].place = if is_level { rows[at - 1].place } else { at as u32 + 1 };
    }
    Standings { rows, pool, ratings }
}

/// The first criterion by which two players differ, the better one first; `None`
/// if they are level. What they did against each other is not among them.
fn order(
    rank_by: RankBy,
    bonus: &[Bonus],
    one: &RankedPlayer,
    other: &RankedPlayer,
) -> Option<(Ordering, Criterion)> {
    // Players who are still in the knockout come before those who are out.
    let place = |row: &RankedPlayer| bonus[row.player].place.unwrap_or(0);
    let beaten = |row: &RankedPlayer| row.matches.map_or(2 * u64::from(row.beaten), |it| it.half_points());
    let by_beaten = (beaten(other).cmp(&beaten(one)), Criterion::Beaten);
    let by_points = (other.half_points.cmp(&one.half_points), Criterion::Points);
    let announced = match rank_by {
        RankBy::Beaten => [by_beaten, by_points],
        RankBy::Points => [by_points, by_beaten],
        RankBy::Elo => {
            let key = |row: &RankedPlayer| {
                // Players without games have no rating to be ranked by.
                let is_ranked = row.elo_err95.is_some() && !bonus[row.player].is_withdrawn;
                // Those who are level differ by what rounding left.
                (is_ranked, (row.elo * 1e6).round())
            };
            let by_elo = key(other).partial_cmp(&key(one)).unwrap_or(Ordering::Equal);
            [(by_elo, Criterion::Elo); 2]
        }
    };
    [(place(one).cmp(&place(other)), Criterion::Bracket)]
        .into_iter()
        .chain(announced)
        .chain([(other.margin.cmp(&one.margin), Criterion::TotalMargin)])
        .find(|(ordering, _)| ordering.is_ne())
}

/// Ranks players who are level by their points against each other, if all of them
/// have met; then those who are still level, in the same way among themselves.
fn rank_head_to_head(level: &mut [RankedPlayer], meetings: &BTreeMap<[usize; 2], HeadToHead>) {
    let players: Vec<usize> = level.iter().map(|row| row.player).collect();
    let half_points = |player: usize, other: usize| {
        let meeting = meetings.get(&[player.min(other), player.max(other)])?;
        Some(meeting.half_points()[usize::from(player > other)])
    };
    let sum = |row: &RankedPlayer| -> Option<u64> {
        let others = players.iter().filter(|other| **other != row.player);
        others.map(|other| half_points(row.player, *other)).sum()
    };
    let Some(sums) = level.iter().map(sum).collect::<Option<Vec<u64>>>() else { return };
    if sums.windows(2).all(|pair| pair[0] == pair[1]) {
        return;
    }
    let behind = level.last().and_then(|row| row.ahead_by);
    level.sort_by_key(|row| Reverse(sum(row)));
    let last = level.len() - 1;
    for at in 0..last {
        let is_ahead = sum(&level[at]) > sum(&level[at + 1]);
        level[at].ahead_by = is_ahead.then_some(Criterion::HeadToHead);
    }
    level[last].ahead_by = behind;
    for still_level in level.chunk_by_mut(|one, _| one.ahead_by.is_none()) {
        rank_head_to_head(still_level, meetings);
    }
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

    /// Adds pairs with the half points and the margin of the first player in both
    /// games together.
    fn table_with_margins(pairs: &[([usize; 2], [u8; 2], i64)]) -> ResultsTable {
        let mut table = ResultsTable::default();
        for (leg, (players, half_points, margin)) in (0..).zip(pairs) {
            let [one, other] = half_points.map(|half_points| GameScore { half_points, margin: 0 });
            let games = [GameScore { margin: *margin, ..one }, other];
            table.add(&Pairing { round: 0, players: *players, leg }, &PairScore::Played(games));
        }
        table
    }

    #[test]
    fn ties_are_broken_by_margin_then_head_to_head_and_say_so() {
        use Criterion::{Beaten, HeadToHead, Points, TotalMargin};
        // All against all, with the same points for 0, 1 and 2; 3 loses everything.
        let against_3 = |margins: [i64; 3]| [0, 1, 2].map(|player| ([player, 3], [2, 2], margins[player]));
        let cycle = [([0, 1], [2, 2], 0), ([1, 2], [2, 2], 0), ([2, 0], [2, 2], 0)];
        let draws = [([0, 1], [1, 1], 0), ([1, 2], [1, 1], 0), ([2, 0], [1, 1], 0)];
        // The places of 0, 1 and 2, and what puts the first, second and third row ahead.
        let by_margin = Some(TotalMargin);
        for (name, own, margins, places, ahead_by) in [
            ("margin", draws, [5, 9, 7], [3, 1, 2], [by_margin, by_margin, Some(Beaten)]),
            ("a cycle stays a tie", cycle, [5, 5, 5], [1, 1, 1], [None, None, Some(Beaten)]),
            ("all drawn", draws, [5, 5, 9], [2, 2, 1], [by_margin, None, Some(Beaten)]),
        ] {
            let results = table_with_margins(&[&own[..], &against_3(margins)].concat());
            let rows = standings(&results, RankBy::Beaten, &[Bonus::default(); 4]).rows;
            let place = |player: usize| rows.iter().find(|row| row.player == player).expect("a row").place;
            assert_eq!([0, 1, 2].map(place), places, "{name}");
            assert_eq!([0, 1, 2].map(|row: usize| rows[row].ahead_by), ahead_by, "{name}");
            assert_eq!((rows[3].place, rows[3].ahead_by), (4, None));
        }
        let places = |pairs: &[([usize; 2], [u8; 2], i64)]| {
            let rows = standings(&table_with_margins(pairs), RankBy::Points, &[Bonus::default(); 4]).rows;
            rows.iter().map(|row| (row.player, row.place, row.ahead_by)).collect::<Vec<_>>()
        };
        // Two with equal points who have met, and two who have not.
        let two = [([0, 1], [2, 1], 0), ([0, 2], [0, 1], 0), ([1, 2], [2, 1], 0), ([2, 3], [2, 0], 0)];
        assert_eq!(
            places(&two),
            [(2, 1, Some(Points)), (0, 2, Some(HeadToHead)), (1, 3, Some(Points)), (3, 4, None)]
        );
        let apart = [([0, 2], [2, 1], 0), ([1, 3], [2, 1], 0)];
        assert_eq!(
            places(&apart)[..2].iter().map(|(_, place, by)| (*place, *by)).collect::<Vec<_>>(),
            [(1, None), (1, Some(Points))]
        );
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
    fn matches_are_in_the_row_where_they_decide() {
        // 0 and 1 have drawn, and 2 had a bye.
        let results = table(&[([0, 1], [2, 0])]);
        let matches = [[0, 1, 0], [0, 1, 1], [1, 0, 0]];
        let bonus = matches.map(|[wins, draws, losses]| Bonus {
            matches: Some(Score { wins, draws, losses }),
            ..Bonus::default()
        });
        let shown = |rank_by: RankBy| {
            let rows = standings(&results, rank_by, &bonus).rows;
            rows.iter().map(|row| (row.player, row.matches.map(|it| it.points()))).collect::<Vec<_>>()
        };
        assert_eq!(shown(RankBy::Beaten), [(2, Some(1.0)), (0, Some(0.5)), (1, Some(0.5))]);
        assert_eq!(shown(RankBy::Points), [(0, None), (1, None), (2, None)]);
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
