//! The standings as a wall shows them: all games, or with suspense only those that were
//! shown; cut into pages.

use std::collections::BTreeMap;

use league::Score;
use serde::Serialize;
use utoipa::ToSchema;

use super::timing::PAGE_ROWS;

/// One line of the standings, without what a wall does not show.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The player, by its place in the list of players.
    pub player: usize,
    /// From 1; players with equal results share a place.
    pub place: u32,
    /// Its name.
    pub name: String,
    /// A win is one, a draw a half.
    pub points: f64,
    /// Games that were played.
    pub score: Score,
    /// The rating; `None` without games, and where only shown games count.
    pub elo: Option<f64>,
    /// Its error with 95 % confidence.
    pub elo_err95: Option<f64>,
}

/// One line of the standings on a wall.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct WallRow {
    /// From 1; players with equal results share a place.
    pub place: u32,
    /// Its name.
    pub name: String,
    /// A win is one, a draw a half.
    pub points: f64,
    /// Games that count here.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The rating; `null` without games, and where only shown games count.
    pub elo: Option<f64>,
    /// Its error with 95 % confidence.
    pub elo_err95: Option<f64>,
    /// How many places it has gone up since the standings were shown last; negative if it
    /// has gone down.
    pub moved: i64,
    /// Whether it played in the game that was shown just before.
    pub has_just_played: bool,
}

/// The result of a game that was shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownResult {
    /// The players on seat 0 and seat 1.
    pub players: [usize; 2],
    /// The seat that won.
    pub winner: Option<u8>,
    /// By how much.
    pub margin: u64,
}

/// Standings that count only the games that were shown: points, then margin. Players keep
/// the names of `all`; those who have not been shown come last, in the order of the list.
pub fn of_shown<'a>(all: &[Row], shown: impl Iterator<Item = &'a ShownResult>) -> Vec<Row> {
    let mut sums: BTreeMap<usize, (Score, i64)> = BTreeMap::new();
    for result in shown {
        for (seat, player) in result.players.iter().enumerate() {
            let (score, margin) = sums.entry(*player).or_default();
            let by = i64::try_from(result.margin).unwrap_or(i64::MAX);
            let (half_points, by) = match result.winner {
                None => (1, 0),
                Some(winner) if usize::from(winner) == seat => (2, by),
                Some(_) => (0, -by),
            };
            score.add(half_points);
            *margin = margin.saturating_add(by);
        }
    }
    let row = |row: &Row| {
        let (score, margin) = sums.get(&row.player).copied().unwrap_or_default();
        let points = score.wins as f64 + score.draws as f64 / 2.0;
        let shown = Row { place: 0, points, score, elo: None, elo_err95: None, ..row.clone() };
        // Most points, fewest games for them, largest margin: each as a number that rises.
        (((2.0 * points) as i64, -(score.games() as i64), margin), shown)
    };
    let mut rows: Vec<_> = all.iter().map(row).collect();
    rows.sort_by(|(one, a), (other, b)| {
        let has_played = |row: &Row| row.score.games() > 0;
        has_played(b).cmp(&has_played(a)).then(other.cmp(one)).then(a.player.cmp(&b.player))
    });
    let mut place = 0;
    let mut before = None;
    let ranked = (1..).zip(rows).map(|(at, (key, row))| {
        if before != Some(key) {
            place = at;
        }
        before = Some(key);
        Row { place, ..row }
    });
    ranked.collect()
}

/// How many pages it takes.
pub fn pages(rows: usize) -> usize {
    rows.div_ceil(PAGE_ROWS)
}

/// The rows of a page. The last page is full too: it begins with rows of the page before.
pub fn page_rows(rows: usize, page: usize) -> std::ops::Range<usize> {
    let begin = (page * PAGE_ROWS).min(rows.saturating_sub(PAGE_ROWS));
    begin..(begin + PAGE_ROWS).min(rows)
}

/// The page on which a row stands first.
pub fn page_of(row: usize) -> usize {
    row / PAGE_ROWS
}

/// The places of all players, to see later who has moved.
pub fn places(rows: &[Row]) -> BTreeMap<usize, u32> {
    rows.iter().map(|row| (row.player, row.place)).collect()
}

/// Rows as they are shown. `before` are the places when the standings were shown last.
pub fn to_wall(rows: &[Row], before: &BTreeMap<usize, u32>, just_played: &[usize]) -> Vec<WallRow> {
    let row = |row: &Row| WallRow {
        place: row.place,
        name: row.name.clone(),
        points: row.points,
        games: row.score.games(),
        wins: row.score.wins,
        draws: row.score.draws,
        losses: row.score.losses,
        elo: row.elo,
        elo_err95: row.elo_err95,
        moved: before.get(&row.player).map_or(0, |before| i64::from(*before) - i64::from(row.place)),
        has_just_played: just_played.contains(&row.player),
    };
    rows.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(names: &[&str]) -> Vec<Row> {
        let row = |(player, name): (usize, &&str)| Row {
            player,
            place: player as u32 + 1,
            name: (*name).to_string(),
            points: 9.0,
            score: Score { wins: 9, draws: 0, losses: 0 },
            elo: Some(12.0),
            elo_err95: Some(1.0),
        };
        names.iter().enumerate().map(row).collect()
    }

    #[test]
    fn only_shown_games_count() {
        let all = field(&["Ann", "Ben", "Cat", "Dan", "Eve"]);
        let result = |zero, one, winner, margin| ShownResult { players: [zero, one], winner, margin };
        let order = |shown: &[ShownResult]| {
            let rows = of_shown(&all, shown.iter());
            rows.iter().map(|row| (row.name.clone(), row.place, row.points)).collect::<Vec<_>>()
        };
        let expect = |rows: &[(&str, u32, f64)]| {
            rows.iter()
                .map(|(name, place, points)| ((*name).to_string(), *place, *points))
                .collect::<Vec<_>>()
        };
        // Nothing is known: nobody is ahead.
        assert_eq!(
            order(&[]),
            expect(&[("Ann", 1, 0.0), ("Ben", 1, 0.0), ("Cat", 1, 0.0), ("Dan", 1, 0.0), ("Eve", 1, 0.0)])
        );
        // Dan beats Ann by 5 and Cat by 1; Ben and Cat draw. Eve was not shown.
        let shown = [result(3, 0, Some(0), 5), result(2, 3, Some(1), 1), result(1, 2, None, 0)];
        assert_eq!(
            order(&shown),
            expect(&[("Dan", 1, 2.0), ("Ben", 2, 0.5), ("Cat", 3, 0.5), ("Ann", 4, 0.0), ("Eve", 5, 0.0)])
        );
        let rows = of_shown(&all, shown.iter());
        assert!(rows.iter().all(|row| row.elo.is_none() && row.elo_err95.is_none()));
        assert_eq!(rows[0].score, Score { wins: 2, draws: 0, losses: 0 });
    }

    #[test]
    fn pages_have_eight_rows_and_the_last_one_too() {
        for (rows, expected) in [
            (0, &[][..]),
            (1, &[(0, 1)]),
            (8, &[(0, 8)]),
            (9, &[(0, 8), (1, 9)]),
            (16, &[(0, 8), (8, 16)]),
            (30, &[(0, 8), (8, 16), (16, 24), (22, 30)]),
        ] {
            let ranges = (0..pages(rows)).map(|page| page_rows(rows, page));
            let ranges: Vec<_> = ranges.map(|range| (range.start, range.end)).collect();
            assert_eq!(ranges, expected, "{rows} rows");
            for row in 0..rows {
                assert!(page_rows(rows, page_of(row)).contains(&row), "{rows} rows, row {row}");
            }
        }
    }

    #[test]
    fn rows_say_who_has_moved_and_who_has_played() {
        let mut rows = field(&["Ann", "Ben", "Cat"]);
        let before = places(&rows);
        rows.swap(0, 2);
        (rows[0].place, rows[1].place, rows[2].place) = (1, 2, 3);
        let shown = to_wall(&rows, &before, &[1]);
        assert_eq!(shown.iter().map(|row| row.moved).collect::<Vec<_>>(), [2, 0, -2]);
        assert_eq!(shown.iter().map(|row| row.has_just_played).collect::<Vec<_>>(), [false, true, false]);
        // Who was not there before has not moved.
        assert!(to_wall(&rows, &BTreeMap::new(), &[]).iter().all(|row| row.moved == 0));
    }
}
