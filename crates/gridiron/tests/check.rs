//! `gridiron check`: which steps a program fails, and what it says to its author.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::process::{Command, Stdio};

/// A bot that does all it should, but for what a case puts in.
const BOT: &str = r#"
import sys, time
seat, games, asked = 0, 0, 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "start":
        seat, games = int(words[3]), games + 1
    if words[0] == "board":
        stones = len(words) - words.count("0")
    if words[0] == "go":
        asked += 1
        answer = words[-1] if "moves" in words else "scout 5 5"
        # HERE
        print(answer, flush=True)
# AFTER
"#;

/// What is put in, where, more arguments, the steps that fail, and what is said.
type Case<'a> = (&'a str, &'a str, &'a [&'a str], &'a [u32], &'a [&'a str]);

#[test]
fn every_step_fails_for_its_own_reason() {
    let cases: &[Case<'_>] = &[
        ("", "", &[], &[], &["passed all checks"]),
        ("print('# a comment', flush=True)", "", &[], &[], &["passed all checks"]),
        ("print('for me', file=sys.stderr)", "", &[], &[], &["passed all checks"]),
        (
            "exit(3)",
            "",
            &[],
            &[1],
            &["no-start: it exited before its first move, with exit status 3", "not tried"],
        ),
        (
            "continue",
            "",
            &["--clock", "0.2/move"],
            &[3],
            &["time: no move within 0.200 s", "it has read the question and waits for more input"],
        ),
        (
            "if asked == 3: answer = 'perhaps'",
            "",
            &[],
            &[2],
            &[
                "on seat 0, turn 3: protocol: ",
                "it sent `perhaps`",
                "< perhaps",
                "what to do: a move is one action",
            ],
        ),
        (
            "if asked == 3 and seat == 0: raise ValueError('too hard')",
            "",
            &[],
            &[2],
            &["on seat 0, crash: ", "its standard error:", "ValueError: too hard"],
        ),
        ("while asked == 3: pass", "", &["--clock", "0.05/move"], &[3], &["time: no move within 0.050 s"]),
        (
            "if games == 2: exit(5)",
            "",
            &[],
            &[4, 5],
            &["on seat 1, crash: it ended with exit status 5\n   as in step 4\n"],
        ),
        // The other steps say what is known in spite of it.
        (
            "if asked == 3 and games == 1 and seat == 0: exit(5)",
            "",
            &[],
            &[2],
            &[
                "stays within its time            passed",
                "plays a second game              not tried  a fault ended the game early",
                "plays either seat                passed",
            ],
        ),
        (
            "answer = 'x' * 100000",
            "",
            &[],
            &[2, 4, 5, 6],
            &["stays within its time            not tried  there was no move", "xxx…`\n   as in step 2\n"],
        ),
        ("if seat == 1: answer = '0 0'", "", &[], &[5], &["on seat 1, ", "illegal: ", "it sent `0 0`"]),
        // It trusts that each player has moved at most once before its first move.
        (
            "if words[1] == '1' and stones > 6: raise KeyError('whose?')",
            "",
            &[],
            &[6],
            &[
                "after 4 plies of an opening, on seat 0, ",
                "KeyError: 'whose?'",
                "what to do: fix the error shown above",
            ],
        ),
        (
            "if words[1] == '1' and stones > 6: raise KeyError('whose?')",
            "",
            &["--rules", "opening_plies=0"],
            &[],
            &["not needed  no opening is asked for", "passed all checks"],
        ),
        (
            "answer += '\\nanother'",
            "",
            &[],
            &[7],
            &["unexpected extra output lines", "what to do: send one line for each question"],
        ),
        ("", "while True: time.sleep(1)", &[], &[8], &["it was still running 1 s later and was killed"]),
        ("", "exit(1)", &[], &[8], &["it ended with exit status 1"]),
    ];
    for (here, after, arguments, failing, said) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let bot = BOT.replace("# HERE", here).replace("# AFTER", after);
        fs::write(folder.path().join("bot.py"), bot).expect("room");
        let output = Command::new(env!("CARGO_BIN_EXE_gridiron"))
            .args(["check", "virus", "bot.py"])
            .args(*arguments)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            // An answer is one write, as it is for most authors.
            .env_remove("PYTHONUNBUFFERED")
            .output()
            .expect("the program starts");
        let stdout = String::from_utf8_lossy(&output.stdout);
        let expected: Vec<String> = failing.iter().map(u32::to_string).collect();
        assert_eq!(failed(&stdout), expected, "{here:?} {after:?}\n{stdout}");
        let longest = stdout.lines().map(|line| line.chars().count()).max();
        assert!(longest < Some(250), "{here:?} {after:?}\n{stdout}");
        for said in *said {
            assert!(stdout.contains(said), "{here:?} {after:?}: {said:?} is not in\n{stdout}");
        }
        let code = if failing.is_empty() { 0 } else { 1 };
        assert_eq!(output.status.code(), Some(code), "{stdout}");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(complaint.lines().count(), code as usize, "{complaint}");
    }
}

/// A mistake that several steps show is told in full once.
#[test]
fn the_same_mistake_is_told_once() {
    let square = "answer = '0 0' if asked % 2 else '9 9'";
    for (here, failing, told, once) in [
        (
            "if words[1] == '3': raise ValueError('too hard')",
            "2 4 5 6",
            "on seat 1, crash: it ended with exit status 1\n   as in step 2\n",
            "ValueError: too hard",
        ),
        (square, "2 5 6", "\n   as in step 2\n", "what to do: compare its move"),
        // Another mistake on the other seat.
        (
            "if words[1] == '3': raise ValueError('too hard' if seat else 'too easy')",
            "2 4 5 6",
            "ValueError: too easy",
            "ValueError: too hard",
        ),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("bot.py"), BOT.replace("# HERE", here)).expect("room");
        let output = common::gridiron(folder.path(), &["check", "virus", "bot.py"]);
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(failed(&stdout).join(" "), failing, "{stdout}");
        assert!(stdout.contains(told), "{told}: {stdout}");
        assert_eq!(stdout.matches(once).count(), 1, "{once}: {stdout}");
    }
}

/// A bot that was waited for in vain plays no other game.
#[test]
fn a_bot_without_a_move_is_waited_for_once() {
    for (here, arguments, failing) in [
        ("while True: time.sleep(1)", &["--clock", "0.2/move"][..], "3"),
        ("continue", &["--clock", "0.2/move"], "3"),
        ("exit(3)", &[], "1"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let bot = BOT
            .replace("# HERE", here)
            .replace("        asked += 1", "        asked += 1; open(COUNT, 'a').write('x')");
        let count = folder.path().join("count");
        let bot = format!("COUNT = {:?}\n{bot}", count.display().to_string());
        fs::write(folder.path().join("bot.py"), bot).expect("room");
        let output = Command::new(env!("CARGO_BIN_EXE_gridiron"))
            // It writes beside itself, which no sandbox allows.
            .args(["check", "virus", "bot.py", "--trust-bots"])
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(failed(&stdout).join(" "), failing, "{stdout}");
        assert_eq!(fs::read_to_string(count).expect("a count"), "x", "{here}: {stdout}");
    }
}

/// In Plantation nothing is forbidden, and a bot that gains nothing does not know
/// the game.
#[test]
fn commands_that_come_to_nothing_are_told() {
    let cases = [
        ("'scout 5 5'", "", "300 on seat 0\n"),
        (
            "'plant 11 11'",
            "2 5",
            "the reply to all 300 commands was `error`, the first in turn 1: `plant 11 11`: row 11, column 11 is off the board",
        ),
        (
            "'scout 5 5' if asked % 100 == 0 else 'fertilise 5 5'",
            "",
            "with 297 replies of `error`, the first in turn 1: `fertilise 5 5`: row 5, column 5 is not yours",
        ),
    ];
    for (answer, failing, said) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let bot = BOT.replace("# HERE", &format!("answer = {answer}"));
        fs::write(folder.path().join("bot.py"), bot).expect("room");
        let output = common::gridiron(folder.path(), &["check", "plantation", "bot.py"]);
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(failed(&stdout).join(" "), failing, "{stdout}");
        assert!(stdout.contains(said), "{stdout}");
    }
}

/// The numbers of the steps that failed.
fn failed(stdout: &str) -> Vec<String> {
    let failed = stdout.lines().filter(|line| line.trim_end().ends_with("  failed"));
    failed.map(|line| line.split(' ').next().unwrap_or_default().to_string()).collect()
}

#[test]
fn only_programs_are_checked() {
    for (bot, line) in [
        ("greedy", "gridiron: player `greedy` is not a program: only programs can be checked"),
        ("human", "gridiron: player `human` is not a program: only programs can be checked"),
        ("nobody.py", "gridiron: player `nobody.py`: there is no file nobody.py"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_gridiron"))
            .args(["check", "virus", bot])
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), line);
    }
}
