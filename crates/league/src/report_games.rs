//! Which games a report includes where it has no room for all. Pure: results in,
//! numbers of games out. Its size does not grow with the number of games.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use games::Cause;
use serde::Serialize;

use crate::committed_results::game_number;
use crate::finished_pair::GameSummary;

/// How many games a report includes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportGames {
    /// At most this many: the interesting ones, then the latest.
    AtMost(u32),
    /// All of them.
    All,
}

impl Default for ReportGames {
    fn default() -> ReportGames {
        ReportGames::AtMost(100)
    }
}

/// A text is neither a number nor `all`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a number of games, or `all`")]
pub struct UnknownReportGames;

impl FromStr for ReportGames {
    type Err = UnknownReportGames;

    fn from_str(text: &str) -> Result<ReportGames, UnknownReportGames> {
        match text {
            "all" => Ok(ReportGames::All),
            number => number.parse().map(ReportGames::AtMost).map_err(|_| UnknownReportGames),
        }
    }
}

/// Why a report includes a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It belongs to the final of a knockout.
    Final,
    /// It belongs to the match for the third place.
    ThirdPlace,
    /// It belongs to the pair that decided another match of a knockout.
    Decider,
    /// The first two of the standings played it.
    FirstTwo,
    /// The winner's rating is far below the loser's.
    Upset,
    /// A player made a fault.
    Fault,
    /// It ended in a draw or almost.
    Close,
    /// It is one of the latest.
    Recent,
}

/// What a pair of games was about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stakes {
    /// The final of a knockout, the match for the third place, the decision of
    /// another match, or a meeting of the first two.
    Special(Reason),
    /// Nothing in particular.
    Usual,
}

/// An upset is a win against somebody whose rating is higher by this much: less
/// than 36 % of such games are won.
pub(crate) const UPSET_ELO: f64 = 100.0;

/// The same fault of the same player is shown this often.
const SAME_FAULT: usize = 3;

/// Each kind of interesting game takes at most this part of the report, except
/// games of a knockout's last matches.
const SHARE: usize = 5;

/// A game is close if its margin is at most this part of the largest margin.
const CLOSE: u64 = 10;

/// Finds the games that a report of limited size includes.
#[derive(Debug)]
pub struct GameChooser {
    most: usize,
    special: BTreeMap<Reason, Best<u64>>,
    upsets: Best<u64>,
    /// By player and kind of fault.
    faults: BTreeMap<(usize, Cause), Best<u64>>,
    /// By how far the margin is below the largest possible.
    close: Best<u64>,
    largest_margin: u64,
    recent: Best<u64>,
}

impl GameChooser {
    /// For a report of so many games.
    pub fn new(most: u32) -> GameChooser {
        let most = most as usize;
        GameChooser {
            most,
            special: BTreeMap::new(),
            upsets: Best::new(most),
            faults: BTreeMap::new(),
            close: Best::new(most),
            largest_margin: 0,
            recent: Best::new(most),
        }
    }

    /// Looks at a game of a pair, number and game as in the store. `elo` is the
    /// rating of the first player and of the second.
    pub fn add(
        &mut self,
        (pair, game): (i64, usize),
        stakes: Stakes,
        (players, elo): ([usize; 2], [f64; 2]),
        summary: &GameSummary,
    ) {
        let number = game_number(pair, game);
        let result = &summary.result;
        if let Stakes::Special(reason) = stakes {
            let most = self.most;
            self.special.entry(reason).or_insert_with(|| Best::new(most)).add(number, number);
        }
        for (player, conduct) in players.iter().zip(&result.conduct) {
            for cause in conduct.faults.keys() {
                let same = self.faults.entry((*player, *cause));
                same.or_insert_with(|| Best::new(SAME_FAULT.min(self.most))).add(number, number);
            }
        }
        self.recent.add(number, number);
        if result.cause.is_fault() {
            return;
        }
        let ahead = match result.score.half_points {
            0 => elo[0] - elo[1],
            1 => 0.0,
            _ => elo[1] - elo[0],
        };
        if ahead >= UPSET_ELO {
            self.upsets.add((ahead * 1000.0) as u64, number);
        }
        let margin = result.score.margin.unsigned_abs();
        self.largest_margin = self.largest_margin.max(margin);
        self.close.add(u64::MAX - margin, number);
    }

    /// The games that were chosen, oldest first.
    pub fn chosen(self) -> BTreeMap<u64, Reason> {
        let mut chosen = BTreeMap::new();
        let share = self.most.div_ceil(SHARE);
        let mut take = |reason: Reason, games: Vec<u64>, most: usize| {
            let new: Vec<u64> = games.into_iter().filter(|number| !chosen.contains_key(number)).collect();
            let room = (self.most - chosen.len()).min(most);
            chosen.extend(new.into_iter().take(room).map(|number| (number, reason)));
        };
        for (reason, games) in self.special {
            // Meetings of the first two go on as long as the tournament.
            let most = if reason == Reason::FirstTwo { share } else { usize::MAX };
            take(reason, games.best_first().map(|(_, number)| number).collect(), most);
        }
        take(Reason::Upset, self.upsets.best_first().map(|(_, number)| number).collect(), share);
        let faults: BTreeSet<u64> = self
            .faults
            .into_values()
            .flat_map(|games| games.best_first().map(|(_, number)| number))
            .collect();
        take(Reason::Fault, faults.into_iter().rev().collect(), share);
        let is_close = |(key, number): (u64, u64)| {
            (self.largest_margin > 0 && (u64::MAX - key).saturating_mul(CLOSE) <= self.largest_margin)
                .then_some(number)
        };
        take(Reason::Close, self.close.best_first().filter_map(is_close).collect(), share);
        take(Reason::Recent, self.recent.best_first().map(|(_, number)| number).collect(), usize::MAX);
        chosen
    }
}

/// The games with the largest keys; of equal keys the latest.
#[derive(Debug)]
struct Best<K> {
    most: usize,
    games: BTreeSet<(K, u64)>,
}

impl<K: Ord> Best<K> {
    fn new(most: usize) -> Best<K> {
        Best { most, games: BTreeSet::new() }
    }

    fn add(&mut self, key: K, number: u64) {
        self.games.insert((key, number));
        if self.games.len() > self.most {
            self.games.pop_first();
        }
    }

    fn best_first(self) -> impl Iterator<Item = (K, u64)> {
        self.games.into_iter().rev()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_result::{Conduct, GameResult};
    use crate::results_table::GameScore;

    fn summary(margin: i64, cause: Cause, fault: Option<(usize, Cause)>) -> GameSummary {
        let half_points = match margin {
            0 => 1,
            1.. => 2,
            _ => 0,
        };
        let mut conduct = [Conduct::default(), Conduct::default()];
        if let Some((side, cause)) = fault {
            conduct[side].faults.insert(cause, 1);
        }
        let score = GameScore { half_points, margin };
        let result = GameResult { score, cause, actions: 10, conduct };
        GameSummary { result, moved_first: None, blame: None, record: None }
    }

    /// A thousand pairs of six players, a hundred Elo apart, in which the stronger
    /// wins by 20 — except for what `twist` says about a game, by its number.
    fn choose(most: u32, twist: impl Fn(u64) -> Option<(Stakes, GameSummary)>) -> BTreeMap<u64, Reason> {
        let mut chooser = GameChooser::new(most);
        for pair in 1..=1000_i64 {
            let first = (pair % 5) as usize;
            let players = [first, first + 1];
            let elo = players.map(|player| 300.0 - 150.0 * player as f64);
            for game in 0..2 {
                let (stakes, summary) = twist(game_number(pair, game))
                    .unwrap_or((Stakes::Usual, summary(20, Cause::Normal, None)));
                chooser.add((pair, game), stakes, (players, elo), &summary);
            }
        }
        chooser.chosen()
    }

    fn numbers(chosen: &BTreeMap<u64, Reason>, wanted: Reason) -> Vec<u64> {
        chosen.iter().filter(|(_, reason)| **reason == wanted).map(|(number, _)| *number).collect()
    }

    #[test]
    fn what_is_interesting_is_kept_and_the_latest_fill_up() {
        let twist = |number: u64| match number {
            // Old games, all far from the last hundred.
            7 => Some((Stakes::Usual, summary(-20, Cause::Normal, None))),
            20..=29 => Some((Stakes::Special(Reason::Final), summary(20, Cause::Normal, None))),
            31 => Some((Stakes::Special(Reason::Decider), summary(-20, Cause::Normal, None))),
            40 => Some((Stakes::Usual, summary(20, Cause::Crash, Some((1, Cause::Crash))))),
            41 => Some((Stakes::Usual, summary(20, Cause::Normal, Some((0, Cause::Illegal))))),
            50 => Some((Stakes::Usual, summary(1, Cause::Normal, None))),
            51 => Some((Stakes::Usual, summary(0, Cause::Normal, None))),
            // More than a tenth of the largest margin.
            52 => Some((Stakes::Usual, summary(3, Cause::Normal, None))),
            _ => None,
        };
        let chosen = choose(100, twist);
        assert_eq!(chosen.len(), 100);
        assert_eq!(numbers(&chosen, Reason::Final), (20..30).collect::<Vec<_>>());
        assert_eq!(numbers(&chosen, Reason::Decider), [31], "and not as an upset");
        assert_eq!(numbers(&chosen, Reason::Upset), [7]);
        assert_eq!(numbers(&chosen, Reason::Fault), [40, 41]);
        assert_eq!(numbers(&chosen, Reason::Close), [50, 51]);
        let recent = numbers(&chosen, Reason::Recent);
        assert_eq!(recent, (2001 - recent.len() as u64..=2000).collect::<Vec<_>>());
        // Where there is no room, the most important stay.
        let few = choose(12, twist);
        assert_eq!(few.keys().copied().collect::<Vec<_>>(), [7, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31]);
        assert_eq!(choose(0, twist).len(), 0);
    }

    /// Many games of one kind do not crowd out the others.
    #[test]
    fn each_kind_has_its_share() {
        let all_of = |stakes, one: GameSummary| move |_| Some((stakes, one.clone()));
        for (what, chosen, expected) in [
            ("usual games", choose(100, |_| None), vec![(Reason::Recent, 100)]),
            (
                "upsets",
                choose(100, all_of(Stakes::Usual, summary(-20, Cause::Normal, None))),
                vec![(Reason::Upset, 20), (Reason::Recent, 80)],
            ),
            (
                "crashes of five players",
                choose(100, all_of(Stakes::Usual, summary(20, Cause::Crash, Some((1, Cause::Crash))))),
                vec![(Reason::Fault, 15), (Reason::Recent, 85)],
            ),
            (
                "draws only: none is closer than others",
                choose(100, all_of(Stakes::Usual, summary(0, Cause::Normal, None))),
                vec![(Reason::Recent, 100)],
            ),
            (
                "only the first two",
                choose(100, all_of(Stakes::Special(Reason::FirstTwo), summary(20, Cause::Normal, None))),
                vec![(Reason::FirstTwo, 20), (Reason::Recent, 80)],
            ),
            (
                "a very long final",
                choose(100, all_of(Stakes::Special(Reason::Final), summary(20, Cause::Normal, None))),
                vec![(Reason::Final, 100)],
            ),
        ] {
            let mut counts: BTreeMap<Reason, usize> = BTreeMap::new();
            chosen.values().for_each(|reason| *counts.entry(*reason).or_default() += 1);
            assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected, "{what}");
        }
    }

    #[test]
    fn a_number_of_games_is_read() {
        for (text, expected) in [
            ("all", Ok(ReportGames::All)),
            ("0", Ok(ReportGames::AtMost(0))),
            ("250", Ok(ReportGames::AtMost(250))),
            ("", Err(UnknownReportGames)),
            ("All", Err(UnknownReportGames)),
            ("-1", Err(UnknownReportGames)),
            ("4294967296", Err(UnknownReportGames)),
        ] {
            assert_eq!(text.parse(), expected, "{text}");
        }
    }
}
