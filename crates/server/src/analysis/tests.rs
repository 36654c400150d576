//! The queue with a search that counts and waits, and the file with all that may be
//! wrong with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use referee::record;

use super::cache::FILE;
use super::queue::{MOST_KEPT, MOST_WAITING};
use super::*;

fn golden(game: &str) -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/data/golden");
    record::read(&folder.join(format!("{game}.jsonl"))).expect("golden games")
}

/// Games that differ in one action. Only the search would notice that it is wrong.
fn games(count: usize) -> Vec<Record> {
    let game = golden("virus").remove(1);
    let other = |number: usize| {
        let mut game = game.clone();
        game.actions[0].action = format!("0 {number}");
        game
    };
    (0..count).map(other).collect()
}

/// A curve that tells games apart.
fn curve(record: &Record) -> Curve {
    let number = record.actions[0].action.len() as f64;
    Curve {
        values: vec![number, 0.5],
        exact: vec![false, true],
        best: vec![None],
        turning: vec![1],
        depth: 3,
    }
}

/// A search that says which game it begins, and goes on when it is told to.
struct Search {
    began: Receiver<String>,
    go_on: Sender<()>,
}

impl Search {
    /// Analyses with such a search.
    fn with(folder: Option<&Path>) -> (Analyses, Search) {
        let (begin, began) = channel();
        let (go_on, wait) = channel();
        let wait = Mutex::new(wait);
        let compute = move |record: &Record, stop: &AtomicBool, progress: &mut dyn FnMut(usize)| {
            progress(1);
            // Nobody listens any more at the end of a test.
            let _ = begin.send(record.actions[0].action.clone());
            let told = lock(&wait).recv();
            match told.is_err() || stop.load(Ordering::Relaxed) {
                true => Err(ReviewError::Stopped),
                false => Ok(curve(record)),
            }
        };
        (Analyses::with(folder, Box::new(compute)), Search { began, go_on })
    }

    /// Waits for the next game to begin.
    fn began(&self) -> String {
        self.began.recv().expect("a search")
    }

    /// Lets the game that has begun end.
    fn end(&self) {
        self.go_on.send(()).expect("a search");
    }

    /// Computes a game, and waits until it is there.
    fn finish(&self, analyses: &Analyses, record: &Record) -> State {
        analyses.ask(record);
        self.began();
        self.end();
        // The next game begins after the file was written.
        let next = &games(1000)[999];
        analyses.ask(next);
        assert_eq!(self.began(), next.actions[0].action);
        self.end();
        analyses.ask(record)
    }
}

#[test]
fn what_is_asked_for_twice_is_computed_once() {
    let (analyses, search) = Search::with(None);
    let all = games(3);
    assert_eq!(analyses.ask(&all[0]), State::Working { done: 0, of: 46 });
    assert_eq!(search.began(), "0 0");
    assert_eq!(analyses.ask(&all[0]), State::Working { done: 1, of: 46 });
    // Another name and other times are the same game.
    let mut same = all[0].clone();
    same.players[0].name = "another".into();
    same.actions[3].wall_ns = Some(7);
    assert_eq!(analyses.ask(&same), State::Working { done: 1, of: 46 });
    analyses.ask(&all[1]);
    assert_eq!(analyses.ask(&all[1]), State::Working { done: 0, of: 46 });
    search.end();
    assert_eq!(search.began(), "0 1", "not the first one again");
    assert_eq!(analyses.ask(&all[0]), State::Done(Arc::new(curve(&all[0]))));
    search.end();
    analyses.ask(&all[2]);
    assert_eq!(search.began(), "0 2");
    assert_eq!(analyses.ask(&all[1]), State::Done(Arc::new(curve(&all[1]))));
}

#[test]
fn the_game_that_was_asked_for_last_comes_next_and_the_queue_is_short() {
    let (analyses, search) = Search::with(None);
    let all = games(MOST_WAITING + 3);
    analyses.ask(&all[0]);
    assert_eq!(search.began(), "0 0");
    // 1 and 2 are forgotten; 5 is asked for again.
    all[1..].iter().for_each(|game| drop(analyses.ask(game)));
    analyses.ask(&all[5]);
    let mut order = Vec::new();
    for _ in 0..MOST_WAITING {
        search.end();
        order.push(search.began());
    }
    let mut expected: Vec<usize> = (3..MOST_WAITING + 3).rev().filter(|number| *number != 5).collect();
    expected.insert(0, 5);
    assert_eq!(order, expected.iter().map(|number| format!("0 {number}")).collect::<Vec<_>>());
}

#[test]
fn memory_is_limited() {
    let mut queue = Queue::default();
    let key = |number: usize| -> Key {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&number.to_le_bytes());
        key
    };
    (0..MOST_KEPT + 10).for_each(|number| queue.keep(key(number), None));
    (0..MOST_KEPT + 10).for_each(|number| queue.keep(key(number + 10 * MOST_KEPT), None));
    let kept = (0..20 * MOST_KEPT).filter(|number| queue.find(&key(*number)).is_some()).count();
    assert_eq!(kept, MOST_KEPT);
}

#[test]
fn keys_differ_where_values_may() {
    let game = golden("virus").remove(1);
    let changes: [fn(&mut Record); 6] = [
        |game| game.actions[4].action = "9 9".into(),
        |game| drop(game.actions.pop()),
        |game| drop(game.options.insert("size".into(), 8.into())),
        |game| game.start[0][0] = 0,
        |game| game.actions[0].by = None,
        |game| game.actions[9].fault = Some(games::Cause::Time),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut other = game.clone();
        change(&mut other);
        assert_ne!(key(&other), key(&game), "change {number}");
    }
    let mut same = game.clone();
    same.outcome.message = Some("text".into());
    same.players.swap(0, 1);
    assert_eq!(key(&same), key(&game));
}

#[test]
fn games_without_a_curve_are_not_computed() {
    let (analyses, search) = Search::with(None);
    let [mut empty, mut long] = [0, 1].map(|number| golden("virus").remove(number));
    empty.actions.clear();
    let action = long.actions[0].clone();
    long.actions.resize(BUDGET.plies + 1, action);
    for record in [golden("plantation").remove(0), empty, long] {
        assert_eq!(analyses.ask(&record), State::None, "{}", record.game);
    }
    assert!(search.began.try_recv().is_err());
}

#[test]
fn a_game_that_fails_does_not_stop_the_others() {
    let fail =
        |record: &Record, _: &AtomicBool, _: &mut dyn FnMut(usize)| match record.actions[0].action.as_str() {
            "0 0" => panic!("a mistake of the search"),
            "0 1" => Err(ReviewError::NotAnalysed("virus".into())),
            _ => Ok(curve(record)),
        };
    let analyses = Analyses::with(None, Box::new(fail));
    let all = games(3);
    assert_eq!(wait(&analyses, &all[0]), State::None);
    assert_eq!(wait(&analyses, &all[1]), State::None);
    assert_eq!(wait(&analyses, &all[2]), State::Done(Arc::new(curve(&all[2]))));
}

/// A file, and what becomes of it when a curve was read and written.
type Damage = fn(&Path);

#[test]
fn curves_survive_the_program_unless_the_file_is_damaged() {
    let keep: &[(&str, Damage, bool)] = &[
        ("as it was", |_| {}, true),
        ("gone", |path| fs::remove_file(path).expect("a file"), false),
        ("of another format", |path| query(path, "PRAGMA user_version = 99"), false),
        ("with a curve that cannot be read", |path| query(path, "UPDATE curves SET curve = 'x'"), false),
        ("empty", |path| fs::write(path, "").expect("room"), false),
    ];
    let damage: &[(&str, Damage, bool)] = &[
        ("text", |path| fs::write(path, "this is not a database, but text".repeat(99)).expect("room"), false),
        ("cut", |path| cut(path), false),
        ("overwritten", |path| overwrite(path), false),
    ];
    for (cases, is_damage) in [(keep, false), (damage, true)] {
        for (what, change, survives) in cases {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join(FILE);
            let game = &games(1)[0];
            let (analyses, search) = Search::with(Some(folder.path()));
            assert!(!path.exists(), "no file before it is needed");
            assert_eq!(search.finish(&analyses, game), State::Done(Arc::new(curve(game))));
            drop(analyses);
            change(&path);
            let (analyses, search) = Search::with(Some(folder.path()));
            let state = analyses.ask(game);
            assert_eq!(matches!(state, State::Done(_)), *survives, "{what}");
            if *survives {
                assert_eq!(state, State::Done(Arc::new(curve(game))), "{what}");
                continue;
            }
            let state = search.finish(&analyses, game);
            assert_eq!(state, State::Done(Arc::new(curve(game))), "{what}");
            let aside = path.with_extension("db.damaged");
            assert_eq!(aside.exists(), is_damage, "{what}");
            drop(analyses);
            let (analyses, _search) = Search::with(Some(folder.path()));
            assert!(matches!(analyses.ask(game), State::Done(_)), "{what}: the new file is good");
        }
    }
}

fn query(path: &Path, sql: &str) {
    rusqlite::Connection::open(path).and_then(|file| file.execute_batch(sql)).expect("a change");
}

fn cut(path: &Path) {
    let bytes = fs::read(path).expect("a file");
    fs::write(path, &bytes[..bytes.len() / 2 + 100]).expect("room");
}

/// Writes over all but the first page.
fn overwrite(path: &Path) {
    let mut bytes = fs::read(path).expect("a file");
    bytes[4096..].fill(0xa5);
    fs::write(path, bytes).expect("room");
}

#[test]
fn without_a_file_memory_is_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = folder.path().join("other");
    fs::create_dir_all(other.join(FILE)).expect("a folder in the place of the file");
    let foreign = folder.path().join("foreign");
    fs::create_dir(&foreign).expect("a folder");
    query(&foreign.join(FILE), "CREATE TABLE mine (x)");
    let before = fs::read(foreign.join(FILE)).expect("a file");
    let missing: PathBuf = folder.path().join("missing");
    for place in [&missing, &other, &foreign] {
        let (analyses, search) = Search::with(Some(place));
        let game = &games(1)[0];
        assert_eq!(search.finish(&analyses, game), State::Done(Arc::new(curve(game))), "{place:?}");
    }
    assert_eq!(fs::read(foreign.join(FILE)).expect("a file"), before, "of another program");
    assert!(!missing.exists());
}

#[test]
fn it_stops_in_the_middle_of_a_search() {
    let (begin, began) = channel();
    let forever = move |_: &Record, stop: &AtomicBool, _: &mut dyn FnMut(usize)| {
        begin.send(()).expect("a test");
        while !stop.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        Err(ReviewError::Stopped)
    };
    let analyses = Analyses::with(None, Box::new(forever));
    games(5).iter().for_each(|game| drop(analyses.ask(game)));
    began.recv().expect("a search");
    analyses.stop();
    assert!(began.try_recv().is_err(), "no other game begins");
    // A second stop has nothing to do, and a question afterwards gets an answer.
    analyses.stop();
    assert!(matches!(analyses.ask(&games(1)[0]), State::Working { .. }));
}

#[cfg(target_os = "linux")]
#[test]
fn games_that_are_played_go_first() {
    let (tell, told) = channel();
    let usual = rustix::process::getpriority_process(None).expect("a priority");
    let compute = move |_: &Record, _: &AtomicBool, _: &mut dyn FnMut(usize)| {
        let _ = tell.send(rustix::process::getpriority_process(None).expect("a priority"));
        Err(ReviewError::Stopped)
    };
    let analyses = Analyses::with(None, Box::new(compute));
    analyses.ask(&games(1)[0]);
    let priority = told.recv().expect("a search");
    assert!(priority > usual || usual >= 15, "a higher number is a lower priority");
    assert_eq!(rustix::process::getpriority_process(None), Ok(usual), "that of this thread stays");
}

#[test]
fn the_search_of_the_server_is_the_one_of_the_referee() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = golden("conga").remove(0);
    game.actions.truncate(3);
    let expected = Curve::of(&game, BUDGET, &AtomicBool::new(false), &mut |_| {}).expect("a curve");
    let analyses = Analyses::new(Some(folder.path()));
    assert_eq!(wait(&analyses, &game), State::Done(Arc::new(expected.clone())));
    // The thread has written it before it ends.
    drop(analyses);
    let analyses = Analyses::new(Some(folder.path()));
    assert_eq!(analyses.ask(&game), State::Done(Arc::new(expected)));
}

/// Asks until there is an answer.
fn wait(analyses: &Analyses, record: &Record) -> State {
    loop {
        match analyses.ask(record) {
            State::Working { .. } => thread::yield_now(),
            other => return other,
        }
    }
}
