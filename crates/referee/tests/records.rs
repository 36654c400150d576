//! Records hold when they are true, and the reader says where when they are not.

#[path = "../../fuzzing/src/changed_values.rs"]
mod changed_values;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ai::table::players_of;
use changed_values::{leaves, with_change};
use games::{Cause, FaultKind, GAMES, Seat, Session};
use gridiron_referee::competitor::{GameStart, PlayerFault, Question, Response};
use gridiron_referee::{
    Competitor, NoWatcher, OutcomeRecord, PlayerRecord, PlayerSpec, Record, RecordFile, Stopped, TimeSpent,
    Timing, faults, play_game, record, verify,
};
use serde_json::{Value, json};

fn start(game: &str, rules: &str, seed: u64) -> Box<dyn Session> {
    let entry = games::find(game).expect("a game");
    entry.start(entry.read_options(rules).expect("options"), seed).expect("a board")
}

fn play_to_the_end(session: &mut dyn Session, competitors: &mut [Box<dyn Competitor>; 2]) -> Record {
    let stop = AtomicBool::new(false);
    let played = play_game(session, competitors, &Timing::untimed(), &stop, &mut NoWatcher);
    played.unwrap_or_else(|stopped: Stopped| panic!("the game was interrupted: {stopped:?}"))
}

fn play(game: &str, players: [&str; 2], rules: &str, seed: u64) -> Record {
    let mut session = start(game, rules, seed);
    let read = |spec| PlayerSpec::read(session.entry(), spec).expect("a player").competitor();
    let mut competitors = players.map(read);
    play_to_the_end(&mut *session, &mut competitors)
}

#[test]
fn every_built_in_player_leaves_records_that_hold() {
    for entry in &GAMES {
        for a in players_of(entry.name) {
            for b in players_of(entry.name) {
                let names = [a.with_nodes(200), b.with_nodes(200)];
                let names = names.each_ref().map(String::as_str);
                for seed in 0..3 {
                    let played = play(entry.name, names, "", seed);
                    assert_eq!(verify(&played), Ok(()), "{} {names:?} {seed}", entry.name);
                    let mut again = play(entry.name, names, "", seed);
                    for (action, before) in again.actions.iter_mut().zip(&played.actions) {
                        action.wall_ns = before.wall_ns;
                    }
                    assert_eq!(again, played, "the same seed gives the same game, times apart");
                }
            }
        }
    }
}

#[test]
fn golden_games_hold() {
    for entry in &GAMES {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../games/tests/data/golden")
            .join(format!("{}.jsonl", entry.name));
        for golden in record::read(&path).expect("golden games") {
            assert_eq!(verify(&golden), Ok(()), "{}", entry.name);
        }
    }
}

#[test]
fn records_survive_being_written_and_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    let played = play("virus", ["greedy", "random"], "size=5,opening_plies=2", 3);
    let write = |record: &Record| RecordFile::create(&path).expect("a place").finish(record).expect("room");
    write(&play("virus", ["first", "first"], "size=3", 1));
    write(&played);
    drop(RecordFile::create(&path).expect("a place"));
    assert_eq!(record::read(&path).expect("a record"), std::slice::from_ref(&played));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
    let twice = [fs::read(&path).expect("a file"), fs::read(&path).expect("a file")].concat();
    fs::write(&path, twice).expect("room");
    assert_eq!(record::read(&path).expect("two records"), [played.clone(), played]);
}

#[test]
fn files_that_are_no_record_get_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("broken.json");
    let whole = serde_json::to_string(&play("conga", ["random", "random"], "move_limit=4", 1)).expect("JSON");
    let cases = [
        (whole[..whole.len() / 2].to_string(), "the file ends in the middle of a record"),
        (String::new(), "the file is empty"),
        ("\n \n".to_string(), "the file is empty"),
        ("hello".to_string(), "line 1, column 1: unreadable value"),
        (format!("[{whole}]"), "expected an object"),
        ("{\"gridiron\": 1}".to_string(), "`game` is missing"),
        (
            whole.replace("\"seed\":1", "\"seed\":\"one\""),
            "expected a whole number of at least 0, got \"one\"",
        ),
        (format!("{whole}\n{{"), "line 2, column 1: the file ends in the middle of a record"),
        (whole.replace("\"turn\":1,", "\"turn\":-1,"), "expected a whole number of at least 0, got -1"),
    ];
    for (text, expected) in cases {
        fs::write(&path, &text).expect("room");
        let error = record::read(&path).expect_err(expected).to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{error:?} for {expected:?}");
    }
    fs::write(&path, b"\xff\xfe\x00garbage").expect("room");
    assert!(!record::read(&path).expect_err("no text").to_string().contains('\n'));
}

#[test]
fn a_record_that_was_changed_says_where() {
    type Change = fn(&mut Value);
    let cases: &[(&str, Change)] = &[
        ("the record has format 2", |record| record["gridiron"] = json!(2)),
        ("unknown game `viruss`: did you mean `virus`?", |record| record["game"] = json!("viruss")),
        ("options: `size` is missing", |record| {
            record["options"].as_object_mut().expect("options").remove("size");
        }),
        ("options: size=2: expected 3 to 11", |record| record["options"]["size"] = json!(2)),
        ("options: unknown option `speed`", |record| record["options"]["speed"] = json!(2)),
        ("start: seed 1 gives another board", |record| record["start"][1][1] = json!(1)),
        ("first: the record says seat", |record| {
            record["first"] = json!(1 - record["first"].as_u64().expect("a seat"));
        }),
        ("options: `size` is \"5\"", |record| record["options"]["size"] = json!("5")),
        ("seed: 1152921504606846976 is too large", |record| record["seed"] = json!(1_u64 << 60)),
        ("it has a time, but no player was asked", |record| record["actions"][0]["wall_ns"] = json!(5)),
        ("action 1 (", |record| record["actions"][0]["by"] = json!(null)),
        ("action 1 (", |record| record["actions"][0]["action"] = json!("2 2")),
        ("action 4 (", |record| {
            record["actions"][3]["seat"] = json!(1 - record["actions"][3]["seat"].as_u64().expect("a seat"));
        }),
        ("action 5 (", |record| record["actions"][4]["turn"] = json!(9)),
        ("action 6 (", |record| record["actions"][5]["reply"] = json!("error")),
        ("action 7 (", |record| record["actions"][6]["action"] = json!("0 0")),
        ("action 8 (", |record| record["actions"][7]["by"] = json!("rules")),
        ("action 9 (", |record| record["actions"][8]["fault"] = json!("illegal")),
        ("action 9 (", |record| record["actions"][8]["sent"] = json!("0 0")),
        ("outcome: the record says", |record| record["outcome"]["sent"] = json!("0 0")),
        ("after the last action", |record| {
            record["actions"].as_array_mut().expect("actions").pop();
        }),
        ("the game was already over", |record| {
            let actions = record["actions"].as_array_mut().expect("actions");
            actions.push(actions[3].clone());
        }),
        ("final: the actions lead to another board", |record| record["final"][0][0] = json!(5)),
        ("outcome: the record says score 99", |record| record["outcome"]["score"] = json!(99)),
        ("outcome: the record says", |record| record["outcome"]["winner"] = json!(null)),
        ("outcome: the record says", |record| record["outcome"]["cause"] = json!("time")),
    ];
    let played = play("virus", ["greedy", "first"], "size=5,opening_plies=2", 1);
    let whole = serde_json::to_value(&played).expect("JSON");
    for (expected, change) in cases {
        let mut changed = whole.clone();
        change(&mut changed);
        let changed: Record = serde_json::from_value(changed).expect("still a record");
        let error = verify(&changed).expect_err(expected).to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{error:?} for {expected:?}");
    }
}

/// Numbers and words that stand for one of a few things: a wrong one is refused
/// with its line and with what is allowed.
#[test]
fn unknown_seats_and_words_are_refused_when_they_are_read() {
    type Change = fn(&mut Value);
    let cases: &[(&str, Change)] = &[
        ("there is no seat 7: expected 0 or 1", |record| record["first"] = json!(7)),
        ("there is no seat -1: expected 0 or 1", |record| record["first"] = json!(-1)),
        ("there is no seat 7: expected 0 or 1", |record| record["actions"][3]["seat"] = json!(7)),
        ("there is no seat 256: expected 0 or 1", |record| record["actions"][3]["seat"] = json!(256)),
        ("there is no seat 2: expected 0 or 1", |record| record["outcome"]["winner"] = json!(2)),
        ("expected a whole number, got \"0\"", |record| record["outcome"]["winner"] = json!("0")),
        (
            "unknown cause `magic`: expected normal, time, crash, no-start, protocol, illegal, repetition, \
             move-limit",
            |record| record["outcome"]["cause"] = json!("magic"),
        ),
        (
            "unknown cause `magic`: expected normal, time, crash, no-start, protocol, illegal, repetition, \
             move-limit",
            |record| record["actions"][3]["fault"] = json!("magic"),
        ),
        ("unknown fault `normal`: expected time, crash, no-start, protocol, illegal", |record| {
            record["actions"][3]["fault"] = json!("normal");
        }),
        ("unknown value of `by`: `player`: expected opening, rules", |record| {
            record["actions"][0]["by"] = json!("player");
        }),
        ("unknown value of `charged`: `banana`: expected none, fair, cpu, wall", |record| {
            record["charged"] = json!("banana");
        }),
        ("unknown sandbox level `banana`: expected none, standard, strong, server", |record| {
            record["sandbox"] = json!("banana");
        }),
        ("clock `soon`: expected seconds as in 1+0.1", |record| record["clock"] = json!("soon")),
        ("clock `soon`: expected seconds as in 1+0.1", |record| {
            record["players"][1]["clock"] = json!("soon")
        }),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("broken.jsonl");
    let whole = serde_json::to_value(play("virus", ["greedy", "first"], "size=5,opening_plies=2", 1));
    let whole = whole.expect("JSON");
    for (expected, change) in cases {
        let mut changed = whole.clone();
        change(&mut changed);
        fs::write(&path, format!("{whole}\n{changed}\n")).expect("room");
        let error = record::read(&path).expect_err(expected).to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{error:?} for {expected:?}");
        assert!(error.contains("line 2, column "), "{error}");
    }
}

/// Records of version 0.1, made when seats and causes were numbers and words: each
/// game with openings, clocks of all kinds, faults of all kinds, standard error.
/// They are read, they hold, and they are written as they were.
#[test]
fn old_records_are_read_and_written_byte_for_byte() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/record-0.1.jsonl");
    let text = fs::read_to_string(&path).expect("old records");
    let records = record::read(&path).expect("old records");
    assert!(records.len() > 20 && records.len() == text.lines().count(), "{}", records.len());
    for (record, line) in records.iter().zip(text.lines()) {
        assert_eq!(verify(record), Ok(()), "{line}");
        assert_eq!(serde_json::to_string(record).expect("JSON"), line);
    }
}

/// Every value of a record changed in turn: only values that the rules cannot know may pass.
#[test]
fn every_change_is_noticed_where_it_matters() {
    let free = ["players", "clock", "wall_ns", "cpu_ns", "message", "stderr"];
    let mut records = vec![
        play_script("virus", "size=3", &["9 9", "hello"]),
        play_script("plantation", "rows=3,cols=3,max_turns=2", &["grow 1 1", "", "plant 999 1", "scout 1 1"]),
        play_script("conga", "", &["1 4 2 4", "1 1 4 4"]),
        play_script("virus", "on_illegal=lose", &["0 1", "what"]),
    ];
    records.push(play("plantation", ["random", "random-dumb"], "rows=5,cols=4,max_turns=9", 5));
    records.push(play("virus", ["random", "greedy"], "opening_plies=4,size=5", 5));
    records.push(play("conga", ["random", "random"], "stones=3,move_limit=30", 5));
    for record in &records {
        assert_eq!(verify(record), Ok(()), "{}", record.game);
        let whole = serde_json::to_value(record).expect("JSON");
        for path in leaves(&whole) {
            // What is no record any more is noticed by the reader.
            let Ok(changed) = serde_json::from_value::<Record>(with_change(&whole, &path)) else { continue };
            let verdict = verify(&changed);
            // Another seed may give the same start, another option never come
            // to bear, another line be the same fault.
            if path.iter().any(|key| ["seed", "options", "sent"].contains(&key.as_str())) {
                continue;
            }
            let is_free = path.iter().any(|key| free.contains(&key.as_str()));
            assert_eq!(verdict.is_ok(), is_free, "{} {path:?}: {verdict:?}", record.game);
        }
    }
}

/// Sends the lines it was given, then the first legal action.
struct Script(std::vec::IntoIter<String>);

impl Competitor for Script {
    fn about(&self) -> PlayerRecord {
        PlayerRecord { name: "script".into(), spec: "script".into(), version: "test".into(), clock: None }
    }

    fn start(&mut self, _beginning: &GameStart<'_>) {}

    fn ask(&mut self, question: &Question<'_>) -> Result<Response, Stopped> {
        let line = self.0.next().unwrap_or_else(|| question.session.actions()[0].clone());
        let line = match line.len() > 64 * 1024 {
            true => Err(PlayerFault { sent: Some(line), ..PlayerFault::new(FaultKind::EndlessLine, "long") }),
            false => Ok(line),
        };
        Ok(Response::new(line, TimeSpent::wall(Duration::from_nanos(5))))
    }
}

fn play_script(game: &str, rules: &str, lines: &[&str]) -> Record {
    play_scripts(game, rules, [lines, &[]])
}

/// A game in which both begin with these lines, that of the first player first.
fn play_scripts(game: &str, rules: &str, lines: [&[&str]; 2]) -> Record {
    let mut session = start(game, rules, 1);
    let first = session.status().seat().expect("a game that goes on");
    let script = |seat| -> Box<dyn Competitor> {
        let lines = lines[usize::from(seat != first)];
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        Box::new(Script(lines.into_iter()))
    };
    play_to_the_end(&mut *session, &mut [script(Seat::Zero), script(Seat::One)])
}

/// Faults that the rules price are actions with what was sent.
#[test]
fn priced_faults_are_recorded_and_hold() {
    let long = format!("plant {}", "9".repeat(5000));
    let cases: &[(&str, &str, &str, Cause, &str)] = &[
        ("virus", "9 9 9", "pass", Cause::Protocol, "OK"),
        ("virus", "50 3", "pass", Cause::Illegal, "OK"),
        ("virus", "5 5", "pass", Cause::Illegal, "OK"),
        ("virus", "", "pass", Cause::Protocol, "OK"),
        ("plantation", "grow,1  1", "grow 1 1", Cause::Protocol, "error"),
        ("plantation", "", "?", Cause::Protocol, "error"),
        ("plantation", " , ", "?", Cause::Protocol, "error"),
    ];
    for (game, sent, action, fault, reply) in cases {
        let played = play_script(game, "", &[sent]);
        let first = &played.actions[0];
        assert_eq!(first.sent.as_deref(), Some(*sent), "{game} {sent:?}");
        assert_eq!((first.fault, first.reply.as_str()), (Some(*fault), *reply), "{game} {sent:?}");
        assert_eq!(first.action, *action, "{game} {sent:?}");
        assert_eq!(verify(&played), Ok(()), "{game} {sent:?}");
    }
    let readable = format!("bomb 1 {}", "9".repeat(5000));
    assert_eq!(
        verify(&play_script("plantation", "max_turns=2", &[&readable])),
        Ok(()),
        "a long readable line"
    );
    let played = play_script("plantation", "max_turns=2", &[&long]);
    assert!(played.actions[0].sent.as_ref().is_some_and(|sent| sent.chars().count() == 1001));
    assert_eq!(verify(&played), Ok(()), "a line that was cut");
    for line in [
        format!("grow{}1 1", " ".repeat(1500)),
        format!("{}grow 1 1", " ".repeat(1500)),
        format!("grow {}7 1", "0".repeat(1500)),
        format!("{},1", "9 ".repeat(600)),
        "x".repeat(1500),
    ] {
        let mut played = play_script("plantation", "max_turns=2", &[&line]);
        assert_eq!(verify(&played), Ok(()), "{line}");
        assert!(played.actions[0].message.as_ref().is_some_and(|message| message.chars().count() <= 1001));
        if line.starts_with("grow") {
            played.actions[0].action = "bomb 1 1".into();
            assert!(verify(&played).is_err(), "{line}");
        }
    }
}

/// Faults that end the game add no action; the line stands in the outcome.
#[test]
fn faults_that_end_the_game_are_recorded_and_hold() {
    let endless = "x".repeat(70_000);
    for (game, rules, sent, cause) in [
        ("conga", "", "1 4 4 4", Cause::Illegal),
        ("conga", "", "hello", Cause::Protocol),
        ("conga", "", endless.as_str(), Cause::Protocol),
        ("virus", "on_illegal=lose", "5 5", Cause::Illegal),
        ("virus", "on_illegal=lose", "what", Cause::Protocol),
        ("virus", "", endless.as_str(), Cause::Protocol),
        ("plantation", "", endless.as_str(), Cause::Protocol),
    ] {
        let played = play_script(game, rules, &[sent]);
        assert!(played.actions.is_empty(), "{game} {cause}");
        assert_eq!(played.outcome.cause, cause, "{game}");
        assert_eq!(played.outcome.winner, Some(played.first.other()), "{game} {cause}");
        assert!(played.outcome.sent.as_ref().is_some_and(|line| line.starts_with(&sent[..3])), "{game}");
        assert_eq!(verify(&played), Ok(()), "{game} {cause}");
    }
}

/// The faults of the other bot are not counted.
#[test]
fn a_summary_counts_the_faults_of_one_bot() {
    let ends = "x".repeat(70_000);
    for (mine, theirs, seat, more) in [
        (&["?"][..], &[][..], 0, ""),
        (&["?"], &["?", "?", "?"], 0, ""),
        (&["?", ""], &["?"], 0, "; 1 more fault of this bot in this game"),
        (&["?", "", "?"], &["?", "?"], 0, "; 2 more faults of this bot in this game"),
        // The fault that ended the game is told, whoever had others before.
        (&["?", "?"], &[&ends], 1, ""),
        (&["?", "?"], &["?", &ends], 1, "; 1 more fault of this bot in this game"),
    ] {
        let played = play_scripts("plantation", "max_turns=9", [mine, theirs]);
        let told = faults::summary(&played).expect("a fault");
        let expected = if seat == 0 { played.first } else { played.first.other() };
        assert_eq!(told.seat, Some(expected), "{mine:?} {}", told.words);
        let after = told.words.find(" more fault").map_or("", |at| &told.words[at - 3..]);
        assert_eq!(after, more, "{mine:?} {theirs:?} {}", told.words);
    }
}

fn outcome(winner: Option<Seat>, score: i64, cause: Cause, sent: Option<&str>) -> OutcomeRecord {
    let sent = sent.map(String::from);
    OutcomeRecord { winner, score, cause, sent, message: None, stderr: None }
}

/// Ends by faults that cannot have happened.
#[test]
fn impossible_ends_are_refused() {
    let mut played = play("conga", ["random", "random"], "opening_plies=4,move_limit=30", 1);
    played.actions.truncate(10);
    let up = played.actions[8].seat;
    let legal =
        play("conga", ["random", "random"], "opening_plies=4,move_limit=30", 1).actions[10].action.clone();
    let board = {
        let mut session = start("conga", "opening_plies=4,move_limit=30", 1);
        played.actions.iter().for_each(|action| drop(session.submit(&action.action)));
        session.grid(games::Viewpoint::All).signed_rows()
    };
    played.final_board = board;
    let score = -up.sign();
    let end = |winner: Option<Seat>, score: i64, cause: Cause, sent: Option<&str>| {
        let outcome = outcome(winner, score, cause, sent);
        verify(&Record { outcome, ..played.clone() })
    };
    let winner = Some(up.other());
    assert_eq!(end(winner, score, Cause::Time, None), Ok(()));
    assert_eq!(end(winner, score, Cause::Crash, None), Ok(()));
    assert_eq!(end(winner, score, Cause::Illegal, Some("1 1 4 4")), Ok(()));
    assert_eq!(end(winner, score, Cause::Protocol, Some("hello")), Ok(()));
    for (winner, score, cause, sent) in [
        (Some(up), -score, Cause::Time, None),
        (winner, score, Cause::Illegal, None),
        (winner, score, Cause::Illegal, Some("hello")),
        (winner, score, Cause::Protocol, Some("1 1 4 4")),
        (winner, score, Cause::Illegal, Some(legal.as_str())),
        (winner, score, Cause::NoStart, None),
        (None, 0, Cause::NoStart, None),
        (None, 0, Cause::Time, None),
        (winner, score, Cause::Normal, None),
        (None, 0, Cause::Repetition, None),
    ] {
        let verdict = end(winner, score, cause, sent);
        assert!(verdict.is_err(), "{winner:?} {cause} {sent:?}");
    }
    let unopened = Record { actions: Vec::new(), final_board: played.start.clone(), ..played.clone() };
    let late = outcome(Some(Seat::One), -1, Cause::Time, None);
    assert!(verify(&Record { outcome: late, ..unopened.clone() }).is_err(), "the opening was not played");
    let neither = outcome(None, 0, Cause::NoStart, None);
    assert_eq!(verify(&Record { outcome: neither, ..unopened }), Ok(()), "neither started");
}

/// The example in the documents is a record that holds.
#[test]
fn the_documented_record_holds() {
    let text = include_str!("../../../docs/record.md");
    let block = text.split("```json").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let example: Record = serde_json::from_str(block).expect("a record");
    assert_eq!(verify(&example), Ok(()));
}
