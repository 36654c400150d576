//! Programs as players, as their authors and organisers meet them.
#![cfg(target_os = "linux")]

mod common;

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use common::json_records;
use serde_json::{Value, json};

const BOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots");

fn gridiron(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
    // An author forgets to flush where this is not set.
    command.current_dir(folder).stdin(Stdio::null()).env_remove("PYTHONUNBUFFERED");
    command
}

/// Runs what must work and gives what it printed.
fn works(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    assert_eq!((status.code(), stderr.as_str()), (Some(0), ""), "{command:?}");
    String::from_utf8(stdout).expect("text")
}

/// The bot that was written in C from the documents, compiled.
fn c_bot(folder: &Path) -> PathBuf {
    let program = folder.join("edges");
    let source = format!("{BOTS}/edges.c");
    let status = Command::new("cc").args(["-O2", "-o"]).arg(&program).arg(source).status();
    assert!(status.is_ok_and(|status| status.success()), "a C compiler called `cc` is needed");
    program
}

/// Runs a match with `--json` that must work: the summary, which is all of standard
/// output, and the text for people.
fn summary_and_text(command: &mut Command) -> (Value, String) {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let text = String::from_utf8(stderr).expect("text");
    assert_eq!(status.code(), Some(0), "{command:?}: {text}");
    (serde_json::from_slice(&stdout).expect("nothing but JSON"), text)
}

/// A match of the bot in Python (A) against the one in C.
fn python_against_c(folder: &Path, games: u32, more: &[&str]) -> Command {
    recorded_match(folder, games, "games.jsonl", more)
}

fn recorded_match(folder: &Path, games: u32, records: &str, more: &[&str]) -> Command {
    let mut command = gridiron(folder);
    command.args(["match", "virus", &format!("{BOTS}/liberties.py")]).arg(c_bot(folder));
    command.args(["--seed", "1", "--json", "--records", records]);
    command.args(["--games", &games.to_string()]).args(more);
    command
}

/// What the summary says, counted once more from the records.
fn recount(records: &[Value]) -> Value {
    let mut counts = [0; 3];
    let mut by_first = [[0; 3]; 2];
    let mut pairs = [0; 5];
    let mut faults = [BTreeMap::new(), BTreeMap::new()];
    let mut margins = Vec::new();
    for pair in records.chunks(2) {
        let mut half_points = 0;
        for (seat_of_a, record) in pair.iter().enumerate() {
            let seat_of_a = seat_of_a as u64;
            let result = match record["outcome"]["winner"].as_u64() {
                Some(winner) if winner == seat_of_a => 2,
                Some(_) => 0,
                None => 1,
            };
            counts[result] += 1;
            by_first[usize::from(record["first"] != seat_of_a)][result] += 1;
            half_points += result;
            let score = record["outcome"]["score"].as_f64().expect("a score");
            margins.push(if seat_of_a == 0 { score } else { -score });
            let mut count = |seat: u64, cause: &Value| {
                let cause = cause.as_str().expect("a word").to_string();
                *faults[usize::from(seat != seat_of_a)].entry(cause).or_insert(0) += 1;
            };
            for action in record["actions"].as_array().expect("actions") {
                if !action["fault"].is_null() {
                    count(action["seat"].as_u64().expect("a seat"), &action["fault"]);
                }
            }
            let cause = &record["outcome"]["cause"];
            if !["normal", "repetition", "move-limit"].contains(&cause.as_str().expect("a word")) {
                count(1 - record["outcome"]["winner"].as_u64().expect("a winner"), cause);
            }
        }
        pairs[half_points] += 1;
    }
    let count = margins.len() as f64;
    let mean = margins.iter().sum::<f64>() / count;
    let squares: f64 = margins.iter().map(|margin| (margin - mean).powi(2)).sum();
    let score = |[losses, draws, wins]: [i32; 3]| json!({"wins": wins, "draws": draws, "losses": losses});
    json!({
        "wins": counts[2], "draws": counts[1], "losses": counts[0], "pentanomial": pairs,
        "mean_margin": mean, "sd_margin": (squares / (count - 1.0)).sqrt(),
        "first": score(by_first[0]), "second": score(by_first[1]),
        "faults": {"a": faults[0], "b": faults[1]},
    })
}

fn assert_recounted(folder: &Path, summary: &Value) {
    let counted = recount(&json_records(&folder.join("games.jsonl")));
    for (key, value) in counted.as_object().expect("counts") {
        match value.as_f64().filter(|_| key.contains("margin")) {
            Some(value) => assert!((summary[key].as_f64().expect("a number") - value).abs() < 1e-9, "{key}"),
            None => assert_eq!(&summary[key], value, "{key}"),
        }
    }
}

/// Faults of both kinds: what the rules price, and what ends games.
#[test]
fn faults_are_counted_and_told() {
    let folder = tempfile::tempdir().expect("a folder");
    // Answers that are sometimes illegal, and once in a while an end. Its last words come
    // after its last move, or before it.
    let bot = |last: &str| {
        let start = "import sys\nfor line in sys.stdin:\n  if line.startswith('go 9 '):\n    ";
        format!("{start}{last}\n  elif line.startswith('go'):\n    print('5 5', flush=True)\n")
    };
    let after = bot("print('5 5', flush=True); sys.exit('I give up')");
    let before =
        bot("sys.stderr.write('I give up\\n'); sys.stderr.flush(); print('5 5', flush=True); sys.exit(1)");
    let gives_up = "it ended with exit status 1; standard error: `I give up`";
    for (bot, rules, expected) in [
        (&after, "size=10", gives_up),
        (&before, "size=10", gives_up),
        (&after, "size=10,on_illegal=lose", "A illegal: row 5, column 5 is "),
    ] {
        fs::write(folder.path().join("stubborn.py"), bot).expect("room");
        let mut command = gridiron(folder.path());
        command.args(["match", "virus", "stubborn.py", "greedy", "--json", "--games", "6"]);
        command.args(["--seed", "3", "--records", "games.jsonl", "--rules", rules]);
        let (summary, text) = summary_and_text(&mut command);
        assert_recounted(folder.path(), &summary);
        assert!(text.contains(expected), "{text}");
        works(gridiron(folder.path()).args(["replay", "--verify", "games.jsonl"]));
    }
}

#[test]
fn bots_written_from_the_documents_play_without_a_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    for clock in ["cpu", "wall"] {
        let mut command = python_against_c(folder.path(), 100, &["--clock-by", clock]);
        let (summary, text) = summary_and_text(&mut command);
        assert!(text.contains(" at a time; sandbox s"), "{text}");
        assert_eq!(summary["faults"], json!({"a": {}, "b": {}}), "{clock}");
        assert_eq!(summary["unasked"], json!({"a": 0, "b": 0}), "{clock}");
        works(gridiron(folder.path()).args(["replay", "--verify", "games.jsonl"]));
        let records = json_records(&folder.path().join("games.jsonl"));
        assert_recounted(folder.path(), &summary);
        for (number, record) in records.iter().enumerate() {
            let names = [0, 1].map(|seat: usize| record["players"][seat]["name"].as_str().expect("a name"));
            let expected =
                if number % 2 == 0 { ["liberties.py", "edges"] } else { ["edges", "liberties.py"] };
            assert_eq!(names, expected, "game {number}: in order, seats swapped");
            assert!(record["players"][0]["version"].as_str().is_some_and(|hash| hash.starts_with("sha256:")));
            assert_eq!((&record["clock"], &record["charged"]), (&json!("10/move"), &json!(clock)));
            let sandbox = record["sandbox"].as_str().expect("a word");
            assert!(text.contains(&format!("; sandbox {sandbox}\n")), "{sandbox}: {text}");
            let asked = record["actions"].as_array().expect("actions").iter();
            let mut timed = asked.filter(|action| action["by"].is_null() && action["unbilled"].is_null());
            assert!(timed.all(|action| action["wall_ns"].is_u64()), "game {number}");
        }
    }
}

/// Without chance of their own two bots play as many games as there are
/// openings; and the same command gives the same result again.
#[test]
fn openings_make_games_different_and_seeds_make_them_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.jsonl");
    let run = |more: &[&str]| {
        let (mut summary, _) = summary_and_text(&mut python_against_c(folder.path(), 200, more));
        let timeless = summary.as_object_mut().expect("a summary");
        timeless.retain(|key, _| !["took_s", "time_used_s"].contains(&key.as_str()));
        let lines_of = |record: &Value| -> Vec<String> {
            let actions = record["actions"].as_array().expect("actions").iter();
            actions.map(|action| action["action"].to_string()).collect()
        };
        let games: Vec<Vec<String>> = json_records(&path).iter().map(lines_of).collect();
        (summary, games)
    };
    let (summary, games) = run(&[]);
    let pairs: HashSet<&[Vec<String>]> = games.chunks(2).collect();
    assert!(pairs.len() > 90, "{} distinct pairs of 100", pairs.len());
    for (number, pair) in games.chunks(2).enumerate() {
        assert_eq!(pair[0][..4], pair[1][..4], "pair {number} has one opening");
    }
    assert_eq!(run(&["--concurrency", "1", "--clock-by", "wall"]), (summary, games));
    let (_, games) = run(&["--opening-plies", "0"]);
    assert!(games.iter().collect::<HashSet<_>>().len() <= 4, "only who moves first differs");
}

/// The exchanges in the documents are what is really said.
#[test]
fn the_documented_exchanges_are_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = include_str!("../../../docs/protocol.md");
    let exchanges: Vec<&str> =
        text.split("```").filter(|block| block.trim_start().starts_with("$ ")).collect();
    assert_eq!(exchanges.len(), games::GAMES.len());
    for exchange in exchanges {
        let (command, lines) = exchange.trim_start().split_once('\n').expect("a command and what follows");
        let answers: Vec<&str> = lines.lines().filter_map(|line| line.strip_prefix("< ")).collect();
        fs::write(folder.path().join("answers"), answers.join("\n")).expect("room");
        // Beside what it reads: nothing else is in its copy.
        fs::copy(format!("{BOTS}/recite.py"), folder.path().join("recite.py")).expect("room");
        let bot = "python3 recite.py answers";
        let words = command.trim_start_matches("$ gridiron ").split(' ');
        let words = words.map(|word| if word == "BOT" { bot } else { word });
        works(gridiron(folder.path()).args(words).args(["--quiet", "--dialogue", "said"]));
        let said = fs::read_to_string(folder.path().join("said")).expect("a dialogue");
        let said: Vec<String> = said.lines().map(|line| without_time(&line[2..])).collect();
        let documented: Vec<String> = lines.lines().map(without_time).collect();
        assert_eq!(said, documented, "{command}");
    }
}

/// A line without the time that is left, which depends on the machine where
/// there is a bank.
fn without_time(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if let Some(at) = words.iter().position(|word| *word == "time").filter(|_| line.contains(" left ")) {
        words.remove(at + 1);
    }
    words.join(" ")
}

#[test]
fn each_player_may_have_its_own_clock() {
    let folder = tempfile::tempdir().expect("a folder");
    let clocks = ["--clock", "5", "--clock-b", "2+1,0.5/move", "--clock-by", "wall"];
    summary_and_text(&mut python_against_c(folder.path(), 2, &clocks));
    let records = json_records(&folder.path().join("games.jsonl"));
    for (record, expected) in records.iter().zip([["5+0", "2+1,0.5/move"], ["2+1,0.5/move", "5+0"]]) {
        assert_eq!([0, 1].map(|seat: usize| record["players"][seat]["clock"].clone()), expected);
    }
    works(gridiron(folder.path()).args(["replay", "--verify", "games.jsonl"]));
}

/// Ctrl-C: what was played is shown and kept, and no process is left behind.
#[test]
fn an_interrupted_match_tells_what_was_played() {
    let folder = tempfile::tempdir().expect("a folder");
    // Records go through a pipe, so that it is known when games have ended.
    let mut command = recorded_match(folder.path(), 1_000_000, "/dev/stderr", &[]);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stderr.take().expect("records")).lines();
    // The text before and after the match goes there, too.
    let is_record = |line: &String| line.starts_with('{');
    let mut games = vec![lines.by_ref().map(|line| line.expect("text")).find(is_record).expect("a record")];
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.is_ok_and(|status| status.success()));
    let (more, text): (Vec<String>, Vec<String>) = lines.map(|line| line.expect("text")).partition(is_record);
    games.extend(more);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text.last().map(String::as_str), Some("gridiron: interrupted"));
    let summary: Value = serde_json::from_slice(&output.stdout).expect("nothing but JSON");
    assert_eq!(summary["games"], json!(games.len()), "{text:?}");
    assert_eq!(summary["stopped_early"], json!(true));
    assert!(text.iter().any(|line| line.contains(" of 1000000 games in ")), "{text:?}");
    fs::write(folder.path().join("games.jsonl"), games.join("\n")).expect("room");
    works(gridiron(folder.path()).args(["replay", "--verify", "games.jsonl"]));
    assert_eq!(running_in(folder.path()), BTreeMap::new());
}

/// Processes whose program or arguments lie in a folder.
fn running_in(folder: &Path) -> BTreeMap<String, String> {
    let folder = folder.to_string_lossy().into_owned();
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let of = |entry: fs::DirEntry| {
        let words = fs::read(entry.path().join("cmdline")).ok()?;
        let words = String::from_utf8_lossy(&words).replace('\0', " ");
        words.contains(&folder).then(|| (entry.file_name().to_string_lossy().into_owned(), words))
    };
    processes.filter_map(of).collect()
}

/// What goes wrong in the same way in every game is shown once, and what goes wrong in
/// many ways by its first games.
#[test]
fn a_fault_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, last_words, line_count, end) in [
        ("same.py", "'out of luck'", 1, "; the same in 7 more games"),
        ("other.py", "f'out of luck at {time.time_ns()}'", 6, "`"),
    ] {
        // It plays one move: a bot that never starts would end the match.
        let bot = format!(
            "import sys, time\nfor line in sys.stdin:\n  if line.startswith('go 2 '): sys.exit({last_words})\n  \
             if line.startswith('go '): print(line.split()[-1], flush=True)\n"
        );
        fs::write(folder.path().join(name), bot).expect("room");
        let printed = works(gridiron(folder.path()).args(["match", "virus", name, "random", "--games", "8"]));
        let lines: Vec<&str> = printed.lines().filter(|line| line.contains("out of luck")).collect();
        assert_eq!(lines.len(), line_count, "{printed}");
        for (number, line) in lines.iter().enumerate() {
            assert!(line.starts_with(&format!("  game {}, seed ", number + 1)), "{printed}");
            assert!(line.ends_with(end), "{printed}");
        }
        let others = "  and other faults in 2 more games; --records keeps them all\n";
        assert_eq!(printed.contains(others), line_count == 6, "{printed}");
    }
}
