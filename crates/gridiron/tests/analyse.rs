//! `gridiron analyse` as a person or a script meets it, held against what can be
//! known in another way.

mod common;
#[path = "../../ai/src/analysis/virus_minimax.rs"]
mod virus_minimax;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

use ai::conga::solve::{SolvedValue, Tablebase};
use common::gridiron;
use games::Game;
use games::conga::Conga;
use games::virus::Virus;
use serde_json::Value;
use virus_minimax::minimax;

const PAGE: &str = include_str!("../../../docs/analyse.md");

fn works(folder: &Path, arguments: &[&str]) -> String {
    let output = gridiron(folder, arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*error), (Some(0), ""), "gridiron {arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The same for arguments without spaces in them.
fn says(folder: &Path, line: &str) -> String {
    works(folder, &line.split(' ').collect::<Vec<_>>())
}

fn json(text: &str) -> Value {
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

#[test]
fn mistakes_get_one_line_and_an_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    says(path, "play virus greedy first --seed 1 --rules size=5 --quiet --record v.json");
    says(path, "match conga random random --games 2 --seed 1 --records two.jsonl");
    let good = fs::read_to_string(path.join("v.json")).expect("a record");
    fs::write(path.join("cut.json"), &good[..good.len() / 2]).expect("room");
    fs::write(path.join("edited.json"), good.replacen("\"seed\":1", "\"seed\":2", 1)).expect("room");
    fs::write(path.join("empty.json"), "").expect("room");
    fs::write(path.join("number.json"), "5").expect("room");
    fs::write(path.join("chess.json"), good.replacen("\"virus\"", "\"chess\"", 1)).expect("room");
    // A record knows its game, with the same result.
    assert_eq!(says(path, "analyse v.json --nodes 1000"), says(path, "analyse virus v.json --nodes 1000"));
    let count = json(good.trim_end())["actions"].as_array().expect("actions").len().to_string();
    let full = "1,1,1/1,1,-1/-1,-1,-1 0";
    for (arguments, code, expected) in [
        (&["viruss", "start"][..], 2, "unknown game `viruss`: did you mean `virus`?"),
        (&[], 2, "name a file with records, or a game and a position"),
        (&["virus"], 2, "name a record, or a position of virus: `gridiron analyse virus start`"),
        (&["start"], 2, "name the game of `start`, as in `gridiron analyse virus start`"),
        (&["1,0,-1/0,0,0/-1,0,1 0"], 2, "name the game of `1,0,-1/0,0,0/-1,0,1 0`"),
        (&["v.json", "--jso"], 2, "unexpected argument '--jso'"),
        (&["chess.json"], 2, "chess.json: unknown game `chess`: there are plantation, virus, conga"),
        (&["virus", "chess.json"], 2, "chess.json: unknown game `chess`: there are plantation, virus, conga"),
        (&["vires", "v.json"], 2, "unknown game `vires`: did you mean `virus`?"),
        (&["number.json"], 2, "number.json: not a record: line 1, column 1: expected an object, got 5"),
        (&["no.json"], 2, "no such file: `no.json`; a position is written as rows of numbers and a seat"),
        (
            &["virus", "no.json"],
            2,
            "no such file: `no.json`; a position is written as rows of numbers and a seat",
        ),
        (&["virus", "."], 2, "cannot read .: "),
        (&["virus", "cut.json"], 2, "the file ends in the middle of a record"),
        (&["virus", "empty.json"], 2, "the file is empty"),
        (&["virus", "edited.json"], 1, "edited.json: "),
        (&["conga", "v.json"], 2, "v.json is a game of virus, not of conga: leave out `conga`"),
        (
            &["plantation", "two.jsonl", "--game", "2"],
            2,
            "two.jsonl, game 2 is a game of conga, not of plantation: leave out `plantation`",
        ),
        (&["conga", "two.jsonl", "--game", "3"], 2, "--game 3: two.jsonl holds games 1 to 2"),
        (&["conga", "two.jsonl", "--ply", "1000"], 2, "--ply 1000: the game has "),
        (&["virus", "v.json", "--rules", "size=5"], 2, "--rules is for `start`: a record has its own"),
        (&["virus", "v.json", "--seed", "5"], 2, "--seed is for `start`: a record has its own"),
        (&["virus", "start", "--game", "1"], 2, "--game is for records, and `start` is a position"),
        (&["virus", "start", "--ply", "1"], 2, "--ply is for records, and `start` is a position"),
        (&["virus", "start", "--rules", "size=99"], 2, "size=99: expected 3 to 11"),
        (&["virus", "start", "--nodes", "7"], 2, "expected 1000 to 1000000000000"),
        (&["virus", "start", "--time", "soon"], 2, "expected a time"),
        (&["virus", "start", "--time", "1s", "--nodes", "1000"], 2, "cannot be used with"),
        (&["virus", "1,0,2/0,0,0/0,0,0 0"], 2, "position: `2` at row 0, column 2"),
        (&["virus", "-1,0/0,0 0"], 2, "a Virus board is a square of 3 to 11"),
        (&["virus", "1,0,0/0,0/0,0,0 0"], 2, "position: row 1 has 2 cells"),
        (&["virus", "1,0,-1/0,0,0/-1,0,1"], 2, "expected the seat to act"),
        (&["virus", "1,0,-1/0,0,0/-1,0,1 0 x=1"], 2, "unknown field `x`"),
        (&["conga", "1,0,-1/0,0,0/-1,0,1 0"], 2, "a Conga board has 4 rows of 4"),
        (&["plantation", "1,0,-1/0,0,0/-1,0,1 0 turn=999"], 2, "turn=999"),
        (&["plantation", "start", "--nodes", "5000"], 2, "--nodes and --time are for virus and conga"),
        (&["plantation", "start", "--time", "1s"], 2, "--nodes and --time are for virus and conga"),
        (&["virus", full], 1, "the game is over"),
        (&["virus", "v.json", "--ply", &count], 1, "the game is over"),
    ] {
        let output = gridiron(path, &[&["analyse"], arguments].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
        assert!(error.starts_with("gridiron: ") && error.lines().count() == 1, "{arguments:?}: {error}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn virus_with_few_empty_squares_is_worth_what_plain_minimax_says() {
    let folder = tempfile::tempdir().expect("a folder");
    for text in [
        "1,1,-1,-1/1,1,-1,-1/0,1,-1,0/0,0,0,0 0 plies=4",
        "1,0,-1,-1/-1,-1,0,-1/1,1,1,0/0,1,0,-1 1 plies=5",
        "-1,0,-1/0,0,0/-1,0,1 1",
        // The seat that places a stone first loses more than by passing.
        "-1,-1,-1,-1/-1,-1,-1,-1/1,0,0,-1/1,1,0,-1 0",
        "-1,-1,-1,-1/-1,-1,-1,-1/1,0,0,-1/1,1,0,-1 0 passes=1",
        "1,1,1/1,-1,0/1,1,0 0 passes=1",
    ] {
        let position: Virus = text.parse().expect("a position");
        let found = json(&works(folder.path(), &["analyse", "virus", text, "--json"]));
        assert_eq!(found["position"], position.to_string());
        let best = &list(&found["moves"])[0]["value"]["score"];
        assert_eq!(*best, (minimax(&position) * position.to_move().sign()) as f64, "{found}");
        for one in list(&found["moves"]) {
            let action = one["action"].as_str().expect("a move");
            let score = minimax(&position.after(action.parse().expect("a move")));
            assert_eq!(one["value"]["kind"], "exact", "{one}");
            assert_eq!(one["value"]["score"], (score * position.to_move().sign()) as f64, "{text}: {one}");
        }
    }
}

#[test]
fn conga_with_few_stones_is_worth_what_the_table_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let tables = Tablebase::solve(5, 1, &mut |_| {}, &AtomicBool::new(false)).expect("not cancelled");
    says(path, "solve conga --stones 5");
    let mut decided = 0;
    for text in [
        "5,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-5 0",
        "5,-1,0,0/-1,-1,-1,0/0,0,-1,0/0,0,0,0 0",
        "5,-1,0,0/0,-1,-1,0/0,-1,-1,0/0,0,0,0 0",
        "5,-1,0,0/0,-1,-1,0/-1,0,-1,0/0,0,0,0 1",
    ] {
        let game: Conga = text.parse().expect("a position");
        let output = gridiron(path, &["analyse", "conga", text, "--json"]);
        if game.status().outcome().is_some() {
            assert_eq!(output.status.code(), Some(1));
            continue;
        }
        let found = json(&String::from_utf8_lossy(&output.stdout));
        let expected = tables.moves(game.game()).expect("five stones");
        assert_eq!(list(&found["moves"]).len(), expected.len());
        for (action, verdict) in expected {
            let is_it = |one: &&Value| one["action"] == action.to_string();
            let one = list(&found["moves"]).iter().find(is_it).expect("every move");
            let (kind, plies) = match verdict {
                SolvedValue::Win(plies) => ("win", Value::from(plies)),
                SolvedValue::Draw => ("draw", Value::Null),
                SolvedValue::Loss(plies) => ("loss", Value::from(plies)),
            };
            assert_eq!((&one["value"]["kind"], &one["value"]["plies"]), (&kind.into(), &plies), "{one}");
            decided += usize::from(verdict != SolvedValue::Draw);
        }
        // The same in words.
        let text = works(path, &["analyse", "conga", text, "--all"]);
        assert!(text.contains("known from a table"), "{text}");
    }
    assert!(decided > 5, "{decided}");
}

/// What the answer alone says about the swing.
fn swing_by_answer(action: &str, reply: &str) -> i64 {
    let count = || reply.strip_prefix("OK ").and_then(|count| count.parse().ok()).unwrap_or(0);
    match action.split(' ').next() {
        Some("fertilise" | "plant") => i64::from(reply == "OK"),
        Some("spray" | "bomb") => count(),
        _ => 0,
    }
}

fn sum(board: &Value) -> i64 {
    list(board).iter().flat_map(list).filter_map(Value::as_i64).sum()
}

#[test]
fn swings_of_a_recorded_game_add_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    for game in [
        "random random --seed 1",
        "random random-dumb --seed 2 --rules max_turns=40",
        "random-dumb random:bomb=9 --seed 3 --rules rows=14,cols=5,max_turns=30,moves_per_turn=5",
    ] {
        says(path, &format!("play plantation {game} --quiet --record p.json"));
        let record = json(fs::read_to_string(path.join("p.json")).expect("a record").trim_end());
        let found = json(&says(path, "analyse plantation p.json --json"));
        assert_eq!(found["start_score"], sum(&record["start"]));
        let (actions, commands) = (list(&record["actions"]), list(&found["commands"]));
        assert_eq!(actions.len(), commands.len());
        let mut score = sum(&record["start"]);
        let mut totals = [0, 0];
        for (action, command) in actions.iter().zip(commands) {
            let text = |key: &str| action[key].as_str().expect("text");
            let swing = swing_by_answer(text("action"), text("reply"));
            assert_eq!(command["swing"], swing, "{command}");
            let seat = action["seat"].as_u64().expect("a seat") as usize;
            score += if seat == 0 { swing } else { -swing };
            totals[seat] += swing;
            assert_eq!(command["score"], score, "{command}");
            let knows = |key: &str| command["knows"][key].as_u64().expect("a count");
            assert!(knows("tiles") <= knows("all_tiles") && knows("points") <= knows("all_points"));
        }
        assert_eq!(
            (score, score),
            (sum(&record["final"]), record["outcome"]["score"].as_i64().expect("a score"))
        );
        for (side, total) in list(&found["sides"]).iter().zip(totals) {
            let all = &side["all"];
            assert_eq!(all["gained"].as_i64().zip(all["taken"].as_i64()).map(|(a, b)| a + b), Some(total));
            let kinds = side["kinds"].as_object().expect("kinds");
            let count = kinds.values().filter_map(|kind| kind["count"].as_u64()).sum::<u64>();
            assert_eq!(all["count"], count);
        }
    }
}

#[test]
fn every_ply_of_a_recorded_game_is_judged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    for (game, play) in [
        ("virus", "greedy random --seed 1 --rules size=6,opening_plies=2"),
        ("conga", "random random --seed 2 --rules stones=6,move_limit=40"),
    ] {
        says(path, &format!("play {game} {play} --quiet --record g.json"));
        let record = json(fs::read_to_string(path.join("g.json")).expect("a record").trim_end());
        let line = format!("analyse {game} g.json --nodes 2000");
        let found = json(&says(path, &format!("{line} --json")));
        assert_eq!(found, json(&says(path, &format!("{line} --json"))), "the same each time");
        let (actions, plies) = (list(&record["actions"]), list(&found["plies"]));
        assert_eq!(actions.len(), plies.len());
        let mut counts = [0, 0];
        for (action, ply) in actions.iter().zip(plies) {
            assert_eq!((&ply["action"], &ply["seat"]), (&action["action"], &action["seat"]));
            let number = |key: &str| ply[key].as_f64().expect("a number");
            let sign = if ply["seat"] == 0 { 1.0 } else { -1.0 };
            let lost = sign * (number("before") - number("after"));
            assert!(number("loss") >= 0.0 && (number("loss") - lost).abs() < 1e-9, "{ply}");
            counts[ply["seat"].as_u64().expect("a seat") as usize] += u64::from(action["by"].is_null());
        }
        // The last ply leaves what the game ended with.
        let last = plies.last().expect("a ply");
        assert_eq!(last["after"].as_f64(), record["outcome"]["score"].as_f64(), "{last}");
        assert!(list(&found["turning_points"]).len() <= 5);
        for (side, count) in list(&found["sides"]).iter().zip(counts) {
            assert_eq!(side["moves"], count);
        }
        let text = says(path, &line);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        for part in ["turning points", "lost on average", "0 ┼──", "ply"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        // A single position of the same game.
        let moment = json(&says(path, &format!("{line} --ply 6 --json")));
        assert_eq!(moment["seat"], plies[6]["seat"]);
    }
}

#[test]
fn a_plantation_position_shows_the_best_use_of_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "3,0,0,-5/0,0,-2,-1/0,0,0,0 0 turn=4 left=2 starting_tiles=1";
    let found = json(&works(folder.path(), &["analyse", "plantation", text, "--json"]));
    assert_eq!(found["scores"], serde_json::json!([3, 8]));
    let best = |kind: &str| {
        let is_it = |one: &&Value| one["command"] == kind;
        let one = list(&found["commands"]).iter().find(is_it).expect("every kind");
        (one["best"]["action"].as_str().unwrap_or("").to_string(), one["best"]["swing"].as_i64())
    };
    assert_eq!(best("bomb"), ("bomb 0 3".to_string(), Some(4)));
    assert_eq!(best("spray"), ("spray 1 3".to_string(), Some(3)));
    assert_eq!(best("fertilise"), ("fertilise 0 0".to_string(), Some(1)));
    assert_eq!(best("scout").1, Some(0));
    let printed = works(folder.path(), &["analyse", "plantation", text]);
    assert!(
        printed.contains("sees only its own tiles") && printed.contains("Plus to act with 2 moves left"),
        "{printed}"
    );
    // Large boards are of another type inside.
    let large = format!("1{}{} 0", ",0".repeat(14), "/0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1".repeat(3));
    works(folder.path(), &["analyse", "plantation", &large]);
}

/// Whether a running program would hear Ctrl-C: it handles signal 2.
#[cfg(target_os = "linux")]
fn hears_interrupts(id: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
}

#[cfg(target_os = "linux")]
#[test]
fn an_interruption_ends_it_in_good_order() {
    let folder = tempfile::tempdir().expect("a folder");
    says(folder.path(), "play virus greedy random --seed 1 --quiet --record v.json");
    for what in ["start", "v.json"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gridiron"))
            .args(["analyse", "virus", what, "--time", "3600s"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        while !hears_interrupts(child.id()) {
            assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
            std::thread::yield_now();
        }
        let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(interrupt.is_ok_and(|status| status.success()));
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{what}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "gridiron: interrupted\n", "{what}");
        assert!(output.stdout.is_empty(), "{what}");
    }
}

/// What stands in `docs/analyse.md` after `gridiron` works, and what it shows is
/// what comes; of a line that ends in `…`, the beginning.
#[test]
fn the_page_tells_the_truth() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut printed = String::new();
    let (mut typed, mut compared) = (0, 0);
    for (at, part) in PAGE.split("```").enumerate() {
        let (kind, text) = part.split_once('\n').unwrap_or(("", ""));
        match (at % 2, kind) {
            (1, "sh") => {
                for line in text.lines().filter_map(|line| line.strip_prefix("gridiron ")) {
                    let line = line.split(" #").next().unwrap_or_default().trim_end();
                    // Quoted words are one.
                    let quoted = line.split('"').enumerate();
                    let words: Vec<&str> = quoted
                        .flat_map(|(at, part)| match at % 2 {
                            0 => part.split_whitespace().collect(),
                            _ => vec![part],
                        })
                        .collect();
                    printed = works(folder.path(), &words);
                    typed += 1;
                }
            }
            (1, "") => {
                let mut lines = printed.lines();
                for expected in text.lines().filter(|line| line.trim() != "…") {
                    let found = lines.any(|line| match expected.strip_suffix('…') {
                        Some(begin) => line.starts_with(begin),
                        None => line.trim_end() == expected,
                    });
                    assert!(found, "the page shows `{expected}`, and this came:\n{printed}");
                    compared += 1;
                }
            }
            _ => {}
        }
    }
    assert!(typed >= 5 && compared > 20, "{typed} commands, {compared} lines");
}
