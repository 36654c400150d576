//! Reports that are made again, beside those made from nothing.

use std::ops::Range;

use games::Cause;
use league::archive;
use league::entry_list::reconcile;
use league::event::Event;
use league::finished_pair::{FinishedPair, GameSummary, PairOutcome, StoreEntry};
use league::formats::Plan;
use league::game_result::GameResult;
use league::results_table::GameScore;
use league::store::Store;

use super::*;

fn new_store(path: &Path) -> Store {
    let plan = Plan::RoundRobin { pairs: 200 };
    let event = Event::of_built_in_players("virus", ["greedy", "random"], plan).expect("an event");
    let mut store = Store::open(path).expect("a store");
    reconcile(&event, &mut store, OnChange::Ask, &[]).expect("a new store");
    store
}

fn commit(store: &mut Store, legs: Range<u32>) {
    for leg in legs {
        let half_points = (leg % 7 % 3) as u8;
        let score = GameScore { half_points, margin: i64::from(half_points) - 1 };
        let result = GameResult { score, cause: Cause::Normal, actions: 9, conduct: Default::default() };
        let game = GameSummary { result, moved_first: None, blame: None, record: None };
        let outcome = PairOutcome::Played(Box::new([game.clone(), game]));
        let pair = FinishedPair { round: 0, players: [1, 2], leg, seeds: [1; 2], ended_ms: 0, outcome };
        store.commit([StoreEntry::Pair(pair)].iter()).expect("it is saved");
    }
}

fn open(path: &Path) -> Opened {
    let tournament = Arc::new(archive::open(path, "cup", None).expect("an archive"));
    Opened { tournament, play: None, sandbox: None, store: None, problem: None }
}

fn json(report: &Report) -> String {
    serde_json::to_string(report).expect("JSON")
}

fn of_entry(entry: &Entry, opened: &Opened) -> String {
    json(&entry.report(opened).expect("a report"))
}

/// As the command line makes it.
fn from_nothing(opened: &Opened) -> String {
    let options = ReportOptions { sandbox: None, games: ReportGames::AtMost(0) };
    json(&reporting::report(&opened.tournament, &options).expect("a report"))
}

#[test]
fn a_report_that_is_made_again_is_the_same_as_a_new_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    let mut store = new_store(&path);
    let first = open(&path);
    let entry = Entry::of_program("cup".into(), open(&path), Arc::default());
    assert_eq!(of_entry(&entry, &first), from_nothing(&first));
    commit(&mut store, 0..40);
    first.tournament.reload().expect("a store");
    // Although it is being played: the first report does not delay the second one.
    assert_eq!(of_entry(&entry, &first), from_nothing(&first));
    entry.program_ended();
    commit(&mut store, 40..130);
    first.tournament.reload().expect("a store");
    assert_eq!(of_entry(&entry, &first), from_nothing(&first));
    let [one, other] = [(); 2].map(|()| entry.report(&first).expect("a report"));
    assert!(Arc::ptr_eq(&one, &other), "it is kept");
    // Nothing of it is taken over to another opening.
    store.add_player("new", "random", "1").expect("it is saved");
    let second = open(&path);
    assert_eq!(of_entry(&entry, &second), from_nothing(&second));
    let owner = lock(&entry.making_report).as_ref().map(|(of, _)| Weak::clone(of));
    assert!(owner.is_some_and(|owner| Weak::ptr_eq(&owner, &Arc::downgrade(&second.tournament))));
}

#[test]
fn after_a_panic_a_report_can_be_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    commit(&mut new_store(&path), 0..10);
    let opened = open(&path);
    let entry = Entry::of_program("cup".into(), open(&path), Arc::default());
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let _making = entry.making_report.lock();
        panic!("while it is made");
    }));
    assert!(panicked.is_err() && entry.making_report.is_poisoned());
    assert_eq!(of_entry(&entry, &opened), from_nothing(&opened));
}
