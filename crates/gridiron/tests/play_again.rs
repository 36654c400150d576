//! What authors are told after faults: the command below a fault shows it again,
//! and a bot that never starts ends a match.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::{LAST, folder_with, told};
use serde_json::Value;

const GRIDIRON: &str = env!("CARGO_BIN_EXE_gridiron");

/// Crashes rarely, and always in the same games: it depends on the seed that it is
/// sent, on its seat and on the opening.
const RARE: &str = r#"
import sys
seed = seat = stones = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "start":
        seat, seed = int(words[3]), int(words[words.index("bot_seed") + 1])
    if words[0] == "board":
        stones = len(words) - words.count("0")
    if words[0] == "go":
        if words[1] == "1" and stones > 5 and seed % 7 == 3 * seat:
            has_begun = True
        if words[1] == "1" and not (stones > 5 and seed % 7 == 3 * seat):
            has_begun = False
        if words[1] == "3" and has_begun:
            raise ValueError(f"rare {seed} on seat {seat}")
        print(words[-1], flush=True)
"#;

/// A program that Python refuses, and that reads nothing.
const BROKEN: &str = "def choose(:\n    pass\n";

/// Ends at once, without a word.
const SILENT: &str = "import time\n";

fn gridiron(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(GRIDIRON);
    command.args(line.split(' ')).current_dir(folder).stdin(Stdio::null());
    command.output().expect("the program starts")
}

/// Types a printed command into a shell that knows `gridiron`.
fn type_in(folder: &Path, command: &str) -> (Option<i32>, String, String) {
    let home = Path::new(GRIDIRON).parent().expect("a folder").display();
    let path = format!("{home}:{}", std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("PATH", path).current_dir(folder).stdin(Stdio::null());
    told(&shell.output().expect("a shell"))
}

/// Every fault with the command below it, and the message of its crash.
fn faults(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let below = lines.windows(2).filter(|pair| pair[0].contains(": crash: ") || pair[0].contains(" crash: "));
    below
        .map(|pair| {
            let message = pair[0].split('`').nth(1).expect("its standard error").to_string();
            (message, pair[1].trim().to_string())
        })
        .collect()
}

#[test]
fn the_printed_command_shows_a_rare_crash_again() {
    let cup = "game = \"virus\"\npairs = 12\nseed = 3\nclock = \"3+1\"\nstart_budget = \"8s\"\n\
               [rules]\nsize = 6\n[[players]]\nname = \"Anna\"\nbot = \"my bots/rare.py\"\n\
               [[players]]\nbot = \"greedy\"\nclock = \"5+1\"\n";
    for (command, must_say) in [
        (
            "match virus rare.py greedy --games 40 --seed 1",
            &["gridiron play virus rare.py greedy --seed ", " --rules opening_plies=4"][..],
        ),
        (
            "match virus greedy old/rare.py --games 40 --seed 1 --rules size=7,opening_plies=6 --clock 2+1 --clock-a 3+1 \
             --clock-by wall --start-budget 9s --trust-bots",
            &[
                "gridiron play virus greedy old/rare.py --seed ",
                " --rules size=7,opening_plies=6 --clock-a 3+1 --clock-b 2+1",
                " --clock-by wall --start-budget 9s --trust-bots",
            ],
        ),
        (
            "match virus rare.py old/rare.py --games 40 --seed 2 --memory 300MB --sandbox standard",
            &["gridiron play virus old/rare.py rare.py --seed ", " --sandbox standard --memory 300MB"],
        ),
        ("tournament virus rare.py greedy --pairs 12 --seed 5", &["gridiron play virus "]),
        (
            "tournament cup/cup.toml",
            &[
                "cd cup && gridiron play virus greedy 'my bots/rare.py' --seed ",
                " --rules size=6,opening_plies=4 --clock-a 5+1 --clock-b 3+1 --start-budget 8s",
            ],
        ),
    ] {
        let folder = folder_with(&[
            ("rare.py", RARE),
            ("old/rare.py", RARE),
            ("cup/cup.toml", cup),
            ("cup/my bots/rare.py", RARE),
        ]);
        let (code, stdout, stderr) = told(&gridiron(folder.path(), command));
        assert_eq!(code, Some(0), "{command}: {stdout}{stderr}");
        for words in must_say {
            assert!(stdout.contains(words), "{command}: {words:?} is not in\n{stdout}");
        }
        let faults = faults(&stdout);
        assert!(faults.len() > 1, "{command}: {stdout}");
        for (message, again) in faults {
            let (code, stdout, stderr) = type_in(folder.path(), &again);
            assert_eq!(code, Some(0), "{again}: {stderr}");
            assert!(
                stdout.contains(" crashed: ") && stdout.contains(&message),
                "{again}: {message}\n{stdout}"
            );
        }
        // The other command works as it is printed, too.
        let check = stdout.lines().find_map(|line| line.split_once("to find out more: "));
        let check = check.expect("a command that checks").1;
        let (code, stdout, stderr) = type_in(folder.path(), check);
        assert!(
            matches!(code, Some(0 | 1)) && stdout.contains("plays after an opening"),
            "{check}: {stdout}{stderr}"
        );
    }
}

/// A command with bots that do not start, and what is said. Each exits with 1.
#[test]
fn a_bot_that_never_starts_is_a_failure() {
    for (command, games, says) in [
        ("play virus broken.py random", 1, "broken.py did not start, so it has lost"),
        ("play virus random broken.py --quiet", 1, "broken.py did not start, so it has lost"),
        (
            "play virus broken.py b/broken.py",
            1,
            "neither broken.py nor b/broken.py started, so the game is a draw",
        ),
        (
            "match virus broken.py greedy --games 60",
            5,
            "A broken.py did not start in 5 games in a row, so the match was stopped: the commands above show why",
        ),
        (
            "match virus greedy broken.py --games 4",
            4,
            "B broken.py did not start: the commands above show why",
        ),
        (
            "match virus broken.py b/broken.py --games 60 --sprt 0,50",
            6,
            "A broken.py and B b/broken.py did not start in 5 games in a row, so the match was stopped: the commands above show why",
        ),
        (
            "match virus broken.py greedy --games 60 --sprt -500,-400",
            6,
            "A broken.py did not start in 5 games in a row, so the match was stopped: the commands above show why",
        ),
    ] {
        let folder = folder_with(&[("broken.py", BROKEN), ("b/broken.py", BROKEN)]);
        let one_at_a_time =
            if command.starts_with("match") { " -c 1 --records games" } else { " --record games" };
        let (code, stdout, stderr) = told(&gridiron(folder.path(), &format!("{command}{one_at_a_time}")));
        assert_eq!(
            (code, stderr.as_str()),
            (Some(1), format!("gridiron: {says}\n").as_str()),
            "{command}: {stdout}"
        );
        // The reason is there in every game, and no other advice.
        assert!(stdout.contains("SyntaxError") && !stdout.contains("orig:"), "{command}: {stdout}");
        assert!(
            !stdout.contains("neither player no-start") && !stdout.contains("SPRT"),
            "{command}: {stdout}"
        );
        let records = fs::read_to_string(folder.path().join("games")).expect("records");
        let records: Vec<Value> =
            records.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(records.len(), games, "{command}");
        for record in records {
            let stderr = record["outcome"]["stderr"].as_str().unwrap_or_default();
            assert!(stderr.contains("SyntaxError"), "{command}: {record}");
        }
    }
    // A program that says nothing may be one of an original game.
    let folder = folder_with(&[("silent.py", SILENT)]);
    let (code, stdout, _) = told(&gridiron(folder.path(), "play virus silent.py random --quiet"));
    assert!(code == Some(1) && stdout.contains("name it `orig:silent.py`"), "{stdout}");
}

#[test]
fn every_match_ends_with_a_verdict() {
    let folder = folder_with(&[("new/bot.py", LAST), ("old/bot.py", LAST)]);
    for (players, verdict) in [
        ("virus greedy random --games 20", "A greedy is clearly stronger than B random"),
        ("virus random greedy --games 20", "B greedy is clearly stronger than A random"),
        ("virus new/bot.py old/bot.py --games 20", "not decided: every pair ended even"),
        ("virus greedy random --games 2", "more games would tell"),
    ] {
        let (code, stdout, stderr) = told(&gridiron(folder.path(), &format!("match {players} --seed 1")));
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{players}");
        let last = stdout.lines().last().expect("a line");
        assert!(last.contains(verdict), "{players}: {stdout}");
        // Two files of the same name are told apart.
        let names = ["A new/bot.py: ", "B old/bot.py: "];
        assert_eq!(names.iter().all(|name| stdout.contains(name)), players.contains("old/"), "{stdout}");
    }
}

/// `play` names the sandbox where programs play, and only there.
#[test]
fn play_names_the_sandbox() {
    let folder = folder_with(&[("bot.py", LAST)]);
    for (command, says) in [
        ("play virus bot.py random --seed 1 --sandbox standard", Some("; sandbox standard")),
        ("play virus bot.py random --seed 1 --trust-bots", Some("; no sandbox: programs can do everything")),
        ("play virus greedy random --seed 1", None),
    ] {
        let (code, stdout, _) = told(&gridiron(folder.path(), command));
        let head = stdout.lines().next().expect("a line");
        assert_eq!(code, Some(0));
        assert!(says.map_or(!head.contains("sandbox"), |says| head.contains(says)), "{command}: {head}");
    }
}
