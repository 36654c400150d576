//! Ratings over time, beside ratings computed from the pairs themselves.

use std::path::Path;

use games::Cause;
use games::common::rng::Rng;
use gridiron_league::entry_list::{OnChange, reconcile};
use gridiron_league::finished_pair::StoreEntry;
use gridiron_league::formats::Plan;
use gridiron_league::rating_history::RatingHistory;
use gridiron_league::report::Checkpoint;
use gridiron_league::reporting::{ReportOptions, report, report_again};
use gridiron_league::standings::{Bonus, Standings, pool, ratings, standings};
use gridiron_league::store::{PlayerId, Store, StoreError};
use gridiron_league::{
    Conduct, Event, FinishedPair, GameResult, GameScore, GameSummary, PairOutcome, Pairing, RankBy,
    ResultsTable, Tournament,
};
use rusqlite::Connection;

/// Pairs of a round robin without an end, some of them forfeited.
struct Draw {
    rng: Rng,
    legs: Vec<u32>,
}

impl Draw {
    fn new(seed: u64) -> Draw {
        Draw { rng: Rng::new(seed), legs: vec![0; 100] }
    }

    /// Pairs of the first `players` of those with the ids 1, 2, …
    fn pairs(&mut self, players: u32, count: usize) -> Vec<FinishedPair> {
        (0..count).map(|_| self.pair(players)).collect()
    }

    fn pair(&mut self, players: u32) -> FinishedPair {
        let first = self.rng.below(players);
        let second = (first + 1 + self.rng.below(players - 1)) % players;
        let leg = &mut self.legs[(first.min(second) * 10 + first.max(second)) as usize];
        *leg += 1;
        let outcome = match self.rng.below(12) {
            0 => PairOutcome::Forfeit([true, self.rng.below(2) == 0]),
            _ => PairOutcome::Played(Box::new([(); 2].map(|()| game(&mut self.rng)))),
        };
        FinishedPair {
            round: 0,
            players: [first, second].map(|place| PlayerId::from(place) + 1),
            leg: *leg - 1,
            seeds: [u64::from(*leg); 2],
            ended_ms: 1_700_000_000_000,
            outcome,
        }
    }
}

fn game(rng: &mut Rng) -> GameSummary {
    let half_points = rng.below(3) as u8;
    GameSummary {
        result: GameResult {
            score: GameScore { half_points, margin: i64::from(half_points) - 1 },
            cause: Cause::Normal,
            actions: 10,
            conduct: [Conduct::default(), Conduct::default()],
        },
        moved_first: None,
        blame: None,
        record: None,
    }
}

fn add_players(store: &mut Store, names: &[&str]) {
    for name in names {
        store.add_player(name, "random", "1").expect("it is saved");
    }
}

fn commit(store: &mut Store, pairs: &[FinishedPair]) {
    let entries: Vec<StoreEntry> = pairs.iter().cloned().map(StoreEntry::Pair).collect();
    store.commit(entries.iter()).expect("it is saved");
}

/// The results of these pairs, and the games in them.
fn table_of(pairs: &[FinishedPair]) -> (ResultsTable, u64) {
    let mut table = ResultsTable::default();
    for pair in pairs {
        let players = pair.players.map(|id| id as usize - 1);
        assert!(
            table.add(&Pairing { round: pair.round, players, leg: pair.leg }, &pair.outcome.score()),
            "it is new"
        );
    }
    let played = pairs.iter().filter(|pair| matches!(pair.outcome, PairOutcome::Played(_)));
    (table, 2 * played.count() as u64)
}

fn standings_of(pairs: &[FinishedPair], players: usize) -> Standings {
    standings(&table_of(pairs).0, RankBy::Elo, &vec![Bonus::default(); players])
}

/// The history as it is when the whole store is read at once.
fn at_once(path: &Path, ids: &[PlayerId], pairs: u64) -> RatingHistory {
    let mut history = RatingHistory::default();
    history.extend(&Store::open_read_only(path).expect("a store"), ids, pairs).expect("a good store");
    history
}

/// What the line at these numbers of pairs has to be.
fn from_scratch(pairs: &[FinishedPair], order: &Standings, at: &[usize]) -> Vec<Checkpoint> {
    let checkpoint = |count: &usize| {
        let (table, games) = table_of(&pairs[..*count]);
        let rated = ratings(&pool(&table, order.rows.len()));
        let elo = |player: usize| rated.robust_err95[player].map(|_| rated.ratings[player]);
        Checkpoint { games, elo: order.rows.iter().map(|row| elo(row.player)).collect() }
    };
    at.iter().map(checkpoint).collect()
}

/// The numbers of pairs after which there is a point: each `step` pairs, and after all.
fn places(step: usize, pairs: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (1..=pairs).filter(|count| count % step == 0).collect();
    if places.last() != Some(&pairs) {
        places.push(pairs);
    }
    places
}

#[test]
fn each_point_is_what_the_pairs_until_then_say() {
    let folder = tempfile::tempdir().expect("a folder");
    for (count, step) in [(1, 1), (59, 1), (119, 1), (120, 2), (121, 2), (239, 2), (240, 4), (700, 8)] {
        let path = folder.path().join(format!("{count}.db"));
        let pairs = Draw::new(count as u64).pairs(5, count);
        let mut store = Store::open(&path).expect("a store");
        add_players(&mut store, &["a", "b", "c", "d", "e"]);
        commit(&mut store, &pairs);
        let order = standings_of(&pairs, 5);
        let history = at_once(&path, &[1, 2, 3, 4, 5], count as u64);
        assert_eq!(
            history.checkpoints(&order),
            from_scratch(&pairs, &order, &places(step, count)),
            "{count} pairs"
        );
    }
}

#[test]
fn it_makes_no_difference_how_often_the_history_is_extended() {
    let folder = tempfile::tempdir().expect("a folder");
    for seed in 0..6 {
        let path = folder.path().join(format!("{seed}.db"));
        let (mut draw, mut rng) = (Draw::new(seed), Rng::new(seed));
        let mut store = Store::open(&path).expect("a store");
        add_players(&mut store, &["a", "b", "c", "d"]);
        let ids = [1, 2, 3, 4];
        let (mut history, mut all) = (RatingHistory::default(), Vec::new());
        while all.len() < 500 {
            let (counted, later) = (rng.below(90) as usize, rng.below(3) as usize);
            let new = draw.pairs(4, counted + later);
            commit(&mut store, &new);
            // What was committed since the standings were made waits for the next time.
            let known = all.len() + counted;
            all.extend(new);
            let reading = Store::open_read_only(&path).expect("a store");
            history.extend(&reading, &ids, known as u64).expect("a good store");
            let order = standings_of(&all[..known], 4);
            let expected = at_once(&path, &ids, known as u64).checkpoints(&order);
            assert_eq!(history.checkpoints(&order), expected, "{known} pairs of draw {seed}");
            let last = expected.last().map(|last| last.games);
            assert_eq!(last, (known > 0).then(|| table_of(&all[..known]).1));
        }
    }
}

#[test]
fn a_player_who_joins_has_no_rating_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    let mut store = Store::open(&path).expect("a store");
    add_players(&mut store, &["a", "b", "c"]);
    let mut draw = Draw::new(7);
    let mut all = draw.pairs(3, 50);
    commit(&mut store, &all);
    let mut history = at_once(&path, &[1, 2, 3], 50);
    add_players(&mut store, &["d"]);
    let new = draw.pairs(4, 30);
    commit(&mut store, &new);
    all.extend(new);
    history.extend(&store, &[1, 2, 3, 4], 80).expect("a good store");
    let order = standings_of(&all, 4);
    let checkpoints = history.checkpoints(&order);
    assert_eq!(checkpoints, from_scratch(&all, &order, &places(1, 80)));
    let place = order.rows.iter().position(|row| row.player == 3).expect("it plays");
    assert!(checkpoints[..50].iter().all(|checkpoint| checkpoint.elo[place].is_none()));
    assert!(checkpoints[79].elo[place].is_some());
}

#[test]
fn another_list_of_players_is_another_history() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    let mut store = Store::open(&path).expect("a store");
    add_players(&mut store, &["a", "b", "c"]);
    let pairs = Draw::new(3).pairs(3, 200);
    commit(&mut store, &pairs);
    let order = standings_of(&pairs, 3);
    let mut history = at_once(&path, &[1, 2, 3], 200);
    for ids in [&[3, 1, 2][..], &[1, 2, 3], &[1, 2]] {
        let known = pairs.iter().filter(|pair| pair.players.iter().all(|id| ids.contains(id))).count();
        history.extend(&store, ids, known as u64).expect("a good store");
        let expected = at_once(&path, ids, known as u64).checkpoints(&order);
        assert_eq!(history.checkpoints(&order), expected, "{ids:?}");
    }
}

/// A pair that was changed in the file is noticed by those who read it.
#[test]
fn only_new_pairs_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    let mut store = Store::open(&path).expect("a store");
    add_players(&mut store, &["a", "b", "c"]);
    let pairs = Draw::new(5).pairs(3, 180);
    commit(&mut store, &pairs[..100]);
    let mut history = at_once(&path, &[1, 2, 3], 100);
    commit(&mut store, &pairs[100..]);
    let order = standings_of(&pairs, 3);
    let expected = at_once(&path, &[1, 2, 3], 180).checkpoints(&order);
    let change = |pair: i64, by: i64| {
        let change = "UPDATE pairs SET seed = seed + ? WHERE id = ?";
        let changed = Connection::open(&path).and_then(|database| database.execute(change, [by, pair]));
        assert_eq!(changed.expect("a store"), 1);
    };
    change(100, 1);
    let fresh = RatingHistory::default().extend(&store, &[1, 2, 3], 180);
    assert!(matches!(fresh, Err(StoreError::Damaged { .. })), "{fresh:?}");
    // After an error it goes on where it was.
    change(150, 1);
    let stopped = history.extend(&store, &[1, 2, 3], 180);
    assert!(matches!(stopped, Err(StoreError::Damaged { .. })), "{stopped:?}");
    change(150, -1);
    history.extend(&store, &[1, 2, 3], 180).expect("new pairs are good");
    assert_eq!(history.checkpoints(&order), expected);
}

#[test]
fn a_report_that_is_made_again_is_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    let plan = Plan::RoundRobin { pairs: 1000 };
    let event = Event::of_built_in_players("virus", ["greedy", "first", "random"], plan).expect("an event");
    let mut history = RatingHistory::default();
    let mut draw = Draw::new(11);
    for count in [0, 1, 70, 0, 130, 3] {
        // The store is opened again each time.
        let mut store = Store::open(&path).expect("a store");
        let ids = reconcile(&event, &mut store, OnChange::Ask, &[]).expect("the same tournament");
        commit(&mut store, &draw.pairs(3, count));
        let tournament = Tournament::resume(event.clone(), store, &ids).expect("a tournament");
        let options = ReportOptions::default();
        let again = report_again(&tournament, &options, &mut history).expect("a report");
        let fresh = report(&tournament, &options).expect("a report");
        let json = |report| serde_json::to_string(report).expect("JSON");
        assert_eq!(json(&again), json(&fresh));
        let last = again.history.last().map(|last| (last.games, last.elo.clone()));
        let now = again.standings.iter().map(|row| row.elo_err95.map(|_| row.elo)).collect();
        assert_eq!(last, (again.about.pairs_done > 0).then_some((again.about.games, now)));
    }
}
