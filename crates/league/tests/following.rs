//! Those who follow a tournament that another process plays: what they notice.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use gridiron_league::archive;
use gridiron_league::entry_list::{OnChange, reconcile};
use gridiron_league::finished_pair::StoreEntry;
use gridiron_league::formats::Plan;
use gridiron_league::note::WithdrawalReason;
use gridiron_league::reloading::Reloaded;
use gridiron_league::report::Report;
use gridiron_league::reporting::{ReportOptions, report};
use gridiron_league::runner::Threads;
use gridiron_league::store::{Store, StoreError};
use gridiron_league::{Event, Note, Tournament};

fn event(plan: Plan) -> Event {
    Event::of_built_in_players("virus", ["greedy", "first", "random"], plan).expect("an event")
}

fn open(path: &std::path::Path, plan: Plan) -> Tournament {
    let event = event(plan);
    let mut store = Store::open(path).expect("a store");
    let ids = reconcile(&event, &mut store, OnChange::Ask, &[]).expect("the same tournament");
    Tournament::resume(event, store, &ids).expect("a tournament")
}

fn play(tournament: &Tournament) {
    let runner =
        Threads { conditions: tournament.event.conditions.clone(), workers: 2, keep_to_cores: false };
    tournament.run(&runner, &AtomicBool::new(false)).expect("it is played");
}

fn json(tournament: &Tournament) -> String {
    let report: Report = report(tournament, &ReportOptions::default()).expect("a report");
    serde_json::to_string(&report).expect("JSON")
}

#[test]
fn a_reader_follows_what_is_committed() {
    for (first, then) in [
        (Plan::RoundRobin { pairs: 2 }, Plan::RoundRobin { pairs: 4 }),
        (Plan::Ladder { newcomer_pairs: 2 }, Plan::Ladder { newcomer_pairs: 2 }),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cup.db");
        let playing = open(&path, first);
        let reader = archive::open(&path, "cup", None).expect("an archive");
        assert_eq!(reader.reload().expect("a store"), Reloaded::Unchanged);
        let (stop, seen) = (AtomicBool::new(false), AtomicU64::new(0));
        let runner =
            Threads { conditions: playing.event.conditions.clone(), workers: 2, keep_to_cores: false };
        thread::scope(|scope| {
            let run = scope.spawn(|| playing.run(&runner, &stop));
            while !run.is_finished() && seen.load(Ordering::Relaxed) < 20 {
                if let Reloaded::Added(pairs) = reader.reload().expect("a store") {
                    seen.fetch_add(pairs, Ordering::Relaxed);
                }
            }
            stop.store(true, Ordering::Relaxed);
            run.join().expect("no panic").expect("it is played");
        });
        drop(playing);
        play_if_it_ends(&path, then);
        reader.reload().expect("a store");
        let fresh = archive::open(&path, "cup", None).expect("an archive");
        assert_eq!(reader.progress().0, fresh.progress().0);
        assert_eq!(reader.results().table, fresh.results().table, "{first:?}");
        assert_eq!(json(&reader), json(&fresh));
        assert_eq!(reader.reload().expect("a store"), Reloaded::Unchanged);
    }
}

fn play_if_it_ends(path: &std::path::Path, plan: Plan) {
    let tournament = open(path, plan);
    if !plan.is_endless() {
        play(&tournament);
    }
}

#[test]
fn a_reader_is_told_to_open_again_when_players_have_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    let playing = open(&path, Plan::RoundRobin { pairs: 1 });
    play(&playing);
    drop(playing);
    let changes: [fn(&mut Store); 4] = [
        |store| assert_eq!(store.add_player("new", "random", "1").expect("a player"), 4),
        |store| store.retire(1).expect("it is saved"),
        |store| store.accept_version(2, "first", "2").expect("it is saved"),
        |store| {
            let why = WithdrawalReason::Crashes { times: 5 };
            drop(store.commit([StoreEntry::Withdrawn(3, why)].iter()).expect("it is saved"));
        },
    ];
    for change in changes {
        let reader = archive::open(&path, "cup", None).expect("an archive");
        let mut store = Store::open(&path).expect("a store");
        store.note(Note::Left { name: "somebody".into() }).expect("it is saved");
        assert_eq!(reader.reload().expect("a store"), Reloaded::Unchanged);
        change(&mut store);
        assert_eq!(reader.reload().expect("a store"), Reloaded::OpenAgain);
        assert_eq!(reader.reload().expect("a store"), Reloaded::OpenAgain, "until it is opened again");
    }
}

#[test]
fn a_commit_of_somebody_else_changes_the_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    let mut writer = Store::open(&path).expect("a store");
    let reader = Store::open_read_only(&path).expect("a store");
    let [first, own] = [&reader, &writer].map(|store| store.data_version().expect("a number"));
    assert_eq!(reader.data_version().expect("a number"), first);
    writer.note(Note::Left { name: "a".into() }).expect("it is saved");
    assert_ne!(reader.data_version().expect("a number"), first);
    assert_eq!(writer.data_version().expect("a number"), own);
}

/// Many who look never keep the one away who wants to play.
#[test]
fn a_look_at_the_lock_disturbs_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    assert!(!Store::is_locked(&path));
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    Store::is_locked(&path);
                }
            });
        }
        for _ in 0..200 {
            let store = Store::open(&path).expect("nobody plays it");
            assert!(Store::is_locked(&path));
            assert!(matches!(Store::open(&path), Err(StoreError::InUse { process: Some(_), .. })));
            drop(store);
        }
        is_over.store(true, Ordering::Relaxed);
    });
    assert!(!Store::is_locked(&path));
}
