//! A tournament and its store without the program around them: files that are
//! none, runners that misbehave, results that nobody may see too early.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use games::Seat;
use gridiron_league::entry_list::{OnChange, reconcile};
use gridiron_league::event::{Event, EventPlayer, Records};
use gridiron_league::formats::Plan;
use gridiron_league::pair::usual_options;
use gridiron_league::runner::{GiveUpReason, Job, JobProgress, JobQueue, Runner, Threads};
use gridiron_league::store::Store;
use gridiron_league::{GameConditions, Pairing, RankBy, Tournament};
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
        rank_by: RankBy::Beaten,
        records: Records::All,
        withdraw_after: 5,
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
            let problem = problem.expect("it is refused");
            assert!(problem.contains(expected) && !problem.contains('\n'), "{problem}");
        }
        assert!(fs::read(&path).expect("a file") == before, "somebody wrote to it");
    };
    fs::write(&path, "this is a text, and long enough not to be taken for an empty file. ".repeat(20))
        .expect("a file");
    refused("it is no tournament of Gridiron");
    fs::remove_file(&path).expect("a file");
    let other = rusqlite::Connection::open(&path).expect("a database");
    other.execute_batch("CREATE TABLE players (id INTEGER)").expect("a table");
    drop(other);
    refused("it is no tournament of Gridiron");
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
    let problem = Store::open(&path).err().expect("it is taken");
    assert!(problem.contains(&format!("is being played by process {}", std::process::id())), "{problem}");
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

/// Plays here, with what a careless machine far away might do: it reports twice,
/// gives back what it took, and tells of pairs that are done.
struct Careless;

impl Runner for Careless {
    fn run(&self, queue: &dyn JobQueue, stop: &AtomicBool) {
        let mut given_back = Vec::new();
        let mut last: Option<(Job, [Record; 2])> = None;
        while let Some(job) = queue.take() {
            assert!(!stop.load(Ordering::Relaxed));
            if !given_back.contains(&job.pairing) {
                given_back.push(job.pairing);
                queue.give_up(job, GiveUpReason::Stopped);
                continue;
            }
            queue.progress(&job, JobProgress { game: 1, turn: 3, totals: [7, 9] });
            if let Some((job, records)) = last.take() {
                queue.report(job, records);
            }
            let records = play(&job);
            queue.report(job.clone(), records.clone());
            queue.progress(&job, JobProgress::default());
            last = Some((job, records));
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
        conditions.play_pair(job.seed, &mut competitors, clocks, &stop, &mut NoWatcher, each);
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
        let stop = AtomicBool::new(false);
        let runner =
            Threads { conditions: careful.event.conditions.clone(), workers: 1, keep_to_cores: false };
        careful.run(&runner, &stop).expect("it is played");
        careless.run(&Careless, &stop).expect("it is played");
        assert_eq!(careless.results().table, careful.results().table, "{plan:?}");
        assert_eq!(careless.results().games, careful.results().games);
        let (done, planned) = careless.progress();
        assert_eq!(Some(done), planned);
        assert_eq!(careless.live(), []);
    }
}

#[test]
fn seeds_hang_on_who_plays_and_on_nothing_else() {
    let event = event(Plan::default());
    let seed = |players: [usize; 2], names: [&str; 2], leg: u32| {
        event.pair_seed(&Pairing { round: 0, players, leg }, names)
    };
    let one = seed([0, 1], ["a", "b"], 0);
    assert_eq!(one, seed([5, 3], ["b", "a"], 0), "places in the list and seats do not matter");
    for other in [
        seed([0, 1], ["a", "b"], 1),
        seed([0, 1], ["a", "c"], 0),
        event.pair_seed(&Pairing { round: 1, players: [0, 1], leg: 0 }, ["a", "b"]),
        // Names with spaces are not taken for others.
        seed([0, 1], ["a b", ""], 0),
    ] {
        assert_ne!(one, other);
    }
    assert_ne!(seed([0, 1], ["a b", "c"], 0), seed([0, 1], ["a", "b c"], 0));
}
