//! What goes wrong with bots of the original games, and which messages that gives.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::folder_with;
use games::Seat;
use referee::Record;

fn gridiron(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
    command.args(line.split(' ')).current_dir(folder).stdin(Stdio::null());
    command.env_remove("PYTHONUNBUFFERED").output().expect("the program starts")
}

/// What bots leave behind in their folder is there only for those that are
/// trusted with it.
const TRUSTED: &str = "--trust-bots";

/// Plays with bots that are written into a folder, and gives the records.
fn played(files: &[(&str, &str)], line: &str) -> Vec<Record> {
    let folder = folder_with(files);
    let output = gridiron(folder.path(), &format!("{line} --records games.jsonl"));
    let records = referee::record::read(&folder.path().join("games.jsonl")).expect("records");
    // A match in which a bot never starts has failed.
    let never_starts = records.iter().all(|record| cause(record) == "no-start");
    assert_eq!(output.status.code(), Some(i32::from(never_starts)), "{line}: {output:?}");
    for record in &records {
        referee::verify(record).unwrap_or_else(|problem| panic!("{line}: {problem}"));
    }
    records
}

fn cause(record: &Record) -> &str {
    record.outcome.cause.word()
}

/// A program that answers `handle_move_result` with a second line, ahead of the
/// question: that is dropped, and never the answer. It does not answer itself.
#[test]
fn what_comes_before_the_question_does_not_answer_it() {
    let bot = r#"import json, sys
asked = 0
for line in sys.stdin:
    function = json.loads(line)["function"]
    asked += function == "get_move"
    if function == "handle_move_result":
        sys.stdout.write('""\n["scout",[5,5]]\n')
    elif function != "get_move":
        sys.stdout.write('""\n')
    elif asked == 1:
        sys.stdout.write('["scout",[5,5]]\n')
    sys.stdout.flush()
"#;
    let line = "match plantation json:ahead.py random --games 4 --clock 1 --clock-by wall --seed 3";
    for (number, record) in played(&[("ahead.py", bot)], line).iter().enumerate() {
        let own = record.actions.iter().filter(|action| action.seat.index() == number % 2).count();
        assert_eq!(
            (own, cause(record), record.unexpected_lines[number % 2]),
            (1, "time", 1),
            "game {number}"
        );
    }
}

/// A program that ends after each game starts again on its own clock.
#[test]
fn a_new_start_is_charged() {
    let bot = r#"import json, sys, time
while time.process_time() < 0.1: pass
for line in sys.stdin:
    call = json.loads(line)
    print(json.dumps(["scout", [5, 5]]), flush=True)
    if call["function"] == "end_game": sys.exit(0)
"#;
    let line =
        "match plantation json:once.py random --games 4 --clock 20 --rules max_turns=2 --concurrency 1";
    for (number, record) in played(&[("once.py", bot)], line).iter().enumerate() {
        assert_eq!(cause(record), "normal");
        let first = record.actions.iter().find(|action| action.seat.index() == number % 2).expect("one");
        let is_paid = first.cpu_ns.expect("a time") > 50_000_000;
        assert_eq!(is_paid, number > 0, "game {number}: {first:?}");
    }
}

/// What a program does in `end_game` is charged in the next game, but for a little.
#[test]
fn the_last_call_is_charged_in_the_next_game() {
    let bot = r#"import json, sys, time
for line in sys.stdin:
    call = json.loads(line)
    if call["function"] == "end_game":
        end = time.process_time() + 0.5
        while time.process_time() < end: pass
        sys.exit(0)
    print(json.dumps(["scout", [5, 5]]), flush=True)
"#;
    let line =
        "match plantation json:once.py random --games 4 --clock 20 --rules max_turns=2 --concurrency 1";
    for (number, record) in played(&[("once.py", bot)], line).iter().enumerate() {
        let first = record.actions.iter().find(|action| action.seat.index() == number % 2).expect("one");
        let is_paid = first.cpu_ns.expect("a time") > 400_000_000;
        assert_eq!(is_paid, number > 0, "game {number}: {first:?}");
    }
}

/// Calls that ask for no move are free for 10 ms each. More is charged, and all calls
/// of a game together may take no longer than a start.
#[test]
fn calls_that_are_no_moves_are_limited() {
    let bot = |seconds: &str| {
        format!(
            "import json, sys, time\nfor line in sys.stdin:\n    call = json.loads(line)\n    \
             if call['function'] == 'handle_move_result':\n        end = time.process_time() + {seconds}\n        \
             while time.process_time() < end: pass\n    print(json.dumps(['scout', [5, 5]]), flush=True)\n"
        )
    };
    for (seconds, more, expected, message) in [
        ("0.003", "--clock 1+0.1 --rules max_turns=20", "normal", ""),
        ("0.3", "--clock 1+0", "time", ""),
        ("0.3", "--clock 1+0 --clock-by cpu", "time", ""),
        // Without a clock too.
        ("0.3", "--clock none --start-budget 1s", "time", "no response to handle_move_result within"),
    ] {
        let line = format!("play plantation json:slow.py random --seed 1 {more}");
        let record = &played(&[("slow.py", &bot(seconds))], &line)[0];
        let told = record.outcome.message.clone().unwrap_or_default();
        assert_eq!(cause(record), expected, "{line}: {told}");
        assert!(told.contains(message), "{line}: {told}");
    }
}

/// One object plays on, whatever ended the games before: also one that hears the
/// last answer and then nothing more, because the other ran out of time.
#[test]
fn one_object_plays_all_games() {
    let player = "from player import Player\nclass A(Player):\n    def __init__(self): open('made', 'a').write('x')\n    \
                  def get_move(self, *all): return 'scout', [1, 1]\n";
    let loops = "from player import Player\nclass B(Player):\n    def get_move(self, board, turn, *all):\n        \
                 while turn == 2: pass\n        return 'scout', [1, 1]\n";
    // The number of processes stands in what the first of them has written.
    let check = format!("{player}    def start_game(self, shape, sign): assert open('made').read() == 'x'\n");
    let files = [("a/a.py", check.as_str()), ("b/b.py", loops)];
    let line = "match plantation a/a.py b/b.py --games 6 --concurrency 1 --clock 0.3 --rules max_turns=3";
    for (number, record) in played(&files, line).iter().enumerate() {
        let winner = record.outcome.winner.map(Seat::index);
        assert_eq!(
            (cause(record), winner),
            ("time", Some(number % 2)),
            "game {number}: {:?}",
            record.outcome
        );
    }
}

/// Who has played a game and is stopped, with a call to answer, has started: if
/// the other does not, it wins.
#[test]
fn who_is_stopped_has_started_all_the_same() {
    let dies = "import os, sys\nif os.path.exists('played'): sys.exit(1)\nfor line in sys.stdin:\n    \
                if line.startswith('go '): print(line.split()[-1], flush=True)\n    \
                if line.startswith('end '):\n        open('played', 'w').close()\n        sys.exit(0)\n";
    let files = [("a/ia.py", "def ia(game, side): return False\n"), ("b/dies.py", dies)];
    let line = format!("match virus a/ia.py b/dies.py --games 4 --concurrency 1 --rules size=4 {TRUSTED}");
    for (number, record) in played(&files, &line).iter().enumerate().skip(1) {
        let winner = record.outcome.winner.map(Seat::index);
        assert_eq!((cause(record), winner), ("no-start", Some(number % 2)), "game {number}");
    }
}

/// Neither starts: the one reads its calls and fails while it is loaded, the
/// other fails at once. No seat has won, whichever was asked first.
#[test]
fn who_has_not_loaded_has_not_started() {
    let slow = "import time\ntime.sleep(0.3)\nraise ValueError\ndef ia(game, side): pass\n";
    let files = [("slow.py", slow), ("dead.py", "raise ValueError\ndef ia(game, side): pass\n")];
    for record in played(&files, "match virus slow.py dead.py --games 4 --seed 1") {
        assert_eq!((cause(&record), record.outcome.winner), ("no-start", None));
    }
}

/// After a player has run out of time, the original said no more to either.
#[test]
fn nobody_is_told_of_an_end_by_time() {
    let log = "    def end_game(self, *scores): open('ends', 'a').write('ended ')\n";
    let cases = [
        ("turn == 3 and self.sign == 1", "time", ""),
        ("turn == 3 and self.sign == -1", "time", ""),
        ("False", "normal", "ended ended "),
    ];
    for (when, expected, ends) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let player =
            "from player import Player\nclass A(Player):\n    def get_move(self, board, turn, *all):\n";
        let text = format!("{player}        while {when}: pass\n        return 'scout', [1, 1]\n{log}");
        fs::write(folder.path().join("a.py"), text).expect("room");
        let line = "play plantation a.py a.py --quiet --clock 0.5 --rules max_turns=5 --record game.json";
        let output = gridiron(folder.path(), &format!("{line} {TRUSTED}"));
        assert!(output.status.success(), "{output:?}");
        let record = fs::read_to_string(folder.path().join("game.json")).expect("a record");
        let record: Record = serde_json::from_str(&record).expect("a record");
        assert_eq!(cause(&record), expected, "{when}");
        assert_eq!(fs::read_to_string(folder.path().join("ends")).unwrap_or_default(), ends, "{when}");
    }
}

/// What authors and organisers get wrong, and the line that they get: the
/// game, the bot's file and what it holds, the spec, the exit code, the line.
#[test]
fn mistakes_are_told_in_one_line() {
    let player =
        "from player import Player\nclass A(Player):\n    def get_move(self, *all): return 'scout', [1, 1]\n";
    let two = format!("{player}class B(A): pass\n");
    let cases = [
        ("plantation", "a.py", player, "a.py", 0, ""),
        ("plantation", "a.py", player, "orig:./a.py:A", 0, ""),
        (
            "plantation",
            "a.py",
            two.as_str(),
            "a.py",
            2,
            "several classes can play: A, B; name one as in `a.py:A`",
        ),
        ("plantation", "a.py", &two, "a.py:B", 0, ""),
        ("plantation", "a.py", &two, "a.py:C", 2, "a.py has no `C`: it has A, B"),
        ("plantation", "a.py", player, "b.py:A?x=1", 2, "there is no file b.py"),
        (
            "plantation",
            "a.py",
            player,
            "a.py?x",
            2,
            "`x` in `?x` has no value: expected `?name=value&name=value`",
        ),
        (
            "plantation",
            "a.py",
            player,
            "a.py?size=3",
            0,
            "A(size=3) cannot be made: got an unexpected keyword argument 'size'",
        ),
        ("plantation", "a.py", player, "lines:a.py", 0, "No module named 'player'"),
        (
            "plantation",
            "a.py",
            "import sys\n",
            "orig:a.py",
            0,
            "must have exactly one class derived from Player, or name one as in `a.py:NAME`: it has none",
        ),
        ("plantation", "a.py", "import sys\n", "a.py?name=X", 2, "a.py is not a bot of the original game"),
        (
            "plantation",
            "a.py",
            "import nopy.x\nclass A(Player): pass\n",
            "a.py",
            0,
            "a.py needs the Python module `nopy`, which ",
        ),
        (
            "plantation",
            "a.py",
            "class A(Player):\n  def x(self self): pass\n",
            "a.py",
            0,
            "SyntaxError: invalid syntax (a.py, line 2)",
        ),
        (
            "plantation",
            "a.py",
            "1/0\nclass A(Player): pass\n",
            "a.py",
            0,
            "ZeroDivisionError: division by zero (a.py, line 1)",
        ),
        (
            "plantation",
            "a.py",
            "from player import Player\nclass A(Player):\n    def get_move(self, *all): exit(4)\n",
            "a.py",
            0,
            "the bot called exit(4)",
        ),
        (
            "plantation",
            "a.rb",
            "handle_move_result",
            "orig:a.rb",
            2,
            "`orig:` is for a file in Python with a class derived from Player",
        ),
        ("plantation", "a.php", "<?php // handle_move_result\n", "a.php:A", 2, "`:A` is for files in Python"),
        (
            "plantation",
            "a.php",
            "<?php // handle_move_result\n",
            "a.php?x=1",
            2,
            "it takes no option `x`, only `?name=X`",
        ),
        ("virus", "a.py", "def ia (game, side):\n    return False\n", "a.py", 0, ""),
        (
            "virus",
            "a.py",
            "def ia (game, side):\n    return False\n",
            "a.py?x=1",
            2,
            "it takes no option `x`, only `?name=X`",
        ),
        ("virus", "a.py", "ia = 3\n", "orig:a.py", 0, "a.py has no function `ia`"),
        (
            "virus",
            "a.py",
            "def ia(game):\n    pass\n",
            "a.py",
            0,
            "TypeError: ia() takes 1 positional argument but 2 were given",
        ),
        (
            "virus",
            "a.php",
            "<?php // handle_move_result\n",
            "json:a.php",
            2,
            "virus never had calls as JSON lines",
        ),
        (
            "conga",
            "a.py",
            "class Agent:\n  def __init__ (self, player, hfunc, maxDepth):\n    print 'playing', player\n",
            "a.py",
            0,
            "a.py is written for Python 2 (line 3: ",
        ),
        ("conga", "a.py", "class Agent:\n  pass\n", "a.py", 0, "Agent(0, 0, 3) cannot be made: "),
        (
            "plantation",
            "a.py",
            "from b import A\n",
            "a.py",
            0,
            "if it is a bot of the original game, name it `orig:a.py`",
        ),
        ("plantation", "a.py", player, "a.py?name=X&name=Y", 2, "`name` is given twice in `?name=X&name=Y`"),
        (
            "plantation",
            "a.py",
            "import plantation.engine\nclass A(Player): pass\n",
            "a.py",
            0,
            "a.py needs the module `plantation.engine`, but only these are provided: plantation.include, plantation.player",
        ),
        (
            "plantation",
            "a.py",
            "from player import Player\nclass A(Player):\n    def get_moves(self, *all): pass\n",
            "a.py",
            0,
            "`A` has no get_move",
        ),
        // Files with the names of modules that every bot needs.
        ("plantation", "random.py", player, "random.py", 0, ""),
        (
            "virus",
            "json.py",
            "import random\ndef ia (game, side):\n    return random.random() > 2\n",
            "json.py",
            0,
            "",
        ),
    ];
    for (game, file, text, spec, code, line) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(file), text).expect("room");
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
        command.args(["play", game, spec, "random", "--quiet", "--seed", "1"]);
        let output = command.current_dir(folder.path()).stdin(Stdio::null()).output();
        let output = output.expect("the program starts");
        let all =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        // A bot that is refused before the game is wrong usage.
        let code = if all.contains(" did not start, so it has lost") { 1 } else { code };
        assert_eq!(output.status.code(), Some(code), "{spec} with {text:?}: {all}");
        assert!(all.contains(line), "{spec} with {text:?}: {all}");
        let is_fine = line.is_empty();
        assert_eq!(
            all.contains("did not start") || all.contains("crashed") || code == 2,
            !is_fine,
            "{spec}: {all}"
        );
        assert!(code != 2 || all.lines().count() == 1, "{all}");
    }
}

/// A game, the files of a bot with what they hold, and its spec.
type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str);

/// What a bot may do without a fault.
#[test]
fn harmless_oddities_play_on() {
    let ia = "import random\ndef ia(game, side):\n    return False\n";
    let agent = "class Agent:\n    def __init__(self, player, hfunc, maxDepth): self.player = player\n    \
                 def getBestMove(self, board):\n        t = board.territory\n        \
                 return next({'from': [x, y], 'to': [x + dx, y + dy]} for x in t for y in t[x] \
                 if t[x][y] == self.player for dx in (-1, 0, 1) for dy in (-1, 0, 1) \
                 if (dx or dy) and t.get(x + dx, {}).get(y + dy, 9) in (-1, self.player))\n";
    let with_lib = format!(
        "from lib.helper import one\nfrom lib.congaboard import CongaBoard\nfrom node import Node\n{agent}"
    );
    let own_board = format!(
        "from lib.congaboard import CongaBoard\n{}",
        agent.replace("t = board", "board.own_method()\n        t = board")
    );
    let board = "class CongaBoard:\n    def own_method(self): return 3\n";
    let player = "from player import Player\nclass A(Player):\n    def __init__(self, name): assert name, name\n    \
                  def get_move(self, *all): return ('bomb', [10**5000, -10**5000])\n";
    let no_name = player.replace("name): assert name, name", "*, size=3): assert size == 4");
    let with_package = format!("from lib import helper, VALUE\nfrom lib.node import Node\n{agent}");
    let grows = "    def get_move(self, *all): return ('scout', [1, 1])\n";
    let odd_texts = format!(
        "from player import Player\nSEP = '\"\"\"'  # it's\n\"\"\"As in\nclass Other(Player):\n\"\"\"\nclass A(Player):\n{grows}"
    );
    let two_names = format!("from player import Player\nclass A(Player):\n{grows}B = A\n");
    let takes_what = format!(
        "from player import Player\nclass A(Player):\n    def __init__(self, what): assert what == 3\n{grows}"
    );
    let no_super = format!(
        "from player import Player\nclass A(Player):\n    def start_game(self, shape, sign): assert self.sign == sign\n{grows}"
    );
    let zero = "import numpy\ndef ia(game, side):\n    return numpy.bool_(False) if len(game['history']) % 2 else numpy.int64(0)\n";
    let cases: [Case<'_>; 14] = [
        ("virus", &[("zero.py", zero)], "zero.py"),
        ("plantation", &[("a.py", &odd_texts)], "a.py"),
        ("plantation", &[("a.py", &two_names)], "a.py"),
        ("plantation", &[("a.py", &takes_what)], "a.py?what=3"),
        ("plantation", &[("a.py", &no_super)], "a.py"),
        (
            "conga",
            &[("agent.py", &with_package), ("lib/__init__.py", "VALUE = 1\n"), ("lib/helper.py", "")],
            "agent.py",
        ),
        (
            "virus",
            &[("bot.py", ia), ("random.py", "raise ValueError\n"), ("json.py", "raise ValueError\n")],
            "bot.py",
        ),
        ("virus", &[("json.py", ia)], "json.py"),
        ("virus", &[("a?b.py", ia)], "a?b.py?name=Zoe"),
        ("virus", &[("a:b.py", ia)], "./a:b.py:ia"),
        ("conga", &[("agent.py", &with_lib), ("lib/helper.py", "one = 1\n")], "agent.py"),
        ("conga", &[("agent.py", &own_board), ("lib/congaboard.py", board)], "agent.py"),
        ("plantation", &[("a.py", player)], "a.py"),
        ("plantation", &[("a.py", &no_name)], "a.py?name=Zoe&size=4"),
    ];
    for (game, files, spec) in cases {
        let line = format!(
            "match {game} {spec} random --games 2 --seed 1 --rules {}",
            match game {
                "plantation" => "max_turns=3",
                "virus" => "size=4",
                _ => "move_limit=30",
            }
        );
        for record in played(files, &line) {
            assert!(
                ["normal", "repetition", "move-limit"].contains(&cause(&record)),
                "{spec}: {:?}",
                record.outcome
            );
            assert!(record.actions.iter().all(|action| action.fault.is_none()), "{spec}");
        }
    }
}

/// Reasons that cannot be printed come as something that can be.
#[test]
fn reasons_are_told_whatever_they_hold() {
    for (reason, expected) in [
        ("'cannot open \\udcff.txt'", "ValueError: cannot open ?.txt (a.py, line 1)"),
        ("'x' * 70000", "ValueError: xxxx"),
        ("'one\\ntwo'", "ValueError: one two"),
        ("'real') if not hasattr(Exception, 'add_note') else noted(", "ValueError: real"),
    ] {
        let noted = "def noted():\n    error = ValueError('real')\n    error.add_note('a remark')\n    return error\n";
        let text = format!("def ia(game, side): raise ValueError({reason})\n{noted}");
        for record in played(&[("a.py", &text)], "match virus a.py random --games 2") {
            let message = record.outcome.message.clone().unwrap_or_default();
            assert_eq!(cause(&record), "crash", "{message}");
            assert!(message.starts_with(expected) && message.len() < 600, "{message}");
        }
    }
}
