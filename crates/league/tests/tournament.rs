//! A tournament and its store without the program around them: files that are
//! none, runners that misbehave, results that nobody may see too early.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use games::Seat;
use gridiron_league::entry_list::{OnChange, reconcile};
use gridiron_league::event::{Event, EventPlayer, Records};
use gridiron_league::formats::Plan;
use gridiron_league::memory::Update;
use gridiron_league::pair::usual_options;
use gridiron_league::runner::{GiveUpReason, Job, JobProgress, JobQueue, Runner, Threads};
use gridiron_league::stats::{Counts, EloModel, Sprt};
use gridiron_league::store::Store;
use gridiron_league::{GameConditions, RankBy, SeedRule, SequentialTest, Tournament};
use referee::{ChargeBy, NoWatcher, PlayerSpec, Record, Stopped, TimeControl, Timing};

fn event(plan: Plan) -> Event {
    let entry = games::find("virus").expect("a game");
    let mut options = usual_options(entry);
    options.set("size", "4").expect("an option");
    let clock = TimeControl::NONE;
    let player = |name: &str| EventPlayer {
        name: name.to_string(),
        spec: PlayerSpec::read(entry, name).expect("a player"),
        clock,
    };
    Event {
        title: "test".into(),
        conditions: GameConditions {
            entry,
            options,
            charge: ChargeBy::Wall,
            start_budget: Timing::START_BUDGET,
        },
        plan,
        players: ["greedy", "first", "random"].map(player).to_vec(),
        clock,
        seed: 1,
        seed_rule: SeedRule::default(),
        rank_by: RankBy::Beaten,
        records: Records::All,
        withdraw_after: Some(5),
    }
}

fn open(path: &Path, plan: Plan) -> Tournament {
    let event = event(plan);
    let mut store = Store::open(path).expect("a store");
    let ids = reconcile(&event, &mut store, OnChange::Ask, &[]).expect("the same tournament");
    Tournament::resume(event, store, &ids).expect("a tournament")
}

#[test]
fn files_that_are_no_stores_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    let refused = |expected: &str| {
        let before = fs::read(&path).expect("a file");
        for problem in [Store::open(&path).err(), Store::open_read_only(&path).err()] {
            let problem = problem.expect("it is refused").to_string();
            assert!(problem.contains(expected) && !problem.contains('\n'), "{problem}");
        }
        assert!(fs::read(&path).expect("a file") == before, "somebody wrote to it");
    };
    fs::write(&path, "this is a text, and long enough not to be taken for an empty file. ".repeat(20))
        .expect("a file");
    refused("it is not a Gridiron tournament");
    // SQLite takes a short file for an empty one.
    fs::write(&path, "my notes").expect("a file");
    refused("it is not a Gridiron tournament");
    fs::remove_file(&path).expect("a file");
    let other = rusqlite::Connection::open(&path).expect("a database");
    other.execute_batch("CREATE TABLE players (id INTEGER)").expect("a table");
    drop(other);
    refused("it is not a Gridiron tournament");
    fs::remove_file(&path).expect("a file");
    drop(Store::open(&path).expect("a new store"));
    let newer = rusqlite::Connection::open(&path).expect("a database");
    newer.pragma_update(None, "user_version", 99).expect("a number");
    drop(newer);
    refused("it was written by a newer Gridiron");
}

#[test]
fn one_process_at_a_time_and_whoever_looks_sees_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    let first = Store::open(&path).expect("a store");
    let problem = Store::open(&path).err().expect("it is taken").to_string();
    assert!(problem.contains(&format!("is in use by process {}", std::process::id())), "{problem}");
    assert!(Store::open_read_only(&path).is_ok());
    drop(first);
    assert!(Store::open(&path).is_ok());
    // Nothing is left but the store itself.
    let left = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 1);
}

#[test]
fn nothing_is_shown_that_is_not_on_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    let tournament = open(&path, Plan::RoundRobin { pairs: 150 });
    let runner =
        Threads { conditions: tournament.event.conditions.clone(), workers: 2, keep_to_cores: false };
    let stop = AtomicBool::new(false);
    let mut looks = 0;
    thread::scope(|scope| {
        let running = scope.spawn(|| tournament.run(&runner, &stop));
        loop {
            let is_over = running.is_finished();
            let shown = tournament.progress().0;
            let mut stored = 0;
            Store::open_read_only(&path)
                .expect("a store")
                .each_pair(|_, _| stored += 1)
                .expect("a good store");
            assert!(stored >= shown, "{shown} are shown and {stored} are stored");
            looks += 1;
            if is_over {
                assert_eq!((shown, stored), (450, 450));
                break;
            }
        }
        running.join().expect("no panic").expect("it is played");
    });
    assert!(looks > 1);
}

/// Plays here, with what a careless machine far away might do: it reports games
/// twice and in the wrong order, gives back what it took, and sends progress of
/// pairs that are done.
struct Careless;

impl Runner for Careless {
    fn run(&self, queue: &dyn JobQueue, stop: &AtomicBool) {
        let mut given_back = Vec::new();
        let mut last: Option<(Job, [Record; 2])> = None;
        while let Some(job) = queue.try_take().or_else(|| queue.take()) {
            assert!(!stop.load(Ordering::Relaxed));
            let [first, second] = play(&job);
            if !given_back.contains(&job.pairing) {
                given_back.push(job.pairing);
                // Half of the pairs are given back after their first game.
                if job.pairing.leg.is_multiple_of(2) {
                    queue.report(&job, 0, first);
                }
                queue.give_up(job, GiveUpReason::Stopped);
                continue;
            }
            queue.progress(&job, JobProgress { game: 1, turn: 3, totals: [7, 9] });
            if let Some((job, [first, second])) = last.take() {
                queue.report(&job, 0, first);
                queue.report(&job, 1, second);
            }
            queue.report(&job, 1, second.clone());
            queue.report(&job, 1, second.clone());
            queue.report(&job, 0, first.clone());
            queue.progress(&job, JobProgress::default());
            last = Some((job, [first, second]));
        }
    }
}

fn play(job: &Job) -> [Record; 2] {
    let conditions = event(Plan::default()).conditions;
    let mut competitors = job.players.each_ref().map(|player| player.spec.competitor());
    let clocks = job.players.each_ref().map(|player| player.clock);
    let mut records: Vec<Record> = Vec::new();
    let stop = AtomicBool::new(false);
    let each = |_: Seat, record: Record| records.push(record);
    let played: Result<(), Stopped> =
        conditions.play_pair(job.seeds, &mut competitors, clocks, &stop, &mut NoWatcher, each);
    played.expect("nobody stops it");
    records.try_into().expect("two games")
}

#[test]
fn a_careless_runner_changes_nothing() {
    for plan in ["round-robin", "gauntlet", "swiss", "knockout"] {
        let plan: Plan = plan.parse().expect("a format");
        let folder = tempfile::tempdir().expect("a folder");
        let [careful, careless] =
            ["careful.db", "careless.db"].map(|name| open(&folder.path().join(name), plan));
        let in_memory = Tournament::in_memory(event(plan));
        let stop = AtomicBool::new(false);
        let runner =
            Threads { conditions: careful.event.conditions.clone(), workers: 1, keep_to_cores: false };
        careful.run(&runner, &stop).expect("it is played");
        for other in [careless, in_memory] {
            other.run(&Careless, &stop).expect("it is played");
            assert_eq!(other.results().table, careful.results().table, "{plan:?}");
            assert_eq!(other.games(), careful.games());
            let (done, planned) = other.progress();
            assert_eq!(Some(done), planned);
            assert_eq!(other.live(), []);
        }
    }
}

/// A match of two players with chance, so that pairs end in any order.
fn single_match(pairs: u32, workers: usize) -> (Tournament, Threads) {
    let Event { conditions, players, .. } = event(Plan::default());
    let [player, other] = [&players[0], &players[2]].map(Clone::clone);
    let event = Event::match_of_two(conditions.clone(), [player, other], 7, pairs, Records::All);
    (Tournament::in_memory(event), Threads { conditions, workers, keep_to_cores: false })
}

#[test]
fn a_match_counts_games_as_they_end_and_numbers_them_by_their_pairs() {
    let (tournament, runner) = single_match(20, 3);
    let mut numbers = Vec::new();
    let mut on_update = |update: Update<'_>| {
        assert!(update.games.len() == 1 && update.results.games == numbers.len() as u64 + 1);
        for game in &update.games {
            let text = game.record.as_deref().expect("records are kept");
            let record: Record = serde_json::from_slice(text).expect("a record");
            // A sits on seat 0 in games with an odd number.
            assert_eq!(record.players[usize::from(game.number % 2 == 0)].name, "greedy");
            numbers.push(game.number);
        }
        ControlFlow::Continue(())
    };
    let played = tournament.run_in_memory(&runner, &AtomicBool::new(false), None, &mut on_update);
    played.expect("it is played");
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=40).collect::<Vec<_>>());
    let results = tournament.results();
    let head_to_head = results.table.head_to_head(0, [0, 1]);
    assert_eq!((head_to_head.pairs(), head_to_head.score), (20, results.accounts[0].score));
    let [first, second] = results.accounts[0].by_turn;
    assert_eq!(first.games() + second.games(), 40);
}

#[test]
fn a_stopped_match_counts_the_games_of_unfinished_pairs_but_not_the_pairs() {
    let (tournament, runner) = single_match(20, 1);
    let mut on_update = |update: Update<'_>| match update.results.games {
        3 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let stop = AtomicBool::new(false);
    tournament.run_in_memory(&runner, &stop, None, &mut on_update).expect("it is stopped");
    let results = tournament.results();
    assert_eq!((results.games, results.table.pairs(), stop.into_inner()), (3, 1, true));
}

#[test]
fn a_test_has_the_same_verdict_after_the_same_pair_at_any_concurrency() {
    let sprt = Sprt::new(0.0, 60.0, EloModel::Normalized, 0.05, 0.05).expect("a test");
    let seen = [1, 2, 5].map(|workers| {
        let (tournament, runner) = single_match(1000, workers);
        let mut test = SequentialTest::new(sprt);
        let mut numbers = Vec::new();
        let mut on_update = |update: Update<'_>| {
            numbers.extend(update.games.iter().map(|game| game.number));
            ControlFlow::Continue(())
        };
        let stop = AtomicBool::new(false);
        tournament.run_in_memory(&runner, &stop, Some(&mut test), &mut on_update).expect("it ends");
        assert!(test.is_decided());
        let results = tournament.results();
        let pairs = test.counts().units();
        assert_eq!(numbers, (1..=2 * pairs).collect::<Vec<_>>(), "games count in order");
        assert_eq!((results.games, results.table.pairs()), (2 * pairs, pairs));
        assert_eq!(Counts::Pairs(results.table.head_to_head(0, [0, 1]).pentanomial), test.counts());
        (test.counts(), test.llr().to_bits(), results.accounts[0].margins.clone())
    });
    assert!(seen[0] == seen[1] && seen[0] == seen[2], "{seen:?}");
}
