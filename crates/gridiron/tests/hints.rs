//! Hints that fit: the mistakes of first bots, each made by a real bot, and what its
//! author is told. A hint that does not fit is worse than none, so each case also
//! names words that must not be there.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use common::write;

/// What a bot in Python writes to be a bot: the rest answers `go`.
fn on_go(answer: &str) -> String {
    format!(
        "import sys\nfor line in sys.stdin:\n    words = line.split()\n    if words[0] == 'go':\n        \
         moves = [move.split(',') for move in words[words.index('moves') + 1:]] if 'moves' in words else []\n        \
         {answer}\n        sys.stdout.flush()\n"
    )
}

struct Case<'a> {
    mistake: &'a str,
    /// Names and texts; a name that begins with `!` is executable.
    files: &'a [(&'a str, &'a str)],
    /// Words. A question mark stands for a space within one, `#` for a question mark.
    line: &'a str,
    code: i32,
    told: &'a [&'a str],
    not_told: &'a [&'a str],
}

/// About links and folders, which only help where a file is missing.
const ABOUT_FOLDERS: &str = "no links";
const ABOUT_ORIGINALS: &str = "orig:";

fn write_bot(folder: &Path, (name, text): (&str, &str)) {
    let path = write(folder, name.trim_start_matches('!'), text);
    if name.starts_with('!') {
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("ours");
    }
}

fn check(Case { mistake, files, line, code, told, not_told }: &Case<'_>) {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|file| write_bot(folder.path(), *file));
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
    command
        .args(line.split(' ').map(|word| word.replace('?', " ").replace('#', "?")))
        .current_dir(folder.path())
        .stdin(Stdio::null());
    let output = command.output().expect("the program starts");
    let all = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(*code), "{mistake}: {all}");
    for words in *told {
        assert!(all.contains(words), "{mistake}: `{words}` is missing in\n{all}");
    }
    for words in not_told.iter().chain(&["/box/", "gridiron-bot-"]) {
        assert!(!all.contains(words), "{mistake}: `{words}` is in\n{all}");
    }
}

/// The bot finds its mistake itself: the row whose column-first form is illegal.
#[test]
fn swapped_numbers_are_noticed() {
    let virus = on_go(
        "odd = [m for m in moves if m[0] != m[1] and [m[1], m[0]] not in moves]; m = (odd or moves)[0]; print(m[1] + ' ' + m[0])",
    );
    let off_board = on_go("print('0 99')");
    let conga = on_go("m = moves[0]; print(m[1], m[0], m[3], m[2])");
    let plantation = on_go("print('plant 0 3')");
    let virus_original = "def ia(game, side):\n    grid, own = game['grid'], game['references'][side]\n    size = range(len(grid))\n    \
        near = lambda r, c: any(grid[a][b] == own for a in size for b in size if abs(a - r) < 2 and abs(b - c) < 2)\n    \
        legal = lambda r, c: grid[r][c] == 0 and near(r, c)\n    \
        return next(([c, r] for r in size for c in size if legal(r, c) and not legal(c, r)), False)\n";
    let swapped = "is legal: are row and column swapped?";
    let keeps_all = "--records FILE keeps the error output of every game";
    for case in [
        Case {
            mistake: "column before row",
            files: &[("bot.py", &virus)],
            line: "check virus bot.py",
            code: 1,
            told: &["illegal: row ", swapped, "what to do: follow the message above"],
            not_told: &["compare its move"],
        },
        Case {
            mistake: "column before row, in a match",
            files: &[("bot.py", &virus)],
            line: "match virus bot.py random --games 2 --rules on_illegal=lose",
            code: 0,
            told: &[swapped, keeps_all],
            not_told: &[],
        },
        Case {
            mistake: "the same with records",
            files: &[("bot.py", &virus)],
            line: "match virus bot.py random --games 2 --rules on_illegal=lose --records a.jsonl",
            code: 0,
            told: &[swapped],
            not_told: &[keeps_all],
        },
        Case {
            mistake: "column before row, original",
            files: &[("bot.py", virus_original)],
            line: "check virus bot.py",
            code: 1,
            told: &[swapped],
            not_told: &["compare its move"],
        },
        Case {
            mistake: "off the board either way",
            files: &[("bot.py", &off_board)],
            line: "check virus bot.py",
            code: 1,
            told: &["is off the board", "compare its move"],
            not_told: &["swapped"],
        },
        Case {
            mistake: "y before x",
            files: &[("bot.py", &conga)],
            line: "check conga bot.py --seed 3",
            code: 1,
            told: &["is legal: are x and y swapped?"],
            not_told: &["row"],
        },
        Case {
            mistake: "not a swap",
            files: &[("bot.py", &plantation)],
            line: "check plantation bot.py",
            code: 1,
            told: &["plant 0 3"],
            not_told: &["swapped"],
        },
    ] {
        check(&case);
    }
}

#[test]
fn bots_that_never_answer_are_told_why() {
    let reads_all = "import sys\nlines = sys.stdin.read().splitlines()\nprint(lines[-1].split()[-1])\n";
    let no_flush =
        "import sys\nfor line in sys.stdin:\n    if line.startswith('go'): print(line.split()[-1])\n";
    let reads_two = "while True:\n    line = input()\n    if line.startswith('go'):\n        input()\n        print(line.split()[-1], flush=True)\n";
    let sleeps = "import time\ninput()\ninput()\ninput()\ninput()\ntime.sleep(100)\n";
    let no_move = "no move within 0.500 s";
    for (mistake, bot, told, not_told) in [
        (
            "reads all of the input",
            reads_all,
            "read one line at a time, not all of the input",
            "waits for more",
        ),
        ("does not flush", no_flush, "and flush each line", "waits for more"),
        (
            "reads a line too many",
            reads_two,
            "it has read the question and waits for more input",
            "not all of",
        ),
        ("sleeps", sleeps, no_move, "input"),
    ] {
        let case = Case {
            mistake,
            files: &[("bot.py", bot)],
            line: "check virus bot.py --clock 0.5/move",
            code: 1,
            told: &[no_move, told],
            not_told: &[not_told],
        };
        check(&case);
    }
}

/// The message says why there was no move, and the advice does not contradict it.
#[test]
fn message_and_advice_of_late_bots_agree() {
    let loops = on_go("while True: pass");
    let is_late = on_go("__import__('time').sleep(0.55); print(*moves[0])");
    let [sleeps, does_not_read] = ["2", "1"].map(|turn| {
        let sleeps = format!("__import__('time').sleep(100 if words[1] == '{turn}' else 0)");
        match turn {
            "2" => on_go(&format!("{sleeps}; print(*moves[0])")),
            _ => on_go(&format!("print(*moves[0], flush=True); {sleeps}")),
        }
    });
    let starts_slowly = format!("import time\ntime.sleep(100)\n{}", on_go("pass"));
    let follow = "what to do: follow the message above";
    let sooner = "what to do: make it answer sooner, or give it a longer --clock";
    let about_flush = "flush";
    for (mistake, bot, arguments, told, not_told) in [
        (
            "computes",
            &loops,
            "--clock 0.2/move",
            &["it computed all the time: think less", follow][..],
            &[about_flush, "does it sleep"][..],
        ),
        (
            "a little late",
            &is_late,
            "--clock 0.5/move --clock-by wall",
            &["no move within 0.500 s; its move came 0.", " s too late", sooner],
            &[about_flush, "input was closed", "slept"],
        ),
        (
            "sleeps later",
            &sleeps,
            "--clock 0.2/move",
            &["it slept or waited", sooner],
            &[about_flush, "does it sleep"],
        ),
        (
            "sleeps before it reads",
            &does_not_read,
            "--clock 0.2/move",
            &["it has not read the question", "what to do: read each line as soon as it comes"],
            &[about_flush],
        ),
        (
            "starts slowly",
            &starts_slowly,
            "--start-budget 300ms",
            &[
                "not ready within 0.300 s",
                "what to do: make it start faster, or give it more time with --start-budget",
            ],
            &[about_flush, "until `quit` comes"],
        ),
        (
            "uses up the time for the game",
            &loops,
            "--clock 0.25",
            &[
                "its 0.25 s for the game are used up: no move within 0.250 s",
                "`--clock 0.25/move` gives as much for each move",
            ],
            &["does it sleep"],
        ),
        (
            "uses up a time with an increment",
            &loops,
            "--clock 0.25+0.01",
            &["its 0.25 s for the game and 0.01 s for each turn are used up: no move"],
            &["does it sleep", "for each move"],
        ),
        ("has another limit", &loops, "--clock 60,0.25/move", &["no move within 0.250 s"], &["used up"]),
    ] {
        let line = format!("check virus bot.py {arguments}");
        check(&Case { mistake, files: &[("bot.py", bot)], line: &line, code: 1, told, not_told });
    }
}

#[test]
fn missing_programs_and_modules_are_named() {
    let imports = "import nosuchone, json\nimport nosuchtwo.part\nimport helper\n";
    let bots = [on_go("pass"), "def ia(game, side): pass\n".to_string()];
    let [lines, original] = bots.map(|bot| format!("{imports}{bot}"));
    let helper =
        "try:\n    import nosuchoptional\nexcept ImportError:\n    pass\nfrom nosuchthree import x\n";
    let all_three = &["`nosuchone`, `nosuchtwo`, `nosuchthree`", "install nosuchone nosuchtwo nosuchthree"];
    let cases = [
        Case {
            mistake: "modules that are not installed",
            files: &[("bot.py", &lines), ("helper.py", helper)],
            line: "check virus bot.py",
            code: 1,
            told: &[
                all_three[0],
                all_three[1],
                "does not have: check the spelling, then run",
                "what to do: follow the message above",
            ],
            not_told: &[ABOUT_FOLDERS, ABOUT_ORIGINALS, "nosuchoptional", "`json`", "`helper`"],
        },
        Case {
            mistake: "the same in an executable",
            files: &[("!bot.py", &format!("#!/usr/bin/env python3\nimport nosuchone\n{}", on_go("pass")))],
            line: "check virus ./bot.py",
            code: 1,
            told: &["the Python module `nosuchone`", "install nosuchone"],
            not_told: &[ABOUT_FOLDERS],
        },
        Case {
            mistake: "modules of an original bot",
            files: &[("bot.py", &original), ("helper.py", helper)],
            line: "check virus bot.py",
            code: 1,
            told: &[all_three[0], all_three[1], "what to do: follow the message above"],
            not_told: &[ABOUT_FOLDERS, "nosuchoptional"],
        },
        Case {
            mistake: "an interpreter that `env` does not find",
            files: &[("!bot", "#!/usr/bin/env nosuchlanguage\n")],
            line: "check virus ./bot",
            code: 1,
            told: &["nosuchlanguage", "is not installed: install it", "what to do: follow the message above"],
            not_told: &[ABOUT_FOLDERS],
        },
        Case {
            mistake: "`python` that `env` does not find",
            files: &[(
                "!bot",
                "#!/bin/sh\necho \"env: 'python': No such file or directory\" >&2; exit 127\n",
            )],
            line: "check virus ./bot",
            code: 1,
            told: &["`python` from its first line is not found in the sandbox: write `python3` there"],
            not_told: &["apt install"],
        },
        Case {
            mistake: "an interpreter at a wrong path",
            files: &[("!bot", "#!/usr/bin/nosuchlanguage\n")],
            line: "check virus ./bot",
            code: 1,
            told: &[
                "check that `/usr/bin/nosuchlanguage` from its first line exists",
                "follow the message above",
            ],
            not_told: &[ABOUT_FOLDERS],
        },
        Case {
            mistake: "a command that is not installed",
            files: &[("bot.js", "")],
            line: "check virus nosuchlanguage?bot.js",
            code: 2,
            told: &["there is no program nosuchlanguage on the PATH: install it"],
            not_told: &[ABOUT_FOLDERS],
        },
        Case {
            mistake: "a file that is missing",
            files: &[("bot.py", "open('weights.txt')\nimport sys\nsys.stdin\n")],
            line: "check virus bot.py",
            code: 1,
            told: &[ABOUT_FOLDERS, "--allow-read"],
            not_told: &["pip"],
        },
    ];
    for case in cases {
        check(&case);
    }
}

#[test]
fn files_that_are_no_bots_are_explained() {
    let good = on_go("print(*moves[0])");
    for case in [
        Case {
            mistake: "an executable without a first line",
            files: &[("!mybot", &good)],
            line: "check virus ./mybot",
            code: 1,
            told: &[
                "`sh` has run it as a shell script: add `#!/usr/bin/env python3`, or what runs it, as its first line",
                "follow the message above",
            ],
            not_told: &[ABOUT_ORIGINALS],
        },
        Case {
            mistake: "a file that nothing runs",
            files: &[("mybot", &good)],
            line: "check virus ./mybot",
            code: 2,
            told: &[
                "as in `\"python3 ./mybot\"` with the quotes",
                "add a first line such as `#!/usr/bin/env python3` and run `chmod +x ./mybot`",
            ],
            not_told: &[],
        },
        Case {
            mistake: "a script without the permission",
            files: &[("mybot", &format!("#!/usr/bin/env python3\n{good}"))],
            line: "check virus ./mybot",
            code: 2,
            told: &["./mybot is not executable: run `chmod +x ./mybot`\n"],
            not_told: &["first line"],
        },
        Case {
            mistake: "a program that says hello",
            files: &[("bot.py", "print('hello')\n")],
            line: "check virus bot.py",
            code: 1,
            told: &[
                "status 0; it must read lines and send a move for each `go`, until `quit` comes; if it is a bot of \
                 the original game, name it `orig:bot.py`\n",
                "follow the message above",
            ],
            not_told: &["what to do: it must read lines"],
        },
        Case {
            mistake: "an empty file",
            files: &[("bot.py", "")],
            line: "play virus bot.py random --quiet",
            code: 1,
            told: &["status 0; it must read lines and send a move for each `go`", "`orig:bot.py`"],
            not_told: &["what to do about"],
        },
        Case {
            mistake: "a program for another machine",
            files: &[("!mybot", "\u{7f}ELF\0\0\0\0 not really")],
            line: "check virus ./mybot",
            code: 1,
            told: &["it was built for another machine: compile it on this one", "follow the message above"],
            not_told: &[],
        },
        Case {
            mistake: "Kotlin",
            files: &[("mybot/bot.kt", "fun main() {}\n")],
            line: "play virus mybot/bot.kt random",
            code: 2,
            told: &[
                "`kotlinc mybot/bot.kt -include-runtime -d mybot/bot.jar`",
                "\"java -jar mybot/bot.jar\"",
            ],
            not_told: &["chmod"],
        },
        Case {
            mistake: "a class",
            files: &[("mybot/Bot.class", "\u{ca}\0")],
            line: "play virus mybot/Bot.class random",
            code: 2,
            told: &["call it \"java -cp mybot Bot\""],
            not_told: &["chmod"],
        },
        Case {
            mistake: "a class in this folder",
            files: &[("Bot.class", "\u{ca}\0")],
            line: "play virus ./Bot.class random",
            code: 2,
            told: &["call it \"java -cp . Bot\""],
            not_told: &["chmod"],
        },
        Case {
            mistake: "an archive",
            files: &[("bot.jar", "PK\0")],
            line: "play virus bot.jar random",
            code: 2,
            told: &["call it \"java -jar bot.jar\""],
            not_told: &["chmod"],
        },
        Case {
            mistake: "a folder with a bot",
            files: &[("mybot/bot.py", &good), ("mybot/helper.py", "")],
            line: "play virus ./mybot random",
            code: 2,
            told: &["./mybot is a folder: name a file in it, such as ./mybot/bot.py"],
            not_told: &[],
        },
        Case {
            mistake: "a folder with one program",
            files: &[("mybot/anna.py", &good), ("mybot/README.md", "")],
            line: "play virus mybot/ random",
            code: 2,
            told: &["such as mybot/anna.py"],
            not_told: &[],
        },
        Case {
            mistake: "a folder with two programs",
            files: &[("mybot/anna.py", &good), ("mybot/ben.py", "")],
            line: "play virus ./mybot random",
            code: 2,
            told: &["./mybot is a folder: name a file in it"],
            not_told: &["such as"],
        },
    ] {
        check(&case);
    }
}

#[test]
fn errors_of_bots_name_the_authors_files() {
    let crashes = on_go("raise ValueError('oh')");
    let python_2 =
        "class Agent:\n  def __init__ (self, player, hfunc, maxDepth):\n    print 'playing', player\n";
    let javascript = "throw new Error('oh')\n";
    for (mistake, file, bot, line, told, not_told) in [
        (
            "a traceback",
            "mybot/bot.py",
            &*crashes,
            "check virus mybot/bot.py",
            "File \"mybot/bot.py\", line 6",
            "orig:",
        ),
        ("a traceback here", "bot.py", &crashes, "check virus bot.py", "File \"bot.py\", line 6", "orig:"),
        (
            "a traceback at another level",
            "mybot/bot.py",
            &crashes,
            "check virus mybot/bot.py --sandbox standard",
            "File \"mybot/bot.py\", line 6",
            "orig:",
        ),
        (
            "an original",
            "a b/bot.py",
            "def ia(game, side): oh\n",
            "check virus a?b/bot.py",
            "File \"a b/bot.py\", line 1",
            "orig:",
        ),
        (
            "a stack trace",
            "mybot/bot.mjs",
            javascript,
            "check virus mybot/bot.mjs",
            "mybot/bot.mjs:1",
            "file:",
        ),
        (
            "a syntax error",
            "bot.py",
            "import socket, sys\nif True print(1)\n",
            "check virus bot.py",
            "what to do: fix the error shown above",
            "orig:",
        ),
        (
            "an indentation error",
            "bot.py",
            "if True:\nx = 1\n",
            "check virus bot.py",
            "what to do: fix the error shown above",
            "orig:",
        ),
        (
            "Python 2",
            "mybot/agent.py",
            python_2,
            "check conga mybot/agent.py",
            "-x import -w mybot/agent.py`",
            "orig:",
        ),
    ] {
        check(&Case { mistake, files: &[(file, bot)], line, code: 1, told: &[told], not_told: &[not_told] });
    }
}

/// Options after a command of several words: they work with `json:`, and are explained
/// elsewhere.
#[test]
fn a_command_takes_a_name_with_json() {
    let zoe = "import json, sys\nfor line in sys.stdin:\n    call = json.loads(line)\n    \
               if call['function'] == 'init' and call['name'] != 'Zoe': sys.exit(9)\n    \
               print(json.dumps(['scout', [5, 5]]), flush=True)\n";
    let case = |mistake, line, code, told: &'static [&'static str]| Case {
        mistake,
        files: &[],
        line,
        code,
        told,
        not_told: &["did not start"],
    };
    let files = [("zoe.py", zoe)];
    for case in [
        case(
            "a name",
            "play plantation json:python3?zoe.py#name=Zoe random --rules max_turns=1",
            0,
            &["Zoe (Plus) against"],
        ),
        case(
            "a file",
            "play plantation json:zoe.py#name=Zoe random --rules max_turns=1",
            0,
            &["Zoe (Plus) against"],
        ),
        case(
            "another option",
            "play plantation json:python3?zoe.py#size=3 random",
            2,
            &["it takes no option `size`"],
        ),
        case("no value", "play plantation json:python3?zoe.py#x random", 2, &["only with `json:`"]),
        case(
            "no json",
            "play plantation python3?zoe.py#name=Zoe random",
            2,
            &["there is no file zoe.py?name=Zoe", "only with `json:`"],
        ),
    ] {
        check(&Case { files: &files, ..case });
    }
}

/// `play` says as much as `check`, and how to check.
#[test]
fn play_helps_as_check_does() {
    let network = "import socket\nsocket.create_connection(('example.com', 80))\n";
    let reads = on_go("open('/home/somebody/data.txt')");
    let illegal = on_go("print('0 99')");
    let late = on_go("sys.stdin.readline()");
    for (mistake, bot, line, code, told) in [
        (
            "no network",
            network,
            "play virus my?bot.py random --quiet",
            1,
            &[
                "what to do about my bot.py: bots have no network",
                "to find out more: gridiron check virus 'my bot.py'\n",
            ][..],
        ),
        (
            "a file elsewhere, on the other seat",
            &reads,
            "play virus random my?bot.py --quiet --rules size=6 --clock 5/move",
            1,
            &[
                "what to do about my bot.py: if the file exists: the bot can read only",
                "to find out more: gridiron check virus 'my bot.py' --rules size=6 --clock 5/move\n",
            ],
        ),
        (
            "a move that only costs a turn",
            &illegal,
            "play virus my?bot.py random --quiet",
            0,
            &["what to do about my bot.py: compare its move", "gridiron check virus 'my bot.py'\n"],
        ),
        (
            "no move",
            &late,
            "play virus my?bot.py random --quiet --clock 0.2/move",
            0,
            &["ran out of time", "gridiron check virus 'my bot.py' --clock 0.2/move\n"],
        ),
    ] {
        let files = [("my bot.py", bot)];
        check(&Case { mistake, files: &files, line, code, told, not_told: &["random: "] });
    }
    let silent = "play virus greedy random --quiet --seed 1";
    check(&Case {
        mistake: "none",
        files: &[],
        line: silent,
        code: 0,
        told: &[],
        not_told: &["what to do", "to find out more"],
    });
}

/// Both reasons are told, each with the name of its bot.
#[test]
fn if_neither_starts_both_reasons_are_told() {
    let broken = "raise ValueError('broken')\n";
    let torn = "raise KeyError('torn')\n";
    let sleeps = "import time\ntime.sleep(100)\n";
    let files = [("broken.py", broken), ("torn.py", torn), ("sleeps.py", sleeps), ("!lost", "#!/no/where\n")];
    let exited = "it exited before its first move, with exit status 1";
    let is_late = "sleeps.py: not ready within 3.000 s of its start; it has not read its input";
    let traces = ["  broken.py:\n", "ValueError: broken", "  torn.py:\n", "KeyError: 'torn'"];
    let checks =
        ["gridiron check virus broken.py --start-budget", "gridiron check virus sleeps.py --start-budget"];
    for (players, told, not_told) in [
        (
            "broken.py torn.py",
            &[exited, traces[0], traces[1], traces[2], traces[3]][..],
            &["broken.py: it"][..],
        ),
        ("broken.py sleeps.py", &["broken.py: it exited", is_late, traces[1], checks[0], checks[1]], &[]),
        ("sleeps.py broken.py", &["broken.py: it exited", is_late, traces[1], checks[0], checks[1]], &[]),
        ("broken.py ./lost", &["broken.py: it exited", "lost: it cannot be run: ", "`/no/where`"], &[]),
        ("./lost broken.py", &["broken.py: it exited", "lost: it cannot be run: ", "`/no/where`"], &[]),
        ("broken.py broken.py", &[exited, traces[1]], &[traces[0], "broken.py: it"]),
        (
            "sleeps.py ./lost",
            &["program started\nsleeps.py: not ready", "input\nlost: it cannot be run"],
            &[],
        ),
        (
            "./lost sleeps.py",
            &["program started\nlost: it cannot be run", "exists\nsleeps.py: not ready"],
            &[],
        ),
    ] {
        let line = format!("play virus {players} --quiet --start-budget 3s");
        check(&Case { mistake: players, files: &files, line: &line, code: 1, told, not_told });
    }
}

/// Where the system refuses `pip install`, a virtual environment is made. The test
/// says so in place of the system.
#[test]
fn commands_suit_a_python_that_the_system_manages() {
    let imports = include_str!("../../referee/src/originals/python/imports.py");
    for (is_managed, then, expected) in [
        ("False", "", "PYTHON -m pip install numpy pillow"),
        ("False", "fissix -w bot.py", "PYTHON -m pip install numpy pillow && PYTHON -m fissix -w bot.py"),
        ("True", "", "python3 -m venv ~/bots-venv && . ~/bots-venv/bin/activate && pip install numpy pillow"),
        (
            "True",
            "fissix -w bot.py",
            "python3 -m venv ~/bots-venv && . ~/bots-venv/bin/activate && pip install numpy pillow && python -m fissix -w bot.py",
        ),
    ] {
        let program = format!(
            "{imports}\nis_managed = lambda: {is_managed}\nsys.executable = 'PYTHON'\n\
             print(pip_install(['numpy', 'pillow'], '{then}'))\n"
        );
        let output = Command::new("python3").args(["-c", &program]).output().expect("python3");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), expected, "{output:?}");
    }
}
