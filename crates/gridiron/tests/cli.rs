//! The program as a person or a script meets it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn gridiron(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gridiron"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').filter(|word| !word.is_empty()).collect()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Runs what must work and gives what it printed.
fn works(folder: &Path, line: &str) -> String {
    let output = gridiron(folder, &words(line));
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "gridiron {line}");
    stdout(&output)
}

fn without_times(path: &Path) -> Value {
    let mut record: Value = serde_json::from_slice(&fs::read(path).expect("a record")).expect("JSON");
    for action in record["actions"].as_array_mut().expect("actions") {
        action.as_object_mut().expect("an action").remove("wall_ns");
    }
    record
}

#[test]
fn recorded_games_hold_and_the_same_seed_gives_the_same_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("small.toml"), "rows = 5\ncols = 4\nmax_turns = 7\n").expect("room");
    for line in [
        "plantation random random --seed 1",
        "plantation random-dumb random:bomb=9 --seed 1",
        "plantation --seed 3 --rules small.toml",
        "virus greedy first --seed 1",
        "virus random greedy --seed 9007199254740991 --rules size=11,opening_plies=4",
        "conga random random --seed 1",
        "conga random random --seed 1 --rules stones=2",
        "conga random random --seed 1 --rules move_limit=20000",
    ] {
        works(path, &format!("play {line} --quiet --record a.json"));
        works(path, &format!("play {line} --quiet --record b.json"));
        assert_eq!(without_times(&path.join("a.json")), without_times(&path.join("b.json")), "{line}");
        assert_eq!(works(path, "replay --verify a.json"), "", "{line}");
        // What is shown again is what was shown.
        assert_eq!(works(path, "replay a.json"), works(path, &format!("play {line}")), "{line}");
    }
}

#[test]
fn mistakes_get_one_line_and_an_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    works(path, "play virus greedy first --seed 1 --quiet --record good.json");
    let good = fs::read_to_string(path.join("good.json")).expect("a record");
    fs::write(path.join("cut.json"), &good[..good.len() / 2]).expect("room");
    fs::write(path.join("edited.json"), good.replacen("\"0 1\"", "\"5 5\"", 1)).expect("room");
    fs::write(path.join("two.jsonl"), format!("{good}{}", good.replace("\"score\":78", "\"score\":77")))
        .expect("room");
    fs::write(path.join("bad.toml"), "size = = 3").expect("room");
    fs::create_dir(path.join("folder")).expect("room");
    for (line, code, expected) in [
        ("play viruss", 2, "unknown game `viruss`: did you mean `virus`?"),
        ("play chess", 2, "unknown game `chess`: there are plantation, virus, conga"),
        ("play virus greedi", 2, "unknown player `greedi` of virus: did you mean `greedy`?"),
        ("play virus ./bot.py", 2, "`./bot.py`: programs cannot play yet"),
        ("play virus --rules size=2", 2, "--rules for virus: size=2: expected 3 to 11"),
        ("play virus --rules sise=5", 2, "unknown option `sise`: did you mean `size`?"),
        ("play virus --rules bad.toml", 2, "bad.toml, rules of virus: line 1, column"),
        ("play virus --rules none.toml", 2, "cannot read none.toml: "),
        ("play virus --rules size=3,opening_plies=40", 2, "this board has no opening of that length"),
        ("play plantation --rules rows=2", 2, "starting_tiles=3 do not fit on rows=2"),
        ("play conga --rules repetition=1", 2, "repetition=1: the start would already be a draw"),
        ("play virus --seed -1", 2, "expected a whole number from 0 to 9007199254740991"),
        ("play virus --seed 9007199254740992", 2, "expected a whole number from 0 to 9007199254740991"),
        ("play virus --delay soon", 2, "such as 200ms or 1.5s"),
        (
            "play virus --quite",
            2,
            "unexpected argument '--quite' found; a similar argument exists: '--quiet'",
        ),
        ("play", 2, "required arguments were not provided: <GAME>"),
        ("play virus a b c", 2, "unexpected argument 'c' found"),
        ("plya virus", 2, "unrecognized subcommand 'plya'; some similar subcommands exist: "),
        (
            "play virus --record no/where/a.json",
            1,
            "cannot write the record no/where/a.json: there is no folder",
        ),
        ("play virus --record folder", 1, "cannot write the record folder: it is a folder"),
        ("replay none.json", 1, "cannot read none.json: "),
        ("replay folder", 1, "cannot read folder: "),
        ("replay cut.json", 1, "cut.json: no record: line 1, column"),
        ("replay --verify cut.json", 1, "the file ends in the middle of a record"),
        ("replay --verify edited.json", 1, "edited.json: action 1 (seat"),
        ("replay edited.json --quiet", 1, "edited.json: action 1 (seat"),
        ("replay --verify two.jsonl", 1, "two.jsonl, game 2: outcome: the record says score 77"),
        ("replay two.jsonl --game 3", 2, "--game 3: two.jsonl holds games 1 to 2"),
        ("rules vrius", 2, "unknown game `vrius`: did you mean `virus`?"),
        ("players virsu", 2, "unknown game `virsu`: did you mean `virus`?"),
        ("perft conga 0", 2, "0 is not in 1..=1000"),
        ("perft conga many", 2, "invalid value 'many'"),
        ("perft conga 2 --rules stones=61", 2, "stones=61: expected 1 to 60"),
    ] {
        let output = gridiron(path, &words(line));
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "gridiron {line}: {error}");
        assert!(error.contains(expected), "gridiron {line}: {error}");
        assert!(error.starts_with("gridiron: ") && error.lines().count() == 1, "gridiron {line}: {error}");
    }
}

#[test]
fn perft_prints_a_line_for_each_depth() {
    let folder = tempfile::tempdir().expect("a folder");
    let conga = "1 3\n2 8\n3 96\n4 1112\n5 13536\n6 162412\n7 2175112\n";
    assert_eq!(works(folder.path(), "perft conga 7"), conga);
    assert_eq!(works(folder.path(), "perft virus 5"), "1 6\n2 36\n3 288\n4 2304\n5 23040\n");
    assert_eq!(
        works(folder.path(), "perft virus 7 --rules size=3"),
        "1 5\n2 13\n3 32\n4 56\n5 72\n6 68\n7 64\n"
    );
    // Three tiles each that touch up to nine squares, and the whole board to
    // scout and to spray: a handful of hundreds for the first command.
    let plantation = works(folder.path(), "perft plantation 1");
    let count: u64 = plantation.trim_end().strip_prefix("1 ").and_then(|n| n.parse().ok()).expect("a count");
    assert!((3 + 4 + 3 * 121 - 3..=3 + 9 + 3 * 121 - 3).contains(&count), "{plantation}");
}

#[test]
fn lists_name_everything_there_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let (games, players) = (works(folder.path(), "games"), works(folder.path(), "players"));
    for entry in &games::GAMES {
        assert!(games.contains(entry.name), "{games}");
        let rules = works(folder.path(), &format!("rules {}", entry.name));
        assert!(rules.lines().count() > 40, "{rules}");
        assert!(entry.options.iter().all(|option| rules.contains(option.key)), "{rules}");
        let own = works(folder.path(), &format!("players {}", entry.name));
        assert!(players.contains(own.trim_end()), "{own}");
        for player in ai::table::players_of(entry.name) {
            assert!(own.contains(player.name), "{own}");
        }
    }
}

#[test]
fn colours_are_for_those_who_can_see_them() {
    let play = |variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
        command.args(["play", "conga", "--seed", "1", "--rules", "move_limit=4"]);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        stdout(&command.envs(variables.iter().copied()).output().expect("the program starts"))
    };
    let plain = play(&[]);
    assert!(!plain.contains('\x1b'), "no terminal");
    assert!(plain.contains("10●") && plain.contains("10○"), "{plain}");
    let coloured = play(&[("CLICOLOR_FORCE", "1")]);
    assert!(coloured.contains('\x1b'));
    assert_eq!(play(&[("NO_COLOR", "1")]), plain);
}

#[test]
fn whoever_stops_reading_is_not_told_off() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridiron"))
        .args(["play", "plantation", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
}
