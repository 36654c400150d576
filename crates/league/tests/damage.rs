//! Stores that a disk or a person has changed: nothing goes on as if it were right.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use games::common::rng::Rng;
use gridiron_league::committed_results::pair_of_game;
use gridiron_league::entry_list::{OnChange, reconcile};
use gridiron_league::event::{Event, Records};
use gridiron_league::formats::Plan;
use gridiron_league::runner::Threads;
use gridiron_league::store::{Store, StoreError};
use gridiron_league::{Note, Tournament};

/// Plays a small tournament into a store.
fn play(path: &Path) {
    let event =
        Event::of_built_in_players("virus", ["greedy", "first", "random"], Plan::RoundRobin { pairs: 12 });
    let event = Event { records: Records::All, ..event.expect("an event") };
    let mut store = Store::open(path).expect("a store");
    let ids = reconcile(&event, &mut store, OnChange::Ask, &[]).expect("the same tournament");
    store.note(Note::Left { name: "somebody".into() }).expect("a note");
    let runner = Threads { conditions: event.conditions.clone(), workers: 2, keep_to_cores: false };
    let tournament = Tournament::resume(event, store, &ids).expect("a tournament");
    tournament.run(&runner, &AtomicBool::new(false)).expect("it is played");
}

/// All that a store holds, as text, or why it cannot be used.
fn content(path: &Path) -> Result<String, StoreError> {
    let store = Store::open(path)?;
    store.check()?;
    let mut text = format!("{:?}\n{:?}\n{:?}\n", store.settings()?, store.players()?, store.journal()?);
    store.each_pair(|number, pair| text.push_str(&format!("{number} {pair:?}\n")))?;
    for number in store.recorded_games()? {
        let (pair, game) = pair_of_game(number).expect("a game");
        text.push_str(&format!("{number} {:?}\n", store.record(pair, game)?));
    }
    Ok(text)
}

#[test]
fn a_bit_that_turns_anywhere_is_noticed_or_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    play(&path);
    let right = content(&path).expect("a good store");
    let bytes = fs::read(&path).expect("a file");
    let mut rng = Rng::new(18);
    let (mut noticed, trials) = (0, 400);
    for trial in 0..trials {
        // The first page says what the others are, so it is tried more often.
        let range = if trial < 100 { 4096 } else { bytes.len() };
        let (at, bit) = (rng.below(range as u32) as usize, rng.below(8));
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << bit;
        fs::write(&path, &damaged).expect("a file");
        for helper in ["cup.db-wal", "cup.db-shm"] {
            let _ = fs::remove_file(folder.path().join(helper));
        }
        match content(&path) {
            Ok(found) => assert!(found == right, "bit {bit} of byte {at} goes unnoticed"),
            Err(problem) => {
                noticed += 1;
                assert_eq!(problem.to_string().lines().count(), 1, "{problem}");
            }
        }
    }
    // What nobody reads may be anything.
    assert!(noticed > trials / 2, "{noticed} of {trials}");
}

#[test]
fn what_a_person_edits_is_noticed_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    play(&path);
    let bytes = fs::read(&path).expect("a file");
    for (edit, what) in [
        ("UPDATE games SET half_points = 2 - half_points WHERE pair = 3", "pair 3 (games 5 and 6)"),
        ("UPDATE games SET blame = 'x' WHERE pair = 4 AND game = 1", "pair 4 (games 7 and 8)"),
        ("UPDATE pairs SET seed = seed + 1 WHERE id = 5", "pair 5 (games 9 and 10)"),
        ("UPDATE pairs SET forfeits = 1 WHERE id = 36", "pair 36 (games 71 and 72)"),
        ("DELETE FROM games WHERE pair = 7 AND game = 0", "pair 7 (games 13 and 14)"),
        ("UPDATE players SET aside = 'changed' WHERE id = 2", "player 2"),
        ("UPDATE settings SET value = '2' WHERE name = 'seed'", "setting `seed`"),
        ("UPDATE journal SET note = '{}'", "journal entry 1"),
        ("UPDATE records SET record = x'00' WHERE pair = 2 AND game = 1", "the record of game 4"),
    ] {
        fs::write(&path, &bytes).expect("a file");
        let connection = rusqlite::Connection::open(&path).expect("a database");
        assert!(connection.execute(edit, []).expect("an edit") > 0, "{edit}");
        drop(connection);
        let problem = content(&path).expect_err(edit).to_string();
        assert!(problem.contains(&format!("{what} is not as it was saved")), "{edit}: {problem}");
    }
}

#[test]
fn a_store_with_two_names_is_not_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, link] = ["cup.db", "link.db"].map(|name| folder.path().join(name));
    play(&path);
    let playing = Store::open(&path).expect("a store");
    fs::hard_link(&path, &link).expect("a link");
    for name in [&link, &path] {
        let problem = Store::open(name).err().expect("it is refused").to_string();
        let is_taken = name == &path && problem.contains("is in use by process");
        assert!(is_taken || problem.contains("has a second name (a hard link)"), "{problem}");
    }
    drop(playing);
    assert!(Store::open(&path).is_err() && Store::open_read_only(&link).is_ok());
    fs::remove_file(&link).expect("a link");
    assert!(Store::open(&path).is_ok());
}
