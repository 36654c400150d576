//! Stores that were edited or damaged, and stores on a disk that cannot be written.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use games::common::rng::Rng;

use super::{fails, file, folder, gridiron, told, tournament, works, write};

/// Plays a small tournament in a folder.
fn play(folder: &Path, pairs: u32) -> String {
    write(folder, "cup.toml", &file(&format!("pairs = {pairs}"), &["first", "greedy", "random"]));
    works(folder, &["cup.toml"])
}

fn replay(folder: &Path, arguments: &[&str]) -> Output {
    gridiron(folder).arg("replay").args(arguments).output().expect("it starts")
}

/// Edits a store with a program that is not ours.
fn edit(folder: &Path, statement: &str) {
    let program = "import sqlite3, sys\nwith sqlite3.connect('cup.db') as db: db.execute(sys.argv[1])";
    let edited = Command::new("python3").args(["-c", program, statement]).current_dir(folder).status();
    assert!(edited.is_ok_and(|status| status.success()), "{statement}");
}

#[test]
fn verify_names_the_game_and_the_column_that_was_edited() {
    let folder = folder();
    let folder = folder.path();
    play(folder, 4);
    let right = fs::read(folder.join("cup.db")).expect("a store");
    let verified = told(&replay(folder, &["cup.db", "--verify", "--quiet"]));
    assert_eq!(verified, (Some(0), String::new(), String::new()));
    for (statement, line) in [
        (
            "UPDATE games SET half_points = 7 WHERE pair = 2 AND game = 1",
            "game 4: half_points is 7 in the table `games`, and ",
        ),
        ("UPDATE pairs SET seed = 5 WHERE id = 3", "game 5: seed is 5 in the table `pairs`, and "),
        ("UPDATE games SET margin = 99 WHERE pair = 1 AND game = 0", "game 1: margin is 99 in"),
        ("UPDATE games SET cause = 'time' WHERE pair = 1 AND game = 0", "game 1: cause is `time` in"),
        ("UPDATE games SET actions = 0 WHERE pair = 1 AND game = 0", "game 1: actions is 0 in"),
        (
            "UPDATE games SET faults_second = 'time 1' WHERE pair = 6 AND game = 0",
            "game 11: faults_second is `time 1` in",
        ),
        (
            "UPDATE games SET total_ns_first = 1 WHERE pair = 12 AND game = 1",
            "game 24: total_ns_first is 1 in",
        ),
        ("DELETE FROM games WHERE pair = 2 AND game = 0", "game 3: half_points is nothing in"),
        // What no record holds.
        (
            "UPDATE pairs SET leg = leg + 100 WHERE id = 3",
            "cup.db is damaged or was edited: pair 3 (games 5 and 6) is not as",
        ),
        ("UPDATE games SET blamed = 1 WHERE pair = 3", "pair 3 (games 5 and 6) is not as it was saved"),
        ("UPDATE players SET name = 'else' WHERE id = 1", "player 1 is not as it was saved"),
    ] {
        fs::write(folder.join("cup.db"), &right).expect("a store");
        edit(folder, statement);
        let (code, stdout, stderr) = told(&replay(folder, &["cup.db", "--verify"]));
        assert_eq!(
            (code, stdout.as_str(), stderr.lines().count()),
            (Some(1), "", 1),
            "{statement}: {stderr}"
        );
        assert!(stderr.contains(line), "{statement}: {stderr}");
        // Nor is it played on or shown as if it were right.
        let line = fails(folder, &["cup.toml"], 1);
        assert!(
            line.contains("cup.db is damaged or was edited: ") || line.contains("else"),
            "{statement}: {line}"
        );
    }
    // One game that is right is right.
    fs::write(folder.join("cup.db"), &right).expect("a store");
    assert_eq!(told(&replay(folder, &["cup.db", "--verify", "--game", "3"])).0, Some(0));
}

#[test]
fn thirty_bits_that_turn_are_noticed_or_change_nothing() {
    let folder = folder();
    let folder = folder.path();
    let shown = play(folder, 60);
    let right = fs::read(folder.join("cup.db")).expect("a store");
    let mut rng = Rng::new(30);
    let mut noticed = 0;
    for _ in 0..30 {
        let mut damaged = right.clone();
        let (at, bit) = (rng.below(right.len() as u32) as usize, rng.below(8));
        damaged[at] ^= 1 << bit;
        fs::write(folder.join("cup.db"), &damaged).expect("a store");
        let (code, stdout, stderr) = told(&tournament(folder, &["cup.toml"]));
        match code {
            Some(0) => {
                assert_eq!((stdout.as_str(), stderr.as_str()), (shown.as_str(), ""), "bit {bit} of {at}")
            }
            Some(1) => {
                noticed += 1;
                assert_eq!(stderr.lines().count(), 1, "{stderr}");
                assert!(stderr.contains("cup.db"), "{stderr}");
            }
            other => panic!("{other:?} {stdout}{stderr}"),
        }
    }
    assert!(noticed >= 15, "{noticed}");
}

#[test]
fn a_store_is_shown_and_verified_on_a_disk_that_cannot_be_written() {
    let folder = folder();
    let folder = folder.path();
    let shown = play(folder, 4);
    // A name that means something in a URI.
    fs::rename(folder.join("cup.db"), folder.join("a ?#%41.db")).expect("a store");
    let script = format!(
        "mount --bind . . && mount -o remount,bind,ro . && cd . && cd \"$PWD\" || exit 9
        ! touch new 2> /dev/null || exit 8
        '{gridiron}' tournament cup.toml --store 'a ?#%41.db' --show || exit 7
        '{gridiron}' replay 'a ?#%41.db' --verify --quiet || exit 6",
        gridiron = env!("CARGO_BIN_EXE_gridiron"),
    );
    let (code, stdout, stderr) = told(&with_mounts(folder, &script));
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    assert_eq!(stdout.replace("a ?#%41.db", "cup.db"), shown);
    // Results that wait beside the store must not be passed over.
    fs::write(folder.join("a ?#%41.db-wal"), "something").expect("a file");
    let (code, _, stderr) = told(&with_mounts(folder, &script));
    assert_eq!((code, stderr.lines().count()), (Some(7), 1), "{stderr}");
    assert!(
        stderr.contains("the last results are in the file a ?#%41.db-wal beside it: copy both"),
        "{stderr}"
    );
}

/// Runs a script in a world where it may mount.
fn with_mounts(folder: &Path, script: &str) -> Output {
    let may_mount = Command::new("unshare").args(["--mount", "true"]).stderr(Stdio::null()).status();
    let mut command = Command::new("unshare");
    command.arg("--mount").current_dir(folder).stdin(Stdio::null());
    if !may_mount.is_ok_and(|status| status.success()) {
        command.arg("--map-root-user");
    }
    command.args(["sh", "-c", script]).output().expect("unshare is there")
}
