//! The starter kits: each kit of the table is written, built and played as
//! `gridiron new` says.
#![cfg(target_os = "linux")]

mod common;
// The program is not a library, so its table is included here; parts are unused.
#[allow(dead_code)]
#[path = "../src/kits.rs"]
mod kits;
#[path = "sandboxes/mod.rs"]
mod sandboxes;

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::json_records;
use kits::{KITS, Kit, KitProtocol};
use serde_json::{Value, json};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../kits");

fn gridiron(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
    // Without this variable a bot that does not flush fails, as it does for its author.
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).env_remove("PYTHONUNBUFFERED");
    command.output().expect("the program starts")
}

/// Runs a command that must succeed silently on standard error; returns its output.
fn works(folder: &Path, arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = gridiron(folder, arguments);
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    assert_eq!((status.code(), stderr.as_str()), (Some(0), ""), "gridiron {arguments:?}");
    String::from_utf8(stdout).expect("text")
}

fn kit(name: &str) -> &'static Kit {
    KITS.iter().find(|kit| kit.name == name).expect("a kit of that name")
}

/// Writes a kit into a new folder and builds it there.
fn built(kit: &Kit) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    works(folder.path(), &["new", kit.name, "."]);
    let (program, package) = kit.program;
    let path = std::env::var_os("PATH").unwrap_or_default();
    assert!(
        std::env::split_paths(&path).any(|part| part.join(program).is_file()),
        "there is no `{program}`: `cargo xtask needs` or `sudo apt install {package}` brings it"
    );
    if let Some(build) = kit.build {
        let words: Vec<&str> = build.split(' ').collect();
        let output = Command::new(words[0]).args(&words[1..]).current_dir(folder.path()).output();
        let output = output.expect("the compiler starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "{build}");
    }
    folder
}

/// Asserts that a game has no fault, no error and no extra output of either player.
fn assert_no_faults(record: &Value, about: &str) {
    let outcome = &record["outcome"];
    let cause = outcome["cause"].as_str().expect("a word");
    assert!(["normal", "repetition", "move-limit"].contains(&cause), "{about}: {outcome}");
    assert!(
        record["unasked"].is_null() || record["unasked"] == json!([0, 0]),
        "{about}: {}",
        record["unasked"]
    );
    for action in record["actions"].as_array().expect("actions") {
        assert!(action["fault"].is_null() && action["stderr"].is_null(), "{about}: {action}");
        assert_ne!(action["reply"], "error", "{about}: {action}");
    }
}

/// The actions of a game, without times.
fn lines_of(record: &Value) -> Vec<&Value> {
    record["actions"].as_array().expect("actions").iter().map(|action| &action["action"]).collect()
}

/// Game, opponent, rules and how many games. Squares at the edge, turns of one
/// move and of many, boards that are no squares; and the usual rules.
const MATCHES: [(&str, &str, &str, &str); 10] = [
    ("virus", "greedy", "size=6", "6"),
    ("virus", "random", "size=3", "4"),
    ("virus", "greedy", "", "2"),
    ("conga", "random", "move_limit=60", "4"),
    ("conga", "random", "stones=2", "4"),
    ("conga", "random", "", "2"),
    ("plantation", "random", "max_turns=30", "4"),
    ("plantation", "random", "rows=2,cols=5,starting_tiles=1,max_turns=20,moves_per_turn=1", "4"),
    ("plantation", "random:bomb=9", "rows=32,cols=3,max_turns=10,moves_per_turn=7", "2"),
    ("plantation", "random", "", "2"),
];

/// Every game, both seats, many games in one process: no fault and no error.
fn plays(name: &str) {
    let kit = kit(name);
    let folder = built(kit);
    let folder = folder.path();
    let games = ["plantation", "virus", "conga"];
    plays_without_faults(kit, folder, &games);
    plays_at_every_sandbox_level(kit, folder);
    sends_only_moves(kit, folder);
    passes_every_step(kit, folder, &games);
    commands_of_the_page_work(folder);
}

fn plays_without_faults(kit: &Kit, folder: &Path, played: &[&str]) {
    let matches = MATCHES.into_iter().enumerate().filter(|(_, (game, ..))| played.contains(game));
    for (number, (game, opponent, rules, games)) in matches {
        let match_into = |file: &str| {
            let mut arguments = vec!["match", game, kit.player, opponent, "--seed", "11"];
            arguments.extend(["--games", games, "--rules", rules, "--records", file]);
            works(folder, &arguments);
            json_records(&folder.join(file))
        };
        let played = match_into(&format!("{number}.jsonl"));
        played.iter().for_each(|record| assert_no_faults(record, &format!("{game} {rules}")));
        // The same seed gives the same games.
        if rules.is_empty() {
            let again = match_into(&format!("{number}.again.jsonl"));
            let is_same = played.iter().map(lines_of).eq(again.iter().map(lines_of));
            assert!(is_same, "{game}, played again");
        }
    }
}

/// Every language runs however firmly it is locked in, as far as that can be had
/// here.
fn plays_at_every_sandbox_level(kit: &Kit, folder: &Path) {
    for level in sandboxes::levels(kit.program.0) {
        let arguments = ["match", "virus", kit.player, "random", "--games", "2", "--sandbox", level];
        works(folder, &[&arguments[..], &["--records", "levels.jsonl"]].concat());
        for record in json_records(&folder.join("levels.jsonl")) {
            assert_eq!(record["sandbox"], level);
            assert_no_faults(&record, level);
        }
    }
}

/// What every bot must do.
fn passes_every_step(kit: &Kit, folder: &Path, games: &[&str]) {
    for game in games {
        let printed = works(folder, &["check", game, kit.player]);
        // A game without openings has one step less.
        let steps = if printed.contains("no openings") { 7 } else { 8 };
        assert_eq!(printed.matches("  passed").count(), steps, "{printed}");
    }
}

/// Lines to a bot, with the moves that it may send after each. There are unknown lines
/// and words, three games, and the largest and the smallest seed.
const EXCHANGE: [(&str, &[&str]); 18] = [
    ("gridiron 1", &[]),
    ("weather 3 sunny", &[]),
    ("start virus seat 0 size 3 on_illegal pass colour blue bot_seed 9007199254740991 move_ms 10000", &[]),
    ("board 1 0 -1 0 0 0 -1 0 1", &[]),
    ("go 1 time 10000 colour blue moves 0,1", &["0,1"]),
    ("result 1 illegal", &[]),
    ("", &[]),
    ("board -1 -1 -1 0 0 0 -1 0 1", &[]),
    ("go 2 time 10000 last 0,1 moves 1,1 2,1", &["1,1", "2,1"]),
    ("end loss cause normal score 0 9", &[]),
    ("start plantation seat 1 rows 1 cols 2 max_turns 2 plant_probe adjacent bot_seed 0 bank_ms 1000", &[]),
    ("board 0 0", &[]),
    ("go 1 turn 1 left 1 time 1000", &["scout 0 0", "scout 0 1"]),
    ("result 1 ok 0 -1", &[]),
    ("board 2 1", &[]),
    ("go 2 turn 1 left 3", &["fertilise 0 0", "fertilise 0 1"]),
    ("start conga seat 1 stones 10 repetition 3 bot_seed 1", &[]),
    ("go 1 last 1,4,1,3 moves 4,1,3,1", &["4,1,3,1"]),
];

/// Runs a bot without the referee: it sends one move for each `go` and nothing else, and
/// exits on `quit` or at the end of its input.
fn sends_only_moves(kit: &Kit, folder: &Path) {
    let words: Vec<&str> = match kit.build {
        Some(_) => kit.player.split(' ').collect(),
        None => vec![kit.program.0, kit.file],
    };
    for last in ["quit\n", ""] {
        // A bot that does not end fails instead of waiting for ever.
        let mut command = Command::new("timeout");
        command.arg("60").args(&words).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the bot starts");
        let mut input = child.stdin.take().expect("a pipe");
        let lines: String = EXCHANGE.iter().map(|(line, _)| format!("{line}\n")).collect();
        input.write_all((lines + last).as_bytes()).expect("it reads");
        // Told to end, it does not wait for the end of its input.
        let open = Some(input).filter(|_| !last.is_empty());
        let mut answers = String::new();
        child.stdout.take().expect("a pipe").read_to_string(&mut answers).expect("text");
        assert!(child.wait().expect("it ends").success(), "{}: {answers}", kit.name);
        drop(open);
        let expected: Vec<&[&str]> =
            EXCHANGE.iter().map(|(_, answers)| *answers).filter(|it| !it.is_empty()).collect();
        assert_eq!(answers.lines().count(), expected.len(), "{}: {answers}", kit.name);
        for (answer, expected) in answers.lines().zip(expected) {
            assert!(expected.contains(&answer), "{}: {answer}", kit.name);
        }
    }
}

/// The commands in the kit's README.md work.
fn commands_of_the_page_work(folder: &Path) {
    let page = fs::read_to_string(folder.join("README.md")).expect("a page");
    assert!(!page.contains("{{"), "{page}");
    let commands: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("gridiron ")).collect();
    assert_eq!(commands.len(), 3, "{page}");
    for command in commands {
        let command = command.split('#').next().unwrap_or_default().trim_end();
        // No shell is needed: quotes are around the player, and there are no others.
        let words: Vec<&str> = match command.split('"').collect::<Vec<&str>>()[..] {
            [before, player, after] => {
                before.split_whitespace().chain([player]).chain(after.split_whitespace()).collect()
            }
            _ => command.split_whitespace().collect(),
        };
        works(folder, &words);
    }
}

macro_rules! test_kits {
    ($($test:ident $name:literal),* $(,)?) => {
        $(#[test] fn $test() { plays($name) })*
        const TESTED: &[&str] = &[$($name),*];
    };
}

// One test for each, so that they run side by side and one that fails says so
// by its name.
test_kits! {
    python_plays "python",
    javascript_plays "javascript",
    c_plays "c",
    cpp_plays "cpp",
    rust_plays "rust",
    go_plays "go",
    java_plays "java",
    php_plays "php",
    ruby_plays "ruby",
    lua_plays "lua",
    bash_plays "bash",
}

#[test]
fn every_kit_of_the_table_is_played() {
    let speaks_lines = KITS.iter().filter(|kit| kit.protocol == KitProtocol::Lines).map(|kit| kit.name);
    assert_eq!(speaks_lines.collect::<Vec<&str>>(), TESTED);
}

/// Each in its own game, both seats, at the usual rules and small ones; what
/// they are called with is tested elsewhere.
#[test]
fn kits_with_the_calls_of_the_originals_play() {
    for kit in &KITS {
        let KitProtocol::OriginalCalls(own) = kit.protocol else { continue };
        let folder = built(kit);
        plays_without_faults(kit, folder.path(), &[own]);
        passes_every_step(kit, folder.path(), &[own]);
        commands_of_the_page_work(folder.path());
    }
}

#[test]
fn every_folder_is_a_kit_and_every_kit_has_a_folder() {
    let names = |folder: &Path| -> BTreeSet<String> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    };
    let mut expected: BTreeSet<String> = KITS.iter().map(|kit| kit.name.to_string()).collect();
    assert_eq!(expected.len(), KITS.len(), "names are different");
    for kit in &KITS {
        let folder = Path::new(FOLDER).join(kit.name);
        assert_eq!(names(&folder), BTreeSet::from([kit.file.to_string()]), "{}", kit.name);
        assert_eq!(fs::read_to_string(folder.join(kit.file)).expect("a bot"), kit.source);
    }
    expected.insert("TEMPLATE.md".into());
    assert_eq!(names(Path::new(FOLDER)), expected);
}

/// Kits are short enough to read before the first change.
#[test]
fn kits_are_small() {
    for kit in &KITS {
        // Empty ones and lone brackets are there for the eye.
        let lines = kit.source.lines().filter(|line| line.contains(char::is_alphanumeric)).count();
        assert!((10..=40).contains(&lines), "{}: {lines} lines", kit.name);
        let widest = kit.source.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(widest <= 115, "{}: {widest} columns", kit.name);
        assert!(kit.source.contains("Your ideas go here"), "{}", kit.name);
        assert!(kit.source.ends_with('\n') && !kit.source.contains("\r"), "{}", kit.name);
    }
}

/// `cargo xtask test` installs all that is needed here.
#[test]
fn the_tests_install_what_kits_need() {
    let installed = include_str!("../../../xtask/src/needs.rs");
    // A Rust compiler has compiled this.
    for kit in KITS.iter().filter(|kit| kit.name != "rust") {
        let (program, package) = kit.program;
        assert!(installed.contains(&format!("(\"{program}\", \"{package}\")")), "{program} from {package}");
    }
}

#[test]
fn new_writes_a_kit_and_says_what_to_type() {
    let folder = tempfile::tempdir().expect("a folder");
    for kit in &KITS {
        let usual = format!("{}-bot", kit.name);
        for arguments in [&["new", kit.name][..], &["new", kit.name, &format!("a/{}/b c", kit.name)]] {
            let printed = works(folder.path(), arguments);
            let written = arguments.get(2).unwrap_or(&usual.as_str()).to_string();
            let path = folder.path().join(&written);
            assert_eq!(fs::read_to_string(path.join(kit.file)).expect("a bot"), kit.source);
            assert!(path.join("README.md").is_file());
            let go_there =
                if written.contains(' ') { format!("cd '{written}'") } else { format!("cd {written}") };
            assert!(printed.contains(&go_there), "{printed}");
            let commands = kit.commands();
            assert!(commands.iter().all(|(command, _)| printed.contains(command)), "{printed}");
        }
    }
    let listed = works(folder.path(), &["new"]);
    assert_eq!(listed, works(folder.path(), &["new", "--list"]));
    assert!(KITS.iter().all(|kit| listed.contains(kit.name)), "{listed}");
    assert!(listed.lines().all(|line| line.chars().count() <= 80), "{listed}");
}

/// A missing compiler or interpreter is named, with its package.
#[test]
fn new_says_what_to_install() {
    let folder = tempfile::tempdir().expect("a folder");
    for kit in &KITS {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
        command.args(["new", kit.name]).current_dir(folder.path()).env("PATH", folder.path());
        let printed = String::from_utf8(command.output().expect("the program starts").stdout).expect("text");
        let (program, package) = kit.program;
        let expected =
            format!("{program} is not installed: on Debian and Ubuntu `sudo apt install {package}`");
        assert!(printed.contains(&expected), "{printed}");
    }
}

#[test]
fn mistakes_get_one_line_and_leave_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("file"), "mine").expect("room");
    for (taken, name) in [("one", "bot.py"), ("other", "README.md")] {
        fs::create_dir(path.join(taken)).expect("room");
        fs::write(path.join(taken).join(name), "mine").expect("room");
    }
    std::os::unix::fs::symlink("nowhere", path.join("link")).expect("a link");
    let everything = || -> BTreeSet<String> {
        let found = Command::new("find").arg(path).output().expect("a list").stdout;
        String::from_utf8(found).expect("text").lines().map(str::to_string).collect()
    };
    let before = everything();
    for (arguments, code, expected) in [
        (
            &["pyton"][..],
            2,
            "no kit for `pyton`: did you mean `python`? choose one of python, javascript, c, cpp,",
        ),
        (&["Pythn"], 2, "did you mean `python`?"),
        (&["golagn"], 2, "did you mean `go`?"),
        (&["cobol"], 2, "no kit for `cobol`: choose one of python, javascript, c, cpp,"),
        (&[""], 2, "no kit for ``: choose one of python,"),
        (&["python", "one"], 2, "one/bot.py exists and is not overwritten: choose another folder"),
        (&["python", "other"], 2, "other/README.md exists and is not overwritten"),
        (&["python", "file"], 2, "file is not a folder"),
        (&["python", ""], 2, "a value is required for '[DIR]' but none was supplied"),
        (&["python", "a", "b"], 2, "`b` is too much: see `gridiron new --help`"),
        (&["python", "file/deep"], 2, "cannot write into the folder file/deep: not a directory"),
        (&["python", "link"], 2, "cannot write into the folder link: file exists"),
        (&["python", "/proc/bot"], 1, "cannot write into the folder /proc/bot: "),
    ] {
        let output = gridiron(path, &[&["new"], arguments].concat());
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
        assert!(error.starts_with("gridiron: ") && error.lines().count() == 1, "{arguments:?}: {error}");
        assert_eq!(everything(), before, "{arguments:?}");
    }
    // No file can be longer than a kilobyte: a disk that fills up in between.
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" new python deep/down/here";
    let output =
        Command::new("bash").args(["-c", limited, env!("CARGO_BIN_EXE_gridiron")]).current_dir(path).output();
    let output = output.expect("bash starts");
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("cannot write into the folder deep/down/here: file too large"), "{error}");
    assert_eq!(everything(), before);
}
