//! Bad luck on the machine that plays: processes that are killed or stopped, and too
//! few files. Nobody loses a game by it, and one line says what happened.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use league::store::{Store, now_ms};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::{LAST, file, folder, gridiron, interrupt, told, works, write};

/// Long enough for anything here, so that a test that fails ends.
const PATIENCE: Duration = Duration::from_secs(120);

fn signal(process: u32, signal: Signal) {
    // It may have ended by itself.
    let _ = kill_process(Pid::from_raw(process as i32).expect("a process"), signal);
}

/// The children of a process: the supervisors of bots.
fn children(process: u32) -> Vec<u32> {
    let parent = |status: &str| {
        status
            .lines()
            .find_map(|line| line.strip_prefix("PPid:"))
            .and_then(|id| id.trim().parse::<u32>().ok())
    };
    let processes = fs::read_dir("/proc").expect("processes").filter_map(|entry| {
        let id: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        (parent(&status) == Some(process)).then_some(id)
    });
    processes.collect()
}

/// When the last pair ended that is saved.
fn last_end(store: &Path) -> i64 {
    let mut last = 0;
    if let Ok(store) = Store::open_read_only(store) {
        let _ = store.each_pair(|_, pair| last = last.max(pair.ended_ms));
    }
    last
}

/// Two bots in folders of their own, locked in, and a built-in player.
fn two_bots(folder: &Path, settings: &str) {
    for name in ["anna", "ben"] {
        fs::create_dir(folder.join(name)).expect("a folder");
        write(folder, &format!("{name}/bot.py"), &format!("# {name}\n{LAST}"));
    }
    write(folder, "cup.toml", &file(settings, &["anna/bot.py", "ben/bot.py", "greedy"]));
}

fn report(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("cup.json")).expect("a report")).expect("JSON")
}

/// All games ended by the rules, and no player has a fault.
fn check_no_blame(folder: &Path) {
    let report = report(folder);
    for row in report["standings"].as_array().expect("rows") {
        assert_eq!((&row["faults"], &row["aside"]), (&serde_json::json!({}), &Value::Null), "{row}");
    }
    for game in report["games"].as_array().expect("games") {
        assert_eq!(game["cause"], "normal", "{game}");
    }
}

/// A tournament that is being played, with its output in files.
struct Running {
    child: Child,
    folder: PathBuf,
}

impl Running {
    /// Returns when games are about to be played: a sandbox that is tried has
    /// children too.
    fn start(folder: &Path) -> Running {
        let output = |name: &str| File::create(folder.join(name)).expect("a file");
        let mut command = gridiron(folder);
        command.args(["tournament", "cup.toml"]).stdout(output("out.txt")).stderr(output("err.txt"));
        let mut running =
            Running { child: command.spawn().expect("it starts"), folder: folder.to_path_buf() };
        let out = folder.join("out.txt");
        running.wait_until(|| fs::read_to_string(&out).is_ok_and(|text| text.contains("results are saved")));
        running
    }

    /// Waits until something holds, or the tournament has ended. Returns whether it
    /// holds.
    fn wait_until(&mut self, mut holds: impl FnMut() -> bool) -> bool {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if holds() {
                return true;
            }
            if self.child.try_wait().expect("a process").is_some() {
                return false;
            }
            assert!(Instant::now() < deadline, "nothing happens");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Kills all supervisors that there are, or waits for one. Returns false if the
    /// tournament has ended.
    fn kill_supervisors(&mut self) -> bool {
        let id = self.child.id();
        let mut victims = Vec::new();
        let found = self.wait_until(|| {
            victims = children(id);
            !victims.is_empty()
        });
        victims.iter().for_each(|victim| signal(*victim, Signal::KILL));
        found
    }

    /// Waits for the end. Returns exit code and standard error, without the lines that
    /// say every ten seconds how far it is.
    fn end(mut self) -> (Option<i32>, String) {
        let code = self.child.wait().expect("it ends").code();
        let text = fs::read_to_string(self.folder.join("err.txt")).expect("text");
        let lines: Vec<&str> = text.lines().filter(|line| !line.contains(" a second")).collect();
        (code, lines.join("\n"))
    }
}

#[test]
fn no_bot_loses_by_a_supervisor_that_is_killed() {
    let folder = folder();
    let folder = folder.path();
    two_bots(folder, "pairs = 1000000\nconcurrency = 1\nset_aside_after = 1\njson = 'cup.json'");
    let mut running = Running::start(folder);
    let store = folder.join("cup.db");
    for _ in 0..20 {
        assert!(running.kill_supervisors(), "{:?}", running.end());
        // One pair must end before the next blow: more for one pair end the tournament.
        let then = now_ms();
        assert!(running.wait_until(|| last_end(&store) > then), "{:?}", running.end());
    }
    interrupt(&running.child);
    assert_eq!(running.end(), (Some(130), "gridiron: interrupted".to_string()));
    check_no_blame(folder);
}

#[test]
fn supervisors_that_are_always_killed_stop_the_tournament_with_one_line() {
    let folder = folder();
    let folder = folder.path();
    two_bots(folder, "pairs = 60\nconcurrency = 1\nset_aside_after = 1\njson = 'cup.json'");
    let mut running = Running::start(folder);
    while running.kill_supervisors() {}
    let (code, stderr) = running.end();
    assert_eq!((code, stderr.lines().count()), (Some(1), 1), "{stderr}");
    assert!(stderr.contains("something on this machine ends processes"), "{stderr}");
    check_no_blame(folder);
    // Without the blows it goes on.
    works(folder, &["cup.toml"]);
    assert_eq!(report(folder)["about"]["pairs_done"], 180);
    check_no_blame(folder);
}

/// Whether a process is stopped.
fn is_stopped(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The state follows the name, which stands in brackets.
    stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('T'))
}

#[test]
fn a_referee_that_stands_still_for_a_while_blames_nobody() {
    let folder = folder();
    let folder = folder.path();
    two_bots(folder, "pairs = 30\nset_aside_after = 1\nclock = '20+0'\njson = 'cup.json'");
    let mut running = Running::start(folder);
    let (id, store) = (running.child.id(), folder.join("cup.db"));
    for _ in 0..3 {
        let then = now_ms();
        if !running.wait_until(|| last_end(&store) > then) {
            break;
        }
        signal(id, Signal::STOP);
        running.wait_until(|| is_stopped(id));
        // Bots play on for a moment, and fill their pipes.
        thread::sleep(Duration::from_millis(300));
        signal(id, Signal::CONT);
    }
    assert_eq!(running.end(), (Some(0), String::new()));
    assert_eq!(report(folder)["about"]["pairs_done"], 90);
    check_no_blame(folder);
}

#[test]
fn with_few_files_it_plays_or_says_so_in_one_line() {
    let folder = folder();
    let folder = folder.path();
    two_bots(folder, "pairs = 3\nset_aside_after = 1\nconcurrency = 8\njson = 'cup.json'");
    for files in [12, 16, 20, 24, 32, 48, 64] {
        let script = format!("ulimit -n {files} && exec \"$0\" tournament cup.toml");
        let mut command = Command::new("sh");
        command.current_dir(folder).args(["-c", &script, env!("CARGO_BIN_EXE_gridiron")]);
        let (code, stdout, stderr) = told(&command.output().expect("it starts"));
        let lines: Vec<&str> = stderr.lines().filter(|line| !line.contains("games at a time on")).collect();
        match code {
            Some(0) => assert!(lines.is_empty(), "{files}: {stderr}"),
            Some(1) => {
                assert_eq!(lines.len(), 1, "{files}: {stdout}{stderr}");
                assert!(lines[0].contains("Too many open files"), "{stderr}");
            }
            other => panic!("{files}: {other:?} {stdout}{stderr}"),
        }
    }
    works(folder, &["cup.toml", "-c", "1"]);
    assert_eq!(report(folder)["about"]["pairs_done"], 9);
    check_no_blame(folder);
}
