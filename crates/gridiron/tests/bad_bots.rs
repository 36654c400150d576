//! Programs that misbehave, each in its own way: what it costs them, that it
//! costs no other player anything, and that nothing of them is left behind.
//!
//! The bots are `bots/bad.py`. None of the tests depends on speed: bots do what
//! they do when they are asked, and whatever is waited for is waited for long.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

const GRIDIRON: &str = env!("CARGO_BIN_EXE_gridiron");
const BAD_PY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/bad.py");

/// A command that takes longer hangs.
const HANGS: Duration = Duration::from_secs(60);

/// What a process may take to vanish once it has been asked to.
const VANISHES: Duration = Duration::from_secs(10);

/// No process of a command takes more memory than this, in KiB. They need 10 to
/// 20 MB; the most talkative bot sends 100 MB.
const MEMORY: u64 = 32 * 1024;

/// The interpreter itself, because `python3` may be a script that looks for it.
static PYTHON: LazyLock<String> = LazyLock::new(|| {
    let code = "import sys; print(sys.executable)";
    let output = Command::new("python3").args(["-c", code]).output().expect("python3 is installed");
    String::from_utf8(output.stdout).expect("a path").trim_end().to_string()
});

/// Runs a command, ends it if it hangs, and writes down the most memory that it
/// or a process it waited for had: FILE SECONDS COMMAND…
const MEASURE: &str = "
import os, signal, sys
child = os.fork()
if child == 0:
    signal.alarm(int(sys.argv[2]))
    os.execv(sys.argv[3], sys.argv[3:])
_, status, used = os.wait4(child, 0)
with open(sys.argv[1], 'w') as file:
    file.write(str(used.ru_maxrss))
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else f'{signal.Signals(-code).name}: SIGALRM means that it hung')
";

/// A folder for one command: its bots and what they leave there.
struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new() -> Scene {
        let scene = Scene { folder: tempfile::tempdir().expect("a folder") };
        for (name, text) in [
            ("no-interpreter", &b"#!/no/such/interpreter\n"[..]),
            ("no-program", b"\x7fELF\0\xff\xff\0("),
            ("quitter", b"#!/bin/sh\nexit 7\n"),
        ] {
            fs::write(scene.path().join(name), text).expect("room");
            fs::set_permissions(scene.path().join(name), fs::Permissions::from_mode(0o755))
                .expect("own file");
        }
        scene
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The words of a command, in which `bad:NAME` is a bot and `./NAME` a file
    /// of the folder.
    fn words(&self, command: &str) -> Vec<String> {
        let folder = self.path().display();
        let word = |word: &str| match (word.strip_prefix("bad:"), word.strip_prefix("./")) {
            (Some(behaviour), _) => format!("'{}' -I -S '{BAD_PY}' {behaviour} '{folder}'", *PYTHON),
            (_, Some(file)) => format!("{folder}/{file}"),
            _ => word.to_string(),
        };
        let mut words: Vec<String> = command.split_ascii_whitespace().map(word).collect();
        // The same games every time.
        words.extend(["--trust-bots", "--seed", "1"].map(String::from));
        words.push(if words[0] == "match" { "--records" } else { "--record" }.into());
        words.push(format!("{folder}/records"));
        words.extend((words[0] == "play").then(|| "--quiet".into()));
        // Nothing depends on how long an interpreter takes on a busy machine.
        if !command.contains("--start-budget") {
            words.extend(["--start-budget", "20s"].map(String::from));
        }
        words
    }

    /// Runs a command; gives the records of its games. They hold, and no bot is
    /// left.
    fn records(&self, command: &str) -> Result<Vec<Value>, String> {
        let memory = self.path().join("memory");
        let output = Command::new(&*PYTHON)
            .args(["-I", "-S", "-c", MEASURE])
            .arg(&memory)
            .args([&HANGS.as_secs().to_string(), GRIDIRON])
            .args(self.words(command))
            .stdin(Stdio::null())
            .output()
            .expect("python starts");
        // Before anything else, so that no failure leaves bots behind.
        let left = self.left_behind();
        // A bot that never starts makes a command fail, but its games are recorded.
        let has_failed = String::from_utf8_lossy(&output.stderr).contains("start");
        if !(has_failed && output.status.code() == Some(1)) {
            succeeded(&output)?;
        }
        if !left.is_empty() {
            return Err(format!("left behind: {left:?}"));
        }
        let memory: u64 = read(&memory).parse().expect("a number");
        if memory > MEMORY {
            return Err(format!("{memory} KiB of memory"));
        }
        let file = self.path().join("records");
        let verified = Command::new(GRIDIRON).args(["replay", "--verify"]).arg(&file).output();
        succeeded(&verified.expect("the program starts"))?;
        Ok(read(&file).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
    }

    /// How many processes the bots had.
    fn processes(&self) -> usize {
        fs::read_to_string(self.path().join("pids")).map_or(0, |pids| pids.lines().count())
    }

    /// The processes of the bots that are still there, even after a while; now
    /// they go.
    fn left_behind(&self) -> Vec<String> {
        let deadline = Instant::now() + VANISHES;
        loop {
            let pids = fs::read_to_string(self.path().join("pids")).unwrap_or_default();
            let left: Vec<String> = pids.lines().filter(|line| is_alive(line)).map(String::from).collect();
            if left.is_empty() {
                return left;
            }
            if Instant::now() > deadline {
                let pids = left.iter().filter_map(|line| line.split(' ').next());
                Command::new("kill").arg("-KILL").args(pids).status().expect("kill is installed");
                return left;
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn succeeded(output: &Output) -> Result<(), String> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{}\n{}{}", output.status, text(&output.stdout), text(&output.stderr))),
    }
}

/// Whether a process runs, given its number and when it was started.
fn is_alive(line: &str) -> bool {
    let (pid, start) = line.split_once(' ').expect("a number and a time");
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap_or_default().1.split_ascii_whitespace().collect();
    fields.get(19) == Some(&start) && !["Z", "X"].contains(&fields[0])
}

fn actions(record: &Value) -> &[Value] {
    record["actions"].as_array().expect("actions")
}

/// What was played, without what differs from run to run.
fn moves(record: &Value) -> Vec<(&Value, &Value)> {
    actions(record).iter().map(|action| (&action["seat"], &action["action"])).collect()
}

/// What the player at the seat was asked for and gave.
fn answers(record: &Value, seat: u64) -> Vec<&Value> {
    actions(record).iter().filter(|action| action["seat"] == seat && action.get("by").is_none()).collect()
}

fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_else(|| panic!("no {key} in {object}"))
}

/// How every game of a command ends.
enum Ends {
    /// The bad bot loses by this cause.
    LosesBy(&'static str),
    /// The bad bot loses the second game of two by time.
    LosesInSecondGameByTime,
    /// The bad bot loses, one way or another.
    Loses,
    /// A draw.
    DrawBy(&'static str),
    /// By the rules, whichever seat wins.
    Normally,
    /// By the rules, and just as if the bot had behaved.
    AsIfHonest,
}

impl Ends {
    fn is_no_start(&self) -> bool {
        matches!(self, Ends::LosesBy("no-start") | Ends::DrawBy("no-start"))
    }
}

struct Case {
    /// The bad bot is the first player; see [`Scene::words`].
    command: &'static str,
    ends: Ends,
    /// What else must be true of the records.
    check: fn(&Scene, &[Value]),
}

fn case(command: &'static str, ends: Ends, check: fn(&Scene, &[Value])) -> Case {
    Case { command, ends, check }
}

fn nothing_else(_: &Scene, _: &[Value]) {}

fn run(case: &Case) -> Result<(), String> {
    let scene = Scene::new();
    let records = scene.records(case.command)?;
    let words: Vec<&str> = case.command.split(' ').collect();
    let games = words.iter().position(|word| *word == "--games").map_or("1", |at| words[at + 1]);
    let games: usize = games.parse().expect("a number");
    // A match stops after five games in which a bot does not start.
    let games = if case.ends.is_no_start() { games.min(5) } else { games };
    if records.len() != games {
        return Err(format!("{} records", records.len()));
    }
    for (number, record) in records.iter().enumerate() {
        let outcome = &record["outcome"];
        let cause = text(outcome, "cause");
        // In a match the seats are swapped after each game.
        let has_lost = outcome["winner"] == 1 - number % 2;
        let is_normal = ["normal", "repetition", "move-limit"].contains(&cause);
        let expected = match case.ends {
            Ends::LosesBy(why) => has_lost && cause == why,
            Ends::LosesInSecondGameByTime => number == 0 || (has_lost && cause == "time"),
            Ends::Loses => has_lost,
            Ends::DrawBy(why) => outcome["winner"].is_null() && cause == why,
            Ends::Normally | Ends::AsIfHonest => is_normal,
        };
        if !expected {
            return Err(format!("game {number} ended otherwise: {outcome}"));
        }
    }
    if let Ends::AsIfHonest = case.ends {
        let bad = |word: &&'static str| if word.starts_with("bad:") { "bad:honest" } else { *word };
        let honest: Vec<&str> = words.iter().map(bad).collect();
        let expected = Scene::new().records(&honest.join(" "))?;
        for (record, expected) in records.iter().zip(&expected) {
            let faults = actions(record).iter().filter(|action| action.get("fault").is_some()).count();
            if faults > 0 || moves(record) != moves(expected) || record["outcome"] != expected["outcome"] {
                return Err(format!("not as if honest: {record}\nbut\n{expected}"));
            }
        }
    }
    (case.check)(&scene, &records);
    Ok(())
}

/// Runs all cases, some at a time because most of them mostly wait.
fn run_all(cases: &[Case]) {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers = std::iter::from_fn(|| cases.get(next.fetch_add(1, Ordering::Relaxed)));
        let results = numbers.map(|case| {
            let begin = Instant::now();
            let result = std::panic::catch_unwind(|| run(case)).unwrap_or_else(|_| Err("see above".into()));
            println!("{:6.2} s  {}", begin.elapsed().as_secs_f64(), case.command);
            result.map_err(|problem| format!("{}: {problem}", case.command))
        });
        results.filter_map(Result::err).collect::<Vec<String>>()
    };
    let failures: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("panics are caught")).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn who_does_not_start_loses() {
    run_all(&[
        case("play conga ./no-interpreter random", Ends::LosesBy("no-start"), |_, records| {
            let message = text(&records[0]["outcome"], "message");
            assert!(message.contains("No such file"), "{message}");
        }),
        case("play conga ./no-program random", Ends::LosesBy("no-start"), nothing_else),
        case("match virus ./no-interpreter greedy --games 4", Ends::LosesBy("no-start"), nothing_else),
        case("play conga bad:exit-at-once random", Ends::LosesBy("no-start"), |_, records| {
            let message = text(&records[0]["outcome"], "message");
            assert!(message.contains("exit status 7"), "{message}");
        }),
        case("match virus bad:exit-at-once greedy --games 4", Ends::LosesBy("no-start"), |scene, _| {
            assert!(scene.processes() >= 4, "tried again for every game");
        }),
        case(
            "play conga bad:sleep-at-start random --start-budget 300ms",
            Ends::LosesBy("no-start"),
            |_, records| {
                let message = text(&records[0]["outcome"], "message");
                assert!(message.contains("within 0.3"), "{message}");
            },
        ),
    ]);
}

#[test]
fn who_ends_or_hangs_up_has_crashed() {
    fn exit_3(scene: &Scene, records: &[Value]) {
        let outcome = &records[0]["outcome"];
        assert!(text(outcome, "message").contains("exit status 3"), "{outcome}");
        assert_eq!(text(outcome, "stderr"), "no way out\n");
        assert_eq!(answers(&records[0], 0).len(), 1, "only its first answer was played");
        assert!(scene.processes() > 0);
    }
    run_all(&[
        case("play conga bad:exit random", Ends::LosesBy("crash"), exit_3),
        case("play virus bad:exit greedy --clock-by wall", Ends::LosesBy("crash"), exit_3),
        case("play plantation bad:exit random", Ends::LosesBy("crash"), exit_3),
        case("match virus bad:exit greedy --games 4", Ends::LosesBy("crash"), |scene, _| {
            assert_eq!(scene.processes(), 4, "started again after every crash");
        }),
        case("play conga bad:segfault random", Ends::LosesBy("crash"), |_, records| {
            let message = text(&records[0]["outcome"], "message");
            assert!(message.contains("signal 11 (SIGSEGV)"), "{message}");
        }),
        case("play conga bad:close-output random", Ends::LosesBy("crash"), |_, records| {
            let message = text(&records[0]["outcome"], "message");
            assert!(message.contains("closed its output"), "{message}");
        }),
        case("play conga bad:kill-supervisor random", Ends::LosesBy("crash"), nothing_else),
        case("play virus bad:close-stderr greedy", Ends::AsIfHonest, nothing_else),
        // To end after `end` is no crash.
        case("match virus bad:exit-after-end greedy --games 4 -c 1", Ends::AsIfHonest, |scene, _| {
            // The last may be sent away before it could end by itself, but
            // every game needed a process of its own.
            assert_eq!(scene.processes(), 4);
        }),
        case(
            "match conga bad:exit-after-end random --games 4 -c 1 --clock-by wall",
            Ends::AsIfHonest,
            |scene, _| assert_eq!(scene.processes(), 4),
        ),
    ]);
}

#[test]
fn what_is_no_answer_costs_what_the_rules_say() {
    /// The second answer is the only mistake, and the game went on.
    fn second_is_a_fault(record: &Value) -> &Value {
        let own = answers(record, 0);
        let faults: Vec<usize> = (0..own.len()).filter(|at| own[*at].get("fault").is_some()).collect();
        assert_eq!(faults, [1], "{record}");
        assert!(own.len() > 2, "{record}");
        assert_eq!(text(own[1], "fault"), "protocol");
        assert!(text(own[1], "sent").starts_with("\u{fffd}\u{fffd}\0\u{1}"), "{}", own[1]);
        own[1]
    }
    fn is_endless(_: &Scene, records: &[Value]) {
        let outcome = &records[0]["outcome"];
        assert!(text(outcome, "message").contains("65536 bytes"), "{outcome}");
        assert_eq!(text(outcome, "sent").chars().count(), 1001, "cut");
    }
    run_all(&[
        case("play conga bad:garbage random", Ends::LosesBy("protocol"), |_, records| {
            let sent = text(&records[0]["outcome"], "sent");
            assert!(sent.contains('\u{fffd}') && sent.ends_with(" 1,1\0"), "{sent:?}");
        }),
        case("play virus bad:garbage greedy", Ends::Normally, |_, records| {
            assert_eq!(text(second_is_a_fault(&records[0]), "action"), "pass");
        }),
        case(
            "play virus bad:garbage greedy --rules on_illegal=lose",
            Ends::LosesBy("protocol"),
            nothing_else,
        ),
        case("play plantation bad:garbage random", Ends::Normally, |_, records| {
            assert_eq!(text(second_is_a_fault(&records[0]), "reply"), "error");
        }),
        // What the referee keeps of it is measured for every command.
        case("play conga bad:endless-line random", Ends::LosesBy("protocol"), is_endless),
        case("play virus bad:endless-line greedy --clock-by wall", Ends::LosesBy("protocol"), is_endless),
        case("play plantation bad:endless-line random", Ends::LosesBy("protocol"), is_endless),
        case("play conga bad:deaf random --start-budget 300ms", Ends::LosesBy("no-start"), nothing_else),
        case("play virus bad:deaf-later greedy --clock-a 0.2/move", Ends::Loses, nothing_else),
        // What it does not read does not pile up: once the pipe is full it is
        // asked no more, and runs out of time.
        case(
            "play plantation bad:deaf-later random --clock-a 0.2/move --rules rows=32,cols=32,max_turns=5000",
            Ends::LosesBy("time"),
            nothing_else,
        ),
        case(
            "play plantation bad:deaf-later random --clock-by wall --clock-a 0.2/move --rules rows=32,cols=32,max_turns=5000",
            Ends::LosesBy("time"),
            nothing_else,
        ),
    ]);
}

#[test]
fn one_millisecond_too_late_is_too_late() {
    /// The second answer came too late, and it was the first to do so: a new
    /// process that joins on a busy machine may be late as well.
    fn goes_on(_: &Scene, records: &[Value]) {
        let own = answers(&records[0], 0);
        let first = own.iter().position(|action| action.get("fault").is_some());
        assert_eq!(first, Some(1), "{}", records[0]);
        assert_eq!((text(own[1], "fault"), text(own[1], "action")), ("time", "pass"));
        assert!(own.len() > 2, "the game went on: {}", records[0]);
    }
    run_all(&[
        case(
            "play conga bad:late-by-wall random --clock-by wall --clock-a 0.05/move",
            Ends::LosesBy("time"),
            nothing_else,
        ),
        case("play conga bad:late-by-cpu random --clock-a 0.05/move", Ends::LosesBy("time"), nothing_else),
        case("play virus bad:late-by-cpu greedy --clock-a 0.05/move", Ends::LosesBy("time"), nothing_else),
        case(
            "play virus bad:late-by-wall greedy --clock-by wall --clock-a 0.5/move --rules on_timeout=pass,size=6",
            Ends::Normally,
            goes_on,
        ),
        case(
            "play virus bad:late-by-cpu greedy --clock-a 0.5/move --rules on_timeout=pass,size=6",
            Ends::Normally,
            goes_on,
        ),
        // Who lets a child work is charged for it all the same.
        case("play conga bad:let-child-work random --clock-a 0.2/move", Ends::LosesBy("time"), nothing_else),
        // To end and be started again gives no time back.
        case(
            "match conga bad:waste-and-end random --clock-a 0.5/move --clock-b 10/move --games 2 -c 1",
            Ends::LosesInSecondGameByTime,
            nothing_else,
        ),
        case(
            "play conga bad:half-line random --clock-by wall --clock-a 0.2/move",
            Ends::LosesBy("time"),
            nothing_else,
        ),
        // A bot that sleeps uses no CPU time, but runs out of wall time.
        case("play conga bad:half-line random --clock-a 0.2/move", Ends::LosesBy("time"), nothing_else),
        case("play conga bad:stop-itself random --clock-a 0.2/move", Ends::LosesBy("time"), nothing_else),
        // There is one deadline, whatever is said meanwhile.
        case(
            "play conga bad:comments random --clock-by wall --clock-a 0.2/move",
            Ends::LosesBy("time"),
            nothing_else,
        ),
        case("play conga bad:comments random --clock-a 0.2/move", Ends::LosesBy("time"), nothing_else),
    ]);
}

#[test]
fn what_was_not_asked_for_is_dropped_and_counted() {
    fn one_for_each_answer(_: &Scene, records: &[Value]) {
        for (number, record) in records.iter().enumerate() {
            let seat = number % 2;
            let answers = answers(record, seat as u64).len();
            assert!(answers > 1, "{record}");
            assert_eq!(record["unasked"][seat], answers, "{record}");
            assert_eq!(record["unasked"][1 - seat], 0, "{record}");
        }
    }
    fn one(_: &Scene, records: &[Value]) {
        assert_eq!(records[0]["unasked"][1], 1, "{}", records[0]);
    }
    run_all(&[
        case("play conga bad:twice random", Ends::AsIfHonest, one_for_each_answer),
        case("play conga bad:twice random --clock-by wall", Ends::AsIfHonest, one_for_each_answer),
        case("match virus bad:twice greedy --games 4", Ends::AsIfHonest, one_for_each_answer),
        case("play plantation bad:twice random", Ends::AsIfHonest, one_for_each_answer),
        // The first player waits with its move until the second has spoken, which by
        // CPU time would be stopped meanwhile.
        case("play conga bad:patient bad:talk-before-go --clock-by wall", Ends::AsIfHonest, one),
    ]);
}

#[test]
fn standard_error_is_kept_in_part() {
    fn is_cut(_: &Scene, records: &[Value]) {
        let kept = actions(&records[0]).iter().filter_map(|action| action["stderr"].as_str());
        let lengths: Vec<usize> = kept.map(|stderr| stderr.chars().count()).collect();
        // The words about what was left out come on top.
        assert!(lengths.iter().any(|length| *length > 1000), "{lengths:?}");
        assert!(lengths.iter().all(|length| *length < 2100), "{lengths:?}");
    }
    run_all(&[
        case("play virus bad:flood-stderr greedy --clock none", Ends::AsIfHonest, is_cut),
        case("play virus bad:flood-stderr greedy --clock none --clock-by wall", Ends::AsIfHonest, is_cut),
    ]);
}

#[test]
fn nothing_is_left_behind() {
    fn two(scene: &Scene, _: &[Value]) {
        assert_eq!(scene.processes(), 2);
    }
    run_all(&[
        case("play conga bad:stay random", Ends::AsIfHonest, nothing_else),
        case("play conga bad:stay bad:stay --clock-by wall", Ends::AsIfHonest, nothing_else),
        case("play conga bad:grandchild random", Ends::AsIfHonest, two),
        case("play conga bad:grandchild-exit random", Ends::LosesBy("crash"), two),
        case("play conga bad:daemon random", Ends::AsIfHonest, two),
        case("play conga bad:daemon-exit random", Ends::LosesBy("crash"), two),
        case("match virus bad:family greedy --games 4 -c 1", Ends::AsIfHonest, |scene, _| {
            assert_eq!(scene.processes(), 3);
        }),
        // It must be killed, and with it all that it has started.
        case("play conga bad:family-stay random", Ends::AsIfHonest, |scene, _| {
            assert_eq!(scene.processes(), 3);
        }),
    ]);
}

#[test]
fn when_the_referee_is_killed_everybody_goes() {
    let scene = Scene::new();
    // The second player thinks for ever, and meanwhile the first is stopped.
    let mut referee = Command::new(GRIDIRON)
        .args(scene.words("play conga bad:family bad:family-hang --clock none"))
        .spawn()
        .expect("the program starts");
    let deadline = Instant::now() + HANGS;
    while !scene.path().join("hangs").exists() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(10));
    }
    let pids = fs::read_to_string(scene.path().join("pids")).unwrap_or_default();
    let alive = pids.lines().filter(|line| is_alive(line)).count();
    referee.kill().expect("it is there");
    referee.wait().expect("it is there");
    assert_eq!(scene.left_behind(), [""; 0]);
    assert_eq!(alive, 6, "two bots, each with a child and a daemon");
}

#[test]
fn nobody_wins_when_neither_starts() {
    run_all(&[
        case("play conga bad:exit-at-once bad:exit-at-once", Ends::DrawBy("no-start"), nothing_else),
        case("play conga ./no-program ./no-interpreter", Ends::DrawBy("no-start"), nothing_else),
        case(
            "play conga bad:sleep-at-start bad:sleep-at-start --start-budget 300ms",
            Ends::DrawBy("no-start"),
            nothing_else,
        ),
        case(
            "match virus bad:exit-at-once ./no-interpreter --games 4",
            Ends::DrawBy("no-start"),
            nothing_else,
        ),
        // It is gone before it could be sent anything.
        case("match virus ./no-interpreter ./quitter --games 8 -c 1", Ends::DrawBy("no-start"), nothing_else),
    ]);
}

/// A match may have a million games.
#[test]
fn who_cannot_be_run_again_and_again_leaves_no_zombies() {
    let command = "match virus ./no-interpreter bad:count-zombies --games 8 -c 1";
    run_all(&[case(command, Ends::LosesBy("no-start"), |scene, _| {
        let zombies: usize = read(&scene.path().join("zombies")).parse().expect("a number");
        // One may be about to be buried.
        assert!(zombies <= 1, "{zombies} zombies after 5 games");
    })]);
}

/// A bot that uses a known time for each answer is charged at least that.
#[test]
fn small_times_are_charged_in_full() {
    fn check(record: &Value, by: &str) {
        let times: Vec<u64> =
            answers(record, 0).iter().filter_map(|action| action.get(by)?.as_u64()).collect();
        // The first answer is for the start and may not have been measured.
        assert!(times.len() >= 299, "{}", times.len());
        let least = times.windows(200).map(|window| window.iter().sum::<u64>()).min();
        assert!(least >= Some(119_000_000), "200 times 0.6 ms are charged with {least:?} ns");
    }
    run_all(&[
        case("play plantation bad:think-by-cpu random", Ends::AsIfHonest, |_, records| {
            check(&records[0], "cpu_ns");
        }),
        case(
            "play plantation bad:think-by-wall random --clock-by wall --clock none",
            Ends::AsIfHonest,
            |_, records| check(&records[0], "wall_ns"),
        ),
    ]);
}

/// Who crashes in one game plays the others as if nothing had been.
#[test]
fn one_game_does_not_change_another() {
    let cases = [
        "virus bad:crash-once greedy",
        "virus bad:crash-once greedy --clock-by wall",
        "conga bad:crash-once random",
    ];
    for players in cases {
        let command = format!("match {players} --games 6");
        let scene = Scene::new();
        let records = scene.records(&command).expect(&command);
        let honest = Scene::new().records(&command.replace("crash-once", "honest")).expect(&command);
        assert_eq!((records.len(), honest.len()), (6, 6));
        let mut crashes = 0;
        for (number, (record, expected)) in records.iter().zip(&honest).enumerate() {
            if text(&record["outcome"], "cause") == "crash" {
                crashes += 1;
                assert_eq!(record["outcome"]["winner"], 1 - number % 2, "{command}");
                // As far as it got.
                assert!(moves(expected).starts_with(&moves(record)), "{command}, game {number}");
            } else {
                assert_eq!(moves(record), moves(expected), "{command}, game {number}");
                assert_eq!(record["outcome"], expected["outcome"], "{command}, game {number}");
            }
        }
        assert_eq!(crashes, 1, "{command}");
    }
}
