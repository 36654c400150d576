//! The sandbox as organisers and authors meet it: levels, options, what a bot finds
//! inside, and what is said when it cannot be had. That it holds is shown by the
//! hostile bots.
#![cfg(target_os = "linux")]

mod common;
mod sandboxes;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{folder_with, told};
use serde_json::Value;

const GRIDIRON: &str = env!("CARGO_BIN_EXE_gridiron");

/// Runs a script of its author's, and then answers with the first move.
const BOT: &str = "import os, sys
def tell(*what): print(*what, file=sys.stderr, flush=True)
def fails(attempt):
    try: attempt()
    except (OSError, MemoryError) as error: tell(type(error).__name__)
    else: tell('fine')
SCRIPT
for line in sys.stdin:
    words = line.split()
    if words and words[0] == 'start': tell('plays in', os.getpid())
    if words and words[0] == 'go': print(words[words.index('moves') + 1], flush=True)
";

fn bot(script: &str) -> String {
    BOT.replace("SCRIPT", script)
}

fn gridiron(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(GRIDIRON);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// The exit code, the standard output and the standard error.
fn run(command: &mut Command) -> (Option<i32>, String, String) {
    told(&command.output().expect("the program starts"))
}

/// Plays a short game against `random`. Returns all that the bot wrote for its
/// author, and the standard error of `gridiron`.
fn author_output(folder: &Path, spec: &str, level: &str, more: &[&str]) -> (String, String) {
    let game = ["play", "conga", spec, "random", "--seed", "1", "--quiet", "--rules", "move_limit=4"];
    let arguments = [&game[..], &["--record", "game.json", "--sandbox", level], more].concat();
    let (code, stdout, stderr) = run(gridiron(folder, &arguments).env("GRIDIRON_SECRET", "hush"));
    // At `standard` a bot with too many files gets an error when it opens the next, unless
    // the supervisor looks first and kills it.
    if level == "standard" && stdout.contains("it was killed because it left more than 16 MB") {
        assert_eq!(code, Some(1), "{arguments:?}: {stderr}");
        return ("OSError\n".into(), String::new());
    }
    assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
    let record: Value =
        serde_json::from_slice(&fs::read(folder.join("game.json")).expect("a record")).expect("JSON");
    assert_eq!(record["sandbox"], level, "{arguments:?}");
    let printed = record["actions"].as_array().expect("actions").iter().chain([&record["outcome"]]);
    (printed.map(|part| part["stderr"].as_str().unwrap_or_default()).collect(), stderr)
}

/// What a bot finds inside, at every level: its script, further arguments, and
/// what it tells.
#[rustfmt::skip]
const INSIDE: [(&str, &[&str], &str); 19] = [
    ("tell(sorted(os.listdir('.')))", &[], "['bot.py', 'data', 'notes.txt']\n"),
    ("tell(open('notes.txt').read(), open('data/more.txt').read())", &[], "notes more\n"),
    ("open('new', 'w').write('x'); tell(open('new').read())", &[], "x\n"),
    ("open('notes.txt', 'w').write('mine'); tell(open('notes.txt').read())", &[], "mine\n"),
    ("os.mkdir('d'); open('d/a', 'w').close(); os.rename('d/a', 'b'); os.remove('b'); os.rmdir('d'); tell('done')", &[], "done\n"),
    ("import tempfile; f = tempfile.NamedTemporaryFile(); f.write(b'x'); tell(os.path.dirname(f.name) == os.environ['HOME'])", &[], "True\n"),
    ("tell(os.environ.get('GRIDIRON_SECRET'), os.environ['PYTHONHASHSEED'])", &[], "None 0\n"),
    ("tell(os.environ.get('USER'), os.environ.get('SSH_AUTH_SOCK'), os.environ['LANG'])", &[], "None None C.UTF-8\n"),
    ("tell(os.getuid() != 0 and os.geteuid() != 0 and os.getgid() != 0, os.getgroups())", &[], "True []\n"),
    ("tell(open('/dev/stdin').fileno() > 2, len(os.urandom(4)), open('/dev/null').read() == '')", &[], "True 4 True\n"),
    ("import threading; t = threading.Thread(target=tell, args=['thread']); t.start(); t.join()", &[], "thread\n"),
    ("import asyncio; asyncio.run(asyncio.sleep(0.001)); tell('async')", &[], "async\n"),
    ("import subprocess; fails(lambda: subprocess.run(['true']))", &[], "PermissionError\n"),
    ("fails(lambda: bytearray(300 << 20))", &[], "fine\n"),
    ("fails(lambda: bytearray(300 << 20))", &["--memory", "256MB"], "MemoryError\n"),
    ("fails(lambda: open('f', 'wb').write(bytes(8 << 20)))", &[], "fine\n"),
    ("fails(lambda: open('f', 'wb').write(bytes(8 << 20)))", &["--file-size", "4MB"], "OSError\n"),
    ("fails(lambda: [open(f'f{n}', 'wb').write(bytes(4 << 20)) for n in range(12)])", &[], "fine\n"),
    ("fails(lambda: [open(f'f{n}', 'wb').write(bytes(4 << 20)) for n in range(12)])", &["--temp-size", "16MB"], "OSError\n"),
];

#[test]
fn bots_find_what_they_need_and_no_more() {
    for level in sandboxes::levels("python3") {
        for (script, more, expected) in INSIDE {
            let text = bot(script);
            let folder = folder_with(&[("bot.py", &text), ("notes.txt", "notes"), ("data/more.txt", "more")]);
            let (printed, complaint) = author_output(folder.path(), "bot.py", level, more);
            let printed = printed.split("plays in").next().unwrap_or_default();
            assert_eq!((printed, complaint.as_str()), (expected, ""), "{level}: {script}");
            // The folder itself is as it was.
            let kept = fs::read_to_string(folder.path().join("notes.txt")).expect("still there");
            assert_eq!(kept, "notes", "{level}: {script}");
            let left = fs::read_dir(folder.path()).expect("a folder").count();
            assert_eq!(left, ["bot.py", "notes.txt", "data", "game.json"].len(), "{level}: {script}");
        }
    }
}

/// Numerics in Python, as in many a bot.
#[test]
fn numpy_and_scipy_work_at_every_level() {
    let text = bot("import numpy, scipy.optimize, scipy.linalg
square = numpy.random.default_rng(1).random((200, 200))
tell(numpy.allclose(numpy.linalg.inv(square) @ square, numpy.eye(200)))
tell(round(float(scipy.optimize.minimize(lambda x: ((x - 3) ** 2).sum(), numpy.zeros(2)).x[0]), 3))
tell(scipy.linalg.svdvals(square).shape)");
    for level in sandboxes::levels("python3") {
        let folder = folder_with(&[("bot.py", &text)]);
        let (printed, _) = author_output(folder.path(), "bot.py", level, &[]);
        assert!(printed.starts_with("True\n3.0\n(200,)\n"), "{level}: {printed}");
    }
}

/// Where a bot runs that is called by several words, and what is copied.
#[test]
fn a_bot_gets_a_copy_of_its_own_folder() {
    let lists = bot("tell(sorted(os.listdir('.')), sys.argv[1:])");
    for level in sandboxes::levels("python3") {
        let folder = folder_with(&[("bots/bot.py", &lists), ("bots/other.txt", ""), ("secret.txt", "")]);
        for (spec, expected) in [
            ("bots/bot.py", "['bot.py', 'other.txt'] []\n"),
            ("python3 bots/bot.py", "['bot.py', 'other.txt'] []\n"),
            ("python3 bots/bot.py --level 3", "['bot.py', 'other.txt'] ['--level', '3']\n"),
        ] {
            let (printed, complaint) = author_output(folder.path(), spec, level, &[]);
            assert!(printed.starts_with(expected), "{level}: {spec}: {printed}");
            assert_eq!(complaint, "", "{level}: {spec}");
        }
        // A file that its words name is found where it stands in the copy.
        let reads = bot("tell(open(sys.argv[1]).read(), os.path.dirname(sys.argv[1]) == os.getcwd())");
        let folder = folder_with(&[("bots/bot.py", &reads), ("bots/w.txt", "weights")]);
        let (printed, _) = author_output(folder.path(), "python3 bots/bot.py bots/w.txt", level, &[]);
        assert!(printed.starts_with("weights True\n"), "{level}: {printed}");
    }
}

#[test]
fn an_opponent_in_the_same_folder_is_left_out() {
    let lists = bot("tell(sorted(os.listdir('.')))");
    for level in sandboxes::levels("python3") {
        let kin = [
            ("a.py", lists.as_str()),
            ("b.py", &lists),
            ("a.txt", ""),
            ("b_book.txt", ""),
            ("b.c", ""),
            ("games.jsonl", ""),
            ("games.npz", ""),
        ];
        let folder = folder_with(&kin);
        let game = ["match", "conga", "a.py", "python3 b.py", "--games", "2", "--rules", "move_limit=6"];
        let more = ["--seed", "1", "--sandbox", level, "--records", "games.jsonl"];
        let (code, header, stderr) = run(&mut gridiron(folder.path(), &[&game[..], &more].concat()));
        assert_eq!(code, Some(0), "{level}: {stderr}");
        assert!(header.contains(&format!("; sandbox {level}\n")), "{header}");
        let text = fs::read_to_string(folder.path().join("games.jsonl")).expect("records");
        // Nor what is called like it, nor what this run writes; but what is called like
        // that belongs to whom it likes.
        for listed in
            ["['a.py', 'a.txt', 'b_book.txt', 'games.npz']", "['b.c', 'b.py', 'b_book.txt', 'games.npz']"]
        {
            assert!(text.contains(listed), "{level}: {listed}: {text}");
        }
    }
}

/// A class in one folder: bots as files and in folders, tournaments beside them. Nobody
/// gets what is a rival's, or what tells of other tournaments. Its own is there.
#[test]
fn rivals_folders_and_tournaments_are_left_out() {
    let lists = bot("import helper
tell(sorted(os.path.join(at, name) for at, _, names in os.walk('.') for name in names))");
    let tournament = "game = 'conga'\nseed = 1\npairs = 1\n[rules]\nmove_limit = 4\nopening_plies = 0\n\
                      [[players]]\nname = 'one'\nbot = 'random'\n[[players]]\nname = 'two'\nbot = 'random'\n";
    let files = [
        ("anna.py", lists.as_str()),
        ("helper.py", ""),
        ("weights.txt", ""),
        ("book.db", "SQLite format 3 of its own"),
        ("settings.toml", "depth = 3"),
        ("page.html", "<html>"),
        (".env", ""),
        ("__pycache__/helper.cpython-311.pyc", ""),
        (".git/config", ""),
        ("ben/bot.py", &bot("")),
        ("ben/engine.py", ""),
        ("ben/data/weights.bin", ""),
        ("cup.toml", tournament),
        ("old/other.toml", tournament),
    ];
    let own = [
        "./.env",
        "./anna.py",
        "./book.db",
        "./helper.py",
        "./page.html",
        "./settings.toml",
        "./weights.txt",
    ];
    for level in sandboxes::levels("python3") {
        let folder = folder_with(&files);
        for (toml, more) in
            [("cup.toml", &["--report", "cup.html", "--json", "cup.json"][..]), ("old/other.toml", &[])]
        {
            let (code, _, stderr) =
                run(&mut gridiron(folder.path(), &[&["tournament", toml], more].concat()));
            assert_eq!(code, Some(0), "{stderr}");
        }
        for written in ["cup.db", "cup.html", "cup.json", "old/other.db"] {
            assert!(folder.path().join(written).exists(), "{written}");
        }
        fs::write(folder.path().join("cup.db-wal"), "").expect("room");
        let game = ["match", "conga", "anna.py", "ben/bot.py", "--games", "2", "--rules", "move_limit=6"];
        let more = ["--sandbox", level, "--records", "games.jsonl"];
        let (code, _, stderr) = run(&mut gridiron(folder.path(), &[&game[..], &more].concat()));
        assert_eq!(code, Some(0), "{level}: {stderr}");
        let text = fs::read_to_string(folder.path().join("games.jsonl")).expect("records");
        let listed = format!("{own:?}").replace('"', "'");
        assert!(text.contains(&listed), "{level}: {listed}: {text}");
    }
}

/// A virtual environment in the bot's own folder, activated, as students have it.
#[test]
fn an_environment_in_the_folder_works() {
    let folder = folder_with(&[("bot.py", &bot("import sys; tell(sys.prefix != sys.base_prefix)"))]);
    let environment = folder.path().join("venv");
    let made = Command::new("python3").args(["-m", "venv", "--without-pip"]).arg(&environment).status();
    assert!(made.is_ok_and(|status| status.success()));
    // The folder of a test is its owner's alone, and root's bots run as other users.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("own folder");
    let path = std::env::var("PATH").unwrap_or_default();
    for level in sandboxes::levels("python3") {
        let game = ["play", "conga", "bot.py", "random", "--quiet", "--dialogue", "said", "--sandbox", level];
        let mut command = gridiron(folder.path(), &game);
        command.env("PATH", format!("{}:{path}", environment.join("bin").display()));
        let (code, _, stderr) = run(&mut command);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{level}");
        let said = fs::read_to_string(folder.path().join("said")).expect("a dialogue");
        assert!(said.contains("! True\n"), "{level}: {said}");
    }
}

/// Who is called by no file has a folder for itself.
#[test]
fn a_module_keeps_its_folder_to_itself() {
    let module = bot("tell(sorted(os.listdir('.')))");
    let folder =
        folder_with(&[("a/m/__main__.py", &module), ("b/bot.py", &bot("")), ("a/m/inner.py", &bot(""))]);
    let class = folder.path();
    for (here, a, b, complaint) in [
        ("a", "python3 -m m", "../b/bot.py", None),
        ("", "b/bot.py", "a/m/__main__.py", None),
        (".", "python3 -m a.m", "b/bot.py", Some("which belongs to its opponent")),
        ("a", "python3 -m m", "python3 -m m.inner", Some("which belongs to its opponent")),
        ("a", "m/inner.py", "python3 -m m", Some("which belongs to its opponent")),
    ] {
        let game = ["play", "conga", a, b, "--quiet", "--rules", "move_limit=4", "--sandbox", "standard"];
        let (code, _, stderr) = run(&mut gridiron(&class.join(here), &game));
        assert_eq!(code, Some(if complaint.is_some() { 2 } else { 0 }), "{a} {b}: {stderr}");
        assert!(stderr.contains(complaint.unwrap_or_default()), "{a} {b}: {stderr}");
    }
}

/// A folder that is too much to copy, and a bot that is only a link.
#[test]
fn what_is_not_copied_is_said() {
    let folder = folder_with(&[("bot.py", &bot("tell(sorted(os.listdir('.')))")), ("notes.txt", "")]);
    fs::File::create(folder.path().join("huge"))
        .and_then(|file| file.set_len(65 << 20))
        .expect("a sparse file");
    let (printed, complaint) = author_output(folder.path(), "bot.py", "standard", &[]);
    assert!(printed.starts_with("['bot.py']\n"), "{printed}");
    assert!(complaint.contains("only bot.py of ") && complaint.contains("more than 64 MB"), "{complaint}");
    symlink("bot.py", folder.path().join("link.py")).expect("room");
    let (code, _, complaint) = run(&mut gridiron(folder.path(), &["play", "conga", "link.py"]));
    assert_eq!(code, Some(2));
    assert!(complaint.contains("link.py") && complaint.contains("link"), "{complaint}");
}

/// Links are not copied, but a walk through a million of them would slow every pair.
#[test]
fn a_folder_of_many_links_is_not_walked_through() {
    let folder = folder_with(&[("many/bot.py", &bot("tell(os.listdir('.'))")), ("one/bot.py", &bot(""))]);
    for number in 0..10_001 {
        symlink("bot.py", folder.path().join(format!("many/{number}"))).expect("room");
    }
    let (printed, complaint) = author_output(folder.path(), "many/bot.py", "standard", &[]);
    assert!(printed.starts_with("['bot.py']\n"), "{printed}");
    assert!(complaint.contains("the folder holds more than 10000 files"), "{complaint}");
}

/// What a bot writes for people to read is text, and there is an end to it.
#[test]
fn a_dialogue_has_no_escapes_and_an_end() {
    let noisy = bot("sys.stderr.write(chr(27) + ']0;owned' + chr(7) + chr(10))").replace(
        "print(words[words.index('moves') + 1], flush=True)",
        "[sys.stdout.write('# ' + 'x' * 60000 + chr(10)) for _ in range(800)]; print(words[words.index('moves') + 1], flush=True)",
    );
    let folder = folder_with(&[("bot.py", &noisy)]);
    let game = ["play", "conga", "bot.py", "random", "--quiet", "--dialogue", "said", "--seed", "1"];
    let (code, _, stderr) =
        run(&mut gridiron(folder.path(), &[&game[..], &["--rules", "move_limit=20"]].concat()));
    assert_eq!(code, Some(0), "{stderr}");
    let said = fs::read(folder.path().join("said")).expect("a dialogue");
    assert!((60 << 20..66 << 20).contains(&said.len()), "{}", said.len());
    let said = String::from_utf8(said).expect("text");
    assert!(said.contains("A ! \\u{1b}]0;owned\\u{7}\n"), "{}", &said[..1000]);
    assert!(!said.contains(|c: char| c.is_control() && c != '\n'));
    assert!(said.ends_with("(the log ends here: it holds at most 64 MB of a bot)\n"));
}

#[test]
fn folders_can_be_opened_for_reading() {
    let elsewhere = folder_with(&[("book.txt", "an opening")]);
    // A temporary folder is its owner's alone, and root's bots run as other users.
    fs::set_permissions(elsewhere.path(), fs::Permissions::from_mode(0o755)).expect("own folder");
    let book = elsewhere.path().join("book.txt");
    let folder = folder_with(&[("bot.py", &bot(&format!("fails(lambda: tell(open({book:?}).read()))")))]);
    for level in sandboxes::levels("python3") {
        let (shut, _) = author_output(folder.path(), "bot.py", level, &[]);
        assert!(
            shut.starts_with("PermissionError\n") || shut.starts_with("FileNotFoundError\n"),
            "{level}: {shut}"
        );
        let allowed = elsewhere.path().to_string_lossy().into_owned();
        let (open, _) = author_output(folder.path(), "bot.py", level, &["--allow-read", &allowed]);
        assert!(open.starts_with("an opening\nfine\n"), "{level}: {open}");
        // By the name that it is given.
        let link = folder.path().join("link");
        symlink(elsewhere.path(), &link).expect("room");
        let by_link = bot(&format!("fails(lambda: tell(open({:?}).read()))", link.join("book.txt")));
        fs::write(folder.path().join("by-link.py"), by_link).expect("room");
        let (open, _) = author_output(folder.path(), "by-link.py", level, &["--allow-read", "link"]);
        assert!(open.starts_with("an opening\nfine\n"), "{level}: {open}");
        fs::remove_file(link).expect("own link");
        // But never one where the opponent stands.
        let rival = elsewhere.path().join("rival.py");
        fs::write(&rival, bot("")).expect("room");
        let game = ["play", "conga", "bot.py", &rival.to_string_lossy(), "--allow-read", &allowed];
        let (code, _, complaint) = run(&mut gridiron(folder.path(), &game));
        assert_eq!(code, Some(2), "{complaint}");
        assert!(complaint.contains("rival.py: move it elsewhere"), "{complaint}");
        fs::remove_file(rival).expect("own file");
    }
}

/// One process plays all games, and what it has written stays until it ends.
#[test]
fn a_process_is_kept_over_games() {
    let folder = folder_with(&[("bot.py", &bot("fails(lambda: open('mark', 'x').close())"))]);
    for level in sandboxes::levels("python3") {
        let game =
            ["match", "conga", "bot.py", "random", "--games", "8", "--concurrency", "1", "--seed", "1"];
        let more = ["--rules", "move_limit=6", "--sandbox", level, "--records", "games.jsonl"];
        let (code, _, stderr) = run(&mut gridiron(folder.path(), &[&game[..], &more].concat()));
        assert_eq!(code, Some(0), "{level}: {stderr}");
        let text = fs::read_to_string(folder.path().join("games.jsonl")).expect("records");
        let pids: Vec<&str> =
            text.split("plays in ").skip(1).filter_map(|rest| rest.split('\\').next()).collect();
        let different: BTreeSet<&str> = pids.iter().copied().collect();
        assert_eq!((pids.len(), different.len()), (8, 1), "{level}: {pids:?}");
        assert_eq!(text.matches("fine").count(), 1, "{level}");
        fs::remove_file(folder.path().join("games.jsonl")).expect("own file");
    }
}

/// A bot that hides what it has written loses; no other bot does, and the match goes on.
#[test]
fn who_cannot_be_watched_loses_alone() {
    let hides =
        bot("try:\n    for depth in range(300): os.mkdir('deep'); os.chdir('deep')\nexcept OSError: pass\n\
                     while True: pass");
    let folder = folder_with(&[("hides/bot.py", &hides), ("honest/bot.py", &bot(""))]);
    let game = [
        "match",
        "conga",
        "hides/bot.py",
        "honest/bot.py",
        "--games",
        "2",
        "--json",
        "--sandbox",
        "standard",
    ];
    let (code, stdout, stderr) = run(&mut gridiron(folder.path(), &game));
    // It never sends a move, so it has not started.
    assert_eq!(code, Some(1), "{stderr}");
    let summary: Value = serde_json::from_str(&stdout).expect("nothing but JSON");
    assert_eq!(
        (&summary["losses"], &summary["faults"]["b"]),
        (&2.into(), &serde_json::json!({})),
        "{stdout}"
    );
    assert!(stderr.contains("in its folder"), "{stderr}");
}

/// Neither what bots have written nor what held them stays, even if the referee is
/// killed.
#[test]
fn nothing_is_left_behind() {
    let temporary = tempfile::tempdir().expect("a folder");
    fs::set_permissions(temporary.path(), fs::Permissions::from_mode(0o1777)).expect("own folder");
    // A program of this test's own, by which its processes are known.
    let programs = tempfile::tempdir().expect("a folder");
    let program = programs.path().join("gridiron");
    fs::copy(GRIDIRON, &program).expect("room");
    let waits = bot("open('left', 'w').close(); os.mkdir('shut', 0)")
        .replace("print(words", "sys.stdin.read(); print(words");
    for (script, is_killed) in [(bot("open('left', 'w').close()"), false), (waits, true)] {
        let folder = folder_with(&[("bot.py", &script)]);
        for level in sandboxes::levels("python3") {
            let mut command = Command::new(&program);
            command.args([
                "play",
                "conga",
                "bot.py",
                "random",
                "--quiet",
                "--dialogue",
                "said",
                "--sandbox",
                level,
            ]);
            command.current_dir(folder.path()).stdin(Stdio::null()).stdout(Stdio::null());
            let mut child = command.env("TMPDIR", temporary.path()).spawn().expect("the program starts");
            if is_killed {
                let said = || fs::read_to_string(folder.path().join("said")).unwrap_or_default();
                wait_until(|| said().contains("go 1"), "the bot is asked");
                assert!(processes_of(&program) > 1, "{level}: the referee and those who hold its bot");
                child.kill().expect("it runs");
            }
            let status = child.wait().expect("it was started");
            assert_eq!(status.success(), !is_killed, "{level}");
            wait_until(
                || fs::read_dir(temporary.path()).expect("a folder").count() == 0,
                "the folder is removed",
            );
            wait_until(|| processes_of(&program) == 0, "no process is left");
            fs::remove_file(folder.path().join("said")).expect("own file");
        }
    }
}

/// How many processes run a program.
fn processes_of(program: &Path) -> usize {
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    processes
        .filter(|process| fs::read_link(process.path().join("exe")).is_ok_and(|exe| exe == program))
        .count()
}

fn wait_until(mut holds: impl FnMut() -> bool, what: &str) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while !holds() {
        assert!(Instant::now() < deadline, "not yet: {what}");
        std::thread::yield_now();
    }
}

/// As the user of the tests, and where that is root as another user too.
#[test]
fn the_doctor_says_what_holds() {
    // Where every user can run it.
    let folder = tempfile::tempdir().expect("a folder");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("own folder");
    let program = folder.path().join("gridiron");
    fs::copy(GRIDIRON, &program).expect("room");
    let is_root = rustix::process::getuid().is_root();
    if !is_root {
        println!("!!! NOT TRIED: only root can try it both as root and as another user");
    }
    for user in [None, Some(4242)].into_iter().filter(|user| user.is_none() || is_root) {
        let mut doctor = Command::new(&program);
        doctor.arg("doctor").current_dir("/").stdin(Stdio::null());
        if let Some(user) = user {
            doctor.uid(user).gid(user);
        }
        let (code, text, stderr) = run(&mut doctor);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{user:?}: {text}");
        for part in ["standard  holds", "read /etc/passwd", "start another program", "clock", "cores"] {
            assert!(text.contains(part), "{user:?}: {part}: {text}");
        }
        assert!(text.contains("stopped") && !text.contains("worked"), "{user:?}: {text}");
        if user.is_some() || !is_root {
            assert!(text.contains("server    not here  "), "{text}");
            assert!(text.contains("what to do: run gridiron as root"), "{text}");
        }
    }
}

/// What the doctor's hostile program tries works where nothing stops it, or its
/// failure would prove nothing.
#[test]
fn the_doctors_attacks_work_without_a_sandbox() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, attack) in ::sandbox::attacks::ATTACKS.iter().enumerate() {
        let (_, printed, stderr) = run(&mut gridiron(folder.path(), &["attack", &number.to_string()]));
        assert_eq!(printed, format!("{number} works\n"), "{}: {stderr}", attack.name);
    }
}

/// A layer that does not hold: what `doctor` says, the level that is left, and what
/// is refused.
#[test]
fn nothing_is_weaker_in_silence() {
    let folder = folder_with(&[("bot.py", &bot(""))]);
    let game = |more: &str, without: &str| {
        let line = format!("match conga bot.py random --games 2 --rules move_limit=6{more}");
        let arguments: Vec<&str> = line.split(' ').collect();
        run(gridiron(folder.path(), &arguments).env("GRIDIRON_PRETEND_WITHOUT", without))
    };
    let doctor = |without: &str, more: &[&str]| {
        run(gridiron(folder.path(), &[&["doctor"], more].concat()).env("GRIDIRON_PRETEND_WITHOUT", without))
    };
    for layer in ["landlock", "seccomp"] {
        let switched_off = format!("{layer}: switched off for a test");
        let (code, text, stderr) = doctor(layer, &[]);
        assert_eq!(code, Some(1), "{layer}: {stderr}");
        assert!(text.contains(&format!("standard  not here  {switched_off}")), "{text}");
        assert!(text.contains("what that means: bots cannot be locked in"), "{text}");
        assert_eq!(doctor(layer, &["--require", "standard"]).0, Some(1));
        for more in ["", " --require standard", " --sandbox standard", " --sandbox strong"] {
            let (code, stdout, stderr) = game(more, layer);
            assert_eq!((code, stdout.as_str()), (Some(1), ""), "{layer}{more}");
            assert!(stderr.contains(&switched_off), "{layer}{more}: {stderr}");
        }
        let (code, stdout, _) = game(" --trust-bots", layer);
        assert_eq!(code, Some(0));
        assert!(stdout.contains("no sandbox: programs can do everything that you can"), "{stdout}");
    }
    let held = sandboxes::levels("sh");
    for (layer, needs, falls_to) in [("namespaces", "strong", "standard"), ("cgroups", "server", "strong")] {
        if !held.contains(&needs) {
            continue;
        }
        let (code, stdout, stderr) = game(&format!(" --require {needs}"), layer);
        assert_eq!((code, stdout.as_str()), (Some(1), ""), "{layer}");
        let expected =
            format!("--require {needs}: bots would be locked in only at level {falls_to}: {layer}: ");
        assert!(stderr.contains(&expected), "{stderr}");
        let (_, text, _) = doctor(layer, &[]);
        assert!(text.starts_with(&format!("sandbox  {falls_to}\n")), "{text}");
        assert!(text.contains(&format!("{needs:8}  not here  {layer}: ")), "{text}");
    }
}
