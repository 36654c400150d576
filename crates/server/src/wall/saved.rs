//! What outlives the server of a wall: what the organiser has decided, and what was shown.
//!
//! The part that is shown is not saved: after a restart the wall begins with the next game.
//! A game that was not shown to its end may come again, and it does not count.

use std::collections::{BTreeMap, BTreeSet};

use league::Score;
use serde::{Deserialize, Serialize};

use super::candidate::Reason;
use super::director::{Memory, Subject};
use super::program::{Part, Wall};
use super::run::{Run, RunPlayer};
use super::table::{Row, ShownResult};

/// Games that are saved at most: those with the highest numbers. They take more than a day
/// to show.
const MOST: usize = 5_000;

/// A wall as it is saved. A player is a place in `players`: the list of the tournament may
/// be another one when this is read.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedWall {
    /// See [`Run::begun_ms`].
    begun_ms: Option<i64>,
    pub(super) suspense: bool,
    held: bool,
    /// The game that the organiser wants to see next, or saw when this was saved.
    asked: Option<u64>,
    players: Vec<RunPlayer>,
    frozen: Option<SavedTable>,
    shown: Vec<SavedGame>,
    memory: SavedMemory,
}

/// Frozen standings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedTable {
    /// Pairs that were done then.
    pairs: u64,
    rows: Vec<SavedRow>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedRow {
    player: usize,
    place: u32,
    points: f64,
    /// Wins, draws and losses.
    score: [u64; 3],
    elo: Option<f64>,
    elo_err95: Option<f64>,
}

/// The number of a game that was shown, its players, the seat that won, the margin.
type SavedGame = (u64, [usize; 2], Option<u8>, u64);

/// What the director knows, without live games: they end with the server.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMemory {
    /// The games of this round.
    round: BTreeSet<u64>,
    last_number: Option<u64>,
    last: Vec<[usize; 2]>,
    count: u64,
    /// Players, and how many games had been shown when each was last seen.
    seen: Vec<(usize, u64)>,
}

impl SavedWall {
    /// A wall of which nothing is known: it counts only what it shows from now on, so that
    /// it gives nothing away.
    pub fn cautious() -> SavedWall {
        SavedWall { suspense: true, ..SavedWall::default() }
    }

    /// Whether it belongs to this run, and not to what was decided before its first pair.
    pub fn is_of(&self, run: &Run) -> bool {
        self.begun_ms.is_some() && self.begun_ms == run.begun_ms
    }

    /// What is saved from now on, if this was saved before. Without its store (a disk that
    /// is not there yet) a run looks as if it had not begun: what was shown of it stays.
    pub fn updated(self, now: SavedWall) -> SavedWall {
        match (self.begun_ms, now.begun_ms) {
            (Some(_), None) => SavedWall { suspense: now.suspense, held: now.held, ..self },
            _ => now,
        }
    }
}

impl Wall {
    /// What is saved of it.
    pub fn saved(&self, run: &Run) -> SavedWall {
        let (unfinished, asked) = match &self.part {
            Part::Game(showing) => match showing.subject {
                Subject::Game(number) => (Some(number), showing.reasons.contains(&Reason::Asked)),
                Subject::Live(_) => (None, false),
            },
            _ => (None, false),
        };
        let shown = self.shown.iter().rev().take(MOST);
        let memory = &self.memory;
        let round = memory.shown.iter().rev().filter(|number| Some(**number) != unfinished);
        SavedWall {
            begun_ms: run.begun_ms,
            suspense: self.suspense,
            held: self.held_ms.is_some(),
            asked: self.asked.or(unfinished.filter(|_| asked)),
            players: run.players.clone(),
            frozen: self.frozen.as_ref().map(|(rows, pairs)| SavedTable {
                pairs: *pairs,
                rows: rows.iter().map(saved_row).collect(),
            }),
            shown: shown.map(|(number, it)| (*number, it.players, it.winner, it.margin)).collect(),
            memory: SavedMemory {
                round: round.take(MOST).copied().collect(),
                last_number: memory.last_number.filter(|number| Some(*number) != unfinished),
                last: memory.last.iter().copied().collect(),
                count: memory.count,
                seen: memory.seen.iter().map(|(player, count)| (*player, *count)).collect(),
            },
        }
    }

    /// The wall that goes on with what was saved. What was saved of players that are gone is
    /// left out.
    ///
    /// Of another run only suspense and `held` stay. Games have other numbers, and frozen
    /// standings are those of results that are gone.
    ///
    /// A wall that was held is held again, but it shows nothing. What it showed is gone, and
    /// standings might give away what the organiser was holding back.
    pub fn restored(saved: &SavedWall, run: &Run, now_ms: i64) -> Wall {
        let mut wall = Wall {
            started_ms: now_ms,
            held_ms: saved.held.then_some(now_ms),
            suspense: saved.suspense,
            ..Wall::default()
        };
        if !run.is_begun_at(saved.begun_ms) {
            return wall;
        }
        let place = |player: &RunPlayer| run.players.iter().position(|other| other.is_same(player));
        let places: Vec<Option<usize>> = saved.players.iter().map(place).collect();
        let player = |saved: usize| places.get(saved).copied().flatten();
        let both = |[zero, one]: [usize; 2]| Some([player(zero)?, player(one)?]);
        wall.asked = saved.asked;
        wall.frozen = saved.frozen.as_ref().map(|table| {
            let row = |row: &SavedRow| player(row.player).map(|player| restored_row(row, player, run));
            (table.rows.iter().filter_map(row).collect(), table.pairs)
        });
        let game = |(number, players, winner, margin): &SavedGame| {
            let (winner, margin) = (*winner, *margin);
            Some((*number, ShownResult { players: both(*players)?, winner, margin }))
        };
        wall.shown = saved.shown.iter().filter_map(game).collect();
        let memory = &saved.memory;
        // Nobody was seen later than now.
        let seen = |(at, count): &(usize, u64)| Some((player(*at)?, (*count).min(memory.count)));
        wall.memory = Memory {
            shown: memory.round.clone(),
            live: BTreeSet::new(),
            last_number: memory.last_number,
            last: memory.last.iter().filter_map(|players| both(*players)).collect(),
            count: memory.count,
            seen: memory.seen.iter().filter_map(seen).collect::<BTreeMap<_, _>>(),
        };
        wall
    }
}

fn saved_row(row: &Row) -> SavedRow {
    let Score { wins, draws, losses } = row.score;
    SavedRow {
        player: row.player,
        place: row.place,
        points: row.points,
        score: [wins, draws, losses],
        elo: row.elo,
        elo_err95: row.elo_err95,
    }
}

fn restored_row(row: &SavedRow, player: usize, run: &Run) -> Row {
    let [wins, draws, losses] = row.score;
    Row {
        player,
        place: row.place,
        name: run.players[player].name.clone(),
        points: row.points,
        score: Score { wins, draws, losses },
        elo: row.elo,
        elo_err95: row.elo_err95,
    }
}

#[cfg(test)]
mod tests {
    use super::super::command::Command;
    use super::super::program::Showing;
    use super::super::simulation::{self, Numbers};
    use super::super::state::Mode;
    use super::*;

    /// A name with a `'` is that of a bot that was changed.
    fn run(begun_ms: Option<i64>, players: &[&str]) -> Run {
        let player = |name: &&str| RunPlayer {
            name: name.trim_end_matches('\'').to_string(),
            id: begun_ms.map(|_| name.bytes().fold(0, |id, byte| 257 * id + i64::from(byte))),
        };
        Run { begun_ms, players: players.iter().map(player).collect(), ..Run::default() }
    }

    /// A held wall in the middle of game 9. Games 3 and 5 were shown.
    fn wall() -> Wall {
        let row = |(player, name): (usize, &str)| Row {
            player,
            place: player as u32 + 1,
            name: name.to_string(),
            points: 1.5,
            score: Score { wins: 1, draws: 1, losses: 2 },
            elo: Some(20.5),
            elo_err95: None,
        };
        let mut memory = Memory::default();
        memory.note(3, [0, 1]);
        memory.note(5, [1, 2]);
        memory.note_live("live", [0, 2]);
        memory.note(9, [0, 1]);
        let of = |players, winner| ShownResult { players, winner, margin: 7 };
        Wall {
            part: Part::Game(Showing {
                subject: Subject::Game(9),
                reasons: vec![Reason::Top],
                players: [0, 1],
                pace: None,
            }),
            started_ms: 50,
            held_ms: Some(60),
            suspense: true,
            frozen: Some(([(1, "Ben"), (0, "Ann"), (2, "Cat")].map(row).to_vec(), 12)),
            shown: BTreeMap::from([(3, of([0, 1], Some(0))), (5, of([1, 2], None))]),
            memory,
            ..Wall::default()
        }
    }

    /// Through the text of the file.
    fn restart(wall: &Wall, before: &Run, now: &Run) -> Wall {
        let text = serde_json::to_string(&wall.saved(before)).expect("JSON");
        Wall::restored(&serde_json::from_str(&text).expect("it was written so"), now, 1000)
    }

    #[test]
    fn a_wall_goes_on_after_a_restart() {
        let before = ["Ann", "Ben", "Cat"];
        let of = |players, winner| ShownResult { players, winner, margin: 7 };
        let all = vec![(3, of([0, 1], Some(0))), (5, of([1, 2], None))];
        let turned = vec![(3, of([3, 2], Some(0))), (5, of([2, 0], None))];
        let frozen = |rows: &[(usize, &str, u32)]| {
            Some(rows.iter().map(|(player, name, place)| (*player, (*name).to_string(), *place)).collect())
        };
        let table = frozen(&[(1, "Ben", 2), (0, "Ann", 1), (2, "Cat", 3)]);
        for (what, [saved, now], players, shown, rows, round, last) in [
            (
                "the same",
                [Some(5), Some(5)],
                &before[..],
                all.clone(),
                table.clone(),
                2,
                vec![[0, 1], [1, 2], [0, 2], [0, 1]],
            ),
            (
                "before the first pair",
                [None, Some(5)],
                &before,
                all,
                table,
                2,
                vec![[0, 1], [1, 2], [0, 2], [0, 1]],
            ),
            (
                "another order",
                [Some(5), Some(5)],
                &["Cat", "Dan", "Ben", "Ann"],
                turned,
                frozen(&[(2, "Ben", 2), (3, "Ann", 1), (0, "Cat", 3)]),
                2,
                vec![[3, 2], [2, 0], [3, 0], [3, 2]],
            ),
            (
                "a player with another name",
                [Some(5), Some(5)],
                &["Ann", "Bea", "Cat"],
                vec![],
                frozen(&[(0, "Ann", 1), (2, "Cat", 3)]),
                2,
                vec![[0, 2]],
            ),
            (
                "a player who was changed",
                [Some(5), Some(5)],
                &["Ann", "Ben'", "Cat"],
                vec![],
                frozen(&[(0, "Ann", 1), (2, "Cat", 3)]),
                2,
                vec![[0, 2]],
            ),
            ("nobody is left", [Some(5), Some(5)], &["Dan"], vec![], frozen(&[]), 2, vec![]),
            ("begun anew", [Some(5), Some(6)], &before, vec![], None, 0, vec![]),
            ("deleted", [Some(5), None], &before, vec![], None, 0, vec![]),
        ] {
            let wall = restart(&wall(), &run(saved, &before), &run(now, players));
            // What holds in any case.
            assert!(wall.suspense && wall.part == Part::Waiting && !wall.is_unsaved, "{what}");
            assert_eq!((wall.started_ms, wall.held_ms, wall.asked), (1000, Some(1000), None), "{what}");
            assert_eq!(wall.shown.into_iter().collect::<Vec<_>>(), shown, "{what}");
            let found = wall.frozen.map(|(rows, pairs)| {
                assert_eq!(pairs, 12, "{what}");
                rows.into_iter()
                    .map(|row| {
                        assert_eq!(
                            (row.points, row.score.wins, row.score.draws, row.score.losses),
                            (1.5, 1, 1, 2)
                        );
                        assert_eq!((row.elo, row.elo_err95), (Some(20.5), None));
                        (row.player, row.name, row.place)
                    })
                    .collect::<Vec<_>>()
            });
            assert_eq!(found, rows, "{what}");
            let memory = wall.memory;
            assert_eq!(Vec::from(memory.last), last, "{what}");
            // The game in the middle of which it ended was not shown.
            assert_eq!((memory.shown.len(), memory.shown.contains(&9)), (round, false), "{what}");
            assert_eq!((memory.last_number, memory.live.len()), (None, 0), "{what}");
        }
    }

    #[test]
    fn what_was_shown_stays_while_the_store_is_gone() {
        let names = ["Ann", "Ben", "Cat"];
        let of = |begun_ms, wall: &Wall| wall.saved(&run(begun_ms, &names));
        let other = Wall { suspense: false, ..Wall::default() };
        let kept = Wall { suspense: false, held_ms: None, ..wall() };
        for (before, now, expected) in [
            (of(Some(5), &wall()), of(None, &other), of(Some(5), &kept)),
            (of(Some(5), &wall()), of(Some(5), &other), of(Some(5), &other)),
            (of(Some(5), &wall()), of(Some(6), &other), of(Some(6), &other)),
            (of(None, &wall()), of(None, &other), of(None, &other)),
            (of(None, &wall()), of(Some(6), &other), of(Some(6), &other)),
        ] {
            assert_eq!(before.clone().updated(now.clone()), expected, "{before:?}, {now:?}");
        }
    }

    #[test]
    fn what_the_organiser_asked_for_comes_after_a_restart() {
        let showing = |number, reason| {
            let subject = Subject::Game(number);
            Part::Game(Showing { subject, reasons: vec![reason], players: [0, 1], pace: None })
        };
        for (part, asked, expected) in [
            (Part::Waiting, None, None),
            (Part::Waiting, Some(7), Some(7)),
            (showing(9, Reason::Top), None, None),
            (showing(9, Reason::Asked), None, Some(9)),
            (showing(9, Reason::Asked), Some(7), Some(7)),
        ] {
            let wall = Wall { part: part.clone(), asked, ..Wall::default() };
            let here = run(Some(5), &["Ann", "Ben"]);
            assert_eq!(restart(&wall, &here, &here).asked, expected, "{part:?}, {asked:?}");
        }
    }

    #[test]
    fn the_newest_games_are_saved() {
        let of = |number: u64| (number, ShownResult { players: [0, 1], winner: None, margin: 0 });
        let mut wall = Wall { shown: (1..=6000).map(of).collect(), ..Wall::default() };
        (1..=6000).for_each(|number| wall.memory.note(number, [0, 1]));
        let here = run(Some(5), &["Ann", "Ben"]);
        let wall = restart(&wall, &here, &here);
        assert_eq!(
            (wall.shown.len(), wall.shown.keys().next(), wall.shown.keys().last()),
            (5000, Some(&1001), Some(&6000))
        );
        assert_eq!((wall.memory.shown.len(), wall.memory.shown.first()), (5000, Some(&1001)));
    }

    /// Killed at any moment. The results that people saw are counted here once more.
    #[test]
    fn standings_count_what_was_shown_however_often_the_server_is_killed() {
        let mut view = simulation::tournament(4);
        let mut numbers = Numbers(5);
        (0..60).for_each(|_| simulation::play(&mut view, &mut numbers));
        let names: Vec<&str> = (0..4).map(|player| view.name(player)).collect();
        let here = run(Some(5), &names);
        let mut wall = Wall::default();
        wall.command(&Command::Suspense { on: true }, 0, &view).expect("it is possible");
        let mut disk = wall.saved(&here);
        let (mut seen, mut kills, mut standings) = (BTreeSet::new(), 0, 0);
        for now_ms in (1_000_000..3_600_000).step_by(500) {
            if numbers.below(150) == 0 {
                wall = Wall::restored(&disk, &here, now_ms);
                kills += 1;
            }
            wall.tick(now_ms, &view);
            if std::mem::take(&mut wall.is_unsaved) {
                disk = wall.saved(&here);
            }
            let state = wall.state("cup", now_ms, &view);
            if state.mode == Mode::Result {
                seen.extend(state.game.and_then(|game| game.number));
            }
            for row in state.standings {
                let points = seen.iter().filter_map(|number| view.candidate(*number)).map(|game| {
                    let half_points =
                        game.winner.map_or([1, 1], |winner| if winner == 0 { [2, 0] } else { [0, 2] });
                    let of = |seat: usize| {
                        if view.name(game.players[seat]) == row.name { half_points[seat] } else { 0 }
                    };
                    of(0) + of(1)
                });
                assert_eq!(row.points, f64::from(points.sum::<u32>()) / 2.0, "{} at {now_ms}", row.name);
                standings += 1;
            }
        }
        assert!(kills > 10 && seen.len() > 10 && standings > 100, "{kills}, {}, {standings}", seen.len());
    }
}
