//! Bots of the original games, deliberately awkward: each writes down every
//! argument of every call, and all of it is compared with the records.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use games::{Cause, Seat, Status, Viewpoint};
use referee::{Record, Replay};
use serde_json::{Value, json};

const BOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/originals");
const GAMES: usize = 20;

/// Copies of bots in a folder of their own.
fn folder_with(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for file in files {
        fs::copy(format!("{BOTS}/{file}"), folder.path().join(file)).expect("a copy");
    }
    folder
}

fn gridiron(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
    // What the bots write down in their folder is read afterwards.
    command.args(arguments).arg("--trust-bots").current_dir(folder).stdin(Stdio::null());
    command.env_remove("PYTHONUNBUFFERED").output().expect("the program starts")
}

/// The tests of the original bots need a Python that has numpy.
fn need_numpy() {
    let found = Command::new("python3").args(["-c", "import numpy"]).stderr(Stdio::null()).status();
    let has_numpy = found.is_ok_and(|status| status.success());
    assert!(has_numpy, "python3 has no numpy: run `cargo xtask test`, which sees to it");
}

/// Plays a match, one game at a time, and gives its records, which must hold.
fn records_of(folder: &Path, game: &str, a: &str, b: &str) -> Vec<Record> {
    let games = GAMES.to_string();
    let arguments = ["match", game, a, b, "--games", &games, "--seed", "5", "--concurrency", "1"];
    let Output { status, stdout, stderr } =
        gridiron(folder, &[&arguments[..], &["--records", "games.jsonl"]].concat());
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert_eq!((status.code(), &*stderr), (Some(0), ""), "{stdout}");
    let records = referee::record::read(&folder.join("games.jsonl")).expect("records");
    assert_eq!(records.len(), GAMES);
    for record in &records {
        referee::verify(record).unwrap_or_else(|problem| panic!("{problem}\n{record:?}"));
    }
    records
}

/// What a bot has written down.
fn calls(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("calls.jsonl")).expect("calls");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Where A sits in the n-th game of a match.
fn seat_of_a(game: usize) -> Seat {
    Seat::from_parity(game)
}

fn cause(record: &Record) -> &str {
    record.outcome.cause.word()
}

/// A game as one seat has lived it: what it was asked, on which board.
struct Asked {
    index: usize,
    turn: u32,
    left: u32,
    board: Vec<Vec<i64>>,
}

/// What a seat was asked, as the rules say when the record is played again.
/// The last stands for a question without an answer, if a fault ended the game.
fn asked(record: &Record, seat: Seat) -> Vec<Asked> {
    let mut replay = Replay::new(record).expect("a record that holds");
    let mut all = Vec::new();
    for index in 0..=record.actions.len() {
        let session = replay.session();
        if let Status::ToAct { seat: to_act, turn, actions_left } = session.status()
            && to_act == seat
            && record.actions.get(index).is_none_or(|action| action.by.is_none())
        {
            let board = session.grid(Viewpoint::Seat(seat)).signed_rows();
            all.push(Asked { index, turn, left: actions_left, board });
        }
        if let Some(step) = replay.step() {
            step.expect("a record that holds");
        }
    }
    all
}

/// Checks the calls of one Plantation game and gives those that follow. A call
/// is its name and its arguments.
fn check_plantation<'a>(mut calls: &'a [Value], record: &Record, seat: Seat) -> &'a [Value] {
    let mut next = |name: &str| {
        let (call, rest) = calls.split_first().unwrap_or_else(|| panic!("no call of {name}"));
        calls = rest;
        assert_eq!(call[0], name, "{call}");
        call.clone()
    };
    let asked = asked(record, seat);
    assert_eq!(next("start_game")[1], json!(seat.sign()));
    // The clock, kept once more: a second, and a tenth of one after each turn.
    let mut clock: i64 = 1_000_000_000;
    for (number, question) in asked.iter().enumerate() {
        let call = next("get_move");
        let time = call[4].as_f64().expect("seconds");
        assert!((time - clock as f64 / 1e9).abs() < 1e-9, "{time} s, and {clock} ns are left");
        let sent = (call[1].clone(), call[2].clone(), call[3].clone());
        assert_eq!(sent, (json!(question.board), json!(question.turn), json!(question.left)));
        let Some(action) = record.actions.get(question.index) else {
            assert_eq!(cause(record), "crash");
            return calls;
        };
        let call = next("handle_move_result");
        assert_eq!((&call[2], &call[4]), (&json!(action.turn), &json!(action.reply)), "{call}");
        check_returned(&call[1], &call[3], action);
        clock -= action.charged_ns(record.charged).expect("a time") as i64;
        if asked.get(number + 1).is_none_or(|next| next.turn != question.turn) {
            clock += 100_000_000;
        }
    }
    let totals = [seat, seat.other()].map(|seat| {
        let own = |tile: &&i64| tile.signum() == seat.sign();
        record.final_board.iter().flatten().filter(own).sum::<i64>()
    });
    let call = next("end_game");
    assert_eq!([&call[1], &call[2]], [&json!(totals[0]), &json!(totals[1])]);
    calls
}

/// What the bot returned is what was played: the command and as many numbers as
/// it needs.
fn check_returned(command: &Value, pos: &Value, action: &referee::ActionRecord) {
    let needed = if command == "colonise" { 4 } else { 2 };
    let pos = pos.as_array().map(Vec::as_slice).unwrap_or_default();
    let is_whole = |at: &Value| at.is_i64() || at.is_u64() || at.as_f64().is_some_and(|at| at >= 1e30);
    let known = ["fertilise", "plant", "scout", "colonise", "spray", "bomb"];
    let is_command = known.iter().any(|known| command == known);
    let well_formed = is_command && pos.len() >= needed && pos[..needed].iter().all(is_whole);
    assert_eq!(action.fault.is_none(), well_formed, "{command} {pos:?}: {action:?}");
    if !well_formed {
        assert_eq!((action.fault, action.reply.as_str()), (Some(Cause::Protocol), "error"));
        return;
    }
    let words: Vec<&str> = action.action.split(' ').collect();
    assert_eq!(command, words[0]);
    for (at, word) in pos.iter().zip(&words[1..]) {
        let same = at.as_f64() == word.parse().ok();
        assert!(same, "{command} {pos:?} was played as {}", action.action);
    }
    assert_eq!(words.len(), needed + 1);
}

const AWKWARD: &str = r#"awkward_player.py:Awkward?move_probabilities={"plant":4,"fertilise":3,"colonise":1,"scout":1,"spray":1,"bomb":1}&name=Odd"#;

/// An exception on turn 50 of the seventh game: the game is lost, the author
/// sees where, and a new object goes on.
#[test]
fn a_plantation_player_is_told_everything() {
    need_numpy();
    let folder = folder_with(&["awkward_player.py"]);
    let spec = format!("{AWKWARD}&crash_in_game=7");
    let records = records_of(folder.path(), "plantation", &spec, "random");
    let calls = calls(folder.path());
    let mut rest = calls.as_slice();
    let mut games = 0;
    for (number, record) in records.iter().enumerate() {
        if number == 0 || cause(&records[number - 1]) == "crash" {
            // Name given, nothing known yet: sign, games, shape of the board.
            assert_eq!(rest[0], json!(["init", "Odd", 0, 0, null]));
            (rest, games) = (&rest[1..], 0);
        }
        games += 1;
        assert_eq!(rest[0], json!(["start_game", [11, 11], seat_of_a(number).sign(), games]));
        let start = json!(["start_game", rest[0][2]]);
        let game: Vec<Value> = [start].into_iter().chain(rest[1..].iter().cloned()).collect();
        let left = check_plantation(&game, record, seat_of_a(number)).len();
        rest = &rest[rest.len() - left..];
        let seat = seat_of_a(number);
        assert_eq!(record.players[seat.index()].name, "Odd");
        assert_eq!(record.unexpected_lines, [0, 0], "what it prints breaks nothing");
        if number % 7 == 6 {
            let outcome = &record.outcome;
            assert_eq!((cause(record), outcome.winner), ("crash", Some(seat.other())));
            let message = outcome.message.as_deref().unwrap_or_default();
            assert!(
                message.starts_with("RuntimeError: turn 50 is too much (awkward_player.py, line "),
                "{message}"
            );
            let stderr = outcome.stderr.as_deref().unwrap_or_default();
            let shown = "raise RuntimeError(\"turn 50 is too much\")";
            assert!(stderr.contains("Traceback") && stderr.contains(shown), "{stderr}");
            assert!(!stderr.contains("<string>"), "only the bot's own part: {stderr}");
        } else {
            assert_eq!(cause(record), "normal");
            let stderr = record.actions[seat.index() * 3].stderr.as_deref().unwrap_or_default();
            assert!(stderr.contains("half a line"), "prints are kept with the move: {stderr}");
        }
    }
    assert_eq!(rest, &[] as &[Value]);
}

/// A class in Python against a program in PHP, both sent everything.
#[test]
fn python_plays_php() {
    need_numpy();
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = ["a", "b"].map(|name| {
        let folder = folder.path().join(name);
        fs::create_dir(&folder).expect("a folder");
        folder
    });
    fs::copy(format!("{BOTS}/awkward_player.py"), a.join("awkward_player.py")).expect("a copy");
    fs::copy(format!("{BOTS}/awkward.php"), b.join("b.php")).expect("a copy");
    let records = records_of(folder.path(), "plantation", &format!("a/{AWKWARD}"), "./b/b.php?name=Zoe");
    let [of_a, of_b] = [&a, &b].map(|folder: &PathBuf| calls(folder));
    assert_eq!(of_b[0], json!({"function": "init", "name": "Zoe"}));
    // The same shape for both: the name of the call and its arguments.
    let keys: [(&str, &[&str]); 4] = [
        ("start_game", &["sign"]),
        ("get_move", &["board", "turn", "moves_remaining", "time_remaining"]),
        ("handle_move_result", &["move", "turn", "pos", "result"]),
        ("end_game", &["your_score", "opponent_score"]),
    ];
    let of_b: Vec<Value> = of_b[1..]
        .iter()
        .map(|call| {
            let (name, keys) = keys.iter().find(|(name, _)| call["function"] == *name).expect("a call");
            assert_eq!(call.as_object().map(|call| call.len()), Some(keys.len() + 1), "{call}");
            let arguments = keys.iter().map(|key| call[key].clone());
            Value::Array([json!(name)].into_iter().chain(arguments).collect())
        })
        .collect();
    let without_shape = |call: &Value| match call[0].as_str() {
        Some("start_game") => json!(["start_game", call[2]]),
        _ => call.clone(),
    };
    let of_a: Vec<Value> = of_a[1..].iter().map(without_shape).collect();
    let (mut rest_a, mut rest_b) = (of_a.as_slice(), of_b.as_slice());
    for (number, record) in records.iter().enumerate() {
        let seat = seat_of_a(number);
        rest_a = check_plantation(rest_a, record, seat);
        rest_b = check_plantation(rest_b, record, seat.other());
        assert_eq!((cause(record), record.unexpected_lines), ("normal", [0, 0]));
        let words = record.actions.iter().filter_map(|action| action.stderr.as_deref());
        assert!(words.clone().any(|words| words.contains("a game begins")), "what is no JSON is shown");
    }
    assert_eq!((rest_a, rest_b), (&[] as &[Value], &[] as &[Value]));
    // It was at home, and saw the end of the last game.
    assert_eq!(fs::read_to_string(b.join("Zoe.json")).ok(), Some(GAMES.to_string()));
}

/// The history of a Virus game as the original kept it, from the boards alone.
fn virus_history(record: &Record, until: usize) -> Vec<Value> {
    let mut replay = Replay::new(record).expect("a record that holds");
    let mut history = Vec::new();
    for action in &record.actions[..until] {
        if action.by == Some(referee::DecidedBy::Opening) {
            // The original would have begun on the board after it.
            replay.step().expect("an action").expect("a record that holds");
            continue;
        }
        let before = replay.session().grid(Viewpoint::All).signed_rows();
        replay.step().expect("an action").expect("a record that holds");
        let after = replay.session().grid(Viewpoint::All).signed_rows();
        let who = format!("player_{}", action.seat.index() + 1);
        let numbers: Vec<usize> = action.action.split(' ').filter_map(|word| word.parse().ok()).collect();
        let what = match numbers[..] {
            [row, col] => {
                let mut converted = Vec::new();
                for r in 0..before.len() {
                    for c in 0..before.len() {
                        if before[r][c] != 0 && before[r][c] != after[r][c] {
                            converted.push(json!([r, c]));
                        }
                    }
                }
                json!([row, col, converted])
            }
            _ => json!(false),
        };
        history.push(json!([who, what]));
    }
    history
}

#[test]
fn a_virus_function_is_told_everything_and_undone() {
    let folder = folder_with(&["awkward_ia.py"]);
    let records = records_of(folder.path(), "virus", "awkward_ia.py", "greedy");
    let calls = calls(folder.path());
    let mut rest = calls.iter();
    let mut faults = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let seat = seat_of_a(number);
        assert_eq!(record.players[seat.index()].name, "awkward_ia.py");
        // The original named modules; who the opponent is stays a secret.
        let names = Seat::BOTH.map(|its| if its == seat { "awkward_ia" } else { "opponent" });
        let first = record.actions.iter().find(|action| action.by.is_none()).expect("a move").seat;
        for (count, question) in asked(record, seat).iter().enumerate() {
            let call = rest.next().expect("a call");
            let side = format!("player_{}", seat.index() + 1);
            assert_eq!(call[1], json!(side));
            let number_of = |tile: &i64| [2, 0, 1][(tile.signum() + 1) as usize];
            let grid: Vec<Vec<i32>> =
                question.board.iter().map(|row| row.iter().map(number_of).collect()).collect();
            let score = |number| grid.iter().flatten().filter(|tile| **tile == number).count();
            // Its own notes, from its last call in this game and no other.
            let misc = |its: Seat| match &call[0][format!("player_{}", its.index() + 1)]["misc"] {
                _ if its != seat => json!({}),
                notes if count == 0 => {
                    assert_eq!(notes, &json!({}));
                    notes.clone()
                }
                notes => {
                    assert!(
                        notes == &json!([count]) || notes == &json!({ "count": count }),
                        "{count}: {notes}"
                    );
                    notes.clone()
                }
            };
            let expected = json!({
                "player_1": {
                    "start": first == Seat::Zero, "name": names[0], "score": score(1), "ia": true, "misc": misc(Seat::Zero),
                },
                "player_2": {"name": names[1], "score": score(2), "ia": true, "misc": misc(Seat::One)},
                "grid": grid,
                "references": {"player_1": 1, "player_2": 2, "neutral": 0},
                "history": virus_history(record, question.index),
            });
            assert_eq!(call[0], expected);
        }
        let own = record.actions.iter().filter(|action| action.seat == seat);
        for action in own.filter(|action| action.fault.is_some()) {
            assert_eq!(action.action, "pass", "as illegal as any: {action:?}");
            let sent = action.sent.clone().expect("what was sent");
            if action.fault == Some(Cause::Protocol) {
                let stderr = action.stderr.as_deref().unwrap_or_default();
                assert!(
                    stderr.contains(&format!("ia returned {sent}: expected [row, col] or False")),
                    "{stderr}"
                );
            }
            faults.push(sent);
        }
        assert_eq!(cause(record), "normal");
    }
    assert_eq!(rest.next(), None);
    for sent in ["None", "'nonsense'", "-1 3", "0 10", "[1.5, 2]"] {
        assert!(faults.iter().any(|fault| fault == sent), "{sent} is among {faults:?}");
    }
}

#[test]
fn a_conga_agent_is_told_everything() {
    for (bot, spec) in [
        ("awkward_agent.py", "awkward_agent.py?hfunc=1&maxDepth=2"),
        ("one_argument_agent.py", r#"one_argument_agent.py?boldness={"very":true}"#),
    ] {
        let folder = folder_with(&["awkward_agent.py", "one_argument_agent.py"]);
        let records = records_of(folder.path(), "conga", spec, "random");
        let calls = calls(folder.path());
        let mut rest = calls.iter();
        for (number, record) in records.iter().enumerate() {
            let seat = seat_of_a(number);
            assert_eq!(record.players[seat.index()].name, bot);
            let (hfunc, depth) = if spec.contains("hfunc") { (1, 2) } else { (0, 3) };
            assert_eq!(rest.next(), Some(&json!(["init", seat.index(), hfunc, depth, number + 1])));
            for question in asked(record, seat) {
                let by_square = |value: &dyn Fn(i64) -> i64| {
                    let column = |x: usize| {
                        // The first row of a board is y = 4.
                        let square = |y: usize| (y.to_string(), json!(value(question.board[4 - y][x - 1])));
                        Value::Object((1..=4).map(square).collect())
                    };
                    Value::Object((1..=4).map(|x| (x.to_string(), column(x))).collect())
                };
                let territory = by_square(&|tile| [1, -1, 0][(tile.signum() + 1) as usize]);
                let amount = by_square(&|tile| tile.abs());
                let last = question.index.checked_sub(1).map(|last| &record.actions[last]);
                // A move of the opening was made by no agent.
                let last = last.filter(|last| last.by.is_none()).map(|last| {
                    let action = &last.action;
                    let numbers: Vec<i64> =
                        action.split(' ').map(|word| word.parse().expect("a number")).collect();
                    json!({"from": numbers[..2], "to": numbers[2..]})
                });
                let last = last.unwrap_or(Value::Null);
                assert_eq!(rest.next(), Some(&json!(["getBestMove", territory, amount, last, false])));
            }
            assert!(["normal", "repetition", "move-limit"].contains(&cause(record)), "{}", cause(record));
            assert!(record.actions.iter().all(|action| action.fault.is_none()));
        }
        assert_eq!(rest.next(), None);
    }
}

/// The first agents answered with a node of their tree.
#[test]
fn agents_may_answer_with_a_node() {
    for spec in ["tree_agent.py", "tree_agent.py?hfunc=1"] {
        let folder = folder_with(&["tree_agent.py"]);
        for record in records_of(folder.path(), "conga", spec, "random") {
            assert!(["normal", "repetition", "move-limit"].contains(&cause(&record)), "{}", cause(&record));
        }
    }
}

/// The calls in the documents are those that are made.
#[test]
fn the_documented_calls_are_made() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/original-bots.md"));
    let page = page.expect("the page");
    let (_, rest) = page.split_once("$ gridiron ").expect("a command");
    let (exchange, _) = rest.split_once("```").expect("its end");
    let (command, lines) = exchange.split_once('\n').expect("a command and what follows");
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(format!("{BOTS}/../recite.py"), folder.path().join("zoe.py")).expect("a copy");
    let answers: Vec<&str> = lines.lines().filter_map(|line| line.strip_prefix("< ")).collect();
    fs::write(folder.path().join("answers"), answers.join("\n")).expect("room");
    let words: Vec<&str> = command.split(' ').chain(["--quiet", "--dialogue", "said"]).collect();
    let output = gridiron(folder.path(), &words);
    assert!(output.status.success(), "{output:?}");
    // When an answer is read depends on the machine.
    let said = fs::read_to_string(folder.path().join("said")).expect("a dialogue");
    let calls: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("B > ")).collect();
    let documented: Vec<&str> = lines.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    assert_eq!(calls, documented);
}
